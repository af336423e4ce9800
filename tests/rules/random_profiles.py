"""Random rules: any ladder with any options, as far as the pack and the rules' own checks allow."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from sim.errors import UserError
from sim.experiment import Experiment, Player
from sim.game.rules import load_rules
from sim.policies import make_policy

NAMES = (
    "two",
    "three",
    "misere",
    "four",
    "nap",
    "bonaparte",
    "wellington",
    "blucher",
    "six",
    "seven",
)
LEADS = {
    "suit led": ("any", "lowest trump"),
    "none": ("any",),
    "named": ("any", "lowest non-trump"),
}
TRUMPS = ("suit led", "suit led", "none", "named")
POLICIES = ("random", "random", "counting", "counting:bold")


def random_experiment(chance: random.Random, players: int) -> Experiment:
    """An experiment under random rules that can be dealt."""
    while True:
        try:
            rules = load_rules("basic", players, random_options(chance))
        except UserError:
            continue
        revokes = chance.random() < 0.3
        lineup = tuple(
            Player(
                name=f"player {number}",
                policy=make_policy(chance.choice(POLICIES)),
                revoke_rate=chance.choice((0.0, 0.02)) if revokes else 0.0,
            )
            for number in range(players)
        )
        seating = "rotate" if chance.random() < 0.5 else "fixed"
        return Experiment(rules, lineup, seating, chance.randrange(2**64))


def random_options(chance: random.Random) -> Mapping[str, Any]:
    """A whole table of options; it may contradict itself."""
    hand_size = chance.choice((5, 5, 7))
    options: dict[str, Any] = {
        "pack": chance.choice((24, 28, 32, 36, 40, 52, 52)),
        "joker": chance.random() < 0.5,
        "hand_size": hand_size,
        "dealer_sits_out": chance.random() < 0.3,
        "shuffle": chance.choice(("every-deal", "after-nap")),
        "deals_per_session": chance.randint(1, 12),
        "ties": chance.choice(("share", "extra deal")),
        "pool_ante": chance.choice((0, 0, 1, 3)),
        "pool_end": chance.choice(("split", "stay")),
        "peep": chance.random() < 0.3,
        "float": chance.random() < 0.3,
        "sir_garnet": chance.random() < 0.3,
        "chips": chance.choice((0, 0, 5, 30, 60)),
        "when_broke": chance.choice(("out", "rebuy")),
    }
    for offer in ("peep", "float"):
        if options[offer]:
            options[f"{offer}_price"] = chance.randint(0, 3)
    if chance.random() < 0.4:
        options["exchange_cards"] = chance.randint(1, hand_size)
        options["exchange_price"] = chance.randint(0, 3)
        options["exchange_price_per"] = chance.choice(("card", "exchange"))
    return options | random_ladder(chance, hand_size)


def random_ladder(chance: random.Random, hand_size: int) -> dict[str, Any]:
    """Some of the game's contracts in any order, each promising anything."""
    names = chance.sample(NAMES, chance.randint(1, len(NAMES)))
    contracts: dict[str, Any] = {}
    for place, name in enumerate(names):
        exactly = chance.random() < 0.25
        trump = chance.choice(TRUMPS)
        requires = chance.choice(names[:place]) if place and chance.random() < 0.3 else "nothing"
        contracts[name] = {
            "target": chance.randint(0 if exactly else 1, hand_size),
            "judged": "exactly" if exactly else "at least",
            "trump": trump,
            "lead": chance.choice(LEADS[trump]),
            "requires": requires,
        }
    stakes = {
        name: {"made": chance.randint(0, 20), "failed": chance.randint(0, 20)} for name in names
    }
    return {"ladder": names, "contracts": contracts, "stakes": stakes}
