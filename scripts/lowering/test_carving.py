"""Shared memory that a kernel divides by hand: which parts there are."""

import re
import unittest

from lowering.testing_support import lower_text

HEAD = "extern __shared__ char raw[]; float *tile = (float *)raw; int *last = (int *)(raw + 256); int t = threadIdx.x; "


class CarvingTest(unittest.TestCase):
  def parts(self, body, shared="", **settings):
    """The names and sizes in bytes of the arrays in shared memory, of blocks of 64 threads."""
    text = lower_text(f"__global__ void k(const int *in, int *p, int n) {{ {shared or HEAD} {body} }}", **settings)
    found = re.findall(r'^axiom {:array_info "[^"]*"} {:group_shared} .*{:source_name "([^"]*)"} '
                       r'{:source_elem_width (\d+)} {:source_dimensions "(\d+)"}', text, re.MULTILINE)
    return {name: int(width) // 8 * int(count) for name, width, count in found}

  def assert_divided(self, body, *settings):
    self.assertEqual(self.parts(body), {"raw": 256, "(raw + 256)": 4}, body)

  def assert_whole(self, body, shared=""):
    self.assertEqual(len(self.parts(body, shared)), 1, body)

  def test_indexes_that_stay_in_their_part(self):
    for index in ("t", "t ^ 1", "63 - t", "t & 31", "t / 32", "(t + 1) % 64", "t < 32 ? t + 32 : t", "n & 63",
                  "t > 0 ? t - 1 : 0", "min(t + 5, 63)", "__popc(n)"):
      self.assert_divided(f"tile[{index}] = 1; *last = 2;")

  def test_loops(self):
    for loop in ("for (int i = t; i < 64; i += 32)", "for (int i = 63; i >= 0; i--)", "for (int i = 32; i > 0; i /= 2)",
                 "for (int i = 1; i < 64; i *= 2)", "for (unsigned i = t; i < 64u; i += blockDim.x)",
                 "int i = 0; for (;; i ^= 1)"):
      self.assert_divided(f"{loop} {{ tile[i] = 1; if (p[t]) break; }} *last = 2;")

  def test_conditions(self):
    self.assert_divided("for (int d = 1; d < 64; d *= 2) if (t >= d) tile[t - d] = 1; *last = 2;")
    self.assert_divided("for (unsigned d = 1; d < 64; d *= 2) if (threadIdx.x >= d) tile[threadIdx.x - d] = 1; *last = 2;")
    self.assert_divided("if (n >= 0 && n < 64) tile[n] = 1; *last = 2;")
    self.assert_divided("if (n < 0 || n > 63) return; tile[n] = 1; *last = 2;")

  def test_indexes_that_may_leave_it(self):
    for index in ("t + 1", "t * 2", "n", "n % 64", "t - 1", "t < n ? t + n : 0", "abs(n) % 65"):
      self.assert_whole(f"tile[{index}] = 1; *last = 2;")
    self.assert_whole("for (int i = t; i < n; i += 64) tile[i] = 1; *last = 2;")
    self.assert_whole("if (n >= 0 || n < 64) tile[n] = 1; *last = 2;")
    self.assert_whole("bool fits = false; for (unsigned i = t; ; i += 64) {"  # of the iteration before
                      " if (fits) tile[i] = 1; fits = i < 64; if (p[t]) break; } *last = 2;")
    self.assert_whole("for (float *at = tile; *at; at++) *at = 1; *last = 2;")

  def test_what_contents_say_is_within_a_part(self):
    self.assertEqual(self.parts("tile[in[t]] = 1; *last = 2;"), {"raw": 256, "(raw + 256)": 0})
    self.assertEqual(self.parts("tile[atomicAdd(last, 1)] = 1;"), {"raw": 256, "(raw + 256)": 0})
    self.assertEqual(self.parts("for (int i = t; i < *last; i += 64) tile[i] = 1;"), {"raw": 256, "(raw + 256)": 0})

  def test_elements_of_what_contents_index_are_no_parts(self):
    self.assert_whole("bins[in[t]] = 1; p[t] = bins[100];", "extern __shared__ int bins[]; int t = threadIdx.x;")
    self.assert_whole("bins[in[t]] = 1; p[t] = bins[100];", "extern __shared__ char bins[]; int t = threadIdx.x;")

  def test_uses_of_all_of_it(self):
    self.assert_whole("*last = 2; for (int i = t; i < 100; i += 64) ((int *)raw)[i] = 0;")
    self.assert_whole("*last = 2; p[t] = (int)(long long)raw; tile[t] = 1;")
    self.assert_whole("*last = 2; float *at = n ? tile : (float *)last; at[t] = 1; at[n] = 1;")

  def test_arrays_of_bytes_and_of_what_else(self):
    self.assertEqual(self.parts("*(int *)bytes = 1; ((float *)(bytes + 64))[t] = 2;",
                                "__shared__ char bytes[512]; int t = threadIdx.x;"),
                     {"bytes": 64, "(bytes + 64)": 448})
    self.assertEqual(self.parts("a[t] = 1; a[t + 64] = 2;", "__shared__ int a[128]; int t = threadIdx.x;"), {"a": 512})
    self.assertEqual(self.parts("a[t] = 1; b[t] = 2;", "extern __shared__ float a[]; float *b = a + 64; int t = threadIdx.x;"),
                     {"a": 256, "(a + 64)": 256})

  def test_offsets_by_sizes_of_the_launch(self):
    shared = "extern __shared__ float a[]; float *b = a + blockDim.x; int *c = (int *)(b + blockDim.x / 32); int t = threadIdx.x;"
    body = "a[t] = 1; b[t / 32] = 2; *c = 3;"
    self.assertEqual(self.parts(body, shared), {"a": 256, "(a + 64)": 8, "(a + 66)": 4})
    self.assertEqual(self.parts(body, shared, block_dim=[128], grid_dim=[4]), {"a": 512, "(a + 128)": 16, "(a + 132)": 4})
    self.assertEqual(len(self.parts(body, shared, block_dim=[None], grid_dim=[4])), 1)

  def test_the_launch_says_how_much_there_is(self):
    self.assertEqual(self.parts("tile[t] = 1; *last = 2;", dynamic_shared=1024), {"raw": 256, "(raw + 256)": 768})


if __name__ == "__main__":
  unittest.main()
