"""What the directory of a comparison says of how it was made."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sim.errors import UserError
from sim.storage import Folder


@dataclass(frozen=True, kw_only=True)
class ComparisonRecord:
    """What ``comparison.json`` says.

    Attributes
    ----------
    versions
        Names and versions of the software that made it.
    parameters
        Of each line-up, in their order, the parameters of the studied policy.
    """

    versions: Mapping[str, str]
    parameters: tuple[Mapping[str, Any], ...]


def read_record(directory: Folder) -> ComparisonRecord:
    """Read what a comparison recorded of itself.

    Raises
    ------
    UserError
        If there is no such record.
    """
    path = directory / "comparison.json"
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        entries = record["comparisons"][0]["identity"]["fields"]["entries"]
        return ComparisonRecord(
            versions={str(name): str(version) for name, version in record["versions"].items()},
            parameters=tuple(policies[0]["parameters"] for policies in entries),
        )
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise UserError(f"{path}: is not the record of a comparison ({error})") from error
