"""Pointers of host code that are others by another name, `float *out = in;`: variables of the
function that launches, declared with an address, and changed nowhere else.
"""


class PointerCopies:
  """`arrays` are the HostArrays of the same tokens."""

  def __init__(self, arrays):
    self.arrays, self.words, self.scopes = arrays, arrays.words, arrays.scopes
    self.reaching = arrays.values.reaching

  def origin(self, name, place):
    """The words of what a variable was declared with that still is what they say at a place; None
    where that is not known."""
    inside = [at for at in self.arrays.inside(name, place) if at < place]
    declared = [at for at in inside if self.words[at + 1] == "=" and
                (self.words[at - 1] == "auto" or self.arrays.is_declared(at))]
    if self.reaching.jumps or len(declared) != 1 or \
        any(self._is_changed(name, at) for at in declared):
      return None
    words = self._value(declared[0] + 2)
    names = {word for word in words if word[0].isalpha() or word[0] == "_"}
    return None if any(self._is_changed(other, declared[0]) for other in names) else words

  def _is_changed(self, name, declared):
    """Whether a variable may get another value after a declaration, in the same function."""
    return any(self.arrays.is_changed(at) for at in self.arrays.inside(name, declared)
               if at > declared)

  def _value(self, start):
    end = start
    around = self.scopes.enclosing
    while self.words[end] not in (";", ",") or around[end] != around[start - 1]:
      end += 1
    return self.words[start:end]
