"""The values of names and expressions in host code, and the sizes that launches are given."""

import contextlib

from .class_constants import ClassConstants
from .reaching import Reaching
from .host_numbers import HostNumbers
from .host_structs import HostStructs
from .host_types import INT, UNSIGNED
from .sizes import number_of, size_of, stripped, value_of
from .terms import Term
from .tokens import split

_DEPTH = 8
OPEN = [None, None, None]  # of what may be a dim3 of any dimensions: told from other lists by identity


class Names:
  """What the names in an expression mean at a place; `given`: terms of some."""

  def __init__(self, values, place, depth, given=()):
    self.values, self.place, self.depth, self.given = values, place, depth, dict(given)

  def value(self, name):
    if name in self.given:
      return self.given[name]
    return self.values.term(name, self.place, self.depth)

  def component(self, name, axis):
    return self.values.component(name, axis, self.place, self.depth)

  def member(self, owner, name):
    return self.values.constant_of(owner, name, self.place, self.depth)

  def kind(self, words):
    return self.values.scopes.kind(words)

  def called(self, name, arguments):
    return self.values.returned(name, arguments, self.depth)

  def called_of(self, owner, name, arguments):
    return self.values.returned_of(owner, name, arguments, self.place, self.depth)


class HostValues:
  """Has a method for each kind of name: variables, their components and members, constants of classes,
  functions; and for each thing that a launch says."""

  def __init__(self, scopes):
    self.scopes, self.words, self.reaching = scopes, scopes.words, Reaching(scopes)
    self.numbers = HostNumbers(scopes)
    self.launched = {}  # variables and components that are arguments of the launch -> (position, place)
    self.classes = ClassConstants(scopes)
    self.structs = HostStructs(scopes)
    self.instance = {}, None  # the values of a template's parameters; whether a place is in it
    self.equal = {}, None  # variables that conditions say to be numbers at a place; that place

  @contextlib.contextmanager
  def of_instance(self, numbers, types, place):
    """Template parameters of the function around a place have values, or are types, meanwhile."""
    function = self.reaching.function(place)
    terms = {name: Term.number(number, self._kind_of_parameter(name, place))
             for name, number in numbers.items()}
    def is_within(at):
      return self.reaching.function(at) == function

    before, self.classes.instance = self.classes.instance, (types, is_within)
    try:
      with self._of_terms(terms, is_within):
        yield
    finally:
      self.classes.instance = before

  @contextlib.contextmanager
  def _of_terms(self, terms, is_within):
    before, self.instance = self.instance, (terms, is_within)
    try:
      yield
    finally:
      self.instance = before

  @contextlib.contextmanager
  def of_equalities(self, numbers, place):
    """Conditions say that variables are numbers (Terms) at a place, meanwhile."""
    before, self.equal = self.equal, (numbers, place)
    try:
      yield
    finally:
      self.equal = before

  def constant_of(self, owner, name, place, depth):
    """The value of a constant of a class or a namespace that some words name at a place; or None."""
    found = self.classes.class_of(owner, place)
    member = found and self.scopes.member_of(found.name, name)
    if not member or found.arguments is None:
      return member and self.constant(member, depth)
    if depth > _DEPTH or not self.classes.is_only_template(found.name):
      return None
    terms = {}
    for at, parameter in enumerate(self.classes.parameters(member)):
      words, origin = (found.arguments[at], found.place) if at < len(found.arguments) \
          else (parameter.default, member.place)
      value = words and value_of(words, Names(self, origin, depth + 1))
      if value:
        terms[parameter.name] = value.cast(self.scopes.kind(parameter.type) or value.kind)
    with self._of_terms(terms, lambda at: member.block[-1] in self.scopes.opened[at]):
      return self.constant(member, depth + 1)

  def _kind_of_parameter(self, name, place):
    """The integer type of a template parameter that is known at a place."""
    at = next((at for at in range(place, 0, -1)
               if self.words[at] == name and self.words[at + 1] in (",", ">", "=")
               and self.words[at - 1][0].isalpha()), None)
    return at and self.scopes.kind(self.scopes.type_before(at)) or INT

  def arguments(self, parts, start, place):
    """The numbers among the arguments of a launch (lists of words), which stand behind `start`;
    variables among them are parameters from here on."""
    self.launched = {}
    numbers = [self._whole(part, place) for part in parts]
    self.launched = {"".join(part): (position, start) for position, part in enumerate(parts)
                     if len(part) == 1 or len(part) == 3 and part[1] == "."}
    return numbers

  def sizes(self, words, place, depth=0):
    """What an argument of a launch says: a list of sizes."""
    words = stripped(words)
    if depth > _DEPTH or not words:
      return OPEN
    if words[:1] == ["dim3"] and words[1:2] and words[1] in "({":
      return self._initialised(words[2:-1], place, depth + 1)
    if words[0] == "{":
      return self._initialised(words[1:-1], place, depth + 1)
    if words[1:] in ([".", "gridDim"], [".", "blockDim"]):
      return self._configured(words[0], words[2], place, depth)
    if len(words) == 1:
      seen = self.scopes.declared(words[0], place)
      if seen is not None and seen.is_dim3:
        return self._dim3(words[0], place, depth)
    number = self._size(words, place, depth)
    if number is not None or self.numbers.is_number(words, place):
      return [number]
    if len(words) == 1:
      found = self.reaching.definitions(words[0], place)
      if found is not None and len(found) == 1:
        return self.sizes(found[0].words, found[0].origin, depth + 1)
    return OPEN

  def _configured(self, name, member, place, depth):
    """The sizes that a `cudaLaunchConfig_t` has, whose first members are those of grid and block."""
    found = self.reaching.definitions(name, place, member)
    if found is None or len(found) != 1:
      return OPEN
    if found[0].of_component:
      return self.sizes(found[0].words, found[0].origin, depth + 1)
    words = found[0].words
    parts = split(words[1:-1] if words[:1] == ["{"] else words)
    named = [part[3:] for part in parts if part[:3] == [".", member, "="]]
    position = ("gridDim", "blockDim").index(member)
    given = named or [part for part in parts[position:position + 1] if part[0] != "."]
    return self.sizes(given[0], found[0].origin, depth + 1) if given and len(parts) > 1 else OPEN

  def _dim3(self, name, place, depth):
    """The sizes of a variable."""
    found = self.reaching.definitions(name, place) if depth <= _DEPTH else None
    if found and all(not one.of_component and self._initialised(one.words, one.origin, depth + 1) is OPEN
                     for one in found):
      return OPEN
    result = [self._component(name, axis, place, depth) for axis in "xyz"]
    while len(result) > 1 and result[-1] == 1:
      result.pop()
    return result

  def _component(self, name, axis, place, depth):
    """One of them: of the values that reach a place, whole or of the component alone."""
    def value(found):
      if found.of_component:
        return value_of(found.words, Names(self, found.origin, depth + 1))
      size = (self._initialised(found.words, found.origin, depth + 1) + [1, 1])["xyz".index(axis)]
      return Term.number(size) if isinstance(size, int) else size

    term = None if depth > _DEPTH else self._reached(name, place, depth, axis, value)
    position, launch = self.launched.get(f"{name}.{axis}", (None, None))
    if term is None and position is not None and self.reaching.stays(name, place, launch):
      return Term.parameter(position, UNSIGNED)
    return term if term is None or term.value is None else term.value or None

  def _initialised(self, words, place, depth):
    """The sizes of a dim3 that is made of some values, of which one may be a dim3 itself."""
    if words[:1] == ["{"]:
      words = words[1:-1]
    parts = split(words)
    if len(parts) == 1:
      return self.sizes(words, place, depth)
    return [self._size(part, place, depth) for part in parts][:3] or [1]

  def _is_dim3(self, name, place):
    seen = self.scopes.declared(name, place)
    return seen is not None and seen.is_dim3

  def component(self, name, axis, place, depth):
    """What `name.x` is for a dim3, or `name.member` for a struct, as a Term, or None."""
    if not self._is_dim3(name, place):
      return self._field(name, axis, place, depth)
    if axis not in ("x", "y", "z"):
      return None
    size = self._component(name, axis, place, depth + 1)
    return Term.number(size, UNSIGNED) if isinstance(size, int) else size and size.cast(UNSIGNED)

  def members(self, name, place):
    """The integer members of a variable, if it is a struct."""
    seen = self.scopes.declared(name, place)
    return self.structs.integers(seen.type) if seen is not None and self.words[seen.place + 1] != "[" \
      else []

  def parts(self, argument, place):
    """(Member, words) of the integers in a launch's argument that is a struct."""
    temporary = self.structs.temporary(argument)
    if temporary is None:
      return [(member, [*argument, ".", member.name])
              for member in (self.members(argument[0], place) if len(argument) == 1 else ())]
    type_, list_ = temporary
    given = [(member, self.structs.initializer(type_, member.name, list_)) for member in self.structs.integers(type_)]
    return [(member, words) for member, words in given if words]

  def held(self, argument, place):
    """(name, words) of the other members of such an argument, if it is a variable."""
    seen = self.scopes.declared(argument[0], place) if len(argument) == 1 else None
    return [(name, [*argument, ".", name]) for name in self.structs.others(seen.type)] if seen is not None else []

  def pointers(self, argument, place, depth=0):
    """(name, words) of what the other members of such an argument are given, where that is known."""
    temporary = self.structs.temporary(argument)
    if temporary is not None:
      type_, list_ = temporary
      given = [(name, self.structs.initializer(type_, name, list_)) for name in self.structs.others(type_)]
      return [(name, words) for name, words in given if words]
    seen = self.scopes.declared(argument[0], place) if len(argument) == 1 and depth <= _DEPTH else None
    result = []
    for name in self.structs.others(seen.type) if seen is not None else ():
      found = list(self.reaching.definitions(argument[0], place, name) or ())
      words = stripped(found[0].words) if len(found) == 1 and found[0].guard is None else None
      if words and not found[0].of_component:
        copied = dict(self.pointers(words, found[0].origin, depth + 1))
        words = copied.get(name) if copied else self.structs.initializer(seen.type, name, words)
      if words:
        result.append((name, words))
    return result

  def _field(self, name, member, place, depth):
    """The value of a member of a struct, as a Term, or None."""
    seen = self.scopes.declared(name, place)
    kind = self.structs.kind(seen.type, member) if seen is not None else None
    if kind is None or depth > _DEPTH:
      return None
    value = self.computed_field(name, member, place, depth)
    if value is not None and value.value is not None:
      return value
    position, launch = self.launched.get(f"{name}.{member}", (None, None))
    if position is not None and kind.bits >= 32 and self.reaching.stays(name, place, launch, member):
      return Term.parameter(position, kind)
    return value

  def computed_field(self, name, member, place, depth=0):
    """The same, by what it is computed from only."""
    seen = self.scopes.declared(name, place)
    kind = self.structs.kind(seen.type, member) if seen is not None else None

    def value(found):
      words = stripped(found.words)
      if not found.of_component and len(words) == 1 and self.members(words[0], found.origin):
        return self._field(words[0], member, found.origin, depth + 1)
      if not found.of_component:
        words = self.structs.initializer(seen.type, member, words)
      return words and value_of(words, Names(self, found.origin, depth + 1))

    term = kind and self._reached(name, place, depth, member, value)
    return term and term.cast(kind)

  def _size(self, words, place, depth):
    """The value of an expression of numbers that is a size, or None."""
    return size_of(words, Names(self, place, depth)) if words and depth <= _DEPTH else None

  def _whole(self, words, place):
    """The value of an expression of numbers, which may be 0, or None; of `true` and `false` a bool."""
    if words in (["true"], ["false"]):
      return words == ["true"]
    number = number_of(words, Names(self, place, 0)) if words else None
    return number if isinstance(number, int) else None

  def whole(self, words, place):
    """The value of an expression that is a number of bytes, or None."""
    value = value_of(words, Names(self, place, 0)) if words else None
    return value.value if value is not None and value.value is not None and value.value >= 0 else None

  def term(self, name, place, depth):
    """The value that a variable has at a place, as a Term, or None."""
    numbers, is_within = self.instance
    if name in numbers and is_within(place):
      return numbers[name]
    if self.scopes.is_template_parameter(name, place):
      return None
    seen = self.scopes.declared(name, place)
    if seen is None:
      return self._constant_member(name, depth) or self._member(name, place)
    if depth > _DEPTH or seen.is_dim3:
      return None
    value = self.computed(name, place, depth)
    if value is not None and value.value is not None:
      return value
    numbers, there = self.equal
    if name in numbers and self.reaching.stays(name, place, there):
      return numbers[name]
    kind = value.kind if value is not None else self.scopes.kind(seen.type)
    position, launch = self.launched.get(name, (None, None))
    if kind is not None and position is not None and kind.bits >= 32 \
        and self.reaching.stays(name, place, launch):
      return Term.parameter(position, kind)
    return value

  def computed(self, name, place, depth=0):
    """The same, by what it is computed from only."""
    seen = self.scopes.declared(name, place)
    if seen is None:
      return None
    value = self._reached(name, place, depth, None, lambda found: None if found.of_component else (
      value_of(found.words, Names(self, found.origin, depth + 1))))
    kind = self.scopes.kind(seen.type)
    if kind is None and value is not None and seen.type[-1:] == ["auto"]:
      kind = value.kind.promoted()
    return value.cast(kind) if value is not None and kind is not None else None

  def _constant_member(self, name, depth):
    """The value of a constant of a class, in whose scope or that of a derived class a name must be
    which nothing else declares; or None."""
    found = self.scopes.given.get(name, ())
    return self.constant(found[0], depth) \
        if len(found) == 1 and self.scopes.is_member(found[0]) else None

  def constant(self, member, depth):
    """The value of a member of a class, if it is one of all objects, or of a namespace; or None."""
    if depth > _DEPTH or member.value is None \
        or self.scopes.is_member(member) and "static" not in member.type:
      return None
    value = value_of(member.value, Names(self, member.place, depth + 1))
    kind = self.scopes.kind(member.type)
    return value.cast(kind) if value is not None and kind is not None else None

  def _member(self, name, place):
    """A member of a class that is an argument of the launch whose sizes it stands in: nothing comes
    between. Its type is that of the members of this name, if they agree."""
    position, launch = self.launched.get(name, (None, None))
    if position is None or {";", "{", "}"} & set(self.words[place:launch]) \
        or any(place < at < launch for at in self.scopes.changed.get(name, ())):
      return None
    kinds = {self.scopes.kind(seen.type) for seen in self.scopes.given.get(name, ())
             if self.scopes.is_member(seen)}
    kind = kinds.pop() if len(kinds) == 1 else None
    return Term.parameter(position, kind) if kind is not None and kind.bits >= 32 else None

  def _reached(self, name, place, depth, component, value):
    """The Term that a variable or a component has at a place, by that of each definition."""
    result = None
    for definition in self.reaching.definitions(name, place, component) or ():
      term = value(definition)
      if definition.guard is not None and term is not None:
        words, at, holds = definition.guard
        condition = value_of(words, Names(self, at, depth + 1))
        if condition is None:
          return None
        term = Term.chosen(condition, *((term, result) if holds else (result, term)))
      if term is None:
        return None
      result = term
    return result

  def returned_of(self, owner, name, values, place, depth):
    """What a method returns for some terms and the members that a variable has at a place, or None."""
    seen, found = self.scopes.declared(owner, place), self.scopes.one_line.get(name)
    if seen is None or found is None or not self.structs.has_method(seen.type, found.place):
      return None
    members = {word: self.component(owner, word, place, depth + 1)
               for word in found.words if self.structs.kind(seen.type, word) is not None}
    return None if None in members.values() else self.returned(name, values, depth, members)

  def returned(self, name, values, depth, members=()):
    """What a function of the file returns for some terms, or None; `members`: what those of the object are
    that it is a method of."""
    found = self.scopes.one_line.get(name)
    if found is None or depth > _DEPTH or len(found.names) != len(values) \
        or not all(isinstance(value, Term) for value in values):
      return None
    kinds = [self.scopes.kind([word for word in type_ if word != "&"]) for type_ in found.types]
    given = {parameter: value.cast(kind or value.kind)
             for parameter, value, kind in zip(found.names, values, kinds)}
    result = value_of(found.words, Names(self, found.place, depth + 1, {**dict(members), **given}))
    kind = self.scopes.kind(found.type)
    if result is None or kind is None and found.type[-1:] != ["auto"] \
        and found.type[-1] not in self.scopes.generic:
      return None
    return result.cast(kind or result.kind)
