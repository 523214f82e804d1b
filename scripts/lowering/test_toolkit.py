"""A CUDA toolkit's headers serve for what ours lack, and only for that."""

import os
import unittest

from lowering import LaunchOptions, LoweringError
from lowering.files import lower_kernels
from testing.folder_case import FolderCase

_KERNEL = """#include <cusolid.h>
#include <vector_types.h>
__global__ void k(float4 *v, cusolidWeights w) { v[threadIdx.x].x = w.scale + CUSOLID_ORDER; }
int main() { cusolidCreate(0); k<<<1, 64>>>(0, cusolidWeights()); }
"""


class ToolkitTest(FolderCase):
  def setUp(self):
    super().setUp()
    self.write("sdk/include/cuda_runtime.h", "#error not this one\n")
    self.write("sdk/include/driver_types.h", "#error not this one\n")
    self.write("sdk/include/vector_types.h", "#error not this one\n")
    self.write("sdk/include/cub/cub.cuh", "#error not this one\n")
    self.write("sdk/include/cusolid.h", '#include "vector_types.h"\n#include "cusolid_api.h"\n'
               "cudaError_t cusolidCreate(nowhere h);\n")
    self.write("sdk/include/cusolid_api.h", '#include "cuda_runtime.h"\n'
               "enum { CUSOLID_ORDER = 3 };\nstruct cusolidWeights { float scale; dim3 size; };\n")

  def lower(self, text, cuda_path=None, include=()):
    options = LaunchOptions()
    options.cuda_path = cuda_path
    options.includes = list(include)
    return lower_kernels(self.write("k.cu", text), options)

  def test_headers_that_ours_lack(self):
    for given in ({"cuda_path": os.path.join(self.folder, "sdk")},
                  {"include": [os.path.join(self.folder, "sdk", "include")]}):
      result = self.lower(_KERNEL, **given)
      self.assertEqual([unit.error for unit in result.units], [None])
      self.assertEqual(result.units[0].block, [64])
      self.assertNotIn("sdk", " ".join(result.remarks))
      self.assertNotIn("toolkit", " ".join(result.remarks))

  def test_ours_win(self):
    result = self.lower("#include <cub/cub.cuh>\n__global__ void k(int *v) { v[threadIdx.x] = 1; }\n",
                        os.path.join(self.folder, "sdk"))
    self.assertIsNone(result.units[0].error)
    self.assertEqual(result.remarks, [])

  def test_what_would_help(self):
    result = self.lower(_KERNEL)
    self.assertIn("a CUDA toolkit with --cuda-path", " ".join(result.units[0].remarks))
    self.assertIn("--cuda-path a CUDA toolkit", " ".join(result.remarks))
    result = self.lower("#include <cub/device/device_fancy.cuh>\n"
                        "__global__ void k(int *v) { cub::DeviceFancy::Do(v); }\n")
    self.assertIn("'cub/device/device_fancy.cuh' is not among", " ".join(result.units[0].remarks))

  def test_a_folder_without_one(self):
    with self.assertRaisesRegex(LoweringError, "--cuda-path: there is no CUDA toolkit in"):
      self.lower(_KERNEL, self.folder)


if __name__ == "__main__":
  unittest.main()
