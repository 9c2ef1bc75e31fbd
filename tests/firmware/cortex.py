"""Machine code that `mpy-cross` emits for the RP2040, run in an emulator that counts cycles of its Cortex-M0+.

Timings are those of the Cortex-M0+ Technical Reference Manual (single-cycle multiplier, no wait states: the code of
viper functions lies in RAM). What MicroPython itself does around a call is not in it.
"""

import subprocess
import sys
import tempfile
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from perroquet.assets import firmware

_CODE, _DATA, _STACK, _GLUE = 0x10000, 0x100000, 0x80000, 0x40000
_INT = 2
_TO_NATIVE, _TO_OBJECT = 3, 4
_BYTECODE, _NATIVE, _VIPER = 0, 1, 2


class _Reader:
    """Fields of an .mpy file, version 6."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def take(self, size: int) -> bytes:
        self._at += size
        return self._data[self._at - size : self._at]

    def uint(self) -> int:
        value = 0
        while True:
            byte = self.take(1)[0]
            value = value << 7 | byte & 0x7F
            if not byte & 0x80:
                return value


def machine_code(source: Path, names: Sequence[str]) -> dict[str, bytes]:
    """Return the code of a module's viper functions; `names` are all of them, in the order of the file."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.mpy"
        command = [sys.executable, "-m", "mpy_cross", "-march=armv6m", "-o", str(out), str(source)]
        subprocess.run(command, check=True)
        reader = _Reader(out.read_bytes())
    assert reader.take(2) == b"M\x06"
    reader.take(2)
    strings, objects = reader.uint(), reader.uint()
    for _ in range(strings):
        length = reader.uint()
        if not length & 1:
            reader.take((length >> 1) + 1)
    assert reader.take(objects) == b"\0", "only the table of MicroPython's functions is expected among the constants"
    found: list[bytes] = []
    _code(reader, found)
    return dict(zip(names, found, strict=True))


def _code(reader: _Reader, found: list[bytes]) -> None:
    head = reader.uint()
    kind, code = head & 3, reader.take(head >> 3)
    if kind == _VIPER:
        reader.uint()
        found.append(code)
    assert kind in (_BYTECODE, _VIPER)
    if head & 4:
        for _ in range(reader.uint()):
            _code(reader, found)


class Function:
    """One viper function on an emulated RP2040."""

    def __init__(self, code: bytes) -> None:
        import unicorn
        from unicorn import arm_const as arm

        self._arm: Any = arm
        self._cycles = 0
        self._last: tuple[int, int] | None = None
        emulator: Any = unicorn
        self._cpu: Any = emulator.Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS)
        for base, size in ((_CODE, 0x10000), (_DATA, 0x80000), (_STACK - 0x8000, 0x10000), (_GLUE, 0x10000)):
            self._cpu.mem_map(base, size)
        self._cpu.mem_write(_CODE, code)
        # The function object, its module's context, the table of objects, whose first is the table of functions.
        context, objects, table = _GLUE + 0x100, _GLUE + 0x200, _GLUE + 0x300
        for at, value in ((_GLUE + 4, context), (context + 12, objects), (context + 8, objects), (objects, table)):
            self._cpu.mem_write(at, value.to_bytes(4, "little"))
        for index in range(64):
            self._cpu.mem_write(table + 4 * index, (_GLUE + 0x1000 + 16 * index | 1).to_bytes(4, "little"))
        self._cpu.hook_add(unicorn.UC_HOOK_CODE, self._step)
        self._next_data = _DATA

    def place(self, values: "array[int] | bytearray") -> int:
        """Put a buffer into memory; return its address."""
        data = bytes(values)
        at = self._next_data
        self._cpu.mem_write(at, data)
        self._next_data += (len(data) + 15) & ~15
        return at

    def mark(self) -> int:
        """Return where the next buffer would be placed."""
        return self._next_data

    def forget(self, mark: int) -> None:
        """Forget the buffers placed since `mark`."""
        self._next_data = mark

    def write(self, at: int, values: "array[int]") -> None:
        """Change a buffer."""
        self._cpu.mem_write(at, values.tobytes())

    def take(self, at: int, like: "array[int] | bytearray") -> bytes:
        """Return the bytes of a buffer."""
        size = len(bytes(like))
        return bytes(self._cpu.mem_read(at, size))

    def call(self, *args: int, addresses: Sequence[int] = ()) -> tuple[int, int]:
        """Call it; return (result, cycles). Numbers at `addresses` (positions) are buffers."""
        arm = self._arm
        values = [arg if k in addresses else arg << 1 | 1 for k, arg in enumerate(args)]
        where = _GLUE + 0x800
        for k, value in enumerate(values):
            self._cpu.mem_write(where + 4 * k, value.to_bytes(4, "little"))
        self._cycles, self._last = 0, None
        end = _GLUE + 0xF000
        for register, value in (
            (arm.UC_ARM_REG_R0, _GLUE),
            (arm.UC_ARM_REG_R1, len(args)),
            (arm.UC_ARM_REG_R2, 0),
            (arm.UC_ARM_REG_R3, where),
            (arm.UC_ARM_REG_SP, _STACK),
            (arm.UC_ARM_REG_LR, end | 1),
        ):
            self._cpu.reg_write(register, value)
        self._cpu.emu_start(_CODE | 1, end)
        return self._cpu.reg_read(arm.UC_ARM_REG_R0), self._cycles

    def _step(self, cpu: Any, address: int, size: int, _data: object) -> None:
        if self._last is not None:
            before, word = self._last
            self._cycles += _cost(word, taken=address != before + 2)
        if _GLUE <= address < _CODE + 0x100000 and address >= _GLUE + 0x1000:
            self._glue(cpu, (address - _GLUE - 0x1000) >> 4)
            self._last = None
            return
        word = int.from_bytes(cpu.mem_read(address, 2), "little")
        if size == 4:
            self._cycles += 3
            self._last = None
        else:
            self._last = (address, word)

    def _glue(self, cpu: Any, index: int) -> None:
        """Do what MicroPython would: convert an argument or the result."""
        arm = self._arm
        value, kind = cpu.reg_read(arm.UC_ARM_REG_R0), cpu.reg_read(arm.UC_ARM_REG_R1)
        if index == _TO_NATIVE and kind == _INT:
            value >>= 1
        assert index in (_TO_NATIVE, _TO_OBJECT), f"the code calls entry {index} of MicroPython's table"
        cpu.reg_write(arm.UC_ARM_REG_R0, value)
        cpu.reg_write(arm.UC_ARM_REG_PC, cpu.reg_read(arm.UC_ARM_REG_LR))


def _cost(word: int, *, taken: bool) -> int:
    """Return the cycles of a 16 bit instruction."""
    top = word >> 12
    if top == 0xD:
        return 2 if taken else 1
    if word >> 11 == 0b11100 or word >> 8 == 0x47:
        return 2
    if word >> 9 in (0b1011010, 0b1011110):  # push, pop
        many = bin(word & 0x1FF).count("1")
        return 1 + many + (2 if word >> 8 == 0xBD else 0)
    if top in (0x5, 0x6, 0x7, 0x8, 0x9) or word >> 11 == 0b01001:
        return 2
    return 2 if taken else 1


def hot_loops() -> dict[str, Function]:
    """Return the firmware's viper functions, compiled for the board."""
    code = machine_code(firmware().resolve() / "lines.py", ("decode", "stuff", "average", "feed", "level"))
    return {name: Function(one) for name, one in code.items()}
