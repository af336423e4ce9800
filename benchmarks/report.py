"""How long the report of a run takes, from its tables to every form on the disk.

    python -m benchmarks.report                       a run of 100 million deals, made first
    python -m benchmarks.report data/runs/night       the report of a run that is there

The report is written into a folder that is removed afterwards. Each form is timed in a process of
its own, with its imports, as ``nap report --form`` does it; the usual forms (pages with their
figures as SVG and PNG, and the PDF) come first, and then the parts of their time.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measuring import describe_machine
from pipelines.table_files import load_tables
from reports.drawing import body_svg
from reports.figures import all_charts
from reports.forms import FORMS
from reports.forms.frame import framed_svg
from reports.forms.pdf import pdf_file
from reports.forms.png import png_file
from reports.page import render_pages
from reports.record import read_record
from reports.sheet import BROAD, NARROW

DEALS = "100M"
REPEATS = 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("run", nargs="?", type=Path)
    run = parser.parse_args().run
    print(describe_machine())
    with TemporaryDirectory() as folder:
        show(run or simulated(Path(folder) / "run"), Path(folder))


def simulated(run: Path) -> Path:
    """Make a run with its tables."""
    command = [sys.executable, "-m", "pipelines.cli"]
    subprocess.run([*command, "simulate", "quickstart", "--deals", DEALS, "--out", run], check=True)
    subprocess.run([*command, "aggregate", run], check=True, stdout=subprocess.DEVNULL)
    return run


def show(run: Path, folder: Path) -> None:
    provenance = load_tables(run).provenance
    print(f"{provenance.deals:,} deals, {len(all_charts(load_tables(run)))} figures")
    print("\n| forms | seconds | CPU seconds | peak memory, MB | bytes |\n|---|---|---|---|---|")
    for number, forms in enumerate([(), *((form,) for form in FORMS)]):
        print_forms(run, folder / f"report-{number}", forms)
    print("\n| part of the usual forms, one process | CPU seconds |\n|---|---|")
    for part, seconds in parts(run):
        print(f"| {part} | {seconds:.2f} |")


def print_forms(run: Path, out: Path, forms: tuple[str, ...]) -> None:
    """Time a process that writes some forms; the shortest of some repeats."""
    program = (
        "import sys, resource; from pathlib import Path; from reports import write_report;"
        "write_report(Path(sys.argv[1]), forms=sys.argv[3:], out=Path(sys.argv[2]));"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    taken = []
    for repeat in range(REPEATS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.perf_counter()
        command = [sys.executable, "-c", program, run, f"{out}-{repeat}", *forms]
        peak = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        seconds = time.perf_counter() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        taken.append((seconds, cpu, int(peak) / 1000))
    seconds, cpu, megabytes = min(taken)
    size = sum(file.stat().st_size for file in Path(f"{out}-0").rglob("*") if file.is_file())
    name = forms[0] if forms else "usual"
    print(f"| {name} | {seconds:.1f} | {cpu:.1f} | {megabytes:.0f} | {size:,} |")


def parts(run: Path) -> Iterator[tuple[str, float]]:
    """Yield what the usual forms consist of, and its CPU time in a warm process."""
    start = time.process_time()

    def since_then() -> float:
        nonlocal start
        before, start = start, time.process_time()
        return start - before

    tables, record = load_tables(run), read_record(run)
    charts = all_charts(tables)
    yield "tables and figures to draw", since_then()
    for chart in charts:
        body_svg(chart, BROAD)
    yield f"drawing {len(charts)} figures, broad", since_then()
    for chart in charts:
        body_svg(chart, NARROW)
    yield "drawing them narrow", since_then()
    pages = render_pages(tables, charts, record)
    yield "pages", since_then()
    for chart in charts:
        framed_svg(chart)
    yield "SVG files", since_then()
    for chart in charts:
        png_file(chart)
    yield "PNG files", since_then()
    pdf_file(pages, charts)
    yield "PDF", since_then()


if __name__ == "__main__":
    main()
