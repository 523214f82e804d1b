"""Sizes of the launch as axioms: what is given, and what hardware admits where any size may be."""

import re
import unittest

from lowering.testing_support import lower_text

CUDA = "__global__ void %s k(int *p) { p[threadIdx.x] = 0; }"
OPENCL = ("__kernel __attribute__((reqd_work_group_size(16, 4, 1))) void k(__global int *p) "
          "{ p[get_local_id(0)] = 0; }")


def axioms(text, suffix=".cu", **settings):
  found = re.findall(r"^axiom \(if (.*) then 1bv1 else 0bv1\) != 0bv1;$",
                     lower_text(text, suffix, **settings), re.MULTILINE)
  return [re.sub(r"(\d+)bv\d+", r"\1", condition) for condition in found]


class AxiomsTest(unittest.TestCase):
  def test_sizes_that_are_given(self):
    found = axioms(CUDA % "", block_dim=[32, 2], grid_dim=[8])
    self.assertIn("group_size_y == 2", found)
    self.assertFalse([a for a in found if "ULE" in a])

  def test_any_size_is_one_of_hardware(self):
    found = axioms(CUDA % "", block_dim=[None] * 3, grid_dim=[None] * 3)
    for limit in ("group_size_x, 1024", "group_size_y, 1024", "group_size_z, 64",
                  "num_groups_x, 2147483647", "num_groups_y, 65535", "num_groups_z, 65535"):
      self.assertIn(f"BV32_ULE({limit})", found)
    self.assertEqual(len([a for a in found if a.startswith("BV64_ULE(BV64_MUL")]), 1)

  def test_any_number_of_blocks_of_a_launch_is_one_of_hardware_too(self):
    found = axioms(CUDA % "", block_dim=[64, 2], grid_dim=[None, None], threads_fit=True)
    for limit in ("num_groups_x, 33554431", "num_groups_y, 65535"):
      self.assertIn(f"BV32_ULE({limit})", found)

  def test_given_dimensions_leave_less_for_the_others(self):
    found = axioms(CUDA % "", block_dim=[None, 16], grid_dim=[1])
    self.assertTrue([a for a in found if a.startswith("BV64_ULE(BV64_MUL") and "1024" in a])

  def test_launch_bounds_and_max_threads(self):
    self.assertIn("BV32_ULE(group_size_x, 256)",
                  axioms(CUDA % "__launch_bounds__(256)", block_dim=[None], grid_dim=[1]))
    self.assertIn("BV32_ULE(group_size_x, 128)",
                  axioms(CUDA % "", block_dim=[None], grid_dim=[1], max_threads=128))

  def test_atomic_operations_tell_blocks_apart(self):
    take = "__global__ void k(int *p, int *n) { %s; int i = n[2]; p[i + threadIdx.x] = 0; }"
    for statement, alone in (("n[0] = 1", True), ("__shared__ int s; atomicAdd(&s, 1)", True),
                             ("atomicAdd(n, 64)", False)):
      found = axioms(take % statement, block_dim=None, grid_dim=None)
      self.assertEqual("num_groups_x == 1" in found, alone, statement)

  def test_a_rank_opens_one_dimension(self):
    ranks = ("#include <cooperative_groups.h>\n"
             "__global__ void k(int *p) { p[cooperative_groups::this_grid().thread_rank()%s] = 0; }")
    for more, sizes in (("", "group_size_y num_groups_y num_groups_z"),
                        (" + threadIdx.y", "num_groups_y num_groups_z")):
      found = axioms(ranks % more, block_dim=None, grid_dim=None)
      self.assertEqual([size for size in ("group_size_x", "group_size_y", "num_groups_x",
                                          "num_groups_y", "num_groups_z")
                        if f"{size} == 1" in found], sizes.split())

  def test_opencl_groups(self):
    found = axioms(OPENCL, ".cl", local_size=[None, None], num_groups=[None])
    self.assertIn("group_size_x == 16", found)
    self.assertIn("group_size_y == 4", found)
    self.assertFalse([a for a in found if "ULE" in a])
    found = axioms(OPENCL.replace("__attribute__((reqd_work_group_size(16, 4, 1)))", ""), ".cl",
                   local_size=[None], num_groups=[1], max_threads=4096)
    self.assertIn("BV32_ULE(group_size_x, 4096)", found)


if __name__ == "__main__":
  unittest.main()
