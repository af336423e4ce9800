"""Workers of a Dask cluster: the shards of a run on other machines.

============  ==================================================================================
``parent``    the command: :mod:`workforce <sim.cluster.workforce>`,
              :mod:`connection <sim.cluster.connection>`, :mod:`work <sim.cluster.work>`
``member``    a worker of the cluster, as Dask starts it: :mod:`sim.cluster.member`
``child``     the process in which a member does the tasks of a job: :mod:`sim.cluster.served`
============  ==================================================================================

A member does no task itself. It has a child process do it, which is a worker as on the parent's own
machine: started for one job, in its environment, alone with its task. A task that kills its process
so is known by name, and takes nothing else with it; and a member that leaves takes its children
along. What members need of a job lies in the folder that is worked on: :mod:`sim.cluster.ticket`.
"""
