"""Bodies of functions that are `inline`, which C99 and GNU89 place in opposite files."""

import unittest

from lowering.testing_support import lower_text

KERNEL = "__kernel void k(__global int *v) { v[0] = f(v[1]); }"


class InlineFunctionsTest(unittest.TestCase):
  def test_bodies_are_kept(self):
    for words in ("inline", "static inline", "extern inline", ""):
      text = lower_text(f"{words} int f(int n) {{ return n * 3; }} {KERNEL}", ".cl")
      self.assertRegex(text, r":= BV32_MUL\(.*3bv32", words)


if __name__ == "__main__":
  unittest.main()
