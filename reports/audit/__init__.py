"""The audit of a run, in words and tables."""

from __future__ import annotations

from reports.audit.sections import AuditSection, audit_sections
from reports.audit.verdict import audit_verdict, audit_verdict_in_full

__all__ = ["AuditSection", "audit_sections", "audit_verdict", "audit_verdict_in_full"]
