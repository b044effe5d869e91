"""LIGGGHTS (Debian's package): plain spheres, or bodies by fix multisphere.

It has no command that reads bodies with their orientations. So each one gets an insertion of its own into a region of two
nanometres; that takes some 5 ms a body before the clock starts.
"""
import os

from peers.common import RANK, domain, loop_seconds, memory_mb, mpirun, processors, table_rows

COLUMNS = ["Step", "move", "turn", "pairs"]


def write_data(state, path):
    low, high = domain(state)
    with open(path, "w") as out:
        out.write("a bed\n\n%d atoms\n1 atom types\n" % len(state.sphere_r))
        for k, axis in enumerate("xyz"):
            out.write("%.9g %.9g %slo %shi\n" % (low[k], high[k], axis, axis))
        out.write("\nAtoms\n\n")
        for i, r in enumerate(state.sphere_r):
            out.write("%d 1 %.10g %.12g %.12g %.12g %.12g\n"
                      % (i + 1, 2 * r, state.bed.material.density, *state.sphere_x[i]))
        out.write("\nVelocities\n\n")
        for i, v in enumerate(state.v):
            out.write("%d %.12g %.12g %.12g 0 0 0\n" % (i + 1, *v))


def insert_bodies(state, directory):
    """Templates of the shapes, then one insertion per body; ends with all bodies there and the insertions gone."""
    text, number = ["fix move all multisphere"], {}
    for k, (name, shape) in enumerate(state.shapes.items(), 1):
        number[name] = k
        with open(os.path.join(directory, name + ".spheres"), "w") as out:
            for centre, radius in zip(shape.centres, shape.radii):
                out.write("%.10g %.10g %.10g %.10g\n" % (*centre, radius))
        text += ["fix shape%d all particletemplate/multisphere 15485863 atom_type 1 density constant %g nspheres %d "
                 "ntry 200000 spheres file %s.spheres scale 1.0 type %d mass %.12g "
                 "inertia_tensor %.10g 0 0 %.10g 0 %.10g use_density"
                 % (k, state.bed.material.density, len(shape.radii), name, k, shape.mass, *shape.inertia),
                 "fix only%d all particledistribution/discrete 32452843 1 shape%d 1.0" % (k, k)]
    half = 1e-9
    for b, name in enumerate(state.shape):
        x, y, z = state.x[b]
        text += ["region at%d block %.12g %.12g %.12g %.12g %.12g %.12g volume_limit 1e-40 units box"
                 % (b, x - half, x + half, y - half, y + half, z - half, z + half),
                 "fix put%d all insert/pack seed 86028121 distributiontemplate only%d insert_every once overlapcheck no "
                 "all_in no verbose no orientation constant %.15g %.15g %.15g %.15g vel constant %.12g %.12g %.12g "
                 "region at%d particles_in_region 1 ntry_mc 1000" % (b, number[name], *state.q[b], *state.v[b], b)]
    text += ["thermo 1000000000", "thermo_style custom step atoms", "run 1"]
    for b in range(len(state.shape)):
        text += ["unfix put%d" % b, "region at%d delete" % b]
    return text


def deck(state, job):
    bed, m = state.bed, state.bed.material
    low, high = domain(state)
    text = ["units si", "atom_style granular", "atom_modify map array", "boundary f f f", "newton off",
            "processors " + processors(state, job.cores), "communicate single vel yes"]
    if state.shapes:
        text += ["region all block %.9g %.9g %.9g %.9g %.9g %.9g units box"
                 % (low[0], high[0], low[1], high[1], low[2], high[2]), "create_box 1 all"]
    else:
        text += ["read_data bed.data"]
    text += ["neighbor %g bin" % job.skin, "neigh_modify delay 0",
             "fix p1 all property/global youngsModulus peratomtype %g" % m.young,
             "fix p2 all property/global poissonsRatio peratomtype %g" % m.poisson,
             "fix p3 all property/global coefficientRestitution peratomtypepair 1 %g" % m.restitution,
             "fix p4 all property/global coefficientFriction peratomtypepair 1 %g" % m.friction,
             "pair_style gran model hertz tangential history", "pair_coeff * *", "timestep %g" % bed.step,
             "fix weight all gravity 9.81 vector 0.0 0.0 -1.0"]
    planes = ["xplane 0.0", "xplane %g" % bed.box[0], "yplane 0.0", "yplane %g" % bed.box[1], "zplane 0.0"]
    for k, plane in enumerate(planes):
        text += ["fix wall%d all wall/gran model hertz tangential history primitive type 1 %s" % (k, plane)]
    if state.shapes:
        text += insert_bodies(state, job.directory)
        text += ["compute ke all ke/multisphere", "compute er all erotate/multisphere"]
    else:
        text += ["fix move all nve/sphere", "compute ke all ke", "compute er all erotate/sphere"]
    text += ["variable move equal c_ke", "variable turn equal c_er", "compute touching all contact/atom",
             "compute sum all reduce sum c_touching", "variable pairs equal c_sum"]
    look = "thermo_style custom step v_move v_turn v_pairs"
    if job.watch:
        text += ["reset_timestep 0"] if not state.shapes else []
        text += ["thermo %d" % job.watch, look, "run %d" % job.steps]
    else:
        text += ["thermo 1000000000", "thermo_style custom step atoms", "run %d" % job.warm, "run %d" % job.steps,
                 look, "run 0"]
    return "\n".join(text) + "\n"


def prepare(state, job):
    data = os.path.join(job.directory, "bed.data")
    if not state.shapes and not os.path.exists(data):
        write_data(state, data)
    with open(os.path.join(job.directory, "in.liggghts"), "w") as out:
        out.write(deck(state, job))
    return mpirun(job.cores) + RANK + ["liggghts", "-in", "in.liggghts", "-log", "none"]


def read(text, job):
    rows = table_rows(text, COLUMNS) or table_rows(text, ["Step", "v_move", "v_turn", "v_pairs"])
    if rows and "v_move" in rows[0]:
        rows = [{k.replace("v_", ""): x for k, x in row.items()} for row in rows]
    if not rows:
        raise RuntimeError("LIGGGHTS failed:\n" + text[-3000:])
    moments = [{"step": int(r["Step"]), "kinetic": r["move"] + r["turn"], "body_contacts": int(r["pairs"] / 2)}
               for r in rows]
    return {"seconds": loop_seconds(text, job.steps), "memory_mb": memory_mb(job), "watch": moments,
            "body_contacts": moments[-1]["body_contacts"], "list_builds": None}
