"""Mechanisms in which dry friction decides the outcome, with laws that stick without creep.

```python
import stiction
from stiction import bodies, laws, signals

scenario = stiction.Scenario({
    "solver": {"step": 1e-4, "until": 1.0},
    "bodies": {"block": bodies.point_mass(mass=1.0)},
    "connections": {
        "push": {"ports": "block", "law": laws.effort(effort=signals.sine(mean=3, amplitude=1, frequency=10))},
        "friction": {"ports": "block", "law": laws.gsat(stiffness=1e5, damping=400, limit=5)},
    },
})
record = stiction.run(scenario)
record.plot("block.x")
```

| name | what |
|---|---|
| `Scenario` | a mechanism as data: from a file, a text, a dictionary |
| `Simulation` | its motion, step by step or in one run; its `inputs` are set from outside |
| `Record` | the record of a run, as NumPy arrays |
| `run`, `sweep` | a whole run in one call; many of them, here or on a cluster |
| `laws`, `bodies`, `maps`, `drives`, `signals`, `limit_sets`, `shapes`, `parts` | the components, with their parameters |
| `sliding`, `identification` | a body that slides on a plane, by itself; its friction from a recorded slide |
| `cones`, `patches` | friction cones; pressure under a pad and limit surfaces |
| `testing` | checks of laws of your own |
| `errors` | the exceptions |
| `mujoco` | friction that holds, in models of MuJoCo; not imported with the rest |

All units are SI, angles are in rad. An effort is exerted by a component on the parts that it connects, so friction
opposes the motion.
"""

from . import (
    bodies,
    cones,
    drives,
    errors,
    identification,
    laws,
    limit_sets,
    maps,
    parts,
    patches,
    shapes,
    signals,
    sliding,
    testing,
)
from ._inputs import Inputs
from ._record import Record
from ._run import run
from ._stiction import Scenario, Simulation, Stage, __version__
from ._sweep import sweep
from ._swept import FailedMember, Swept
from .errors import (
    Error,
    IdentificationError,
    MissingExtraError,
    ParameterError,
    ScenarioError,
    ShapeError,
    SimulationError,
    SnapshotError,
    StepWarning,
    SweepError,
    SweepWarning,
    UnknownNameError,
    WorkersLostError,
)

__all__ = [
    "Error",
    "FailedMember",
    "IdentificationError",
    "Inputs",
    "MissingExtraError",
    "ParameterError",
    "Record",
    "Scenario",
    "ScenarioError",
    "ShapeError",
    "Simulation",
    "SimulationError",
    "SnapshotError",
    "Stage",
    "StepWarning",
    "SweepError",
    "SweepWarning",
    "Swept",
    "UnknownNameError",
    "WorkersLostError",
    "__version__",
    "bodies",
    "cones",
    "drives",
    "errors",
    "identification",
    "laws",
    "limit_sets",
    "maps",
    "parts",
    "patches",
    "run",
    "shapes",
    "signals",
    "sliding",
    "sweep",
    "testing",
]
