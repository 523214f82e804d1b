"""Which plain reads count as checked by a compare-and-swap."""

import unittest

from lowering.testing_support import lower_text


class ValidatedReads(unittest.TestCase):
  def are_atomic(self, body):
    text = lower_text("__global__ void k(int *p, int *q, float *f, int x) { " + body + " }")
    return "__atomicLoad" in text

  def loop(self, new, rest=""):
    return ("int old = *p, seen; do { seen = old; old = atomicCAS(p, seen, " + new +
            "); } while (seen != old); " + rest)

  def test_what_only_the_swap_sees(self):
    for new in ("seen + 1", "max(seen, x)", "seen > 7 ? 0 : x + 1",
                "__float_as_int(fmaxf(__int_as_float(seen), f[0]))"):
      self.assertTrue(self.are_atomic(self.loop(new)), new)
    self.assertTrue(self.are_atomic("int old = p[x]; atomicCAS(&p[x], old, old + 1);"))

  def test_what_reaches_something_else(self):
    for body in (self.loop("seen + 1", "q[0] = seen;"),
                 "int old = *p; atomicCAS(p, old, old + 1); q[old] = 1;",
                 "int old = *p; if (old > 5) q[0] = 1; atomicCAS(p, old, x);",
                 "int old = *p; atomicCAS(p, x, old);",
                 "int old = *q; atomicCAS(p, old, x);",
                 "int old = p[x]; atomicCAS(&p[x + 1], old, x);",
                 "int old = *p; atomicCAS(p, old, __shfl_sync(~0u, old, 0));"):
      self.assertFalse(self.are_atomic(body), body)


if __name__ == "__main__":
  unittest.main()
