"""``nap profiles``: all sets of rules at a glance, or one as a file to copy."""

from __future__ import annotations

from sim.game.profiles import profile_names, profile_text
from tests.cli.command import assert_as_before, nap


def test_profiles_are_listed_within_eighty_columns() -> None:
    listed = nap("profiles").output
    assert max(map(len, listed.splitlines())) <= 80
    for name in profile_names():
        assert f"\n{name}  " in f"\n{listed}"
    assert_as_before("profiles", listed)


def test_one_profile_is_shown_as_a_file_to_copy() -> None:
    shown = nap("profiles", "hoyle").output
    assert shown == profile_text("hoyle")
    assert_as_before("profiles-hoyle", shown)
