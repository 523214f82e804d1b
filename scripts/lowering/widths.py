"""A wider model for arrays of bytes that are only accessed as wider elements.

Raw buffers (`extern __shared__ char raw[]`, `void *` parameters) are cast before use. Where every
access has at least 16 bits, the narrowest of them is the first guess for the element width; should
an offset not divide, the array falls back to bytes like any other.
"""

from .ir import callee, int_value, is_int
from .promote import ignorable, memory_intrinsic


def widen_bytes(program):
  """Changes the widths of arrays with natural width 8 before translation starts."""
  narrowest, layout, points = {}, program.layout, program.points

  def access(pointer, size):
    for array in points.of(pointer):
      if not isinstance(array, str):
        narrowest[array] = min(size, narrowest.get(array, 8))

  for function in program.functions.all:
    for block in function.blocks:
      for i in block.instructions:
        if i.op == "load":
          access(i.operands[0], _unit(layout, i.type))
        elif i.op == "store":
          access(i.operands[1], _unit(layout, i.operands[0].type))
        elif i.op in ("atomicrmw", "cmpxchg"):
          access(i.operands[0], layout.store_size(i.operands[1].type))
        elif i.op == "call" and not ignorable(i):
          _call(program, i, access)
  for array, size in narrowest.items():
    if array.width == 8 and size in (2, 4, 8) and array.key not in program.objects.in_bytes:
      array.width = size * 8


def _unit(layout, type_):
  return layout.store_size(type_.elem if type_.kind == "vector" else type_)


def _call(program, i, access):
  kind = memory_intrinsic(i)
  if kind:
    size = i.operands[2]
    size = int_value(size) & -int_value(size) if is_int(size) else 1
    for operand in i.operands[:1 if kind == "memset" else 2]:
      access(operand, size or 8)
    return
  accessed = i.type if i.type.kind != "void" else i.operands[1].type if len(i.operands) > 2 else None
  is_atomic = "atom" in (callee(i) or "") and accessed is not None
  for operand in i.operands[:-1]:
    if operand.type.is_pointer:
      access(operand, program.layout.store_size(accessed) if is_atomic else 1)
