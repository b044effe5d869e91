"""Tests of the bench that need no other code: `ctest -R app.bench_table`. CLAST is the program."""
import csv
import json
import math
import os
import re
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import physics
import table
from cases import BEDS, CASES
from peers.common import Job, loop_seconds, mpirun, table_rows
from stir import velocities


def measured(case, code, cores, ms, variant=None, other=0.0, memory=10.0, turn=0):
    return {"case": case, "code": code, "cores": cores, "ms_per_step": ms, "variant": variant, "other": other,
            "memory_mb": memory, "body_contacts": 7, "round": turn}


class Table(unittest.TestCase):
    spheres = {"C450": 17000, "C4500": 170000, "C45000": 1700000}
    bodies = {"C450": 450, "C4500": 4500, "C45000": 45000}

    def test_best_median_spread(self):
        runs = [measured("C450", "clast", 1, ms) for ms in (0.5, 0.2, 0.3)]
        (row,) = table.summarise(runs, self.spheres)
        self.assertEqual((row["best"], row["median"], row["runs"]), (0.2, 0.3, 3))
        self.assertAlmostEqual(row["spread"], 1.5)
        self.assertAlmostEqual(row["rate"], 17000 / 0.2e-3)
        self.assertIsNone(row["ratio"])

    def test_ratio_is_to_the_best_peer_on_as_many_cores(self):
        runs = [measured("C450", "clast", 1, 0.2), measured("C450", "liggghts", 1, 2.0), measured("C450", "yade", 1, 9),
                measured("C450", "lammps-hertz", 1, 1.8), measured("C450", "clast", 2, 0.1),
                measured("C450", "liggghts", 2, 0.7), measured("C4500", "liggghts", 1, 0.1)]
        rows = table.summarise(runs, self.spheres)
        self.assertAlmostEqual(table.find(rows, "C450", "clast", 1)["ratio"], 9)
        self.assertAlmostEqual(table.find(rows, "C450", "clast", 2)["ratio"], 7)
        self.assertAlmostEqual(table.find(rows, "C450", "liggghts", 1)["ratio"], 0.9)
        pairs = {"threads": {"C450": [(4, 2, 2.2), (2, 1.2, 1.1), (3, 1.7, 1.6)]}}
        bars = {re.sub(r" \(.*", "", b["what"]): b["holds"] for b in table.bars(rows, self.spheres, self.bodies, pairs)}
        self.assertIs(bars["C450, one core: speed over the best peer"], True)  # 9 of 8
        self.assertIs(bars["C450, 2 cores: speed over the best peer"], False)  # 7 of 8
        self.assertIs(bars["C450: two threads over one"], True)  # 1.76 of 1.7

    def test_the_best_skin_is_kept(self):
        runs = [measured("C450", "yade", 1, 3.0, 0.001), measured("C450", "yade", 1, 2.0, 0.003),
                measured("C450", "yade", 1, 2.4, 0.003)]
        (row,) = table.summarise(runs, self.spheres)
        self.assertEqual((row["variant"], row["best"], row["runs"]), (0.003, 2.0, 2))

    def test_disturbed_runs_count_only_alone(self):
        runs = [measured("C450", "clast", 1, 0.1, other=0.9), measured("C450", "clast", 1, 0.2)]
        (row,) = table.summarise(runs, self.spheres)
        self.assertEqual((row["best"], row["disturbed"]), (0.2, False))
        (row,) = table.summarise(runs[:1], self.spheres)
        self.assertEqual((row["best"], row["disturbed"]), (0.1, True))

    def test_memory_ledger_linear(self):
        runs = [measured("C450", "clast", 1, 0.2), measured("C450", "clast+ledger", 1, 0.23),
                measured("C4500", "clast", 1, 2.1, memory=24), measured("C4500", "lammps-hertz", 1, 20, memory=120),
                measured("C4500", "clast+ledger", 1, 2.2), measured("C45000", "clast", 1, 27)]
        rows = table.summarise(runs, self.spheres)
        pairs = {"ledger": {"C450": [(0.2, 0.23), (0.4, 0.46), (0.2, 0.3)], "C4500": [(2, 2.2), (3, 2.9), (2, 2.1)]}}
        bars = {re.sub(r" \(.*", "", b["what"]): b for b in table.bars(rows, self.spheres, self.bodies, pairs)}
        self.assertIs(bars["C4500, one core: memory per sphere against LAMMPS'"]["holds"], True)
        self.assertAlmostEqual(bars["C450, one core: cost of the ledger"]["got"], 15)
        self.assertIs(bars["C450, one core: cost of the ledger"]["holds"], False)
        self.assertIs(bars["C4500, one core: cost of the ledger"]["holds"], True)
        linear = bars["cost per stone and step, largest over smallest"]
        self.assertAlmostEqual(linear["got"], (27 / 45000) / (0.2 / 450))
        self.assertIs(linear["holds"], False)

    def test_text(self):
        rows = table.order(table.summarise(
            [measured("C450", "liggghts", 1, 1.0, 0.0005), measured("C450", "clast", 1, 0.1)], self.spheres))
        lines = [table.cells(r) for r in rows]
        self.assertEqual([line[1] for line in lines], ["clast", "liggghts (skin 0.5 mm)"])
        self.assertEqual([line[-1] for line in lines], ["8: holds", ""])
        self.assertEqual(len({line.count("|") for line in table.markdown(table.HEAD, lines).split("\n")}), 1)
        self.assertEqual(len(table.plain(table.HEAD, lines).split("\n")), 3)

    def test_put_between(self):
        text = "a\n<!-- t -->\nold\n<!-- end of t -->\nb"
        self.assertEqual(table.put_between(text, "t", "new"), "a\n<!-- t -->\nnew\n<!-- end of t -->\nb")
        with self.assertRaises(ValueError):
            table.put_between(text, "u", "new")

    def test_document_has_every_place(self):
        with open(os.path.join(HERE, "..", "docs", "performance.md")) as file:
            text = file.read()
        for name in ("bench machine", "bench table", "bench bars", "bench physics", "bench limits"):
            table.put_between(text, name, "")


