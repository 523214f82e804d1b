"""The stage `laws` with a stand-in for the program: a kernel verifies when it has barriers of all
lines that it `needs`, and repair does just that unless the kernel asks it to be wrong."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

from suite_runner.laws import barriers, without
from suite_runner.snakemake import SUITE

PROGRAM = r"""#!PYTHON
import json, re, sys

command, path, *options = sys.argv[1:]
if command == "document":
  sys.exit(print(json.dumps({"options": [
      {"name": name, "kind": kind, "commands": ["verify", "repair"], "alias": None, "letter": None,
       "implied": None, "argument": "X", "group": "G", "help": "h"}
      for name, kind in (("json", "text"), ("output", "text"), ("strip-barriers", "flag"),
                         ("disable-inspect", "flag"))]})))
given = dict(word.lstrip("-").partition("=")[::2] for word in options)
text = open(path).read()
CALL = r"  call {:line (\d+)}.* \$b\(.*\n"
needs = set(re.findall(r"\d+", re.search("//! needs(.*)", text).group(1)))
fresh = "strip-barriers" in given

def has(word):
  return "//! " + word in text

def barriers():
  return len(re.findall(CALL, text))

if fresh:
  text = re.sub(CALL, "", text)
there = set(re.findall(CALL, text))
verified = needs <= there
result = {"verdict": "verified" if verified else "refuted"}
if command == "repair":
  fixed = barriers() if "disable-inspect" in given else 0
  before = barriers() - fixed
  if not has("keeps") and not fixed:
    text = re.sub(CALL, lambda call: call.group() if call.group(1) in needs else "", text)
  for line in sorted(needs - there) + ["99"] * (fresh and has("wasteful")):
    text = text.replace("  return;", "  call {:line %s} $b(1bv1, 1bv1);\n  return;" % line)
  after = barriers() - fixed
  status = "unchanged" if verified and after == before else "improved" if verified else "repaired"
  if has("restless"):
    status = "improved"
  if has("undecided") or fresh and has("lost"):
    status = "undecided"
  result["repair"] = {"status": status, "cost_before": before, "cost_after": after,
                      "optimal": not has("greedy"), "edits": []}
  open(given["output"], "w").write(text)
json.dump(result, open(given["json"], "w"))
"""
KERNEL = """//! {quirks}

