"""LAMMPS (Debian's package): plain spheres, or bodies by fix rigid/small with mass and inertia from a file.

Two laws. `hertz`: gran/hertz/history, the fastest, which takes stiffnesses and a damping whose power of the overlap gives no
constant restitution. `granular`: Hertz-Mindlin from material constants with tsuji damping, which is weaker than the
restitution asks for (0.5 asked, 0.62 got).
"""
import os

import numpy as np

from beds import rotation
from peers.common import RANK, domain, loop_seconds, memory_mb, mpirun, processors, table_rows

COLUMNS = ["Step", "c_move", "c_turn", "c_pairs"]


def write_data(state, path):
    low, high = domain(state)
    density = state.sphere_m / (4 / 3 * np.pi * state.sphere_r**3)
    n = len(state.sphere_r)
    with open(path, "w") as out:
        out.write("a bed\n\n%d atoms\n1 atom types\n" % n)
        for k, axis in enumerate("xyz"):
            out.write("%.9g %.9g %slo %shi\n" % (low[k], high[k], axis, axis))
        out.write("\nAtoms\n\n")
        for i in range(n):
            out.write("%d 1 %.10g %.12g %.12g %.12g %.12g\n"
                      % (i + 1, 2 * state.sphere_r[i], density[i], *state.sphere_x[i]))
        out.write("\nVelocities\n\n")
        for i, body in enumerate(state.sphere_body):
            out.write("%d %.12g %.12g %.12g 0 0 0\n" % (i + 1, *state.v[body]))
        if state.shapes:
            out.write("\nMolecules\n\n")
            for i, body in enumerate(state.sphere_body):
                out.write("%d %d\n" % (i + 1, body + 1))


def write_bodies(state, path):
    """Mass, centre, inertia, velocity, angular momentum and image flags of every body."""
    with open(path, "w") as out:
        out.write("%d\n" % len(state.x))
        for b, name in enumerate(state.shape):
            turn, shape = rotation(state.q[b]), state.shapes[name]
            inertia = turn @ np.diag(shape.inertia) @ turn.T
            six = [inertia[i, k] for i, k in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]
            out.write("%d %.12g" % (b + 1, shape.mass) + " %.12g" * 3 % tuple(state.x[b]) + " %.10g" * 6 % tuple(six)
                      + " %.12g" * 3 % tuple(state.v[b]) + " 0" * 6 + "\n")


def laws(style, m):
    if style == "granular":
        law = "hertz/material %g %g %g tangential mindlin NULL 1.0 %g damping tsuji" % (
            m.young, m.restitution, m.poisson, m.friction)
        return "pair_style granular\npair_coeff * * " + law, "granular " + law
    shear = m.young / (2 * (1 + m.poisson))
    law = "hertz/history %.10g %.10g %g NULL %g 1" % (
        4 * shear / (3 * (1 - m.poisson)), 4 * shear / (2 - m.poisson), m.hertz_history_gamma, m.friction)
    return "pair_style gran/%s\npair_coeff * *" % law, law


def deck(style, state, job):
    bed = state.bed
    pair, wall = laws(style, bed.material)
    text = ["units si", "newton on", "atom_style sphere", "atom_modify map array", "boundary f f f",
            "processors " + processors(state, job.cores), "comm_modify mode single vel yes"]
    if state.shapes:
        text += ["fix body all property/atom mol ghost yes", "read_data bed.data fix body NULL Molecules",
                 "comm_modify cutoff %g" % bed.reach, "neigh_modify exclude molecule/intra all"]
    else:
        text += ["read_data bed.data"]
    text += ["neighbor %g bin" % job.skin, "neigh_modify delay 0 every 1 check yes", pair,
             "fix side1 all wall/gran %s xplane 0 %g" % (wall, bed.box[0]),
             "fix side2 all wall/gran %s yplane 0 %g" % (wall, bed.box[1]),
             "fix floor all wall/gran %s zplane 0 NULL" % wall,
             "fix weight all gravity 9.81 vector 0 0 -1"]
    if state.shapes:
        text += ["fix move all rigid/small molecule infile bodies.data",
                 "compute move all ke/rigid move", "compute turn all erotate/rigid move"]
    else:
        text += ["fix move all nve/sphere", "compute move all ke", "compute turn all erotate/sphere"]
    text += ["compute touching all contact/atom", "compute pairs all reduce sum c_touching", "timestep %g" % bed.step]
    look = "thermo_style custom step c_move c_turn c_pairs"
    if job.watch:
        text += ["thermo %d" % job.watch, look, "run %d" % job.steps]
    else:
        text += ["thermo 1000000000", "thermo_style custom step", "run %d" % job.warm, "run %d" % job.steps, look,
                 "run 0 post no"]
    return "\n".join(text) + "\n"


def prepare(style, state, job):
    data = os.path.join(job.directory, "bed.data")
    if not os.path.exists(data):
        write_data(state, data)
        if state.shapes:
            write_bodies(state, os.path.join(job.directory, "bodies.data"))
    with open(os.path.join(job.directory, "in.lammps"), "w") as out:
        out.write(deck(style, state, job))
    return mpirun(job.cores) + RANK + ["lmp", "-in", "in.lammps", "-log", "none"]


def read(text, job):
    rows = table_rows(text, COLUMNS)
    if not rows:
        raise RuntimeError("LAMMPS failed:\n" + text[-3000:])
    moments = [{"step": int(r["Step"]), "kinetic": r["c_move"] + r["c_turn"], "body_contacts": int(r["c_pairs"] / 2)}
               for r in rows]
    builds = [int(line.split("=")[1]) for line in text.splitlines() if line.startswith("Neighbor list builds")]
    return {"seconds": loop_seconds(text, job.steps), "memory_mb": memory_mb(job), "watch": moments,
            "body_contacts": moments[-1]["body_contacts"], "list_builds": builds[-1] if builds else None}
