"""The structs that a preprocessed file declares, and what their members are given in host code:

    struct Size { int rows, columns; float *data; };      Size s = {n, m};      s.rows = 16;

Members of classes with a base, arrays and bit fields are none of them.
"""

import re
from typing import NamedTuple

from .tokens import split

_STRUCTS = ("struct", "class")


class Member(NamedTuple):
  """Its name, and its integer type or None."""
  name: str
  kind: object


class Struct(NamedTuple):
  """Its members in their order; whether a list initialises them one after the other."""
  members: list
  is_aggregate: bool


class HostStructs:
  """`scopes` are the Scopes of the file."""

  def __init__(self, scopes):
    self.scopes, self.words = scopes, scopes.words
    self.found = {}  # name -> Struct; of several of one name an empty one

  def integers(self, type_):
    """The integer members of the struct that the words of a type name."""
    return [member for member in self._struct(type_).members if member.kind is not None]

  def others(self, type_):
    """The names of the members that are no integers: pointers may be among them."""
    return [member.name for member in self._struct(type_).members if member.kind is None]

  def temporary(self, words):
    """The words of the type and of the list of `View<float>{data, n}`, or None."""
    if not words or words[-1] != "}" or "{" not in words:
      return None
    type_, list_ = words[:words.index("{")], words[words.index("{"):]
    type_ = type_[:type_.index("<")] if "<" in type_ else type_
    return (type_, list_) if type_ and self._struct(type_).members else None

  def kind(self, type_, name):
    """The integer type of a member, or None."""
    return next((member.kind for member in self._struct(type_).members if member.name == name), None)

  def initializer(self, type_, name, words):
    """The words that a member is given in a list, with braces around it or without; or None."""
    struct = self._struct(type_)
    parts = split(words[1:-1] if words[:1] == ["{"] else words, "([{", ")]}")
    named = [part[3:] for part in parts if part[:3] == [".", name, "="]]
    if named or any(part[:1] == ["."] for part in parts):
      return named[0] if named else None
    names = [member.name for member in struct.members] if struct.is_aggregate else []
    at = names.index(name) if name in names else len(parts)
    return parts[at] if at < len(parts) else None

  def _struct(self, type_):
    name = type_[-1] if type_ else ""
    if name not in self.found:
      bodies = list(self._bodies(name))
      self.found[name] = self._read(bodies[0], name) if len(bodies) == 1 else Struct([], False)
    return self.found[name]

  def _bodies(self, name):
    """The braces behind `struct name` and before the `name` of `typedef struct { .. } name`."""
    for at, word in enumerate(self.words[:-2]):
      if word not in _STRUCTS:
        continue
      if self.words[at + 1] == name and self.words[at + 2] == "{":
        yield at + 2
      elif self.words[at - 1] == "typedef":
        brace = at + 1 if self.words[at + 1] == "{" else at + 2
        if self.words[brace] == "{" and self.words[self.scopes.closing(brace) + 1] == name:
          yield brace

  def _read(self, brace, name):
    members, statement, at, end = [], [], brace + 1, self.scopes.closing(brace)
    is_aggregate = name not in self.words[at:end]  # without constructors
    while at < end:
      word = self.words[at]
      if word == "{":
        at = self.scopes.closing(at)
        if "(" in statement:  # a function's body
          statement = []
      elif word == ";":
        members += self._declared(statement)
        statement = []
      elif word == ":" and statement in (["public"], ["private"], ["protected"]):
        statement = []
      else:
        statement.append(word)
      at += 1
    return Struct(members, is_aggregate)

  def _declared(self, statement):
    if "(" in statement or "static" in statement or not statement \
        or statement[0] in (*_STRUCTS, "typedef", "using", "enum", "friend", "template"):
      return
    type_ = []
    for part in split(statement, "([{<", ")]}>"):
      part = part[:part.index("=")] if "=" in part else part
      plain = part[:part.index("[")] if "[" in part else part
      if not plain or not re.match(r"[A-Za-z_]\w*$", plain[-1]):
        continue
      type_ = type_ or [word for word in plain[:-1] if word != "*"]
      is_number = len(plain) == len(part) and not {"*", "&", ":"} & set(plain)
      yield Member(plain[-1], self.scopes.kind(type_) if is_number else None)
