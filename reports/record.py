"""What the record of a run tells beside its tables: versions, promises of contracts, revokes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from sim.errors import UserError
from sim.storage import Folder


@dataclass(frozen=True, kw_only=True)
class RunRecord:
    """What ``run.json`` says of a run.

    Attributes
    ----------
    versions
        Names and versions of the software that made it.
    contracts
        By contract, without the float: its ``trump``, ``lead`` and ``requires`` as files write
        them.
    revoke_rates
        Each player's, probability in [0, 1], in the order of the line-up.
    """

    versions: Mapping[str, str]
    contracts: Mapping[str, Mapping[str, str]]
    revoke_rates: tuple[float, ...]


def read_record(run_directory: Folder) -> RunRecord:
    """Read what a run recorded of itself.

    Raises
    ------
    UserError
        If there is no such record.
    """
    path = run_directory / "run.json"
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        defined_by = record["identity"]["fields"]
        return RunRecord(
            versions=record["versions"],
            contracts=defined_by["rules"]["contracts"],
            revoke_rates=tuple(player["revoke_rate"] for player in defined_by["players"]),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UserError(f"{path}: is not the record of a run ({error})") from error
