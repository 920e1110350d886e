"""Components as objects: one function for each component in the registry of the engine.

Nothing here is written for one component: names, parameters, defaults, units, ranges and texts are those of the
schema that the engine gives, which comes from the tables by which scenario files are read.
"""

from __future__ import annotations

import difflib
import inspect
import json
import keyword
import textwrap
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from . import _stiction
from ._admissible import Admissible
from .errors import ScenarioError, UnknownNameError

__all__ = ["Component", "Body", "Drive", "LimitSet", "Map", "Part", "Shape", "Signal"]

Table = dict[str, Any]


class Component:
    """A component with its parameters: a table of a scenario.

    It never changes. `component["stiffness"]` is a given parameter, `to_dict()` the table of a scenario, and
    `replace(stiffness=2e5)` a copy with another value.
    """

    kind = ""
    """Kind by which the engine checks it; empty for a part, which is checked with its owner."""
    module = ""
    """The module of the functions that make such components."""
    definition = ""
    """Definition of it in the schema."""

    __slots__ = ("_given", "tag")

    tag: str
    """Its name in scenarios: `gsat`."""

    def __init__(self, tag: str, given: Mapping[str, Any]) -> None:
        self.tag = tag
        self._given = dict(given)

    def to_dict(self) -> Table:
        """Returns the table of a scenario for it."""
        return {"type": self.tag, **self._given}

    @property
    def parameters(self) -> Table:
        """The parameters that were given, by name."""
        return dict(self._given)

    def replace(self, **parameters: Any) -> Any:
        """Returns the component with other parameters; one that is None is left at its default."""
        return functions(type(self))[self.tag](**{**_as_words(self._given), **parameters})

    def __getitem__(self, name: str) -> Any:
        if name not in self._given:
            raise UnknownNameError(f"there is no parameter `{name}` given; there are {', '.join(self._given) or 'none'}")
        return self._given[name]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Component):
            return NotImplemented
        return bool(_plain(self) == _plain(other))

    def __hash__(self) -> int:
        return hash(_frozen(_plain(self)))

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in _as_words(self._given).items())
        return f"{self.module}.{self.tag}({given})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (1, type(self), self.tag, self._given)


class Map(Component):
    """A map from the motion of the connected parts to the motion of a law."""

    kind, module, definition = "map", "maps", "Map"


class Body(Component):
    """A body, which forces move."""

    kind, module, definition = "body", "bodies", "Body"


class Drive(Component):
    """A prescribed motion, or a fixed place."""

    kind, module, definition = "drive", "drives", "Drive"


class Signal(Component):
    """A function of time."""

    module, definition = "signals", "Function"


class LimitSet(Admissible, Component):
    """Admissible friction per normal force."""

    module, definition = "limit_sets", "AdmissibleSet"


class Shape(Component):
    """A homogeneous solid."""

    module, definition = "shapes", "Solid"


class Part(Component):
    """A part of a component or of a scenario, which has no type."""

    module = "parts"

    def to_dict(self) -> Table:
        return dict(self._given)


_SCHEMA: Table = {}


def schema() -> Table:
    """Returns the schema of scenario files; read once."""
    if not _SCHEMA:
        _SCHEMA.update(json.loads(_stiction.schema()))
    return _SCHEMA


def entries(of: type[Component]) -> Iterator[tuple[str, Table]]:
    """Returns name and description of all components of a class."""
    definitions = schema()["$defs"]
    if of.definition:
        for entry in definitions[of.definition]["oneOf"]:
            yield entry["properties"]["type"]["const"], entry
    else:
        for name, entry in definitions.items():
            # Tables without a kind: parts of components and of scenarios.
            if entry.get("type") == "object" and "oneOf" not in entry:
                yield _snake(name), entry


def parameters(of: type[Component], entry: Table) -> dict[str, Table]:
    """Returns the parameters of an entry by their names in scenarios, required ones first."""
    found = {name: found for name, found in entry["properties"].items() if name != "type"}
    if of is Body:
        found["start"] = schema()["$defs"]["Body"]["properties"]["start"]
    required = entry.get("required", [])
    return dict(sorted(found.items(), key=lambda item: required.index(item[0]) if item[0] in required else 99))


def word(name: str) -> str:
    """Returns a name that is valid in Python."""
    return f"{name}_" if keyword.iskeyword(name) else name


