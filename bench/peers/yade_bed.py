# Run by Yade in the directory of a job (see yade.py).
#
# The damping of Yade's Hertz-Mindlin law takes the mass of the clump's member where that of the clump belongs, so the
# members are given the mass of their clump after it is made; the law's restitution is right then.
import json
import math
import os
import resource
import time

import numpy as np
from yade import utils

job, bed = json.load(open("job.json")), np.load("bed.npz")
grain = O.materials.append(FrictMat(young=job["young"], poisson=job["poisson"], density=job["density"],
                                    frictionAngle=math.atan(job["friction"])))


def vector(row):
    return Vector3(*[float(a) for a in row])


def ball(i):
    return utils.sphere(vector(bed["x"][i]), float(bed["r"][i]), material=grain)


def plain():
    ids = O.bodies.append([ball(i) for i in range(len(bed["r"]))])
    for i, v in zip(ids, bed["v"]):
        O.bodies[i].state.vel = vector(v)


def clumps():
    first = np.searchsorted(bed["body"], np.arange(len(bed["mass"]) + 1))
    for b, mass in enumerate(bed["mass"]):
        members = []
        for i in range(first[b], first[b + 1]):
            one = ball(i)
            one.state.mass = float(bed["m"][i])
            one.state.inertia = Vector3(1, 1, 1) * (0.4 * one.state.mass * float(bed["r"][i]) ** 2)
            members.append(one)
        clump, ids = O.bodies.appendClumped(members, discretization=0)
        O.bodies[clump].state.mass = float(mass)
        O.bodies[clump].state.vel = vector(bed["v"][b])
        for i in ids:
            O.bodies[i].state.mass = float(mass)


bed = {name: bed[name] for name in bed.files}
clumps() if job["clumps"] else plain()
lx, ly = job["box"]
for axis, place in ((0, 0), (0, lx), (1, 0), (1, ly), (2, 0)):
    O.bodies.append(utils.wall(place, axis, material=grain))

O.engines = [
    ForceResetter(),
    InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()], verletDist=job["skin"]),
    InteractionLoop(
        [Ig2_Sphere_Sphere_ScGeom(), Ig2_Wall_Sphere_ScGeom()],
        [Ip2_FrictMat_FrictMat_MindlinPhys(en=job["restitution"], es=job["restitution"])],
        [Law2_ScGeom_MindlinPhys_Mindlin()],
    ),
    NewtonIntegrator(gravity=(0, 0, -9.81), damping=0),
]
O.dt = job["step"]


def is_sphere(i):
    return isinstance(O.bodies[i].shape, Sphere)


def moment():
    kinetic = 0.0
    for b in O.bodies:
        if b.isClumpMember or not (b.isClump or isinstance(b.shape, Sphere)):
            continue
        spin = b.state.ori.conjugate() * b.state.angVel
        kinetic += 0.5 * b.state.mass * b.state.vel.squaredNorm()
        kinetic += 0.5 * sum(b.state.inertia[k] * spin[k] ** 2 for k in range(3))
    pairs = sum(1 for c in O.interactions if c.isReal and is_sphere(c.id1) and is_sphere(c.id2)
                and c.geom.penetrationDepth > 0)
    return {"step": O.iter, "kinetic": kinetic, "body_contacts": pairs}


moments = []
if job["watch"]:
    moments.append(moment())
else:
    O.run(job["warm"], wait=True)
begin, done = time.time(), 0
while done < job["steps"]:
    now = min(job["watch"] or job["steps"], job["steps"] - done)
    O.run(now, wait=True)
    done += now
    if job["watch"]:
        moments.append(moment())
seconds = time.time() - begin
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
last = moments[-1] if moments else moment()
print("RESULT " + json.dumps({"seconds": seconds, "memory_mb": memory, "watch": moments, "list_builds": None,
                              "body_contacts": last["body_contacts"]}), flush=True)
os._exit(0)
