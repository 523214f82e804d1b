"""Names of built-ins as clang mangles them."""

import unittest

from lowering.demangle import demangle, is_unsigned


class DemangleTest(unittest.TestCase):
  def test_names(self):
    for name, expected in (
        ("_Z13get_global_idj", ("get_global_id", ("j",))),
        ("_Z3maxDv4_jS_", ("max", ("4j", "4j"))),
        ("_Z9atomicAddPyy", ("atomicAdd", ("*y", "y"))),
        ("_Z10atomic_addPU3AS3Vii", ("atomic_add", ("*i", "i"))),
        ("_Z21async_work_group_copyPU3AS3Dv4_fPU3AS1KS_j9ocl_event",
         ("async_work_group_copy", ("*4f", "*4f", "j", "?ocl_event"))),
        ("_ZNK18cooperative_groups10grid_group4syncEv",
         ("cooperative_groups::grid_group::sync", ("v",))),
        ("plain", ("plain", ()))):
      self.assertEqual(demangle(name), expected)

  def test_signs(self):
    self.assertTrue(is_unsigned("4j"))
    self.assertFalse(is_unsigned("*i"))


if __name__ == "__main__":
  unittest.main()
