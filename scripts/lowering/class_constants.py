"""Constants of classes, and of class templates with the values of their parameters:
`Traits<64, 8>::kThreads`, also by another name of the class (`using T = Traits<N>;`).
"""

import re
from typing import NamedTuple

from .tokens import split

_DEPTH = 8


class Class(NamedTuple):
  """The words of each template argument, None where there are none; where these stand."""
  name: str
  arguments: list
  place: int


class Parameter(NamedTuple):
  """Of a template: the words of its type, and of its default or None."""
  name: str
  type: list
  default: list


class ClassConstants:
  """`instance`: template parameter of the function around a launch -> words of the type that it is;
  whether a place is in that function."""

  def __init__(self, scopes):
    self.scopes, self.words = scopes, scopes.words
    self.aliases = self._aliases()
    self.instance = {}, lambda place: False

  def _aliases(self):
    """name -> [(place, words of the class)] of `using name = class;` and `typedef class name;`."""
    words, found = self.words, {}
    for at, word in enumerate(words[:-3]):
      if word not in ("using", "typedef") or words[at + 1] == "namespace":
        continue
      end = at + 1
      while end < len(words) - 1 and words[end] not in (";", "{", "}"):
        end += 1
      if word == "using" and words[at + 2] == "=":
        found.setdefault(words[at + 1], []).append((at, words[at + 3:end]))
      elif word == "typedef":
        found.setdefault(words[end - 1], []).append((at, words[at + 1:end - 1]))
    return found

  def class_of(self, words, place, depth=0):
    """The Class that some words name at a place, or None."""
    words = [word for word in words if word not in ("typename", "const")]
    while words[1:3] == [":", ":"]:
      words = words[3:]
    if not words or depth > _DEPTH:
      return None
    if words[1:2] == ["<"] and words[-1] == ">":
      return Class(words[0], split(words[2:-1], "([{<", ")]}>"), place)
    if len(words) > 1:
      return None
    if self.scopes.is_template_parameter(words[0], place):
      types, is_within = self.instance
      given = types.get(words[0]) if is_within(place) else None
      return given and self.class_of(given, place, depth + 1)
    opened = self.scopes.opened
    aliases = [alias for alias in self.aliases.get(words[0], ())
               if alias[0] < place and opened[place][:len(opened[alias[0]])] == opened[alias[0]]]
    if aliases:
      at, named = aliases[-1]
      return self.class_of(named, at, depth + 1)
    return Class(words[0], None, place)

  def is_only_template(self, name):
    """Whether there is a class template of this name, and no specialisation."""
    words = self.words
    heads = [at for at, word in enumerate(words[:-2]) if word in ("struct", "class")
             and words[at + 1] == name and words[at + 2] in ("{", ":", "<", "final")]
    return len(heads) == 1 and words[heads[0] - 1] == ">"

  def parameters(self, member):
    """Those of the class template around the declaration of a member."""
    words, brace = self.words, member.block[-1]
    begin = max(at for at in range(brace) if words[at] == "template")
    end, depth = begin + 1, 0
    while end < brace:
      depth += {"<": 1, ">": -1}.get(words[end], 0)
      if depth == 0:
        break
      end += 1
    result = []
    for part in split(words[begin + 2:end], "([{<", ")]}>"):
      at = part.index("=") if "=" in part else len(part)
      result.append(Parameter(part[at - 1], part[:at - 1], part[at + 1:] or None))
    return result
