"""What a check of a policy comes to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """A breach of the contract.

    Attributes
    ----------
    what : str
        What failed, and where.
    remedy : str
        How to mend it.
    """

    what: str
    remedy: str


@dataclass(frozen=True, kw_only=True)
class Checked:
    """One check of the contract.

    Attributes
    ----------
    check : str
        Name of the check, one word.
    told : str
        What was looked at, or why nothing was.
    findings : tuple of Finding
        Breaches; none if all is well.
    remarks : tuple of str
        What is worth knowing, and no breach.
    skipped : bool
        Whether nothing was looked at.
    """

    check: str
    told: str
    findings: tuple[Finding, ...] = ()
    remarks: tuple[str, ...] = ()
    skipped: bool = False

    @property
    def passed(self) -> bool:
        """Whether the policy keeps to the contract as far as this check goes."""
        return not self.findings and not self.skipped
