"""`--fix=require`: conditions as code, and written into a source, which is right then."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from commands.requirement import code_of

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("BARRICADE_PROGRAM", str(ROOT / "build/release/bin/barricade"))


class Code(unittest.TestCase):
  def test_bounds_stay_as_they_are(self):
    self.assertEqual(code_of("blockDim.x <= 16 || n == -1", True),
                     "blockDim.x <= 16 || n == -1")
    self.assertEqual(code_of("blockDim.y <= 16 && gridDim.x == 1", False),
                     "get_local_size(1) <= 16 && get_num_groups(0) == 1")

  def test_what_is_added_or_compared_is_widened(self):
    self.assertEqual(code_of("blockDim.x + d <= 0 || d == 0", True),
                     "(long long)blockDim.x + (long long)d <= 0 || d == 0")
    self.assertEqual(code_of("v.stride >= v.width", True),
                     "(long long)v.stride >= (long long)v.width")
    self.assertEqual(code_of("(n < blockDim.x || 3 * ((n + 2) / 8) >= m) && n >= 1", False),
                     "((long)n < (long)get_local_size(0) || 3 * (((long)n + 2) / 8) >= (long)m) "
                     "&& n >= 1")


class Sources(unittest.TestCase):
  def require(self, source):
    with tempfile.TemporaryDirectory() as folder:
      path = pathlib.Path(folder, "k.cu")
      path.write_text(source)
      done = subprocess.run([sys.executable, str(ROOT / "scripts/repair"), "--program", PROGRAM,
                             "--fix=require", str(path)], capture_output=True, text=True,
                            check=False)
      return done, path.read_text()

  def test_the_condition_is_written_at_the_start(self):
    done, text = self.require("__global__ void k(int *v, int d) {\n  int t = threadIdx.x;\n"
                              "  v[t] = v[t + d] + 1;\n}\n")
    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
    self.assertRegex(text, r"  __requires\(.*\(long long\)d.*\);\n  v\[t\]")

  def test_where_there_is_none_nothing_changes(self):
    source = "__global__ void k(int *v) {\n  v[0] = threadIdx.x;\n}\n"
    done, text = self.require(source)
    self.assertNotEqual(done.returncode, 0)
    self.assertIn("no condition is known", done.stdout + done.stderr)
    self.assertEqual(text, source)


if __name__ == "__main__":
  unittest.main()
