"""The results of the members of a sweep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _stiction
from ._extras import need
from ._pickled import check
from .errors import UnknownNameError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FailedMember", "Swept"]


class FailedMember(NamedTuple):
    """A member that did not finish."""

    member: int
    """Its number in the design, from 0."""
    parameters: dict[str, float]
    """The values of its parameters, by path (SI)."""
    status: str
    """`failed` or `panicked`."""
    error: str
    """The error."""


class Swept(Mapping[str, "NDArray[np.float64]"]):
    """The table of a sweep: a row for every member, in the order of the design.

    `swept["swing"]` is the column of a measure, `swept["bodies.block.mass"]` that of a parameter; the measures of a
    member that did not finish are NaN.
    """

    def __init__(
        self,
        parameters: Mapping[str, NDArray[np.float64]],
        measures: Mapping[str, NDArray[np.float64]],
        members: tuple[NDArray[np.int64], list[str], list[str]],
        facts: Mapping[str, Any],
    ) -> None:
        self.parameters: dict[str, NDArray[np.float64]] = dict(parameters)
        """Columns of the parameters, by path (SI)."""
        self.measures: dict[str, NDArray[np.float64]] = dict(measures)
        """Columns of the measures, by name; their units are `units`."""
        self.index, self._status, self._errors = members
        self._facts = dict(facts)

    @property
    def title(self) -> str:
        """Title of the scenario."""
        return str(self._facts["title"])

    @property
    def units(self) -> dict[str, str]:
        """Units of the measures; an empty text if a measure has no unit or it is not known."""
        return dict(self._facts["units"])

    @property
    def statistics(self) -> dict[str, dict[str, float]]:
        """The columns of `statistics.csv` for every measure: `count`, `not finite`, `mean`, `standard deviation`,
        `standard error`, `min`, `5 %`, `25 %`, `median`, `75 %`, `95 %`, `max`, over the members that finished."""
        names = _stiction.statistics_names()
        return {measure: dict(zip(names, figures)) for measure, figures in self._facts["statistics"]}

    @property
    def rank_correlations(self) -> dict[str, dict[str, float]]:
        """Rank correlation of every measure with every parameter, -1 to 1 (Spearman's rho)."""
        found: dict[str, dict[str, float]] = {}
        for measure, parameter, correlation in self._facts["correlations"]:
            found.setdefault(measure, {})[parameter] = correlation
        return found

    @property
    def warnings(self) -> list[str]:
        """The warnings about the members, as the command prints them."""
        return list(self._facts["warnings"])

    @property
    def resumed(self) -> int:
        """Number of members that an earlier run had kept."""
        return int(self._facts["resumed"])

    @property
    def folder(self) -> Path | None:
        """Folder of the results, if they were written."""
        folder = self._facts["folder"]
        return None if folder is None else Path(folder)

    @property
    def status(self) -> NDArray[np.str_]:
        """The end of each member: `finished`, `failed` or `panicked`."""
        return np.array(self._status)

    @property
    def finished(self) -> NDArray[np.bool_]:
        """Whether each member finished."""
        return np.array([status == "finished" for status in self._status], dtype=bool)

    @property
    def failures(self) -> list[FailedMember]:
        """The members that did not finish, with their parameters and errors."""
        failed = []
        for row, (status, error) in enumerate(zip(self._status, self._errors)):
            if status != "finished":
                values = {name: float(column[row]) for name, column in self.parameters.items()}
                failed.append(FailedMember(int(self.index[row]), values, status, error))
        return failed

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        column = self.measures.get(name, self.parameters.get(name))
        if column is None:
            raise UnknownNameError(f"there is no column `{name}`; there are {', '.join(self)}")
        return column

    def __iter__(self) -> Iterator[str]:
        yield from self.parameters
        yield from self.measures

    def __len__(self) -> int:
        return len(self.parameters) + len(self.measures)

    def __repr__(self) -> str:
        failed = sum(status != "finished" for status in self._status)
        measures = ", ".join(self.measures)
        return f"<stiction.Swept {self.title!r}: {len(self.index)} members, {failed} failed; {measures}>"

    def __reduce__(self) -> tuple[Any, ...]:
        members = self.index, self._status, self._errors
        return _swept, (1, self.parameters, self.measures, members, self._facts)

    def to_pandas(self) -> Any:
        """Returns a `pandas.DataFrame` with the columns of `members.csv`, named without units, and the number of the
        member as its index; needs the extra `pandas`."""
        pandas = need("pandas", "pandas")
        index = pandas.Index(self.index, name="member")
        return pandas.DataFrame({**dict(self), "status": self._status, "error": self._errors}, index=index)


def swept(study: _stiction.Study, gathering: _stiction.Gathering, resumed: int, folder: Path | None) -> Swept:
    """Ends a sweep and returns its results."""
    index, columns, (status, errors), statistics, correlations, warnings = gathering.finish()
    count = len(study.parameters)
    facts = {
        "title": study.title,
        "units": dict(study.units),
        "statistics": statistics,
        "correlations": correlations,
        "warnings": warnings,
        "resumed": resumed,
        "folder": folder,
    }
    return Swept(dict(columns[:count]), dict(columns[count:]), (index, status, errors), facts)


def _swept(version: object, *parts: Any) -> Swept:
    """Makes the results from a pickle."""
    check(version, "Swept")
    return Swept(*parts)
