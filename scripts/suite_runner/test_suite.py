"""The suite runner on IR files with a stand-in for the program, whose answers stand in the files:
`//! answer {json}`, or something worse (`//! crash`, `//! hang`, `//! silence`)."""

import fcntl
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree as ET

from suite_runner import expectation
from suite_runner.compare import differences
from suite_runner.expectation import BadExpectation
from suite_runner.slurm_status import status
from suite_runner.snakemake import SUITE

PROGRAM = """#!/bin/sh
if [ "$1" = document ]; then
  option() { printf '{"name": "%s", "alias": null, "letter": null, "kind": "text", "implied": null,
    "argument": "X", "group": "G", "help": "h", "commands": ["verify", "repair"]}' "$1"; }
  printf '{"options": [%s, %s, %s]}' "$(option kernel)" "$(option json)" "$(option timeout)"
  exit
fi
basename "$2" >> {log}
if grep -q '^//! crash' "$2"; then kill -ABRT $$; fi
if grep -q '^//! hang' "$2"; then sleep 60; fi
if grep -q '^//! slow' "$2"; then sleep 0.4; fi
if grep -q '^//! silence' "$2"; then exit 0; fi
for word; do case $word in --json=*) out=${word#--json=};; esac; done
sed -n 's|^//! answer ||p' "$2" > "$out"
"""
VERIFIED = {"verdict": "verified", "findings": []}
RACE = {"verdict": "refuted",
        "findings": [{"kind": "race", "message": "race on v",
                      "accesses": [{"line": 5, "file": "k.cu"}, {"line": 7, "file": "k.cu"}]}],
        "repair": {"status": "repaired", "cost_before": 0, "cost_after": 1, "edits": [
            {"action": "add", "scope": "block", "where": "before", "line": 7, "file": "k.cu"}]}}


def head(*lines):
  return list(enumerate(lines, 1))


class Heads(unittest.TestCase):
  def expect_mistake(self, line, message, *lines):
    with self.assertRaisesRegex(BadExpectation, message) as caught:
      expectation.read(head(*lines))
    self.assertEqual(caught.exception.line, line)

  def test_grammar(self):
    expected = expectation.read(head(
        "--blockDim=64", "expect: race at line 5, 7; divergence",
        "expect-repair: add 2 block before line 7; remove grid at line 9; cost 0 -> 1.5, least 1"))
    self.assertEqual(expected.findings, [("race", {5, 7}, None), ("divergence", set(), None)])
    self.assertEqual(expected.edits, [("add", "block", "before", 7)] * 2
                     + [("remove", "grid", "at", 9)])
    self.assertEqual((expected.verdict, expected.cost, expected.least), ("refuted", (0, 1.5), 1))

  def test_mistakes_name_their_line(self):
    self.expect_mistake(1, "neither a verdict", "expect: rase at line 3")
    self.expect_mistake(1, "neither a verdict", "expect: race at line")
    self.expect_mistake(2, "unknown keyword", "a kernel", "expect-fix: none")
    self.expect_mistake(2, "given twice", "expect: verified", "expect: verified")
    self.expect_mistake(1, "stands alone", "expect: verified; race")
    self.expect_mistake(1, "neither a status", "expect-repair: add a barrier")
    self.expect_mistake(1, "neither a status", "expect-repair: add block somewhere line 3")
    self.expect_mistake(1, "before it", "expect-repair: cost 0 -> 1")
    self.expect_mistake(1, "is empty", "expect: race;")
    self.expect_mistake(1, "none of", "expect-patch: maybe")
    self.expect_mistake(1, "what is true", "open: too slow")
    self.expect_mistake(1, "no advice", "expect-advice: bank-conflict at line")
    self.expect_mistake(1, "none of", "expect-equivalence: maybe")
    self.expect_mistake(1, "run alone", "stages: repair")
    self.expect_mistake(2, "needs a reason", "expect: verified", "open:")

  def test_prose_is_no_expectation(self):
    self.assertTrue(expectation.read(head("expect no race here", "expected value: 3")).is_empty)


