"""Pure instructions as expressions: arithmetic, comparisons, casts, vectors, addresses."""

from .addresses import address_of
from .errors import fail
from .expr import (apply, binary, bool_of, both, bv_of, compare, concat, either, equal, extend,
                   extract, from_linear, is_lit, ite, lit, negate, resize, uninterpreted)
from .function_pointers import points_to_function
from .ir import Constant, Instruction, int_value, is_int
from .pointers import Member, Ptr, row_of

_COMPARE = {"ugt": "UGT", "uge": "UGE", "ult": "ULT", "ule": "ULE", "sgt": "SGT", "sge": "SGE",
            "slt": "SLT", "sle": "SLE"}
_FLOAT = {"fadd": "FADD", "fsub": "FSUB", "fmul": "FMUL", "fdiv": "FDIV", "frem": "FREM"}
_INTEGER = {"add", "mul", "udiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or",
            "xor"}


def float_compare(predicate, x, y):
  """An fcmp by the uninterpreted FEQ, FLT and FUNO."""
  width = x.width
  eq = lambda: uninterpreted(f"FEQ{width}", (x, y), 0)
  lt = lambda a, b: uninterpreted(f"FLT{width}", (a, b), 0)
  ordered = {"eq": eq, "lt": lambda: lt(x, y), "gt": lambda: lt(y, x),
             "le": lambda: either(eq(), lt(x, y)), "ge": lambda: either(eq(), lt(y, x)),
             "ne": lambda: either(lt(x, y), lt(y, x))}
  uno = lambda: uninterpreted(f"FUNO{width}", (x, y), 0)
  if predicate in ("true", "false"):
    return bool_of(lit(predicate == "true", 1))
  if predicate == "uno":
    return uno()
  if predicate == "ord":
    return negate(uno())
  if predicate == "une":
    return negate(eq())
  if predicate[0] == "o":
    return ordered[predicate[1:]]()
  return either(ordered[predicate[1:]](), uno())


