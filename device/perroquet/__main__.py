"""Run the command line with ``python -m perroquet``."""

from perroquet.cli import main

if __name__ == "__main__":
    main()
