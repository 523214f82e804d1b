"""The numbers that the integers of a function may be, with the launch known: intervals, by the operations
that compute them and the conditions that lead to where they are used (Cousot and Cousot, 1977).

A bound may be open. Of contents of memory nothing is known, nor of what operations compute that may wrap
around.
"""

from math import inf
from typing import NamedTuple

from .bounded import before_casts
from .cfg import dominates, predecessors
from .demangle import demangle
from .ir import Instruction, callee, int_value, is_int

_DEPTH = 40  # operations
_CONDITIONS = 8  # in conditions
_QUESTIONS = 100_000  # in all
_MIRRORED = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "eq": "eq"}
_NEGATED = {"lt": "ge", "gt": "le", "le": "gt", "ge": "lt", "ne": "eq"}
_STEPS = ("add", "sub", "lshr", "ashr", "udiv", "sdiv", "shl", "mul", "and", "or", "xor")
_BIT_COUNTS = ("__popc", "__popcll", "__clz", "__clzll", "__ffs", "__ffsll")
_EXTREMES = {"min": min, "max": max}
_SIGNED_PAIRS = ("ii", "ll", "xx")  # of arguments, in mangled names


class Range(NamedTuple):
  low: float
  high: float

  def joined(self, other):
    return Range(min(self.low, other.low), max(self.high, other.high))

  def met(self, other):
    return Range(max(self.low, other.low), min(self.high, other.high))

  def plus(self, other):
    return Range(self.low + other.low, self.high + other.high)

  def times(self, other):
    products = [0 if 0 in (a, b) else a * b for a in self for b in other]
    return Range(min(products), max(products))


ANY = Range(-inf, inf)


