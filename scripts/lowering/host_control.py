"""The statements of host code that decide whether a place is reached: loops and branches around it,
branches before it that leave (`if (n < 1) return;`), and loops before it that have ended; read from
the tokens of a preprocessed file.
"""

from typing import NamedTuple

_HEADED = ("if", "for", "while", "switch")
_LEAVING = frozenset(("return", "throw", "break", "continue", "goto"))
_ENDING = frozenset(("exit", "abort", "_exit", "_Exit", "quick_exit", "terminate"))
_PAIRS = {")": "(", "]": "[", "}": "{"}


class Control(NamedTuple):
  """A statement `kind` (if, for, while, do, switch) around a place; or before it, `exit`: an `if` that
  leaves, or `ended`: a loop. `keyword`, `opening`, `closing`: where its keyword and its parentheses
  stand; `end`: where the whole of it ends; `holds`: whether its condition does at the place, or does not."""
  kind: str
  keyword: int
  opening: int
  closing: int
  end: int
  holds: bool


class ControlFlow:
  def __init__(self, words):
    self.words = words
    self.partner = _partners(words)

  def around(self, place):
    """The Controls that a place of a function depends on, the innermost first."""
    return [control for control in self._controls(place) if control.kind != "ended"]

  def ended_before(self, place):
    """The Controls of the `for` and `while` that end before a place wherever that is reached."""
    return [control for control in self._controls(place) if control.kind == "ended"]

  def leaves_early(self, control):
    """Whether a loop may end with its condition still holding."""
    return not {"break", "goto"}.isdisjoint(self.words[control.closing:control.end])

  def _controls(self, place):
    result, at = [], place
    while at > 0:
      start = self._start(at)
      if start is None:
        return result
      control, at, in_block = start
      if in_block:
        result += self._before(at, place)
        start = self._opened_by(at)
        if start is None:
          return result
        control, at = start
      if control is not None:
        result.append(control)
      place = at
    return result

  def end_of(self, start):
    """Where the statement ends that starts at a place."""
    words, word = self.words, self.words[start]
    if word == "{":
      return self.partner.get(start, len(words) - 1)
    opening = self._opening(start)
    if opening is not None:
      end = self.end_of(self.partner.get(opening, len(words) - 2) + 1)
      if word == "if" and words[end + 1:end + 2] == ["else"]:
        return self.end_of(end + 2)
      return end
    if word == "do":
      start = self.end_of(start + 1) + 1
    while start < len(words) - 1 and words[start] not in (";", "}"):
      start = self.partner.get(start, start) + 1 if words[start] in ("(", "[", "{") else start + 1
    return start

  def leaves(self, start, end):
    """Whether what comes after a statement is never reached by way of it."""
    words = self.words
    if words[start] == "{":
      last, at = None, start + 1
      while at < end:
        last, at = at, self.end_of(at) + 1
      return last is not None and self.leaves(last, end - 1)
    if words[start:start + 3] == ["std", ":", ":"]:
      start += 3
    return words[start] in _LEAVING or words[start] in _ENDING and words[start + 1] == "("

  def _opening(self, keyword):
    """The parenthesis of the loop or branch whose keyword stands at a place, or None."""
    if self.words[keyword] not in _HEADED:
      return None
    at = keyword + (2 if self.words[keyword + 1] == "constexpr" else 1)
    return at if self.words[at] == "(" else None

  def _start(self, place):
    """What the statement of a place stands under: (Control or None, its keyword, False), or (None,
    its block's brace, True)."""
    words, at = self.words, place - 1
    while at > 0:
      word = words[at]
      if word == ")":
        keyword = self._keyword(at)
        if keyword is not None:
          return (self._control(words[keyword], keyword, at, True), keyword, False)
      if word in (")", "]"):
        at = self.partner.get(at, 0) - 1
        continue
      if word == "else":
        return self._alternative(at)
      if word == "do":
        return (self._control("do", at, at, True), at, False)
      if word == "{":
        return (None, at, True)
      if word in (";", "}"):
        return (None, self._block(at), True)
      at -= 1
    return None

  def _keyword(self, closing):
    """The keyword of the loop or branch whose parenthesis closes at a place, or None."""
    before = self.partner.get(closing, 0) - 1
    if self.words[before] == "constexpr":
      before -= 1
    return before if self.words[before] in _HEADED else None

  def _control(self, kind, keyword, closing, holds):
    opening = self.partner.get(closing, closing)
    return Control(kind, keyword, opening, closing, self.end_of(keyword), holds)

  def _alternative(self, otherwise):
    """That of an `else`, which stands after the first part of its `if`."""
    end = otherwise - 1
    at = self.partner.get(end, 0) if self.words[end] == "}" else None
    if at is None:  # a single statement: the nearest `if` that ends there
      at = end
      while at > 0 and not (self.words[at] == "if" and self._first_end(at) == end):
        at -= 1
      keyword = at
    else:
      keyword = self._keyword(at - 1) if self.words[at - 1] == ")" else None
    if not keyword or self.words[keyword] != "if":
      return None
    opening = self._opening(keyword)
    return (self._control("if", keyword, self.partner[opening], False), keyword, False)

  def _first_end(self, keyword):
    opening = self._opening(keyword)
    return None if opening is None else self.end_of(self.partner.get(opening, 0) + 1)

  def _block(self, at):
    """The brace of the block in which a token stands that ends a statement."""
    if self.words[at] == "}":
      at = self.partner.get(at, 0)
    at -= 1
    while at > 0 and self.words[at] != "{":
      at = self.partner.get(at, 0) - 1 if self.words[at] in _PAIRS else at - 1
    return at

  def _opened_by(self, brace):
    """(Control or None, where it starts) of a block; None for the body of a function."""
    before = self.words[brace - 1]
    if before == ")":
      keyword = self._keyword(brace - 1)
      if keyword is None:
        return None
      return self._control(self.words[keyword], keyword, brace - 1, True), keyword
    if before == "else":
      found = self._alternative(brace - 1)
      return found and found[:2]
    if before == "do":
      return self._control("do", brace - 1, brace - 1, True), brace - 1
    return (None, brace) if before in (";", "{", "}", ":") else None  # `case 1: {`

  def _before(self, brace, place):
    """The branches of a block that leave it before a place, unless a label follows, and its loops."""
    found, start = [], brace + 1
    while start < place:
      if self.words[start] in ("case", "default"):
        found = []
      end = self.end_of(start)
      if end >= place:
        break
      opening, word = self._opening(start), self.words[start]
      body = opening and self.partner.get(opening, 0) + 1
      if opening and word in ("for", "while"):
        found.append(Control("ended", start, opening, body - 1, end, False))
      elif opening and word == "if" and self.words[end + 1] != "else" \
          and self._first_end(start) == end and self.leaves(body, end):
        found.append(Control("exit", start, opening, body - 1, end, False))
      start = end + 1
    return found


def _partners(words):
  """{place of a bracket: that of the one that closes or opens it}."""
  result, stack = {}, []
  for index, word in enumerate(words):
    if word in ("(", "[", "{"):
      stack.append(index)
    elif word in _PAIRS:
      while stack and words[stack[-1]] != _PAIRS[word]:
        stack.pop()
      if stack:
        result[index] = stack.pop()
        result[result[index]] = index
  return result
