#!/usr/bin/python3
"""Runs clast and the other codes on the same beds, in turn, and sets their times side by side: `make bench`.

Order: the machine's limits; the physics; then case by case, round by round, one core and two, every code after the other,
so that a slow spell of the machine meets all of them.
"""
import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import beds
import codes
import physics
import table
from cases import BEDS, CASES, Case

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
LEDGER_CASES = ("C450", "C4500", "A20k")
PAIRS = 30  # of turns
LARGE = Case("C45000", "C45000", clast_steps=60)

# Seconds before the clock starts and ms per step, about, on one core: for the estimate only.
EXPECTED = {
    "clast": {"C450": (0.1, 0.2), "C4500": (0.3, 2), "B4000": (0.2, 2), "A20k": (0.3, 3), "A100k": (1, 15),
              "C45000": (2, 25)},
    "lammps": {"C450": (0.6, 1.6), "C4500": (4, 20), "B4000": (0.7, 4), "A20k": (0.5, 4), "A100k": (2, 22)},
    "liggghts": {"C450": (1, 1.6), "C4500": (25, 19), "B4000": (12, 4.5), "A20k": (0.5, 5), "A100k": (2, 25)},
    "yade": {"C450": (3, 13), "C4500": (25, 150), "B4000": (4, 23), "A20k": (4, 35), "A100k": (20, 280)},
}


def expected(code, bed, steps):
    setup, ms = EXPECTED[code.split("-")[0].split("+")[0]][bed]
    return setup + 1e-3 * ms * steps


def clock(seconds):
    return "%d:%02d min" % divmod(int(seconds + 0.5), 60)


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cases", default="", help="of " + " ".join(list(CASES) + [LARGE.name]))
    parser.add_argument("--peers", default="", help="of %s; none: clast alone" % " ".join(codes.PEERS))
    parser.add_argument("--rounds", type=int, default=0, help="default 5; 2 with --quick")
    parser.add_argument("--cores", default="1 2")
    parser.add_argument("--wait", type=float, default=5, help="seconds to wait for a quiet machine before a run, at most")
    parser.add_argument("--quick", action="store_true", help="a tenth of the steps: to see that everything runs")
    parser.add_argument("--no-physics", action="store_true")
    parser.add_argument("--update", action="store_true", help="put the tables into docs/performance.md")
    parser.add_argument("--clast", default=os.path.join(ROOT, "build", "clast"))
    parser.add_argument("--work", default=os.path.join(ROOT, "build", "bench"))
    o = parser.parse_args()
    known = list(CASES) + [LARGE.name]
    o.cases = o.cases.split() or known
    o.peers = list(codes.PEERS) if not o.peers.split() else [p for p in o.peers.split() if p != "none"]
    o.cores = [int(c) for c in o.cores.split()]
    o.rounds = o.rounds or (2 if o.quick else 5)
    for what, given, there in (("case", o.cases, known), ("peer", o.peers, list(codes.PEERS))):
        for name in given:
            if name not in there:
                parser.error("there is no %s '%s'; there are %s" % (what, name, ", ".join(there)))
    missing = [p for p in o.peers if not shutil.which(codes.NEEDED[p])]
    if missing:
        print("not installed and left out: %s (tools/setup bench installs them)" % ", ".join(missing))
        o.peers = [p for p in o.peers if p not in missing]
    return o


