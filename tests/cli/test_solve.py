"""`nap solve` and `nap replay --solve`: what card players read, and what programs read."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from typer.testing import CliRunner

from pipelines.cli import app
from sim.experiment import Experiment, Player
from sim.game.rules import load_rules
from sim.policies import make_policy
from sim.replay import transcript
from sim.replay.found_deal import find_deal
from sim.replay.open_deal import OpenDeal, deal_found
from sim.replay.solution import solve_deal
from sim.replay.solution_text import solution_text
from tests.cli.command import assert_as_before
from tests.rules.test_judged_deals import table

THREE_HANDS = "AS KS 6S 2H 3D / JS 9S 4H 3H 2C / AH KH TS KD 2D"


def solved(*arguments: str) -> str:
    """What the command prints; in this process, which has imported everything already."""
    said = CliRunner().invoke(app, ["solve", *arguments], catch_exceptions=False)
    assert said.exit_code == 0
    assert max(map(len, said.stdout.splitlines())) <= 80 or said.stdout.startswith("{")
    return said.stdout


def test_hands_are_solved_for_card_players() -> None:
    """The second deal is named by suits, has a joker, and a contract that nobody can make."""
    texts = [
        solved("--hands", THREE_HANDS),
        solved("--hands", "joker  S T9  H 4 C 3 / S AK D 32  C T", "--contract", "nap"),
    ]
    assert_as_before("solve-hands", "\n".join(texts))


def test_positions_in_mid_deal_are_solved() -> None:
    """A trick in progress; tricks alone, with a joker on the table; a misere; a first trick."""
    questions = (
        "--hands|KS 2H / 9S / AH 2D|--contract|three|--trump|S|--leader|2nd|--table|QH|--taken|2",
        "--hands|2S 3S / AS 4D / KD|--trump|S|--leader|dealer|--table|joker",
        "--hands|3S 2S AD / KS 4D 2D / 4H 3H 2H|--contract|misere|--leader|2nd",
    )
    texts = [solved(*question.split("|"), "--declarer", "eldest") for question in questions]
    assert_as_before("solve-mid-deal", "\n".join(texts))


@pytest.mark.parametrize("question", [("--declarer", "dealer"), ("--contract", "misere")])
def test_programs_read_what_people_read(question: tuple[str, str]) -> None:
    fields = json.loads(solved("--hands", THREE_HANDS, *question, "--as", "json"))
    text = solved("--hands", THREE_HANDS, *question)
    rows = {tuple(line.replace(",", "").split()) for line in text.splitlines()}
    for player in fields["players"]:
        tricks = [*player["tricks"].values(), player["best"]]
        cells = ["-" if number is None else str(number) for number in tricks]
        assert (player["name"], *cells) in rows
        assert (player["name"], *(player["contracts"] or ["none"])) in rows
    told = [line.split("=")[0].split("?")[0].split()[-1] for line in play_rows(text)]
    assert told == [f"{card['card']}{'*' * card['wins']}" for card in fields["line"]]
    for card in fields["line"]:
        assert card["card"] in [each["card"] for each in card["cards"] if each["best"]]


def play_rows(text: str) -> list[str]:
    return text.partition("Best play: ")[2].partition("\n  * wins")[0].splitlines()[1:]


def test_a_player_may_be_called_by_name_turn_or_position() -> None:
    ways = ("Random", "random", "2nd", "2")
    assert len({solved("mixed-table", "124", "--declarer", way) for way in ways}) == 1
    assert "declares three" in solved(
        "mixed-table", "124", "--declarer", "0", "--contract", "three"
    )


def test_cards_picked_up_are_told_where_the_line_is_played_with_them() -> None:
    """The joker, which moves to the trump suit, is no card picked up."""
    rules = load_rules("joker", 3, {"peep": True})
    lineup = tuple(Player(name, make_policy("counting:bold")) for name in "ABC")
    experiment = Experiment(rules, lineup, "rotate", seed=5)
    seen: Counter[bool] = Counter()
    for number in range(12):
        deal = deal_found(find_deal(experiment, number))
        for declarer in range(3):
            text = solution_text(solve_deal(deal, declarer))
            its_own = deal.played is not None and deal.played.declarer == declarer
            changed = its_own and deal.played.hands != deal.hands
            assert ("at the opening lead" in text) == changed
            other = next(each for each in deal.ladder if not its_own or each.name != played(deal))
            assert solve_deal(deal, declarer, other).hands == deal.hands
            seen[changed] += 1
    assert seen[True] > 2
    assert seen[False] > 20


def played(deal: OpenDeal) -> str:
    assert deal.played is not None
    return deal.played.contract


def test_contracts_are_named_as_reports_write_them() -> None:
    three = solved("--hands", THREE_HANDS, "--contract", "three")
    assert solved("--hands", THREE_HANDS, "--contract", "Three") == three


def test_replays_mark_what_cards_lost() -> None:
    """A misere let through, a float taken, a revoke, a dealer who sits out, and all passing."""
    deals = (
        ("revokes", 7),
        ("revokes", 3),
        ("float", 5),
        ("dealer sits out", 4),
        ("five players", 7),
    )
    texts = [transcript(table(name), deal, solve=True) for name, deal in deals]
    assert_as_before("replay-solve", "\n".join(texts))
