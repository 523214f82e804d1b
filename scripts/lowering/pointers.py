"""Pointer values during translation: a base and a byte offset in linear form.

The base is one Array when the target is known, else an expression of type arrayId. The offset stays
a sum of terms with constant factors until it is used, so that the division by an element width is
exact; an offset that does not divide asks for a model in bytes. A pointer kept in a variable holds
its offset in units: the greatest common element width of what it may point to.
"""

from math import gcd
from typing import NamedTuple

from .expr import (Expr, FALSE, TRUE, apply, binary, both, compare, equal, from_linear, ite,
                   linear, lit, var)
from .memory import Remodel
from .pointsto import HOST, NULL, UNKNOWN

ARRAY_ID = 1 << 20  # stands for the width of arrayId, which is known only at the end


class Member(NamedTuple):
  """Of a struct that a pointer points into: the bytes of the struct, the first one of the member and how
  many it has; whether the struct is one of several in a row, whether a variable indexes the member, and
  conditions that this stays within arrays."""
  size: int
  first: int
  length: int
  in_row: bool
  indexed: bool = False
  limits: tuple = ()

  @property
  def is_row(self):
    """All of an array in an array of these: `hist[warp]`."""
    return self.length == self.size

  def begins_at(self, ptr):
    return not self.indexed and ptr.constant % self.size == self.first \
        and not any(factor % self.size for factor, _ in ptr.terms)


def row_of(size):
  return Member(size, 0, size, True)


class Ptr:
  __slots__ = ("base", "terms", "constant", "targets", "bits", "member")

  def __init__(self, base, terms, constant, targets, member=None):
    self.bits = None  # what was read, of a pointer out of a table (pointer_tables.py)
    self.member = member  # of a struct, in which it stays
    self.base = base
    self.terms = terms
    self.constant = constant
    self.targets = targets

  def moved(self, terms, constant):
    return Ptr(self.base, self.terms + terms, self.constant + constant, self.targets, self.member)


