"""What a speaker should be doing now, kept on the host's clock: enough to bring any player to the same point."""

from perroquet.audio.keys import POLITE
from perroquet.audio.raid import RaidClock
from perroquet.audio.timeline import duration_ns, samples_in
from perroquet.kernel.cues import Ambience, ArmRaid, DisarmRaid, Play
from perroquet.kernel.sentences import Language
from perroquet.kernel.sounds import Scene
from perroquet.kernel.units import HostNs, Percent
from perroquet.ports.speaker import Hush, SetVolume, SoundOrder, Speak


class Standing:
    """The orders that last: volume, hush, ambience, and the raid with what is left of its count.

    Attributes:
        raid: its clock, as of the last `at`.
        language: of the last sentence, and so of the shout.
    """

    def __init__(self, at: HostNs) -> None:
        self.raid = RaidClock()
        self.volume: Percent = POLITE
        self.hushed = False
        self.seed = ""
        self.scene: Scene | None = None
        self.language = Language.FR
        self._at = at

    def until(self, at: HostNs) -> None:
        """Let time go by until `at`."""
        count = samples_in(at - self._at)
        self.raid.advance(count)
        self._at = HostNs(self._at + duration_ns(count)) if self.raid.live else at

    def take(self, order: SoundOrder, at: HostNs) -> None:
        """Remember `order`, given at `at`."""
        self.until(at)
        match order:
            case SetVolume(percent=percent):
                self.volume = percent
                self.raid.mute = percent == 0
            case Hush(on=on):
                self.hushed = self.raid.hushed = on
            case Ambience(on=on, seed=seed, scene=scene):
                self.raid.live = on
                self.seed, self.scene = (seed, scene) if on else (self.seed, self.scene)
            case ArmRaid(live=live):
                self.raid.left = live
            case DisarmRaid():
                self.raid.left = None
            case Speak(language=language):
                self.language = language
            case Play():
                pass  # it does not last

    def orders(self, at: HostNs) -> tuple[SoundOrder, ...]:
        """Return what a player that has just begun must be told at `at`."""
        self.until(at)
        lasting: list[SoundOrder] = [SetVolume(percent=self.volume), Hush(on=self.hushed)]
        if self.raid.live:
            lasting.append(Ambience(on=True, seed=self.seed, scene=self.scene))
        if self.raid.left is not None:
            lasting.append(ArmRaid(live=self.raid.left))
        return tuple(lasting)

    def raid_due(self) -> HostNs | None:
        """Return when the armed raid strikes if nothing changes; None = not, as things are."""
        due = self.raid.due()
        return None if due is None else HostNs(self._at + duration_ns(due))
