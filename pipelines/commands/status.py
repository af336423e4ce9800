"""``nap status``."""

from __future__ import annotations

import json

from sim.storage import Folder


def show_status(path: Folder, *, as_json: bool) -> None:
    """Print how far a run is; nothing is written, and no lock is taken."""
    from pipelines.run_status import status_of
    from sim.runs.directory import RunDirectory

    status = status_of(RunDirectory.open(path))
    if as_json:
        print(json.dumps(status.to_json(), ensure_ascii=False, allow_nan=False, indent=1))
    else:
        from pipelines.commands.status_text import status_text

        print(status_text(status))
