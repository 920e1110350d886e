"""The command `stiction`."""

from __future__ import annotations

import sys

from . import _stiction


def main() -> int:
    """Does what the arguments of the process say and returns the exit status."""
    return _stiction.command(["stiction", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
