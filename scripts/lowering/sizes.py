"""The value of an expression that host code gives as a size: integers with the types of C, and
floating point as far as it divides and rounds (`ceil(n / 256.0f)`)."""

import math
import re

from .host_types import SIZE, bytes_of, literal_kind
from .terms import Ratio, Term, Unknown

_NUMBER = re.compile(r"(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)$")
_FLOAT = re.compile(r"(?:\d+\.\d*|\.\d+)[fF]?$")
_FLOATS = frozenset(("float", "double"))
_ROUNDED_UP = {"ceil": True, "ceilf": True, "floor": False, "floorf": False}
LIBRARY = frozenset((*_ROUNDED_UP, "max", "min"))
_EXACT = 1 << 24  # below this, a quotient of floats rounds as one of real numbers does
_EXACT_DOUBLE = 1 << 32  # likewise of doubles, and what 32 bits hold
_LEVELS = (("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", ">", "<=", ">="), ("<<", ">>"),
           ("+", "-"), ("*", "/", "%"))
_JOINED = ("||", "&&", "<<", ">>", "==", "!=", "<=", ">=")


class _Single(float):
  """A number of type `float`."""


def size_of(words, names):
  """The value of an expression (words): a positive number of 31 bits, a Term over the kernel's
  parameters, or None. `names` gives the value of a name, a term or a float, or None, that of a
  constant of a class or a namespace by `member(words of the owner, name)`, and that of a call by
  `called(name, arguments)`."""
  return number_of(words, names) or None


def number_of(words, names):
  """The same, or 0."""
  result = value_of(words, names)
  if isinstance(result, Term) and result.value is not None:
    return result.value if 0 <= result.value < 1 << 31 else None
  return result


def value_of(words, names):
  """The value as a Term, a float as the integer that it is converted to; or None."""
  try:
    reader = _Reader(_joined(words), names)
    result = reader.conditional()
    return _integer(result) if reader.at == len(reader.words) else None
  except (Unknown, IndexError, ValueError, ZeroDivisionError, OverflowError):
    return None


def stripped(words):
  """Without parentheses around all of them."""
  while words[:1] == ["("] and words[-1] == ")":
    depth = 0
    for word in words[:-1]:
      depth += {"(": 1, ")": -1}.get(word, 0)
      if depth == 0:
        return words
    words = words[1:-1]
  return words


def _integer(value):
  """What a value is as a size."""
  if isinstance(value, Ratio):
    return value.truncated()
  if isinstance(value, float):
    if abs(value) >= _EXACT:
      raise Unknown
    return Term.number(int(value))
  return value


def _joined(words):
  """The words, operators of two characters as one."""
  result = []
  for word in words:
    if result and result[-1] + word in _JOINED:
      result[-1] += word
    else:
      result.append(word)
  return result


class _Reader:
  def __init__(self, words, names):
    self.words, self.names, self.at = words, names, 0

  def peek(self):
    return self.words[self.at] if self.at < len(self.words) else ""

  def take(self, word):
    if self.peek() != word:
      raise Unknown
    self.at += 1

  def conditional(self):
    result = self.level(0)
    if self.peek() != "?":
      return result
    self.take("?")
    values = [self.conditional()]
    self.take(":")
    values.append(self.conditional())
    if not all(isinstance(value, Term) for value in (result, *values)):
      raise Unknown
    return Term.chosen(result, *values)

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
    if self.peek() == "!":
      self.at += 1
      return _applied("==", self.unary(), Term.number(0))
    if self.peek() == "-":
      self.at += 1
      value = self.unary()
      return -value if isinstance(value, float) else _applied("-", Term.number(0), value)
    if self.peek() == "~":
      self.at += 1
      return _applied("^", self.unary(), Term.number(-1))
    if self.peek() == "(":
      end = self.words.index(")", self.at)
      cast = _cast_to(self.words[self.at + 1:end], self.names)
      if cast is not None:
        self.at = end + 1
        return cast(self.unary())
    return self.primary()

  def primary(self):
    word = self.words[self.at]
    self.at += 1
    if word == "(":
      result = self.conditional()
      self.take(")")
      return result
    if re.match(r"[A-Za-z_]", word) and self.words[self.at:self.at + 2] == [":", ":"]:
      self.at += 2
      return self.primary() if word == "std" else self.qualified([word])
    if word in ("static_cast", "min", "max") and self.peek() == "<":
      end = self.words.index(">", self.at)
      cast = _cast_to(self.words[self.at + 1:end], self.names)
      self.at = end + 1
      if cast is None or self.peek() != "(":
        raise Unknown
      return cast(self.primary()) if word == "static_cast" else self.call(word, cast)
    if self.peek() == "<" and re.match(r"[A-Za-z_]", word):
      end = self.after_arguments()
      if self.words[end:end + 2] == [":", ":"]:
        owner, self.at = [word, *self.words[self.at:end]], end + 2
        return self.qualified(owner)
    if _NUMBER.match(word):
      return _literal(word)
    if _FLOAT.match(word):
      return _Single(word[:-1]) if word[-1] in "fF" else float(word)
    if self.peek() == "(":
      return self.call(word)
    if self.peek() == "." and len(self.words) > self.at + 1:
      self.at += 2
      member = self.words[self.at - 1]
      value = self.names.called_of(word, member, self.given()) if self.peek() == "(" \
        else self.names.component(word, member)
    else:
      value = self.names.value(word)
    if value is None or self.peek() in (".", "[", "(") \
        or self.words[self.at:self.at + 2] in ([":", ":"], ["-", ">"]):
      raise Unknown
    return value

  def after_arguments(self):
    """Where the words go on behind template arguments, which begin here, if they do."""
    end, depth = self.at, 0
    while end < len(self.words):
      depth += {"<": 1, "(": 1, ">": -1, ")": -1}.get(self.words[end], 0)
      end += 1
      if depth <= 0:
        break
    return end

  def qualified(self, owner):
    """A name of a class or of a namespace."""
    after = self.words[self.at + 1:self.at + 3]
    if after[:1] in (["("], ["<"]) or after == [":", ":"]:
      return self.primary()
    value = self.names.member(owner, self.peek())
    self.at += 1
    if value is None:
      raise Unknown
    return value

  def call(self, name, convert=lambda value: value):
    """What a function gives for arguments that are converted first."""
    if name == "sizeof":
      return self.size_of_type()
    values = [convert(value) for value in self.given()]
    if not values:
      raise Unknown
    cast = _cast_to([name], self.names) if len(values) == 1 else None
    if cast is not None:
      return cast(values[0])
    result = self.names.called(name, values)
    if result is None:
      result = _library(name, values)
    return result

  def given(self):
    """The values of the arguments of a call."""
    self.take("(")
    values = []
    while self.peek() != ")":
      if values:
        self.take(",")
      values.append(self.conditional())
    self.take(")")
    return values

  def size_of_type(self):
    end = self.words.index(")", self.at)
    words, self.at = self.words[self.at + 1:end], end + 1
    kind = self.names.kind(words)
    size = bytes_of(words) if kind is None else kind.bits // 8
    if size is None:
      raise Unknown
    return Term.number(size, SIZE)


