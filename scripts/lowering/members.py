"""Members of a struct in memory that are arrays of their own: `ring->slot` and `ring->head`, the
parts of `__shared__ Storage s`, also in an array of bytes that is taken for one. What is done with
one then says nothing of the others.

That is so where each use of the struct names a member: it is never copied as a whole, its address
is handed to nobody and held by no other variable, and it is no element of an array. Nothing that is
larger than a member is read or written at its address, as `*(long long *)&s.low`.
"""

from .ir import Argument, Constant, Global, Instruction, int_value, is_int
from .promote import memory_intrinsic

_CASTS = ("addrspacecast", "bitcast", "freeze")


class StructMembers:
  """`parts`: getelementptr -> (variable or parameter, its struct type, number of the member)."""

  def __init__(self, functions, candidates, initial, layout):
    """`initial`: the values of initialisers that hold addresses."""
    self.layout = layout
    self.candidates, self.parts, self.types, self.whole = set(candidates), {}, {}, set()
    seen = set()
    for value in initial:
      self._hold(value)
    for function in functions:
      for block in function.blocks:
        for instruction in block.instructions:
          self._look(instruction, seen)
    self.parts = {i: (root, self.types[root], number) for i, (root, number) in self.parts.items()
                  if root not in self.whole}

  def numbers(self):
    """{variable or parameter: (its struct type, numbers of the members that are used)}."""
    found = {}
    for root, type_, number in self.parts.values():
      found.setdefault(root, (type_, set()))[1].add(number)
    return found

  def _look(self, instruction, seen):
    """At the uses in an instruction, and in the constant expressions among its operands. Whoever counts on
    from the address of a member that is no array, as `(&v.x)[i]`, means its neighbours."""
    if instruction in seen:
      return
    seen.add(instruction)
    for position, operand in enumerate(instruction.operands):
      if isinstance(operand, Instruction) and operand.block is None:
        self._look(operand, seen)
      root = self._root(operand)
      member = self._member(operand)
      if member is not None and self._leaves(instruction, self.types[member[0]].fields[member[1]]):
        self.whole.add(member[0])
      if root is not None and not (_is_same(instruction) or self._takes(instruction, position, root)):
        self.whole.add(root)

  def _leaves(self, i, type_):
    """Whether an instruction with the address of a member of a type may reach others from there."""
    if _is_same(i):
      return False
    if i.op == "getelementptr":
      return type_.kind not in ("array", "struct") and any(
        not is_int(index) or int_value(index) != 0 for index in i.operands[1:])
    size = self.layout.size(type_)
    if memory_intrinsic(i):
      return not is_int(i.operands[2]) or int_value(i.operands[2]) > size
    accessed = [i.type, *(operand.type for operand in i.operands)]
    return any(self.layout.size(one) > size for one in accessed
               if one.kind in ("int", "float", "vector", "array", "struct"))

  def _member(self, value):
    """(variable or parameter, number) of the member whose address a value is, or None."""
    while isinstance(value, Instruction) and value not in self.parts and _is_same(value):
      value = value.operands[0]
    return self.parts.get(value) if isinstance(value, Instruction) else None

  def _hold(self, value):
    root = self._root(value)
    if root is not None:
      self.whole.add(root)
    if isinstance(value, Instruction):
      parts = value.operands
    else:
      parts = value.value if isinstance(value, Constant) and value.kind == "aggregate" else ()
    for part in parts:
      self._hold(part)

  def _root(self, value):
    while isinstance(value, Instruction) and _is_same(value):
      value = value.operands[0]
    return value if isinstance(value, (Argument, Global)) and value in self.candidates else None

  def _takes(self, i, position, root):
    """Whether an instruction takes the address of a member; of the same struct as all others."""
    if i.op != "getelementptr" or position != 0 or len(i.operands) < 3:
      return False
    type_, first, number = i.attrs["source"], i.operands[1], i.operands[2]
    if type_.kind != "struct" or not is_int(first) or int_value(first) != 0 \
        or self.types.setdefault(root, type_).key != type_.key or _grows(type_):
      return False
    self.parts[i] = root, int_value(number)
    return True


def _is_same(i):
  """Whether a pointer is its operand by another type: a cast, or the beginning of an array."""
  return i.op in _CASTS or i.op == "getelementptr" and i.attrs["source"].kind == "array" \
    and all(is_int(index) and int_value(index) == 0 for index in i.operands[1:])


def _grows(type_):
  """Whether the last member may stand for more than it says, as `float data[1]` at an allocation's end."""
  last = type_.fields[-1] if type_.fields else None
  return last is None or last.kind == "array" and last.count <= 1
