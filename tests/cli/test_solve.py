"""`nap solve` and `nap replay --solve`: what card players read, and what programs read."""

from __future__ import annotations

from typer.testing import CliRunner

from pipelines.cli import app
from tests.cli.command import assert_as_before

THREE = "AS KS 6S 2H 3D / JS 9S 4H 3H 2C / AH KH TS KD 2D"


def solved(*arguments: str) -> str:
    """What the command prints; in this process, which has imported everything already."""
    said = CliRunner().invoke(app, ["solve", *arguments], catch_exceptions=False)
    assert said.exit_code == 0
    return said.stdout


def test_hands_are_solved_for_card_players() -> None:
    assert_as_before("solve-hands", solved("--hands", THREE))


def test_positions_in_mid_deal_are_solved() -> None:
    """A trick in progress, a misere, and five cards left of seven with a joker on the table."""
    texts = [
        solved(
            "--hands",
            "KS 2H / 9S / AH 2D",
            "--declarer",
            "eldest",
            "--contract",
            "four",
            "--trump",
            "S",
            "--leader",
            "2nd",
            "--table",
            "QH",
            "--taken",
            "3",
        ),
        solved(
            "--hands", "3S 2S AD / KS 4D 2D / 4H 3H 2H", "--declarer", "1", "--contract", "misere"
        ),
    ]
    assert_as_before("solve-mid-deal", "\n".join(texts))
