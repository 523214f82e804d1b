"""Shared memory that a kernel divides by hand, as arrays of their own:

    extern __shared__ char raw[];  float *tile = (float *)raw;  int *count = (int *)(raw + 1024);

What is done with one part then says nothing of the others, as with arrays that are declared. A part begins at an
offset of which the launch leaves one value. That accesses stay within theirs is known from the ranges of their
indexes (value_ranges.py); parts that one access may reach are one. An index that hangs on contents of memory is
taken to stay within its part, as it is within an array that is declared (docs/semantics.md).
"""

from .bounded import is_computed_from
from .cfg import remove_dead
from .demangle import demangle
from .ir import Global, Instruction, callee, int_constant, int_value, is_int
from .lltypes import I8, I64, Type
from .promote import ignorable, memory_intrinsic
from .references import globals_of
from .value_ranges import Range, ValueRanges

_SHARED = 3  # the address space
_CASTS = ("bitcast", "addrspacecast", "freeze")
_ATOMIC = ("atomic", "__lowering_atomic")
_HANDING_ON = (*_ATOMIC, "__shfl", "__match", "__ballot", "__reduce", "__activemask")
_MOST = 1 << 18  # bytes; no block has more
_COPIES = ("__pipeline_memcpy_async", "__lowering_async_copy")
_ROWS = ("__lowering_warp_read", "__lowering_warp_write")
_OBJECT = 8  # bytes of a barrier object


class _Unknown(Exception):
  """Where a pointer may reach is not known."""


class _Use:
  """An operand that points into a variable by a constant offset, and the bytes that are accessed from there:
  from the first to behind the last, from the variable's first; open where contents say how far. `array[5]`
  may be an element of what begins further ahead, which such an index is for."""

  def __init__(self, instruction, position, offset):
    self.instruction, self.position, self.offset = instruction, position, offset
    self.first = self.end = offset
    self.is_open = False

  def may_be_element(self):
    """Whether it is an access to an element by a constant index, and no address of something else."""
    return self.instruction.op != "getelementptr" and not self.is_of_struct() \
      and not (I8 in self._steps() and self.end > self.offset + 1)

  def is_of_struct(self):
    return any(type_.kind == "struct" for type_ in self._steps())

  def _steps(self):
    """The types by whose elements its address is counted on."""
    pointer, steps = self.instruction.operands[self.position], []
    while isinstance(pointer, Instruction):
      if pointer.op == "getelementptr":
        type_ = pointer.attrs["source"]
        while type_.kind == "array":
          type_ = type_.elem
        steps.append(type_)
      pointer = pointer.operands[0]
    return steps


def carve(functions, launch):
  """Gives the parts of shared variables to kernels that divide them; returns notes and where they apply.
  What the launch gives has the size that it is used in, where the launch does not say it."""
  notes, procedures = [], [f for f in functions.all if not f.kernel]
  for kernel in functions.kernels:
    variables = [v for v in _shared_variables(kernel)
                 if _is_raw(v) and not any(v in _shared_variables(f) for f in procedures)]
    uses = _Uses(kernel, functions.module.layout, launch) if variables else None
    for variable in variables:
      notes += _divide(kernel, variable, uses, functions.module)
    if variables:
      remove_dead(kernel)  # addresses of what has been divided
  return notes


def _shared_variables(function):
  return list(dict.fromkeys(v for block in function.blocks for i in block.instructions
                            for v in globals_of(i.operands) if v.space == _SHARED))


def _is_raw(variable):
  """Whether it may be divided: what the launch gives, or bytes."""
  type_ = variable.value_type
  is_bytes = type_.kind == "array" and type_.elem.kind == "int" and type_.elem.bits == 8
  return variable.external or is_bytes


def _divide(kernel, variable, uses, module):
  try:
    found = uses.of(variable)
  except _Unknown:
    return []
  if not variable.external and any(use.is_of_struct() for use in found):
    return []  # members.py sees to that
  begins = _parts(found)
  end = _end(variable, found, uses)
  if not found or len(begins) < 2 and (end is None or not variable.external):
    return []
  parts = [_make_part(variable, begin, behind, kernel, module)
           for begin, behind in zip(begins, [*begins[1:], end])]
  for use in found:
    number = max(n for n, begin in enumerate(begins) if begin <= use.offset)
    use.instruction.operands[use.position] = _address(parts[number], use.offset - begins[number],
                                                      use.instruction.operands[use.position].type)
  return [(f"what contents of memory say of places in parts of '{demangle(variable.name)[0]}' is taken to be "
           "within these, unless bounds are checked", use.instruction.loc)
          for use in found if use.is_open][:1]


def _parts(uses):
  """The first bytes of the parts, in order. Parts overlap that one access may reach both of."""
  last_element = max((use.end for use in uses if use.may_be_element()), default=0)
  begins, end = [0], 0
  for use in sorted(uses, key=lambda use: use.first):
    if use.first >= end and end and use.first > begins[-1]:
      begins.append(use.first)
    end = max(end, use.end, use.first + 1, last_element if use.is_open else 0)
  return begins


def _end(variable, found, uses):
  """Where the last part ends; None where the launch says it, or contents say how far accesses go."""
  if not variable.external:
    return uses.layout.size(variable.value_type)
  is_open = uses.launch.options.dynamic_shared or any(use.is_open for use in found)
  return None if is_open else max((use.end for use in found), default=None)


