"""Our headers give way to the user's definitions.

A file may define what our headers declare for the many that do not: `clamp`, an operator of float4,
a function of CUDA that it wants otherwise. Where clang says that two declarations clash and one of
them is ours, ours is left out.
"""

import re

_CLASH = re.compile(
  r"redefinition of|redeclar|conflicting types|different language linkage|cannot be overloaded"
  r"|static declaration of|is ambiguous|ambiguous for operands|different kind of symbol"
  r"|cannot overload|does not match previous|conflicts with (?:target|a declaration)"
  r"|follows declaration|differ only in")
_NAME = re.compile(r"[A-Za-z_]\w*")


def clashes(message):
  return _CLASH.search(message) is not None


class OwnHeader:
  """One of our headers, and what of it is left out."""

  def __init__(self, name):
    self.name = name
    with open(name, encoding="utf-8") as stream:
      self.lines = stream.read().split("\n")
    self.blanked = []  # ranges of lines

  def leave_out(self, line):
    """Leaves out the declaration at a line; False if it has gone already, or is a type."""
    first = line - 1
    while first > 0 and (not self.lines[first].strip() or self.lines[first][0] in " \t}#)"):
      first -= 1
    if first > 0 and self.lines[first - 1].startswith("template") \
        and not self.lines[first - 1].rstrip().endswith((";", "}")):
      first -= 1
    last = self._end(first)
    if not first <= line - 1 <= last or any(first <= b and a <= last for a, b in self.blanked):
      return False
    if self.lines[first].startswith(("struct", "class", "enum", "namespace", "#")):
      return False
    self.blanked.append((first, last))
    return True

  def _end(self, first):
    """The last line of the declaration, or of the use of a macro, that starts at a line."""
    macro = self.lines[first].startswith("LOWERING_")
    depth = 0
    for number in range(first, len(self.lines)):
      for ch in self.lines[number]:
        depth += 1 if ch in "({[" else -1 if ch in ")}]" else 0
        if depth == 0 and (ch == ";" or ch == "}" or macro and ch == ")"):
          return number
    return first

  def content(self):
    lines = list(self.lines)
    for first, last in self.blanked:
      lines[first:last + 1] = [""] * (last - first + 1)
    return "\n".join(lines).encode()
