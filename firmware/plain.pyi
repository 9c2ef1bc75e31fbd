from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

class micropython:  # noqa: N801 - stands for the module
    @staticmethod
    def viper(function: F) -> F: ...

def const(value: int) -> int: ...

ptr8: Any
ptr16: Any
ptr32: Any
