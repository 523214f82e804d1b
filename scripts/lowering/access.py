"""Loads, stores, copies, atomics and async copies.

An access through a pointer whose target is known is a plain array access; otherwise a case split
over the candidate arrays, which ends in a bad pointer access. An access of several elements becomes
one access for each, least significant first.
"""

from . import atomicity
from .alignment import check_alignment
from .errors import fail
from .expr import (Expr, add, binary, concat_all, equal, extend, extract, ite, lit, resize,
                   select)
from .function_pointers import points_to_function
from .ir import int_value, is_int
from .memory import Remodel
from .pointer_tables import loaded_pointer
from .pointers import Ptr
from .pointsto import HOST, NULL, UNKNOWN
from .validated import NOTE

_LARGEST_COPY = 4096

RMW_NAMES = {"xchg": "xchg", "add": "add", "sub": "sub", "and": "and", "or": "or", "xor": "xor",
             "max": "max", "min": "min", "umax": "max", "umin": "min", "fadd": "add",
             "fsub": "sub", "fmax": "max", "fmin": "min", "uinc_wrap": "inc", "udec_wrap": "dec"}


class AccessMixin:
  def load(self, i):
    special = self.program.launch.at(i.operands[0])
    if special is not None:
      self.known[i] = self.program.launch.read(special, i)
      return
    ptr = self.pointer(i.operands[0])
    size = self.layout.store_size(i.type)
    if i.attrs["atomic"] and not i.type.is_pointer:
      if i.attrs.get("validated"):
        self.program.note(NOTE, i.loc)
      suffix = self.atomic_suffix(size * 8, False, i.type.kind == "float")
      e = self.atomic(ptr, "__atomicLoad_" + suffix, [], size * 8, atomicity.of_llvm(i))
    else:
      check_alignment(self, ptr, i.attrs.get("align", 1), i.loc)
      e = self.load_bytes(ptr, size)
    if i.type.is_pointer:
      e = self.assign(e)
    self.known[i] = loaded_pointer(self, ptr, e, i) or self.typed(e, i)

  def typed(self, e, i):
    """Loaded bits as a value of an instruction's type."""
    type_ = i.type
    if type_.is_pointer:
      targets = self.points.of(i)
      if not targets:
        return e
      if points_to_function(targets):
        return resize(e, self.program.functions.pointer_bits)
      array = self.pointers.single(targets)
      unit = self.program.memory_unit()
      ptr = self.pointers.from_stored(e, unit, targets)
      return Ptr(array, ptr.terms, 0, targets) if array is not None else ptr
    return self.split(extract(e, self.layout.store_bits(type_), 0), type_)

  def load_bytes(self, ptr, size):
    if isinstance(ptr.base, Expr) or ptr.base is None:
      result = self.temporary(size * 8)
      self.case_split(ptr, lambda p: self.line(
          f"{result.name} := {self.text(self.load_static(p, size, result))};"), result, size)
      return result
    return self.load_static(ptr, size)

  def load_static(self, ptr, size, result=None):
    """Loads from a known array; a single element goes straight into `result` if that is given."""
    parts = []
    array, index, count = self.place(ptr, size)
    for number in range(count):
      self.marker(self.loc, "sourceloc")
      part = self.temporary(array.width)
      self.line(f"{part.name} := {array.name}"
                f"[{self.text(add(index, lit(number, self.bits)))}];")
      parts.append(part)
    return concat_all(parts)

  def place(self, ptr, size):
    """(array, first index, number of elements) of an access of so many bytes."""
    for limit in ptr.member.limits if ptr.member else ():
      arrays = "rows of arrays" if ptr.member.is_row else "arrays of structs"
      self.program.note(f"what contents of memory say of places in {arrays} is taken to be within these, "
                        "unless bounds are checked", self.loc)
      self.line(f"assume {{:within_array}} {self.text(limit)};")
    array = ptr.base.use()
    if size % array.bytes:
      raise Remodel([array])
    index = self.pointers.offset(ptr, array.bytes, [array])
    return array, index, size // array.bytes

  def case_split(self, ptr, access, result=None, size=0):
    """An if chain over the arrays that a pointer may point into. Where it points into one of them
    for sure, that is not left to the verifier: it would have to find an invariant for it at
    loops."""
    body, keyword = self.out, "if"
    candidates = self.pointers.candidates(ptr.targets) if ptr.base is not None else []
    if ptr.targets == {NULL, *candidates} and len(candidates) == 1:
      self.not_null(ptr, candidates[0], access)
      return
    sure = len(candidates) > 1 and not any(isinstance(target, str) for target in ptr.targets)
    misfits = {}  # arrays of all the cases, so that not each costs an attempt
    self.out = []
    for array in candidates:
      if sure and array is candidates[-1]:
        self.line("} else {")
      else:
        condition = self.pointers.is_base(ptr, array.use())
        self.line(f"{keyword} ({self.text(condition)}) {{")
      try:
        access(Ptr(array, ptr.terms, ptr.constant, frozenset([array]), ptr.member))
      except Remodel as request:
        misfits.update((one.key, one) for one in request.arrays)
      keyword = "} else if"
    if misfits:
      raise Remodel(list(misfits.values()))
    if not sure:
      if candidates:
        self.line("} else {")
      self.points_elsewhere(ptr, bool(candidates))
    if candidates:
      self.line("}")
    self.out = body + self.out

  def not_null(self, ptr, array, access):
    """What may be null else is checked not to be, and no branch: a loop that waits stays one that can be
    seen to."""
    valid = self.text(self.pointers.is_base(ptr, array.use()))
    self.line(f"assert {{:bad_pointer_access}}{self.where(self.loc)} {valid};")
    self.line(f"assume {valid};")
    access(Ptr(array, ptr.terms, ptr.constant, frozenset([array]), ptr.member))

  def points_elsewhere(self, ptr, some):
    """A pointer that points into none of the arrays. One that the host has left in memory is taken
    not to: what it points to beside them might as well lie in one of them, where nothing else is."""
    if some and HOST in ptr.targets and not ptr.targets & {NULL, UNKNOWN}:
      self.program.note("pointers that the host has left in memory are taken to be valid", self.loc)
      self.line("assume false;")
    else:
      self.line(f"assert {{:bad_pointer_access}}{self.where(self.loc)} false;")

  def selected(self, i):
    """A load inside an annotation: an expression, not an access."""
    special = self.program.launch.at(i.operands[0])
    if special is not None:
      return self.program.launch.read(special, i)
    ptr, size = self.pointer(i.operands[0]), self.layout.store_size(i.type)
    if not isinstance(ptr.base, Expr) and ptr.base is not None:
      return self.typed(self.select_static(ptr, size), i)
    result = None
    for array in reversed(self.pointers.candidates(ptr.targets)):
      e = self.select_static(Ptr(array, ptr.terms, ptr.constant, frozenset([array])), size)
      result = e if result is None else ite(self.pointers.is_base(ptr, array), e, result)
    if result is None:
      fail("an annotation reads through a null pointer", i.loc)
    return self.typed(result, i)

  def select_static(self, ptr, size):
    array, index, count = self.place(ptr, size)
    return concat_all([select(array.name, add(index, lit(n, self.bits)), array.width)
                       for n in range(count)])

  def store(self, i):
    value, pointer = i.operands
    size = self.layout.store_size(value.type)
    e = extend(self.memory_bits(value), size * 8, False)
    if i.attrs["atomic"]:
      suffix = self.atomic_suffix(size * 8, False, value.type.kind == "float")
      self.atomic(self.pointer(pointer), "__atomicStore_" + suffix, [e], size * 8,
                  atomicity.of_llvm(i))
    else:
      ptr = self.pointer(pointer)
      check_alignment(self, ptr, i.attrs.get("align", 1), i.loc)
      self.store_bytes(ptr, e, size)

  def memory_bits(self, v):
    """A value as it lies in memory."""
    value = self.value(v)
    if isinstance(value, Expr) and v.type.is_pointer:
      return extend(value, self.bits, False)
    return self.joined(value, v.type)

  def store_bytes(self, ptr, e, size):
    if isinstance(ptr.base, Expr) or ptr.base is None:
      e = self.assign(e)
      self.case_split(ptr, lambda p: self.store_static(p, e, size))
    else:
      self.store_static(ptr, e, size)

  def store_static(self, ptr, e, size):
    array, index, count = self.place(ptr, size)
    if count > 1 and e.kind not in ("lit", "concat", "extract"):
      e = self.assign(e)
    for number in range(count):
      part = extract(e, (number + 1) * array.width, number * array.width)
      self.marker(self.loc, "sourceloc", self.member_of(ptr, array))
      self.line(f"{array.name}[{self.text(add(index, lit(number, self.bits)))}] := "
                f"{self.text(part)};")

  @staticmethod
  def member_of(ptr, array):
    """Which elements of a struct in an array a store stays in: an index of an array inside a struct
    does not leave it."""
    member = ptr.member
    if member is None or not member.indexed or member.size * 8 != array.source_width \
        or (member.first | member.length) % array.bytes or member.length == member.size:
      return ""
    return f" {{:member {member.first // array.bytes}, {member.length // array.bytes}}}"

  # Copies

  def copy(self, i):
    """memcpy and memmove of a constant size."""
    size = i.operands[2]
    if not is_int(size):
      fail("a memory copy whose size is not constant is not supported", i.loc)
    size = int_value(size)
    if size == 0:
      return
    target, source = self.pointer(i.operands[0]), self.pointer(i.operands[1])
    for side, ptr in enumerate((target, source)):
      check_alignment(self, ptr, i.attrs["align"].get(side, 1), i.loc)
    if isinstance(target.base, Expr) or isinstance(source.base, Expr) \
        or target.base is None or source.base is None:
      self.store_bytes(target, self.load_bytes(source, size), size)
      return
    a, b = target.base.use(), source.base.use()
    if a.width != b.width:
      raise Remodel([a, b])
    count = self.place(target, size)[2]
    if count > _LARGEST_COPY:
      fail(f"a memory copy of {count} elements is not supported", i.loc)
    special = self.program.launch.at(i.operands[1])
    if special is not None:
      fail("a copy of a built-in variable is not supported here", i.loc)
    parts = []
    step = a.bytes
    for number in range(count):
      parts.append(self.load_static(source.moved([], number * step), step))
    for number, part in enumerate(parts):
      self.store_static(target.moved([], number * step), part, step)

  def fill(self, i):
    """memset of a constant size."""
    size = i.operands[2]
    if not is_int(size):
      fail("memset of a size that is not constant is not supported", i.loc)
    size, byte = int_value(size), self.bv(i.operands[1])
    if size == 0:
      return
    ptr = self.pointer(i.operands[0])

    def access(p):
      array, _, count = self.place(p, size)
      if count > _LARGEST_COPY:
        fail(f"memset of {count} elements is not supported", i.loc)
      element = concat_all([byte] * array.bytes)
      for number in range(count):
        self.store_static(p.moved([], number * array.bytes), element, array.bytes)

    if isinstance(ptr.base, Expr) or ptr.base is None:
      self.case_split(ptr, access)
    else:
      access(ptr)

  # Atomics

  def atomic(self, pointer, function, arguments, width, attributes=""):
    """A call of _ATOMIC_OP for a named function, with the attributes for scope and order; returns
    the old value."""
    kind = f'{{:atomic}} {{:atomic_function "{function}"}}{attributes}'
    arguments = [self.assign(extend(a, width, False)) for a in arguments]
    result = []

    def access(ptr):
      array, index, count = self.place(ptr, width // 8)
      if array.space == "global":
        self.program.declarations.global_atomics = True
      parts = []
      for number in range(count):
        self.marker(self.loc, "sourceloc")
        part = self.temporary(array.width)
        values = "".join(f" {{:arg{n + 1} {self.text(a)}}}" for n, a in enumerate(arguments))
        self.line(f"call {kind}{values} {{:parts {count}}} {{:part {number + 1}}}"
                  f"{self.where(self.loc)} {part.name}, {array.name} := "
                  f"_ATOMIC_OP{array.width}({array.name}, "
                  f"{self.text(add(index, lit(number, self.bits)))});")
        parts.append(part)
      old = concat_all(parts)
      if result:
        self.line(f"{result[0].name} := {self.text(old)};")
      return old

    check_alignment(self, pointer, width // 8, self.loc)
    if isinstance(pointer.base, Expr) or pointer.base is None:
      result.append(self.temporary(width))
      self.case_split(pointer, access)
      return result[0]
    return access(pointer)

  def atomic_instruction(self, i):
    """atomicrmw and cmpxchg, which clang makes of __atomic and __sync built-ins."""
    pointer, width = self.pointer(i.operands[0]), self.layout.store_bits(i.operands[1].type)
    arguments = [self.bv(o) for o in i.operands[1:]]
    attributes = atomicity.of_llvm(i)
    if i.op == "cmpxchg":
      suffix = self.atomic_suffix(width, False, i.operands[1].type.kind == "float")
      old = self.atomic(pointer, "__atomicCAS_" + suffix, arguments, width, attributes)
      self.known[i] = [old, equal(old, arguments[0])]
      return
    operation = i.attrs["operation"]
    name = RMW_NAMES.get(operation)
    if name is None:
      fail(f"the atomic operation '{operation}' is not supported", i.loc)
    name = {"xchg": "Exch"}.get(name, name.capitalize())
    suffix = self.atomic_suffix(width, operation.startswith("u"), operation.startswith("f"))
    self.known[i] = self.atomic(pointer, f"__atomic{name}_{suffix}", arguments, width, attributes)

  def atomic_suffix(self, width, unsigned, floating):
    if floating:
      return "float" if width == 32 else "double"
    if width == 64:
      return "unsigned_long_long_int"
    return "unsigned_int" if unsigned else "int"

  # Async copies

  def async_copy(self, target, source, elements, element_size, handle):
    """_ASYNC_WORK_GROUP_COPY; `elements` counts the source's element type. Returns the handle."""
    result = self.temporary(self.bits)
    handle = self.assign(handle)
    elements = self.assign(elements)

    def copy(a, b):
      x, y = a.base.use(), b.base.use()
      if x.width != y.width or element_size % x.bytes:
        raise Remodel([x, y])
      size = binary("MUL", elements, lit(element_size // x.bytes, self.bits))
      self.program.declarations.async_widths.add(x.width)
      self.marker(self.loc, "sourceloc")
      self.line(f"call {{:async_work_group_copy}}{self.where(self.loc)} {result.name}, {x.name} := "
                f"_ASYNC_WORK_GROUP_COPY_{x.width}("
                f"{self.text(self.pointers.offset(a, x.bytes, [x]))}, {y.name}, "
                f"{self.text(self.pointers.offset(b, y.bytes, [y]))}, {self.text(size)}, "
                f"{self.text(handle)});")

    def inner(a):
      if isinstance(source.base, Expr) or source.base is None:
        self.case_split(source, lambda b: copy(a, b))
      else:
        copy(a, source)

    if isinstance(target.base, Expr) or target.base is None:
      self.case_split(target, inner)
    else:
      inner(target)
    return result
