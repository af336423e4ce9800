"""The report of several runs side by side."""

from __future__ import annotations

from reports.beside.report import write_beside_report

__all__ = ["write_beside_report"]
