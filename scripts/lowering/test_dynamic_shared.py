"""Arrays of dynamic shared memory are one."""

import re
import unittest

from lowering.testing_support import lower_text


class DynamicShared(unittest.TestCase):
  def arrays(self, text):
    return len(re.findall(r"^var .*{:group_shared} (?:{:dynamic} )?\$\$", lower_text(text), re.MULTILINE))

  def test_arrays_of_one_kernel_are_one(self):
    self.assertEqual(1, self.arrays(
        "__global__ void k(int *p) { extern __shared__ int a[]; extern __shared__ float b[];"
        " a[threadIdx.x] = 1; b[threadIdx.x] += 1; p[0] = a[1]; }"))

  def test_other_arrays_stay(self):
    self.assertEqual(2, self.arrays(
        "__global__ void k(int *p) { extern __shared__ int a[]; __shared__ int b[64];"
        " a[threadIdx.x] = 1; b[threadIdx.x] = 2; }"))


if __name__ == "__main__":
  unittest.main()
