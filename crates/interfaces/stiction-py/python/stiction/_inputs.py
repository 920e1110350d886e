"""Inputs of a running simulation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from . import _stiction

__all__ = ["Inputs"]


class Inputs(Mapping[str, float]):
    """The inputs of a simulation by name: reads and sets their values.

    ```python
    simulation.inputs["push"] = 3.0     # jumps; the next step sees it from its start on
    simulation.inputs["push"]           # 3.0
    ```

    An input is a signal `signals.input(name=..., unit=..., start=...)` of a law or a drive. It keeps its value until
    it is set again. `Simulation.move_input` moves one to a value at a constant rate.
    """

    __slots__ = ("_simulation",)

    def __init__(self, simulation: _stiction.Simulation) -> None:
        self._simulation = simulation

    def __getitem__(self, name: str) -> float:
        return self._simulation.input_value(name)

    def __setitem__(self, name: str, value: float) -> None:
        self._simulation.set_input(name, value)

    def __iter__(self) -> Iterator[str]:
        return iter(self.units)

    def __len__(self) -> int:
        return len(self.units)

    def __repr__(self) -> str:
        units = self.units
        values = ", ".join(f"{name} = {value} {units[name]}".rstrip() for name, value in self.items())
        return f"<stiction inputs: {values or 'none'}>"

    @property
    def units(self) -> dict[str, str]:
        """Units, by name; an empty text if none is given."""
        return {name: unit for name, unit, _ in self._simulation._declared_inputs()}

    @property
    def starts(self) -> dict[str, float]:
        """Initial values, by name."""
        return {name: start for name, _, start in self._simulation._declared_inputs()}
