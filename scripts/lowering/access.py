"""Loads, stores, copies, atomics and async copies.

An access through a pointer whose target is known is a plain array access; otherwise a case split
over the candidate arrays, which ends in a bad pointer access. An access of several elements becomes
one access for each, least significant first.
"""

from .errors import fail
from .expr import (Expr, add, binary, concatAll, equal, extend, extract, ite, lit, resize,
                   select)
from .ir import intValue, isInt
from .memory import Remodel
from .pointers import Ptr

_LARGEST_COPY = 4096

RMW_NAMES = {"xchg": "xchg", "add": "add", "sub": "sub", "and": "and", "or": "or", "xor": "xor",
             "max": "max", "min": "min", "umax": "max", "umin": "min", "fadd": "add",
             "fsub": "sub", "fmax": "max", "fmin": "min", "uinc_wrap": "inc", "udec_wrap": "dec"}


class AccessMixin:
  def load(self, i):
    special = self.program.specialVariable(i.operands[0])
    if special is not None:
      self.known[i] = self.program.specialValue(special, i)
      return
    ptr = self.pointer(i.operands[0])
    size = self.layout.storeSize(i.type)
    e = self.loadBytes(ptr, size)
    self.known[i] = self.typed(self.assign(e) if i.type.isPointer else e, i)

  def typed(self, e, i):
    """Loaded bits as a value of an instruction's type."""
    type_ = i.type
    if type_.isPointer:
      targets = self.points.of(i)
      if not targets:
        return e
      if self.program.isFunctionPointer(targets):
        return resize(e, self.program.functionWidth)
      array = self.pointers.single(targets)
      unit = self.program.memoryUnit()
      ptr = self.pointers.fromStored(e, unit, targets)
      return Ptr(array, ptr.terms, 0, targets) if array is not None else ptr
    return self.split(extract(e, self.layout.storeBits(type_), 0), type_)

  def loadBytes(self, ptr, size):
    if isinstance(ptr.base, Expr) or ptr.base is None:
      result = self.temporary(size * 8)
      self.caseSplit(ptr, lambda p: self.line(
          f"{result.name} := {self.text(self.loadStatic(p, size, result))};"), result, size)
      return result
    return self.loadStatic(ptr, size)

  def loadStatic(self, ptr, size, result=None):
    """Loads from a known array; a single element goes straight into `result` if that is given."""
    parts = []
    array, index, count = self.place(ptr, size)
    for number in range(count):
      self.marker(self.loc, "sourceloc")
      part = self.temporary(array.width)
      self.line(f"{part.name} := {array.name}"
                f"[{self.text(add(index, lit(number, self.bits)))}];")
      parts.append(part)
    return concatAll(parts)

  def place(self, ptr, size):
    """(array, first index, number of elements) of an access of so many bytes."""
    array = self.program.use(ptr.base)
    if size % array.bytes:
      raise Remodel([array])
    index = self.pointers.offset(ptr, array.bytes, [array])
    return array, index, size // array.bytes

  def caseSplit(self, ptr, access, result=None, size=0):
    """An if chain over the arrays that a pointer may point into. Where it points into one of them
    for sure, that is not left to the verifier: it would have to find an invariant for it at loops."""
    body, keyword = self.out, "if"
    candidates = self.pointers.candidates(ptr.targets) if ptr.base is not None else []
    sure = len(candidates) > 1 and not any(isinstance(target, str) for target in ptr.targets)
    self.out = []
    for array in candidates:
      if sure and array is candidates[-1]:
        self.line("} else {")
      else:
        condition = self.pointers.isBase(ptr, self.program.use(array))
        self.line(f"{keyword} ({self.text(condition)}) {{")
      access(Ptr(array, ptr.terms, ptr.constant, frozenset([array])))
      keyword = "} else if"
    if not sure:
      if candidates:
        self.line("} else {")
      self.line(f"assert {{:bad_pointer_access}}{self.where(self.loc)} false;")
    if candidates:
      self.line("}")
    self.out = body + self.out

  def selected(self, i):
    """A load inside an annotation: an expression, not an access."""
    special = self.program.specialVariable(i.operands[0])
    if special is not None:
      return self.program.specialValue(special, i)
    ptr, size = self.pointer(i.operands[0]), self.layout.storeSize(i.type)
    if not isinstance(ptr.base, Expr) and ptr.base is not None:
      return self.typed(self.selectStatic(ptr, size), i)
    result = None
    for array in reversed(self.pointers.candidates(ptr.targets)):
      e = self.selectStatic(Ptr(array, ptr.terms, ptr.constant, frozenset([array])), size)
      result = e if result is None else ite(self.pointers.isBase(ptr, array), e, result)
    if result is None:
      fail("an annotation reads through a null pointer", i.loc)
    return self.typed(result, i)

  def selectStatic(self, ptr, size):
    array, index, count = self.place(ptr, size)
    return concatAll([select(array.name, add(index, lit(n, self.bits)), array.width)
                      for n in range(count)])

  def store(self, i):
    value, pointer = i.operands
    size = self.layout.storeSize(value.type)
    e = self.memoryBits(value)
    self.storeBytes(self.pointer(pointer), extend(e, size * 8, False), size)

  def memoryBits(self, v):
    """A value as it lies in memory."""
    value = self.value(v)
    if isinstance(value, Expr) and v.type.isPointer:
      return extend(value, self.bits, False)
    return self.joined(value, v.type)

  def storeBytes(self, ptr, e, size):
    if isinstance(ptr.base, Expr) or ptr.base is None:
      e = self.assign(e)
      self.caseSplit(ptr, lambda p: self.storeStatic(p, e, size))
    else:
      self.storeStatic(ptr, e, size)

  def storeStatic(self, ptr, e, size):
    array, index, count = self.place(ptr, size)
    if count > 1 and e.kind not in ("lit", "concat", "extract"):
      e = self.assign(e)
    for number in range(count):
      part = extract(e, (number + 1) * array.width, number * array.width)
      self.marker(self.loc, "sourceloc")
      self.line(f"{array.name}[{self.text(add(index, lit(number, self.bits)))}] := "
                f"{self.text(part)};")

  # Copies

  def copy(self, i):
    """memcpy and memmove of a constant size."""
    size = i.operands[2]
    if not isInt(size):
      fail("a memory copy whose size is not constant is not supported", i.loc)
    size = intValue(size)
    if size == 0:
      return
    target, source = self.pointer(i.operands[0]), self.pointer(i.operands[1])
    if isinstance(target.base, Expr) or isinstance(source.base, Expr) \
        or target.base is None or source.base is None:
      self.storeBytes(target, self.loadBytes(source, size), size)
      return
    a, b = self.program.use(target.base), self.program.use(source.base)
    if a.width != b.width:
      raise Remodel([a, b])
    count = self.place(target, size)[2]
    if count > _LARGEST_COPY:
      fail(f"a memory copy of {count} elements is not supported", i.loc)
    special = self.program.specialVariable(i.operands[1])
    if special is not None:
      fail("a copy of a built-in variable is not supported here", i.loc)
    parts = []
    step = a.bytes
    for number in range(count):
      parts.append(self.loadStatic(source.moved([], number * step), step))
    for number, part in enumerate(parts):
      self.storeStatic(target.moved([], number * step), part, step)

  def fill(self, i):
    """memset of a constant size."""
    size = i.operands[2]
    if not isInt(size):
      fail("memset of a size that is not constant is not supported", i.loc)
    size, byte = intValue(size), self.bv(i.operands[1])
    if size == 0:
      return
    ptr = self.pointer(i.operands[0])

    def access(p):
      array, _, count = self.place(p, size)
      if count > _LARGEST_COPY:
        fail(f"memset of {count} elements is not supported", i.loc)
      element = concatAll([byte] * array.bytes)
      for number in range(count):
        self.storeStatic(p.moved([], number * array.bytes), element, array.bytes)

    if isinstance(ptr.base, Expr) or ptr.base is None:
      self.caseSplit(ptr, access)
    else:
      access(ptr)

  # Atomics

  def atomic(self, pointer, function, arguments, width):
    """A call of _ATOMIC_OP for a named function; returns the old value."""
    arguments = [self.assign(extend(a, width, False)) for a in arguments]
    result = []

    def access(ptr):
      array, index, count = self.place(ptr, width // 8)
      self.program.atomicWidths.add(array.width)
      parts = []
      for number in range(count):
        self.marker(self.loc, "sourceloc")
        part = self.temporary(array.width)
        values = "".join(f" {{:arg{n + 1} {self.text(a)}}}" for n, a in enumerate(arguments))
        self.line(f'call {{:atomic}} {{:atomic_function "{function}"}}{values} '
                  f"{{:parts {count}}} {{:part {number + 1}}}{self.where(self.loc)} "
                  f"{part.name}, {array.name} := _ATOMIC_OP{array.width}({array.name}, "
                  f"{self.text(add(index, lit(number, self.bits)))});")
        parts.append(part)
      old = concatAll(parts)
      if result:
        self.line(f"{result[0].name} := {self.text(old)};")
      return old

    if isinstance(pointer.base, Expr) or pointer.base is None:
      result.append(self.temporary(width))
      self.caseSplit(pointer, access)
      return result[0]
    return access(pointer)

  def atomicInstruction(self, i):
    """atomicrmw and cmpxchg, which clang makes of __atomic and __sync built-ins."""
    pointer, width = self.pointer(i.operands[0]), self.layout.storeBits(i.operands[1].type)
    arguments = [self.bv(o) for o in i.operands[1:]]
    if i.op == "cmpxchg":
      suffix = self.atomicSuffix(width, False, i.operands[1].type.kind == "float")
      old = self.atomic(pointer, "__atomicCAS_" + suffix, arguments, width)
      self.known[i] = [old, equal(old, arguments[0])]
      return
    operation = i.attrs["operation"]
    name = RMW_NAMES.get(operation)
    if name is None:
      fail(f"the atomic operation '{operation}' is not supported", i.loc)
    name = {"xchg": "Exch"}.get(name, name.capitalize())
    suffix = self.atomicSuffix(width, operation.startswith("u"), operation.startswith("f"))
    self.known[i] = self.atomic(pointer, f"__atomic{name}_{suffix}", arguments, width)

  def atomicSuffix(self, width, unsigned, floating):
    if floating:
      return "float" if width == 32 else "double"
    if width == 64:
      return "unsigned_long_long_int"
    return "unsigned_int" if unsigned else "int"

  # Async copies

  def asyncCopy(self, target, source, elements, elementSize, handle):
    """_ASYNC_WORK_GROUP_COPY; `elements` counts the source's element type. Returns the handle."""
    result = self.temporary(self.bits)
    handle = self.assign(handle)
    elements = self.assign(elements)

    def copy(a, b):
      x, y = self.program.use(a.base), self.program.use(b.base)
      if x.width != y.width or elementSize % x.bytes:
        raise Remodel([x, y])
      size = binary("MUL", elements, lit(elementSize // x.bytes, self.bits))
      self.program.asyncWidths.add(x.width)
      self.marker(self.loc, "sourceloc")
      self.line(f"call {{:async_work_group_copy}}{self.where(self.loc)} {result.name}, {x.name} := "
                f"_ASYNC_WORK_GROUP_COPY_{x.width}("
                f"{self.text(self.pointers.offset(a, x.bytes, [x]))}, {y.name}, "
                f"{self.text(self.pointers.offset(b, y.bytes, [y]))}, {self.text(size)}, "
                f"{self.text(handle)});")

    def inner(a):
      if isinstance(source.base, Expr) or source.base is None:
        self.caseSplit(source, lambda b: copy(a, b))
      else:
        copy(a, source)

    if isinstance(target.base, Expr) or target.base is None:
      self.caseSplit(target, inner)
    else:
      inner(target)
    return result
