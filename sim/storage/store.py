"""Object stores by name: a store can be compared and pickled, and nothing is asked of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sim.errors import UserError

S3: Final = "s3"
GOOGLE: Final = ("gs", "gcs")
LOCAL: Final = "file"
"""Not for users, who get paths of this machine in its place: see `sim.storage.folder_at`."""

_SCHEMES: Final = (S3, *GOOGLE)
"""Not Azure's: pyarrow ends the whole process where its credentials are missing."""


def is_uri(text: str) -> bool:
    """Whether a text is a URI, and not a path.

    >>> is_uri("s3://bucket/run"), is_uri("data/runs/s3")
    (True, False)
    """
    return "://" in text


@dataclass(frozen=True)
class Store:
    """A bucket, or what another store calls so.

    Attributes
    ----------
    scheme : str
        ``s3``, ``gs``, …
    bucket : str
        Its name, with whatever else the URI has before the first slash.
    query : str
        How it is reached, as in the URI; empty if the environment tells all.
    hasty : bool
        Whether a failure is told within seconds, rather than after a minute of attempts.
    """

    scheme: str
    bucket: str
    query: str = ""
    hasty: bool = False

    @classmethod
    def of(cls, uri: str) -> tuple[Store, str]:
        """Return a store and the key that a URI names in it; nothing is asked of the store.

        Raises
        ------
        UserError
            If it is no URI of an object store, has no bucket, or holds a password.

        Examples
        --------
        >>> Store.of("s3://bucket/a//b/?region=eu-west-1")
        (Store(scheme='s3', bucket='bucket', query='region=eu-west-1', hasty=False), 'a/b')
        """
        scheme, _, rest = uri.partition("://")
        place, _, query = rest.partition("?")
        bucket, _, key = place.partition("/")
        steps = [step for step in key.split("/") if step]
        if scheme not in (*_SCHEMES, LOCAL):
            allowed = ", ".join(f"{each}://" for each in _SCHEMES)
            raise UserError(
                f"{uri}: {scheme}:// is no object store; allowed: {allowed}, file:// or a path of "
                "this machine"
            )
        if not bucket and scheme != LOCAL:
            raise UserError(f"{uri}: names no bucket; write {scheme}://BUCKET/PREFIX")
        if ":" in bucket or (scheme == S3 and "@" in bucket):
            raise UserError(
                f"{scheme}://…@{bucket.rpartition('@')[2]}: has a password in it, which would be "
                "written into logs; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile"
            )
        if "." in steps or ".." in steps:
            raise UserError(f"{uri}: an object store knows no . and ..; write the whole place")
        return cls(scheme, bucket, query), "/".join(steps)

    def uri(self, key: str) -> str:
        """Return the URI of a key."""
        query = f"?{self.query}" if self.query else ""
        return f"{self.scheme}://{self.bucket}/{key}{query}"
