"""`perroquet totem flash` and `selftest`: the base itself. The group is told of them in `cli/__init__`."""

import json as json_module

import typer

from perroquet.cli.options import Json
from perroquet.cli.totem import Port


def flash(port: Port = None) -> None:
    """Bring the base's firmware up to date. The device must not be running."""
    from perroquet.drivers.pi.totem_flash import flash as put

    put(port, typer.echo)


def selftest(
    port: Port = None,
    *,
    json: Json = False,
) -> None:
    """Look at every part of the base, the totem standing and hands off. Exit 1 if one is not well."""
    from perroquet.drivers.pi.totem_selftest import selftest as ask

    findings = ask(port)
    for finding in findings:
        if json:
            row = {"format": "perroquet-selftest/1", "part": finding.part, "ok": finding.ok, "found": finding.found}
            typer.echo(json_module.dumps(row | {"wanted": finding.wanted, "mend": finding.mend}))
        else:
            mend = f"  -> {finding.mend}" if finding.mend else ""
            typer.echo(f"{'ok ' if finding.ok else 'NOT'} {finding.part:<10} {finding.found}{mend}")
    raise typer.Exit(0 if all(finding.ok for finding in findings) else 1)
