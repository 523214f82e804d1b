"""From which variables of host code the pointers come that a launch is given.

    static void scan(int *counts) { prefix<<<1, 256>>>(counts); }      scan(places);

A parameter of a function stands for what it is given in every call that the file makes, too.
"""

from .launch_aliases import variable_of

_DEPTH = 4  # calls


class HostPointers:
  """`copies` are the PointerCopies of a file."""

  def __init__(self, copies, file):
    self.copies, self.file = copies, file
    self.arrays, self.reaching, self.scopes = copies.arrays, copies.reaching, copies.scopes

  def arguments(self, parts, place):
    """[variables] of the arguments (lists of words) of a launch. A variable is (file, brace of the
    function around it or None, its words)."""
    return [frozenset(self._variables(part, place, _DEPTH)) for part in parts]

  def _is_local(self, name, function, place):
    """Whether a name is declared in the function around a place, or a parameter of it."""
    return name in self.scopes.head(function) or any(
      self.arrays.is_declared(at) or self.scopes.words[at - 1] == ">"  # `device_vector<int> name`
      for at in self.arrays.inside(name, place))

  def _variables(self, words, place, depth):
    variable = variable_of(words, lambda name: self.copies.origin(name, place))
    if variable is None:
      return
    name, function = variable[0], self.reaching.function(place)
    is_local = function is not None and self._is_local(name, function, place)
    yield self.file, function if is_local else None, tuple(variable)
    if is_local and depth:
      for parameters, given, opening in self.reaching.calls.of_function(function):
        for parameter, argument in zip(parameters, given):
          if parameter == name and (len(variable) == 1 or len(argument) == 1):
            yield from self._variables([*argument, *variable[1:]], opening, depth - 1)
