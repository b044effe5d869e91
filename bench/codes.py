"""Runs one code on one case, clast or another, and returns what it did as a dictionary:
seconds, steps, ms_per_step, memory_mb, body_contacts, list_builds, watch, and `other`, the cores that something else used."""
import functools
import json
import os
import resource
import subprocess
import time

from beds import read_state
from cases import WARM
from peers import lammps, liggghts, yade
from peers.common import Job

PEERS = {
    "liggghts": (liggghts.prepare, liggghts.read),
    "lammps-hertz": (functools.partial(lammps.prepare, "hertz"), lammps.read),
    "lammps-granular": (functools.partial(lammps.prepare, "granular"), lammps.read),
    "yade": (yade.prepare, yade.read),
}
NEEDED = {"liggghts": "liggghts", "lammps-hertz": "lmp", "lammps-granular": "lmp", "yade": "yade"}


@functools.lru_cache(maxsize=2)
def _state(bed, stir):
    return read_state(bed, stir)


def _busy():
    """CPU seconds that the machine has worked so far, time taken away by a host of this machine included."""
    with open("/proc/stat") as file:
        user, nice, system, _, _, irq, softirq, steal = [int(t) for t in file.readline().split()[1:9]]
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")


def _own():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def wait_for_quiet(most, cores_used=0.15):
    """Waits until others use less than so many cores, at most `most` seconds."""
    begin = time.time()
    while time.time() - begin < most:
        busy, now = _busy(), time.time()
        time.sleep(0.3)
        if (_busy() - busy) / (time.time() - now) < cores_used:
            return


def _call(command, directory, cores, limit):
    environment = dict(os.environ, OMP_NUM_THREADS=str(cores), LC_ALL="C")
    busy, own, begin = _busy(), _own(), time.time()
    done = subprocess.run(command, cwd=directory, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, text=True, timeout=limit)
    wall = time.time() - begin
    other = max(0.0, (_busy() - busy) - (_own() - own)) / max(wall, 0.05)
    return done, wall, other


def run_clast(program, case, scene, cores, steps, ledger=False, watch=0, limit=1800):
    command = [program, "bench", scene, "--threads", str(cores), "--steps", str(steps), "--json"]
    command += ["--stir", "%g" % case.stir] if case.stir else []
    command += ["--ledger"] if ledger else []
    command += ["--watch", str(watch)] if watch else []
    done, wall, other = _call(command, None, cores, limit)
    if done.returncode:
        raise RuntimeError("clast failed: %s\n%s" % (" ".join(command), done.stdout[-3000:]))
    result = json.loads(done.stdout)
    result.update(seconds=result["ms_per_step"] * steps / 1e3, wall=wall, other=other)
    return result


def run_beside(program, case, scene, what, steps, limit=1800):
    """The bed on one core and on two ("threads"), or on one core without the ledger and with it, by turns: pairs of ms a step.
    With threads a third one: two copies at the same time that share nothing, which is what the machine has for two threads."""
    command = [program, "bench", scene, "--beside", what, "--threads", "2" if what == "threads" else "1",
               "--steps", str(steps), "--json"]
    command += ["--stir", "%g" % case.stir] if case.stir else []
    done, _, _ = _call(command, None, 2, limit)
    if done.returncode:
        raise RuntimeError("clast failed: %s\n%s" % (" ".join(command), done.stdout[-3000:]))
    got = json.loads(done.stdout)
    return [pair + [apart] for pair, apart in zip(got["pairs"], got["apart"])] if "apart" in got else got["pairs"]


def run_peer(code, case, cores, steps, skin, work, watch=0, limit=3600):
    prepare, read = PEERS[code]
    directory = os.path.join(work, "%s-%s" % (case.name, code.split("-")[0]))
    os.makedirs(directory, exist_ok=True)
    job = Job(directory, cores, skin, steps, WARM, watch)
    command = prepare(_state(case.bed, case.stir), job)
    done, wall, other = _call(command, directory, cores, limit)
    result = read(done.stdout, job)
    result.update(steps=steps, ms_per_step=1e3 * result["seconds"] / steps, wall=wall, other=other, skin=skin)
    return result