class Comparison(unittest.TestCase):
  def check(self, result, problems, *lines):
    self.assertEqual(differences(expectation.read(head(*lines)), {**result, "stages": ["repair"]}),
                     problems)

  def test_agreement(self):
    self.check(RACE, [], "expect: race at line 7, 5",
               "expect-repair: add 1 block before line 7; cost 0 -> 1")
    self.check(RACE, [], "expect: race", "expect-repair: add 1 block")
    self.check(VERIFIED, [], "expect: verified")

  def test_equivalence(self):
    equal = {"verdict": "undecided", "runs": 9, "text": "equal in 9 runs"}
    for given, good, bad in ((equal, "bounded", "none"), ({**equal, "runs": 0}, "none", "bounded")):
      self.check({**VERIFIED, "equivalence": given}, [], f"expect-equivalence: {good}")
      self.check({**VERIFIED, "equivalence": given},
                 [f"expected the equivalence to be {bad}, is {good}: equal in 9 runs"],
                 f"expect-equivalence: {bad}")
    self.check(VERIFIED, ["the kernel is compared with no function"], "expect-equivalence: bounded")

  def test_confirmed_or_possible(self):
    for confirmed, good, bad in ((True, "confirmed", "possible"), (False, "possible", "confirmed")):
      race = {**RACE, "findings": [{**RACE["findings"][0], "confirmed": confirmed}]}
      self.check(race, [], f"expect: {good} race at line 5")
      self.check(race, [], "expect: race at line 5")
      self.check(race, [f"expected race at line 5 to be {bad}, it is not"],
                 f"expect: {bad} race at line 5")

  def test_disagreement(self):
    self.check(RACE, ["expected verified, is refuted (race at line 5, 7)"], "expect: verified")
    self.check(VERIFIED, ["expected race, is verified"], "expect: race")
    self.check(RACE, ["expected divergence, is race at line 5, 7"], "expect: divergence")
    self.check(RACE, ["expected race at line 6, is race at line 5, 7"], "expect: race at line 6")
    self.check(RACE, ["expected the repair 'add block before line 6', is 'add block before line 7' "
                      "(repaired)"], "expect-repair: add block before line 6")
    self.check(RACE, ["expected the repair to be unrepairable, is repaired"],
               "expect-repair: unrepairable")
    self.check(RACE, ["expected the cost 0 -> 10, is 0 -> 1"],
               "expect-repair: repaired; cost 0 -> 10")

  def test_repair_must_end_in_a_patch(self):
    withheld = {**RACE, "patch": {"status": "withheld", "edits": 1, "reason": "macro"}}
    self.check(withheld, ["expected the patch to be verified, is withheld: macro"], "expect: race")
    self.check(withheld, [], "expect: race", "expect-patch: withheld")

  def test_all_advice_is_expected(self):
    advice = [{"kind": "bank-conflict", "line": 9, "degree": 32},
              {"kind": "coalescing", "line": 7, "sectors": 32, "minimum": 4}]
    result = {**VERIFIED, "advice": advice}
    self.check(result, [], "expect-advice: bank-conflict 32 at line 9; coalescing at line 7")
    self.check(result, [], "expect-advice: coalescing 32 of 4 at line 7; bank-conflict at line 9")
    shown = "is 'bank-conflict 32 at line 9; coalescing 32 of 4 at line 7'"
    for wrong in ("bank-conflict 16 at line 9; coalescing at line 7", "bank-conflict at line 9",
                  "bank-conflict at line 9; coalescing at line 8", "none"):
      self.check(result, [f"expected the advice '{wrong}', {shown}"], f"expect-advice: {wrong}")
    self.check({**VERIFIED, "advice": []}, [], "expect-advice: none")
    self.check(VERIFIED, ["there is no advice, as the kernel could not be run"],
               "expect-advice: none")

  def test_verify_and_repair_must_agree(self):
    self.check({**VERIFIED, "repair_verdict": "refuted"},
               ["verify says verified, repair says refuted"], "expect: verified")


