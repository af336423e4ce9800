"""What a store of objects costs: requests and seconds a shard, on a server of this machine.

``python -m benchmarks.object_store`` needs the extra ``test``. Shards are tiny, so that hardly
anything but the requests is measured.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from pipelines.aggregate import aggregate_run
from sim.runs.claim import claimed_run
from sim.runs.directory import RUN_FILE, RunDirectory
from sim.runs.files import write_whole
from sim.runs.plan import Plan, Stretch
from sim.runs.shard_job import ShardJob
from sim.storage import ObjectPath
from tests.crash.runs import DEALS_PER_SESSION, scenario
from tests.storage.faulty_proxy import FaultyProxy, faulty_proxy
from tests.storage.s3_server import BUCKET, environment, s3_server, variables

SHARDS = 100
SESSIONS_A_SHARD = 10


def main() -> None:
    """Write shards, check them, and make tables of them; count what is asked of the store."""
    with (
        s3_server() as port,
        faulty_proxy(port) as proxy,
        variables(environment(proxy.port)),
    ):
        run = _tiny_run(ObjectPath.at(f"s3://{BUCKET}/run"))
        experiment = run.scenario().experiment
        job = ShardJob(run.path, experiment)
        job.start()
        shards = list(run.plan.shards())
        steps: dict[str, Callable[[], object]] = {
            "simulate and put": lambda: [job.compute(shard)() for shard in shards],
            "check all": run.look,
            "count, make tables": lambda: aggregate_run(run.path),
            "count again": lambda: aggregate_run(run.path),
        }
        print(f"{'a shard':20} {'ms':>6}  requests")
        for name, step in steps.items():
            print(f"{name:20} {_measured(step, proxy)}", flush=True)


def _tiny_run(path: ObjectPath) -> RunDirectory:
    """A run of many shards that are far smaller than the program would make them."""
    wanted = scenario(sessions=SHARDS * SESSIONS_A_SHARD)
    with claimed_run(path, wanted, resume=False) as (run, _):
        text = (path / RUN_FILE).read_text()
    whole = Stretch(wanted.sessions, 6250)
    assert run.plan == Plan(DEALS_PER_SESSION, (whole,))
    write_whole(path / RUN_FILE, text.replace(": 6250", f": {SESSIONS_A_SHARD}").encode())
    return RunDirectory.open(path)


def _measured(step: Callable[[], object], proxy: FaultyProxy) -> str:
    """Milliseconds and requests a shard that a step takes."""
    before, began = len(proxy.requests), time.perf_counter()
    step()
    milliseconds = 1000 * (time.perf_counter() - began) / SHARDS
    kinds = Counter(request.split()[0] for request in proxy.requests[before:])
    told = ", ".join(f"{number / SHARDS:.2f} {kind}" for kind, number in kinds.most_common())
    return f"{milliseconds:6.1f}  {told}"


if __name__ == "__main__":
    main()
