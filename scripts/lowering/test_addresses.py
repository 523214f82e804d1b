"""Pointers that are computed as integers."""

import re
import unittest

from lowering.testing_support import lower_text

_BEGIN = "BV64_AND(BV64_LSHR(PTR_TO_BV64(MKPTR($arrayId$$s, 0bv64)), 4bv64), 7bv64)"


def written(address, declaration="extern __shared__ char s[];"):
  """The arrays of the only store through an address, and its element if it is one array."""
  text = lower_text("#include <cstdint>\n" + f"__global__ void k(float *p, float *q, uintptr_t n) {{"
                    f" {declaration} auto a = (uintptr_t)s; *(float *)({address}) = 1; }}", pointer_size=64)
  found = re.findall(r"(\$\$[\w.]+)\[(.*)\] := ", text)
  return sorted({array for array, _ in found}), found[0][1] if len(found) == 1 else None


class AddressesTest(unittest.TestCase):
  def test_what_is_moved_stays_in_its_array(self):
    for address, element in (("a + 8", "2bv64"), ("4 * n + a", "$n"), ("a - 4 * n + 4",
                             "BV64_SUB(1bv64, $n)"), ("(uintptr_t)p + 4 * n", "$n")):
      array = "$$arg.p" if "p" in address.replace("ptr", "") else "$$s"
      self.assertEqual(written(address), ([array], element), address)

  def test_what_is_rounded_lies_at_multiples(self):
    for address in ("a & ~127ull", "a - a % 128", "a / 128 * 128", "a >> 7 << 7", "a - (a & 127)"):
      arrays, element = written(address)
      self.assertEqual(arrays, ["$$s"], address)
      self.assertIn(_BEGIN, element)
      self.assertIn("7bv64), 32bv64)", element)

  def test_arrays_that_begin_there(self):
    aligned = "extern __shared__ __align__(128) char s[];"
    self.assertEqual(written("(a + 127) & ~127ull", aligned), (["$$s"], "0bv64"))
    self.assertEqual(written("(a + 129) & ~127ull", aligned), (["$$s"], "32bv64"))
    self.assertEqual(written("((uintptr_t)p + 100) & ~63ull"), (["$$arg.p"], "16bv64"))

  def test_what_may_point_elsewhere(self):
    for address in ("n", "a ^ 64", "a | 64", "a + ((uintptr_t)p - (uintptr_t)q)", "(uint32_t)a",
                    "a * 2 / 2", "a & ~96ull", "n - a", "a + (*(uintptr_t *)p - a)"):
      self.assertGreater(len(written(address)[0]), 1, address)


if __name__ == "__main__":
  unittest.main()
