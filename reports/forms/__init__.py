"""The forms of a report: pages, one PDF, files of its figures and tables.

What makes a report renders it once (`Rendered`); `write_forms` writes it as whatever is asked for.
"""

from reports.forms.kinds import FORMS, USUAL, chosen_forms
from reports.forms.writing import INDEX, Rendered, write_forms

__all__ = ["FORMS", "INDEX", "USUAL", "Rendered", "chosen_forms", "write_forms"]
