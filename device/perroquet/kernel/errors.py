"""The error tree, named after situations.

Every message quotes what came, says what was wanted and gives the way out. Each error is also the builtin it is a
kind of, so that a caller who only knows Python still catches the right thing.
"""

from perroquet.kernel.readings import Cause


class PerroquetError(Exception):
    """Anything Perroquet refuses or cannot do."""


class WrongUse(PerroquetError, ValueError):
    """A command line that asks for what there is not; nothing was done."""


class IllegalCommand(PerroquetError, ValueError):
    """A wish the rules refuse; the state is untouched.

    Attributes:
        code: stable name of the refusal and key of the sentence that is said; every game has one for each of its own.

    The message goes to the log: nothing in it may be secret.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


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


class CaptureNotKept(PerroquetError, OSError):
    """The recording of a grab cannot be written; the evening goes on without it."""


class PartUnavailable(PerroquetError, OSError):
    """A physical part cannot be used.

    Attributes:
        cause: what players can mend.
    """

    cause = Cause.BROKEN


class PartMissing(PartUnavailable):
    """It is not there, or does not answer."""

    cause = Cause.MISSING


class PartBusy(PartUnavailable):
    """A part or address is in use by another program."""

    cause = Cause.BUSY


class PartForbidden(PartUnavailable, PermissionError):
    """This user may not open it."""

    cause = Cause.FORBIDDEN


class SpeakerLost(PartUnavailable):
    """No sound device, or it went away."""

    def __init__(self, cause: Cause, message: str) -> None:
        super().__init__(message)
        self.cause = cause


class CameraLost(PartUnavailable):
    """No camera, or it went away."""

    def __init__(self, cause: Cause, message: str) -> None:
        super().__init__(message)
        self.cause = cause


class PinConflict(ConfigurationError):
    """Two parts on one pin, or a part on a pin that `hardware/pins.toml` gives to another."""


class WaitsForEver(PerroquetError, RuntimeError):
    """A run on virtual time in which nothing can happen any more."""
