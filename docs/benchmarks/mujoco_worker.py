"""Steps MuJoCo models on request: a line in, a line out.

version                         -> ok VERSION
load SECONDS XML                -> ok ID              loads a model and lets it settle
run ID VX VY SPIN STEPS         -> ok SECONDS         time of the steps, which are one call
velocities ID VX VY SPIN STEPS  -> ok VX WY VX WY ... of the first body after every step
drop ID                         -> ok
"""

import sys
import time

import mujoco


class World:
    def __init__(self, seconds, xml):
        self.model = mujoco.MjModel.from_xml_string(xml)
        self.data = mujoco.MjData(self.model)
        mujoco.mj_step(self.model, self.data, nstep=round(seconds / self.model.opt.timestep))
        # After an instability it starts anew.
        if not self.data.time > 0.99 * seconds:
            raise RuntimeError("unstable while it settles")
        self.settled = mujoco.MjData(self.model)
        mujoco.mj_copyData(self.settled, self.model, self.data)

    def throw(self, x, y, spin):
        """All bodies back to where they settled, with this velocity."""
        mujoco.mj_copyData(self.data, self.model, self.settled)
        velocities = self.data.qvel.reshape(-1, 6)
        velocities[:] = (x, y, 0, 0, 0, spin)

    def run(self, x, y, spin, steps):
        self.throw(x, y, spin)
        start = time.perf_counter()
        mujoco.mj_step(self.model, self.data, nstep=steps)
        return time.perf_counter() - start

    def velocities(self, x, y, spin, steps):
        self.throw(x, y, spin)
        for _ in range(steps):
            mujoco.mj_step(self.model, self.data)
            # It turns about y only, so the axis of the body is that of the world.
            yield self.data.qvel[0]
            yield self.data.qvel[4]


def answer(worlds, command, rest):
    if command == "version":
        return mujoco.__version__
    if command == "load":
        name = str(len(worlds))
        seconds, _, xml = rest.partition(" ")
        worlds[name] = World(float(seconds), xml)
        return name
    words = rest.split()
    if command == "drop":
        worlds[words[0]] = None
        return "-"
    world, throw, steps = worlds[words[0]], map(float, words[1:4]), int(words[4])
    if command == "run":
        return repr(world.run(*throw, steps))
    if command == "velocities":
        return " ".join(map(repr, map(float, world.velocities(*throw, steps))))
    raise ValueError(command)


def main():
    worlds = {}
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        try:
            reply = "ok " + answer(worlds, command, rest)
        except Exception as error:  # the other side decides what to do
            reply = "failed " + str(error).replace("\n", " ")
        print(reply, flush=True)


main()
