"""Turns in a ring of barrier objects whose number is no power of two.

A loop that counts k uses stage `k % 3` in phase `k / 3 & 1`. How these go on from round to round is
plain where the loop carries them along, as other code does: `if (++stage == 3) { stage = 0; phase ^= 1; }`.
So that is made of them, in functions that use barrier objects; divisions by three of numbers of 32 and 64 bits
are hard to compare. It is the same as long as k does not wrap around: it begins with 0, goes up by one, and is
less than something wherever it does.
"""

from typing import NamedTuple

from .cfg import apply_replacements, predecessors, reaches
from .demangle import demangle
from .ir import Block, Instruction, callee, int_constant, int_value, is_int

_OF_OBJECTS = "__lowering_object_"


class _Counter(NamedTuple):
  """phi: k; next: k + 1; latch: where that comes back from; signed: by its comparison."""
  phi: Instruction
  next: Instruction
  latch: Block
  signed: bool


def carry_turns(function):
  """Replaces them; true if there was one."""
  instructions = [i for block in function.blocks for i in block.instructions]
  if not any(_uses_objects(i) for i in instructions):
    return False
  counters = {}
  for block in function.blocks:
    for i in block.instructions:
      found = _counter(i, function) if i.op == "phi" else None
      if found:
        counters[i] = found
  made, replaced = {}, {}
  for i in instructions:
    counter, size = _remainder(i, counters)
    if counter:
      turn, _ = _carried(counter, size, made)
      replaced[i] = _resized(turn, i)
  for i in instructions:
    counter, size = _parity(i, counters)
    if counter:
      _, odd = _carried(counter, size, made)
      replaced[i] = _resized(odd, i)
  apply_replacements(function, replaced)
  return bool(replaced)


def _uses_objects(i):
  if i.op == "asm":
    return "mbarrier" in i.attrs["text"]
  return i.op == "call" and demangle(callee(i) or "")[0].startswith(_OF_OBJECTS)


def _counter(phi, function):
  """Of a phi that begins with 0 and goes up by one, in a loop of which the head goes on only where
  it is less than something."""
  if phi.type.kind != "int" or len(phi.operands) != 2:
    return None
  for at in (0, 1):
    first, onward = phi.operands[at], phi.operands[1 - at]
    if is_int(first) and int_value(first) == 0 and isinstance(onward, Instruction) \
        and onward.op == "add" and onward.operands[0] is phi and is_int(onward.operands[1]) \
        and int_value(onward.operands[1]) == 1:
      latch = phi.attrs["blocks"][1 - at]
      kind = _guard(phi, latch, function)
      if kind:
        return _Counter(phi, onward, latch, kind == "slt")
  return None


def _guard(phi, latch, function):
  head = phi.block
  last = head.terminator
  if last.op != "br" or not last.operands:
    return None
  guard, body = last.operands[0], last.attrs["targets"][0]
  if not isinstance(guard, Instruction) or guard.op != "icmp" or guard.operands[0] is not phi \
      or guard.attrs["predicate"] not in ("slt", "ult") or body is last.attrs["targets"][1]:
    return None
  return guard.attrs["predicate"] if predecessors(function)[body] == [head] \
      and not reaches(last.attrs["targets"][1], [latch], head) else None


def _divided(i, op, counters):
  """(counter, size): of a quotient or remainder of a counter, by no power of two."""
  if not isinstance(i, Instruction) or i.op not in ("s" + op, "u" + op) or not is_int(i.operands[1]):
    return None, 0
  number, size, signed = i.operands[0], int_value(i.operands[1]), i.op[0] == "s"
  while isinstance(number, Instruction) and number.op in ("sext", "zext"):
    signed = signed or number.op == "sext"
    number = number.operands[0]
  counter = counters.get(number)
  if counter is None or signed and not counter.signed:
    return None, 0
  return (counter, size) if 2 < size < 64 and size & (size - 1) else (None, 0)


def _remainder(i, counters):
  return _divided(i, "rem", counters)


def _parity(i, counters):
  """Of `k / size & 1` and `k / size % 2`."""
  of, bit = (i.operands + [None, None])[:2]
  if i.op == "and" and is_int(bit) and int_value(bit) == 1 \
      or i.op in ("srem", "urem") and is_int(bit) and int_value(bit) == 2:
    while isinstance(of, Instruction) and of.op in ("trunc", "zext", "sext"):
      of = of.operands[0]
    return _divided(of, "div", counters)
  return None, 0


def _carried(counter, size, made):
  """The phis of the turn, and of whether the number of the round is odd."""
  if (counter, size) not in made:
    type_, head = counter.phi.type, counter.phi.block
    zero, one = int_constant(type_, 0), int_constant(type_, 1)
    turn, odd = (Instruction("phi", type_, [], name=name, loc=counter.phi.loc, attrs={"blocks": []})
                 for name in ("turn", "odd"))
    onward = counter.next.block
    at = onward.instructions.index(counter.next)
    boolean = _boolean_type(counter)
    last = Instruction("icmp", boolean, [turn, int_constant(type_, size - 1)],
                       attrs={"predicate": "eq"}, loc=counter.next.loc)
    more = Instruction("add", type_, [turn, one], loc=counter.next.loc)
    following = Instruction("select", type_, [last, zero, more], loc=counter.next.loc)
    other = Instruction("xor", type_, [odd, one], loc=counter.next.loc)
    flipped = Instruction("select", type_, [last, other, odd], loc=counter.next.loc)
    new = [last, more, following, other, flipped]
    onward.instructions[at:at] = new
    for block in counter.phi.attrs["blocks"]:
      back = block is counter.latch
      for phi, value in ((turn, following), (odd, flipped)):
        phi.operands.append(value if back else zero)
        phi.attrs["blocks"].append(block)
    head.instructions[0:0] = [turn, odd]
    for i in (turn, odd):
      i.block = head
    for i in new:
      i.block = onward
    made[counter, size] = turn, odd
  return made[counter, size]


def _boolean_type(counter):
  return counter.phi.block.terminator.operands[0].type


def _resized(value, i):
  """In the type of what it stands for, before which it is made."""
  if value.type.bits == i.type.bits:
    return value
  op = "zext" if value.type.bits < i.type.bits else "trunc"
  result = Instruction(op, i.type, [value], loc=i.loc)
  result.block = i.block
  i.block.instructions.insert(i.block.instructions.index(i), result)
  return result
