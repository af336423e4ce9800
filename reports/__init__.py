"""Reports: from tables to figures and pages. Knows nothing of how deals are simulated."""

from __future__ import annotations

from reports.report import write_report

__all__ = ["write_report"]
