class NanoTTS:
    def speak(
        self,
        text: str,
        voice: str | None = None,
        speed: float | None = None,
        pitch: float | None = None,
        volume: float | None = None,
    ) -> bytes: ...
