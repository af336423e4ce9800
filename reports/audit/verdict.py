"""The verdict of the audit in sentences."""

from __future__ import annotations

from pipelines.audit.verdict import Verdict
from pipelines.tables import Tables
from reports.audit.words import z_text
from reports.language import tr, trn
from reports.wording import count, prose

__all__ = ["audit_verdict", "audit_verdict_in_full"]


def audit_verdict(tables: Tables) -> str:
    """Say in one sentence whether the run is sound; nothing where it has no audit."""
    if tables.audit is None:
        return ""
    found = Verdict.of(tables.audit)
    if found.sound:
        return tr(
            "Sound: {agreements} sums agree exactly, and {judged} counts of hands and dealers are "
            "as near to their exact means as chance allows.",
            agreements=count(found.agreements),
            judged=count(found.judged),
        )
    return trn(
        "Unsound: {n} of {all} checks failed, so that no number of this report can be trusted.",
        "Unsound: {n} of {all} checks failed, so that no number of this report can be trusted.",
        len(found.failed),
        n=count(len(found.failed)),
        all=count(found.agreements + found.judged),
    )


def audit_verdict_in_full(tables: Tables) -> str:
    """Say the verdict, what it rests on and how often it is wrong; nothing without an audit."""
    if tables.audit is None:
        return ""
    found = Verdict.of(tables.audit)
    return prose(
        audit_verdict(tables), _looked_at(found), _largest(found), _how_often_it_is_wrong(found)
    )


def _looked_at(found: Verdict) -> str:
    if found.dealt_again is None:
        return tr(
            "Hands were not looked at: here they do not follow from the seed and the deal’s "
            "number alone."
        )
    return trn(
        "The hands of {n} deal were dealt again and counted.",
        "The hands of {n} deals were dealt again and counted.",
        found.dealt_again,
        n=count(found.dealt_again),
    )


def _largest(found: Verdict) -> str:
    if found.largest is None:
        return ""
    return tr(
        "The least probable of all deviations is {z} standard deviations.", z=z_text(found.largest)
    )


def _how_often_it_is_wrong(found: Verdict) -> str:
    return tr(
        "A sound run is called unsound in at most 1 of {reports} reports.",
        reports=count(found.reports_a_false_alarm),
    )
