"""The report of a comparison of policies, and of a sweep over their parameters."""

from __future__ import annotations

from reports.comparison.report import write_comparison_report

__all__ = ["write_comparison_report"]
