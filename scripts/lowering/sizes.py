"""The value of an expression that host code gives as a size: integers, and floating point as far as
it divides and rounds (`ceil(n / 256.0f)`)."""

import math
import re

from .terms import Term

_NUMBER = re.compile(r"(0[xX][0-9a-fA-F]+|\d+)[uUlL]*$")
_FLOAT = re.compile(r"(?:\d+\.\d*|\.\d+)[fF]?$")
_INTEGERS = frozenset(("int", "unsigned", "long", "short", "size_t", "uint", "uint32_t", "int32_t",
                       "uint64_t", "int64_t", "const"))
_FLOATS = frozenset(("float", "double"))
_CALLS = {"ceil": math.ceil, "ceilf": math.ceil, "floor": math.floor, "floorf": math.floor,
          "max": max, "min": min}
_EXACT = 1 << 24  # below this, a quotient of floats rounds as one of real numbers does
_LEVELS = (("<<", ">>"), ("+", "-"), ("*", "/", "%"))


class Unknown(Exception):
  """The value does not follow from the source."""


def size_of(words, value_of):
  """The value of an expression (words), as a positive number of 31 bits, or None. `value_of` gives
  the value of a name, or None."""
  return number_of(words, value_of) or None


def number_of(words, value_of):
  """The same, or 0."""
  result = _value(words, value_of)
  if isinstance(result, float) and result != int(result):
    return None
  return int(result) if isinstance(result, (int, float)) and 0 <= result < 1 << 31 else None


def term_of(words, value_of):
  """The same, or a term over the kernel's parameters; `value_of` may give terms."""
  result = _value(words, value_of)
  return result if isinstance(result, Term) else number_of(words, value_of)


def _value(words, value_of):
  try:
    reader = _Reader(_joined(words), value_of)
    result = reader.level(0)
    return result if reader.at == len(reader.words) else None
  except (Unknown, IndexError, TypeError, ValueError, ZeroDivisionError, OverflowError):
    return None


def _joined(words):
  """The words, shifts as one."""
  result = []
  for word in words:
    if word in "<>" and result and result[-1] == word:
      result[-1] += word
    else:
      result.append(word)
  return result


class _Reader:
  def __init__(self, words, value_of):
    self.words, self.value_of, self.at = words, value_of, 0

  def peek(self):
    return self.words[self.at] if self.at < len(self.words) else ""

  def take(self, word):
    if self.peek() != word:
      raise Unknown
    self.at += 1

  def level(self, number):
    if number == len(_LEVELS):
      return self.unary()
    result = self.level(number + 1)
    while self.peek() in _LEVELS[number]:
      operator = self.words[self.at]
      self.at += 1
      result = _applied(operator, result, self.level(number + 1))
    return result

  def unary(self):
    if self.peek() == "-":
      self.at += 1
      return -self.unary()
    if self.peek() == "(" and self._is_cast():
      end = self.words.index(")", self.at)
      words = self.words[self.at + 1:end]
      self.at = end + 1
      return _cast(words, self.unary())
    return self.primary()

  def _is_cast(self):
    end = self.words.index(")", self.at)
    inner = self.words[self.at + 1:end]
    return bool(inner) and all(word in _INTEGERS | _FLOATS for word in inner)

  def primary(self):
    word = self.words[self.at]
    self.at += 1
    if word == "(":
      result = self.level(0)
      self.take(")")
      return result
    if word == "std" and self.words[self.at:self.at + 2] == [":", ":"]:
      self.at += 2
      return self.primary()
    if _NUMBER.match(word):
      digits = word.rstrip("uUlL")
      octal = digits.startswith("0") and digits.isdigit()
      return int(digits, 8) if octal else int(digits, 0)
    if _FLOAT.match(word):
      return float(word.rstrip("fF"))
    if self.peek() == "(":
      return self.call(word)
    value = self.value_of(word)
    if value is None or self.peek() in (".", "[", ":"):
      raise Unknown
    return value

  def call(self, name):
    self.take("(")
    values = [self.level(0)]
    while self.peek() == ",":
      self.at += 1
      values.append(self.level(0))
    self.take(")")
    if name in _INTEGERS | _FLOATS and len(values) == 1:
      return _cast([name], values[0])
    if name not in _CALLS or len(values) != (2 if name in ("max", "min") else 1):
      raise Unknown
    result = _CALLS[name](*values)
    return float(result) if name[:4] in ("ceil", "floo") else result


def _cast(words, value):
  if isinstance(value, Term):
    raise Unknown
  if set(words) & _FLOATS:
    if abs(value) >= _EXACT:
      raise Unknown
    return float(value)
  return int(value)


def _applied(operator, x, y):
  if isinstance(x, Term) or isinstance(y, Term):
    result = Term.applied(operator, x, y) if not {float} & {type(x), type(y)} else None
    if result is None:
      raise Unknown
    return result
  if isinstance(x, float) or isinstance(y, float):
    if operator not in "+-*/" or max(abs(x), abs(y)) >= _EXACT:
      raise Unknown
    return {"+": x + y, "-": x - y, "*": x * y}.get(operator) if operator != "/" else x / y
  if operator in ("<<", ">>"):
    if not 0 <= y < 32 or x < 0:
      raise Unknown
    return x << y if operator == "<<" else x >> y
  if operator in "+-*":
    return {"+": x + y, "-": x - y, "*": x * y}[operator]
  if x < 0 or y <= 0:
    raise Unknown
  return x // y if operator == "/" else x % y
