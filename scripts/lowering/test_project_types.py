"""Types and names of OpenCL kernels that only the project knows."""

import unittest

from lowering import LaunchOptions
from lowering.files import lower_kernels
from lowering.project_types import find_types
from testing.folder_case import FolderCase


class ProjectTypesTest(FolderCase):
  def lowered(self, source, header=""):
    if header:
      self.write("host/types.h", header)
    options = LaunchOptions()
    options.project = [self.folder]
    file = lower_kernels(self.write("device/k.cl", source), options)
    return file, "\n".join(file.remarks)

  def test_a_structure_with_its_fields(self):
    file, said = self.lowered(
      "kernel void k(global T *out, Shape s) { out[get_global_id(0) * s.strides[1] + s.at.x] = 1; }",
      "typedef long long dim;\nstruct Place { int x; };\n"
      "typedef struct Shape_t {\n dim strides[4]; const Place at;\n#ifndef __OPENCL_VERSION__\n"
      " dim first() { return strides[0]; }\n#endif\n} Shape;\n")
    self.assertEqual(len(file.units), 1, said)
    for note in ("'Shape': what is said holds for its definition as in ", "-D dim=long as in", "'Place'",
                 "-D T=float"):
      self.assertIn(note, said)

  def test_names_that_the_host_gives(self):
    file, said = self.lowered(
      "kernel void k(global float *out) { if (is_upper) out[get_global_id(0)] = ONE; }")
    self.assertEqual(len(file.units), 1, said)
    self.assertIn("-D is_upper=1", said)
    self.assertIn("-D ONE=1", said)

  def test_forms_of_definitions(self):
    self.write("a.h", "#define real double\ntypedef unsigned int u32;\nunion Bits { u32 u; float f; };\n"
                      "typedef struct { real x, y; } Point;\n")
    source = self.write("k.cl", "")
    texts = {name: text for name, (text, _) in find_types([self.folder], "Bits", source).items()}
    self.assertEqual(texts, {"Bits": "typedef union Bits { u32 u; float f; } Bits;", "u32": "unsigned int"})
    self.assertEqual(list(find_types([self.folder], "Point", source)), ["Point", "real"])
    self.assertEqual(find_types([self.folder], "Other", source), {})


if __name__ == "__main__":
  unittest.main()
