"""The program from outside: exit codes, streams, and what it does when it cannot write.

The program under test is build/release/bin/barricade, or what BARRICADE names.
"""

import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import tempfile
import time
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
  def test_what_would_have_to_hold_of_an_index_array_is_said(self):
    scatter = run("verify", sample("index_array"), "--blockDim=64", "--gridDim=2")
    self.assertEqual(scatter.returncode, 1)
    self.assertIn("note: right where no two elements of idx are equal\n", scatter.stdout)

  def test_contents_that_a_program_has_are_a_condition(self):
    text = pathlib.Path(sample("index_array")).read_text()
    launch = ("--blockDim=64", "--gridDim=2")
    self.assertIn("note: confirmed by running", run("verify", "-", *launch, stdin=text).stdout)
    for attribute in 'computed_by "scan"', "given":
      of_program = re.sub(r"(var )([^;]*idx : )", rf"\1{{:{attribute}}} \2", text, count=1)
      done = run("verify", "-", *launch, "--json=-", stdin=of_program)
      self.assertEqual(done.returncode, 6)
      self.assertEqual(json.loads(done.stdout)["condition_distinct"], ["idx"])
      done = run("verify", "-", *launch, stdin=of_program)
      self.assertIn("conditional, race-free where no two elements of idx are equal\n", done.stdout)

  def test_contents_that_the_program_states(self):
    text = pathlib.Path(sample("index_array")).read_text()
    stated = re.sub(r"(var )([^;]*idx : )", r"\1{:distinct} \2", text, count=1)
    self.assertEqual(run("verify", "-", "--blockDim=64", "--gridDim=2", stdin=stated).returncode, 0)

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

  def test_a_finding_without_a_run_is_possible_and_says_why(self):
    for option, why in (("--warp-sync=32", "lock step"), ("--confirm=off", "--confirm=off")):
      for name in ("barrier_in_branch", "shift_in_place", "failing_assert"):
        for command in ("verify", "repair"):
          findings = json.loads(run(command, sample(name), option, "--json=-").stdout)["findings"]
          for finding in findings:
            self.assertIs(finding["confirmed"], False)
            self.assertIn(why, finding["unconfirmed_reason"])
      text = run("verify", sample("barrier_in_branch"), option).stdout
      self.assertIn("note: possible: ", text)

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

  def test_instrumented_program_has_the_race_unless_the_site_holds_a_barrier(self):
    with tempfile.TemporaryDirectory() as folder:
      path = os.path.join(folder, "sites.gbpl")
      done = run("instrument", sample("shift_in_place"), "-o", path, "--json=-")
      self.assertEqual((done.returncode, done.stderr), (0, ""))
      site, warp = json.loads(done.stdout)["kernels"][0]["sites"]
      self.assertEqual((site["scope"], site["line"], site["existing"]), ("block", 10, False))
      self.assertEqual((warp["scope"], warp["line"], warp["existing"]), ("warp", 10, False))
      text = pathlib.Path(path).read_text() + f"axiom !{warp['variable']};\n"
      for guard, code in (("", 0), ("!", 1)):
        axiom = f"axiom {guard}{site['variable']};\n"
        self.assertEqual(run("verify", "-", stdin=text + axiom).returncode, code)

  def test_run(self):
    done = run("run", sample("shift_in_place"), "--array", "v=iota", "--compare-orders",
               "--trace")
    self.assertEqual(done.returncode, 1)
    self.assertIn("race", done.stdout)
    self.assertIn("thread (0,0,0) of block (0,0,0): read $$arg.v[1] = 1  (kernel.cu:9:18)\n",
                  done.stdout)
    self.assertIn("\norders: v[0] is 1 (ascending, delayed) or 128 (descending, immediate)\n",
                  done.stdout)
    done = run("run", sample("shift_fixed"), "--array", "v=iota", "--compare-orders")
    self.assertEqual(done.returncode, 0)
    self.assertIn("\norders: 5 thread orders leave the same memory\n", done.stdout)
    self.assertEqual(run("run", sample("shift_in_place"), "--arg", "nonsense").returncode, 2)


