"""The deals of which golden transcripts are kept, profile by profile."""

from __future__ import annotations

from dataclasses import replace

from tests.rules.houses import BLUCHER, HOYLE, PUB
from tests.rules.stories import Golden

STANDARD, BOLD, CAUTIOUS, RANDOM = "counting", "counting:bold", "counting:cautious", "random"

THREE = (STANDARD,) * 3
FOUR = (STANDARD, BOLD, CAUTIOUS, STANDARD)
FIVE = (STANDARD, BOLD, CAUTIOUS, RANDOM, STANDARD)
SIX = (STANDARD, BOLD, CAUTIOUS, STANDARD, BOLD, STANDARD)
LOOSE = (RANDOM, STANDARD, RANDOM, BOLD)
LOOSE_FIVE = (RANDOM, STANDARD, RANDOM, BOLD, RANDOM)
WILD_THREE = (RANDOM,) * 3

# Options that no shipped profile has
TRUMPS_NAMED = {"contracts": {"blucher": {"trump": "named", "lead": "lowest non-trump"}}}
HOYLE_WITH_TRUMPS_NAMED = replace(
    HOYLE,
    ladder=(*HOYLE.ladder[:-1], replace(BLUCHER, trump="named", lead="lowest non-trump")),
)
REBUYS = {"when_broke": "rebuy"}
PUB_WITH_REBUYS = replace(PUB, when_broke="rebuy")

