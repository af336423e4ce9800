"""What to tell the user when a store refuses: the place, the reason, the way out."""

from __future__ import annotations

import re
from typing import Final

from sim.errors import UserError

_GO_ON: Final = "then give the command again, a run that was begun with --resume"
_CREDENTIALS: Final = (
    "give those of somebody who may list, read, write and delete there, as "
    "docs/object-stores.md says (AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY), "
    f"{_GO_ON}"
)

_NO_BUCKET: Final = ("there is no such bucket", "make it, or name another one")
_REFUSED: Final = ("access is denied with these credentials", _CREDENTIALS)
_UNREACHABLE: Final = (
    "the store cannot be reached",
    f"see that the network is up and AWS_ENDPOINT_URL and AWS_REGION are right, {_GO_ON}",
)

_KNOWN: Final = (
    (r"NO_SUCH_BUCKET", _NO_BUCKET),
    (r"ACCESS_DENIED|PERMISSION_DENIED|403|Forbidden", _REFUSED),
    (
        r"INVALID_ACCESS_KEY_ID|INVALID_CLIENT_TOKEN_ID|SIGNATURE|EXPIRED_TOKEN|ExpiredToken|"
        r"UNRECOGNIZED_CLIENT|MISSING_AUTHENTICATION_TOKEN|OAuth2|"
        r"UNAUTHENTICATED",
        ("the credentials are missing, wrong or expired", _CREDENTIALS),
    ),
    (r"NETWORK_CONNECTION|UNAVAILABLE: .*CURL", _UNREACHABLE),
    (
        r"SLOW_DOWN|SERVICE_UNAVAILABLE|INTERNAL_FAILURE|REQUEST_TIMEOUT|THROTTLING|UNAVAILABLE|"
        r"HTTP status 5\d\d",
        ("the store is overloaded or out of order", f"wait a little, {_GO_ON}"),
    ),
    (
        r"PermanentRedirect|301",
        ("the bucket is in another region", f"set AWS_REGION to that of the bucket, {_GO_ON}"),
    ),
)
_UNKNOWN: Final = f"see docs/object-stores.md, {_GO_ON}"
_DETAILS: Final = re.compile(r"Details: (?P<words>.*?)(?:\.? *$|\n|\()")


def store_error(place: object, error: Exception) -> UserError:
    """Return what to tell the user.

    Parameters
    ----------
    place : object
        What was asked for; a URI as text.
    error : Exception
        What pyarrow raised.

    Examples
    --------
    >>> refused = OSError("AWS Error NO_SUCH_BUCKET during PutObject operation: ...")
    >>> print(store_error("s3://bucket/run.json", refused))
    s3://bucket/run.json: there is no such bucket; make it, or name another one
    """
    text = str(error)
    known = next((words for pattern, words in _KNOWN if re.search(pattern, text)), None)
    reason, remedy = known or (f"the store refuses ({_first_line(text)})", _UNKNOWN)
    details = _DETAILS.search(text)
    if known is _UNREACHABLE and details:
        reason = f"{reason} ({details['words']})"
    return UserError(f"{place}: {reason}; {remedy}")


def no_bucket(place: object) -> UserError:
    """Return what to tell the user where there is no bucket."""
    return UserError(f"{place}: {'; '.join(_NO_BUCKET)}")


def is_refusal(error: Exception) -> bool:
    """Whether a store has answered that this is not allowed."""
    return bool(re.search(_KNOWN[1][0], str(error)))


def _first_line(text: str) -> str:
    return text.partition("\n")[0].strip() or "it does not say why"
