"""What the parameters of a function are given that is called at one place only:

    static void run(int n) { k<<<n / 64, 64>>>(n); }      int main() { run(4096); }

A function counts if its file alone can call it, as it is `static` or the file is a program of its own
(`main`), if it has one definition, and if its name stands in one other place inside of functions: a
call.
"""

import re

from .tokens import split


class SingleCalls:
  """`function_of` gives the brace of the function around a place, or None."""

  def __init__(self, scopes, function_of):
    self.scopes, self.words, self.function_of = scopes, scopes.words, function_of
    self.is_program = any(
      self.words[at:at + 2] == ["main", "("] and self.words[scopes.closing(at + 1) + 1:][:1] == ["{"]
      for at, word in enumerate(self.words) if word == "main")
    self.calls = {}  # brace of a function -> (its parameters, the arguments, where), or None

  def argument(self, name, block):
    """(words, where they stand) of what the parameter `name` is given of the function whose body is
    the last of some blocks; None where that is not known."""
    if not block or not self.words[block[-1]:block[-1] + 1] == ["{"]:
      return None
    brace = block[-1]
    if brace not in self.calls:
      self.calls[brace] = self._call(brace)
    parameters, arguments, place = self.calls[brace] or ((), (), 0)
    return next(((given, place) for known, given in zip(parameters, arguments) if known == name), None)

  def _call(self, brace):
    name = self._name(brace)
    if name is None:
      return None
    mentions = [at for at, word in enumerate(self.words) if word == self.words[name]]
    uses = [at for at in mentions if self.function_of(at) is not None]
    others = [at for at in mentions if at not in uses]
    if len(uses) != 1 or self.function_of(uses[0]) == brace or any(
        self.words[at + 1:at + 2] != ["("] or at != name and self._is_definition(at) for at in others):
      return None
    opening = self._opening(uses[0] + 1)
    if opening is None:
      return None
    parameters = [part[-1] for part in split(self.words[name + 2:self.scopes.closing(name + 1)],
                                             "([{<", ")]}>") if part]
    arguments = split(self.words[opening + 1:self.scopes.closing(opening)])
    return parameters, arguments, opening

  def _name(self, brace):
    """Where the name of a function stands that only this file can call, by its body's brace."""
    at = brace - 1
    if self.words[at] != ")":
      return None
    depth = 0
    while at > 0:
      depth += {")": 1, "(": -1}.get(self.words[at], 0)
      if depth == 0:
        break
      at -= 1
    name = at - 1
    if not re.match(r"[A-Za-z_]\w*$", self.words[name]) \
        or not re.match(r"[A-Za-z_]\w*$|[>&*]", self.words[name - 1]):
      return None
    return name if self.is_program or "static" in self._head(name) else None

  def _head(self, name):
    """What stands before the name of a function in its declaration."""
    start = name
    while start > 0 and self.words[start - 1] not in (";", "{", "}"):
      start -= 1
    return self.words[start:name]

  def _is_definition(self, at):
    end = self.scopes.closing(at + 1)
    return self.words[end + 1:end + 2] != [";"]

  def _opening(self, at):
    """The parenthesis of the arguments behind the name that is called, and its template arguments."""
    if self.words[at] == "<":
      depth = 0
      while at < len(self.words) and self.words[at] not in (";", "{", "}"):
        depth += {"<": 1, ">": -1}.get(self.words[at], 0)
        at += 1
        if depth == 0:
          break
    return at if self.words[at:at + 1] == ["("] else None
