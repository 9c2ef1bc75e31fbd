"""`perroquet vision`: the camera. Print what it needs, calibrate it, teach it a deck, read a picture, measure it."""

import json as jsonlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perroquet.cli.deck import write
from perroquet.cli.options import Json
from perroquet.kernel.errors import PerroquetError, WrongUse

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

vision = typer.Typer(name="vision", help="The camera above the table.", no_args_is_help=True)

Lens = Annotated[Path | None, typer.Option(help="As `calibrate` wrote it; none = as the lens left the factory.")]
Book = Annotated[Path | None, typer.Option(help="A deck as `enrol` wrote it; none = our own.")]
Pictures = Annotated[list[Path], typer.Argument(help="Pictures (PNG, JPEG), all of one size.", readable=False)]


_PICTURES = (".png", ".jpg")


class CannotReadPicture(PerroquetError, OSError):
    """A file that is no picture."""


@vision.command()
def sheets(
    output: Annotated[Path, typer.Option("--output", "-o", help="A folder.")],
) -> None:
    """Write what is to be printed: mat.pdf for under the base, lens.pdf for `calibrate`."""
    from perroquet.vision.prints import lens_sheet, mat

    write(output / "mat.pdf", mat())
    write(output / "lens.pdf", lens_sheet())


@vision.command()
def calibrate(
    pictures: Pictures,
    output: Annotated[Path, typer.Option("--output", "-o", help="The lens file.")],
    *,
    json: Json = False,
) -> None:
    """Learn the lens from pictures of the lens sheet."""
    from perroquet.vision.calibration import calibrate_lens, lens_text
    from perroquet.vision.sight import first_lens

    greys = [_grey(file) for file in pictures]
    height, width = greys[0].shape
    lens, off = calibrate_lens(greys, first_lens((width, height)))
    write(output, lens_text(lens).encode())
    told = {"format": "perroquet-calibration/1", "pictures": len(greys), "off_px": round(off, 3), "file": str(output)}
    typer.echo(jsonlib.dumps(told) if json else f"{output}: corners are {off:.2f} px off (under 1 is good)")


@vision.command()
def enrol(
    folder: Annotated[Path, typer.Argument(help="A folder with one folder of pictures a card, named as the card.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The learnt deck.")],
    side_px: Annotated[float, typer.Option(help="Side of the card's white square in these pictures, pixels.")],
    inner_mm: Annotated[float, typer.Option(help="The same in millimetres.")] = 47.0,
    *,
    json: Json = False,
) -> None:
    """Learn a deck from pictures of each card, some a card, lying still and alone."""
    from perroquet.vision.book import Book as Learnt
    from perroquet.vision.deck import Face
    from perroquet.vision.enrol import CannotEnrol, learn, save, warnings

    shown = sorted(each for each in folder.glob("*") if each.is_dir())
    if len(shown) < 2:
        raise CannotEnrol(f"{folder} holds {len(shown)} folders of pictures; one a card is wanted, two at least")
    pages = tuple(learn(Face(each.name), (_grey(file) for file in sorted(each.iterdir())), side_px) for each in shown)
    save(Learnt(name=folder.name, inner_mm=inner_mm, pages=pages, tints={}), output)
    found = warnings(pages)
    if json:
        told = {"format": "perroquet-enrolment/1", "faces": len(pages), "warnings": found, "file": str(output)}
        typer.echo(jsonlib.dumps(told))
    else:
        for line in (*found, f"{output}: {len(pages)} faces"):
            typer.echo(line)


@vision.command()
def read(
    image: Annotated[Path, typer.Argument(help="A picture of the whole table.", readable=False)],
    seats: Annotated[str, typer.Option(help="Azimuths of seats 1, 2, ... in degrees: 0,90,180,270")] = "0,90,180,270",
    lens: Lens = None,
    book: Book = None,
    *,
    json: Json = False,
) -> None:
    """Read the cards of one picture. Exit 1 when the camera's place cannot be told from it."""
    from perroquet.cli.vision_read import seats_of, spots

    for line in spots(image, seats_of(seats), lens, book, as_json=json):
        typer.echo(line)


@vision.command()
def bench(
    n: Annotated[int, typer.Option(help="Scenes a row.", min=10)] = 400,
    seed: Annotated[int, typer.Option(help="Same seed, same figures but for times.")] = 1,
    renderer: Annotated[str, typer.Option(help="a: the one it was tuned on; others are held out.")] = "a",
    flips: Annotated[int | None, typer.Option(help="Flips of the duel rows; as many as `n` unless told.")] = None,
    only: Annotated[list[str] | None, typer.Option(help="A part, again for more; all unless told.")] = None,
    into: Annotated[Path | None, typer.Option(help="Add to this file, with a seed that is not in it yet.")] = None,
    *,
    json: Json = False,
) -> None:
    """Measure the goals on drawn tables."""
    from perroquet.bench.vision import PARTS
    from perroquet.cli.vision_bench import bench_lines

    _refuse_unknown(renderer)
    if unknown := [part for part in only or () if part not in PARTS]:
        raise WrongUse(f"there is no part {unknown[0]!r}; take some of {', '.join(PARTS)}")
    for line in bench_lines(n, flips or n, seed, renderer, only or tuple(PARTS), into, as_json=json):
        typer.echo(line)


@vision.command()
def gallery(
    output: Annotated[Path, typer.Option("--output", "-o", help="A picture, PNG or JPEG.")],
    renderer: Annotated[str, typer.Option(help="Who draws: a, b, c, d.")] = "a",
    seed: Annotated[int, typer.Option(help="Same seed, same picture.")] = 1,
) -> None:
    """Draw hard scenes with what is read in them beside the truth."""
    import cv2

    from perroquet.bench.vision import gallery as drawn

    _refuse_unknown(renderer)
    told, encoded = cv2.imencode(output.suffix, drawn(renderer, seed)) if output.suffix in _PICTURES else (False, None)
    if not told or encoded is None:
        raise WrongUse(f"{output} is no name of a picture; end it with {' or '.join(_PICTURES)}")
    write(output, encoded.tobytes())


def _refuse_unknown(renderer: str) -> None:
    from perroquet.bench.vision import RENDERERS

    if renderer not in RENDERERS:
        raise WrongUse(f"there is no renderer {renderer!r}; take one of {', '.join(RENDERERS)}")


def _grey(file: Path) -> "NDArray[np.uint8]":
    import cv2
    import numpy as np

    grey = cv2.imread(str(file), cv2.IMREAD_GRAYSCALE)
    if grey is None:
        raise CannotReadPicture(f"{file} is no picture; a PNG or a JPEG is wanted")
    return np.asarray(grey, np.uint8)
