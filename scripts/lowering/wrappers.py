"""Launches of kernel templates in function and class templates, `k<T, TILE><<<..>>>` in
`template <class T> void run(..)`: their template arguments in terms of the whole file's names.

A local constant is replaced by its value, and a parameter of the template around the launch by what
each use of that template names (`run<float>`), else by what its default or its kind suggests.
"""

import itertools
import re
from typing import NamedTuple

from .tokens import after_template, declarations, split, tokens

_LIKELY = {"type": ("float", "double", "int"), "bool": ("true", "false"), "value": ("256", "32", "16")}
_MOST = 8  # combinations for one launch
_DEPTH = 4


class Instance(NamedTuple):
  """Template arguments; whether uses of the template around the launch say them; where that is."""
  words: str
  said: bool
  launch: int


def resolved(text, launches):
  """{kernel: Instances} for launches [(kernel, template arguments, offset)] of a file (bytes)."""
  found = tokens(text)
  pieces = declarations(found)
  result = {}
  for kernel, arguments, offset in launches:
    piece = next((p for p in pieces if found[p[0]].begin <= offset <= found[p[1]].end), None)
    if piece is None:
      continue
    words = [token.text for token in tokens(arguments.encode())]
    around = _Around(found, *piece, offset)
    words = around.without_constants(words, _DEPTH)
    known = result.setdefault(kernel, [])
    for chosen, said in around.choices(words):
      one = " ".join(part for word in words for part in chosen.get(word, [word])).replace(" ,", ",")
      if one != arguments and all(one != other.words for other in known):
        known.append(Instance(one, said, offset))
  return result


class _Around:
  """The declaration (first, last) around a launch."""

  def __init__(self, found, first, last, offset):
    self.found, self.first, self.last = found, first, last
    start = after_template(found, first)
    self.parameters = []
    if start > first and found[first].text == "template":
      self.parameters = _parameters([t.text for t in found[first + 2:start - 1]])
    self.name = _name([t.text for t in found[start:last + 1]])
    self.constants = self._constants(start, offset)

  def _constants(self, start, offset):
    """{name: words} of `constexpr int N = 32;` and `using T = float;` before the launch."""
    result, words = {}, [t.text for t in self.found]
    at = start
    while at < self.last and self.found[at].begin < offset:
      if words[at] in ("constexpr", "const", "using") and "=" in words[at:at + 8] and ";" in words[at:]:
        equals = words.index("=", at)
        end = words.index(";", equals)
        if not {";", "(", "{", "*", "&"} & set(words[at:equals]):
          for part in split([*words[equals - 1:end]], "([{<", ")]}>"):
            if len(part) > 2 and part[1] == "=":
              result[part[0]] = part[2:]
          at = end
      at += 1
    return result

  def without_constants(self, words, depth):
    result = []
    for before, word in zip(["", *words], words):
      value = self.constants.get(word) if before not in (".", ":") else None
      if value is None or depth == 0 or {"{", ";"} & set(value):
        result.append(word)
      else:
        inner = self.without_constants(value, depth - 1)
        result += inner if len(inner) == 1 or _is_type(inner) else ["(", *inner, ")"]
    return result

  def choices(self, words):
    """({parameter: words in place of it}, whether a use says so): for those that the words name."""
    wanted = [(kind, name, default) for kind, name, default in self.parameters if name in words]
    if not wanted:
      return [({}, True)]
    used = self._uses()
    if used:
      return [(dict(zip([name for _, name, _ in self.parameters], use)), True) for use in used[:_MOST]]
    ways = [[default] if default else [[one] for one in _LIKELY[kind]] for kind, _, default in wanted]
    names = [name for _, name, _ in wanted]
    return [(dict(zip(names, way)), False)
            for way in itertools.islice(itertools.product(*ways), _MOST)]

  def _uses(self):
    """The template arguments with which the template is named elsewhere, for all parameters."""
    result = []
    words = [token.text for token in self.found]
    for at, word in enumerate(words[:-1]):
      if word == self.name and words[at + 1] == "<" and not self.first <= at <= self.last:
        end, depth = at + 1, 0
        while end < len(words) and words[end] not in (";", "{", "}"):
          depth += {"<": 1, ">": -1}.get(words[end], 0)
          if depth == 0:
            break
          end += 1
        given = split(words[at + 2:end], "([{<", ")]}>")
        given += [default for _, _, default in self.parameters[len(given):]]
        if depth == 0 and all(given) and len(given) == len(self.parameters) and given not in result:
          result.append(given)
    return result


def _parameters(words):
  """[(kind, name, words of its default or None)]."""
  result = []
  for part in split(words, "([{<", ")]}>"):
    head, default = part, None
    if "=" in part:
      head, default = part[:part.index("=")], part[part.index("=") + 1:]
    if head and re.match(r"[A-Za-z_]", head[-1]):
      kind = "type" if head[0] in ("typename", "class") else "bool" if head[0] == "bool" else "value"
      result.append((kind, head[-1] if len(head) > 1 else "", default))
  return result


def _name(words):
  """The name of the class or function that some words declare."""
  if words and words[0] in ("struct", "class") and len(words) > 1:
    return words[1]
  for before, after in zip(words, words[1:]):
    if after == "(":
      return before
  return None


def _is_type(words):
  return re.match(r"[A-Za-z_]", words[0]) is not None and not set(words) & set("+-*/%?()")
