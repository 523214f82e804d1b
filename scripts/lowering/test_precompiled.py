"""The precompiled form of our headers changes nothing but the time."""

import os
import tempfile
import unittest
from unittest import mock

from lowering import LaunchOptions, lower, precompiled

_KERNEL = """#include <cooperative_groups.h>
__global__ void k(float4 *v) {
  cooperative_groups::this_thread_block().sync();
  v[threadIdx.x] = v[0] + make_float4(SIZE, 0, 0, 0);
}
"""


class PrecompiledTest(unittest.TestCase):
  def setUp(self):
    folder = tempfile.TemporaryDirectory()
    self.addCleanup(folder.cleanup)
    self.folder = folder.name
    environment = mock.patch.dict(os.environ, {"XDG_CACHE_HOME": self.folder})
    environment.start()
    self.addCleanup(environment.stop)
    self.source = os.path.join(self.folder, "k.cu")
    with open(self.source, "w", encoding="utf-8") as file:
      file.write(_KERNEL)

  def lower(self, *defines, **settings):
    options = LaunchOptions()
    options.block_dim, options.grid_dim = [64], [1]
    options.defines = list(defines)
    for name, value in settings.items():
      setattr(options, name, value)
    return lower(self.source, options)

  def kept(self):
    folder = precompiled.folder()
    return sorted(os.listdir(folder)) if os.path.isdir(folder) else []

  def test_the_same_text(self):
    with mock.patch.object(precompiled, "HEADER", "none"):
      plain = self.lower("SIZE=3")
    self.assertEqual(self.kept(), [])
    self.assertEqual([self.lower("SIZE=3") for _ in range(2)], [plain, plain])
    self.assertEqual(len(self.kept()), 1)
    self.lower("SIZE=4")
    self.assertEqual(len(self.kept()), 1)
    self.lower("SIZE=4", standard="c++20")
    self.assertEqual(len(self.kept()), 2)

  def test_a_macro_that_stands_in_the_headers(self):
    self.lower("SIZE=3", "NDEBUG")
    self.assertEqual(self.kept(), [])

  def test_a_macro_that_is_called_as_something_in_the_headers_is(self):
    plain = self.lower("SIZE=3")
    for defines in (["SIZE=3", "N=4", "T", "n(x)=x"], ["V=3", "SIZE=V"], ["SIZE=M", "M=3"]):
      self.assertEqual(self.lower(*defines), plain, defines)
    self.assertEqual(self.lower("SIZE=3", "Element=4", undefines=["Element"]), plain)
    self.assertEqual(len(self.kept()), 1)

  def test_such_a_macro_before_headers(self):
    text = "#include <iostream>\n#include <cub/cub.cuh>\n#include <functional>\n" + _KERNEL
    for before, defines in (("#define N 3\n#define T int\n", ["SIZE=N"]), ("", ["N=3", "SIZE=N"])):
      with open(self.source, "w", encoding="utf-8") as file:
        file.write(before + text)
      self.assertIn("procedure", self.lower(*defines))

  def test_a_broken_file_is_none(self):
    plain = self.lower("SIZE=3")
    path = os.path.join(precompiled.folder(), self.kept()[0])
    with open(path, "r+b") as file:
      file.truncate(1000)
    self.assertEqual(self.lower("SIZE=3"), plain)
    self.assertNotEqual(os.path.getsize(path) if os.path.exists(path) else 0, 1000)

  def test_a_folder_that_cannot_be_made(self):
    with open(os.path.join(self.folder, "barricade"), "w", encoding="utf-8"):
      pass
    self.assertIn("procedure", self.lower("SIZE=3"))


if __name__ == "__main__":
  unittest.main()