class Pointers:
  """Makes, compares and stores pointers; `program` knows the arrays and their widths."""

  def __init__(self, program):
    self.program = program
    self.bits = program.pointer_bits
    self._known = {}  # what candidates() has said, as long as there are no more arrays

  def null(self):
    return Ptr(None, [], 0, frozenset([NULL]))

  def single(self, targets):
    """The only array among the targets, or None."""
    if len(targets) == 1:
      target = next(iter(targets))
      if not isinstance(target, str):
        return target
    return None

  def candidates(self, targets):
    """The arrays a pointer may point to, in the order of their creation."""
    kernel, every = self.program.current_kernel, self.program.objects.table.arrays
    key = targets, kernel, len(every)
    if key not in self._known:
      self._known[key] = self._candidates(targets, kernel, every)
    return self._known[key]

  def _candidates(self, targets, kernel, every):
    if UNKNOWN in targets or HOST in targets:
      spaces = ("global", "group_shared") if UNKNOWN in targets else ("global",)
      return [a for a in every if a in targets or a.space in spaces
              and (kernel is None or a.kernel is None or a.kernel is kernel)]
    return [a for a in every if a in targets]

  def only_shared(self):
    """The only array of shared memory; None where there are none or several."""
    kernel = self.program.current_kernel
    shared = [a for a in self.program.objects.table.arrays
              if a.space == "group_shared" and (kernel is None or a.kernel in (None, kernel))]
    return shared[0] if len(shared) == 1 else None

  def unit(self, targets):
    """Bytes that one unit of a stored pointer's offset stands for."""
    unit = 0
    for array in self.candidates(targets):
      unit = gcd(unit, array.bytes)
    return unit or 1

  def offset(self, ptr, unit, arrays=None):
    """The offset in units of so many bytes."""
    terms = self.divided(ptr.terms, unit)
    if terms is None or ptr.constant % unit:
      arrays = arrays or self.candidates(ptr.targets)
      if all(a.width == 8 for a in arrays):
        raise AssertionError("a byte offset that does not divide by one")
      raise Remodel(arrays)
    return from_linear(terms, ptr.constant // unit, self.bits)

  def divided(self, terms, unit):
    if unit == 1:
      return terms
    result = []
    for factor, e in terms:
      if factor % unit == 0:
        result.append((factor // unit, e))
        continue
      inner, constant = linear(e)
      if constant * factor % unit or any(f * factor % unit for f, _ in inner):
        return None
      result += [(f * factor // unit, x) for f, x in inner]
      if constant:
        result.append((constant * factor // unit, lit(1, self.bits)))
    return result

  # Pointers as values of type ptr

  def id_of(self, base):
    if base is None:
      self.program.declarations.pointers = True
      return var("$arrayId$$null$", ARRAY_ID)
    if isinstance(base, Expr):
      return base
    base.use()
    self.program.declarations.pointers = True
    return var("$arrayId" + base.name, ARRAY_ID)

  def stored(self, ptr, unit):
    """The value of type ptr, with its offset in units."""
    offset = self.offset(ptr, unit)
    identity = self.id_of(ptr.base)
    if identity.kind == "fn" and offset.kind == "fn" and offset.name == "offset#MKPTR" \
        and identity.args[0] is offset.args[0]:
      return offset.args[0]
    return apply("MKPTR", (identity, offset), self.bits)

  def from_stored(self, e, unit, targets):
    """The pointer in a value of type ptr."""
    self.program.declarations.pointers = True
    return Ptr(apply("base#MKPTR", (e,), ARRAY_ID),
               [(unit, apply("offset#MKPTR", (e,), self.bits))], 0, targets)

  def is_base(self, ptr, array):
    """The condition that a pointer points into an array (None: null)."""
    if not isinstance(ptr.base, Expr):
      return TRUE if ptr.base is array else FALSE
    return equal(ptr.base, self.id_of(array))

  # Comparison and choice

  def equal(self, p, q):
    for pointer, other in (p, q), (q, p):
      if pointer.bits is not None and other.base is None:
        return equal(pointer.bits, lit(0, pointer.bits.width))
    if not isinstance(p.base, Expr) and not isinstance(q.base, Expr):
      if p.base is not q.base:
        return FALSE
      same = TRUE
    else:
      same = equal(self.id_of(p.base), self.id_of(q.base))
    if p.base is None or q.base is None:
      return same
    return both(same, equal(*self.offsets(p, q)))

  def offsets(self, p, q):
    """Both offsets in one unit."""
    units = gcd(self.unit(p.targets), self.unit(q.targets))
    while units > 1:
      a, b = self.divided(p.terms, units), self.divided(q.terms, units)
      if a is not None and b is not None and p.constant % units == 0 and q.constant % units == 0:
        break
      units //= 2
    return tuple(from_linear(self.divided(x.terms, units), x.constant // units, self.bits)
                 for x in (p, q))

  def compare(self, op, p, q):
    """An ordering; of pointers into different arrays nothing is known."""
    a, b = self.offsets(p, q)
    ordered = compare(op, a, b)
    if not isinstance(p.base, Expr) and p.base is q.base:
      return ordered
    self.program.declarations.pointers = True
    x, y = self.stored(p, self.unit(p.targets)), self.stored(q, self.unit(q.targets))
    strict = op.endswith(("LT", "LE"))
    other = apply("PTR_LT", (x, y) if strict else (y, x), 0,
                  "function PTR_LT(ptr, ptr) : bool;")
    return ite(equal(self.id_of(p.base), self.id_of(q.base)), ordered, other)

  def difference(self, p, q):
    """p - q in bytes as (terms, constant) when both point into one array, else None."""
    if p.base is None or p.base is not q.base or isinstance(p.base, Expr):
      return None
    return p.terms + [(-f, e) for f, e in q.terms], p.constant - q.constant

  def as_integer(self, ptr, width):
    if ptr.base is None and not ptr.terms:
      return lit(ptr.constant, width)
    e = self.stored(ptr, self.unit(ptr.targets))
    self.program.declarations.pointers = True
    return apply(f"PTR_TO_BV{width}", (e,), width, f"function PTR_TO_BV{width}(ptr) : bv{width};")

  def address_in_shared_memory(self, ptr):
    """What an instruction takes for the address of a place in shared memory: the offset in its array
    (assembly_addresses.py); None elsewhere."""
    is_shared = isinstance(ptr, Ptr) and getattr(ptr.base, "space", None) == "group_shared"
    return from_linear(ptr.terms, ptr.constant, self.bits) if is_shared else None

  def rounded(self, ptr, exponent):
    """The pointer at the multiple of a power of two below its address (addresses.py)."""
    power, begin = 1 << exponent, []  # of the array, behind such a multiple
    unit = gcd(power, *[array.alignment for array in self.candidates(ptr.targets)])
    if unit < power:
      address = self.as_integer(Ptr(ptr.base, [], 0, ptr.targets), self.bits)
      units = binary("LSHR", address, lit(unit.bit_length() - 1, self.bits))
      begin = [(unit, binary("AND", units, lit(power // unit - 1, self.bits)))]
    if not ptr.terms + begin:
      return Ptr(ptr.base, [], ptr.constant >> exponent << exponent, ptr.targets)
    place = from_linear(ptr.terms + begin, ptr.constant, self.bits)
    multiples = binary("ASHR", place, lit(exponent, self.bits))
    return Ptr(ptr.base, [(power, multiples)] + [(-unit, e) for _, e in begin], 0, ptr.targets)

  def from_integer(self, e):
    self.program.declarations.pointers = True
    targets = frozenset([UNKNOWN])
    name = f"BV{e.width}_TO_PTR"
    return self.from_stored(apply(name, (e,), self.bits, f"function {name}(bv{e.width}) : ptr;"),
                            self.unit(targets), targets)
