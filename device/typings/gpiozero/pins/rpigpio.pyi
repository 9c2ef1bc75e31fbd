from gpiozero.pins import Factory

class RPiGPIOFactory(Factory):
    def _get_revision(self) -> int: ...
