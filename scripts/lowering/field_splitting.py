"""A local struct becomes a variable for each of its fields, where an array among them is indexed by
what is no constant: so the other fields can become values (promote.py).

    struct Rod { float *u[2]; int n; } rod;   ..rod.u[s & 1]..   =>   float *rod.0[2]; int rod.1;

Who indexes an array inside a struct stays within it, as C demands.
"""

from typing import NamedTuple

from .ir import Instruction, int_constant, int_value, is_int
from .lltypes import I8, I32
from .promote import Promoter, constant_offset, ignorable, memory_intrinsic


class Use(NamedTuple):
  """An operand of an instruction that points into the struct: the bytes that are used through it;
  of an address with an index that is no constant, the array that this is for and its position."""
  instruction: object
  operand: int
  offset: int
  size: int
  array: object = None
  index: int = 0


def split_fields(function, layout):
  """Splits the structs of a function where that helps; returns whether there were any."""
  promoter, changed = Promoter(function, layout), False
  allocas = [i for block in function.blocks for i in block.instructions if i.op == "alloca"]
  for alloca in allocas:
    type_ = alloca.attrs["type"]
    if type_.kind != "struct" or alloca.attrs["variable"] or len(type_.fields) < 2:
      continue
    uses = _uses(alloca, promoter.users(), layout)
    if uses is None or not any(use.array for use in uses):
      continue
    copies = {use.instruction: (alloca, use.offset) for use in uses
              if memory_intrinsic(use.instruction) and _field(use, type_, layout) is None}
    if copies:
      promoter.expand_copies(copies)
      uses = _uses(alloca, promoter.users(), layout)
    if all(_field(use, type_, layout) is not None for use in uses):
      _split(function, alloca, uses, layout)
      changed = True
  return changed


def _uses(alloca, users, layout):
  """Those of the struct, or None where one is of another kind."""
  result, work = [], [(alloca, 0)]
  while work:
    pointer, offset = work.pop()
    for user in users.get(pointer, ()):
      if user.op in ("bitcast", "addrspacecast"):
        work.append((user, offset))
      elif user.op == "getelementptr" and user.operands[0] is pointer:
        step = constant_offset(user, layout)
        use = _indexed(user, offset, layout) if step is None else None
        if use is not None:
          result.append(use)
        elif step is None:
          return None
        else:
          work.append((user, offset + step))
      elif user.op == "load" and not user.type.is_aggregate:
        result.append(Use(user, 0, offset, layout.store_size(user.type)))
      elif user.op == "store" and user.operands[1] is pointer and user.operands[0] is not pointer \
          and not user.operands[0].type.is_aggregate:
        result.append(Use(user, 1, offset, layout.store_size(user.operands[0].type)))
      elif memory_intrinsic(user) and is_int(user.operands[2]) \
          and user.operands[0] is not user.operands[1]:
        side = 0 if user.operands[0] is pointer else 1
        result.append(Use(user, side, offset, int_value(user.operands[2])))
      elif not ignorable(user):
        return None
  return result


def _indexed(address, offset, layout):
  """The use of an array through an address whose first index that is no constant is one of it."""
  type_ = address.attrs["source"]
  for position, index in enumerate(address.operands[1:], 1):
    if not is_int(index):
      return Use(address, 0, offset, layout.size(type_), type_, position) \
          if position > 1 and type_.kind == "array" else None
    number = int_value(index)
    if position == 1:
      if number != 0:
        return None
    elif type_.kind == "struct":
      offset += layout.struct_layout(type_)[0][number]
      type_ = type_.fields[number]
    else:
      offset += number * layout.size(type_.elem)
      type_ = type_.elem
  return None


def _field(use, type_, layout):
  """The number of the field that a use is of, or None."""
  begins = layout.struct_layout(type_)[0]
  for number, begin in enumerate(begins):
    if begin <= use.offset and use.offset + use.size <= begin + layout.size(type_.fields[number]):
      return number
  return None


def _split(function, alloca, uses, layout):
  type_ = alloca.attrs["type"]
  begins = layout.struct_layout(type_)[0]
  fields = [Instruction("alloca", alloca.type, [], name=f"{alloca.name or 't'}.{number}", loc=alloca.loc,
                        attrs={**alloca.attrs, "type": field, "align": layout.align(field)})
            for number, field in enumerate(type_.fields)]
  before = {}  # instruction -> what computes its address, in front of it
  for use in uses:
    number = _field(use, type_, layout)
    address = Instruction("getelementptr", alloca.type,
                          [fields[number], int_constant(I32, use.offset - begins[number])],
                          loc=use.instruction.loc, attrs={"source": I8})
    before.setdefault(use.instruction, []).append(address)
    use.instruction.operands[use.operand] = address
    if use.array is not None:
      use.instruction.operands[1:use.index] = [int_constant(I32, 0)]
      use.instruction.attrs = {**use.instruction.attrs, "source": use.array}
  for block in function.blocks:
    out = []
    for instruction in block.instructions:
      out += before.get(instruction, [])
      out += fields if instruction is alloca else [instruction]
    for instruction in out:
      instruction.block = block
    block.instructions = out
  _drop(function, alloca)


def _drop(function, alloca):
  """Removes what only led to the struct: addresses, and the marks of its lifetime."""
  gone, known = {alloca}, 0
  while known < len(gone):
    known = len(gone)
    for block in function.blocks:
      gone.update(i for i in block.instructions if any(operand in gone for operand in i.operands))
  for block in function.blocks:
    block.instructions = [i for i in block.instructions if i not in gone]
