"""--precondition: conditions in C from outside of the source."""

import unittest

from lowering.errors import LoweringError
from lowering.options import LaunchOptions
from lowering.preconditions import Precondition
from lowering.testing_support import lower_text

_KERNEL = """__global__ void k(int *p, int n, unsigned m, long long w, float f) { p[n] = m + w; }
__global__ void other(int *p, int n) { p[n] = 1; }"""


class Preconditions(unittest.TestCase):
  def requires(self, text, source=_KERNEL, **settings):
    out = lower_text(source, preconditions=[Precondition.parsed(text)], **settings)
    return [line[len("requires "):-1] for line in out.splitlines() if line.startswith("requires ")
            and "group_" not in line.split("$")[0]]

  def test_types_are_those_of_c(self):
    self.assertEqual(self.requires("k,n > 0"), ["BV32_SGT($n, 0bv32)"])
    self.assertEqual(self.requires("k,m > 3"), ["BV32_UGT($m, 3bv32)"])
    self.assertEqual(self.requires("k,n < m"), ["BV32_ULT($n, $m)"])
    self.assertEqual(self.requires("k,w == n"), ["$w == BV32_SEXT64($n)"])
    self.assertEqual(self.requires("k,!n"), ["$n == 0bv32"])

  def test_conditions_are_joined(self):
    self.assertEqual(self.requires("k,n > 0 && m == 4 || n == -1"),
                     ["(BV32_SGT($n, 0bv32) && $m == 4bv32) || $n == 4294967295bv32"])
    self.assertEqual(self.requires("k,n > 0 && !(m == 4)"),
                     ["BV32_SGT($n, 0bv32)", "$m != 4bv32"])

  def test_fields_of_structs(self):
    source = ("struct View { int width; unsigned x; float *data; };\n"
              "__global__ void k(View v) { v.data[v.x] = v.width; }")
    self.assertEqual(self.requires("k,v.width > 0 && v.x > 0", source=source),
                     ["BV32_SGT($v.width, 0bv32)", "BV32_UGT($v.x, 0bv32)"])

  def test_sizes_of_the_launch(self):
    text, = self.requires("k,n % blockDim.x == 0", block_dim=[None])
    self.assertEqual(text, "BV32_UREM($n, group_size_x) == 0bv32")
    text, = self.requires("get_global == get_num_groups(0)", pointer_size=32, local_size=[None],
                          source="__kernel void k(__global int *p, uint get_global) { p[0] = 1; }",
                          suffix=".cl")
    self.assertIn("num_groups_x", text)

  def test_only_the_kernels_that_match(self):
    self.assertEqual(len(self.requires("n == 7")), 2)
    self.assertEqual(len(self.requires("o*,n == 7")), 1)
    self.assertEqual(self.requires("none,n == 7"), [])

  def test_what_is_not_understood(self):
    for text in ("q > 0", "p[0] > 0", "n / m == 1", "f > 1"):
      with self.assertRaisesRegex(LoweringError, r"not understood.* and n, m, w"):
        self.requires("k," + text)
    with self.assertRaisesRegex(LoweringError, "has none"):
      Precondition.parsed("k,")

  def test_options_of_one_kernel(self):
    import argparse
    options = LaunchOptions()
    given = {name: None for name in ("warp_sync", "max_threads", "kernel_arrays", "kernel_args",
                                     "precondition")}
    options.of_kernels = [("k*", argparse.Namespace(**{**given, "blockDim": "64"})),
                          ("*", argparse.Namespace(**{**given, "blockDim": "32"}))]
    self.assertEqual(options.of_kernel("k1").block_dim, [64])
    self.assertEqual(options.of_kernel("other").block_dim, [32])
    self.assertIsNone(options.block_dim)


if __name__ == "__main__":
  unittest.main()
