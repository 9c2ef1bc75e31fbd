from collections.abc import Mapping

class PinInfo:
    name: str

class HeaderInfo:
    pins: Mapping[int, PinInfo]

class PiBoardInfo:
    headers: Mapping[str, HeaderInfo]
    @classmethod
    def from_revision(cls, revision: int) -> PiBoardInfo: ...
