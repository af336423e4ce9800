"""How often players run out of chips, or buy more."""

from __future__ import annotations

from functools import partial

from pipelines.tables import Tables
from reports.chart import Chart
from reports.conditions import footer_of, level_text
from reports.dot_panel import dots_across_sheet
from reports.dots import amount_dot, share_dot
from reports.estimates import Mean, Share, extremes
from reports.language import tr, trc, trn
from reports.scale import scale_around
from reports.wording import amount_value, counted, percent, prose, sentence

_NARROWEST_PERCENT = 1.0
_NARROWEST_STACKS = 0.1


def broke(tables: Tables) -> Chart | None:
    """Draw how often each player's chips run out; None where nobody's ever do."""
    frame = tables.broke_by_player
    if frame is None or not frame["broke"].sum():
        return None
    names = frame["name"].to_list()
    shares = [Share.from_family(row, "broke", "sessions") for row in frame.rows(named=True)]
    dots = [
        share_dot(name, share, absent=tr("no session"))
        for name, share in zip(names, shares, strict=True)
    ]
    scale = scale_around(
        dots,
        label=tr("% of sessions in which the chips run out"),
        percent=True,
        from_zero=True,
        narrowest=_NARROWEST_PERCENT,
    )
    level = level_text(tables.provenance)
    columns = (trc("chips", "out"), tr("{level} interval", level=level), tr("of sessions"))
    return Chart(
        name="broke",
        title=_who_goes_broke(names, shares, tables.provenance.level),
        caption=trn(
            "Dot: share of {n} session at whose end the player has no chips left, before a pool "
            "is shared out; line: {level} interval.",
            "Dot: share of {n} sessions at whose end the player has no chips left, before a pool "
            "is shared out; line: {level} interval.",
            tables.provenance.sessions,
            level=level,
        ),
        alt=prose(
            tr("Sessions in which the chips run out."),
            f"{'; '.join(dot.in_words for dot in dots)}.",
        ),
        footer=footer_of(tables),
        paint=partial(dots_across_sheet, dots, scale, columns),
    )


def _who_goes_broke(names: list[str], shares: list[Share], level: float) -> str:
    found = extremes(shares, level)
    if found is None:
        return tr("No player is shown to run out of chips more often than another")
    most, least = (
        f"{names[place]} ({percent(shares[place])})" for place in (found.highest, found.lowest)
    )
    if found.alone:
        finding = tr(
            "{most} runs out of chips most often, {least} least often", most=most, least=least
        )
    else:
        finding = tr("{most} runs out of chips more often than {least}", most=most, least=least)
    return sentence(finding)


def rebuys(tables: Tables) -> Chart | None:
    """Draw how many stacks each player buys; None where nobody ever buys one."""
    frame = tables.rebuys_by_player
    if frame is None or not frame["stacks"].sum():
        return None
    names = frame["name"].to_list()
    rows = frame.rows(named=True)
    means = [Mean.from_row(row, "stacks_per_session", "stacks_low", "stacks_high") for row in rows]
    dots = [
        amount_dot(row["name"], mean, detail=counted(row["rebought"], "session"))
        for row, mean in zip(rows, means, strict=True)
    ]
    scale = scale_around(
        dots,
        label=tr("stacks bought a session"),
        percent=False,
        from_zero=True,
        narrowest=_NARROWEST_STACKS,
        signed=False,
    )
    level = level_text(tables.provenance)
    columns = (tr("stacks"), tr("{level} interval", level=level), tr("with any"))
    return Chart(
        name="rebuys",
        title=_who_buys_most(names, means, tables.provenance.level),
        caption=prose(
            trn(
                "Dot: stacks of chips that the player buys in a session beside the first, mean "
                "over {n} session; line: {level} interval.",
                "Dot: stacks of chips that the player buys in a session beside the first, mean "
                "over {n} sessions; line: {level} interval.",
                tables.provenance.sessions,
                level=level,
            ),
            tr("Right: sessions in which he buys one at least."),
        ),
        alt=tr(
            "Stacks bought a session. {values} with any.",
            values="; ".join(dot.in_words for dot in dots),
        ),
        footer=footer_of(tables),
        paint=partial(dots_across_sheet, dots, scale, columns),
    )


def _who_buys_most(names: list[str], means: list[Mean], level: float) -> str:
    found = extremes(means, level)
    if found is None:
        return tr("No player is shown to buy more stacks than another")
    most, least = (
        tr("{name} ({number} a session)", name=names[place], number=amount_value(means[place]))
        for place in (found.highest, found.lowest)
    )
    if found.alone:
        finding = tr("{most} buys the most stacks, {least} the fewest", most=most, least=least)
    else:
        finding = tr("{most} buys more stacks than {least}", most=most, least=least)
    return sentence(finding)
