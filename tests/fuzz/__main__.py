"""`make fuzz`: spoil inputs for as long as you like; whatever a reader does not expect is kept as a file.

python -m tests.fuzz [--seconds 30] [--seed 1] [TARGET ...]
python -m tests.fuzz --again FILE TARGET
"""

import argparse
import hashlib
import secrets
import sys
import time
import traceback
from pathlib import Path

from tests.fuzz.targets import TARGETS, Target, inputs, survives


def main() -> int:
    """Fuzz each target in turn; exit 1 if any reader was surprised."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=float, default=30.0, help="of each target")
    parser.add_argument("--seed", type=int, default=None, help="left out: another one each time")
    parser.add_argument("--again", type=Path, help="feed this one file to the target")
    parser.add_argument("--keep", type=Path, default=Path("build/fuzz"), help="where faults are kept")
    wish = parser.parse_args()
    unknown = set(wish.targets) - set(TARGETS)
    if unknown:
        parser.error(f"no such target: {', '.join(sorted(unknown))}; choose among {', '.join(TARGETS)}")
    if wish.again is not None:
        survives(TARGETS[wish.targets[0]], wish.again.read_bytes())
        return 0
    seed = secrets.randbelow(2**32) if wish.seed is None else wish.seed
    faults = [fault for name in wish.targets or TARGETS for fault in hunt(name, seed, wish.seconds, wish.keep)]
    return 1 if faults else 0


def hunt(name: str, seed: int, seconds: float, keep: Path) -> list[Path]:
    """Fuzz one target, print how many inputs it had, and return the files of what surprised it, one a kind."""
    target, count, kinds = TARGETS[name], 0, dict[str, Path]()
    end = time.monotonic() + seconds
    for data in inputs(target, seed):
        if time.monotonic() > end:
            break
        count += 1
        told = surprise(target, data)
        if told is not None and told not in kinds:
            keep.mkdir(parents=True, exist_ok=True)
            kinds[told] = keep / f"{name}-{hashlib.sha256(data).hexdigest()[:12]}"
            kinds[told].write_bytes(data)
            print(f"{name}: {told}; kept as {kinds[told]}", file=sys.stderr)  # noqa: T201
    print(f"{name}: {count} inputs, seed {seed}, {len(kinds)} faults")  # noqa: T201
    return list(kinds.values())


def surprise(target: Target, data: bytes) -> str | None:
    """Return what the reader did not expect and where, or None."""
    try:
        survives(target, data)
    except Exception as err:  # noqa: BLE001 - that is what is looked for
        last = traceback.extract_tb(err.__traceback__)[-1]
        return f"{type(err).__name__} at {Path(last.filename).name}:{last.lineno}"
    return None


if __name__ == "__main__":
    sys.exit(main())
