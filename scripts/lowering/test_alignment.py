"""Which accesses are asserted to be aligned."""

import re
import unittest

from lowering.testing_support import lower_text, statements


def checks(body, before="", parameters="float *p, int n"):
  """The assertions about alignment of a kernel: (bytes, array declared with less, condition)."""
  text = lower_text(f"{before} __global__ void k({parameters}) {{ {body} }}")
  found = []
  for line in statements(text):
    match = re.fullmatch(r'assert \{:alignment (\d+)\}(?: \{:declared "(\w+)"\})? (.*);', line)
    if match:
      found.append((int(match.group(1)), match.group(2), match.group(3)))
  return found


class AlignmentTest(unittest.TestCase):
  def test_elements_are_aligned(self):
    self.assertEqual(checks("p[n] = p[threadIdx.x + 1];"), [])
    self.assertEqual(checks("p[n].y = 1;", parameters="float4 *p, int n"), [])

  def test_vectors_at_multiples_are_aligned(self):
    self.assertEqual(checks("((float4 *)p)[n] = *(float4 *)&p[4 * n + 8];"), [])
    self.assertEqual(checks("*(float4 *)(p + 4 * threadIdx.x) = ((float4 *)(p + 4))[1];"), [])

  def test_what_is_left_is_asserted(self):
    self.assertEqual(checks("*(float4 *)(p + n) = ((float4 *)(p + 4))[1];"),
                     [(16, None, "BV32_AND($n, 3bv32) == 0bv32")])
    self.assertEqual(checks("((float4 *)p)[1] = *(float4 *)(p + 2 * n + 4 * threadIdx.x);"),
                     [(16, None, "BV32_AND($n, 1bv32) == 0bv32")])
    self.assertEqual(checks("*(float4 *)(p + 5) = *(float4 *)p;"), [(16, None, "false")])

  def test_the_first_field_demands_what_the_structure_does(self):
    self.assertEqual(checks("((float4 *)(p + n))->x = 1; ((float4 *)(p + n))->y = 1;"),
                     [(16, None, "BV32_AND($n, 3bv32) == 0bv32")])

  def test_declared_arrays(self):
    self.assertEqual(checks("__shared__ float s[8]; *(float4 *)(s + n) = *(float4 *)p;"),
                     [(16, None, "BV32_AND($n, 3bv32) == 0bv32"), (16, "s", "false")])
    self.assertEqual(checks("__shared__ __align__(16) float s[8]; *(float4 *)(s + 4) = *(float4 *)p;"),
                     [])
    self.assertEqual(checks("extern __shared__ float s[]; *(float4 *)(s + 4) = *(float4 *)p;"), [])

  def test_casts_of_elements(self):
    self.assertEqual(checks("__shared__ __align__(16) float s[8]; *(float4 *)&s[n] = *(float4 *)p;"),
                     [(16, None, "BV32_AND($n, 3bv32) == 0bv32")])
    self.assertEqual(checks("*(double *)&a[n] = 1;", "__device__ __align__(8) float a[8];"),
                     [(8, None, "BV32_AND($n, 1bv32) == 0bv32")])
    self.assertEqual(checks("__shared__ float s[8]; ((float4 *)s)[n] = *(float4 *)p;"),
                     [(16, "s", "false")])
    self.assertEqual(checks("__shared__ char s[8]; s[n] = 1; *(int *)&s[n] = 1;"),
                     [(4, None, "BV32_AND($n, 3bv32) == 0bv32"), (4, "s", "false")])

  def test_pairs_of_halves(self):
    self.assertEqual(checks("((__half2 *)(p + n))[1] = ((__half2 *)p)[n];", "#include <cuda_fp16.h>\n",
                            "__half *p, int n"), [(4, None, "BV32_AND($n, 1bv32) == 0bv32")])

  def test_types_that_demand_less(self):
    packed = "struct __attribute__((packed)) R { char c; int i; };"
    self.assertEqual(checks("p[n].i = 1;", packed, "R *p, int n"), [])
    packed = "struct __attribute__((packed)) R { char c; int i[3]; };"
    self.assertEqual(checks("p[n].i[n] = 1;", packed, "R *p, int n"), [])
    self.assertEqual(checks("*(Any *)(p + n) = 1;", "typedef int __attribute__((aligned(1))) Any;",
                            "char *p, int n"), [])
    self.assertEqual(checks("int i; memcpy(&i, p + n, 4); p[i] = 1;", "", "char *p, int n"), [])

  def test_pointers_from_memory_are_aligned(self):
    self.assertEqual(checks("*(float4 *)(p[n] + 4) = *(float4 *)p[0];", "", "float **p, int n"), [])
    self.assertEqual(checks("*(float4 *)(p[n] + 1) = *(float4 *)p[0];", "", "float **p, int n"),
                     [(16, None, "false")])

  def test_asynchronous_copies(self):
    shared = "__shared__ __align__(16) float s[64]; "
    copy = shared + "__pipeline_memcpy_async(s + 4 * threadIdx.x + %s, p + %s, %s);"
    header = "#include <cuda_pipeline.h>\n"
    self.assertEqual(checks(copy % (0, 4, 16), header), [])
    self.assertEqual(checks(copy % (1, 4, 16), header), [(16, None, "false")])
    self.assertEqual(checks(copy % (1, 3, 4), header), [])
    self.assertEqual(checks(copy % (2, "n", "8, 8"), header), [])
    self.assertEqual(checks(copy % (2, "n", "8, n"), header),
                     [(8, None, "BV32_AND($n, 1bv32) == 0bv32")])

  def test_instructions_that_copy(self):
    copy = ('__shared__ __align__(16) float s[64]; asm("cp.async.%s;" :: '
            '"r"((unsigned)__cvta_generic_to_shared(s + %s)), "l"(p));')
    self.assertEqual(checks(copy % ("cg.shared.global [%0], [%1], 16", 4)), [])
    self.assertEqual(checks(copy % ("ca.shared.global [%0], [%1], 8", 1)), [(8, None, "false")])

  def test_instructions_that_access(self):
    load = 'float a, b; asm("ld.global.v2.f32 {%%0, %%1}, [%%2];" : "=f"(a), "=f"(b) : "l"(p + %s));'
    self.assertEqual(checks(load % "2 * n"), [])
    self.assertEqual(checks(load % 1), [(8, None, "false")])

  def test_promised_sizes(self):
    text = ("auto b = cooperative_groups::this_thread_block(); __shared__ float s[64]; "
            "cooperative_groups::memcpy_async(b, s, p, %s);")
    header = "#include <cooperative_groups/memcpy_async.h>\n#include <cuda/barrier>\n"
    self.assertEqual(checks(text % "64", header), [])
    self.assertEqual(checks(text % "cuda::aligned_size_t<16>(64)", header), [(16, "s", "false")])

  def test_atomics(self):
    self.assertEqual(checks("atomicAdd((int *)(p + n), 1);", "", "char *p, int n"),
                     [(4, None, "BV32_AND($n, 3bv32) == 0bv32")])


if __name__ == "__main__":
  unittest.main()