def _make_part(variable, begin, end, kernel, module):
  type_ = Type("array", elem=I8, count=end - begin if end is not None else 0)
  name = f"{variable.name}.{begin}"
  if name in module.globals:  # of another kernel
    name += "." + kernel.name
  part = Global(name, variable.type, type_, variable.space)
  part.external = variable.external
  part.alignment = variable.alignment
  part.whole = variable, begin
  module.globals[part.name] = part
  return part


def _address(part, offset, type_):
  start = Instruction("bitcast", type_, [part], attrs={})
  if not offset:
    return start
  return Instruction("getelementptr", type_, [start, int_constant(I64, offset)], attrs={"source": I8})


class _Uses:
  """The uses of variables in a function."""

  def __init__(self, function, layout, launch):
    self.function, self.layout, self.launch = function, layout, launch
    self.ranges = ValueRanges(function, launch)
    self.users, self.constants = {}, {}
    for block in function.blocks:
      for i in block.instructions:
        for position, operand in enumerate(i.operands):
          self.users.setdefault(operand, []).append((i, position))

  def of(self, variable):
    found = []
    for block in self.function.blocks:
      for i in block.instructions:
        for position, operand in enumerate(i.operands):
          if _root(operand) is not variable:
            if variable in globals_of([operand]):
              raise _Unknown
            continue
          base, offset = self._base(operand)
          if base is variable and not self._is_address(i):
            use = _Use(i, position, offset)
            self._follow(use, i, position, Range(offset, offset), ())
            found.append(use)
    return found

  def _base(self, pointer):
    """What a pointer points into and by which offset, where the launch leaves only one."""
    offset = 0
    while isinstance(pointer, Instruction) and self._is_address(pointer):
      offset += self._constant(pointer) if pointer.op == "getelementptr" else 0
      pointer = pointer.operands[0]
    return pointer, offset

  def _is_address(self, i):
    """Whether it is no use but an address by a constant offset again."""
    return i.op in _CASTS or i.op == "getelementptr" and self._constant(i) is not None

  def _follow(self, use, i, position, at, seen):
    """Adds what an instruction accesses by a pointer to those bytes, itself or by others."""
    if i.op in _CASTS:
      self._follow_users(use, i, at, seen)
    elif i.op == "getelementptr" and position == 0:
      self._follow_users(use, i, at.plus(self._distance(use, i)), seen)
    elif i.op in ("phi", "select") and i not in seen:
      self._follow_users(use, i, at, (*seen, i))
    elif not ignorable(i):
      size = self._size(i, position)
      if at.low < 0:
        raise _Unknown
      use.first, use.end = min(use.first, at.low), max(use.end, at.high + size)

  def _follow_users(self, use, pointer, at, seen):
    for user, position in self.users.get(pointer, ()):
      self._follow(use, user, position, at, seen)

  def _distance(self, use, gep):
    """The range of the bytes that it adds; without what contents decide."""
    total = Range(0, 0)
    for index, size in self._indexes(gep):
      by = self.ranges.of(index, gep.block)
      if max(abs(bound) for bound in by) <= _MOST:
        total = total.plus(by.times(Range(size, size)))
      elif any(is_computed_from(value, self._is_given)
               for value in (index, *self.ranges.bounds(index, gep.block))):
        use.is_open = True
      else:
        raise _Unknown
    return total

  def _constant(self, gep):
    """The bytes that it adds where these are always as many, else None."""
    if gep not in self.constants:
      ranges = [self.ranges.of(index, gep.block).times(Range(size, size)) for index, size in self._indexes(gep)]
      self.constants[gep] = sum(r.low for r in ranges) if all(r.low == r.high for r in ranges) else None
    return self.constants[gep]

  def _indexes(self, gep):
    """Its indexes and the bytes that each counts on by."""
    type_ = gep.attrs["source"]
    for number, index in enumerate(gep.operands[1:]):
      if number and type_.kind == "struct":
        yield int_constant(I64, self.layout.struct_layout(type_)[0][int_value(index)]), 1
        type_ = type_.fields[int_value(index)]
        continue
      type_ = type_.elem if number else type_
      yield index, self.layout.size(type_)

  def _is_given(self, value):
    """Whether memory, or another thread, says what a value is."""
    return value.op in ("atomicrmw", "cmpxchg") or value.op == "load" and self.launch.range_of(value) is None \
      or value.op == "call" and demangle(callee(value) or "")[0].startswith(_HANDING_ON)

  def _size(self, i, position):
    """The bytes that an instruction accesses at one of its operands, at most."""
    if i.op == "load" or i.op in ("store", "atomicrmw", "cmpxchg") and position == (i.op == "store"):
      return self.layout.store_size(i.type if i.op == "load" else i.operands[1 - (i.op == "store")].type)
    name = demangle(callee(i) or "")[0] if i.op == "call" else ""
    if memory_intrinsic(i) or name in _COPIES and position < 2:
      return self._most(i, 2)
    if name in _ROWS:
      return (self._most(i, 1) - 1) * self._most(i, 3) + self._most(i, 2)
    if name.startswith("__lowering_object_") or name in _COPIES:
      return _OBJECT
    if name.startswith(_ATOMIC) and position == 0:
      return self.layout.store_size(i.type if i.type.kind != "void" else i.operands[1].type)
    if name == "__lowering_aligned_places":
      return 0
    raise _Unknown

  def _most(self, i, position):
    most = self.ranges.of(i.operands[position], i.block).high
    if most > _MOST:
      raise _Unknown
    return most


def _root(pointer):
  while isinstance(pointer, Instruction) and pointer.op in (*_CASTS, "getelementptr"):
    pointer = pointer.operands[0]
  return pointer