procedure {{:source_name "barrier"}} {{:barrier}} $b($0: bv1, $1: bv1);
procedure {{:kernel}} $k()
{{
$entry:
{calls}  return;
}}
"""
COPY = '{:line 8} {:fname "k}.cu"} {:inlined_at "k.cu", %d, 2, "."} '


def calls(*attributes):
  return "".join(f"  call {a}$b(1bv1, 1bv1);\n" for a in attributes)


def program_text(*attributes):
  return KERNEL.format(quirks="", calls=calls(*attributes))


class Barriers(unittest.TestCase):
  def remaining(self, *attributes):
    """What is left for each barrier that is removed."""
    text = program_text(*attributes)
    return [without(text, lines) for _, lines in barriers(text)]

  def test_each_is_removed_alone(self):
    self.assertEqual(self.remaining("{:line 4} ", "", "{:line 5} "),
                     [program_text("", "{:line 5} "), program_text("{:line 4} ", "{:line 5} "),
                      program_text("{:line 4} ", "")])

  def test_several_at_one_place_are_told_apart(self):
    self.assertEqual(len(self.remaining("{:line 4} ", "{:line 4} ")), 2)

  def test_inlined_copies_go_together(self):
    self.assertEqual(self.remaining(COPY % 14, "{:line 9} ", COPY % 15),
                     [program_text("{:line 9} "), program_text(COPY % 14, COPY % 15)])

  def test_a_barrier_is_where_the_marker_before_it_is(self):
    marked = "".join(f"  assert {{:sourceloc}} {COPY % line}true;\n" + calls("")
                     for line in (14, 15))
    [(description, lines)] = barriers(KERNEL.format(quirks="", calls=marked))
    self.assertEqual((description, len(lines)), ("the barrier at line 8", 2))

  def test_barriers_are_known_by_their_declaration(self):
    text = program_text("{:line 4} ").replace("{:barrier}", "{:grid_barrier}")
    self.assertEqual(len(barriers(text)), 1)
    self.assertEqual(barriers(text.replace("{:grid_barrier}", "{:global}")), [])

  def test_a_barrier_with_an_invariant_stays(self):
    text = program_text("{:line 4} ", "{:line 5} ")
    text = text.replace("  call {:line 4}", "  call $i(true);\n  call {:line 4}")
    text = "procedure {:barrier_invariant} $i(e: bool);\n" + text
    self.assertEqual([description for description, _ in barriers(text)], ["the barrier at line 5"])


class Runs(unittest.TestCase):
  def setUp(self):
    folder = tempfile.TemporaryDirectory()
    self.addCleanup(folder.cleanup)
    self.folder = folder.name
    self.program = self.write("program", PROGRAM.replace("PYTHON", sys.executable))
    os.chmod(self.program, 0o755)

  def write(self, name, text):
    path = os.path.join(self.folder, name)
    with open(path, "w") as file:
      file.write(text)
    return path

  def laws(self, quirks, *lines, head=""):
    """(problems, notes, exit code) of a kernel with barriers in these lines."""
    text = KERNEL.format(quirks=quirks.replace("; ", "\n//! "),
                         calls=calls(*(f"{{:line {line}}} " for line in lines)))
    self.write("kernel.gbpl", head + text)
    done = subprocess.run([sys.executable, SUITE, "kernel.gbpl", "--stages=verify,laws", "-v",
                           "--program", self.program, "--json=r.json"],
                          cwd=self.folder, capture_output=True, text=True)
    self.told = done.stdout
    with open(os.path.join(self.folder, "r.json")) as file:
      kernel = json.load(file)["kernels"][0]
    return kernel["problems"], kernel["result"]["laws"]["notes"], done.returncode

  def expect_broken(self, problem, *kernel):
    self.assertEqual(self.laws(*kernel), ([problem], [], 1))

  def expect_note(self, note, *kernel, **head):
    self.assertEqual(self.laws(*kernel, **head), ([], [note], 0))
    self.assertRegex(self.told, f"(verified|refuted) *; {note}")

  def test_all_hold(self):
    self.assertEqual(self.laws("needs 4 7", 4, 7), ([], [], 0))
    self.assertEqual(self.laws("needs 4 7", 7, 9), ([], [], 0))

  def test_repair_of_a_verified_kernel_succeeds(self):
    self.expect_broken("the kernel is verified, but its repair is undecided",
                       "needs 4; undecided", 4)

  def test_repair_is_stable(self):
    self.expect_broken("the repair of the repaired program is improved", "needs 4; restless", 4)

  def test_repair_is_minimal(self):
    self.expect_broken("without the barrier at line 5 the repaired program is verified, not "
                       "refuted", "needs 4; keeps", 4, 5)

  def test_placement_from_nothing_is_no_costlier(self):
    self.expect_broken("the placement from nothing costs 2, the barriers that were there cost 1",
                       "needs 4; wasteful", 4)
    self.expect_broken("the placement from nothing is undecided", "needs 4; lost", 4)
    self.assertEqual(self.laws("needs 4 5; lost", 4), ([], [], 0))

  def test_laws_that_do_not_apply_are_noted(self):
    self.expect_note("no law applies: the repair is undecided", "needs 4; undecided", 9)
    self.expect_note("barriers may be needless: the repair is not proven minimal",
                     "needs 4; keeps; greedy", 4, 5)
    self.expect_note("barriers may be needless: the repair leaves those that were there alone",
                     "needs 4", 5, head="// --disable-inspect\n")


if __name__ == "__main__":
  unittest.main()
