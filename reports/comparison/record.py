"""What the directory of a comparison says of how it was made."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from sim.errors import UserError


def read_versions(directory: Path) -> Mapping[str, str]:
    """Read the names and versions of the software that made a comparison.

    Raises
    ------
    UserError
        If there is no such record.
    """
    path = directory / "comparison.json"
    try:
        versions = json.loads(path.read_text(encoding="utf-8"))["versions"]
        return {str(name): str(version) for name, version in versions.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise UserError(f"{path}: is not the record of a comparison ({error})") from error
