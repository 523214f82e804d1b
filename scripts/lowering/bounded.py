"""Indexes that contents of memory bound: `bucket.slot[bucket.used]`, and `bucket.slot[s]` where
`s < bucket.used` holds. Of an array inside one of several structs in a row they are taken to be within
it, and of a row of an array: `bins[warp][key[i]]`; so are ranks of blocks of a cluster that are computed
from contents (docs/semantics.md).
"""

from .cfg import dominates, predecessors
from .ir import Instruction, int_value, is_int

_BELOW = ("slt", "ult", "sle", "ule")
_ABOVE = ("sgt", "ugt", "sge", "uge")
_DEPTH = 8  # conditions in conditions


class BoundedIndexes:
  """Of a function; `is_global(load)` says of a load that it reads global memory alone."""

  def __init__(self, function, is_global):
    self.function, self.is_global = function, is_global
    self.predecessors = predecessors(function)
    self.block_of = {i: block for block in function.blocks for i in block.instructions}

  def is_bounded(self, index, address):
    """Whether contents are the index of an array, or bound it, where an address is computed."""
    index = before_casts(index)
    return self.is_read(index) or any(
      self.is_read(bound) and below is index
      for condition, holds in self._known(self.block_of.get(address), _DEPTH)
      for below, bound in [_inequality(condition, holds)])

  def is_read(self, value):
    """Whether a value is one of global memory."""
    value = before_casts(value)
    return isinstance(value, Instruction) and value.op == "load" and self.is_global(value)

  def hangs_on_contents(self, value):
    """Whether a value is computed from one of global memory."""
    return is_computed_from(value, self.is_read)

  def _known(self, block, depth):
    """Comparisons of which it is known in a block whether they hold."""
    for branch in self.function.blocks if block is not None and depth else ():
      last = branch.terminator
      if last.op != "br" or len(last.attrs["targets"]) != 2:
        continue
      for target, holds in zip(last.attrs["targets"], (True, False)):
        if self.predecessors[target] == [branch] and (
            target is block or dominates(self.function, target, block)):
          yield from self._implied(last.operands[0], holds, depth - 1)

  def _implied(self, condition, holds, depth):
    if not isinstance(condition, Instruction) or not depth:
      return
    if condition.op == "icmp":
      yield condition, holds
    elif condition.op == "and" and holds:
      for part in condition.operands:
        yield from self._implied(part, True, depth - 1)
    elif condition.op == "phi" and holds:  # `a && b`: who comes from elsewhere brings false
      ways = [(value, block) for value, block in zip(condition.operands, condition.attrs["blocks"])
              if not (is_int(value) and int_value(value) == 0)]
      if len(ways) == 1:
        yield from self._implied(ways[0][0], True, depth - 1)
        yield from self._known(ways[0][1], depth - 1)


def _inequality(condition, holds):
  """(lesser, greater) of a comparison that does or does not hold, without casts; or two None."""
  left, right = (before_casts(operand) for operand in condition.operands)
  predicate = condition.attrs["predicate"]
  if predicate in _BELOW:
    return (left, right) if holds else (right, left)
  if predicate in _ABOVE:
    return (right, left) if holds else (left, right)
  return None, None


def is_computed_from(value, is_source):
  """Whether one of the values that it is computed from, without memory, is a source."""
  work, seen = [value], set()
  while work:
    value = work.pop()
    if not isinstance(value, Instruction) or value in seen:
      continue
    if is_source(value):
      return True
    seen.add(value)
    work += value.operands if value.op != "load" else ()
  return False


def before_casts(value):
  while isinstance(value, Instruction) and value.op in ("sext", "zext", "trunc", "freeze"):
    value = value.operands[0]
  return value
