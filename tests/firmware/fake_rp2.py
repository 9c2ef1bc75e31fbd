"""Stands for MicroPython's `rp2` where the PIO program is assembled: RP2040 datasheet, section 3.4."""
# pyright: basic
# (instructions are made by many small functions without a name)

from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

_IN = {"pins": 0, "x": 1, "y": 2, "null": 3, "isr": 6, "osr": 7}
_OUT = {"pins": 0, "x": 1, "y": 2, "null": 3, "pindirs": 4, "pc": 5, "isr": 6}
_SET = {"pins": 0, "x": 1, "y": 2, "pindirs": 4}
_MOV_TO = {"pins": 0, "x": 1, "y": 2, "pc": 5, "isr": 6, "osr": 7}
_MOV_FROM = {"pins": 0, "x": 1, "y": 2, "null": 3, "status": 5, "isr": 6, "osr": 7}
_JMP = {"": 0, "not_x": 1, "x_dec": 2, "not_y": 3, "y_dec": 4, "x_not_y": 5, "pin": 6, "not_osre": 7}
_INVERT = 8


@dataclass
class Program:
    """Instructions as 16 bit words, and where it wraps."""

    words: list[int] = field(default_factory=list[int])
    wrap_target: int = 0
    wrap: int = 0


class _Delay:
    """What an instruction returns, so that `[n]` may follow it."""

    def __init__(self, program: Program) -> None:
        self._program, self._at = program, len(program.words) - 1

    def __getitem__(self, cycles: int) -> None:
        assert 0 <= cycles < 32
        self._program.words[self._at] |= cycles << 8


def assemble(source: Callable[[], None]) -> Program:
    """Run the function with the names of the instructions, twice: labels may be used before they are set."""
    labels: dict[str, int] = {}
    for _ in range(2):
        program = Program()
        exec(source.__code__, {"LINES": source.__globals__["LINES"], **_names(program, labels)})  # noqa: S102
    assert len(program.words) <= 32, f"{len(program.words)} instructions; a PIO holds 32"
    return program


def _names(program: Program, labels: dict[str, int]) -> dict[str, Any]:
    def emit(word: int) -> _Delay:
        program.words.append(word)
        return _Delay(program)

    def jmp(first: str, target: str | None = None) -> _Delay:
        condition, label = ("", first) if target is None else (first, target)
        return emit(_JMP[condition] << 5 | labels.get(label, 0))

    def mov(to: str, source: str | tuple[str, int]) -> _Delay:
        name, operation = source if isinstance(source, tuple) else (source, 0)
        return emit(0xA000 | _MOV_TO[to] << 5 | operation | _MOV_FROM[name])

    def label(name: str) -> None:
        labels[name] = len(program.words)

    words = {name: name for name in (*_IN, *_OUT, *_JMP, "block", "noblock")}
    return {
        **words,
        "jmp": jmp,
        "mov": mov,
        "in_": lambda source, bits: emit(0x4000 | _IN[source] << 5 | bits & 31),
        "out": lambda to, bits: emit(0x6000 | _OUT[to] << 5 | bits & 31),
        "set": lambda to, value: emit(0xE000 | _SET[to] << 5 | value),
        "push": lambda how: emit(0x8000 | (how == "block") << 5),
        "pull": lambda how: emit(0x8080 | (how == "block") << 5),
        "invert": lambda name: (name, _INVERT),
        "label": label,
        "wrap_target": lambda: setattr(program, "wrap_target", len(program.words)),
        "wrap": lambda: setattr(program, "wrap", len(program.words) - 1),
    }


class _PIO:
    IN_LOW, IN_HIGH, OUT_LOW, OUT_HIGH = range(4)
    SHIFT_LEFT, SHIFT_RIGHT = range(2)


def _asm_pio(**_settings: object) -> Callable[[Callable[[], None]], Program]:
    return assemble


def module() -> ModuleType:
    """Return a module to import as `rp2`; `asm_pio` assembles into a `Program`."""
    fake: Any = ModuleType("rp2")
    fake.PIO = _PIO
    fake.asm_pio = _asm_pio
    return fake
