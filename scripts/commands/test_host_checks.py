"""What host code of the same file says of a launch, held against its kernel: sizes of arrays and of
shared memory."""

import json
import os
import subprocess
import sys
import unittest

from commands.program import BUILT, ROOT
from testing.folder_case import FolderCase

_INCREMENT = """
__global__ void increment(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  GUARD out[i] = in[i] + 1;
}
int main() {
  const int n = 1000;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc((void **)&out, n * sizeof(float));
  increment<<<(n + 255) / 256, 256>>>(in, out, n);
}
"""

_REVERSE = """
__global__ void reverse(const float *in, float *out) {
  extern __shared__ float tile[];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  out[t] = tile[blockDim.x - 1 - t];
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 256 * sizeof(float));
  cudaMalloc(&out, 256 * sizeof(float));
  reverse<<<1, 256SHARED>>>(in, out);
}
"""

_MASK = """
__global__ void mask(int *v, const int *keep) {
  if (TESTkeep[threadIdx.x] == 0) v[threadIdx.x] = 0;
}
int main() {
  int *v;
  cudaMalloc(&v, 64 * sizeof(int));
  mask<<<1, 64>>>(v, NONE);
}
"""


@unittest.skipUnless(os.access(BUILT, os.X_OK), "the program is not built")
class HostChecks(FolderCase):
  def findings(self, text, *arguments):
    """(kind, line, confirmed) of each finding of a file, by line; the document in `document`."""
    path = self.write("kernel.cu", text)
    done = subprocess.run([sys.executable, os.path.join(ROOT, "scripts", "verify"), "--no-build",
                           "--no-cache", "--json=-", path, *arguments],
                          capture_output=True, text=True, check=False, cwd=self.folder)
    self.assertIn(done.returncode, (0, 1), done.stdout + done.stderr)
    self.document = json.loads(done.stdout)
    return sorted((f["kind"], f["accesses"][0]["line"] if f["accesses"] else 0, f["confirmed"])
                  for kernel in self.document["kernels"] for f in kernel["findings"])

  def test_arrays_that_the_host_allocates(self):
    self.assertEqual(self.findings(_INCREMENT.replace("GUARD", "")), [("bounds", 4, True)] * 2)
    self.assertEqual(self.findings(_INCREMENT.replace("GUARD", "if (i < n)")), [])

  def test_dynamic_shared_memory(self):
    found = self.findings(_REVERSE.replace("SHARED", ", 256"))
    self.assertEqual(found, [("bounds", 5, True), ("bounds", 7, True)])
    self.assertEqual(self.findings(_REVERSE.replace("SHARED", ", 256 * sizeof(float)")), [])

  def test_shared_memory_that_a_launch_lacks(self):
    self.assertEqual(self.findings(_REVERSE.replace("SHARED", "")), [("shared-memory", 5, True)])
    self.assertEqual(self.message(), "the launch gives no dynamic shared memory, where tile lies")

  def test_more_shared_memory_than_a_block_has(self):
    large = _REVERSE.replace("SHARED", ", 65536")
    self.assertEqual(self.findings(large), [("shared-memory", 5, True)])
    self.assertEqual(self.message(),
                     "the launch takes 65536 bytes of shared memory, and a block has 49152")
    self.assertEqual(self.findings(large, "--shared-memory=65536"), [])
    self.assertEqual(self.findings(large.replace("float *in, *out;", """float *in, *out;
        cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);""")), [])
    both = _REVERSE.replace("SHARED", ", 1024").replace("  int t", """
      __shared__ float more[12288];
      more[threadIdx.x] = 0;
      int t""")
    self.assertEqual([kind for kind, _, _ in self.findings(both)], ["shared-memory"])
    self.assertEqual(self.message(), "the launch takes 50176 bytes of shared memory "
                                     "(49152 static, 1024 dynamic), and a block has 49152")

  def test_a_null_pointer_of_a_launch(self):
    for none in ("nullptr", "NULL", "(int *)0"):
      unasked = _MASK.replace("NONE", none)
      self.assertEqual(self.findings(unasked.replace("TEST", "")), [("null-pointer", 3, True)], none)
      self.assertEqual(self.findings(unasked.replace("TEST", "!keep || ")), [], none)
      self.assertIn("kernel.cu:8: note: 'mask' is launched with keep null",
                    self.document["kernels"][0]["notes"][0])

  def message(self):
    return self.document["kernels"][0]["findings"][0]["message"]


if __name__ == "__main__":
  unittest.main()
