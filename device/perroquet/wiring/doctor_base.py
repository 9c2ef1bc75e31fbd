"""The doctor's checks of the totem base: there, up to date, and what it says of its own lines and sensors."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from perroquet.drivers.pi.totem import BY_ID, find_port
from perroquet.kernel.errors import PartBusy, PartMissing, PartUnavailable
from perroquet.kernel.sentences import say
from perroquet.link.selftest import Finding as Answer
from perroquet.wiring.config import Configuration
from perroquet.wiring.findings import Finding, State, absent, finding, wanted_here
from perroquet.wiring.machine import Machine

Ask = Callable[[str], Sequence[Answer]]

ORGANS: Final = {
    "base-firmware": (("firmware",), "wanted-firmware", "mend-firmware"),
    "base-lines": (("totem", "ring", "column"), "wanted-lines", "mend-lines"),
    "base-supports": (("support",), "wanted-supports", "mend-supports"),
    "base-motion": (("IMU",), "wanted-motion", "mend-motion"),
}
"""Part of the doctor -> first words of the base's answers that it gathers, what is wanted, the mend."""


def ask_once(ask: Ask) -> Ask:
    """Return `ask` that asks each port once: an answer takes seconds, and so does a refusal."""
    known: dict[str, Sequence[Answer] | PartUnavailable] = {}

    def asked(port: str) -> Sequence[Answer]:
        if port not in known:
            try:
                known[port] = ask(port)
            except PartUnavailable as err:
                known[port] = err
        answer = known[port]
        if isinstance(answer, PartUnavailable):
            raise answer
        return answer

    return asked


def check_base(machine: Machine, config: Configuration) -> Finding:
    """Want the base where its driver will look for it."""
    by_id = machine.path(BY_ID)
    named = None if config.totem.port == "auto" else config.totem.port
    wanted = named or say("wanted-base", words={"folder": str(BY_ID)})
    port = _port(machine, config)
    if port is not None:
        return finding("base", State.OK, Path(port).name, wanted, say("mend-base"))
    others = ", ".join(sorted(path.name for path in by_id.glob("*")))
    state = absent(required=wanted_here(machine, config.parts.totem))
    return finding("base", state, others, wanted, say("mend-base"))


def check_organ(part: str) -> Callable[[Machine, Configuration], Finding]:
    """Return the check of one of `ORGANS`; a base that somebody uses is not disturbed."""
    words, wanted, mend = ORGANS[part]

    def check(machine: Machine, config: Configuration) -> Finding:
        port = _port(machine, config)
        if port is None:
            return finding(part, State.ABSENT_OPTIONAL, "", say(wanted), say("mend-base"))
        try:
            answers = [answer for answer in machine.ask_base(port) if answer.part.startswith(words)]
        except PartBusy:
            return finding(part, State.OK, say("found-in-use"), say(wanted), say(mend))
        except PartUnavailable as err:
            return finding(part, State.WRONG, str(err), say(wanted), say("mend-silent-base"))
        ailing = [answer for answer in answers if not answer.ok]
        told = "; ".join(
            answer.found if answer.part in words else f"{answer.part}: {answer.found}"
            for answer in ailing or answers[:1]
        )
        return finding(part, State.WRONG if ailing else State.OK, told, say(wanted), say(mend))

    return check


def _port(machine: Machine, config: Configuration) -> str | None:
    named = None if config.totem.port == "auto" else str(machine.path(config.totem.port))
    try:
        return find_port(named, by_id=machine.path(BY_ID))
    except PartMissing:
        return None
