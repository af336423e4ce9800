"""The one exception that means: the user can mend this."""

from __future__ import annotations


class UserError(Exception):
    """A mistake in what the user gave; the message is one line, ready to be printed.

    The message names the file, key or value at fault, what is allowed, and how to mend it.
    The command line prints it without a traceback and exits with status 2.
    """
