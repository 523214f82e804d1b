"""Volatile arrays that threads spin on."""

import unittest

from lowering.testing_support import lower_text, statements


def lines_of(body):
  return statements(lower_text(
      f"__global__ void k(volatile int *flag, volatile int *data, unsigned n) {{ {body} }}"))


class VolatileTest(unittest.TestCase):
  def test_an_array_that_is_spun_on_is_atomic(self):
    lines = lines_of("while (flag[n] == 0) {} data[0] = 1; flag[n + 1] = 2;")
    self.assertTrue(any('"__atomicLoad_int"} {:scope "system"}' in line for line in lines), lines)
    self.assertTrue(any('"__atomicStore_int"} {:scope "system"}' in line for line in lines), lines)
    self.assertIn("$$arg.data[0bv32] := 1bv32;", lines)

  def test_a_loop_with_another_way_out(self):
    lines = lines_of("for (int i = 0; i < 100; ++i) if (flag[0] == 1) break;")
    self.assertTrue(any("__atomicLoad_int" in line for line in lines), lines)

  def test_an_inner_loop(self):
    lines = lines_of("for (int i = n; i > 0; --i) while (flag[i] == 0) {}")
    self.assertTrue(any("__atomicLoad_int" in line for line in lines), lines)

  def test_the_element_of_a_block(self):
    lines = lines_of("while (flag[blockIdx.x] == 0) {}")
    self.assertTrue(any("__atomicLoad_int" in line for line in lines), lines)

  def test_a_lock_that_is_freed_by_a_store(self):
    lines = lines_of("while (atomicCAS((int *)flag, 0, 1) != 0) {} data[0] = 1; *flag = 0;")
    self.assertTrue(any('"__atomicStore_int"} {:scope "system"}' in line for line in lines), lines)
    self.assertIn("$$arg.data[0bv32] := 1bv32;", lines)

  def test_a_swap_that_is_not_repeated(self):
    lines = lines_of("if (atomicCAS((int *)flag, 0, 1) == 0) data[0] = 1; *flag = 0;")
    self.assertFalse(any("__atomicStore" in line for line in lines), lines)

  def test_reading_on_is_no_spinning(self):
    lines = lines_of("for (int i = 0; i < 100; ++i) if (data[i] == 1) break;")
    self.assertFalse(any("__atomic" in line for line in lines), lines)

  def test_rounds_that_stay_at_an_element(self):
    for loop in ("int p = n; while (p >= 0) { int s = flag[p]; if (s == 0) continue;"
                 " if (s == 2) break; --p; }",
                 "for (int p = n; p >= 0;) { if (flag[p] != 0) --p; }",
                 "int p = n; do { if (flag[p] == 0) continue; p /= 2; } while (p > 0);"):
      lines = lines_of(loop)
      self.assertTrue(any("__atomicLoad_int" in line for line in lines), (loop, lines))

  def test_staying_at_an_element_for_another_reason(self):
    lines = lines_of("for (int p = n, k = 0; p >= 0; ++k) { data[k] = flag[p]; if (k & 1) --p; }")
    self.assertFalse(any("__atomic" in line for line in lines), lines)

  def test_what_does_not_end_the_loop_is_no_signal(self):
    lines = lines_of("int x = 0; for (int i = 0; i < 100; ++i) x += flag[0]; data[n] = x;")
    self.assertFalse(any("__atomic" in line for line in lines), lines)


if __name__ == "__main__":
  unittest.main()
