"""Packages that only some functions need."""

from __future__ import annotations

import importlib
from typing import Any

from .errors import MissingExtraError


def need(module: str, extra: str) -> Any:
    """Returns the module, or raises an error that says how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.split(".")[0]
        raise MissingExtraError(
            f"this needs {package}, which is not installed: pip install 'stiction[{extra}]'"
        ) from error
