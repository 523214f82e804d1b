"""Pointers that are computed as integers: `(float *)(((uintptr_t)raw + 127) & ~127)`.

An address is a pointer that was made an integer, moved by other integers and rounded down to powers
of two. It points into the array that it began in. Where that array begins is open, but for its
alignment: of what lies between two multiples of the power of two, it may be any place, the same for
all threads.
"""

from .ir import Instruction, int_value, is_int

_DEPTH = 64  # instructions that are looked through for other pointers


def address_of(value, bits):
  """(pointer, steps) of an integer that is an address: ("move", integer, sign) or ("round", power);
  None where it is something else."""
  if not isinstance(value, Instruction) or value.type.kind != "int" or value.type.bits != bits:
    return None
  if value.op == "ptrtoint":
    return value.operands[0], ()
  if len(value.operands) != 2:
    return None
  left, right = value.operands
  power = _rounding(value, bits)
  if power is not None:
    found = address_of(left.operands[0] if value.op in ("mul", "shl") else left, bits)
    return found and (found[0], found[1] + (("round", power),))
  if value.op == "add" and address_of(left, bits) is None:
    left, right = right, left
  found = address_of(left, bits) if value.op in ("add", "sub") else None
  if found is None or not _is_offset(right, found[0], bits):
    return None
  return found[0], found[1] + (("move", right, 1 if value.op == "add" else -1),)


def _rounding(value, bits):
  """The exponent of the power of two that an instruction rounds its first operand down to, or that of
  its first operand: `x & -128`, `x - x % 128`, `x / 128 * 128`."""
  left, right = value.operands
  if value.op == "and" and is_int(right):
    return _exponent(-int_value(right) % (1 << bits))
  if value.op == "sub" and isinstance(right, Instruction) and right.op in ("urem", "and") \
      and right.operands[0] is left and is_int(right.operands[1]):
    return _exponent(int_value(right.operands[1]) + (right.op == "and"))
  if value.op in ("mul", "shl") and isinstance(left, Instruction) and left.op in ("udiv", "lshr") \
      and is_int(right) and is_int(left.operands[1]):
    factor = _power(value.op == "shl", right)
    return _exponent(factor) if factor == _power(left.op == "lshr", left.operands[1]) else None
  return None


def _power(shifts, constant):
  number = int_value(constant)
  return 1 << (number & 63) if shifts else number


def _exponent(number):
  return number.bit_length() - 1 if number > 0 and number & number - 1 == 0 else None


def _is_offset(value, pointer, bits):
  """Whether an integer is no address, and computed from no other pointer: neither from one that is
  seen, nor from what may be one, less this one."""
  if address_of(value, bits) is not None:
    return False
  open_, distance, opaque = [value], False, False
  for _ in range(_DEPTH):
    if not open_:
      return not (distance and opaque)
    one = open_.pop()
    if not isinstance(one, Instruction):
      continue
    if one.op == "ptrtoint" and one.operands[0] is not pointer:
      return False
    distance |= one.op == "ptrtoint"
    opaque |= one.op in ("load", "call", "phi")
    if one.op not in ("ptrtoint", "load", "call", "phi"):
      open_ += one.operands
  return False
