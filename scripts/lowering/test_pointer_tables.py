"""Tables of pointers that host code has filled."""

import re
import unittest

from lowering import LaunchOptions
from lowering.files import lower_kernels
from lowering.pointer_tables import ROW
from testing.folder_case import FolderCase


class PointerTables(FolderCase):
  def accesses(self, body, parameters="float **rows", before=""):
    """{array: the indices at which the kernel accesses it}, of arrays of floats."""
    source = self.write("k.cu", f"{before} __global__ void k({parameters}) {{ {body} }}")
    options = LaunchOptions()
    options.block_dim, options.grid_dim = [64], [1]
    unit, = lower_kernels(source, options).units
    found = {}
    for array, index in re.findall(r"^ +\$\$arg\.([\w.]+)\[(.*)\] :=", unit.text, re.MULTILINE):
      found.setdefault(array, []).append(index)
    return found

  def test_each_slot_has_a_row(self):
    self.assertEqual(self.accesses("rows[3][5] = 1;"), {"rows.pointees": [f"{3 * ROW + 5}bv64"]})

  def test_in_a_struct_parameter(self):
    self.assertEqual(list(self.accesses("b.rows[b.n][1] = 1;", "Batch b", "struct Batch { float **rows; int n; };")),
                     ["b.rows.pointees"])

  def test_what_the_program_stores_may_point_anywhere(self):
    found = self.accesses("rows[0] = a; __syncthreads(); rows[threadIdx.x][0] = 1;", "float **rows, float *a")
    self.assertIn("a", found)

  def test_null_is_what_the_table_holds(self):
    source = self.write("k.cu", "__global__ void k(float **rows) { if (rows[0]) rows[0][1] = 1; }")
    unit, = lower_kernels(source, LaunchOptions()).units
    self.assertRegex(unit.text, r"v0 := \$\$arg.rows\[0bv64\];")
    self.assertRegex(unit.text, r"v0 [!=]= 0bv64")


if __name__ == "__main__":
  unittest.main()
