"""What the parameters of a function are given where it is called:

    static void run(int n) { k<<<n / 64, 64>>>(n); }      int main() { run(4096); }

A function counts if its file alone can call it, as it is `static` or the file is a program of its own
(`main`), if it has one definition, and if its name stands nowhere else inside of functions but in
calls. Their values are those of the only call, if there is one.
"""

import re

from .tokens import split


class HostCalls:
  """`function_of` gives the brace of the function around a place, or None."""

  def __init__(self, scopes, function_of):
    self.scopes, self.words, self.function_of = scopes, scopes.words, function_of
    self.is_program = any(
      self.words[at:at + 2] == ["main", "("] and self.words[scopes.closing(at + 1) + 1:][:1] == ["{"]
      for at, word in enumerate(self.words) if word == "main")
    self.calls = {}  # brace of a function -> [(its parameters, the arguments, where)] of all calls

  def argument(self, name, block):
    """(words, where they stand) of what the parameter `name` is given of the function whose body is
    the last of some blocks; None where that is not known."""
    if not block or not self.words[block[-1]:block[-1] + 1] == ["{"]:
      return None
    calls = self.of_function(block[-1])
    parameters, arguments, place = calls[0] if len(calls) == 1 else ((), (), 0)
    return next(((given, place) for known, given in zip(parameters, arguments) if known == name), None)

  def of_function(self, brace):
    """[(names of the parameters, arguments, where these stand)] of all calls of a function, by its body's
    brace; none where others may call it."""
    if brace not in self.calls:
      self.calls[brace] = self._calls(brace)
    return self.calls[brace]

  def _calls(self, brace):
    name = self._name(brace)
    if name is None:
      return []
    mentions = [at for at, word in enumerate(self.words) if word == self.words[name]]
    uses = [at for at in mentions if self.function_of(at) is not None]
    others = [at for at in mentions if at not in uses]
    if any(self.function_of(at) == brace for at in uses) or any(
        self.words[at + 1:at + 2] != ["("] or at != name and self._is_definition(at) for at in others):
      return []
    openings = [self._opening(at + 1) for at in uses]
    if None in openings:
      return []
    parameters = [part[-1] for part in split(self.words[name + 2:self.scopes.closing(name + 1)],
                                             "([{<", ")]}>") if part]
    return [(parameters, split(self.words[opening + 1:self.scopes.closing(opening)]), opening)
            for opening in openings]

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
