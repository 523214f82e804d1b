"""`scripts/advise` on source: launches of the host code, and padding."""

import json
import unittest

from testing.folder_case import ProgramCase

_TRANSPOSE = """__global__ void transpose(float *out, const float *in, int n) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  if (x < n && y < n) tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  BARRIER
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  if (x < n && y < n) out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}
"""
_HOST = """int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  transpose<<<dim3(2, 2), dim3(32, 32)>>>(out, in, 64);
}
"""
_PATCH = "-  __shared__ float tile[32][32];\n+  __shared__ float tile[32][33];\n"


class Advise(ProgramCase):
  def advise(self, barrier, host, *arguments):
    self.write("k.cu", _TRANSPOSE.replace("BARRIER", barrier) + host)
    return self.run_command("advise", "k.cu", "--no-cache", *arguments)

  def test_launches_of_the_host_are_measured(self):
    done = self.advise("__syncthreads();", _HOST)
    self.assertEqual(done.returncode, 0, done.stderr)
    self.assertIn("k.cu:9:40: advice: bank conflict of degree 32: read of tile", done.stdout)
    self.assertIn("blocks of (32,32,1) threads, a grid of (2,2,1), warps of 32, n = 64", done.stdout)
    self.assertIn("tile[32][33] would remove the conflicts of degree 32; the kernel is verified with "
                  "it\n", done.stdout)
    self.assertIn(_PATCH, done.stdout)
    self.assertEqual(done.stderr, "")

  def test_a_condition_stays_what_it_is(self):
    done = self.advise("__syncthreads();", "", "--blockDim=[32,32]", "--gridDim=[2,2]",
                       "--arg=n=64", "--json=-")
    padding = json.loads(done.stdout)["padding"]
    self.assertEqual([(one["declared"], one["degree_after"], one["condition"]) for one in padding],
                     [("tile[32][33]", 1, "no overflow")])
    self.assertIn(_PATCH, padding[0]["diff"])

  def test_no_padding_for_a_kernel_that_races(self):
    done = self.advise("", _HOST)
    self.assertEqual(done.returncode, 0, done.stderr)
    self.assertIn("bank conflict of degree 32", done.stdout)
    self.assertNotIn("+++", done.stdout)
    self.assertIn("k.cu: note: tile[32][33] would have fewer bank conflicts, but is not proposed: "
                  "kernel 'transpose' is refuted as it is", done.stderr)

  def test_no_padding_where_rows_follow_each_other(self):
    flat = "__syncthreads(); float *p = &tile[0][0]; p[threadIdx.y * 32 + threadIdx.x] += 1; " \
           "__syncthreads();"
    for barrier in (flat, flat.replace("&tile[0][0]", "(float *)tile")):
      done = self.advise(barrier, _HOST)
      self.assertIn("bank conflict of degree 32", done.stdout)
      self.assertNotIn("+++", done.stdout)
      self.assertIn("'tile' is also used in another way than by all of its subscripts", done.stderr)

  def test_sizes_that_nobody_gives_are_chosen(self):
    self.write("k.cu", "__global__ void k(int *v) { v[threadIdx.x] = 1; }\n")
    done = self.run_command("advise", "k.cu")
    self.assertEqual(done.returncode, 0)
    self.assertIn("k.cu: note: 'k': group_size_x is not given: 256", done.stderr)
    self.assertIn("where no launch is seen, sizes are chosen", done.stderr)

  def test_a_kernel_that_cannot_be_run_is_told(self):
    self.write("k.cu", "__global__ void k(int *v) { v[threadIdx.x] = 1; }\n")
    done = self.run_command("advise", "k.cu", "--blockDim=64", "--gridDim=1", "--arg=m=3")
    self.assertEqual(done.returncode, 2, done.stderr)
    self.assertRegex(done.stderr, "k.cu: note: .k.: there is no advice: k has no parameter .m.")

  def test_verify_gives_advice_too(self):
    self.write("k.cu", _TRANSPOSE.replace("BARRIER", "__syncthreads();") + _HOST)
    done = self.run_command("verify", "k.cu", "--advice", "--no-cache")
    self.assertEqual(done.returncode, 0, done.stderr)
    self.assertRegex(done.stdout, r"(?s)1 verified\n.*bank conflict of degree 32.*tile\[32\]\[33\]")


if __name__ == "__main__":
  unittest.main()
