"""The photo finish: one picture of a grab that anybody can check the ruling on."""

from perroquet.photo_finish.drawing import Caption, photo_finish
from perroquet.photo_finish.headline import Outcome, headline

__all__ = ["Caption", "Outcome", "headline", "photo_finish"]
