"""What the commands of ``nap`` do; :mod:`pipelines.cli` says how they are called.

Every module here is imported when its command runs, so that the program starts at once.
"""