class Runs(unittest.TestCase):
  def setUp(self):
    folder = tempfile.TemporaryDirectory()
    self.addCleanup(folder.cleanup)
    self.folder = os.path.realpath(folder.name)
    self.log = os.path.join(self.folder, "log")
    self.program = self.write("program", PROGRAM.replace("{log}", self.log))
    os.chmod(self.program, 0o755)

  def write(self, name, text):
    path = os.path.join(self.folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
      file.write(text)
    return path

  def read(self, name):
    with open(os.path.join(self.folder, name)) as file:
      return file.read()

  def kernel(self, name, answer, *lines):
    answer = answer if isinstance(answer, str) else "answer " + json.dumps(answer)
    heads = "".join(f"//{line}\n" if line.startswith("!") else f"// {line}\n" for line in lines)
    self.write(f"suite/{name}/kernel.gbpl", heads + f"\n//! {answer}\n")

  def command(self, *arguments):
    return [sys.executable, SUITE, "suite", "--program", self.program, *arguments]

  def suite(self, *arguments):
    """(exit code, standard output with times blotted out)."""
    done = subprocess.run(self.command(*arguments), cwd=self.folder, capture_output=True, text=True)
    self.error = done.stderr
    return done.returncode, re.sub(r"\d+\.\d+ s\b", "T", done.stdout)

  def mixed(self):
    self.kernel("a_good", VERIFIED, "expect: verified")
    self.kernel("b_bad", VERIFIED, "expect: race at line 3")
    self.kernel("c_crash", "crash", "expect: verified")
    self.kernel("d_silent", "silence", "expect: verified")
    self.kernel("e_open", RACE)
    self.kernel("f_repaired", RACE, "expect: race", "expect-repair: add block before line 7")

  TABLE = """\
suite/b_bad/kernel.gbpl     fail       expected race, is verified
suite/c_crash/kernel.gbpl   error      verify: the program was ended by signal 6
suite/d_silent/kernel.gbpl  error      verify: the program ended with 0 and without a result

6 kernels: 2 passed, 1 failed, 2 crashed or timed out, 1 without expectation, T
verdicts: 2 -, 2 refuted, 2 verified
"""

  def test_table_does_not_depend_on_jobs(self):
    self.mixed()
    self.assertEqual(self.suite("--jobs=1"), (1, self.TABLE))
    self.assertEqual(self.suite("--jobs=4"), (1, self.TABLE))

  def test_reports(self):
    self.mixed()
    self.assertEqual(self.suite("--junit=r.xml", "--json=r.json", "--html=r.html")[0], 1)
    xml = ET.fromstring(self.read("r.xml"))
    self.assertEqual({k: xml.get(k) for k in ("tests", "failures", "errors", "skipped")},
                     {"tests": "6", "failures": "1", "errors": "2", "skipped": "1"})
    document = json.loads(self.read("r.json"))
    self.assertEqual(document["totals"], {"pass": 2, "fail": 1, "error": 2, "unchecked": 1,
                                          "open": 0, "solved": 0})
    page = self.read("r.html")
    self.assertNotRegex(page, r"(src|href)=[\"'](http|//)")
    self.assertEqual(page.count("<article"), 6)

  def test_time_out(self):
    self.kernel("a_hang", "hang", "expect: verified")
    self.kernel("b_good", VERIFIED, "expect: verified")
    start = time.monotonic()
    code, out = self.suite("--timeout=1", "--jobs=1")
    self.assertLess(time.monotonic() - start, 20)
    self.assertEqual(code, 1)
    self.assertIn("time-out after 1 s in stage 'verify'", out)
    self.assertIn("1 passed", out)

  def test_interrupt_and_resume(self):
    for name in "abcdefgh":
      self.kernel(name, VERIFIED, "expect: verified", "! slow")
    child = subprocess.Popen(self.command("--jobs=1", "--stages=verify"), cwd=self.folder,
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    state = os.path.join(self.folder, ".barricade-suite.jsonl")
    while child.poll() is None and not (os.path.exists(state) and os.path.getsize(state)):
      time.sleep(0.02)
    child.send_signal(signal.SIGINT)
    self.assertEqual((child.communicate()[1].count("--resume"), child.returncode), (1, 4))
    before = len(self.read("log").split())
    self.assertLess(before, 8)
    with open(state, "a") as file:
      file.write('{"key": "cut off')
    code, out = self.suite("--resume", "--stages=verify")
    self.assertEqual((code, out.split(",")[0]), (0, "8 kernels: 8 passed"))
    self.assertLess(len(self.read("log").split()), before + 8)
    self.assertFalse(os.path.exists(state))

  def test_two_runs_with_one_state(self):
    self.kernel("a", VERIFIED, "expect: verified")
    with open(os.path.join(self.folder, ".barricade-suite.jsonl"), "w") as other:
      fcntl.flock(other, fcntl.LOCK_EX)
      second = subprocess.run(self.command(), cwd=self.folder, capture_output=True, text=True, check=False)
      self.assertEqual(second.returncode, 2)
      self.assertIn(".barricade-suite.jsonl: another run remembers its kernels there", second.stderr)
    self.assertEqual(self.suite()[0], 0)

  def test_baseline(self):
    self.kernel("a", VERIFIED, "expect: verified")
    self.kernel("b", VERIFIED)
    self.assertEqual(self.suite("--json=old.json")[0], 0)
    self.kernel("a", RACE, "expect: verified")
    self.kernel("b", RACE)
    self.kernel("c", VERIFIED)
    code, out = self.suite("--baseline=old.json")
    self.assertEqual(code, 1)
    self.assertIn("a/kernel.gbpl: fails now: expected verified, is refuted", out)
    self.assertIn("b/kernel.gbpl: verdict was verified, is refuted race", out)
    self.assertIn("changed:\n  suite/c/kernel.gbpl: new", out)
    self.assertEqual(self.suite("--baseline=log")[0], 2)

  def test_malformed_head_stops_the_run(self):
    self.kernel("a", VERIFIED, "a kernel", "expect: fine")
    self.assertEqual(self.suite(), (3, ""))
    self.assertTrue(self.error.startswith("suite/a/kernel.gbpl:2: error: 'fine' is neither"))

  def test_filter_and_gpuverify_heads(self):
    self.kernel("a", VERIFIED, "pass", "--kernel=k --no-inline")
    self.kernel("b", RACE, "xfail:NOT_ALL_VERIFIED", "--kernel=k")
    self.kernel("c", RACE, "pass", "")
    code, out = self.suite("--expect=gpuverify", "--filter=[ab]")
    self.assertEqual((code, out.split(",")[0]), (0, "2 kernels: 2 passed"))
    self.assertEqual(self.suite("--expect=gpuverify")[0], 1)
    self.assertEqual(self.suite("--filter=x")[0], 2)

  def test_a_head_may_leave_out_the_repair(self):
    self.kernel("a", VERIFIED, "expect: verified", "stages: verify")
    self.assertEqual(self.suite()[0], 0)
    self.assertEqual(self.read("log").split(), ["kernel.gbpl"])

  def test_slow_kernels_are_left_out_of_a_quick_run(self):
    self.kernel("a_good", VERIFIED, "expect: verified")
    self.kernel("b_slow", VERIFIED, "expect: race")
    self.write("suite/slow.txt", "# these take long\nb_slow  # 12 s\n")
    self.assertEqual(self.suite("--stages=verify")[0], 1)
    self.assertEqual(self.suite("--stages=verify", "--quick")[0], 0)
    self.assertIn("slow kernels left out (--quick): 1\n", self.error)

  def test_a_list_of_slow_kernels_names_folders(self):
    self.kernel("a_good", VERIFIED, "expect: verified")
    self.write("suite/slow.txt", "\ngone\n")
    self.assertEqual(self.suite("--quick")[0], 3)
    self.assertIn("slow.txt:2: error: there is no folder 'gone'", self.error)

  def test_open_kernels_are_left_out_and_cannot_hide_errors(self):
    self.kernel("a_good", VERIFIED, "expect: verified")
    self.kernel("b_alarm", RACE, "expect: verified", "open: needs contents")
    self.kernel("c_solved", VERIFIED, "expect: verified", "open: slow")
    self.assertEqual(self.suite("--stages=verify")[1].split("\n")[0],
                     "1 kernels: 1 passed, 0 failed, T")
    code, out = self.suite("--stages=verify", "--open")
    self.assertEqual(code, 0)
    self.assertIn("c_solved/kernel.gbpl  solved", out)
    self.assertIn("3 kernels: 1 passed, 0 failed, 1 open, 1 solved, T", out)
    self.kernel("d_wrong", VERIFIED, "expect: race", "open: slow")
    code, out = self.suite("--stages=verify", "--open")
    self.assertEqual(code, 1)
    self.assertIn("d_wrong/kernel.gbpl   fail       expected race, is verified", out)

  def test_workflow(self):
    self.mixed()
    self.assertEqual(self.suite("--snakemake=flow/Snakefile")[0], 5)
    os.makedirs(os.path.join(self.folder, "flow"))
    self.assertEqual(self.suite("--snakemake=flow/Snakefile", "--portion=4")[0], 0)
    self.assertEqual(len(self.read("flow/Snakefile.kernels").split()), 6)
    if shutil.which("snakemake"):
      subprocess.run(["snakemake", "--snakefile", "Snakefile", "--cores", "2", "--quiet"],
                     cwd=os.path.join(self.folder, "flow"), check=True, capture_output=True)
      self.assertEqual(len(json.loads(self.read("flow/Snakefile.results/1.json"))["kernels"]), 2)
      report = json.loads(self.read("flow/Snakefile.results/report.json"))
      self.assertEqual(report["totals"]["pass"], 2)
      code, out = self.suite("--collect=flow/Snakefile.results")
      totals = self.TABLE.replace(", T", "").splitlines()[-2:]
      self.assertEqual((code, out.splitlines()[-2:]), (1, totals))

  def test_a_portion_that_is_no_report(self):
    self.write("out/0.json", "{}")
    self.assertEqual(self.suite("--collect=out")[0], 3)
    self.assertIn("out/0.json is not a portion's report", self.error)

  def test_a_job_of_a_dead_node_is_still_running(self):
    self.assertEqual(status("JobId=3 JobState=NODE_FAIL Requeue=1 ExitCode=0:1"), "running")
    self.assertEqual(status("JobId=3 JobState=NODE_FAIL Requeue=0 ExitCode=0:1"), "failed")
    self.assertEqual(status("JobId=3 JobState=COMPLETED Requeue=1"), "success")
    self.assertEqual(status("JobId=3 JobState=TIMEOUT Requeue=1"), "failed")
    self.assertEqual(status(""), "failed")


if __name__ == "__main__":
  unittest.main()
