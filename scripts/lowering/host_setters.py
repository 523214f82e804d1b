"""What a function of host code gives a member of the struct that it takes by reference:

    void allocate(Lattice &l, int nx) { l.nx = nx; .. }      Lattice a; allocate(a, 96);     // a.nx = 96

The function has one definition, which assigns the member once, as a statement of its own body that is
always come to, what its parameters or numbers say.
"""

import re

from .tokens import split

_NAME = re.compile(r"[A-Za-z_]\w*$")


class HostSetters:
  """`scopes` are the Scopes of the file."""

  def __init__(self, scopes):
    self.scopes, self.words = scopes, scopes.words

  def given(self, at, member):
    """The words of the value that `member` of the variable at a place, an argument of a call, has behind
    that, in terms of where the call stands; or None."""
    words, opening = self.words, self.scopes.enclosing[at]
    if opening is None or words[opening] != "(" or words[at - 1] not in "(," or words[at + 1] not in ",)" \
        or words[opening - 2] not in (";", "{", "}") or words[self.scopes.closing(opening) + 1] != ";":
      return None
    arguments = split(words[opening + 1:self.scopes.closing(opening)])
    found = self._definition(words[opening - 1])
    parts, brace = found or ([], None)
    position = sum(words[comma] == "," and self.scopes.enclosing[comma] == opening for comma in range(opening, at))
    if len(arguments) != len(parts) or arguments[position:position + 1] != [[words[at]]] or parts[position][-2:-1] != ["&"]:
      return None
    names = [part[-1] for part in parts]
    value = self._assigned(brace, names[position], member)
    return value and self._in_terms_of(value, dict(zip(names, arguments)), brace)

  def _definition(self, name):
    """(the words of each parameter, the brace of the body) of the function of a name that has one
    definition; or None."""
    found = []
    for at, word in enumerate(self.words[:-1]):
      if word == name and self.words[at + 1] == "(":
        end = self.scopes.closing(at + 1)
        if self.words[end + 1:end + 2] == ["{"]:
          found.append((split(self.words[at + 2:end], "([{<", ")]}>"), end + 1))
    return found[0] if len(found) == 1 and all(len(part) > 1 for part in found[0][0]) else None

  def _changes(self, brace, name, member=None):
    """Where the body of a function changes a parameter, or a member of it."""
    return [at for at in self.scopes.changed.get(name, ()) if brace < at < self.scopes.closing(brace)
            and self.words[at - 1] != "." and (member is None or self.words[at + 1] != "." or self.words[at + 2] in (member, "("))]

  def _assigned(self, brace, name, member):
    """The words of the value that the body of a function assigns to a member of a parameter."""
    changes = self._changes(brace, name, member)
    if len(changes) != 1 or {"return", "goto"} & set(self.words[brace:changes[0]]):
      return None
    at, = changes
    if self.words[at:at + 4] != [name, ".", member, "="] or self.words[at + 4] == "=" \
        or self.words[at - 1] not in (";", "{", "}") or self.scopes.opened[at][-1] != brace:
      return None
    return self.words[at + 4:self.words.index(";", at)]

  def _in_terms_of(self, value, arguments, brace):
    """With arguments in place of parameters; None where it speaks of anything else."""
    result = []
    for before, word in zip(["", *value], value):
      if not _NAME.match(word):
        result.append(word)
      elif word in arguments and before != "." and not self._changes(brace, word):
        result += arguments[word] if len(value) == 1 else ["(", *arguments[word], ")"]
      else:
        return None
    return result
