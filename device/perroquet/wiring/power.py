"""Switch the machine off after the shutdown menu, where the machine is the device."""

import logging
import subprocess

from perroquet.wiring.machine import Machine

_log = logging.getLogger(__name__)


def switch_off(machine: Machine, *, service: bool) -> bool:
    """Ask the system to power off; systemd/perroquet.polkit lets the service's user do so.

    Args:
        machine: this one; only a Pi is ever switched off.
        service: whether systemd started us. Who started perroquet by hand keeps the machine.

    Returns:
        Whether it was asked and agreed; a refusal is in the log.
    """
    if not (machine.is_pi and service):
        return False
    try:
        asked = subprocess.run(["systemctl", "poweroff"], capture_output=True, text=True, check=False)  # noqa: S607
    except OSError as err:
        _log.warning("the machine cannot be switched off (%s); switch it off with its own button", err)
        return False
    if asked.returncode != 0:
        _log.warning("the machine was not switched off: %s", asked.stderr.strip())
    return asked.returncode == 0
