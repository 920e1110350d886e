"""Friction that holds, in models of MuJoCo.

```python
import mujoco
import stiction.mujoco

model = mujoco.MjModel.from_xml_path("gripper.xml")
data = mujoco.MjData(model)
with stiction.mujoco.attach(model, data, contacts="all") as bridge:
    while data.time < 3.0:
        data.ctrl[:] = 5.0
        bridge.step()               # instead of mujoco.mj_step(model, data)
```

`attach` switches MuJoCo's own friction off where it takes over (`frictionloss`, `condim`), and `detach`, or the end
of the `with`, restores it. Joints get a law of `stiction.laws`; contacts get Coulomb friction, by default with
MuJoCo's coefficients. Everything else, including normal forces, stays MuJoCo's.

| name | what |
|---|---|
| `attach` | puts friction on a model |
| `Bridge` | the friction of a model: `step`, `detach`, its state |
| `Contact`, `GearLoss` | friction of contacts; of a joint, with a loss in proportion to the transmitted torque |
| `from_frictionloss` | the law that replaces a `frictionloss` |
| `from_urdf` | laws for the joints of a URDF, from `<dynamics friction= damping=>` |
| `cases` | small models to try it on: a gripper, a slope, an arm |

`python -m stiction.mujoco` prints the difference: the creep of MuJoCo by default, with the settings that its manual
advises, and with this bridge. The page "In other engines" of the book explains how it works and its limits.

Needs the package `mujoco`: `pip install 'stiction[mujoco]'`. Units are SI, angles in rad.
"""

from . import cases
from ._bridge import Bridge, ContactFriction, JointFriction, attach
from ._laws import Contact, GearLoss, from_frictionloss, from_urdf

__all__ = [
    "Bridge",
    "Contact",
    "ContactFriction",
    "GearLoss",
    "JointFriction",
    "attach",
    "cases",
    "from_frictionloss",
    "from_urdf",
]
