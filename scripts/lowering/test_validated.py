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

  def test_what_is_stored_in_a_round_of_its_own(self):
    self.assertTrue(self.are_atomic("int old = *p; while (true) { int next = old == 7 ? 0 : old + 1;"
                                    " int was = atomicCAS(p, old, next); if (was == old) break;"
                                    " old = was; }"))
    self.assertTrue(self.are_atomic("for (int i = x; i < 64; i += 8) { " +
                                    self.loop("seen + 1").replace("*p", "p[i]").replace("(p,", "(p + i,")
                                    + " }"))

  def test_a_swap_before_the_loop(self):
    rotated = ("int guess = *p; int old = atomicCAS(p, guess, guess + 1);"
               " while (old != guess) { guess = old; old = atomicCAS(p, guess, guess + 1); } q[old] = 1;")
    self.assertTrue(self.are_atomic(rotated))
    for wrong in (rotated.replace("1); }", "1); if (x) old = guess; }"), rotated.replace("q[old]", "q[guess]"),
                  rotated.replace("int old = atomicCAS(p, guess,", "int old = atomicCAS(p, 7,")):
      self.assertFalse(self.are_atomic(wrong), wrong)

  def test_what_is_computed_before_the_loop_and_in_each_round(self):
    """As OpenCL's programs add to a float."""
    right = ("int old, next, was; *(float *)&old = f[x]; *(float *)&next = *(float *)&old + 1;"
             " while ((was = atomicCAS((int *)&f[x], old, next)) != old)"
             " { old = was; *(float *)&next = *(float *)&old + 1; }")
    self.assertTrue(self.are_atomic(right))
    stale = right[:right.index("{ old = was")] + "{ *(float *)&next = *(float *)&old + 1; old = was; }"
    for wrong in (stale, right.replace("{ old = was;", "{ old = was; if (x)")):
      self.assertFalse(self.are_atomic(wrong), wrong)

  def test_what_is_stored_unchecked(self):
    for body in ("int old = *p; atomicCAS(p, old, old + 1); atomicCAS(p, 7, old);",
                 "int old = *p, first = old, seen; do { seen = old;"
                 " old = atomicCAS(p, seen, first + 1); } while (seen != old);",
                 "int old = *p, before = 0, seen; do { seen = old;"
                 " old = atomicCAS(p, seen, before); before = seen; } while (seen != old);",
                 "int old = *p; if (old + 5 == atomicCAS(p, old, 3)) q[0] = 1;",
                 "unsigned char c = *(unsigned char *)p; atomicCAS(p, (int)c, 5);",
                 "int old = 0; for (int i = 0; i < x; i++) { atomicCAS(&p[i], old, old + 1);"
                 " old = p[i]; }"):
      self.assertFalse(self.are_atomic(body), body)

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
