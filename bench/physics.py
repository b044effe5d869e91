"""Do clast and the others compute the same? Energy of motion and contacts over the first steps of the same bed."""
from cases import CASES

CHECKED = ("C450", "C450-moving", "A20k-moving")
STEPS, EVERY = 2000, 250
SHOWN = (250, 500, 1000, 2000)
SKIN = 0.001

REMARKS = """\
Spheres: LIGGGHTS, Yade and clast have the same law (Hertz-Mindlin, the restitution asked is the one got) and must agree; clast
weights the step in which a contact closes, the others do not. LAMMPS' tsuji damping is too weak (restitution 0.62 for 0.5
asked), and that of gran/hertz/history goes with another power of the overlap: both decay otherwise.
Stones: clast damps a contact by its inverse mobility, so that a blow off-centre keeps the restitution asked; the others take
the masses of the bodies, more damping than asked. So they lose energy faster from the start (LAMMPS granular excepted).
At rest: what moves is the bed finding its tangential springs, which start at zero; energies are small and only their order
compares. LIGGGHTS inserts stones in its first step, so it looks one step later."""

# Who has the same law as clast, and how far apart they may be: energy of motion left and contacts, as ratios.
SAME_LAW = {"A20k-moving": ("liggghts", "yade")}
ENERGY_BAND, CONTACT_BAND = 0.15, 0.03


def at(result, step):
    """The moment nearest to a step (LIGGGHTS is one step late with stones)."""
    near = [m for m in result["watch"] if abs(m["step"] - step) <= 1]
    return near[0] if near else None


def lines(case, results):
    """Rows of the table; results by code."""
    start = next(m["kinetic"] for m in results["clast"]["watch"])
    out = []
    for code, result in results.items():
        row = [case, code]
        for step in SHOWN:
            m = at(result, step)
            energy = "" if m is None else "%.4f" % (m["kinetic"] / start) if CASES[case].stir else "%.2e J" % m["kinetic"]
            row.append(energy)
        last = at(result, SHOWN[-1])
        row += ["%d" % m["body_contacts"] if (m := at(result, s)) else "" for s in (SHOWN[0], SHOWN[-1])]
        out.append(row)
    return out


HEAD = ["case", "code"] + ["E at %d" % s for s in SHOWN] + ["contacts at %d" % s for s in (SHOWN[0], SHOWN[-1])]


def differences(case, results):
    """Where codes with the same law are further apart than the bands; empty: they agree."""
    out = []
    for code in SAME_LAW.get(case, ()):
        for step in SHOWN:
            a, b = at(results["clast"], step), at(results[code], step) if code in results else None
            if not a or not b:
                continue
            for key, band in (("kinetic", ENERGY_BAND), ("body_contacts", CONTACT_BAND)):
                ratio = b[key] / a[key]
                if abs(ratio - 1) > band:
                    out.append("%s, step %d: %s of %s is %.3f times clast's" % (case, step, key, code, ratio))
    return out
