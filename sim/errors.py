"""The one exception that means: the user can mend this."""

from __future__ import annotations


class UserError(Exception):
    """A mistake in what the user gave; the message is one line, ready to be printed.

    The message names the file, key or value at fault, what is allowed, and how to mend it.
    The command line prints it without a traceback and exits with status 2.

    Parameters
    ----------
    message : str
        That line.
    again : bool
        Whether the same command, typed again, goes on once this is mended (with ``--resume``
        where it has that option). The command line then prints that command in full.
    """

    def __init__(self, message: str, *, again: bool = False) -> None:
        super().__init__(message)
        self.again = again
