"""Chromium without a window, driven over the W3C WebDriver protocol by the standard library."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
CHROMEDRIVER = shutil.which("chromedriver")
ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE, DESKTOP = 360, 1280
PATIENCE = 60.0


def missing() -> str:
    """Say what is not installed; empty when the browser can be used."""
    if CHROMIUM is None:
        return "no Chromium is installed"
    return "" if CHROMEDRIVER else "Chromium is installed, but not its chromedriver"


class Browser:
    def __init__(self, session: str) -> None:
        self._session = session

    def _call(self, path: str, body: dict[str, Any] | None = None) -> Any:
        return request(f"{self._session}/{path}", body or {})

    def command(self, name: str, **parameters: Any) -> Any:
        """Send a command of the DevTools protocol."""
        return self._call("goog/cdp/execute", {"cmd": name, "params": parameters})

    def open(self, page: Path, *, width: int = DESKTOP, dark: bool = False) -> None:
        self.command(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=900,
            deviceScaleFactor=1,
            mobile=width < 500,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.command("Emulation.setEmulatedMedia", features=[scheme])
        self._call("url", {"url": page.as_uri()})

    def open_as_printed(self, page: Path, *, width: int) -> None:
        """Show the page as it is on paper whose text area is so wide."""
        self.open(page, width=width)
        self.command("Emulation.setEmulatedMedia", media="print")

    def run(self, script: str) -> Any:
        return self._call("execute/sync", {"script": script, "args": []})

    def run_async(self, script: str) -> Any:
        return self._call("execute/async", {"script": script, "args": []})

    def allow_scripts(self, allowed: bool) -> None:
        self.command("Emulation.setScriptExecutionDisabled", value=not allowed)

    def source(self) -> str:
        """Return the document as it stands now; it needs no script."""
        root = self.command("DOM.getDocument")["root"]["nodeId"]
        return str(self.command("DOM.getOuterHTML", nodeId=root)["outerHTML"])

    def console(self) -> list[dict[str, Any]]:
        """Take what the page complained of since the last time."""
        return list(self._call("se/log", {"type": "browser"}))

    def picture(self, width: int, height: int) -> bytes:
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        return base64.b64decode(
            self.command("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)["data"]
        )

    def pdf(self) -> bytes:
        return base64.b64decode(self.command("Page.printToPDF", preferCSSPageSize=True)["data"])


def request(url: str, body: dict[str, Any] | None = None, method: str = "POST") -> Any:
    data = None if body is None else json.dumps(body).encode()
    call = urllib.request.Request(
        url, data=data, method=method, headers={"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(call, timeout=60) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        raise AssertionError(error.read().decode()) from error


@contextmanager
def open_browser(profile: Path) -> Iterator[Browser]:
    """Start a browser with an empty profile; end it afterwards."""
    said = profile.with_name(f"{profile.name}-chromedriver")
    with said.open("wb") as file:
        driver = subprocess.Popen(
            [str(CHROMEDRIVER), "--port=0"], stdout=file, stderr=subprocess.DEVNULL
        )
    try:
        address = f"http://127.0.0.1:{_port_told(driver, said)}"
        options = {"binary": CHROMIUM, "args": [*ARGUMENTS, f"--user-data-dir={profile}"]}
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        session = request(f"{address}/session", {"capabilities": {"alwaysMatch": wanted}})
        try:
            yield Browser(f"{address}/session/{session['sessionId']}")
        finally:
            request(f"{address}/session/{session['sessionId']}", method="DELETE")
    finally:
        driver.terminate()
        driver.wait(timeout=30)


def _port_told(driver: subprocess.Popen[bytes], said: Path) -> int:
    """Wait until the driver listens, at a port that the system has chosen, and return this."""
    deadline = time.monotonic() + PATIENCE
    while (told := re.search(r"started successfully on port (\d+)\.", said.read_text())) is None:
        assert driver.poll() is None and time.monotonic() < deadline, said.read_text()
        time.sleep(0.02)
    return int(told[1])
