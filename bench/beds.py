"""The beds of the bench: what every code is given, so that all start from the same state.

A bed is read from bench/states (the very file that clast reads) and bench/shapes; quaternions are w x y z, units SI.
"""
import os
from dataclasses import dataclass, field

import numpy as np

from cases import BEDS, Bed
from stir import velocities

HERE = os.path.dirname(os.path.abspath(__file__))


@dataclass
class Shape:
    name: str
    centres: np.ndarray
    radii: np.ndarray
    weights: np.ndarray  # per sphere; they sum to the mass
    mass: float
    inertia: np.ndarray  # principal


def read_shape(name):
    path = os.path.join(HERE, "shapes", name + ".txt")
    with open(path) as file:
        head = dict(word.split("=") for word in file.readline().split() if "=" in word)
    rows = np.loadtxt(path)
    inertia = np.array([float(head[k]) for k in ("Ixx", "Iyy", "Izz")])
    return Shape(name, rows[:, :3], rows[:, 3], rows[:, 4], float(head["mass"]), inertia)


def rotation(q):
    """Matrix of a unit quaternion."""
    w, x, y, z = q
    return np.array([
        [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ])


@dataclass
class State:
    """Bodies of a bed at the start, and all their spheres."""

    bed: Bed
    shape: list  # of each body; None for a plain sphere
    x: np.ndarray
    q: np.ndarray
    v: np.ndarray
    shapes: dict = field(default_factory=dict)
    sphere_x: np.ndarray = None
    sphere_r: np.ndarray = None
    sphere_m: np.ndarray = None
    sphere_body: np.ndarray = None

    @property
    def top(self):
        return float((self.sphere_x[:, 2] + self.sphere_r).max())


def state_path(bed):
    return os.path.join(HERE, "states", bed + ".csv")


def read_state(bed_name, stir=0.0, path=None):
    bed = BEDS[bed_name]
    with open(path or state_path(bed_name)) as file:
        names = file.readline().strip().split(",")
        rows = [dict(zip(names, line.strip().split(","))) for line in file if line.strip()]
    number = lambda *columns: np.array([[float(row[c]) for c in columns] for row in rows])
    x, v = number("x", "y", "z"), np.array(velocities(len(rows), stir))
    if not bed.shapes:
        r = 0.005 * number("size")[:, 0]
        return State(bed, [None] * len(rows), x, None, v, {}, x, r, bed.material.density * 4 / 3 * np.pi * r**3,
                     np.arange(len(rows)))
    q = number("qw", "qx", "qy", "qz")
    q /= np.linalg.norm(q, axis=1)[:, None]
    shapes = {name: read_shape(name) for name in bed.shapes}
    kinds = [shapes[row["shape"]] for row in rows]
    return State(bed, [row["shape"] for row in rows], x, q, v, shapes,
                 np.vstack([s.centres @ rotation(q[i]).T + x[i] for i, s in enumerate(kinds)]),
                 np.concatenate([s.radii for s in kinds]), np.concatenate([s.weights for s in kinds]),
                 np.repeat(np.arange(len(rows)), [len(s.radii) for s in kinds]))


def start_energy(state):
    """Energy of motion at the start, in J."""
    mass = np.bincount(state.sphere_body, state.sphere_m)
    return float(0.5 * (mass * (state.v**2).sum(1)).sum())


# ---- larger beds ----------------------------------------------------------------------------------------------------


def tile(source, target, nx, ny, scene_from, directory):
    """Writes a bed of nx by ny copies of another, and its scene; returns the path of the scene."""
    box, (lx, ly) = BEDS[target].box, BEDS[source].box
    assert abs(box[0] - nx * lx) < 1e-9 and abs(box[1] - ny * ly) < 1e-9
    os.makedirs(directory, exist_ok=True)
    with open(state_path(source)) as file:
        head, rows = file.readline(), [line.strip().split(",") for line in file if line.strip()]
    names = head.strip().split(",")
    x, y = names.index("x"), names.index("y")
    with open(os.path.join(directory, target + ".csv"), "w") as file:
        file.write(head)
        for j in range(ny):
            for i in range(nx):
                for row in rows:
                    row = list(row)
                    row[x] = "%.9g" % (float(row[x]) + i * lx)
                    row[y] = "%.9g" % (float(row[y]) + j * ly)
                    file.write(",".join(row) + "\n")
    with open(os.path.join(HERE, scene_from + ".yaml")) as file:
        text = file.read()
    shapes = os.path.join(os.path.dirname(HERE), "scenes", "shapes")
    text = text.replace("states/%s.csv" % source, target + ".csv").replace("../scenes/shapes", shapes)
    text = text.replace("[%g, %g, 5]" % (lx, ly), "[%g, %g, 5]" % box)
    text = text.replace(" 4,500 ", " 45,000 ")
    path = os.path.join(directory, target + ".yaml")
    with open(path, "w") as file:
        file.write(text)
    return path