def signature(of: type[Component], entry: Table) -> inspect.Signature:
    """Returns the signature of the function of an entry."""
    required = entry.get("required", [])
    return inspect.Signature(
        [
            inspect.Parameter(
                word(name),
                inspect.Parameter.KEYWORD_ONLY,
                default=inspect.Parameter.empty if name in required else _default(found),
            )
            for name, found in parameters(of, entry).items()
        ],
        return_annotation=of,
    )


def documentation(of: type[Component], entry: Table) -> str:
    """Returns the docstring of the function of an entry."""
    lines = [*textwrap.wrap(_one_line(entry["description"]), 110)]
    found = parameters(of, entry)
    if found:
        lines += ["", "Args:"]
    for name, parameter in found.items():
        text = f"{word(name)}: {_one_line(parameter.get('description', ''))}"
        lines += textwrap.wrap(text, 110, initial_indent="    ", subsequent_indent="        ")
    return "\n".join(lines)


_MADE: dict[type[Component], dict[str, Callable[..., Any]]] = {}


def functions(of: type[Component]) -> dict[str, Callable[..., Any]]:
    """Returns the functions that make the components of a class, by the names of the components; made once."""
    if of not in _MADE:
        _MADE[of] = {tag: _function(of, tag, entry) for tag, entry in entries(of)}
    return _MADE[of]


def absent(what: str, name: str, there: Mapping[str, Any]) -> AttributeError:
    """Returns the error for a name that no component has, with the one that may be meant."""
    near = difflib.get_close_matches(name, there, 1)
    meant = f"; did you mean `{near[0]}`?" if near else ""
    return AttributeError(f"there is no {what} `{name}`; there are {', '.join(there)}{meant}")


def _function(of: type[Component], tag: str, entry: Table) -> Callable[..., Any]:
    accepted = signature(of, entry)
    names = {word(name): name for name in parameters(of, entry)}

    def make(**given: Any) -> Any:
        unknown = [name for name in given if name not in names]
        if unknown:
            few = ", ".join(names)
            raise TypeError(f"{tag}() got an unexpected keyword argument '{unknown[0]}'; its parameters are {few}")
        try:
            accepted.bind(**given)
        except TypeError as error:
            raise TypeError(f"{tag}() is {error}") from None
        component = of(tag, {names[key]: _kept(value) for key, value in given.items() if value is not None})
        if of.kind:
            _judge(component)
        return component

    make.__name__ = make.__qualname__ = tag
    make.__module__ = f"stiction.{of.module}"
    make.__doc__ = documentation(of, entry)
    # For inspect and editors.
    make.__signature__ = accepted  # type: ignore[attr-defined]
    make.__annotations__ = {}
    return make


def _judge(component: Component) -> None:
    """Raises the errors of a component. If it names files, only the scenario knows their folder."""
    table = {name: value for name, value in component.to_dict().items() if component.kind != "body" or name != "start"}
    _stiction.check(component.kind, table, not names_files(table))


def names_files(value: Any) -> bool:
    """Returns whether a value names a file."""
    if isinstance(value, Component):
        return names_files(value.to_dict())
    if isinstance(value, Mapping):
        return any(key == "file" or key.endswith("_file") or names_files(inner) for key, inner in value.items())
    return isinstance(value, (list, tuple)) and any(names_files(inner) for inner in value)


def _rebuilt(version: object, of: type[Component], tag: str, given: Table) -> Component:
    """Makes a component from a pickle."""
    from ._pickled import check

    check(version, of.__name__)
    make = functions(of).get(tag)
    if make is None:
        raise ScenarioError(f"there is no {of.__name__} of type `{tag}` in this version of stiction")
    made: Component = make(**_as_words(given))
    return made


def _kept(value: Any) -> Any:
    """Returns an immutable copy of a value."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    if isinstance(value, Mapping):
        return {key: _kept(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_kept(inner) for inner in value]
    return value


def _frozen(value: Any) -> Any:
    """Returns a hashable value, equal for equal values."""
    if isinstance(value, Mapping):
        return frozenset((key, _frozen(inner)) for key, inner in value.items())
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _plain(value: Any) -> Any:
    if isinstance(value, Component):
        return {key: _plain(inner) for key, inner in value.to_dict().items()}
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list) else value


def _as_words(given: Mapping[str, Any]) -> Table:
    return {word(name): value for name, value in given.items()}


def _default(parameter: Table) -> Any:
    default = parameter.get("default")
    return tuple(default) if isinstance(default, list) else default


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")
