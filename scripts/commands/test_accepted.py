"""Allowances, baselines and --since, through the command as a user calls it."""

import json
import os
import subprocess
import sys
import unittest

from commands.accepted import without
from commands.allowances import Allowances
from commands.exit_codes import Stop
from commands.program import ROOT
from commands.test_project import Folder

_TWO = """//--blockDim=64 --gridDim=1
__global__ void two(float* a, float* b) {
  unsigned t = threadIdx.x;
  a[t] = a[t + 1];%s
  %s
  b[t] = b[t + 2];
}
"""
_ALLOW = "  // barricade: allow race -- %s"


class Commands(Folder):
  def verify(self, *arguments, cwd=None):
    return self.command("verify", *arguments, cwd=cwd)

  def command(self, name, *arguments, cwd=None):
    return subprocess.run([sys.executable, os.path.join(ROOT, "scripts", name), "--no-build",
                           "--no-cache", *arguments], cwd=cwd or self.folder, capture_output=True,
                          text=True, check=False)


class Allowed(Commands):
  def test_each_needs_its_own(self):
    path = self.write("k.cu", _TWO % (_ALLOW % "a is approximate", ""))
    done = self.verify(path, "--json=out.json", "--sarif=out.sarif")
    self.assertEqual(done.returncode, 1, done.stderr)
    self.assertNotIn("race on a[", done.stdout)
    self.assertIn("race on b[", done.stdout)
    self.assertRegex(done.stderr, r"k\.cu:4: note: .*on a\[.* is allowed: a is approximate")
    with open(os.path.join(self.folder, "out.json"), encoding="utf-8") as file:
      kernel = json.load(file)["kernels"][0]
    self.assertEqual([one["array"] for one in kernel["findings"]], ["b"])
    self.assertEqual([one["reason"] for one in kernel["allowed"]], ["a is approximate"])
    with open(os.path.join(self.folder, "out.sarif"), encoding="utf-8") as file:
      results = json.load(file)["runs"][0]["results"]
    self.assertEqual([one["suppressions"][0]["justification"] for one in results
                      if "suppressions" in one], ["a is approximate"])

  def test_all_allowed_fails_nothing_and_proves_nothing(self):
    path = self.write("k.cu", _TWO % (_ALLOW % "one", (_ALLOW % "above").strip()))
    done = self.verify(path, "--json=out.json")
    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
    self.assertIn("1 accepted", done.stdout)
    self.assertNotIn("verified", done.stdout)
    with open(os.path.join(self.folder, "out.json"), encoding="utf-8") as file:
      self.assertEqual(json.load(file)["verdict"], "refuted")

  def test_what_nothing_needs_is_told(self):
    path = self.write("k.cu", "//--blockDim=64 --gridDim=1\n__global__ void k(float* a) {\n"
                      "  a[threadIdx.x] = 1;" + _ALLOW % "no need" + "\n}\n")
    done = self.verify(path)
    self.assertEqual(done.returncode, 0)
    self.assertIn("k.cu:3:24: warning: nothing is to be allowed here", done.stderr)

  def test_mistakes_have_a_place(self):
    for text, message in (("allow race", "k.cu:1:7: error: an allowance is"),
                          ("allow rase -- why", "'rase' is no kind of finding; did you mean 'race'")):
      path = self.write("k.cu", f"a = b // barricade: {text}\n")
      with self.assertRaisesRegex(Stop, message):
        Allowances().of_file(path)

  def test_coloured_text_stays_as_it_is(self):
    self.assertEqual(without(b"\x1b[1mx\n", [{}], {0: "why"}), b"\x1b[1mx\n")


class CodeQuality(Commands):
  def test_issues_as_gitlab_reads_them(self):
    self.write("src/k.cu", _TWO % ("", ""))
    done = self.verify("src/k.cu", "--code-quality=quality.json")
    self.assertEqual(done.returncode, 1, done.stderr)
    with open(os.path.join(self.folder, "quality.json"), encoding="utf-8") as file:
      issues = json.load(file)
    self.assertEqual([(i["check_name"], i["location"], i["severity"]) for i in issues],
                     [("barricade/race", {"path": "src/k.cu", "lines": {"begin": line}}, "critical")
                      for line in (4, 6)])
    self.assertEqual(len({i["fingerprint"] for i in issues}), 2)


class Baselines(Commands):
  def test_only_what_is_new_fails(self):
    path = self.write("k.cu", _TWO % ("", ""))
    done = self.verify(path, "--write-baseline=known.json")
    self.assertEqual(done.returncode, 1)
    self.write("k.cu", "//--blockDim=64 --gridDim=1\n// moved\n" + _TWO % ("", ""))
    done = self.verify(path, "--baseline=known.json")
    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
    self.assertIn("1 accepted", done.stdout)
    self.write("k.cu", (_TWO % ("", "")).replace("b[t + 2]", "b[t + 3]"))
    done = self.verify(path, "--baseline=known.json")
    self.assertEqual(done.returncode, 1)
    self.assertNotIn("race on a[", done.stdout)
    self.assertIn("note: 1 of the findings in known.json are gone", done.stderr)

  def test_no_baseline_is_a_mistake(self):
    path = self.write("k.cu", _TWO % ("", ""))
    done = self.verify(path, "--baseline=absent.json")
    self.assertEqual(done.returncode, 2)
    self.assertIn("--write-baseline=absent.json makes it", done.stderr)


class Since(Commands):
  def git(self, *words):
    subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=n@example.org", *words],
                   cwd=self.folder, check=True, capture_output=True)

  def test_kernels_that_a_header_touches(self):
    self.write("step.h", "#define STEP 0\n")
    self.write("k.cu", '//--blockDim=64 --gridDim=1\n#include "step.h"\n'
               "__global__ void one(float* a) { a[threadIdx.x] = a[threadIdx.x + STEP]; }\n"
               "__global__ void other(float* a) { a[threadIdx.x] = 1; }\n")
    self.git("init", "-q")
    self.git("add", ".")
    self.git("commit", "-qm", "first")
    self.write("k.cu", "//--blockDim=64 --gridDim=1\n// a comment moves the lines\n#include \"step.h\"\n"
               "__global__ void one(float* a) { a[threadIdx.x] = a[threadIdx.x + STEP]; }\n"
               "__global__ void other(float* a) { a[threadIdx.x] = 1; }\n")
    done = self.verify("--since=HEAD", ".")
    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
    self.assertIn("2 kernels as they were", done.stdout)
    self.write("step.h", "#define STEP 1\n")
    done = self.verify("--since=HEAD", ".")
    self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
    self.assertIn("kernel 'one'", done.stdout)
    self.assertNotIn("other", done.stdout)

  def test_no_such_revision(self):
    self.git("init", "-q")
    self.write("k.cu", _TWO % ("", ""))
    done = self.verify("--since=nowhere", "k.cu")
    self.assertEqual(done.returncode, 2)
    self.assertIn("--since=nowhere", done.stderr)


if __name__ == "__main__":
  unittest.main()
