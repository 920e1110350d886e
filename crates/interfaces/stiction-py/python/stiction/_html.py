"""The view of a scenario in a notebook."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

__all__ = ["of_scenario"]


def of_scenario(table: Mapping[str, Any]) -> str:
    """Returns the title, and a row for each body, drive and connection with its numbers."""
    rows = []
    for kind in ("bodies", "drives", "connections"):
        for name, given in table.get(kind, {}).items():
            law = given.get("law", given)
            ports = given.get("ports", "") if kind == "connections" else ""
            between = ports if isinstance(ports, str) else ", ".join(map(str, ports))
            cells = (kind, name, between, str(law.get("type", "")), _entries(law))
            rows.append("".join(f"<td>{escape(cell)}</td>" for cell in cells))
    head = "".join(f"<th>{word}</th>" for word in ("", "name", "ports", "type", "parameters"))
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<p><b>{escape(table.get('title', ''))}</b></p><table><tr>{head}</tr>{body}</table>"


def _entries(table: Mapping[str, Any]) -> str:
    """Returns the parameters of a component, without the key of a law in Python, which means nothing to a reader."""
    given = {key: value for key, value in table.items() if key not in ("type", "ports", "object")}
    return ", ".join(f"{key} = {_short(value)}" for key, value in given.items())


def _short(value: Any) -> str:
    """Returns a value on one line."""
    if isinstance(value, Mapping):
        return f"{value.get('type', '')}({_entries(value)})"
    if isinstance(value, list) and len(value) > 9:
        return f"{len(value)} entries"
    return str(value)
