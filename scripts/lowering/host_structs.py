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


class Constructor(NamedTuple):
  """The names of its parameters, and for each member that it initialises with these, the words."""
  parameters: list
  initializers: dict


class Struct(NamedTuple):
  """Its members in their order, and its constructors: without these, a list initialises members one
  after the other."""
  members: list
  constructors: list


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
    """The words of the type and of the list of `View<float>{data, n}` or `View(data, n)`, or None."""
    name = self.scopes.constructed(words)
    if name is None or not self._struct([name]).members:
      return None
    return [name], words[next(at for at, word in enumerate(words) if word in ("{", "(")) + 1:-1]

  def kind(self, type_, name):
    """The integer type of a member, or None."""
    return next((member.kind for member in self._struct(type_).members if member.name == name), None)

  def has_method(self, type_, place):
    """Whether what is declared at a place is a method of the struct that the words of a type name."""
    bodies = list(self._bodies(type_[-1] if type_ else ""))
    return len(bodies) == 1 and self.scopes.enclosing[place] == bodies[0]

  def initializer(self, type_, name, words):
    """The words that a member is given in a list, with braces around it, a type before them, or without;
    or None."""
    struct, made = self._struct(type_), self.temporary(words)
    parts = split(made[1] if made else words[1:-1] if words[:1] == ["{"] else words)
    named = [part[3:] for part in parts if part[:3] == [".", name, "="]]
    if named or any(part[:1] == ["."] for part in parts):
      return named[0] if named else None
    if struct.constructors:
      return self._constructed(struct, name, parts)
    names = [member.name for member in struct.members]
    at = names.index(name) if name in names else len(parts)
    return parts[at] if at < len(parts) else None

  def _constructed(self, struct, name, arguments):
    """What a member is given by the only constructor for some number of arguments, or None."""
    fitting = [made for made in struct.constructors if len(made.parameters) == len(arguments)]
    if len(fitting) != 1 or name not in fitting[0].initializers:
      return None
    given = dict(zip(fitting[0].parameters, arguments))
    words = fitting[0].initializers[name]
    if len(words) == 1:
      return given.get(words[0], words)
    return [part for word in words for part in (["(", *given[word], ")"] if word in given else [word])]

  def _struct(self, type_):
    name = type_[-1] if type_ else ""
    if name not in self.found:
      bodies = list(self._bodies(name))
      self.found[name] = self._read(bodies[0], name) if len(bodies) == 1 else Struct([], [])
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
    constructors = self._constructors(brace, name)
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
    return Struct(members, constructors)

  def _constructors(self, brace, name):
    """Those of `name` in the body of its struct."""
    found = []
    for at in range(brace + 1, self.scopes.closing(brace)):
      if self.words[at] != name or self.words[at + 1] != "(" or self.words[at - 1] == "~" \
          or self.scopes.enclosing[at] != brace:
        continue
      closing = self.scopes.closing(at + 1)
      parts = split(self.words[at + 2:closing])
      has_defaults = any("=" in part for part in parts)
      parameters = [part[-1] for part in parts]
      found.append(Constructor(parameters, {} if has_defaults else self._given(closing + 1, parameters)))
    return found

  def _given(self, at, parameters):
    """member -> words, of `: data(p) { n = count; }` at a place, where nothing but parameters and numbers
    says what."""
    found, words, closing = {}, self.words, self.scopes.closing
    while words[at] in (":", ",") and words[at + 2] in ("(", "{"):
      end = closing(at + 2)
      found[words[at + 1]] = words[at + 3:end]
      at = end + 1
    for statement in split(words[at + 1:closing(at)], separator=";") if words[at] == "{" else [["?"]]:
      statement = statement[3:] if statement[:3] == ["this", "-", ">"] else statement
      if statement[1:2] == ["="]:
        found[statement[0]] = statement[2:]
      elif statement:
        return {}
    return {member: value for member, value in found.items()
            if all(word in parameters or not re.match(r"[A-Za-z_]", word) for word in value)}

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
