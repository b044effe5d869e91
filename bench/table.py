"""From measurements to the table and the bars. Plain Python: no other code and no array library is needed.

A measurement is a dictionary with case, code, cores, variant, round, ms_per_step, memory_mb, body_contacts, other; clast's
code is `clast`, and `clast+ledger` with the energy accounts.
"""
from statistics import median

from cases import CASES

QUIET = 0.15  # cores that something else may use in a run that counts
THREADS_BAR, LEDGER_BAR, LINEAR_BAR = 1.7, 0.10, 1.3


def summarise(measurements, spheres):
    """One row per case, code and number of cores. Of several variants (skins) the fastest is kept. Runs during which
    something else used the machine count only where there are no others."""
    groups = {}
    for m in measurements:
        groups.setdefault((m["case"], m["code"], m["cores"]), {}).setdefault(m["variant"], []).append(m)
    rows = []
    for (case, code, cores), variants in groups.items():
        quiet = {v: [m for m in runs if m["other"] <= QUIET] for v, runs in variants.items()}
        disturbed = not any(quiet.values())
        usable = variants if disturbed else {v: runs for v, runs in quiet.items() if runs}
        variant = min(usable, key=lambda v: min(m["ms_per_step"] for m in usable[v]))
        runs = usable[variant]
        times = [m["ms_per_step"] for m in runs]
        best = min(times)
        rows.append({
            "case": case, "code": code, "cores": cores, "variant": variant, "runs": len(times), "disturbed": disturbed,
            "best": best, "median": median(times), "spread": max(times) / best - 1,
            "rate": spheres[case] / best * 1e3,
            "contacts": runs[0]["body_contacts"], "memory_mb": max(m["memory_mb"] for m in runs),
        })
    for row in rows:
        peers = [r for r in rows if r["case"] == row["case"] and r["cores"] == row["cores"] and is_peer(r["code"])]
        row["ratio"] = min(r["best"] for r in peers) / row["best"] if peers else None
        row["median_ratio"] = min(r["median"] for r in peers) / row["median"] if peers else None
    return rows


def is_peer(code):
    return not code.startswith("clast")


def find(rows, case, code, cores):
    return next((r for r in rows if (r["case"], r["code"], r["cores"]) == (case, code, cores)), None)


def _bar(what, got, wanted, holds, unit=""):
    return {"what": what, "got": got, "wanted": wanted, "holds": holds, "unit": unit}


