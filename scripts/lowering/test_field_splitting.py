"""Structs in which an array is indexed by what is no constant."""

import re

from lowering import LaunchOptions
from lowering.files import lower_kernels
from testing.folder_case import FolderCase

_STRUCT = "struct S { float *u[2]; int n; struct { int w[4]; int k; } in; float f[2]; };"


class FieldSplitting(FolderCase):
  def reads(self, body):
    """The elements of private memory that a kernel reads."""
    source = self.write("k.cu", f"{_STRUCT} __global__ void k(S s, int *out, int i) {{ {body} }}")
    unit, = lower_kernels(source, LaunchOptions()).units
    return re.findall(r"(\$\$(?!arg\b)[\w.]+\[[^\]]*)\];", unit.text)

  def test_other_fields_become_values(self):
    for body in ("out[0] = s.in.w[i] + s.n + s.in.k + s.f[1];",
                 "S c = s; c.n += 2; c.in.w[1] = c.n; out[0] = c.in.w[i] + c.n;",
                 "S a, b = s; b.f[0] = 1; a = b; out[0] = a.in.w[i] + (int)a.f[0];"):
      read, = self.reads(body)
      self.assertRegex(read, r"\$\$[sac]\.\d\.0\[BV32_SEXT64\(\$i\)", body)

  def test_a_struct_stays_whole_where_anything_may_be_meant(self):
    for body in ("int *p = s.in.w; out[0] = p[i] + s.n;", "out[0] = ((int *)&s)[i] + s.n;",
                 "S *p = i ? &s : (S *)out; out[0] = s.in.w[i] + p->n;"):
      self.assertTrue(any("$$s[" in read for read in self.reads(body)), body)