GOLDEN = [
    Golden("basic", "passed out", THREE, deal=17),
    Golden("basic", "nap made", FOUR, deal=107),
    Golden("basic", "nap failed", FOUR, deal=298),
    Golden("basic", "four failed", FOUR, deal=2),
    Golden("basic", "wellington over nap", FIVE, deal=32),
    Golden("bonaparte", "passed out", THREE, deal=17),
    Golden("bonaparte", "nap made", FOUR, deal=107),
    Golden("bonaparte", "bonaparte made and lowest trump led", FOUR, deal=3261),
    Golden("bonaparte", "wellington failed", FIVE, deal=32),
    Golden("buy", "passed out", THREE, deal=108),
    Golden("buy", "nap made and cards exchanged and pool taken", FOUR, deal=13),
    Golden("buy", "wellington failed", FIVE, deal=1),
    Golden("ecarte", "passed out", THREE, deal=17),
    Golden("ecarte", "nap made and cards exchanged and pool taken", FOUR, deal=13),
    Golden("ecarte", "nap failed", FOUR, deal=15),
    Golden("ecarte", "wellington failed", LOOSE, deal=10),
    Golden("ecarte", "pool split", FOUR, deal=7),
    Golden("float", "passed out", THREE, deal=20),
    Golden("float", "nap made", FOUR, deal=107),
    Golden("float", "nap-float made and float taken and pool taken", FOUR, deal=687),
    Golden("float", "wellington failed", LOOSE, deal=10),
    Golden("hoyle", "passed out", THREE, deal=17),
    Golden("hoyle", "nap made", FOUR, deal=107),
    Golden("hoyle", "misere made", FOUR, deal=4),
    Golden("hoyle", "four failed and dealer sits out", SIX, deal=18),
    Golden("hoyle", "wellington failed and lowest trump led", FIVE, deal=32),
    Golden("hoyle", "blucher failed", LOOSE_FIVE, deal=12),
    Golden("hoyle", "declarer revokes", FOUR, deal=20, revoke_rate=0.01),
    Golden("hoyle", "defender revokes", FOUR, deal=5, revoke_rate=0.01),
    Golden(
        "hoyle",
        "blucher failed and trumps named",
        LOOSE_FIVE,
        deal=12,
        options=TRUMPS_NAMED,
        own_house=HOYLE_WITH_TRUMPS_NAMED,
    ),
    Golden("hoyle-stripped", "passed out", FOUR, deal=11),
    Golden("hoyle-stripped", "nap made", FOUR, deal=20),
    Golden("hoyle-stripped", "misere made", FIVE, deal=0),
    Golden("hoyle-stripped", "wellington failed", FIVE, deal=294),
    Golden("hoyle-stripped", "blucher failed", LOOSE_FIVE, deal=12),
    Golden("joker", "passed out", THREE, deal=2),
    Golden("joker", "nap made", FOUR, deal=69),
    Golden("joker", "four failed and dealer sits out", SIX, deal=2),
    Golden("joker", "nap made and joker led", LOOSE, deal=242),
    Golden("joker", "three failed and joker trumps", FOUR, deal=304),
    Golden("joker", "misere failed and joker in misere", FOUR, deal=5),
    Golden("joker", "wellington failed", FIVE, deal=614),
    Golden("joker", "blucher failed", LOOSE_FIVE, deal=12),
    Golden("peep", "passed out", THREE, deal=20),
    Golden("peep", "nap made and peep card swapped and pool taken", FOUR, deal=18),
    Golden("peep", "nap failed", FOUR, deal=21),
    Golden("peep", "wellington failed", FIVE, deal=32),
    Golden("pool", "passed out", THREE, deal=17),
    Golden("pool", "nap made and pool taken", FOUR, deal=107),
    Golden("pool", "wellington failed", FIVE, deal=32),
    Golden("pool", "pool split", FOUR, deal=7),
    Golden("pub", "passed out", THREE, deal=17),
    Golden("pub", "nap made", FOUR, deal=107),
    Golden("pub", "misere failed", FOUR, deal=7),
    Golden("pub", "wellington failed", FIVE, deal=823),
    Golden("pub", "blucher failed", LOOSE_FIVE, deal=12),
    Golden("pub", "nap failed and out of chips", LOOSE_FIVE, deal=69),
    Golden("pub", "four made and one player less", LOOSE_FIVE, deal=39),
    Golden("pub", "session cut short", WILD_THREE, deal=49),
    Golden("pub", "tie played off", FOUR, deal=19),
    Golden(
        "pub",
        "nap failed and stack bought",
        LOOSE_FIVE,
        deal=57,
        options=REBUYS,
        own_house=PUB_WITH_REBUYS,
    ),
    Golden("pub-misere-only", "passed out", THREE, deal=17),
    Golden("pub-misere-only", "nap made", FOUR, deal=107),
    Golden("pub-misere-only", "misere made", FOUR, deal=4),
    Golden("pub-misere-only", "nap failed and out of chips", LOOSE_FIVE, deal=53),
    Golden("pub-misere-only", "tie played off", FOUR, deal=19),
    Golden("pub-no-misere", "passed out", THREE, deal=17),
    Golden("pub-no-misere", "nap made", FOUR, deal=107),
    Golden("pub-no-misere", "wellington failed and out of chips", LOOSE_FIVE, deal=14),
    Golden("pub-no-misere", "blucher failed", LOOSE_FIVE, deal=12),
    Golden("pub-no-misere", "tie played off", FOUR, deal=359),
    Golden("seven-card", "passed out", THREE, deal=49),
    Golden("seven-card", "nap made", FOUR, deal=92),
    Golden("seven-card", "misere made", FOUR, deal=1),
    Golden("seven-card", "six failed", LOOSE, deal=0),
    Golden("seven-card", "seven made", FOUR, deal=71),
    Golden("sir-garnet", "passed out", THREE, deal=17),
    Golden("sir-garnet", "nap made and extra hand taken", FOUR, deal=74),
    Golden("sir-garnet", "nap failed and extra hand taken", FOUR, deal=56),
    Golden("sir-garnet", "wellington over nap and extra hand taken", LOOSE_FIVE, deal=3),
    Golden("traditional", "passed out", THREE, deal=2),
    Golden("traditional", "nap made and pack not shuffled", FOUR, deal=36),
    Golden("traditional", "pack shuffled again", FOUR, deal=6),
    Golden("traditional", "wellington failed", FIVE, deal=122),
    Golden("two", "passed out", THREE, deal=1770),
    Golden("two", "two made", FOUR, deal=6),
    Golden("two", "nap made", FOUR, deal=107),
    Golden("two", "misere made", FOUR, deal=4),
    Golden("two", "four failed and dealer sits out", SIX, deal=18),
    Golden("two", "wellington failed", FIVE, deal=32),
    Golden("two", "blucher failed", LOOSE_FIVE, deal=12),
]
