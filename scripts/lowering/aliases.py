"""Pointers that a precondition makes equal: `__requires(p == q)` and `__requires(s.p == q)`.

Pointer parameters of a kernel have an array each, as if nothing were shared between them. A kernel
that requires two of them to be equal says otherwise: those get one array. Taken word for word the
precondition would contradict the model, and everything would be proved.
"""

from .ir import Argument, Constant, Instruction
from .marking import annotation_name, flatten_conditions


def required_equalities(function):
  """Pairs of equal pointer parameters of a kernel: an Argument, or (Argument, path) in a struct;
  the plain parameter first."""
  flatten_conditions(function)
  for block in function.blocks:
    for instruction in block.instructions:
      if instruction.op == "call" and annotation_name(instruction) in ("__requires",
                                                                     "__global_requires"):
        yield from _pairs(instruction.operands[0])


def _pairs(condition):
  if not isinstance(condition, Instruction):
    return
  if condition.op in ("zext", "sext", "trunc"):
    yield from _pairs(condition.operands[0])
  elif condition.op == "and":
    for operand in condition.operands:
      yield from _pairs(operand)
  elif condition.op == "select" and _is_zero(condition.operands[2]):
    for operand in condition.operands[:2]:
      yield from _pairs(operand)
  elif condition.op == "icmp":
    left, right = condition.operands
    if condition.attrs["predicate"] == "ne" and _is_zero(right):
      yield from _pairs(left)
    elif condition.attrs["predicate"] == "eq" and left.type.is_pointer:
      roots = _root(left), _root(right)
      if None not in roots:
        yield sorted(roots, key=lambda root: isinstance(root, tuple))


def _is_zero(value):
  return isinstance(value, Constant) and (value.kind, value.value) == ("int", 0)


def _root(pointer):
  while isinstance(pointer, Instruction) and pointer.op in ("bitcast", "addrspacecast"):
    pointer = pointer.operands[0]
  if isinstance(pointer, Argument):
    return pointer
  if isinstance(pointer, Instruction) and pointer.op == "extractvalue" \
      and isinstance(pointer.operands[0], Argument):
    return pointer.operands[0], tuple(pointer.attrs["indices"])
  return None
