"""`perroquet totem`: the base and what it feels. Each command works in a module of its own, imported when it runs."""

import typer

totem = typer.Typer(
    name="totem",
    help="The base that feels who grabs the totem: captures, rulings, photo finish, measurements.",
    no_args_is_help=True,
)


@totem.callback()
def group() -> None:
    """Keep `totem` a group, however many commands it has."""
