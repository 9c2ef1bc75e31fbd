"""The contract of `ports.Display`, on the twin of its chip; and what is drawn.

It draws in a thread, so these tests wait for what they want to see, in real time.
"""

import asyncio
import logging
from collections.abc import Callable

import numpy as np
import pytest
from perroquet.drivers.i2c import Oled, OledChip
from perroquet.drivers.i2c.paper import HEIGHT, WIDTH, draw, picture
from perroquet.drivers.sim.chips import SimOled
from perroquet.kernel.units import Seq

DEADLINE_S = 20.0
RED = ("Rouge a le totem.", "On attend Bleu.")
BLUE = ("Bleu a le totem.", "On attend Rouge.")
LONG = ("Chaque joueur appuie sur le bouton de sa place. " * 6, "Retournez une carte, s’il vous plaît. " * 4)


async def shown(chip: SimOled, words: tuple[str, str], first: int = 0) -> None:
    """Wait until the chip has the picture of `words` in its memory."""
    wanted = draw(*words)
    await until(lambda: chip.rows(first) == wanted)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(DEADLINE_S):
        while not true():  # noqa: ASYNC110 - the twin is a chip: it tells nobody
            await asyncio.sleep(0.001)


@pytest.mark.parametrize("kind", OledChip)
def test_what_is_shown_is_on_the_glass_of_either_chip_and_is_dark_after_the_end(kind: OledChip):
    async def play() -> None:
        chip = SimOled()
        display = Oled(chip, kind)
        display.show(*RED, Seq(1))
        await shown(chip, RED, kind.first)
        assert chip.lit
        await display.aclose()
        await display.aclose()
        assert not chip.lit

    asyncio.run(play())


def test_only_the_rows_that_changed_are_sent():
    async def play() -> None:
        chip = SimOled()
        display = Oled(chip, OledChip.SSD1306)
        display.show(*RED, Seq(1))
        await shown(chip, RED)
        whole = chip.sent
        display.show(RED[0], BLUE[1], Seq(2))
        await shown(chip, (RED[0], BLUE[1]))
        await display.aclose()
        assert whole == WIDTH * HEIGHT // 8
        assert whole < chip.sent < whole * 3 // 2

    asyncio.run(play())


def test_of_many_at_once_the_newest_is_shown():
    async def play() -> None:
        chip = SimOled()
        display = Oled(chip, OledChip.SSD1306)
        for seq in range(1, 50):
            display.show(*(RED if seq % 2 else BLUE), Seq(seq))
        display.show(*BLUE, Seq(50))
        await shown(chip, BLUE)
        await display.aclose()
        assert chip.sent <= 2 * WIDTH * HEIGHT // 8

    asyncio.run(play())


def test_a_lost_display_is_logged_once_and_back_with_the_next_sentence(caplog: pytest.LogCaptureFixture):
    async def play() -> None:
        chip = SimOled()
        chip.there = False
        display = Oled(chip, OledChip.SSD1306)
        display.show(*RED, Seq(1))
        await until(lambda: bool(caplog.records))
        display.show(*RED, Seq(2))
        chip.there = True
        display.show(*BLUE, Seq(3))
        await shown(chip, BLUE)
        await display.aclose()

    asyncio.run(play())
    assert [(record.levelno, record.getMessage().split(":")[0]) for record in caplog.records] == [
        (logging.WARNING, "the display")
    ]


def ink(said: str, awaits: str) -> np.ndarray:
    return np.asarray(picture(said, awaits))


def test_the_rows_of_bytes_are_the_picture():
    rows = draw(*RED)
    dots = np.unpackbits(np.frombuffer(b"".join(rows), np.uint8).reshape(8, 1, WIDTH), axis=1, bitorder="little")

    assert (dots.reshape(HEIGHT, WIDTH).astype(bool) == ink(*RED)).all()


def test_nothing_to_say_is_dark_and_nothing_awaited_has_no_bar():
    assert not ink("", "").any()
    assert not ink(RED[0], "")[-20:].any()


def test_what_is_awaited_stands_below_on_light():
    assert ink("", "On attend Bleu.")[-1].all()
    assert not ink("", "On attend Bleu.")[:40].any()


def test_a_short_sentence_is_larger_than_a_long_one():
    def first_line(said: str) -> int:
        lit = [bool(row.any()) for row in ink(said, "")]
        return lit.index(False, lit.index(True))

    assert first_line("Duel") > first_line("Duel entre tous les autres. " * 4) > 5


def test_a_sentence_that_fits_at_no_size_ends_in_dots_and_leaves_the_bar_alone():
    long, cut = ink(*LONG), ink(LONG[0] + "Et encore.", LONG[1])

    assert (long == cut).all()
    assert long[-22].all()


@pytest.mark.parametrize("letter", "éèêëàâçîïôùûüœÉÈÀÇŒ’«»…")
def test_the_letters_have_what_french_wants(letter: str):
    """A letter that is missing is drawn as the box of missing letters."""
    assert (ink(letter, "") != ink("\ufffe", "")).any()
