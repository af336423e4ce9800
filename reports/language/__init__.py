"""The language in which reports speak: English, unless another is asked for.

A text is written in English where it is used, as one whole sentence with named places:
``tr("{name} is made in {share}", name=name, share=share)``. Catalogues hold what it is in other
languages; `python -m reports.language.messages` brings them up to date with the texts.
"""

from reports.language.speaking import (
    LANGUAGES,
    Language,
    language,
    localised,
    marked,
    marked_many,
    speaking,
    tr,
    trc,
    trn,
)

__all__ = [
    "LANGUAGES",
    "Language",
    "language",
    "localised",
    "marked",
    "marked_many",
    "speaking",
    "tr",
    "trc",
    "trn",
]
