"""What conditions say of a number, where the loop has changed it since they were computed."""

import unittest

from lowering.parser import parse_module
from lowering.value_ranges import ANY, Range, ValueRanges


class NoLaunch:
  def at(self, pointer):
    return None

  def range_of(self, load):
    return None


LOOP = """
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define void @f(i32 %n, i1 %more) {
entry:
  br label %head
head:
  %i = phi i32 [ %n, %entry ], [ %next, %latch ]
  %fits = phi i1 [ false, %entry ], [ %less, %latch ]
  br i1 %fits, label %use, label %latch
use:
  br label %latch
latch:
  %less = icmp ult i32 %i, 64
  %next = add i32 %i, 64
  br i1 %more, label %head, label %exit
exit:
  br i1 %less, label %last, label %done
last:
  br label %done
done:
  ret void
}
"""


class ValueRangesTest(unittest.TestCase):
  def test_comparisons_of_the_iteration_before_say_nothing(self):
    function = parse_module(LOOP).functions["f"]
    blocks = {block.name: block for block in function.blocks}
    i = blocks["head"].instructions[0]
    ranges = ValueRanges(function, NoLaunch())
    self.assertEqual(ranges.of(i, blocks["use"]), ANY)
    self.assertEqual(ranges.of(i, blocks["last"]), Range(0, 63))


if __name__ == "__main__":
  unittest.main()
