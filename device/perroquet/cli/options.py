"""Options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

Config = Annotated[Path | None, typer.Option(help="Configuration file (TOML).", readable=False)]
"""Whether a file can be read is answered by whoever reads it, in one line."""

Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
