"""Whether an expression of host code is surely a number, and no dim3: then a launch has one dimension,
whatever its value. Types are read from the words of declarations; where these leave it open, an
expression may be a dim3.
"""

import re

from .sizes import LIBRARY, stripped
from .tokens import split

_SCALARS = frozenset(("float", "double", "bool", "char"))
_CASTS = frozenset(("static_cast", "reinterpret_cast"))
_LIBRARY = LIBRARY | frozenset(("sizeof", "atoi", "atol", "atoll", "strtol", "strtoul", "stoi",
                                "stoul", "abs", "sqrt", "sqrtf", "pow", "log2", "round"))
_METHODS = frozenset(("size", "length"))
_WORD = re.compile(r"[A-Za-z_]\w*$")


class HostNumbers:
  def __init__(self, scopes):
    self.scopes, self.words = scopes, scopes.words

  def is_number(self, words, place):
    words = stripped(words)
    if not words:
      return False
    if "?" in words:
      return self._is_choice(words, place)
    if words[0] == "(":
      end = _closing(words, 0)
      if self._is_scalar(words[1:end]):
        return True  # a cast
    if _has_operator(words):
      return True
    if words[:2] == ["std", ":"]:
      words = words[3:]
    if len(words) == 1:
      return words[0][0].isdigit() or self._is_variable(words[0], place)
    if words[0] == "*":
      return self._points_to_numbers(words[1:])
    return self._ends_in_number(words, place)

  def _ends_in_number(self, words, place):
    """Of what ends in a call, in brackets or in the name of a member."""
    if words[-1] in (")", "]"):
      at = _opening(words)
      before = words[:at]
      if words[-1] == "]":
        return self._points_to_numbers(before) or len(before) == 1 and self._is_variable(before[0], place)
      if len(before) == 1 or before[1:2] == ["<"]:
        return before[0] in _LIBRARY or self._is_scalar(before) or self._returns_number(before[0]) \
          or before[0] in _CASTS and self._is_scalar(before[2:-1])
      return self._is_scalar(before) or _is_access(before) and (
        self._returns_number(before[-1])
        or before[-1] in _METHODS and before[-1] not in self.scopes.functions)
    return _is_access(words) and self._is_member(words[-1])

  def _is_choice(self, words, place):
    """Of `c ? a : b`, where both are."""
    at, depth = words.index("?"), 0
    for end in range(at + 1, len(words)):
      depth += 1 if words[end] in "([{?" else -1 if words[end] in ")]}" else 0
      if words[end] == ":" and ":" not in (words[end - 1], words[end + 1]):
        if depth == 0:
          return self.is_number(words[at + 1:end], place) and self.is_number(words[end + 1:], place)
        depth -= 1
    return False

  def _is_scalar(self, type_):
    """Whether words name an arithmetic type."""
    rest = [word for word in type_ if word not in ("const", "&")]
    return self.scopes.kind(rest) is not None or bool(rest) and rest[-1] in _SCALARS

  def _is_variable(self, name, place):
    seen = self.scopes.declared(name, place)
    return seen is not None and self._is_scalar(seen.type) or seen is None and self._is_declared(name, "&")

  def _points_to_numbers(self, words):
    return len(words) == 1 and self._is_declared(words[0], "*")

  def _is_declared(self, name, mark):
    """Whether a name is declared behind an arithmetic type and `*` or `&`, and never behind another
    type; behind a variable it is multiplied."""
    types = [self.scopes.type_before(at - 1) for at, word in enumerate(self.words)
             if word == name and at > 1 and self.words[at - 1] == mark
             and self.words[at + 1] in ("=", ";", ",", ")", "{")]
    return any(map(self._is_scalar, types)) and all(
      not type_ or self._is_scalar(type_) or type_[-1] in self.scopes.given for type_ in types)

  def _is_member(self, name):
    """By the members of this name, if they agree; those of our headers are numbers: `grid.x`."""
    members = [seen for seen in self.scopes.given.get(name, ()) if self.scopes.is_member(seen)]
    return all(self._is_scalar(seen.type) for seen in members) and (bool(members) or name in ("x", "y", "z"))

  def _returns_number(self, name):
    """By all declarations of functions of this name."""
    types = [self.scopes.type_before(at) for at, word in enumerate(self.words[:-1])
             if word == name and self.words[at + 1] == "(" and at > 0 and _WORD.match(self.words[at - 1])
             and self.words[at - 1] not in ("return", "else")]
    return bool(types) and all(self._is_scalar(type_) or type_ and type_[-1] in self.scopes.generic
                               for type_ in types)


def _has_operator(words):
  """Whether an operator of arithmetic joins two operands."""
  depth = 0
  for before, word, after in zip(words, words[1:], words[2:]):
    depth += 1 if before in "([{" else -1 if before in ")]}" else 0
    if depth == 0 and (word in "+-*/%" and [word, after] != ["-", ">"]
                       or [word, after] in (["<", "<"], [">", ">"])):
      return True
  return False


def _is_access(words):
  """Whether words end in `.name` or `->name`."""
  return words[-2:-1] == ["."] or words[-3:-1] == ["-", ">"]


def _closing(words, index):
  depth = 0
  for at in range(index, len(words)):
    depth += 1 if words[at] in "([{" else -1 if words[at] in ")]}" else 0
    if depth == 0:
      return at
  return len(words)


def _opening(words):
  """Of the bracket that the last word closes."""
  depth = 0
  for at in range(len(words) - 1, -1, -1):
    depth += 1 if words[at] in ")]}" else -1 if words[at] in "([{" else 0
    if depth == 0:
      return at
  return 0
