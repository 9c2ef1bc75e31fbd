"""The error tree, named after situations.

Every message quotes what came, says what was wanted and gives the way out. Each error is also the builtin it is a
kind of, so that a caller who only knows Python still catches the right thing.
"""


class PerroquetError(Exception):
    """Anything Perroquet refuses or cannot do."""


class IllegalCommand(PerroquetError, ValueError):
    """A wish the rules refuse; the state is untouched.

    Attributes:
        code: stable machine name of the refusal, in snake case, also the key of the spoken sentence.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class NoSuchSeat(PerroquetError, LookupError):
    """A seat that is not at this table."""


class MalformedCase(PerroquetError, ValueError):
    """A rule case that contradicts itself or its format."""


class ConfigurationError(PerroquetError, ValueError):
    """A configuration file that cannot be used; quotes file, line and value."""


class JournalError(PerroquetError):
    """The journal cannot be read or written."""


class JournalTooNew(JournalError, ValueError):
    """Written by a newer Perroquet than this one."""


class JournalDamaged(JournalError, ValueError):
    """Damaged before its tail: whole events follow the damage, so cutting there would lose them."""


class JournalBusy(JournalError, RuntimeError):
    """Another Perroquet holds this journal."""


class StateFolderUnwritable(JournalError, PermissionError):
    """The state folder refuses writing."""


class PartMissing(PerroquetError, OSError):
    """A physical part is not there, or does not answer."""


class TotemLost(PartMissing):
    """The base went away or fell silent."""


class PartBusy(PerroquetError, OSError):
    """A part or address is in use by another program."""


class SpeakerLost(PartMissing):
    """No sound device, or it went away."""


class FirmwareIncompatible(PerroquetError, RuntimeError):
    """The base runs a protocol this host does not speak."""


class PinConflict(ConfigurationError):
    """Two parts on one pin, or a part on a pin that `hardware/pins.toml` gives to another."""


class WaitsForEver(PerroquetError, RuntimeError):
    """A run on virtual time in which nothing can happen any more."""
