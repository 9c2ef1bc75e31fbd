"""Tables under a camera, drawn. Readers are tuned on `tuning` alone; others are there to be met unprepared."""