class Reading(unittest.TestCase):
    text = ("Step c_move c_turn c_pairs\n 0 1.5 0.5 4\n 10 1e-1 0 2\nLoop time of 0.5 on 1 procs for 20 steps with 3 atoms\n"
            "Step c_move c_turn c_pairs\n 30 1 2 6\nLoop time of 2.5 on 1 procs for 30 steps with 3 atoms\n")

    def test_rows_and_times(self):
        rows = table_rows(self.text, ["Step", "c_move", "c_turn", "c_pairs"])
        self.assertEqual([r["Step"] for r in rows], [0, 10, 30])
        self.assertEqual(rows[1]["c_move"], 0.1)
        self.assertEqual(loop_seconds(self.text, 30), 2.5)
        with self.assertRaises(RuntimeError):
            loop_seconds(self.text, 31)

    def test_processes(self):
        self.assertEqual(mpirun(1), [])
        self.assertIn("-np", mpirun(2))
        self.assertEqual(Job("d", 1, 0.1, 5, 2).watch, 0)


class Physics(unittest.TestCase):
    @staticmethod
    def result(factor, contacts=1000, late=0):
        return {"watch": [{"step": s + (late if s else 0), "kinetic": factor * math.exp(-s / 500) if s else 1.0,
                           "body_contacts": contacts} for s in (0,) + physics.SHOWN]}

    def test_same_law_must_agree(self):
        good = {"clast": self.result(0.5), "liggghts": self.result(0.47, 1010), "lammps-granular": self.result(0.9)}
        self.assertEqual(physics.differences("A20k-moving", good), [])
        bad = {"clast": self.result(0.5), "liggghts": self.result(0.4), "yade": self.result(0.5, 900)}
        self.assertEqual(len(physics.differences("A20k-moving", bad)), 2 * len(physics.SHOWN))

    def test_a_step_late_is_found(self):
        self.assertEqual(physics.at(self.result(0.5, late=1), 250)["step"], 251)
        self.assertIsNone(physics.at(self.result(0.5, late=2), 250))
        (line,) = physics.lines("C450-moving", {"clast": self.result(0.5)})
        self.assertEqual(len(line), len(physics.HEAD))


class Beds(unittest.TestCase):
    def test_the_others_get_the_scene_of_clast(self):
        for name, bed in BEDS.items():
            if name == "C45000":  # made of C4500 when it is wanted
                continue
            with open(os.path.join(HERE, name + ".yaml")) as file:
                text = file.read()
            value = lambda key: {float(v) for v in re.findall(r"\b%s: ([-+.\de]+)" % key, text)}
            m = bed.material
            self.assertEqual((value("young"), value("poisson"), value("friction"), value("restitution")),
                             ({m.young}, {m.poisson}, {m.friction}, {m.restitution}), name)
            self.assertEqual((value("step"), value("density")), ({bed.step}, {m.density}), name)
            self.assertIn("[[0, 0, 0], [%g, %g, 5]]" % bed.box, text)
            self.assertIn("gravity: [0, 0, -9.81]", text)

    def start(self, bed, stir):
        command = [os.environ["CLAST"], "bench", os.path.join(HERE, bed + ".yaml"), "--threads", "1", "--steps", "1",
                   "--watch", "1", "--stir", str(stir), "--json"]
        return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)

    def test_the_others_get_the_velocities_of_clast(self):
        for bed, close in (("C450", 1e-5), ("B4000", 1e-3)):  # masses of the shapes here are from a fine grid
            masses = {}
            with open(os.path.join(HERE, "states", bed + ".csv")) as file:
                rows = list(csv.DictReader(file))
            for name in BEDS[bed].shapes:
                with open(os.path.join(HERE, "shapes", name + ".txt")) as file:
                    masses[name] = float(re.search(r"mass=(\S+)", file.readline()).group(1))
            energy = sum(0.5 * masses[row["shape"]] * sum(c * c for c in v)
                         for row, v in zip(rows, velocities(len(rows), 0.5)))
            got = self.start(bed, 0.5)
            self.assertEqual(got["stir"], 0.5)
            self.assertEqual(got["bodies"], len(rows))
            self.assertLess(abs(got["watch"][0]["kinetic"] / energy - 1), close, bed)

    def test_velocities_are_normal(self):
        all_of_them = [c for v in velocities(4000, 0.5) for c in v]
        mean = sum(all_of_them) / len(all_of_them)
        deviation = math.sqrt(sum(c * c for c in all_of_them) / len(all_of_them))
        self.assertLess(abs(mean), 0.02)
        self.assertLess(abs(deviation - 0.5), 0.02)

    def test_every_case_has_its_bed(self):
        for case in CASES.values():
            self.assertTrue(os.path.exists(os.path.join(HERE, "states", BEDS[case.bed].name + ".csv")), case.name)


if __name__ == "__main__":
    unittest.main(verbosity=1)
