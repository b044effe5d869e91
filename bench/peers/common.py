"""A job for another code, and what all of them share."""
import os
import re
from dataclasses import dataclass

TIME = "/usr/bin/time"
# Each process tells its largest memory in a file of its own; mpirun says which process it is.
RANK = ["sh", "-c", 'exec %s -o "rank.${OMPI_COMM_WORLD_RANK:-0}" -f "%%M" "$0" "$@"' % TIME]


@dataclass
class Job:
    directory: str
    cores: int
    skin: float
    steps: int
    warm: int
    watch: int = 0  # > 0: no timing, but energy and contacts every so many steps


def mpirun(cores):
    if cores == 1:
        return []
    return ["mpirun", "--use-hwthread-cpus", "-np", str(cores)] + (["--allow-run-as-root"] if os.geteuid() == 0 else [])


def memory_mb(job):
    """Sum over the processes."""
    total = 0.0
    for rank in range(job.cores):
        with open(os.path.join(job.directory, "rank.%d" % rank)) as file:
            total += float(file.read().split()[-1]) / 1024
    return total


def processors(state, cores):
    """The box is cut across its longer side."""
    if cores == 1:
        return "* * *"
    return "%d 1 1" % cores if state.bed.box[0] >= state.bed.box[1] else "1 %d 1" % cores


def domain(state):
    """Low and high corners with room for spheres in walls; above, for bodies thrown up."""
    lx, ly = state.bed.box
    above = 0.3 if state.v.any() else 0.06
    return (-0.005, -0.005, -0.01), (lx + 0.005, ly + 0.005, state.top + above)


def loop_seconds(text, steps):
    """Seconds of the last loop over so many steps: LAMMPS and its descendants print the same line."""
    found = [float(s) for s, n in re.findall(r"Loop time of (\S+) on \d+ procs for (\d+) steps", text) if int(n) == steps]
    if not found:
        raise RuntimeError("no loop of %d steps in the output:\n%s" % (steps, text[-3000:]))
    return found[-1]


def table_rows(text, columns):
    """The rows of numbers that follow each header line made of these words."""
    rows, inside = [], False
    for line in text.splitlines():
        words = line.split()
        if words == columns:
            inside = True
        elif inside:
            try:
                row = [float(w) for w in words]
            except ValueError:
                row = []
            inside = len(row) == len(columns)
            if inside:
                rows.append(dict(zip(columns, row)))
    return rows
