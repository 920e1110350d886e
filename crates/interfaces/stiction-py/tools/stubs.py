"""Writes the stubs of the modules whose functions the engine describes.

    python crates/interfaces/stiction-py/tools/stubs.py           # writes them
    python crates/interfaces/stiction-py/tools/stubs.py --check   # says whether they are up to date

They stand beside the Python sources, `laws.pyi` and so on. Types, texts and defaults are those of the schema of the
engine, as at run time; only the mapping to Python types is defined here.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from stiction import _components, _law
from stiction._components import Component, documentation, entries, parameters, schema, word

SOURCES = Path(__file__).parent.parent / "python" / "stiction"
CLASSES: list[type[Component]] = [
    _law.Law,
    _components.Map,
    _components.Body,
    _components.Drive,
    _components.Signal,
    _components.LimitSet,
    _components.Shape,
    _components.Part,
]
# Python classes for the definitions of the schema that are classes of components.
NAMED = {of.definition: of.__name__ for of in CLASSES if of.definition}

HEAD = '''# Written by tools/stubs.py; do not edit.

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

{imports}

_Number: TypeAlias = float | np.floating[Any] | np.integer[Any]
_Count: TypeAlias = int | np.integer[Any]
_Numbers: TypeAlias = Sequence[float] | NDArray[Any]
_Table: TypeAlias = Mapping[str, Any]
'''


def type_of(value: dict[str, Any]) -> str:
    """Returns the type of a parameter."""
    if "$ref" in value:
        return referred(value["$ref"].rsplit("/", 1)[-1])
    for several in ("anyOf", "oneOf"):
        if several in value:
            return union(type_of(one) for one in value[several] if one.get("type") != "null")
    if "const" in value:
        return f"Literal[{value['const']!r}]"
    if "enum" in value:
        return f"Literal[{', '.join(repr(one) for one in value['enum'])}]"
    kind = value.get("type")
    if isinstance(kind, list):
        kind = next(one for one in kind if one != "null")
    if kind == "array":
        inner = type_of(value.get("items", {}))
        return "_Numbers" if inner == "_Number" else f"Sequence[{inner}] | NDArray[Any]"
    plain = {"number": "_Number", "integer": "_Count", "boolean": "bool", "string": "str", "object": "_Table"}
    return plain.get(str(kind), "Any")


def referred(name: str) -> str:
    """Returns the type of a definition."""
    if name in NAMED:
        # A law may also be a Python object with a method `respond`.
        return "Law | PythonLaw | _Table" if name == "Law" else f"{NAMED[name]} | _Table"
    definition = schema()["$defs"][name]
    if definition.get("type") == "object":
        return "Part | _Table"
    return type_of(definition)


def union(types: Any) -> str:
    """Returns a union, each type once."""
    parts = [part for one in types for part in one.split(" | ")]
    return " | ".join(dict.fromkeys(parts))


def function(of: type[Component], tag: str, entry: dict[str, Any]) -> str:
    """Returns the stub of a function."""
    required = entry.get("required", [])
    lines = []
    for name, found in parameters(of, entry).items():
        wanted = type_of(found)
        if name in required:
            lines.append(f"    {word(name)}: {wanted},")
        else:
            default = _components._default(found)
            optional = wanted if wanted == "Any" else f"{wanted} | None"
            lines.append(f"    {word(name)}: {optional} = {default!r},")
    head = "\n".join(["    *,", *lines]) if lines else ""
    words = documentation(of, entry).replace("\\", "\\\\").split("\n")
    body = "\n".join(f"    {line}".rstrip() for line in words)
    opened = f"def {tag}(\n{head}\n) -> {of.__name__}:" if lines else f"def {tag}() -> {of.__name__}:"
    closing = "\n    " if len(words) > 1 else ""
    return f'{opened}\n    """{body.strip()}{closing}"""\n    ...\n'


def stub(of: type[Component]) -> str:
    """Returns the stub of a module."""
    functions = [function(of, tag, entry) for tag, entry in entries(of)]
    text = "\n".join(functions)
    others = [other for other in CLASSES if other is not of and f"{other.__name__} |" in text]
    from_components = sorted(other.__name__ for other in [of, *others] if other is not _law.Law)
    imports = []
    if from_components:
        imports.append(f"from ._components import {', '.join(from_components)}")
    if _law.Law in [of, *others]:
        imports.append("from ._law import Law")
    if "PythonLaw" in text:
        imports.append("from .testing import PythonLaw")
    names = [of.__name__, *(tag for tag, _ in entries(of))]
    listed = "\n".join(f'    "{name}",' for name in names)
    head = HEAD.format(imports="\n".join(imports))
    return f"{head}\n__all__ = [\n{listed}\n]\n\n{text}\ndef __getattr__(name: str) -> Any: ...\n"


def main() -> int:
    """Writes or checks all of them."""
    stale = []
    for of in CLASSES:
        path = SOURCES / f"{of.module}.pyi"
        text = stub(of)
        if "--check" in sys.argv:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                stale.append(path.name)
        else:
            path.write_text(text, encoding="utf-8")
    if stale:
        print(f"not up to date: {', '.join(stale)}; write them with {Path(__file__).name}")
    return len(stale)


if __name__ == "__main__":
    sys.exit(main())