class BadInput(unittest.TestCase):
  def assert_rejected(self, done, text):
    self.assertEqual((done.returncode, done.stdout), (3, ""), done.stderr)
    self.assertIn(text, done.stderr)

  def test_advice_is_no_failure(self):
    done = run("advise", sample("block_reduce"), "--json=-")
    self.assertEqual(done.returncode, 0, done.stderr)
    document = json.loads(done.stdout)
    self.assertEqual([kernel["status"] for kernel in document["kernels"]], ["finished"])
    self.assertGreater(document["kernels"][0]["totals"]["passes"]["executions"], 0)
    self.assertEqual(document["errors"], [])

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

  def test_what_is_not_supported_has_a_place(self):
    shared = "var v : bv32;\nprocedure {:kernel} $k()\n{\n  v := 1bv32;\n}\n"
    for command in ("verify", "repair", "instrument"):
      done = run(command, "--json=-", "-", stdin=shared)
      self.assertEqual(done.returncode, 3)
      error, = json.loads(done.stdout)["errors"]
      self.assertEqual((error["file"], error["line"], error["column"]), ("-", 4, 3))
      self.assertTrue(error["message"].startswith("global variable 'v' is no array"))
      self.assertTrue(done.stderr.startswith(f"-:4:3: error: {error['message']}\n"))

  def test_bad_trip_counts(self):
    with tempfile.TemporaryDirectory() as folder:
      counts = pathlib.Path(folder) / "counts"
      counts.write_text("7 1\nseven 1\n")
      for command in ("repair", "instrument"):
        done = run(command, sample("shift_in_place"), f"--weights={counts}")
        self.assert_rejected(done, f"{counts}:2: error: expected 'line count'")

  def test_usage(self):
    done = run("check", "--no-such-option", KERNEL)
    self.assertEqual((done.returncode, done.stdout), (2, ""))
    self.assertEqual(done.stderr, "barricade: error: unknown option '--no-such-option'\n")
    done = run("check", "--json=-", "--blockDim=0", KERNEL)
    self.assertEqual(done.returncode, 2)
    self.assertEqual(json.loads(done.stdout)["errors"][0]["kind"], "usage")


# The threads write to v[hash(t)], a permutation of the 32-bit words: that no two of them meet is
# beyond a solver, so a query of it lasts as long as it may.
SCATTER = """
var {:source_name "v"} {:global} $$v : [bv32]bv32;
axiom {:array_info "$$v"} {:global} {:elem_width 32} {:source_name "v"} {:source_elem_width 32}
  {:source_dimensions "*"} true;
var {:race_checking} {:global} {:elem_width 32} _READ_HAS_OCCURRED_$$v : bool;
var {:race_checking} {:global} {:elem_width 32} _WRITE_HAS_OCCURRED_$$v : bool;
var {:race_checking} {:global} {:elem_width 32} _ATOMIC_HAS_OCCURRED_$$v : bool;
const {:group_size_x} group_size_x : bv32;
const {:group_size_y} group_size_y : bv32;
const {:group_size_z} group_size_z : bv32;
const {:local_id_x} local_id_x : bv32;
const {:group_id_x} group_id_x : bv32;
const {:num_groups_x} num_groups_x : bv32;
const {:num_groups_y} num_groups_y : bv32;
const {:num_groups_z} num_groups_z : bv32;
function {:bvbuiltin "bvadd"} BV32_ADD(bv32, bv32) : bv32;
function {:bvbuiltin "bvmul"} BV32_MUL(bv32, bv32) : bv32;
function {:bvbuiltin "bvxor"} BV32_XOR(bv32, bv32) : bv32;
function {:bvbuiltin "bvlshr"} BV32_LSHR(bv32, bv32) : bv32;
procedure {:source_name "scatter"} {:kernel} $scatter()
{
  var h : bv32;
$entry:
  h := BV32_ADD(BV32_MUL(group_id_x, group_size_x), local_id_x);
  h := BV32_MUL(BV32_XOR(h, BV32_LSHR(h, 16bv32)), 65569bv32);
  h := BV32_MUL(BV32_XOR(h, BV32_LSHR(h, 13bv32)), 1048833bv32);
  h := BV32_XOR(h, BV32_LSHR(h, 16bv32));
  $$v[h] := local_id_x;
  return;
}
"""
SANITIZED = b"__asan_init" in pathlib.Path(PROGRAM).read_bytes()