def shorter(steps, quick):
    return max(10, steps // 10) if quick else steps


# ---- the plan: what is run, in order ------------------------------------------------------------------------------------


def plan(o):
    """(round, case, code, cores, steps, skin) one after the other. In the first round every skin has its turn; later
    rounds are given only those skins that can still be the best (see main)."""
    jobs = []
    for name in o.cases:
        case = CASES.get(name, LARGE)
        for turn in range(o.rounds):
            for cores in o.cores if name != LARGE.name else [c for c in o.cores if c == 1]:
                steps = shorter(case.clast_steps, o.quick)
                jobs.append((turn, case, "clast", cores, steps, None))
                if name in LEDGER_CASES and cores == 1:
                    jobs.append((turn, case, "clast+ledger", cores, steps, None))
                for peer in o.peers if name != LARGE.name else []:
                    slow = peer == "yade"
                    for skin in case.yade_skins if slow else case.skins:
                        jobs.append((turn, case, peer, cores, shorter(case.yade_steps if slow else case.steps, o.quick),
                                     skin))
    return jobs


def wanted(job, measurements):
    """False for a skin that lost in the first round."""
    turn, case, code, cores, _, skin = job
    if turn == 0 or skin is None:
        return True
    first = [m for m in measurements
             if (m["round"], m["case"], m["code"], m["cores"]) == (0, case.name, code, cores)]
    return not first or min(first, key=lambda m: m["ms_per_step"])["variant"] == skin


def run_job(o, job, scenes):
    turn, case, code, cores, steps, skin = job
    if code.startswith("clast"):
        got = codes.run_clast(o.clast, case, scenes[case.bed], cores, steps, ledger=code.endswith("ledger"))
    else:
        got = codes.run_peer(code, case, cores, steps, skin, os.path.join(o.work, "work"))
    got.pop("watch", None)
    got.update(case=case.name, code=code, cores=cores, variant=skin, round=turn)
    return got


def measure(o, scenes):
    jobs, measurements = plan(o), []
    guess = lambda some: sum(expected(j[2], j[1].bed, j[4]) for j in some)
    total = guess(j for j in jobs)
    print("%d runs, about %s" % (len(jobs), clock(total)), flush=True)
    passed = 0.0
    for k, job in enumerate(jobs):
        if not wanted(job, measurements):
            continue
        turn, case, code, cores, steps, skin = job
        told = "[%d/%d] %s, %s%s, %s: " % (k + 1, len(jobs), case.name, code, " skin %g mm" % (1e3 * skin) if skin else "",
                                           table.core_words(cores))
        codes.wait_for_quiet(o.wait)
        try:
            got = run_job(o, job, scenes)
        except (RuntimeError, OSError, ValueError, subprocess.TimeoutExpired) as trouble:
            print(told + "FAILED: %s" % trouble, flush=True)
            continue
        measurements.append(got)
        passed += expected(code, case.bed, steps)
        left = guess(j for j in jobs[k + 1:] if wanted(j, measurements)) * sum(m["wall"] for m in measurements) / passed
        print(told + "%.4g ms/step%s (about %s left)"
              % (got["ms_per_step"], ", disturbed" if got["other"] > table.QUIET else "", clock(left)), flush=True)
    return measurements


def measure_pairs(o, scenes):
    """The same bed by turns of some hundred steps: on one core and on two, without the ledger and with it. What disturbs lasts
    longer than a pair, so the ratio of its two is steadier than that of runs. Name of case -> list of two times each."""
    threads = [n for n in o.cases if n != LARGE.name and len(o.cores) > 1]
    ledger = [n for n in o.cases if n in LEDGER_CASES and 1 in o.cores]
    pairs = {"threads": {}, "ledger": {}}
    for what, names in (("threads", threads), ("ledger", ledger)):
        for name in names:
            case, got = CASES[name], []
            steps = case.clast_steps if case.stir or o.quick else max(case.clast_steps, 1000)
            print("%s: %s, %d pairs of turns" % (what, name, PAIRS), flush=True)
            while len(got) < PAIRS and not (o.quick and got):
                codes.wait_for_quiet(o.wait)
                got += codes.run_beside(o.clast, case, scenes[case.bed], what, steps)
            pairs[what][name] = got
    return pairs


# ---- physics, limits ------------------------------------------------------------------------------------------------------


def compare_physics(o, scenes):
    """The table of energies and contacts, and the list of differences that should not be."""
    rows, differences = [], []
    steps = 500 if o.quick else physics.STEPS
    for name in [n for n in physics.CHECKED if CASES[n].bed in {CASES[c].bed for c in o.cases if c in CASES}]:
        case, results = CASES[name], {}
        for code in ["clast"] + o.peers:
            print("physics: %s, %s (about %s)" % (name, code, clock(expected(code, case.bed, steps))), flush=True)
            try:
                if code == "clast":
                    results[code] = codes.run_clast(o.clast, case, scenes[case.bed], 1, steps, watch=physics.EVERY)
                else:
                    results[code] = codes.run_peer(code, case, 1, steps, physics.SKIN, os.path.join(o.work, "work"),
                                                   physics.EVERY)
            except (RuntimeError, OSError) as trouble:
                print("FAILED: %s" % trouble, flush=True)
        if "clast" in results:
            rows += physics.lines(name, results)
            differences += physics.differences(name, results)
    return rows, differences


def measure_limits(o):
    program, out = os.path.join(o.work, "limits"), {}
    if not os.path.exists(program):
        return out
    for cores in o.cores:
        done, _, _ = codes._call([program, str(cores), "0.1" if o.quick else "0.5"], None, cores, 600)
        out[cores] = json.loads(done.stdout)
    return out


def limit_lines(limits):
    kinds = (("GB_per_s", "GB/s"), ("Gop_per_s", "10^9/s"))
    names = [(kind, unit, name) for kind, unit in kinds for name in next(iter(limits.values()))[kind]]
    return [[name, unit] + ["%.3g" % limits[c][kind][name] for c in limits] for kind, unit, name in names]


def machine():
    model = platform.machine()
    with open("/proc/cpuinfo") as file:
        for line in file:
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    return "%s, %d cores seen, %s" % (model, os.cpu_count(), time.strftime("%Y-%m-%d"))


# ---- all together ------------------------------------------------------------------------------------------------------------


def main():
    o = options()
    os.makedirs(os.path.join(o.work, "work"), exist_ok=True)
    scenes = {bed: os.path.join(HERE, bed + ".yaml") for bed in BEDS}
    if LARGE.name in o.cases:
        scenes[LARGE.name] = beds.tile("C4500", LARGE.name, 5, 2, "C4500", o.work)
    print("machine: " + machine(), flush=True)

    limits = measure_limits(o)
    rows, differences = ([], []) if o.no_physics else compare_physics(o, scenes)
    if rows:
        print("\nEnergy of motion (share of the start's; in J for beds at rest) and contacts between bodies\n"
              + table.plain(physics.HEAD, rows) + "\n\n" + physics.REMARKS)
        print("\n".join(differences) if differences else "Codes with the same law agree.")
        print(flush=True)

    pairs = measure_pairs(o, scenes)
    measurements = measure(o, scenes)
    spheres = {m["case"]: m["spheres"] for m in measurements if "spheres" in m}
    bodies = {m["case"]: m["bodies"] for m in measurements if "bodies" in m}
    lines = table.order(table.summarise([m for m in measurements if m["case"] in spheres], spheres))
    judged = table.bars(lines, spheres, bodies, pairs)

    limit_head = ["limit of this machine", "unit"] + [table.core_words(c) for c in limits]
    parts = [("bench table", table.HEAD, [table.cells(r) for r in lines]),
             ("bench bars", table.BAR_HEAD, table.bar_lines(judged)),
             ("bench physics", physics.HEAD, rows),
             ("bench limits", limit_head, limit_lines(limits) if limits else [])]
    for name, head, cells in parts:
        if cells and name != "bench physics":
            print("\n" + table.plain(head, cells))
            if name == "bench table":
                print(table.NOTE)
    with open(os.path.join(o.work, "results.json"), "w") as out:
        json.dump({"machine": machine(), "quick": o.quick, "limits": limits, "physics": rows,
                   "physics_differences": differences, "table": lines, "bars": judged, "pairs": pairs, "measurements": measurements},
                  out, indent=1)
    text = "\n\n".join("<!-- %s -->\n%s\n<!-- end of %s -->" % (name, table.markdown(head, cells), name)
                       for name, head, cells in parts if cells)
    with open(os.path.join(o.work, "table.md"), "w") as out:
        out.write("Machine: %s\n\n%s\n" % (machine(), text))
    print("\nwritten: %s and table.md beside it" % os.path.relpath(os.path.join(o.work, "results.json")))
    if o.update:
        update_document(parts)


def update_document(parts):
    path = os.path.join(ROOT, "docs", "performance.md")
    with open(path) as file:
        text = file.read()
    for name, head, cells in parts:
        if cells:
            text = table.put_between(text, name, table.markdown(head, cells))
    text = table.put_between(text, "bench machine", machine())
    with open(path, "w") as out:
        out.write(text)
    print("the tables of docs/performance.md are those of this run")


if __name__ == "__main__":
    main()