class ValueRanges:
  """Of a function; `launch` (launch_variables.py) tells of ids and sizes that a load reads."""

  def __init__(self, function, launch):
    self.function, self.launch = function, launch
    self.predecessors = predecessors(function)
    self.known, self.conditions = {}, {}
    self.open, self.limited = set(), set()  # values that are being looked at
    self.questions = 0
    self.first = {}  # (variable of the launch, offset) -> the first load of it

  def of(self, value, block, depth=_DEPTH):
    """The signed numbers that a value may be where control is in a block."""
    if is_int(value):
      return Range(*[_signed(value)] * 2)
    self.questions += 1
    if not depth or self.questions > _QUESTIONS or value.type.kind != "int":
      return ANY
    computed = self._computed(value, depth) if isinstance(value, Instruction) else ANY
    return self._limited(value, computed, block, depth)

  def _limited(self, value, result, block, depth):
    """What is left of a range by the conditions that lead to a block."""
    if value in self.limited:
      return result
    self.limited.add(value)
    for condition, holds in self._conditions(block):
      result = result.met(self._limit(value, condition, holds, depth - 1))
    self.limited.discard(value)
    return result

  def _computed(self, i, depth):
    if i in self.known:
      return self.known[i]
    if i in self.open:  # a loop comes back to it
      return ANY
    self.open.add(i)
    result = self._phi(i, depth) if i.op == "phi" else self._operation(i, depth)
    self.open.discard(i)
    self.known[i] = result if _fits(result, i.type) else ANY
    return self.known[i]

  def _operation(self, i, depth):
    if i.op == "load":
      return self.launch.range_of(i) or ANY
    operands = [self.of(o, i.block, depth - 1) for o in i.operands]
    if i.op in ("zext", "sext", "trunc", "freeze"):
      return self._cast(i, operands[0])
    if i.op == "select":
      arms = [self._under(value, one, i, holds, depth)
              for value, one, holds in zip(i.operands[1:], operands[1:], (True, False))]
      return arms[0].joined(arms[1])
    if i.op == "call":
      return _call(i, operands)
    if i.op in ("icmp", "fcmp"):
      return Range(-1, 0)
    result = _arithmetic(i.op, *operands) if len(operands) == 2 else ANY
    return result.met(Range(0, inf)) if i.op == "sub" and self._is_ordered(*i.operands, i.block, depth) else result

  @staticmethod
  def _cast(i, operand):
    bits = i.operands[0].type.bits
    if i.op == "zext" and operand.low < 0:
      return Range(0, (1 << bits) - 1)
    return operand

  def _phi(self, i, depth):
    """What a loop counts up or down from: taken to stay on that side of where it starts, it must not get
    to the other one in any step, nor wrap around."""
    first, steps = None, []
    for value, block in zip(i.operands, i.attrs["blocks"]):
      if _is_step(i, value):
        steps.append((value, self.of(value.operands[1], value.block, depth - 1)))
      elif value is not i:
        one = self.of(value, block, depth - 1)
        first = one if first is None else first.joined(one)
    if first is None or not steps:
      return first or ANY
    for taken in (Range(first.low, inf), Range(-inf, first.high), Range(min(first.low, 0), first.high),
                  Range(0, _all_bits(first.joined(steps[0][1])))):
      if first.met(taken) != first:
        continue
      result = first
      for step, by in steps:
        before = self._limited(i, taken, step.block, depth - 1)
        after = _arithmetic(step.op, before, by)
        if after.low < taken.low or after.high > taken.high or not _fits(after, i.type):
          break
        result = result.joined(after)
      else:
        return result
    return ANY

  # Conditions

  def _same(self, value):
    """One of the loads of an id, or of a size, for all of them."""
    place = self.launch.at(value.operands[0]) if isinstance(value, Instruction) and value.op == "load" else None
    return self.first.setdefault(place, value) if place is not None else value

  def bounds(self, value, block):
    """What a value is compared with on the way to a block."""
    value = self._same(before_casts(value))
    for condition, _ in self._conditions(block):
      sides = [self._same(before_casts(side)) for side in condition.operands]
      if value in sides:
        yield sides[1 - sides.index(value)]

  def _is_ordered(self, great, small, block, depth):
    """Whether one value is no less than another where control is in a block."""
    great, small = self._same(great), self._same(small)
    for condition, holds in self._conditions(block):
      predicate = condition.attrs["predicate"]
      relation = predicate[-2:] if holds else _NEGATED.get(predicate[-2:])
      orders = {("gt", "ge", "eq"): [great, small], ("lt", "le"): [small, great]}
      sides = [self._same(side) for side in condition.operands]
      if any(relation in relations and sides == order for relations, order in orders.items()) and (
          predicate[0] != "u" or min(self.of(o, block, depth - 1).low for o in condition.operands) >= 0):
        return True
    return False

  def _under(self, value, result, select, holds, depth):
    """What is left of a range where the condition of a select holds, or does not."""
    for condition, so in self._implied(select.operands[0], holds, _CONDITIONS):
      result = result.met(self._limit(value, condition, so, depth - 1))
    return result

  def _conditions(self, block):
    """Comparisons of which it is known in a block whether they hold."""
    if block not in self.conditions:
      self.conditions[block] = list(self._find_conditions(block)) if block is not None else []
    return self.conditions[block]

  def _find_conditions(self, block):
    for branch in self.function.blocks:
      last = branch.terminator
      if last.op != "br" or len(last.attrs["targets"]) != 2:
        continue
      for target, holds in zip(last.attrs["targets"], (True, False)):
        if self.predecessors[target] == [branch] and (
            target is block or dominates(self.function, target, block)):
          yield from self._implied(last.operands[0], holds, _CONDITIONS)

  def _implied(self, condition, holds, depth):
    if not isinstance(condition, Instruction) or not depth:
      return
    if condition.op == "icmp":
      yield condition, holds
    elif condition.op == ("and" if holds else "or"):
      for part in condition.operands:
        yield from self._implied(part, holds, depth - 1)
    elif condition.op == "phi":  # `a && b`: who comes from elsewhere brings false
      ways = [(value, block) for value, block in zip(condition.operands, condition.attrs["blocks"])
              if not (is_int(value) and bool(int_value(value)) != holds)]
      if len(ways) == 1 and not self._goes_back(ways[0][1], condition.block):
        yield from self._implied(ways[0][0], holds, depth - 1)

  def _goes_back(self, block, head):
    """Whether a loop comes back from a block: what was compared there is of the iteration before."""
    return block is head or dominates(self.function, head, block)

  def _limit(self, value, condition, holds, depth):
    """What a comparison says of a value."""
    predicate = condition.attrs["predicate"]
    for (side, other), mirrored in ((condition.operands, False), (condition.operands[::-1], True)):
      if self._same(side) is not self._same(value):
        continue
      relation = predicate[-2:]
      if not holds:
        relation = _NEGATED.get(relation)
      if mirrored:
        relation = _MIRRORED.get(relation)
      bound = self.of(other, condition.block, depth)
      if predicate[0] == "u" and bound.low < 0:
        return ANY
      return _related(relation, bound, predicate[0] == "u")
    return ANY


