"""The contract of policies: what each must keep to, and the checks that it does.

A policy is *declared* in full, does only what is *legal*, is *blind* to hidden cards, is *stable*
(the same deals come out the same however they are simulated), means the same in a *fresh* process,
and has a *speed*. Every check looks at what the engine itself calls, so that it holds for policies
however they are written.
"""

from sim.policies.contract.checking import check_policy
from sim.policies.contract.findings import Checked, Finding

__all__ = ["Checked", "Finding", "check_policy"]
