# pyright: basic, reportUndefinedVariable=false, reportCallIssue=false, reportMissingImports=false
# ruff: noqa: F821
# (rp2.asm_pio gives the names of the instructions to the function it assembles)
"""The PIO program that measures all lines at once. Runs on the RP2040 only; executed in an emulator by the tests.

Each scan: drive every line low through its pad, let all go together, and while the pull-ups charge them look at all
pins every eight cycles. Only changes are told: a word of 20 pins << 12 | looks left; 0xFFF there ends the scan. So
lines guard each other, and a scan costs as many words as there are instants at which lines rise, and one.
"""

import rp2

LINES = 20
LOOK_CYCLES = 8
"""Cycles between two looks: 64 ns at 125 MHz."""


@rp2.asm_pio(
    out_init=(rp2.PIO.IN_LOW,) * LINES,
    in_shiftdir=rp2.PIO.SHIFT_LEFT,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
)
def touch():
    """Wait for a number of looks in the TX FIFO, which starts a scan; tell it in the RX FIFO."""
    wrap_target()
    pull(block)
    mov(x, osr)
    mov(osr, invert(null))
    out(pindirs, 32)  # every pad drives low
    set(y, 31)
    label("discharge")
    jmp(y_dec, "discharge")[31]  # 8.2 us
    mov(isr, x)
    mov(osr, null)
    out(pindirs, 32)  # let go
    mov(osr, isr)  # looks left
    mov(x, null)  # the pins as last seen
    label("look")
    mov(isr, null)
    in_(pins, LINES)
    mov(y, isr)
    jmp(x_not_y, "changed")
    label("count")
    mov(y, osr)
    jmp(y_dec, "go on")
    mov(isr, x)
    in_(y, 12)  # y has gone below zero: all ones
    push(noblock)
    wrap()
    label("go on")
    mov(osr, y)
    jmp("look")
    label("changed")
    mov(x, y)
    in_(osr, 12)
    push(noblock)
    jmp("count")