def _related(relation, bound, is_unsigned):
  low = 0 if is_unsigned else -inf
  if relation == "lt":
    return Range(low, bound.high - 1)
  if relation == "le":
    return Range(low, bound.high)
  if relation == "eq":
    return bound
  if is_unsigned:  # a negative number is a large one
    return ANY
  return {"gt": Range(bound.low + 1, inf), "ge": Range(bound.low, inf)}.get(relation, ANY)


def _fits(result, type_):
  """Whether all of a range are numbers of a type, so that nothing wraps around."""
  limit = 1 << (type_.bits - 1)
  return -limit <= result.low and result.high < limit


def _all_bits(numbers):
  """The largest number of as many bits as the largest of some that are not negative."""
  return (1 << int(numbers.high).bit_length()) - 1 if numbers.high < inf else inf


def _is_step(phi, value):
  return isinstance(value, Instruction) and value.op in _STEPS and value.operands[0] is phi


def _arithmetic(op, a, b):
  if op == "add":
    return a.plus(b)
  if op == "sub":
    return a.plus(Range(-b.high, -b.low))
  if op == "mul":
    return a.times(b)
  if op == "and":
    highs = [r.high for r in (a, b) if r.low >= 0]
    return Range(0, min(highs)) if highs else ANY
  if op in ("or", "xor"):
    return Range(0, _all_bits(a.joined(b))) if min(a.low, b.low) >= 0 else ANY
  if b.low != b.high or b.low < 0:
    return ANY
  by = int(b.low) if op in ("udiv", "sdiv", "urem", "srem") else 1 << min(int(b.low), 63)
  if op == "shl":
    return a.times(Range(by, by))
  if not by:
    return ANY
  if op in ("urem", "srem"):
    if a.low >= 0:
      return Range(0, min(a.high, by - 1))
    return Range(0 if op == "urem" else 1 - by, by - 1)
  if a.low < 0:
    return ANY if op in ("udiv", "lshr") else Range(a.low, max(a.high, 0))
  return Range(a.low // by, a.high // by if a.high < inf else inf)


def _call(i, operands):
  mangled = callee(i) or ""
  name = demangle(mangled)[0]
  if name in _BIT_COUNTS:
    return Range(0, 64 if name.endswith("ll") else 32)
  extreme = next((f for kind, f in _EXTREMES.items() if name == kind or f"{kind}." in name[5:]), None)
  is_signed = mangled.startswith("llvm.s") or mangled.endswith(_SIGNED_PAIRS)
  if extreme is None or len(operands) < 2 or not is_signed and min(o.low for o in operands[:2]) < 0:
    return ANY
  return Range(*[extreme(bounds) for bounds in zip(*operands[:2])])


def _signed(value):
  number, bits = int_value(value), value.type.bits
  return number - (1 << bits) if number >> (bits - 1) else number
