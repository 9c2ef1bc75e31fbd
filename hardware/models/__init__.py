"""The printed parts, as code. `python -m hardware.models` draws them all; it needs `hardware/requirements.txt`."""
