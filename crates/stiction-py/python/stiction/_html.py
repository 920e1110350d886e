"""What a notebook shows of a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

__all__ = ["of_scenario"]


def of_scenario(table: Mapping[str, Any]) -> str:
    """The title, and a row for each body, drive and connection with its numbers."""
    rows = []
    for kind in ("bodies", "drives", "connections"):
        for name, given in table.get(kind, {}).items():
            law = given.get("law", given)
            ports = given.get("ports", "") if kind == "connections" else ""
            between = ports if isinstance(ports, str) else ", ".join(map(str, ports))
            rest = ", ".join(f"{key} = {_short(value)}" for key, value in law.items() if key not in ("type", "ports", "object"))
            rows.append("".join(f"<td>{escape(cell)}</td>" for cell in (kind, name, between, str(law.get("type", "")), rest)))
    head = "".join(f"<th>{word}</th>" for word in ("", "name", "ports", "type", "parameters"))
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<p><b>{escape(table.get('title', ''))}</b></p><table><tr>{head}</tr>{body}</table>"


def _short(value: Any) -> str:
    """A number, or what a table is in a word."""
    if isinstance(value, Mapping):
        return str(value.get("type", "…"))
    if isinstance(value, list) and len(value) > 9:
        return f"{len(value)} entries"
    return str(value)
