"""``nap compare`` and ``nap sweep``: what is asked for, before anything heavy is imported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sim.scenarios.comparison_arguments import compared, swept

if TYPE_CHECKING:
    from pipelines.commands.how_to_compare import HowToCompare


def compare_policies(given: Sequence[str], options: Mapping[str, Any], how: HowToCompare) -> None:
    """Compare policies, or what a file says."""
    planned = compared(given, options)
    from pipelines.commands.comparison_run import carry_out

    carry_out(planned, how)


def sweep_policy(
    policy: str, parameters: Sequence[str], options: Mapping[str, Any], how: HowToCompare
) -> None:
    """Vary parameters of a policy over a grid."""
    planned = swept(policy, parameters, options)
    from pipelines.commands.comparison_run import carry_out

    carry_out(planned, how)
