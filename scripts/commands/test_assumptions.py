"""`scripts/assumptions`: what kernels assume, and launches held against it."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest

from commands.assumptions import holds

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("BARRICADE_PROGRAM", str(ROOT / "build/release/bin/barricade"))
KERNEL = """__global__ void tile(float *out) {
  __shared__ float s[128];
  s[threadIdx.x % 32] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x % 32] = s[threadIdx.x % 32];
}
__global__ void one(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
"""
WRAPPING = """__global__ void rows(int *out, int columns) {
  for (int i = threadIdx.x; i < columns; i += blockDim.x) out[blockIdx.x * columns + i] = i;
}
int main(int n, char **) { int *v; cudaMalloc(&v, 4096); rows<<<n, n>>>(v, n); }
"""
FITTING, BREAKING = "  tile<<<2, 32>>>(v);\n", "  tile<<<2, 64>>>(v);\n"


class Launches(unittest.TestCase):
  def test_numbers_decide(self):
    unit = types.SimpleNamespace(block=[64], grid=[None], arguments={"n": -3})
    self.assertTrue(holds("blockDim.x <= 64 && n < 0", unit))
    self.assertFalse(holds("blockDim.x * 67108864 <= 1073741824 || n >= blockDim.y", unit))
    self.assertIsNone(holds("blockDim.x <= gridDim.x", unit))
    self.assertIsNone(holds("m == 1", unit))
    self.assertTrue(holds("(blockDim.x & (blockDim.x - 1)) == 0 && (blockDim.x | 1) == (~0 ^ ~blockDim.x) + 1", unit))


class Files(unittest.TestCase):
  def run_on(self, source, *options):
    with tempfile.TemporaryDirectory() as folder:
      path = pathlib.Path(folder, "k.cu")
      path.write_text(source)
      return subprocess.run([sys.executable, str(ROOT / "scripts/assumptions"), "--program", PROGRAM,
                             "--no-build", *options, str(path)], capture_output=True, text=True,
                            check=False)

  def told(self, *launches):
    done = self.run_on(KERNEL + "int main(int n, char **) {\n  float *v; cudaMalloc(&v, 4096);\n"
                       + "".join(launches) + "}\n", "--json=-")
    kernels = {kernel["kernel"]: kernel for kernel in json.loads(done.stdout)["kernels"]}
    return done.returncode, kernels

  def test_each_assumption_has_its_accesses(self):
    code, kernels = self.told()
    self.assertEqual(code, 0)
    self.assertEqual(kernels["one"]["assumptions"], [])
    assumed = kernels["tile"]["assumptions"]
    self.assertEqual([one["text"] for one in assumed], ["blockDim.x <= 32"])
    self.assertEqual({place["line"] for place in assumed[0]["excluded"][0]["accesses"]}, {3})

  def test_launches_are_held_against_it(self):
    code, kernels = self.told(FITTING, BREAKING, "  tile<<<2, n>>>(v);\n")
    self.assertEqual(code, 1)
    launches = {launch["line"]: launch for launch in kernels["tile"]["launches"]}
    self.assertEqual((launches[10]["breaks"], launches[10]["open"]), ([], []))
    self.assertEqual((launches[11]["breaks"], launches[11]["verdict"]),
                     (["blockDim.x <= 32"], "refuted"))
    self.assertEqual((launches[12]["breaks"], launches[12]["open"]), ([], ["blockDim.x <= 32"]))

  def test_that_nothing_wraps_around_is_an_assumption(self):
    done = self.run_on(WRAPPING)
    self.assertEqual(done.returncode, 0)
    self.assertIn("'rows' assumes that none of its arithmetic wraps around\n", done.stdout)
    self.assertIn("fulfils what it assumes, where no arithmetic wraps around\n", done.stdout)


if __name__ == "__main__":
  unittest.main()
