"""The questions that a report answers, each on a page of its own."""

from __future__ import annotations

from reports.questions.balance import BALANCE
from reports.questions.perfect import PERFECT
from reports.questions.policy import POLICY
from reports.questions.question import Part, Question
from reports.questions.seat import SEAT
from reports.questions.success import SUCCESS

__all__ = ["QUESTIONS", "Part", "Question"]

QUESTIONS = (SUCCESS, SEAT, BALANCE, POLICY, PERFECT)
"""In the order of the navigation."""
