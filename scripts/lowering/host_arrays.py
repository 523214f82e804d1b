"""How large the arrays are that a launch is given: what `cudaMalloc` and its like have allocated for
a pointer of the function that launches.

A size is taken where nothing else can have given the pointer another value: it is declared once in
the function, allocated once, and changed nowhere else. Anything else stands for any size.
"""

import re

from .tokens import split

# Those of which the first argument is the address of a pointer and the second a number of bytes.
_ALLOCATE = frozenset(f"{prefix}{name}" for prefix in ("cuda", "hip")
                      for name in ("Malloc", "MallocManaged", "MallocAsync", "MallocHost",
                                   "HostAlloc", "HostMalloc"))
_DEPTH = 4  # calls
_NOTHING = frozenset(("NULL", "nullptr", "0", "__null"))


class HostArrays:
  """`values` are the HostValues of the same tokens."""

  def __init__(self, values):
    self.values, self.scopes, self.words = values, values.scopes, values.words
    self.places = {}  # name -> where it stands
    self.allocated = {}  # place of a name whose address is given to an allocation -> size's words
    for index, word in enumerate(self.words):
      self.places.setdefault(word, []).append(index)
      if word in _ALLOCATE and self.words[index + 1:index + 2] == ["("]:
        self._take(index + 1)

  def _take(self, opening):
    parts = split(self.words[opening + 1:self.scopes.closing(opening)])
    first = parts[0] if len(parts) > 1 else []
    if first.count("&") != 1:
      return
    name = first.index("&") + 1
    if name < len(first) and set(first[name + 1:]) <= {")"}:
      self.allocated[opening + 1 + name] = parts[1]

  def arguments(self, parts, place):
    """[bytes or None] of the arguments (lists of words) of a launch."""
    return [self._bytes(part, place) for part in parts]

  def _given(self, name, function, depth):
    """Those that a function's parameter is given, if one call says it."""
    found = self.values.reaching.calls.argument(name, (function,)) if depth < _DEPTH else None
    return found and self._bytes(*found, depth + 1)

  def _bytes(self, words, place, depth=0):
    if not words or not (len(words) == 1 or words[0] == "(" and words[-2] == ")"
                         and all(re.match(r"\w|\*", word) for word in words[1:-2])):
      return None
    function, inside = self.values.reaching.function(place), self.inside(words[-1], place)
    declared = [at for at in inside if self.is_declared(at)]
    made = [at for at in inside if at in self.allocated]
    if not declared and function is not None and not any(self.is_changed(at) for at in inside):
      return self._given(words[-1], function, depth)
    if len(declared) != 1 or len(made) != 1 or any(
        self.is_changed(at) for at in inside if at not in made and at not in declared):
      return None
    if self.words[declared[0] + 1] == "=" and self.words[declared[0] + 2] not in _NOTHING:
      return None
    return self.values.whole(self.allocated[made[0]], made[0])

  def inside(self, name, place):
    """Where a name stands in the function around a place."""
    function = self.values.reaching.function(place)
    return [at for at in self.places.get(name, ())
            if function is not None and function in self.scopes.opened[at]]

  def is_changed(self, at):
    return self.scopes.is_changed(at) or self.scopes.caller(at) == "swap"

  def is_declared(self, at):
    """Whether a name is declared as a pointer at a place: `float *a`, `float *b, *a`."""
    if self.words[at - 1] != "*" or self.words[at + 1] not in (";", ",", "="):
      return False
    start = at
    while start > 0 and self.words[start - 1] not in (";", "{", "}", "(", ")"):
      start -= 1
    head = self.words[start:at]
    return re.match(r"[A-Za-z_]", head[0]) is not None and head[0] not in ("return", "delete") \
        and all(re.match(r"[\w*,:<>]", word) or word == "=" and after in _NOTHING
                for word, after in zip(head, head[1:] + ["*"]))
