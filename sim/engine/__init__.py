"""The engine: numbered deals in blocks of 64, in compiled code that reads like the rules."""
