"""The page about clusters: every command on it knows the options that it is given."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
import yaml

from tests.docs.pages import blocks_of

PAGE = Path("docs/cluster.md").read_text(encoding="utf-8")
MODULES = {"dask": "dask", "nap": "pipelines.cli"}
SUBCOMMANDS = {
    "dask": ("scheduler", "worker", "ssh"),
    "nap": ("run", "simulate", "compare", "aggregate", "report"),
}


def commands() -> list[tuple[str, str, str]]:
    """Program, subcommand and what follows, of each command on the page."""
    code = "\n".join(block.text for block in blocks_of(PAGE)).replace("\\\n", " ")
    code = re.sub(r"\n {16,}", " ", re.sub(r"[\[\],\"]", " ", code))
    found = re.findall(r"\b(dask|nap)[ ]+([a-z-]+)\b([^\n>]*)", code)
    return [each for each in found if each[1] in SUBCOMMANDS[each[0]]]


@cache
def help_of(program: str, subcommand: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", MODULES[program], subcommand, "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_every_option_on_the_page_exists() -> None:
    seen = set()
    for program, subcommand, rest in commands():
        for option in re.findall(r"--[a-z-]+", rest):
            assert re.search(rf"{option}\b", help_of(program, subcommand)), (subcommand, option)
            seen.add((program, subcommand))
    assert len(seen) >= 6


@pytest.mark.parametrize("language", ["sh", "bash"])
def test_scripts_are_shell(language: str) -> None:
    scripts = [block for block in blocks_of(PAGE) if block.language == language]
    assert scripts
    for block in scripts:
        subprocess.run(["bash", "-n"], input=block.text, text=True, check=True)


def test_manifests_name_what_is_there() -> None:
    [block] = [block for block in blocks_of(PAGE) if block.language == "yaml"]
    manifests = list(yaml.safe_load_all(block.text))
    assert [each["kind"] for each in manifests] == ["Service", "Deployment", "Deployment", "Job"]
    service, scheduler = manifests[:2]
    assert service["spec"]["selector"] == scheduler["spec"]["template"]["metadata"]["labels"]
    for each in manifests[1:]:
        pod = each["spec"]["template"]["spec"]
        for container in pod["containers"]:
            assert all(isinstance(word, str) for word in container["args"])
            mounted = {mount["name"] for mount in container.get("volumeMounts", [])}
            assert mounted == {volume["name"] for volume in pod.get("volumes", [])}
