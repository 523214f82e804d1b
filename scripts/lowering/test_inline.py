"""Inlining: how often bodies are copied, and that locations stay short."""

import unittest
from unittest import mock

from lowering import inline
from lowering.metadata import Location
from lowering.testing_support import lower_text, statements

# Each level of the template is called by the one before, and by nothing else.
CHAIN = """
template <int I> struct Step {
  static __device__ void run(int *v) { v[I] = I; Step<I - 1>::run(v); }
};
template <> struct Step<0> { static __device__ void run(int *v) { v[0] = 0; } };
__global__ void k(int *v) { Step<%d>::run(v); }
"""


def copies(depth):
  """How many instructions are copied for a chain of calls so deep."""
  made, original = [], inline.Inliner.expand

  def expand(self, function, block, position, target):
    made.extend(i for b in target.blocks for i in b.instructions)
    return original(self, function, block, position, target)

  with mock.patch.object(inline.Inliner, "expand", expand):
    lower_text(CHAIN % depth)
  return len(made)


class InlineTest(unittest.TestCase):
  def test_a_recursion_of_templates_is_copied_once(self):
    once, twice = copies(40), copies(80)
    self.assertGreater(once, 40)
    self.assertLess(twice, 2.2 * once)

  def test_a_helper_is_simplified_before_it_is_copied(self):
    text = lower_text("""
      static __device__ int twice(int a) { int b = a; b += b; return b; }
      static __device__ int fourfold(int a) { return twice(twice(a)); }
      __global__ void k(int *v) { v[threadIdx.x] = fourfold(1) + fourfold(2); }""")
    self.assertEqual(statements(text), ["$$arg.v[local_id_x] := 12bv32;", "return;"])

  def test_a_function_that_calls_itself_stays(self):
    text = lower_text("""
      static __device__ int sum(int n);
      static __device__ int rest(int n) { return n ? sum(n - 1) : 0; }
      static __device__ int sum(int n) { return n + rest(n); }
      __global__ void k(int *v, int n) { v[threadIdx.x] = sum(n); }""")
    self.assertRegex(text, r"procedure \{:source_name \"sum\"\}")
    self.assertNotIn('{:source_name "rest"}', text)

  def test_of_a_long_chain_of_calls_the_ends_are_told(self):
    def longest(depth):
      site = Location("/", "k.cu", 1, 1)
      place = Location("/", "k.cu", 9, 1)
      for line in range(2, depth + 2):
        place = place.inlined_at(Location("/", "k.cu", line, 1))
      return place.inlined_at(site)
    self.assertEqual([s.line for s in longest(3).chain], [2, 3, 4, 1])
    self.assertEqual([s.line for s in longest(100).chain],
                     [*range(2, 10), *range(95, 102), 1])


if __name__ == "__main__":
  unittest.main()
