"""What kernels are compared with: `__equivalent_to`."""

import unittest

from .errors import LoweringError
from .testing_support import lower_text

_KERNEL = """__global__ void k(float *a, const int *b, int n, double x) {
  __equivalent_to(%s); a[threadIdx.x] = b[n] + x; }"""
_SAME = "(float *a, const int *b, int n, double x)"


class References(unittest.TestCase):
  def refused(self, source, message):
    with self.assertRaisesRegex(LoweringError, message):
      lower_text(source)

  def test_the_function_has_the_kernels_arrays(self):
    text = lower_text(f"__device__ void f(float *c, const int *d, int m, double y) "
                      f"{{ c[1] = d[m] + y; }}\n{_KERNEL % 'f'}")
    self.assertIn('ensures {:equivalent_to "$_Z1fPfPKiid"} {:floating "$$arg.a,$x"}', text)
    body = text[text.index('procedure {:source_name "f"}'):text.index("{:kernel}")]
    self.assertIn("$_Z1fPfPKiid($m:bv32, $y:bv64)", body)
    self.assertIn("$$arg.a[1bv32] :=", body)
    self.assertIn("$$arg.b[$m]", body)
    self.assertNotIn("__lowering_equivalent_to", text)

  def test_a_function_of_the_hosts_with_what_it_calls(self):
    text = lower_text(f"""#include <vector>
      static int twice(int x) {{ return 2 * x; }}
      template <int N> void f{_SAME} {{ a[N] = twice(b[n]); }}
      {_KERNEL % 'f<7>'}
      int main() {{ std::vector<int> v; return v.size(); }}""")
    self.assertIn("$$arg.a[7bv32] := SI32_TO_FP32(BV32_MUL(2bv32, v0))", text)

  def test_what_the_host_alone_has_is_refused(self):
    self.refused(f"#include <cstdio>\nvoid f{_SAME} {{ std::remove(\"x\"); }}\n{_KERNEL % 'f'}", "remove")

  def test_other_parameters(self):
    self.refused(f"void f(float *a, const int *b, int n) {{ }}\n{_KERNEL % 'f'}",
                 "has the kernel's parameters")
    self.refused(f"int f{_SAME} {{ return 1; }}\n{_KERNEL % 'f'}", "returns nothing")

  def test_one_function_for_a_kernel(self):
    two = _KERNEL % "f" + _KERNEL.replace(" k(", " l(") % "f"
    self.refused(f"void f{_SAME} {{ }}\n{two}", "two kernels are compared with one function")
    self.refused(f"void f{_SAME} {{ }} void g{_SAME} {{ }}\n"
                 + _KERNEL.replace("__eq", "__equivalent_to(g); __eq") % "f",
                 "compared with one function only")

  def test_in_opencl(self):
    text = lower_text("""void f(__global float *a) { a[0] = 1; }
      __kernel void k(__global float *a) { __equivalent_to(f); a[get_local_id(0)] = 1; }""", ".cl")
    self.assertIn('ensures {:equivalent_to "$f"} {:floating "$$arg.a"}', text)


if __name__ == "__main__":
  unittest.main()
