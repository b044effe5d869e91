"""What is timed: beds, materials, numbers of steps, bars. Units are SI."""
from dataclasses import dataclass

STONES = tuple("stone%d" % k for k in range(1, 7))


@dataclass(frozen=True)
class Material:
    young: float
    poisson: float
    friction: float
    restitution: float
    density: float = 2700.0
    # Damping of LAMMPS' gran/hertz/history in 1/(m s). It goes with another power of the overlap than a constant
    # restitution wants, so it is right at one overlap only: there
    # gamma = 2 sqrt(5/6) beta sqrt(2 E*/m*) (r* d)^(-1/4), beta = -ln e / sqrt(ln^2 e + pi^2).
    hertz_history_gamma: float = 0.0


SOFT = Material(young=5e7, poisson=0.25, friction=0.5, restitution=0.5, hertz_history_gamma=8.6e6)
STONE = Material(young=2.4e8, poisson=0.2, friction=0.6, restitution=0.1, hertz_history_gamma=1.27e7)


@dataclass(frozen=True)
class Bed:
    name: str
    box: tuple  # of the side walls; the floor is z = 0, the top is open
    step: float
    material: Material
    shapes: tuple = ()  # empty: plain spheres
    reach: float = 0.0  # LAMMPS wants to know how far a body's spheres may be from its centre, doubled


BEDS = {
    b.name: b
    for b in (
        Bed("C450", (0.24, 0.24), 5e-6, STONE, STONES, 0.07),
        Bed("C4500", (0.48, 1.20), 5e-6, STONE, STONES, 0.07),
        Bed("C45000", (2.40, 2.40), 5e-6, STONE, STONES, 0.07),
        Bed("B4000", (0.25, 0.25), 3e-5, SOFT, ("fibre",), 0.04),
        Bed("A20k", (0.25, 0.25), 2.4e-5, SOFT),
        Bed("A100k", (0.25, 1.25), 2.4e-5, SOFT),
    )
}


@dataclass(frozen=True)
class Case:
    """A bed, how it starts, and how long each code is timed on it."""

    name: str
    bed: str
    stir: float = 0.0  # m/s, standard deviation of the start velocity per component
    steps: int = 100
    clast_steps: int = 100
    yade_steps: int = 100
    skins: tuple = (0.0005,)  # m; with several, the best for each code is kept
    yade_skins: tuple = (0.0005,)
    bar: float = 0.0  # wanted: this many times the speed of the best peer; 0: none


CASES = {
    c.name: c
    for c in (
        Case("C450", "C450", steps=1000, clast_steps=4000, yade_steps=200, bar=8),
        Case("C450-moving", "C450", stir=0.5, steps=1000, clast_steps=1000, yade_steps=200,
             skins=(0.001, 0.003), yade_skins=(0.0005, 0.001), bar=8),
        Case("C4500", "C4500", steps=200, clast_steps=500, yade_steps=50, bar=10),
        Case("B4000", "B4000", steps=500, clast_steps=1000, yade_steps=150, bar=3),
        Case("A20k", "A20k", steps=500, clast_steps=1000, yade_steps=150, bar=2),
        Case("A20k-moving", "A20k", stir=0.5, steps=500, clast_steps=500, yade_steps=150,
             skins=(0.001, 0.002), yade_skins=(0.0005, 0.001)),
        Case("A100k", "A100k", steps=150, clast_steps=200, yade_steps=40, bar=2),
    )
}
WARM = 20  # steps before the clock starts, in every code
