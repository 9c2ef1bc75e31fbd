"""One evening: commands in; journal, rulings and cues out. The one async place."""
