"""Places in a store behave like paths, and what is put there is there as a whole."""

from __future__ import annotations

import multiprocessing
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from sim.errors import UserError
from sim.storage import Folder, ObjectPath, folder_at
from sim.storage.listing import entries
from tests.storage.faulty_proxy import FaultyProxy

LARGE = 12_000_000
"""More than is put in a single request."""


def filled(folder: Folder) -> Folder:
    """A folder with some files in it."""
    for name in ("a.txt", "b.txt", "c.json", "below/d.txt", "below/deeper/e.txt"):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(name.encode())
    return folder


def looks(folder: Folder) -> dict[str, object]:
    """What can be seen of a folder."""
    places = {step: folder / step for step in ("a.txt", "below", "below/d.txt", "none")}
    return {
        "names": [(place.name, place.stem) for place in places.values()],
        "parent": places["below/d.txt"].parent.name,
        "exists": {step: place.exists() for step, place in places.items()},
        "is_file": {step: place.is_file() for step, place in places.items()},
        "is_dir": {step: place.is_dir() for step, place in places.items()},
        "iterdir": sorted(path.name for path in folder.iterdir()),
        "glob": sorted(path.name for path in folder.glob("*.txt")),
        "none": list((folder / "none").glob("*")),
        "read": places["below/d.txt"].read_text(encoding="utf-8"),
        "sizes": {name: size for name, (size, _) in entries(folder).items()},
        "nothing": entries(folder / "none"),
        "beside": (folder / "a.txt").with_name("b.txt").read_bytes(),
        "strings": str(folder / "a.txt").removeprefix(str(folder)),
    }


def test_a_place_behaves_like_a_path_on_the_same_files(tmp_path: Path) -> None:
    filled(tmp_path)
    place = ObjectPath.at(f"file://{tmp_path}")
    assert looks(place) == looks(tmp_path)
    assert entries(place) == entries(tmp_path)
    for folder in (place, tmp_path):
        with pytest.raises(FileNotFoundError):
            (folder / "none").read_bytes()
        with pytest.raises(FileNotFoundError):
            (folder / "none").unlink()
        (folder / "none").unlink(missing_ok=True)
    (place / "a.txt").unlink()
    assert not (tmp_path / "a.txt").exists()


def test_a_store_behaves_like_a_folder(place: ObjectPath, tmp_path: Path) -> None:
    assert looks(filled(place)) == looks(filled(tmp_path))
    (place / "below" / "d.txt").unlink()
    (place / "below" / "deeper" / "e.txt").unlink()
    with pytest.raises(FileNotFoundError):
        (place / "below" / "d.txt").unlink()
    assert list((place / "below").glob("*.txt")) == []
    below = [path.name for path in place.objects_below()]
    assert below == ["a.txt", "b.txt", "c.json"]


def test_an_object_is_replaced_as_a_whole(place: ObjectPath) -> None:
    file = place / "file"
    for content in (b"long enough", b"", b"x" * LARGE, b"short"):
        file.write_bytes(content)
        assert file.read_bytes() == content
        assert entries(place)["file"][0] == len(content)


def test_places_are_values(store: str) -> None:
    run = folder_at(f"{store}/run/")
    assert run == folder_at(f"{store}/run") and hash(run) == hash(folder_at(f"{store}//run"))
    assert run / "deals" / "x" == run / "deals/x" and run / "." == run
    assert pickle.loads(pickle.dumps(run)) == run
    assert run.absolute() == run
    assert folder_at("file:///runs/my%20night") == Path("/runs/my night")
    assert folder_at("data/run") == Path("data/run")


def test_a_place_is_pickled_without_being_reached() -> None:
    """Where nothing answers, a place can be named, joined, pickled and printed all the same."""
    said = subprocess.run(
        [
            sys.executable,
            "-c",
            "import pickle, sys\n"
            "from sim.storage import folder_at\n"
            "run = folder_at('s3://bucket/run?endpoint_override=127.0.0.1:9')\n"
            "print(pickle.loads(pickle.dumps(run / 'deals')), 'pyarrow' in sys.modules)",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.split() == [
        "s3://bucket/run/deals?endpoint_override=127.0.0.1:9",
        "False",
    ]


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_other_processes_reach_the_store_by_themselves(place: ObjectPath, method: str) -> None:
    (place / "from here").write_bytes(b"1")
    process = multiprocessing.get_context(method).Process(  # type: ignore[attr-defined]
        target=copy, args=(place / "from here", place / "from there")
    )
    process.start()
    process.join(60)
    assert process.exitcode == 0
    assert (place / "from there").read_bytes() == b"1"


def copy(source: ObjectPath, target: ObjectPath) -> None:
    target.write_bytes(source.read_bytes())


# --- what goes wrong on the way


def test_a_put_that_is_cut_leaves_no_object(
    proxy: FaultyProxy, through_proxy: ObjectPath, place: ObjectPath
) -> None:
    proxy.fault_of = lambda method, path: "cut" if method == "PUT" else ""
    with pytest.raises(UserError, match="cannot be reached"):
        (through_proxy / "file").write_bytes(b"x" * 1_000_000)
    assert sum(request.startswith("PUT") for request in proxy.requests) == 2
    assert list(place.iterdir()) == []


@pytest.mark.parametrize("part", [1, 2])
def test_a_large_put_of_which_a_part_fails_leaves_what_was_there(
    proxy: FaultyProxy, through_proxy: ObjectPath, place: ObjectPath, part: int
) -> None:
    (place / "file").write_bytes(b"before")
    proxy.fault_of = lambda method, path: "fail" if f"partNumber={part}&" in path else ""
    with pytest.raises(UserError, match="out of order"):
        (through_proxy / "file").write_bytes(b"x" * LARGE)
    assert (place / "file").read_bytes() == b"before"


def test_a_put_whose_answer_is_lost_is_made_again(
    proxy: FaultyProxy, through_proxy: ObjectPath, place: ObjectPath
) -> None:
    answers = iter(["lose the answer"])
    proxy.fault_of = lambda method, path: next(answers, "") if method == "PUT" else ""
    (through_proxy / "file").write_bytes(b"content")
    assert (place / "file").read_bytes() == b"content"
    assert sum(request.startswith("PUT") for request in proxy.requests) == 2


def test_reading_what_may_not_be_read_is_no_missing_object(
    proxy: FaultyProxy, through_proxy: ObjectPath
) -> None:
    """A file that is refused for a while must not be taken for one that is not there."""
    proxy.fault_of = lambda method, path: "deny" if "secret" in path else ""
    for ask in (ObjectPath.read_bytes, ObjectPath.exists, entries, ObjectPath.unlink):
        with pytest.raises(UserError, match="access is denied"):
            ask(through_proxy / "secret")
