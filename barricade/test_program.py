"""The program from outside: exit codes, streams, and what it does when it cannot write.

The program under test is build/release/bin/barricade, or what BARRICADE names.
"""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[1]
PROGRAM = os.environ.get("BARRICADE", str(ROOT / "build" / "release" / "bin" / "barricade"))
SAMPLES = ROOT / "testsuite" / "samples"
KERNEL = str(SAMPLES / "block_reduce" / "kernel.gbpl")


def run(*arguments, stdin="", **options):
    options.setdefault("stdout", subprocess.PIPE)
    return subprocess.run([PROGRAM, *arguments], input=stdin, text=True, stderr=subprocess.PIPE,
                          timeout=60, **options)


class Check(unittest.TestCase):
    def test_summary(self):
        done = run("check", KERNEL, "--blockDim=64", "--gridDim=*")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("kernel 'block_reduce'\n", done.stdout)
        self.assertIn("  launch: blocks of 64 x 1 x 1 threads, grid of any x 1 x 1 blocks\n",
                      done.stdout)
        self.assertIn("  barriers: 2\n    block barrier at kernel.cu:", done.stdout)
        self.assertIn("  loops: 1\n    at kernel.cu:", done.stdout)

    def test_every_kernel_of_the_test_suite_is_read(self):
        kernels = sorted(str(path) for path in ROOT.glob("testsuite/*/*/kernel.gbpl")
                         if "// expect: rejected" not in path.read_text())
        self.assertGreater(len(kernels), 100)
        done = run("check", "--json", "-", *kernels)
        self.assertEqual(done.returncode, 0, done.stderr)
        document = json.loads(done.stdout)
        self.assertEqual([file["input"] for file in document["inputs"]], kernels)
        self.assertTrue(all(file["kernels"] for file in document["inputs"]))

    def test_print_reads_back_and_prints_the_same_again(self):
        first = run("print", KERNEL)
        again = run("print", "-", stdin=first.stdout)
        self.assertEqual((again.returncode, again.stdout), (0, first.stdout))


def sample(name):
    return str(SAMPLES / name / "kernel.gbpl")


class VerifyAndRepair(unittest.TestCase):
    def test_exit_codes(self):
        self.assertEqual(run("verify", sample("shift_fixed")).returncode, 0)
        self.assertEqual(run("verify", sample("shift_in_place")).returncode, 1)
        self.assertEqual(run("repair", sample("shift_in_place")).returncode, 0)
        self.assertEqual(run("repair", sample("same_cell_writes")).returncode, 1)
        self.assertEqual(run("verify", "--blockDim=7", sample("groups_2d"), "--kernel=no").returncode,
                         3)

    def test_a_finding_is_confirmed_by_a_run(self):
        done = run("verify", sample("shift_in_place"))
        self.assertIn("kernel.cu:9:18: error: read-write race on v[", done.stdout)
        self.assertIn("note: confirmed by running the kernel\n", done.stdout)

    def test_what_is_repaired_verifies_from_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            fixed = os.path.join(folder, "fixed.gbpl")
            self.assertEqual(run("repair", sample("loop_needs_two"), "-o", fixed).returncode, 0)
            self.assertEqual(run("verify", fixed).returncode, 0)

    def test_all_reports_at_once(self):
        with tempfile.TemporaryDirectory() as folder:
            names = [os.path.join(folder, "out." + kind) for kind in ("json", "sarif", "html")]
            done = run("repair", sample("shift_in_place"), "--json", names[0], "--sarif", names[1],
                       "--html", names[2], "--stats")
            self.assertEqual(done.returncode, 0)
            self.assertIn("solver seconds", done.stderr)
            document, sarif, page = [pathlib.Path(name).read_text() for name in names]
            self.assertEqual(json.loads(document)["repair"]["edits"][0]["line"], 10)
            self.assertEqual(json.loads(sarif)["runs"][0]["results"][0]["ruleId"], "race")
            self.assertIn("add a block barrier before kernel.cu:10", page)

    def test_time_limit_is_undecided(self):
        done = run("verify", sample("bitonic_step"), "--timeout=0.01", "--json=-")
        self.assertEqual(done.returncode, 4)
        document = json.loads(done.stdout)
        self.assertEqual(document["verdict"], "undecided")

    def test_run(self):
        done = run("run", sample("shift_in_place"), "--array", "v=iota")
        self.assertEqual(done.returncode, 1)
        self.assertIn("race", done.stdout)
        self.assertEqual(run("run", sample("shift_in_place"), "--arg", "nonsense").returncode, 2)


class BadInput(unittest.TestCase):
    def assert_rejected(self, done, text):
        self.assertEqual((done.returncode, done.stdout), (3, ""), done.stderr)
        self.assertIn(text, done.stderr)

    def test_files_that_are_none(self):
        self.assert_rejected(run("check", "/no/such/file.gbpl"), "/no/such/file.gbpl")
        self.assert_rejected(run("check", "/"), "directory")
        self.assert_rejected(run("check", "-"), "error: ")
        with tempfile.NamedTemporaryFile(suffix=".gbpl") as binary:
            binary.write(bytes(range(256)) * 20)
            binary.flush()
            self.assert_rejected(run("check", binary.name), binary.name)

    def test_json_document_also_on_failure(self):
        done = run("print", "--json=-", "-", stdin="type x = ;")
        self.assertEqual(done.returncode, 3)
        document = json.loads(done.stdout)
        self.assertEqual(document["verdict"], "rejected")
        self.assertEqual(document["errors"][0]["line"], 1)

    def test_usage(self):
        done = run("check", "--no-such-option", KERNEL)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr, "barricade: error: unknown option '--no-such-option'\n")
        done = run("check", "--json=-", "--blockDim=0", KERNEL)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(json.loads(done.stdout)["errors"][0]["kind"], "usage")


class Output(unittest.TestCase):
    def test_full_disk(self):
        with open("/dev/full", "w") as full:
            done = run("print", KERNEL, stdout=full)
        self.assertEqual(done.returncode, 5)
        self.assertIn("cannot write to standard output: No space left", done.stderr)
        done = run("print", KERNEL, "-o", "/dev/full")
        self.assertEqual(done.returncode, 5)
        self.assertIn("cannot write /dev/full: No space left", done.stderr)

    def test_closed_standard_output(self):
        done = subprocess.run(f"'{PROGRAM}' --version >&-", shell=True, text=True,
                              capture_output=True)
        self.assertEqual(done.returncode, 5)
        self.assertIn("cannot write to standard output", done.stderr)

    def test_a_rejected_input_leaves_the_output_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            output = pathlib.Path(folder) / "out.gbpl"
            output.write_text("precious")
            done = run("print", "-o", str(output), "-", stdin="procedure")
            self.assertEqual(done.returncode, 3)
            self.assertEqual(output.read_text(), "precious")
            self.assertEqual(len(os.listdir(folder)), 1)


if __name__ == "__main__":
    unittest.main()