class Faults(unittest.TestCase):
  def setUp(self):
    folder = tempfile.TemporaryDirectory()
    self.addCleanup(folder.cleanup)
    self.folder = pathlib.Path(folder.name)
    (self.folder / "scatter.gbpl").write_text(SCATTER)

  def command(self, *arguments):
    return [PROGRAM, "verify", "scatter.gbpl", "--blockDim=1024", "--gridDim=1024",
            "--json=out.json", *arguments]

  def assert_stopped(self, code, text, messages, reason):
    """Undecided, with the reason in the text and in the document, behind the question that was being
    asked, if any, and no other file left."""
    self.assertEqual((code, messages), (4, ""))
    asked = r"(scatter\.gbpl: warning: races .*: not decided in time.*\n)?"
    self.assertRegex(text, rf"\A{asked}scatter\.gbpl: warning: {re.escape(reason)}\n"
                           r"scatter\.gbpl: kernel 'scatter': undecided\n\Z")
    document = json.loads((self.folder / "out.json").read_text())
    self.assertEqual((document["verdict"], document["undecided"][-1]), ("undecided", reason))
    self.assertEqual(sorted(os.listdir(self.folder)), ["out.json", "scatter.gbpl"])

  def start(self):
    """The running program and the process id of its child, which is in the solver."""
    # The queries are asked in children of the child.
    parent = subprocess.Popen(self.command("--timeout=50", "--query-timeout=50"), text=True,
                              cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    self.addCleanup(parent.kill)
    end = time.monotonic() + 40
    while time.monotonic() < end and parent.poll() is None:
      for child in children_of(parent.pid):
        if children_of(child):
          return parent, child
      time.sleep(0.02)
    self.fail("no solver call was seen")

  def test_time_limit_inside_a_solver_call(self):
    start = time.monotonic()
    done = subprocess.run(self.command("--timeout=2", "--query-timeout=0"), text=True,
                          cwd=self.folder, capture_output=True, timeout=60)
    self.assertLess(time.monotonic() - start, 20)
    self.assertEqual((done.returncode, done.stderr), (4, ""))
    document = json.loads((self.folder / "out.json").read_text())
    self.assertEqual(document["verdict"], "undecided")
    # On a busy machine the verifier may notice by itself before it is stopped.
    for reason in document["undecided"]:
      self.assertRegex(reason, "^verification: out of time after 2 s$|: not decided in time")
    self.assertTrue(document["undecided"])

  def test_killed_child(self):
    parent, child = self.start()
    os.kill(child, signal.SIGKILL)
    text, messages = parent.communicate(timeout=20)
    self.assert_stopped(parent.returncode, text, messages,
                        "killed from outside, perhaps for lack of memory")

  def test_interrupt(self):
    for number in (signal.SIGINT, signal.SIGTERM):
      parent, child = self.start()
      asked = children_of(child)
      parent.send_signal(number)
      text, messages = parent.communicate(timeout=20)
      self.assert_stopped(parent.returncode, text, messages, "interrupted")
      end = time.monotonic() + 10  # what is killed may take a moment to be gone
      while any(is_running(process) for process in [child, *asked]) and time.monotonic() < end:
        time.sleep(0.01)
      self.assertFalse(any(is_running(process) for process in [child, *asked]))

  @unittest.skipIf(SANITIZED, "AddressSanitizer reserves terabytes of address space")
  def test_memory_limit(self):
    (self.folder / "scatter.gbpl").write_text(SCATTER + "".join(
        f"procedure f{i}(x : bv32) {{ var y : bv32; y := x; return; }}\n"
        for i in range(60000)))
    done = subprocess.run(self.command("--memory=120"), text=True, cwd=self.folder,
                          capture_output=True, timeout=60)
    self.assertEqual((done.returncode, done.stdout), (4, ""))
    self.assertEqual(done.stderr, "barricade: error: out of memory (limit 120 MB)\n")
    document = json.loads((self.folder / "out.json").read_text())
    self.assertEqual(document["verdict"], "undecided")


# As above, after a race on a second array that is found at once.
RACE_FIRST = SCATTER.replace("procedure {:source", '''
var {:source_name "w"} {:global} $$w : [bv32]bv32;
axiom {:array_info "$$w"} {:global} {:elem_width 32} {:source_name "w"} {:source_elem_width 32}
  {:source_dimensions "*"} true;
procedure {:source''').replace("$entry:\n", "$entry:\n  $$w[0bv32] := local_id_x;\n")


class Early(unittest.TestCase):
  """The first finding is there while the program still searches for more."""

  def setUp(self):
    folder = tempfile.TemporaryDirectory()
    self.addCleanup(folder.cleanup)
    self.path = os.path.join(folder.name, "k.gbpl")
    pathlib.Path(self.path).write_text(RACE_FIRST)

  def start(self, output, *arguments):
    process = subprocess.Popen([PROGRAM, "verify", self.path, "--blockDim=1024", "--gridDim=1024",
                                "--all", "--timeout=50", *arguments], stdout=output,
                               stderr=subprocess.PIPE)
    self.addCleanup(process.communicate)
    self.addCleanup(process.kill)
    return process

  def test_as_a_line_of_json(self):
    process = self.start(subprocess.PIPE, "--json-lines")
    line = json.loads(process.stdout.readline())
    self.assertIsNone(process.poll())
    self.assertEqual((line["event"], line["kernel"], line["array"]), ("finding", "scatter", "w"))
    process.terminate()
    verdict = json.loads(process.stdout.readline())
    self.assertEqual((verdict["event"], verdict["verdict"]), ("verdict", "refuted"))
    self.assertEqual(verdict["undecided"][-1], "interrupted")
    self.assertEqual([f["array"] for f in verdict["findings"]], ["w"])
    self.assertEqual(process.stdout.read(), b"")

  def test_on_a_terminal(self):
    ours, theirs = os.openpty()
    self.addCleanup(os.close, ours)
    process = self.start(theirs)
    os.close(theirs)
    text = b""
    while b"[race]" not in text:
      text += os.read(ours, 4096)
    self.assertIsNone(process.poll())
    process.terminate()
    while b"refuted, 1 finding" not in text:
      text += os.read(ours, 4096)
    self.assertEqual(text.count(b"[race]"), 1)

  def test_elsewhere_in_one_piece_and_bounded(self):
    done = run("verify", self.path, "--blockDim=1024", "--gridDim=1024")
    self.assertEqual(done.returncode, 1)
    self.assertIn("further findings were not searched for to the end; --all", done.stdout)
    self.assertEqual(run("verify", self.path, "--blockDim=1024", "--gridDim=1024").stdout,
                     done.stdout)

  def test_lines_without_a_finding(self):
    done = run("verify", "--json-lines", sample("shift_fixed"))
    self.assertEqual(json.loads(done.stdout)["verdict"], "verified")
    done = run("verify", "--json-lines", "/no/such.gbpl")
    self.assertEqual(json.loads(done.stdout)["verdict"], "rejected")
    done = run("verify", "--json-lines", "--no-such-option")
    self.assertEqual(json.loads(done.stdout)["errors"][0]["kind"], "usage")
    done = run("repair", "--json-lines", sample("shift_in_place"))
    finding, verdict = map(json.loads, done.stdout.splitlines())
    self.assertEqual(verdict["findings"][0]["message"], finding["message"])
    self.assertEqual(verdict["repair"]["status"], "repaired")


def children_of(process):
  try:
    text = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text()
  except OSError:
    return []
  return [int(child) for child in text.split()]


def is_running(process):
  """Whether a process is more than a zombie that nobody has waited for."""
  try:
    text = pathlib.Path(f"/proc/{process}/stat").read_text()
  except OSError:
    return False
  return text.rpartition(")")[2].split()[0] not in "ZX"


def run_on_full_disk(*arguments):
  """Runs the program so that no file can become larger than one kilobyte."""
  def limit():
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))

  # A build for coverage would cut off its files of counts, too; so it is to write none.
  return run(*arguments, preexec_fn=limit, env={**os.environ, "GCOV_PREFIX": os.devnull})


