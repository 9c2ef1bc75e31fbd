"""The voice's own process, `python -m perroquet.audio.speech`: one request a line on stdin, samples on stdout.

It says `READY` once it can be asked. A request is a JSON list `[text, language, pitch, speed]`. The answer is the
number of bytes that follow, four of them, little endian, then 16 kHz mono int16 samples; no bytes when the synthesis
failed. It lives apart because a synthesis can hang, and ending a process is the only sure way to stop it. The process
ends when its stdin does.
"""

import json
import sys
from typing import Final

READY: Final = b"+"

VOICES: Final = {"fr": "fr-FR", "en": "en-GB"}
_VOLUME: Final = 0.5  # at 1.0 the synthesis clips


def main() -> None:
    """Answer requests until there are no more."""
    from py_nanotts import NanoTTS

    speak = NanoTTS().speak
    answers = sys.stdout.buffer
    answers.write(READY)
    answers.flush()
    for line in sys.stdin.buffer:
        text, language, pitch, speed = json.loads(line)
        try:
            samples = speak(text, voice=VOICES[language], pitch=pitch, speed=speed, volume=_VOLUME)
        except RuntimeError:  # the library's only error: it could not
            samples = b""
        answers.write(len(samples).to_bytes(4, "little") + samples)
        answers.flush()


if __name__ == "__main__":
    main()
