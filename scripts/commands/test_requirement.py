"""Conditions on sizes and parameters that `repair` tells beside barriers."""

import json
import os
import subprocess
import tempfile
import unittest

from commands.program import BUILT, ROOT


@unittest.skipUnless(os.access(BUILT, os.X_OK), "the program is not built")
class Requirement(unittest.TestCase):
  def explanation(self, kernel):
    path = os.path.join("testsuite", "repair", kernel, "kernel.cu")
    done = subprocess.run([os.path.join(ROOT, "scripts", "repair"), "--no-build", path, "--json=-"], cwd=ROOT,
                          capture_output=True, text=True, timeout=100, check=False)
    return json.loads(done.stdout)["repair"]["explanation"]

  def test_in_place_of_a_barrier_that_orders_stores(self):
    # Which of the two it is hangs on the time that the search for regions has.
    self.assertRegex(
      "\n".join(self.explanation("store_order_or_condition")),
      "^or, in place of 'add a block barrier at the end of the body of the loop at "
      r"testsuite/repair/store_order_or_condition/kernel.cu:10', require: race-free when "
      r"(pitch <= -16 \|\| pitch == 0 \|\| )?pitch >= 16, where no arithmetic wraps around$")

  def test_what_no_precondition_says(self):
    path = os.path.join(ROOT, "testsuite", "sync", "table_of_keys", "kernel.cu")
    done = subprocess.run([os.path.join(ROOT, "scripts", "repair"), "--no-build", "--fix=require", path], cwd=ROOT,
                          capture_output=True, text=True, timeout=100, check=False)
    self.assertIn("the kernel is right where keys[i] != -1, which no precondition on its parameters says\n", done.stderr)

  def test_contents_that_a_precondition_states(self):
    with tempfile.TemporaryDirectory() as folder:
      source = os.path.join(folder, "scatter.cu")
      with open(source, "w", encoding="utf-8") as file:
        file.write("""\
__global__ void scatter(const int *place, float *out) {
  out[place[blockIdx.x * blockDim.x + threadIdx.x]] = threadIdx.x;
}
void run(const int *place, float *out) { scatter<<<4, 64>>>(place, out); }
""")
      done = subprocess.run([os.path.join(ROOT, "scripts", "repair"), "--no-build", "--fix=require", source], cwd=ROOT,
                            capture_output=True, text=True, timeout=100, check=False)
      self.assertEqual(done.returncode, 0, done.stderr)
      with open(source, encoding="utf-8") as file:
        self.assertIn("\n  __requires_distinct(place);\n", file.read())


if __name__ == "__main__":
  unittest.main()
