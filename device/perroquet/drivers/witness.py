"""A totem whose windows somebody else sees as well: the bench draws them."""

from collections.abc import AsyncIterator, Callable, Sequence

from typing_extensions import override

from perroquet.kernel.readings import Window
from perroquet.kernel.units import Seq
from perroquet.ports import SectorLight, Totem
from perroquet.ports.totem import TotemReading


class WitnessedTotem(Totem):
    """`totem`, unchanged; `witness` is shown each `Window` as it passes."""

    def __init__(self, totem: Totem, witness: Callable[[Window], None]) -> None:
        self._totem = totem
        self._witness = witness

    @override
    async def readings(self) -> AsyncIterator[TotemReading]:
        async for reading in self._totem.readings():
            if isinstance(reading, Window):
                self._witness(reading)
            yield reading

    @override
    def show(self, sectors: Sequence[SectorLight], cause: Seq) -> None:
        self._totem.show(sectors, cause)

    @override
    async def aclose(self) -> None:
        await self._totem.aclose()
