"""From the options of a file to a ladder, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sim.errors import UserError
from sim.game.ladder import REQUIRES_NOTHING, Contract, Ladder
from sim.game.options import BY_CONTRACT
from sim.mistakes import KeyPath, Mistake, unknown


def ladder_of(options: Mapping[str, Any]) -> Ladder:
    """Return the ladder that complete options describe, as it is bid at the table.

    Raises
    ------
    UserError
        If the contracts do not form a ladder.

    Examples
    --------
    >>> options = {
    ...     "float": True,
    ...     "ladder": ["nap"],
    ...     "contracts": {"nap": {"target": 5}},
    ...     "stakes": {"nap": {"made": 10, "failed": 5}},
    ... }
    >>> ladder_of(options).names
    ('nap-float', 'nap')
    """
    ladder = Ladder(tuple(_contract(name, options) for name in options["ladder"]))
    return ladder.with_float() if options["float"] else ladder


def options_of(ladder: Ladder) -> dict[str, Any]:
    """Return the options of which `ladder_of` makes a ladder; the float is an option of its own.

    Examples
    --------
    >>> nap = Contract(name="nap", target=5, made=10, failed=5)
    >>> options_of(Ladder((nap,)).with_float())["stakes"]
    {'nap': {'made': 10, 'failed': 5}}
    """
    plain = ladder.without_float()
    return {
        "ladder": list(plain.names),
        "contracts": {contract.name: _promise(contract) for contract in plain},
        "stakes": {bid.name: {"made": bid.made, "failed": bid.failed} for bid in plain},
    }


def ladder_mistakes(options: Mapping[str, Any], changes: Mapping[str, Any]) -> Iterator[Mistake]:
    """Yield what keeps complete options from giving a ladder, changes without effect included.

    Parameters
    ----------
    options : mapping
        The complete ``[rules]`` table, changes included.
    changes : mapping
        What the user wrote of it.
    """
    faults = [*_missing(options)] or [*_contract_mistakes(options)]
    yield from faults
    yield from _changes_without_effect(options["ladder"], changes)
    if not faults:
        try:
            ladder_of(options)
        except UserError as error:
            yield Mistake(str(error), (("rules", "ladder"), ("rules", "contracts")))


def _contract(name: str, options: Mapping[str, Any]) -> Contract:
    promise = dict(options["contracts"][name])
    requires = promise.pop("requires", REQUIRES_NOTHING)
    return Contract(
        name=name,
        **promise,
        **options["stakes"][name],
        requires=None if requires == REQUIRES_NOTHING else requires,
    )


def _promise(contract: Contract) -> dict[str, Any]:
    return {
        "target": contract.target,
        "judged": contract.judged,
        "trump": contract.trump,
        "lead": contract.lead,
        "requires": contract.requires or REQUIRES_NOTHING,
    }


def _missing(options: Mapping[str, Any]) -> Iterator[Mistake]:
    """Yield what contracts of the ladder lack: a target, a stake."""
    needed: dict[str, tuple[str, ...]] = {"contracts": ("target",), "stakes": ("made", "failed")}
    for section, keys in needed.items():
        for name in options["ladder"]:
            described = options[section].get(name, {})
            lacking = [key for key in keys if key not in described]
            if lacking:
                at: KeyPath = ("rules", section, name)
                complaint = f"contract {name} has no {' and no '.join(lacking)}"
                yield Mistake(complaint, (at, ("rules", "ladder")))


def _contract_mistakes(options: Mapping[str, Any]) -> Iterator[Mistake]:
    for name in dict.fromkeys(options["ladder"]):
        try:
            _contract(name, options)
        except UserError as error:
            at: KeyPath = ("rules", "contracts", name)
            yield Mistake(str(error), (at, ("rules", "ladder")))


def _changes_without_effect(names: list[str], changes: Mapping[str, Any]) -> Iterator[Mistake]:
    for section in BY_CONTRACT:
        for name in changes.get(section, {}):
            if name not in names:
                complaint = f"not on the ladder: {unknown(name, names)}"
                yield Mistake(complaint, (("rules", section, name),))
