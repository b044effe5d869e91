"""Yade (Debian's package): plain spheres, or clumps. The bed goes to yade_bed.py as arrays."""
import json
import os

import numpy as np


def prepare(state, job):
    arrays = os.path.join(job.directory, "bed.npz")
    if not os.path.exists(arrays):
        mass = np.bincount(state.sphere_body, state.sphere_m)
        np.savez(arrays, x=state.sphere_x, r=state.sphere_r, m=state.sphere_m, body=state.sphere_body, v=state.v,
                 mass=mass)
    m = state.bed.material
    with open(os.path.join(job.directory, "job.json"), "w") as out:
        json.dump({"clumps": bool(state.shapes), "box": state.bed.box, "step": state.bed.step, "young": m.young,
                   "poisson": m.poisson, "friction": m.friction, "restitution": m.restitution, "density": m.density,
                   "skin": job.skin, "warm": job.warm, "steps": job.steps, "watch": job.watch}, out)
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "yade_bed.py")
    return ["yade", "-n", "-x", "-j%d" % job.cores, script]


def read(text, job):
    lines = [line for line in text.splitlines() if line.startswith("RESULT ")]
    if not lines:
        raise RuntimeError("Yade failed:\n" + text[-3000:])
    return json.loads(lines[-1][len("RESULT "):])
