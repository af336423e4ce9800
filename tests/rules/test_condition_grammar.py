"""What conditions can be written, how they read, and how they are refused."""

from __future__ import annotations

import pytest

from sim.conditions import Condition
from sim.errors import UserError

READ_AS = [
    ("eldest holds AKQxx of a suit", "position 1 holds AKQxx of a suit"),
    ("dealer holds  xxxx of spades", "position 0 holds xxxx of spades"),
    ("position 1 holds exactly AKQ of hearts", "position 1 holds exactly AKQ of hearts"),
    ("position 1 holds exactly 98765 of a suit", "position 1 holds exactly 98765 of a suit"),
    ("position 1 holds the joker", "position 1 holds joker"),
    ("position 1 holds 2C AS TD", "position 1 holds AS TD 2C"),
    ("position 1 holds the ten of clubs", "position 1 holds TC"),
    ("position 1 holds pattern 1-4", "position 1 holds pattern 4-1-0-0"),
    ("position 1 holds no hearts", "position 1 holds exactly 0 hearts"),
    ("position 1 holds at least 4 cards of a suit", "position 1 holds at least 4 of a suit"),
    ("position 1 holds at most 1 aces", "position 1 holds at most 1 ace"),
    ("position 1 holds exactly 2 sixes", "position 1 holds exactly 2 sixes"),
    ("position 1 holds a lay-down nap", "position 1 holds a lay-down hand"),
    ("contract nap or higher", "contract nap or higher"),
    ("passed out", "passed out"),
    ("position 2 bids three or higher", "position 2 bids three or higher"),
    ("position 2 passes", "position 2 passes"),
    (
        "position 1 holds AS and (KS or QS) and not JS",
        "position 1 holds AS and (position 1 holds KS or position 1 holds QS) "
        "and not position 1 holds JS",
    ),
    ("(contract nap and (passed out and contract three))",
     "contract nap and passed out and contract three"),
    ("contract nap or position 2 passes and contract four",
     "contract nap or position 2 passes and contract four"),
    ("not (contract nap or passed out)", "not (contract nap or passed out)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "canonical"), READ_AS)
def test_a_condition_has_one_text(text: str, canonical: str) -> None:
    assert str(Condition.of(text)) == canonical
    assert Condition.of(canonical) == Condition.of(text)


REFUSED = [
    ("", "empty: write position 1 holds …"),
    ("position 1", 'at its end, after "position 1": write holds, bids or passes'),
    ("position one holds AS", 'at word 2, "one" after "position": write the position\'s number'),
    ("position 1 holds AQK of a suit", 'at word 4, "AQK"'),
    ("position 1 holds AKQ of spade", 'at word 6, "spade"'),
    ("position 1 holds 3xxx of a suit", "each x is a card lower than all named ones"),
    ("position 1 holds AKQ", "write of"),
    ("position 1 holds at least honours", "write a number after at least"),
    ("position 1 holds at least 3 trumps", "write honours, aces, hearts"),
    ("position 1 holds pattern 4+1", "write lengths such as 4-1"),
    ("position 1 holds pattern 1-1-1-1-1", "there are four suits"),
    ("position 1 holds AS AS", "write each card once"),
    ("(contract nap", "write )"),
    ("contract nap nap", "write and, or, or nothing more"),
    ("AKQ of a suit", "write position 1 holds …"),
    ("position 1 holds the ace of", "write a suit, such as spades"),
]


@pytest.mark.parametrize(("text", "complaint"), REFUSED)
def test_what_cannot_be_read_is_refused_at_its_word(text: str, complaint: str) -> None:
    with pytest.raises(UserError) as caught:
        Condition.of(text)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith("(docs/conditions.md has all that can be said)")