def _of_pairs(runs, ratio, form):
    """The median, and a text that tells the middle half and what the best of both would say."""
    ratios = sorted(ratio(*run) for run in runs)
    last = len(ratios) - 1
    best = ratio(min(one for one, _ in runs), min(other for _, other in runs))
    return median(ratios), ("median of %d pairs, half of them " + form + " to " + form + "; best to best " + form) % (
        len(ratios), ratios[last // 4], ratios[last - last // 4], best)


def bars(rows, spheres, bodies, pairs):
    """What is asked of clast, and whether it holds. Only what was measured is judged."""
    out = []
    for case in dict.fromkeys(r["case"] for r in rows):
        wanted = CASES[case].bar if case in CASES else 0
        for cores in (1, 2):
            row = find(rows, case, "clast", cores)
            if wanted and row and row["ratio"] is not None:
                out.append(_bar("%s, %s: speed over the best peer" % (case, core_words(cores)), row["ratio"], wanted,
                                row["ratio"] >= wanted, "x"))
    for case, runs in pairs.get("threads", {}).items():
        got, told = _of_pairs([run[:2] for run in runs], lambda one, two: one / two, "%.2f")
        if len(runs[0]) > 2:
            told += "; two copies that share nothing %.2f" % median([run[0] / run[2] for run in runs])
        out.append(_bar("%s: two threads over one (%s)" % (case, told), got, THREADS_BAR, got >= THREADS_BAR, "x"))
    for cores in (1, 2):
        row = find(rows, "C4500", "clast", cores)
        lammps = [r for r in rows if r["case"] == "C4500" and r["cores"] == cores and r["code"].startswith("lammps")]
        if row and lammps:
            got = 1e6 * row["memory_mb"] / spheres["C4500"]
            wanted = 1e6 * min(r["memory_mb"] for r in lammps) / spheres["C4500"]
            out.append(_bar("C4500, %s: memory per sphere against LAMMPS'" % core_words(cores), got, wanted,
                            got < wanted, " bytes"))
    for case, runs in pairs.get("ledger", {}).items():
        got, told = _of_pairs(runs, lambda off, on: 100 * (on / off - 1), "%.0f")
        out.append(_bar("%s, one core: cost of the ledger (%s)" % (case, told), got, 100 * LEDGER_BAR,
                        got <= 100 * LEDGER_BAR, " %"))
    costs = {c: 1e6 * r["best"] / bodies[c] for c in ("C450", "C4500", "C45000") if (r := find(rows, c, "clast", 1))}
    if len(costs) > 1:
        got = max(costs.values()) / min(costs.values())
        told = ", ".join("%s %.0f" % item for item in costs.items())
        out.append(_bar("cost per stone and step, largest over smallest (ns: %s)" % told, got, LINEAR_BAR,
                        got <= LINEAR_BAR, "x"))
    return out


def core_words(cores):
    return "one core" if cores == 1 else "%d cores" % cores


# ---- as text ------------------------------------------------------------------------------------------------------------

HEAD = ["case", "code", "cores", "ms/step best", "median", "spread", "M sphere-steps/s", "contacts", "MB",
        "best peer / this", "bar"]


def _bar_cell(row):
    case = CASES.get(row["case"])
    if row["code"] != "clast" or not case or not case.bar or row["ratio"] is None:
        return ""
    return "%g: %s" % (case.bar, "holds" if row["ratio"] >= case.bar else "MISSED")


def cells(row):
    skin = " (skin %g mm)" % (1e3 * row["variant"]) if row["variant"] else ""
    return [row["case"], row["code"] + skin + (" *" if row["disturbed"] else ""), str(row["cores"]),
            "%.4g" % row["best"], "%.4g" % row["median"], "%.0f %% of %d" % (100 * row["spread"], row["runs"]),
            "%.3g" % (1e-6 * row["rate"]), str(row["contacts"]), "%.0f" % row["memory_mb"],
            "" if row["ratio"] is None else "%.2f" % row["ratio"], _bar_cell(row)]


def order(rows):
    cases = list(dict.fromkeys(r["case"] for r in rows))
    return sorted(rows, key=lambda r: (cases.index(r["case"]), r["cores"], is_peer(r["code"]), r["best"]))


def plain(head, lines):
    """Columns side by side; numbers to the right."""
    widths = [max(len(line[k]) for line in [head] + lines) for k in range(len(head))]
    right = [k > 1 for k in range(len(head))]
    show = lambda line: "  ".join(c.rjust(w) if r else c.ljust(w) for c, w, r in zip(line, widths, right)).rstrip()
    return "\n".join([show(head)] + [show(line) for line in lines])


def markdown(head, lines):
    rule = ["---" if k < 2 else "---:" for k in range(len(head))]
    return "\n".join("| " + " | ".join(line) + " |" for line in [head, rule] + lines)


def bar_lines(list_of_bars):
    return [[b["what"], "%.3g%s" % (b["got"], b["unit"]), "%.3g%s" % (b["wanted"], b["unit"]),
             "holds" if b["holds"] else "MISSED"] for b in list_of_bars]


BAR_HEAD = ["bar", "got", "wanted", ""]
NOTE = ("best, median: of the runs of one code in turn with the others; spread: slowest over fastest run less one; "
        "contacts: between bodies; MB: largest memory, all processes together; *: something else used the machine "
        "in every run.")


def put_between(text, name, new):
    """Replaces what stands between <!-- name --> and <!-- end of name -->."""
    first, last = "<!-- %s -->" % name, "<!-- end of %s -->" % name
    begin, end = text.index(first) + len(first), text.index(last)
    return text[:begin] + "\n" + new.strip("\n") + "\n" + text[end:]