def _literal(word):
  digits, suffix = _NUMBER.match(word).groups()
  octal = digits.startswith("0") and digits.isdigit()
  number = int(digits, 8) if octal else int(digits, 0)
  kind = literal_kind(number, suffix, digits.isdigit() and not octal)
  if kind is None:
    raise Unknown
  return Term.number(number, kind)


def _cast_to(words, names):
  """What converts a value to a type that some words name, or None if they name no number's."""
  if words and words[-1] in _FLOATS and not set(words[:-1]) - {"const"}:
    return lambda value: _as_float(value, words[-1] == "float")
  kind = names.kind(words) if words else None
  return (lambda value: _integer(value).cast(kind)) if kind is not None else None


def _as_float(value, single):
  if isinstance(value, Ratio):
    if single and value.divisor != 1 and value.exact != _EXACT:
      raise Unknown
    exact = _EXACT if single else value.exact
    return Ratio(value.term, value.divisor, exact)
  if isinstance(value, Term) and value.value is None:
    if value.kind.bits > 32:
      raise Unknown
    return Ratio(value, 1, _EXACT if single else _EXACT_DOUBLE)
  number = value if isinstance(value, float) else value.value
  if abs(number) >= _EXACT:
    raise Unknown
  return (_Single if single else float)(number)


def _library(name, values):
  """What a function of the standard library, or of CUDA's headers, returns."""
  if name in _ROUNDED_UP and len(values) == 1:
    up, value = _ROUNDED_UP[name], values[0]
    value = _as_float(value, isinstance(value, _Single) or name.endswith("f"))
    if isinstance(value, Ratio):
      return value.rounded(up)
    return type(value)(math.ceil(value) if up else math.floor(value))
  if name in ("max", "min") and len(values) == 2 and all(isinstance(v, Term) for v in values):
    return Term.chosen(Term.applied("<" if name == "min" else ">", *values), *values)
  raise Unknown


def _applied(operator, x, y):
  if operator in ("&&", "||"):
    if not isinstance(x, Term) or not isinstance(y, Term):
      raise Unknown
    return Term.joined(operator, x, y)
  if isinstance(x, Term) and isinstance(y, Term):
    return Term.applied(operator, x, y)
  if any(isinstance(e, Ratio) or isinstance(e, Term) and e.value is None for e in (x, y)):
    return _quotient(operator, x, y)
  single = not any(isinstance(e, float) and not isinstance(e, _Single) for e in (x, y))
  x, y = (_as_float(e, single) for e in (x, y))
  if operator not in "+-*/":
    raise Unknown
  value = {"+": x + y, "-": x - y, "*": x * y}.get(operator) if operator != "/" else x / y
  if abs(value) >= _EXACT:
    raise Unknown
  return (_Single if single else float)(value)


def _quotient(operator, x, y):
  """Of floating point over parameters: a quotient by a whole number, or a product with one."""
  if operator == "*" and isinstance(x, float):
    x, y = y, x
  single = isinstance(y, _Single) or isinstance(x, Ratio) and isinstance(y, Term)
  x = x if isinstance(x, Ratio) else _as_float(x, single)
  if isinstance(y, Ratio) or not isinstance(x, Ratio) or x.divisor != 1:
    raise Unknown
  divisor = y if isinstance(y, float) else y.value
  if divisor is None or divisor != int(divisor) or not 0 < divisor < _EXACT:
    raise Unknown
  if operator == "*" and divisor != 1 or operator not in "*/":
    raise Unknown
  return x if operator == "*" else Ratio(x.term, int(divisor), x.exact)
