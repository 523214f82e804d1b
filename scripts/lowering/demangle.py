"""Names of functions: enough of the Itanium ABI to recognise built-ins by their source name.

`demangle` gives the qualified name without parameters, and the codes of the parameter types as far
as they are built-in types or vectors of them ('j' for unsigned int, '4f' for float4, '?' else).
"""

from functools import lru_cache

_BUILTIN = set("vwbcahstijlmxynofdegz")
_OPERATORS = {"pl": "operator+", "mi": "operator-", "ml": "operator*", "dv": "operator/",
              "cl": "operator()", "ix": "operator[]", "aS": "operator=", "cv": "operator",
              "eq": "operator==", "ls": "operator<<", "rs": "operator>>", "pL": "operator+=",
              "lt": "operator<", "gt": "operator>", "pp": "operator++", "mm": "operator--"}


class _Reader:
  def __init__(self, text):
    self.text = text
    self.at = 0
    self.substitutions = []

  def peek(self, count=1):
    return self.text[self.at:self.at + count]

  def take(self, text):
    if self.text.startswith(text, self.at):
      self.at += len(text)
      return True
    return False

  def number(self):
    start = self.at
    while self.peek().isdigit():
      self.at += 1
    return int(self.text[start:self.at])

  def identifier(self):
    length = self.number()
    self.at += length
    return self.text[self.at - length:self.at]

  def skip_template(self):
    """Past template arguments, balanced by their E."""
    depth = 1
    while depth:
      if self.at >= len(self.text):
        raise ValueError
      ch = self.peek()
      if ch.isdigit():
        self.identifier()
        continue
      if ch == "L":
        self.at = self.text.index("E", self.at) + 1
        continue
      depth += {"I": 1, "N": 1, "E": -1, "J": 1, "X": 1, "F": 1}.get(ch, 0)
      self.at += 2 if ch == "S" and self.peek(2)[1:] == "_" else 1

  def name(self):
    if self.take("N"):
      parts = []
      while self.peek() in "VKrRO" and self.peek():
        self.at += 1
      while not self.take("E"):
        if self.peek() == "S":
          parts.append("")
          self.substitution()
        elif self.take("I"):
          self.skip_template()
        elif self.peek().isdigit():
          parts.append(self.identifier())
        elif self.peek(2) in ("C1", "C2", "D1", "D2", "D0"):
          parts.append(("~" if self.peek() == "D" else "") + parts[-1])
          self.at += 2
        else:
          parts.append(_OPERATORS[self.peek(2)])
          self.at += 2
      return "::".join(p for p in parts if p)
    if self.take("L"):
      return self.name()
    if self.peek().isdigit():
      result = self.identifier()
    elif self.take("Z"):
      raise ValueError
    else:
      result = _OPERATORS[self.peek(2)]
      self.at += 2
    if self.take("I"):
      self.skip_template()
      self.templated = True
    return result

  templated = False

  def substitution(self):
    self.at += 1
    start = self.at
    while not self.take("_"):
      self.at += 1
      if self.at >= len(self.text) or self.text[self.at - 1] in "tabsiod":
        return "?"
    digits = self.text[start:self.at - 1]
    index = int(digits, 36) + 1 if digits else 0
    return self.substitutions[index] if index < len(self.substitutions) else "?"

  def type(self):
    ch = self.peek()
    if ch in ("P", "R", "O"):
      self.at += 1
      inner = self.type()
      return self.remember("*" + inner)
    if ch in ("K", "V", "r"):
      while self.peek() in ("K", "V", "r"):
        self.at += 1
      return self.remember(self.type())
    if ch == "U":
      self.at += 1
      self.identifier()
      return self.remember(self.type())
    if self.take("Dv"):
      count = self.number()
      self.take("_")
      return self.remember(f"{count}{self.type()}")
    if self.take("Dh"):
      return "h16"
    if ch == "S":
      return self.substitution()
    if ch.isdigit():
      return self.remember("?" + self.identifier())
    if ch in _BUILTIN and ch:
      self.at += 1
      return ch
    raise ValueError

  def remember(self, code):
    self.substitutions.append(code)
    return code


@lru_cache(maxsize=None)
def demangle(name):
  """(qualified source name, parameter codes); an unmangled name comes back unchanged."""
  if not name.startswith("_Z"):
    return name, ()
  reader = _Reader(name)
  reader.at = 2
  try:
    qualified = reader.name()
  except (ValueError, KeyError, IndexError):
    return name, ()
  codes = []
  try:
    while reader.at < len(name):
      codes.append(reader.type())
  except (ValueError, KeyError, IndexError):
    pass
  return qualified, tuple(codes)


def is_unsigned(code):
  """Whether an integer type code, or the element of a vector code, is unsigned."""
  letter = code.lstrip("0123456789*")[-1:]
  return letter in ("h", "t", "j", "m", "y", "b")
