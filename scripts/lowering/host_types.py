"""The integer types of host code, by their width and sign, as C computes with them. `long` has 64
bits, as everywhere but on Windows.
"""

import re
from typing import NamedTuple


class Kind(NamedTuple):
  bits: int
  signed: bool

  def wrapped(self, value):
    """The value of this type that is congruent to a number."""
    value &= (1 << self.bits) - 1
    return value - (1 << self.bits) if self.signed and value >> (self.bits - 1) else value

  def holds(self, value):
    return self.wrapped(value) == value

  @property
  def name(self):
    width = {8: "char", 16: "short", 32: "int", 64: "long"}[self.bits]
    return width if self.signed else "unsigned " + width

  def promoted(self):
    return INT if self.bits < 32 else self


INT, UNSIGNED, LONG = Kind(32, True), Kind(32, False), Kind(64, True)
SIZE = Kind(64, False)
_QUALIFIERS = frozenset(("const", "constexpr", "static", "inline", "register", "extern", "mutable",
                         "signed", "std"))
_NAMED = {f"{sign}int{bits}_t": Kind(bits, not sign) for bits in (8, 16, 32, 64)
          for sign in ("", "u")}
_NAMED |= {"size_t": SIZE, "ptrdiff_t": LONG, "ssize_t": LONG, "uint": UNSIGNED,
           "ulong": Kind(64, False), "ushort": Kind(16, False), "uchar": Kind(8, False)}


_BYTES = {"bool": 1, "char": 1, "half": 2, "__half": 2, "float": 4, "double": 8}
_SCALARS_OF_VECTORS = {"char": 1, "uchar": 1, "short": 2, "ushort": 2, "int": 4, "uint": 4,
                       "long": 8, "ulong": 8, "longlong": 8, "ulonglong": 8, "float": 4, "double": 8}


def bytes_of(words):
  """The size of a type that is no integer's, or None where it is not known: pointers, `bool`,
  `char`, floating point and CUDA's vectors."""
  rest = [word for word in words if word not in _QUALIFIERS and word != ":"]
  if rest[-1:] == ["*"]:
    return 8
  if len(rest) != 1:
    return None
  vector = re.match(r"([a-z]+)([1-4])$", rest[0])
  if vector and vector[1] in _SCALARS_OF_VECTORS:
    return _SCALARS_OF_VECTORS[vector[1]] * int(vector[2])
  return _BYTES.get(rest[0])


def kind_of(words, named=None):
  """The integer type that the words of a declaration name, or None. `named`: what types of the
  file's own are."""
  rest = [word for word in words if word not in _QUALIFIERS and word != ":"]
  if len(rest) == 1 and rest[0] not in ("char", "bool"):
    known = _NAMED.get(rest[0]) or (named or {}).get(rest[0])
    if known is not None:
      return known
  if not rest:
    return INT if "signed" in words else None
  if not set(rest) <= {"int", "unsigned", "long", "short", "char"}:
    return None
  if "char" in rest:
    return Kind(8, "unsigned" not in rest) if "unsigned" in rest or "signed" in words else None
  bits = 64 if "long" in rest else 16 if "short" in rest else 32
  return Kind(bits, "unsigned" not in rest)


def literal_kind(number, suffix, decimal):
  """The type of an integer literal; None if there is none that holds it."""
  suffix = suffix.lower()
  wide, unsigned = "l" in suffix, "u" in suffix
  for kind in (INT, UNSIGNED, LONG, Kind(64, False)):
    if kind.holds(number) and not (wide and kind.bits < 64) and not (unsigned and kind.signed) \
        and not (decimal and not unsigned and not kind.signed):
      return kind
  return None


def common(x, y):
  """The type in which an operator with arguments of these types computes."""
  x, y = x.promoted(), y.promoted()
  if x.bits != y.bits:
    return max(x, y)
  return x if not x.signed else y
