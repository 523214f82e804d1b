"""Which values of a variable of host code reach a place: those of its declaration and of
assignments that every way to the place passes, and of those in an `if` on the way.

It looks at the structure of the text: a change behind the place counts if a loop may lead back, one
in another function if the variable is not local. With `goto`, every change counts. A parameter has
the value of the argument where nothing but one call can have given it (host_calls.py).
"""

import re
from typing import NamedTuple

from .host_calls import HostCalls
from .host_setters import HostSetters


class Definition(NamedTuple):
  """Where a variable gets a value, the words of that, and where they stand; whether one of its
  components does; under a condition unless that is None: its words, its place, and whether it must
  hold."""
  place: int
  words: list
  origin: int
  of_component: bool
  guard: tuple


class Reaching:
  def __init__(self, scopes):
    self.scopes, self.words, self.opened = scopes, scopes.words, scopes.opened
    self.jumps = "goto" in self.words
    self.calls = HostCalls(scopes, self.function)
    self.setters = HostSetters(scopes)

  def definitions(self, name, place, component=None):
    """Those whose values reach a place, the first without a condition, each overriding those before
    it; None where that is not known. Of a component: what is done to the others does not matter."""
    seen = self.scopes.declared(name, place)
    if seen is None:
      return None
    changes = [at for at in self._changes(name, seen, component)
               if not self._swaps_equals(at, component)]
    first = self._initial(name, seen)
    for at in changes:
      if at < place and self._is_around(at, place):
        if self._is_statement(at):
          first.append(self._assigned(at, None))
        elif component and (words := self.setters.given(at, component)):
          first.append(Definition(at, words, at, True, None))
    if not first:
      return None
    result = [max(first, key=lambda definition: definition.place)]
    for at in self._between(changes, seen, result[0].place, place):
      guard = self._guard(at) if at < place else None
      if guard is None or guard[3] != self._blocks(seen, result[0].place):
        return None
      result.append(self._assigned(at, guard[:3]))
    return result

  def _swaps_equals(self, at, component):
    """Whether `std::swap(a, b)` stands at a place, of two structs that were given one value for a component."""
    opening = self.scopes.enclosing[at]
    if component is None or opening is None or self.words[opening - 1] != "swap" \
        or self.words[opening + 2:opening + 5:2] != [",", ")"]:
      return False
    given = [self._given_before(self.words[opening + position], component, opening) for position in (1, 3)]
    if None in given or given[0].words != given[1].words:
      return False
    first, last = sorted(definition.origin for definition in given)
    return all(not re.match(r"[A-Za-z_]", word) or self.stays(word, first, last) for word in given[0].words)

  def _given_before(self, name, component, place):
    """What alone gives a component its value, but for swaps, and does so before a place; or None."""
    seen = self.scopes.declared(name, place)
    changes = self._changes(name, seen, component) if seen is not None else []
    found = [Definition(at, words, at, True, None) for at in changes if at < place
             for words in [self.setters.given(at, component)] if words and self._is_around(at, place)]
    swaps = [at for at in changes if self.words[(self.scopes.enclosing[at] or 1) - 1] == "swap"]
    return found[0] if len(found) == 1 and len(changes) == 1 + len(swaps) and seen.value is None else None

  def _initial(self, name, seen):
    """What a variable is declared with, or a parameter called with."""
    words, origin = seen.value, seen.place
    if words is None and not seen.local:
      words, origin = self.calls.argument(name, seen.block) or (None, None)
      if words and self.words[seen.place - 1] == "&" and not self._is_caller_own(words, origin):
        words = None
    return [] if words is None else [Definition(seen.place, words, origin, False, None)]

  def _is_caller_own(self, words, origin):
    """Whether no other function can change the variables in an argument: a reference would see it."""
    names = [word for before, word in zip(["", *words], words) if before != "." and re.match(r"[A-Za-z_]", word)]
    return all(seen is not None and seen.local for name in names
               for seen in [self.scopes.declared(name, origin)])

  def _blocks(self, seen, place):
    """Those around a place, of a parameter's declaration the body as well."""
    return seen.block if place == seen.place else self.opened[place]

  def stays(self, name, start, end, component=None):
    """Whether a variable, or a component, has the same value at two places, one behind the other."""
    seen = self.scopes.declared(name, start)
    return start <= end and seen is not None and seen is self.scopes.declared(name, end) \
        and not self._between(self._changes(name, seen, component), seen, start, end)

  def _changes(self, name, seen, component):
    """Where a variable may change, but for those of its other components."""
    if {"const", "constexpr"} & set(seen.type):
      return []
    return [at for at in self.scopes.changed.get(name, ())
            if at > seen.place and self.scopes.declared(name, at) is seen
            and (component is None or self.words[at + 1] != "." or self.words[at + 2] == component
                 or self.words[at + 3] == "(")]

  def _between(self, changes, seen, start, end):
    """The changes that may come between two places."""
    found = [at for at in changes if start < at < end]
    if not {";", "{", "}"} & set(self.words[start:end]):
      return found
    outer = set(self._blocks(seen, start))
    inner = [brace for brace in self.opened[end] if brace not in outer]
    for at in changes:
      if at in found or at == start:
        continue
      if self.jumps or self.scopes.is_kept(at) \
          or not seen.local and self.function(at) != self.function(end) \
          or at > end and (set(self.opened[at]) & set(inner) or self._is_same_statement(end, at)
                           or any(self.is_lambda(brace) for brace in inner)):
        found.append(at)
    return sorted(found)

  def _is_same_statement(self, place, at):
    """Whether a change comes before the statement of a place is over; an `else` is a part of it. What an
    `if` does comes when its condition has been computed."""
    opening = place if self.words[place] == "(" else self.scopes.enclosing[place]
    while opening is not None and self.words[opening - 1] != "if":
      opening = self.scopes.enclosing[opening]
    if opening is not None and at > self.scopes.closing(opening):
      return False
    while place < at:
      place += 1
      if self.words[place] in (";", "}") and self.words[place + 1] != "else":
        return place >= at
    return True

  def _is_statement(self, at):
    while self._is_component(at - 4) and self.words[at - 1] == "=":  # of `block.x = block.y = 16;`
      at -= 4
    return self.words[at - 1] in (";", "{", "}") and self._is_assigned(at)

  def _is_component(self, at):
    return self.words[at + 1] == "." and self.words[at + 2] in ("x", "y", "z")

  def _is_assigned(self, at):
    sign = at + (3 if self.words[at + 1] == "." else 1)
    return self.words[sign] == "=" and self.words[sign + 1] != "="

  def _is_around(self, at, place):
    """Whether every way to a place passes a statement in a block around it."""
    block = self.opened[at]
    return self.opened[place][:len(block)] == block and not any(
      self.words[index] in ("case", "default") and self.opened[index] == block
      for index in range(at, place))

  def _assigned(self, at, guard):
    component = self.words[at + 1] == "."
    start = at + (4 if component else 2)
    while self._is_component(start) and self._is_assigned(start):
      start += 4
    return Definition(at, self.words[start:self.words.index(";", at)], at, component, guard)

  def _guard(self, at):
    """(words, place, whether it must hold, blocks around) of the condition of an `if` that has an
    assignment as a statement of its own, or None."""
    if not self._is_assigned(at):
      return None
    if self.words[at - 1] == ")":
      return self._condition(at - 1, True)
    if not self._is_statement(at) or not self.opened[at]:
      return None
    brace = self.opened[at][-1]
    if self.words[brace - 1] == "else" and self.words[brace - 2] == "}":
      opening = max(index for index in range(brace - 2) if self.words[index] == "{"
                    and self.opened[index] == self.opened[brace - 2])
      return self._condition(opening - 1, False)
    return self._condition(brace - 1, True)

  def _condition(self, closing, holds):
    """Of the `if` whose parenthesis closes at a place."""
    at, depth = closing, 0
    while at > 0:
      depth += {")": 1, "(": -1}.get(self.words[at], 0)
      if depth == 0:
        break
      at -= 1
    if self.words[closing] != ")" or self.words[at - 1] != "if" \
        or self.words[at - 2] not in (";", "{", "}"):
      return None
    return self.words[at + 1:closing], at, holds, self.opened[at]

  def function(self, at):
    """The brace of the function around a place."""
    return next((brace for brace in self.opened[at] if self.words[brace - 1] in (")", "const")),
                None)

  def is_lambda(self, brace):
    """Whether a block may be a lambda's, and run later."""
    at, depth = brace - 1, 0
    while at > 0 and self.words[at] not in (";", "{", "}"):
      depth += {")": 1, "(": -1}.get(self.words[at], 0)
      if depth == 0 and self.words[at] == "]":
        return True
      at -= 1
    return False
