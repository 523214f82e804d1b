"""Addresses in inline assembly: pointers that were made integers, moved by others and, in shared memory,
computed bit by bit, so that accesses use all banks evenly.

    unsigned a = (unsigned)__cvta_generic_to_shared(s) + 128 * row;
    asm("ldmatrix.. [%0]" :: "r"(a ^ (a / 128 % 8 << 4)));

The 32 bits of an address of shared memory are those of the offset in the array (operations.py). The only
array begins at 0 but for what the hardware keeps before it. Of several each is taken to begin where all
bits of an address are 0 that are looked at or changed, as at a multiple of 1024, which a note says.
"""

from .expr import linear, resize
from .ir import Instruction
from .pointers import Ptr

_CASTS = ("trunc", "zext", "sext", "freeze", "ptrtoint")
_BITWISE = ("and", "or", "xor", "udiv", "urem", "lshr")


class AssemblyAddresses:
  def __init__(self, emitter, loc):
    self.emitter, self.loc = emitter, loc

  def pointer(self, v):
    """The pointer that an operand is or was made from, changed as the integer was; None if there is none."""
    pointer = self._moved(v)
    array = self._shared_array(v) if pointer is None and v.type.kind == "int" and v.type.bits == 32 else None
    return Ptr(array, *self._distance(v, True), frozenset([array])) if array is not None else pointer

  def _moved(self, v, narrow=False):
    """The same of casts and sums alone. `narrow`: only the low 32 bits count, as in shared memory."""
    if v.type.is_pointer:
      return self.emitter.pointer(v)
    if not isinstance(v, Instruction):
      return None
    if v.op in _CASTS:
      return self._moved(v.operands[0], narrow or v.op == "trunc" and v.type.bits == 32)
    if v.op == "add":
      for base, other in (v.operands, reversed(v.operands)):
        pointer = self._moved(base, narrow)
        if pointer is not None:
          return pointer.moved(*self._distance(other, narrow))
    return None

  def _distance(self, v, narrow):
    """(terms, constant) of an integer that is added to an address."""
    while narrow and isinstance(v, Instruction) and v.op in ("zext", "sext", "trunc"):
      v = v.operands[0]
    terms, constant = linear(self.emitter.bv(v))
    return [(factor, resize(e, self.emitter.bits, True)) for factor, e in terms], constant

  def _shared_array(self, v):
    """The array of shared memory that 32 bits are an address in, computed in any way; or None."""
    arrays, bitwise, seen, open_ = set(), False, set(), [v]
    while open_:
      one = open_.pop()
      if not isinstance(one, Instruction) or one in seen:
        continue
      seen.add(one)
      bitwise |= one.op in _BITWISE
      if one.op == "ptrtoint":
        arrays.add(self.emitter.pointer(one.operands[0]).base)
      elif one.op == "load" or one.op == "asm" and "[" in one.attrs["text"]:
        arrays.add(self.emitter.pointers.only_shared())
      elif one.op == "asm" and "cvta.to.shared" in one.attrs["text"]:
        arrays |= {self.emitter.pointer(operand).base for operand in one.operands if operand.type.is_pointer}
        open_ += [operand for operand in one.operands if not operand.type.is_pointer]
      elif one.op != "call":
        open_ += one.operands
    array = arrays.pop() if len(arrays) == 1 else None
    if getattr(array, "space", None) != "group_shared":
      return None
    if bitwise and array is not self.emitter.pointers.only_shared():
      self.emitter.program.note(f"assumes that {array.source_name} begins at a multiple of each power of two by "
                                "which its addresses are taken apart", self.loc)
    return array