class OperationMixin:
  """A method for each pure instruction."""

  def compute(self, i):
    """The value of a pure instruction from those of its operands."""
    op = i.op
    if op in _INTEGER:
      return self.lanes(i, lambda x, y: self.integer(op, x, y))
    if op in _FLOAT:
      return self.lanes(i, lambda x, y: uninterpreted(f"{_FLOAT[op]}{x.width}", (x, y), x.width))
    method = _METHODS.get(op)
    if method is None:
      fail(f"the LLVM instruction '{op}' is not supported here", i.loc)
    return getattr(self, method)(i)

  def lanes(self, i, function):
    """Applies a scalar function to the operands, lane by lane for vectors."""
    values = [self.value(o) for o in i.operands]
    if any(isinstance(v, list) for v in values):
      return [function(*lane) for lane in zip(*values)]
    return function(*[self.integer_of(v) for v in values])

  def integer_of(self, v):
    if isinstance(v, Ptr):
      return self.pointers.as_integer(v, self.bits)
    return v

  def integer(self, op, x, y):
    if x.width <= 1 and op in ("and", "or", "xor"):
      if op == "xor" and is_lit(bv_of(y)):
        return negate(bool_of(x)) if bv_of(y).name else x
      if x.width == 0 or y.width == 0:
        if op == "xor":
          return negate(equal(bv_of(x), bv_of(y)))
        return (both if op == "and" else either)(bool_of(x), bool_of(y))
    return binary(op.upper(), bv_of(x), bv_of(y))

  def subtraction(self, i):
    """A difference of pointers into one array needs no integers."""
    sides = [o for o in i.operands if isinstance(o, Instruction) and o.op == "ptrtoint"]
    if len(sides) == 2:
      p, q = (self.value(s.operands[0]) for s in sides)
      if isinstance(p, Ptr) and isinstance(q, Ptr):
        result = self.pointers.difference(p, q)
        if result is not None:
          return resize(from_linear(*result, self.bits), i.type.bits, True)
    return self.lanes(i, lambda x, y: self.integer("sub", x, y))

  def signed_division(self, i):
    """`(p - q) / size`: exact for pointers into one array."""
    left, right = i.operands
    if isinstance(left, Instruction) and left.op == "sub" and is_int(right):
      sides = [o for o in left.operands if isinstance(o, Instruction) and o.op == "ptrtoint"]
      if len(sides) == 2:
        p, q = (self.value(s.operands[0]) for s in sides)
        difference = self.pointers.difference(p, q) \
            if isinstance(p, Ptr) and isinstance(q, Ptr) else None
        size = int_value(right)
        if difference is not None and size:
          terms = self.pointers.divided(difference[0], size)
          if terms is not None and difference[1] % size == 0:
              return resize(from_linear(terms, difference[1] // size, self.bits), i.type.bits, True)
    return self.lanes(i, lambda x, y: self.integer("sdiv", x, y))

  def comparison(self, i):
    predicate = i.attrs["predicate"]
    a, b = (self.value(o) for o in i.operands)
    if i.operands[0].type.is_pointer:
      return self.pointer_comparison(predicate, a, b, i)
    if isinstance(a, list):
      return [self.compare_scalars(predicate, x, y) for x, y in zip(a, b)]
    return self.compare_scalars(predicate, a, b)

  def compare_scalars(self, predicate, x, y):
    if predicate == "eq" or predicate == "ne":
      if x.width == 0 and y.width == 0 or x.width + y.width == 1:
        x, y = bv_of(x), bv_of(y)
      result = equal(x, y)
      return negate(result) if predicate == "ne" else result
    return compare(_COMPARE[predicate], bv_of(x), bv_of(y))

  def pointer_comparison(self, predicate, a, b, i):
    functions = any(points_to_function(self.points.of(o)) for o in i.operands)
    if functions:
      a, b = self.program.function_pointers.value(a), self.program.function_pointers.value(b)
      if predicate in ("eq", "ne"):
        result = equal(a, b)
        return negate(result) if predicate == "ne" else result
      if predicate[1:] in ("gt", "le"):
        a, b = b, a
      less = apply("FUNCPTR_LT", (a, b), 0, "function FUNCPTR_LT(functionPtr, functionPtr) : bool;")
      return negate(less) if predicate[1] == "g" and predicate[2] == "e" \
          or predicate[1:] == "le" else less
    a, b = (x if isinstance(x, Ptr) else self.pointers.from_integer(x) for x in (a, b))
    if predicate in ("eq", "ne"):
      result = self.pointers.equal(a, b)
      return negate(result) if predicate == "ne" else result
    return self.pointers.compare(_COMPARE[predicate], a, b)

  def float_comparison(self, i):
    return self.lanes(i, lambda x, y: float_compare(i.attrs["predicate"], x, y))

  def negation(self, i):
    return self.lanes(i, lambda x: binary("XOR", x, lit(1 << (x.width - 1), x.width)))

  def selection(self, i):
    cond, yes, no = (self.value(o) for o in i.operands)
    if isinstance(cond, list):
      return [ite(bool_of(c), bv_of(a), bv_of(b)) for c, a, b in zip(cond, yes, no)]
    return self.choose(bool_of(cond), yes, no, i)

  def choose(self, cond, yes, no, i):
    if isinstance(yes, list):
      return [self.choose(cond, a, b, i) for a, b in zip(yes, no)]
    if isinstance(yes, Ptr) or isinstance(no, Ptr):
      if not isinstance(yes, Ptr) or not isinstance(no, Ptr):
        pointers = self.program.function_pointers
        return ite(cond, pointers.value(yes), pointers.value(no))
      targets = self.points.of(i)
      array = self.pointers.single(targets)
      if array is not None and yes.base is no.base is array:
        unit = array.bytes
        a, b = (self.pointers.offset(p, unit, [array]) for p in (yes, no))
        return Ptr(array, [(unit, ite(cond, a, b))], 0, targets)
      unit = self.pointers.unit(targets)
      e = self.assign(ite(cond, self.pointers.stored(yes, unit), self.pointers.stored(no, unit)))
      return self.pointers.from_stored(e, unit, targets)
    if yes.width <= 1 and no.width <= 1:
      return ite(cond, bool_of(yes), bool_of(no))
    return ite(cond, bv_of(yes), bv_of(no))

  # Casts

  def truncation(self, i):
    pointer = i.operands[0]
    if i.type.kind == "int" and i.type.bits == 32 and isinstance(pointer, Instruction) and pointer.op == "ptrtoint":
      address = self.pointers.address_in_shared_memory(self.value(pointer.operands[0]))
      if address is not None:
        return extract(address, 32, 0)
    bits = (i.type.elem if i.type.kind == "vector" else i.type).bits
    return self.lanes(i, lambda x: extract(bv_of(x), bits, 0))

  def extension(self, i):
    bits = (i.type.elem if i.type.kind == "vector" else i.type).bits
    return self.lanes(i, lambda x: extend(bv_of(x), bits, i.op == "sext"))

  def float_cast(self, i):
    source = i.operands[0].type
    source = (source.elem if source.kind == "vector" else source).bits
    target = (i.type.elem if i.type.kind == "vector" else i.type).bits
    name = {"fptrunc": f"FP{source}_CONV{target}", "fpext": f"FP{source}_CONV{target}",
            "fptoui": f"FP{source}_TO_UI{target}", "fptosi": f"FP{source}_TO_SI{target}",
            "uitofp": f"UI{source}_TO_FP{target}", "sitofp": f"SI{source}_TO_FP{target}"}[i.op]
    return self.lanes(i, lambda x: uninterpreted(name, (bv_of(x),), target))

  def bit_cast(self, i):
    """A change of type without a change of bits; lane counts may differ."""
    source, target = i.operands[0].type, i.type
    value = self.value(i.operands[0])
    if isinstance(value, Ptr) or target.is_pointer:
      return value
    if source.kind != "vector" and target.kind != "vector":
      return value
    if source.kind == "vector" and target.kind == "vector" and source.count == target.count:
      return value
    return self.split(self.joined(value, source), target)

  def pointer_to_integer(self, i):
    value = self.value(i.operands[0])
    if isinstance(value, Ptr):
      return self.pointers.as_integer(value, i.type.bits)
    return resize(value, i.type.bits)

  def integer_to_pointer(self, i):
    address = address_of(i.operands[0], self.bits)
    pointer = address and self.value(address[0])
    if isinstance(pointer, Ptr):
      return self.stepped(pointer, address[1])
    return self.pointers.from_integer(bv_of(self.scalar(i.operands[0])))

  def stepped(self, pointer, steps):
    """A pointer after the steps of an address."""
    for kind, *step in steps:
      if kind == "round":
        pointer = self.pointers.rounded(pointer, *step)
      elif is_int(step[0]):
        pointer = pointer.moved([], step[1] * int_value(step[0]))
      else:
        pointer = pointer.moved([(step[1], bv_of(self.scalar(step[0])))], 0)
    return pointer

  # Vectors and structs

  def extract_element(self, i):
    value, index = self.value(i.operands[0]), i.operands[1]
    if is_int(index):
      return value[int_value(index)] if int_value(index) < len(value) else self.undefined(i.type)
    position = self.scalar(index)
    result = bv_of(value[-1])
    for number in range(len(value) - 2, -1, -1):
      result = ite(equal(position, lit(number, position.width)), bv_of(value[number]), result)
    return result

  def insert_element(self, i):
    vector, part, index = i.operands
    value, part = list(self.vector_lanes(vector)), self.value(part)
    if is_int(index):
      value[int_value(index)] = part
      return value
    position = self.scalar(index)
    return [ite(equal(position, lit(n, position.width)), bv_of(part), bv_of(old))
            for n, old in enumerate(value)]

  def vector_lanes(self, v):
    """Lanes of a vector; an undefined one costs nothing as its lanes are about to be written."""
    if isinstance(v, Constant) and v.kind == "undef":
      return [lit(0, self.layout.store_bits(v.type.elem))] * v.type.count
    return self.value(v)

  def shuffle(self, i):
    first, second, mask = i.operands
    a = self.vector_lanes(first)
    lanes = list(a) + list(self.vector_lanes(second))
    if mask.kind == "zero":
      return [lanes[0]] * i.type.count
    if mask.kind == "undef":
      return self.undefined(i.type)
    return [lanes[int_value(m)] if is_int(m) else lit(0, self.layout.store_bits(i.type.elem))
            for m in mask.value]

  def extract_value(self, i):
    value = self.value(i.operands[0])
    for index in i.attrs["indices"]:
      value = value[index]
    return value

  def insert_value(self, i):
    base, part = i.operands
    if isinstance(base, Constant) and base.kind == "undef":
      value = self.blank(base.type)
    else:
      value = self.value(base)
    return _replaced(value, i.attrs["indices"], self.value(part))

  def blank(self, type_):
    """A struct about to be filled; fields that are not stay zero, as no one may read them."""
    if type_.kind == "struct":
      return [self.blank(f) for f in type_.fields]
    if type_.kind in ("array", "vector"):
      return [self.blank(type_.elem) for _ in range(type_.count)]
    return self.zero(type_)

  def extract_bits(self, i):
    source = i.operands[0]
    e = self.joined(self.value(source), source.type)
    low = i.attrs["offset"]
    e = extract(e, low + self.layout.store_bits(i.type), low)
    return self.split(e, i.type)

  def insert_bits(self, i):
    base, part = i.operands
    if isinstance(base, Constant) and base.kind == "undef":
      old = lit(0, self.layout.store_bits(base.type))
    else:
      old = self.joined(self.value(base), base.type)
    new = self.joined(self.value(part), part.type)
    new = extend(new, (new.width + 7) // 8 * 8, False)
    low = i.attrs["offset"]
    high = low + new.width
    if high < old.width:
      new = concat(extract(old, old.width, high), new)
    if low:
      new = concat(new, extract(old, low, 0))
    return self.split(new, i.type)

  # Addresses

  def address(self, i):
    """A getelementptr: the base moved by constants and scaled indices."""
    type_, terms, constant = i.attrs["source"], [], 0
    member, indices = self.program.objects.member(i), i.operands[1:]
    if member is not None:
      base = Ptr(member, [], 0, frozenset([member]))
      type_, indices = type_.fields[int_value(indices[1])], [indices[0], *indices[2:]]
    else:
      base = self.pointer(i.operands[0])
    within = base.member
    for position, index in enumerate(indices):
      if position == 0:
        size = self.layout.size(type_)
        if within is not None and within.begins_at(base) and size < within.length:
          within = self.within(within, index, i, within.length // size)
      elif type_.kind == "struct":
        number = int_value(index)
        first, size = self.layout.struct_layout(type_)[0][number], self.layout.size(type_)
        if (within is None or within.is_row) and not (base.constant + constant) % size \
            and not any(factor % size for factor, _ in base.terms + terms):
          within = Member(size, first, self.layout.size(type_.fields[number]),
                          bool(base.terms + terms), limits=within.limits if within else ())
        constant += first
        type_ = type_.fields[number]
        continue
      else:
        if within is not None and type_.kind == "array":
          within = self.within(within, index, i, type_.count)
        type_ = type_.elem
        size = self.layout.size(type_)
      if is_int(index):
        number = int_value(index)
        if number >> (index.type.bits - 1):
          number -= 1 << index.type.bits
        constant += number * size
      else:
        terms.append((size, resize(bv_of(self.scalar(index)), self.bits, True)))
        if within is not None:
          within = within._replace(indexed=True)
        elif position and type_.kind == "array":
          within = row_of(size)
    return Ptr(base.base, base.terms + terms, base.constant + constant, base.targets, within)

  def within(self, member, index, address, count):
    """The member with what is taken of an index of so many elements of it."""
    if not member.in_row or not self.bounded.is_bounded(index, address):
      return member
    below = compare("ULT", resize(bv_of(self.scalar(index)), self.bits, True), lit(count, self.bits))
    return member._replace(limits=(*member.limits, below))

  def local_variable(self, i):
    array = self.program.objects.of(i)
    return Ptr(array, [], 0, frozenset([array]))

  def unchanged(self, i):
    return self.value(i.operands[0])


def _replaced(value, path, part):
  value = list(value)
  value[path[0]] = part if len(path) == 1 else _replaced(value[path[0]], path[1:], part)
  return value


_METHODS = {"sub": "subtraction", "icmp": "comparison", "fcmp": "float_comparison",
            "fneg": "negation", "select": "selection", "trunc": "truncation",
            "zext": "extension", "sext": "extension", "bitcast": "bit_cast",
            "addrspacecast": "unchanged", "freeze": "unchanged", "ptrtoint": "pointer_to_integer",
            "inttoptr": "integer_to_pointer", "extractelement": "extract_element",
            "insertelement": "insert_element", "shufflevector": "shuffle",
            "extractvalue": "extract_value", "insertvalue": "insert_value",
            "extractbits": "extract_bits", "insertbits": "insert_bits",
            "getelementptr": "address", "load": "selected", "sdiv": "signed_division",
            "alloca": "local_variable"}
_METHODS.update({op: "float_cast" for op in ("fptrunc", "fpext", "fptoui", "fptosi", "uitofp",
                                             "sitofp")})
