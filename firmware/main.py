"""What MicroPython runs after boot.py."""

import boot

boot.start()