class Output(unittest.TestCase):
  def test_full_disk(self):
    with open("/dev/full", "w") as full:
      done = run("print", KERNEL, stdout=full)
    self.assertEqual(done.returncode, 5)
    self.assertIn("cannot write to standard output: No space left", done.stderr)
    done = run("print", KERNEL, "-o", "/dev/full")
    self.assertEqual(done.returncode, 5)
    self.assertIn("cannot write /dev/full: No space left", done.stderr)

  def test_disk_that_fills_up_leaves_the_output_alone(self):
    with tempfile.TemporaryDirectory() as folder:
      output = pathlib.Path(folder) / "out.gbpl"
      output.write_text("precious")
      done = run_on_full_disk("print", KERNEL, "-o", str(output))
      self.assertEqual(done.returncode, 5)
      self.assertIn(f"cannot write {output}: File too large", done.stderr)
      self.assertEqual(output.read_text(), "precious")
      self.assertEqual(os.listdir(folder), ["out.gbpl"])

  def test_disk_that_fills_up_with_queries(self):
    with tempfile.TemporaryDirectory() as folder:
      done = run_on_full_disk("verify", sample("tiled_matmul_missing"),
                              "--dump-queries", folder)
      self.assertEqual(done.returncode, 5)
      self.assertIn(f"internal error: cannot write {folder}/", done.stderr)

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
