"""A function that several kernels use: a patch for one of them leaves none of the others worse."""

import os
import unittest

from commands.program import BUILT
from testing.folder_case import ProgramCase

HELPER = """//--blockDim=64 --gridDim=1
__device__ void exchange(int *tile, int *out, int t)
{
    tile[t] = out[t];
    out[t] = tile[(t + 1) % 64];
}

__global__ void all(int *out)
{
    __shared__ int tile[64];
    exchange(tile, out, threadIdx.x);
}
"""
ONE_THREAD = """
__global__ void one(int *out)
{
    __shared__ int tile[64];
    if (threadIdx.x == 0)
        exchange(tile, out, threadIdx.x);
}
"""
OWN_TILE = """
__global__ void own(int *out)
{
    __shared__ int tile[64];
    exchange(tile, out, threadIdx.x);
}
"""
WRONG = "\n__global__ void last(int *out) { out[0] = threadIdx.x; }\n"
LAUNCHES = "\nvoid host(int *v) { all<<<1, 64>>>(v); one<<<1, 64>>>(v); }\n"
WITHHELD = ("the patched source does not verify: kernel 'one': some threads of a block may not reach "
            "this barrier; 'exchange', which it changes, is used by the kernels 'all', 'one'")


@unittest.skipUnless(os.access(BUILT, os.X_OK), "the program is not built")
class SharedHelper(ProgramCase):
  def repair(self, text, *options):
    return self.run_command("repair", self.write("k.cu", text), "--no-cache", *options)

  def test_a_patch_that_breaks_another_kernel_is_withheld(self):
    for options in ((), ("--kernel=all",)):
      for text in (HELPER + ONE_THREAD, HELPER.partition("\n")[2] + ONE_THREAD + LAUNCHES):
        done = self.repair(text, *options)
        self.assertEqual(done.returncode, 1)
        self.assertIn(WITHHELD, done.stderr)
        self.assertNotIn("+    __syncthreads();", done.stdout)

  def test_a_patch_that_concerns_another_kernel_says_so(self):
    done = self.repair(HELPER + OWN_TILE, "--kernel=all")
    self.assertEqual(done.returncode, 0)
    self.assertIn("'exchange', which the patch changes, is used by the kernels 'all', 'own': none of "
                  "them becomes worse", done.stderr)
    self.assertIn("+    __syncthreads();", done.stdout)

  def test_a_kernel_that_no_repair_is_for_keeps_nobody_from_a_patch(self):
    done = self.repair(HELPER + WRONG)
    self.assertEqual(done.returncode, 1)
    self.assertIn("+    __syncthreads();", done.stdout)


if __name__ == "__main__":
  unittest.main()
