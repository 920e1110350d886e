"""The command `stiction`."""

from __future__ import annotations

import sys

from . import _stiction


def main() -> int:
    """Runs the command with the arguments of the process and returns the exit status."""
    if not hasattr(_stiction, "command"):
        print("stiction: this package was built without the feature `command`", file=sys.stderr)
        return 1
    return _stiction.command(["stiction", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
