"""The photo finish: one picture of a grab that anybody can check the ruling on."""

from perroquet.photo_finish.drawing import Caption, photo_finish

__all__ = ["Caption", "photo_finish"]
