"""Measure the page: weight, time to interactive, memory with ten phones, latency to all pages, and a long soak.

Run: python tests/benchmarks/bench_page.py [--phones N] [--commands N] [--minutes N]. Goals: at most 300 MB (sum of the
processes' PSS) with ten phones; no growth and no error over thirty simulated minutes of joining and leaving. All of it
is simulation on a PC; phones of the latency and the soak are sockets without a browser.
"""

import argparse
import sys
import tempfile
import threading
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))  # run as a script, the tests are not a package yet

from perroquet.web.server import AWAY_S
from playwright.sync_api import Browser

from tests.benchmarks.bench_device import family, pss_mb, running
from tests.web.browser import PHONE, chromium
from tests.web.phone import BROWSER, Phone, phone

PAGES = {"door": "porte", "seat": "", "table": "table", "host": "hote", "bench": "banc", "photos": "photos"}
THROTTLE = 4
"""A phone of some years ago is about so many times slower than this machine."""

WATCH = """
    const there = () => window.did_handshake === true || document.querySelector(".porch button");
    const watch = setInterval(() => {
      if (document.readyState === "loading" || !there()) return;
      window.interactive = performance.now();
      clearInterval(watch);
    }, 10);
"""
"""Interactive: drawn, its socket open; at the door, its one button there. The page itself looks, nobody asks it."""

LOOK = 30
"""Comings and goings between two looks at the memory."""

VISIT_S = 12.0
"""Simulated seconds between two comings and goings in the soak."""


def code_of(link: str) -> str:
    return link.rstrip("/").rsplit("/", 1)[1].split()[0]


def join(base: str, code: str) -> str:
    """Give the code; return the cookie. The first to join is the host. Who knocks before the page is up waits."""
    answer = BROWSER.get(f"{base}entrer/{code}", timeout=60)
    BROWSER.cookies.clear()
    return answer.cookies["perroquet"]


def measure_weight(browser: Browser, base: str, link: str) -> None:
    for name, path in PAGES.items():
        context = browser.new_context(viewport=PHONE)
        page = context.new_page()
        client: Any = context.new_cdp_session(page)  # untyped there
        client.send("Network.enable")
        client.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
        received = {"bytes": 0, "requests": 0}

        def add(event: dict[str, float], received: dict[str, int] = received) -> None:
            received["bytes"] += int(event["encodedDataLength"])
            received["requests"] += 1

        client.on("Network.loadingFinished", add)
        page.add_init_script(WATCH)
        if path != "porte":
            cookie = join(base, code_of(link))
            context.add_cookies([{"name": "perroquet", "value": cookie, "url": base}])
        times: list[float] = []
        weight = 0
        for nth in range(4):
            received["bytes"] = received["requests"] = 0
            page.goto(f"{base}{path}", wait_until="load")
            times.append(page.wait_for_function("window.interactive").json_value())
            if nth == 0:
                weight, first = received["bytes"], received["requests"]
                print(f"page {name}: {weight / 1024:.0f} kB in {first} requests, first visit {times[0]:.0f} ms", end="")
        again = median(times[1:])
        print(f"; again {received['bytes'] / 1024:.0f} kB, {again:.0f} ms to interactive ({THROTTLE}x CPU throttle)")
        context.close()


@contextmanager
def phones(base: str, code: str, count: int) -> Generator[list[Phone]]:
    with ExitStack() as stack:
        yield [stack.enter_context(phone(base, "table", join(base, code))) for _ in range(count)]


def total_pss(pid: int) -> float:
    return sum(pss_mb(one) for one in family(pid))


def measure_latency(base: str, code: str, host: str, count: int, commands: int) -> None:
    """From the host's press of HUSH, to the last of all pages that shows it."""
    with phones(base, code, count) as opened, phone(base, "hote", host) as console:
        for one in (*opened, console):
            one.wait_for_event(0)
        key, listener = next(
            (key, one["events"][0])
            for key, one in console.elements.items()
            if "press" in (one.get("class") or []) and _says(console, key, "HUSH")
        )
        taken: list[float] = []
        for _ in range(commands):
            seq = max(one.shown_seq() for one in opened)
            began = time.monotonic()
            console.tell(key, listener)
            readers = [
                threading.Thread(target=one.wait_for_event, args=(seq + 1,), kwargs={"settle": False}) for one in opened
            ]
            for reader in readers:
                reader.start()
            for reader in readers:
                reader.join()
            taken.append((time.monotonic() - began) * 1000)
            while console.read(0.12) is not None:  # and within what one page may ask for
                pass
        worst = quantiles(taken, n=100)[98]
        print(f"command -> all {count} pages: p50 {median(taken):.1f} ms, p99 {worst:.1f} ms (n={commands})")


def _says(console: Phone, key: str, text: str) -> bool:
    children: list[int] = console.elements[key].get("children") or []
    return any(console.elements[str(child)].get("text") == text for child in children)


def measure_soak(pid: int, base: str, code: str, minutes: float, count: int) -> None:
    """Clients join and leave, all of them each `VISIT_S` simulated seconds, as quickly as this machine can."""
    visits = int(minutes * 60 / VISIT_S)
    memory: list[float] = []
    errors = 0
    began = time.monotonic()
    for nth in range(visits):
        try:
            with ExitStack() as stack:
                pages = ("table", "photos", "")
                cookies = [join(base, code) for _ in range(count)]
                opened = [stack.enter_context(phone(base, pages[nth % 3], cookie)) for cookie in cookies]
                for one in opened:
                    one.wait_for_event(0, settle=False)
        except AssertionError as err:  # a page that was asked for too often, or did not come
            errors += 1
            print(f"  visit {nth}: {str(err)[:80]}")
        if nth % LOOK == LOOK - 1:
            time.sleep(AWAY_S + 1)  # until then a page waits for its browser to come back
            memory.append(total_pss(pid))
            took = time.monotonic() - began
            print(f"  after {nth + 1}: {memory[-1]:.0f} MB, {errors} errors, {took:.0f} s", flush=True)
    took = time.monotonic() - began
    print(
        f"soak: {visits} comings and goings of {count} clients ({minutes:.0f} simulated minutes in {took:.0f} s), "
        f"{errors} errors; memory {memory[0]:.0f} MB after {LOOK}, {memory[-1]:.0f} MB at the end, "
        f"most {max(memory):.0f} MB"
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--phones", type=int, default=10)
    options.add_argument("--commands", type=int, default=200, help="0 = no latency")
    options.add_argument("--minutes", type=float, default=30.0, help="0 = no soak")
    options.add_argument("--no-weight", dest="weight", action="store_false", help="no browser, no weight")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as state, running(Path(state)) as (pid, link, _):
        base, code = link.split("entrer")[0], code_of(link)
        host = join(base, code)
        quiet = total_pss(pid)
        with phones(base, code, asked.phones) as opened:
            for one in opened:
                one.wait_for_event(0)
            full = total_pss(pid)
            print(f"memory: {quiet:.0f} MB before, {full:.0f} MB PSS with {asked.phones} phones (goal <= 300 MB)")
        if asked.commands:
            measure_latency(base, code, host, asked.phones, asked.commands)
        if asked.minutes:
            measure_soak(pid, base, code, asked.minutes, asked.phones)
    if not asked.weight:
        return
    with tempfile.TemporaryDirectory() as state, running(Path(state)) as (_, link, _), chromium() as browser:
        base = link.split("entrer")[0]
        join(base, code_of(link))
        measure_weight(browser, base, link)


if __name__ == "__main__":
    main()
