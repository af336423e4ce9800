"""Where runs are kept: folders of this machine, or prefixes of an object store."""

from __future__ import annotations

from sim.storage.folder import Folder, folder_at
from sim.storage.object_path import ObjectPath

__all__ = ["Folder", "ObjectPath", "folder_at"]
