"""The page of a comparison: the answer, the figures, the tables, the method, the provenance."""

from __future__ import annotations

from pipelines.comparisons.tables import ComparisonTables
from reports.comparison.answer import answers, conditions_in_words, glance, sweep_answers
from reports.comparison.conditions import design_named, level_text
from reports.comparison.findings import finding
from reports.comparison.policies import listed_policies
from reports.comparison.ranking import standings_of
from reports.comparison.reading import comparison_tables_to_read
from reports.comparison.record import ComparisonRecord
from reports.comparison.sections import Compared
from reports.comparison.shown import shown_entries
from reports.comparison.sweep_points import swept_at
from reports.comparison.wording import players_in_words
from reports.environment import page_environment
from reports.language import tr, trn
from reports.sections import Section
from reports.style import PALETTE
from reports.wording import listed, sentence


def compared_from(tables: ComparisonTables) -> Compared:
    """Read the tables in the ways in which the parts of the page need them."""
    standings = standings_of(tables)
    return Compared(
        tables=tables,
        standings=standings,
        shown=tuple(shown_entries(tables, of_size) for of_size in standings),
        swept=()
        if tables.sweep is None
        else tuple(
            swept_at(tables.sweep, tables.provenance, players)
            for players in tables.provenance.sizes
        ),
    )


def render_comparison_page(
    compared: Compared, sections: tuple[Section, ...], record: ComparisonRecord
) -> str:
    """Write the whole page.

    Parameters
    ----------
    compared
        What it reports.
    sections
        Its parts with their figures; each figure is drawn twice, for broad and narrow windows.
    record
        What the comparison recorded of itself.
    """
    tables = compared.tables
    provenance = tables.provenance
    return (
        page_environment()
        .get_template("comparison.html.j2")
        .render(
            question=_question(compared),
            description=_description(compared),
            title=tr(
                "{question} {name}, seed {seed}",
                question=_question(compared),
                name=provenance.name,
                seed=provenance.seed,
            ),
            answers=sweep_answers(compared.swept)
            if compared.swept
            else answers(tables, compared.standings),
            conditions=conditions_in_words(tables),
            glance=glance(tables, compared.standings),
            sections=sections,
            tables=comparison_tables_to_read(tables, compared.standings, compared.shown),
            provenance=provenance,
            level=level_text(provenance),
            design=design_named(provenance),
            differences=len(tables.differences),
            sizes=[(players, sentence(players_in_words(players))) for players in provenance.sizes],
            policies=listed_policies(tables, record),
            versions=dict(sorted(record.versions.items())),
            palette=PALETTE,
            footer=_footer(tables),
        )
    )


def _question(compared: Compared) -> str:
    swept = compared.tables.provenance.swept
    if compared.swept:
        return trn(
            "Which value of {parameters} is best?",
            "Which values of {parameters} are best?",
            len(swept),
            parameters=listed(swept),
        )
    return tr("Who plays Nap better?")


def _description(compared: Compared) -> str:
    if compared.swept:
        return " ".join(sweep_answers(compared.swept))
    return f"{finding(compared.standings)}."


def _footer(tables: ComparisonTables) -> str:
    provenance = tables.provenance
    identities = listed([provenance.identities[players][:12] for players in provenance.sizes])
    return trn(
        "Comparison {name}, profile {profile}; seed {seed}, identity {identities}",
        "Comparison {name}, profile {profile}; seed {seed}, identities {identities}",
        len(provenance.sizes),
        name=provenance.name,
        profile=provenance.profile,
        seed=provenance.seed,
        identities=identities,
    )
