"""The launches that host code makes: which kernel, and with what sizes as far as the source tells.

They are read from the preprocessed text, so that macros are gone. A size is a number where it
follows from constants, from variables that are given a value once, and from arithmetic on these;
anything else stands for any size. A launch need not compile here for its sizes to be read.
"""

import re

from .precompiled import header_words
from .sizes import number_of, size_of, term_of
from .terms import KINDS, Term
from .tokens import tokens

_NO_TYPES = frozenset(("return", "else", "new", "delete", "goto", "case", "do", "typename", "using",
                       "namespace", "struct", "class", "enum", "union", "operator", "throw"))
# Types whose variables may hold something else than the number that they are given, or no number.
_OTHER_KINDS = frozenset(("float", "double", "half", "dim3", "char", "bool", "short", "uchar",
                          "ushort", "int8_t", "uint8_t", "int16_t", "uint16_t"))
# Methods of containers and streams that take numbers by value.
_BY_VALUE = frozenset(("resize", "reserve", "assign", "push_back", "emplace_back", "at", "insert",
                       "setw", "write", "rand", "fill"))
_AFTER_DECLARED = frozenset("=(){},;[:")


class Launch:
  """`arguments`: the template arguments as written, without spaces, or None; `grid` and `block`:
  lists of sizes, None standing for any; `values`: those of the kernel's parameters, likewise;
  `terms`: what any size is in terms of the parameters, by `num_groups` or `group_size` and axis."""

  def __init__(self, kernel, arguments, grid, block, line, values=()):
    self.kernel, self.arguments, self.values = kernel, arguments, list(values)
    self.terms = {(name, axis): size
                  for name, given in (("num_groups", grid), ("group_size", block))
                  for axis, size in zip("xyz", given) if isinstance(size, Term)}
    self.grid, self.block = ([None if isinstance(size, Term) else size for size in given]
                             for given in (grid, block))
    self.line = line

  @property
  def sizes(self):
    return tuple(self.grid), tuple(self.block)


def read_launches(preprocessed, kernels):
  """The launches of some kernels (names) in a preprocessed file (bytes)."""
  found = tokens(preprocessed)
  words = [token.text for token in found]
  scopes = _Scopes(words)
  launches = []
  for index in range(len(words) - 3):
    if words[index:index + 3] != ["<", "<", "<"]:
      continue
    name, arguments = _launched(words, index)
    if name not in kernels:
      continue
    end = _end(words, index + 3)
    parts = _split(words[index + 3:end])
    if len(parts) < 2:
      continue
    scopes.launched = scopes.bare_arguments(end + 3)
    grid, block = (scopes.sizes(part, index) for part in parts[:2])
    line = preprocessed.count(b"\n", 0, found[index].begin) + 1
    launches.append(Launch(name, arguments, grid, block, line, scopes.values(end + 3, index)))
  return launches


def _split(words):
  """Words between commas that are not within parentheses."""
  parts, depth = [[]], 0
  for word in words:
    depth += 1 if word in "([{" else -1 if word in ")]}" else 0
    if word == "," and depth == 0:
      parts.append([])
    else:
      parts[-1].append(word)
  return parts if parts != [[]] else []


def _launched(words, index):
  """(name, template arguments or None) of what stands before `<<<`."""
  if words[index - 1] != ">":
    return words[index - 1], None
  depth, start = 0, index - 1
  while start > 0:
    if words[start] == "<" == words[start - 1]:
      start -= 2  # a shift
      continue
    depth += {">": 1, "<": -1}.get(words[start], 0)
    if depth == 0:
      break
    start -= 1
  return words[start - 1], "".join(words[start + 1:index - 1])


def _end(words, index):
  """Where the `>>>` stands that closes a launch."""
  while index < len(words):
    if words[index] in ("(", "[", "{"):
      depth = 0
      while index < len(words):
        depth += 1 if words[index] in "([{" else -1 if words[index] in ")]}" else 0
        if depth == 0:
          break
        index += 1
    elif words[index:index + 3] == [">", ">", ">"]:
      return index
    index += 1
  return index


class _Scopes:
  """The values of variables, by the declaration that is nearest above a place."""

  def __init__(self, words):
    self.words = words
    self.opened = self._opened()
    self.given = {}  # name -> [(place, words of the value or None, block it stands in)]
    self.changed = {}  # name -> places where it is changed
    self.by_reference = self._functions_with_references()
    self.functions = self._declared_functions()
    self.launched = {}  # variables that are arguments of the launch -> (position, place)
    self._collect()

  def _opened(self):
    """For each token, the blocks around it, as a tuple of the places of their braces."""
    stack, result = (), []
    for index, word in enumerate(self.words):
      if word == "}" and stack:
        stack = stack[:-1]
      result.append(stack)
      if word == "{":
        stack += (index,)
    return result

  def _collect(self):
    words, declared = self.words, set()
    for index, word in enumerate(words[1:-2], 1):
      if not (word[0].isalpha() or word[0] == "_") or index in declared:
        continue
      if re.match(r"[A-Za-z_]\w*$", words[index - 1]) and words[index - 1] not in _NO_TYPES \
          and words[index + 1] in _AFTER_DECLARED:
        declared.update(self._declare(index))
      elif self._is_changed(index):
        self.changed.setdefault(word, []).append(index)

  def _declare(self, index):
    """Takes in a declaration whose first name stands at a place; the places of all its names."""
    words, kind, places = self.words, self.words[index - 1], []
    while index + 1 < len(words) and re.match(r"[A-Za-z_]", words[index]):
      value, after = None, words[index + 1]
      if after == "=" and words[index + 2] != "=" or after == "{" \
          or after == "(" and kind == "dim3":
        value = self._value(index + 1)
      elif after in (";", ",") and kind == "dim3":
        value = []
      if not self._is_local(index) and not self._is_constant(index):
        value = None  # others may change it, or give another one to begin with
      self.given.setdefault(words[index], []).append((index, value, self.opened[index], kind))
      places.append(index)
      end = self._after_declarator(index + 1)
      if end is None or words[end] != ",":
        break
      index = end + 1
    return places

  def _after_declarator(self, index):
    """The comma or semicolon that ends a declarator, if it is one of a statement."""
    words = self.words
    while index < len(words):
      if words[index] in ("(", "[", "{"):
        index = self._closing(index)
      elif words[index] in (",", ";"):
        return index
      elif words[index] in (")", "}", ":"):
        return None
      index += 1
    return None

  def _closing(self, index):
    depth = 0
    while index < len(self.words):
      depth += 1 if self.words[index] in "([{" else -1 if self.words[index] in ")]}" else 0
      if depth == 0:
        return index
      index += 1
    return index

  def _is_constant(self, index):
    """Whether a declaration at a place says that its names keep their values."""
    while index > 0 and self.words[index] not in (";", "}", "{"):
      index -= 1
      if self.words[index] in ("const", "constexpr"):
        return True
    return False

  def _is_local(self, index):
    """Whether a declaration at a place is a statement of a function's body: no parameter with a
    default, no member of a type, no variable of a namespace."""
    depth = 0
    while index > 0:
      index -= 1
      depth += 1 if self.words[index] in ")]}" else -1 if self.words[index] in "([{" else 0
      if depth < 0:
        if self.words[index] != "{":
          return self.words[index - 1] in ("for", "if", "switch")
        head = index
        while head > 0 and self.words[head - 1] not in (";", "{", "}"):
          head -= 1
        return not {"class", "struct", "union", "namespace"} & set(self.words[head:index]) \
            or ")" in self.words[head:index]
    return False

  def values(self, start, place):
    """The numbers among the arguments of a launch, whose parenthesis stands at `start`."""
    if start >= len(self.words) or self.words[start] != "(":
      return []
    return [self._whole(part, place) for part in _split(self.words[start + 1:self._closing(start)])]

  def bare_arguments(self, start):
    """The variables among the arguments of a launch: name -> (position, place)."""
    if start >= len(self.words) or self.words[start] != "(":
      return {}
    parts = _split(self.words[start + 1:self._closing(start)])
    return {part[0]: (position, start) for position, part in enumerate(parts) if len(part) == 1}

  def _is_changed(self, index):
    """Whether a variable may be given another value where it stands."""
    words = self.words
    if words[index - 1] in ("(", ",") and words[index + 1] in (")", ","):
      at = self._caller_at(index)
      return at is not None and self._may_change(at)
    after, two = words[index + 1], words[index + 2]
    return (after == "=" and two != "=" or after in "+-*/%&|^" and two == "="
            or words[index + 1:index + 3] in (["+", "+"], ["-", "-"])
            or words[index - 2:index] in (["+", "+"], ["-", "-"])
            or words[index - 2:index] == [">", ">"] and words[index - 3] != ">"  # a stream
            or words[index - 1] == "&" or after == "." and words[index + 3] == "=")

  def _value(self, index):
    """The words of an initialiser that starts at a place."""
    words = self.words
    if words[index] in ("(", "{"):
      return words[index + 1:self._closing(index)]
    end, depth = index + 1, 0
    while end < len(words) and not (depth == 0 and words[end] in (";", ",")):
      depth += 1 if words[end] in "([{" else -1 if words[end] in ")]}" else 0
      if depth < 0:
        return None
      end += 1
    return words[index + 1:end]

  def _declared_functions(self):
    """The names that stand between a type, or what may be one, and a parenthesis."""
    words = self.words
    return {word for before, word, after in zip(words, words[1:], words[2:])
            if after == "(" and re.match(r"[A-Za-z_]", word)
            and re.match(r"[A-Za-z_]\w*$|[>&*]$", before) and before not in _NO_TYPES}

  def _functions_with_references(self):
    """The names before parentheses in which something like `int &n` stands."""
    result = set()
    for index, word in enumerate(self.words[1:-1], 1):
      if word == "&" and re.match(r"[A-Za-z_]|>", self.words[index - 1]) \
          and re.match(r"[A-Za-z_]", self.words[index + 1]) \
          and self.words[index + 2] in (",", ")", "="):
        result.add(self._caller(index))
    return result

  def _may_change(self, at):
    """Whether what is called at a place may take its arguments by reference: it does so here, or
    nothing here nor in our headers declares it."""
    name, before = self.words[at], self.words[at - 1]
    if name in self.by_reference:
      return True
    if not re.match(r"[A-Za-z_]", name) or re.match(r"[A-Za-z_]\w*$|[>&*]", before) \
        and before not in _NO_TYPES and self.words[at - 2:at] != ["-", ">"]:
      return False  # no call, or a variable that is constructed
    if before == "." or self.words[at - 2:at] == ["-", ">"]:
      return name not in _BY_VALUE
    return name not in self.functions and name not in header_words()

  def _caller(self, index):
    at = self._caller_at(index)
    return self.words[at] if at is not None else None

  def _caller_at(self, index):
    """The place of the word before the parenthesis that is open at a place."""
    depth = 0
    while index > 0:
      index -= 1
      depth += 1 if self.words[index] in ")]}" else -1 if self.words[index] in "([{" else 0
      if depth < 0:
        return index - 1 if self.words[index] == "(" else None
    return None

  def value(self, name, place):
    """(words of the value that a variable has at a place, where these stand), or None."""
    seen = self._declared(name, place)
    if seen is None or seen[1] is None or self._changes_after(seen, name):
      return None
    return seen[1], seen[0]

  def kind(self, name, place):
    """The last word of the type that a name is declared with at a place."""
    return next(kind for at, _, _, kind in self.given[name] if at == place)

  def sizes(self, words, place, depth=0):
    """What an argument of a launch says: a list of sizes."""
    if depth > 8:
      return [None, None, None]
    if words[:1] == ["dim3"] and words[1:2] and words[1] in "({":
      return self._listed(words[2:-1], place)
    if len(words) == 1 and words[0] in self.launched:
      term = self._term_of(place, 0)(words[0])
      if isinstance(term, Term):
        return [term]
    if len(words) == 1 and re.match(r"[A-Za-z_]", words[0]):
      found = self.value(words[0], place)
      if found is None:
        return self._by_components(words[0], place) or (
          self._unknown(words[0], place) if words[0] in self.given else [None, None, None])
      value, at = found
      if self.kind(words[0], at) == "dim3" and value[:1] != ["dim3"]:
        return self._listed(value, at)
      return self.sizes(value, at, depth + 1)
    return [self.number(words, place)]

  def _by_components(self, name, place):
    """The sizes of a dim3 whose components are given values one by one, where it is declared; None
    if it is changed in other ways."""
    seen = [g for g in self.given.get(name, ()) if g[0] < place
            and self.opened[place][:len(g[2])] == g[2]]
    if not seen or seen[-1][3] != "dim3" or seen[-1][1] is None:
      return None
    at, value, block, _ = seen[-1]
    result = (self.sizes(value, at) if value[:1] == ["dim3"] else self._listed(value, at))
    result += [1] * (3 - len(result))
    given = set()
    for change in self.changed.get(name, ()):
      if change < at or self.opened[change][:len(block)] != block:
        continue
      words, axis = self.words, self.words[change + 2]
      if words[change + 1] != "." or axis not in ("x", "y", "z") or words[change + 3] != "=":
        return None
      once = axis not in given and self.opened[change] == block and change < place
      given.add(axis)
      number = self.number(words[change + 4:words.index(";", change)], change)
      if once or result["xyz".index(axis)] != number:  # else it is the same again
        result["xyz".index(axis)] = number if once else None
    while len(result) > 1 and result[-1] == 1:
      result.pop()
    return result

  def _unknown(self, name, place):
    """A variable without a known value is one size if it is a number, and three if a dim3."""
    kinds = {kind for at, _, _, kind in self.given[name] if at < place}
    return [None, None, None] if "dim3" in kinds or not kinds else [None]

  def _listed(self, words, place):
    return [self.number(part, place) for part in _split(words)][:3] or [1]

  def number(self, words, place):
    """The value of an expression of numbers that is a size, or None."""
    if not words:
      return None
    number = size_of(words, self._value_of(place, 0))
    if number is None and self.launched:
      term = term_of(words, self._term_of(place, 0))
      return term if isinstance(term, Term) else None
    return number

  def _whole(self, words, place, depth=0):
    """The value of an expression of numbers, which may be 0, or None."""
    return number_of(words, self._value_of(place, depth)) if depth <= 8 and words else None

  def _value_of(self, place, depth):
    def value_of(name):
      found = self.value(name, place)
      if found is None or self.kind(name, found[1]) in _OTHER_KINDS:
        return None
      return self._whole(found[0], found[1], depth + 1)

    return value_of

  def _term_of(self, place, depth):
    """Gives the value of a name at a place, which may be what a parameter of the kernel is."""
    def term(name):
      number = self._value_of(place, depth)(name)
      if number is not None:
        return number
      seen = self._declared(name, place)
      if seen is None or seen[3] not in KINDS or depth > 8 or self._changes_after(seen, name):
        return None
      position, launch = self.launched.get(name, (None, None))
      if position is not None and self._declared(name, launch) == seen \
          and (seen[1] is not None or self._is_parameter(seen[0])):
        return Term.parameter(position, seen[3])
      return term_of(seen[1], self._term_of(seen[0], depth + 1)) if seen[1] else None

    return term

  def _declared(self, name, place):
    """The declaration of a name that is nearest above a place, or None."""
    seen = [g for g in self.given.get(name, ()) if g[0] < place
            and self.opened[place][:len(g[2])] == g[2]]
    return seen[-1] if seen else None

  def _changes_after(self, declaration, name):
    at, _, block, _ = declaration
    return any(at < change and self.opened[change][:len(block)] == block
               for change in self.changed.get(name, ()))

  def _is_parameter(self, index):
    """Whether a declaration at a place is one of a function's parameters, without `&`."""
    at = self._caller_at(index)
    return at is not None and self.words[at] not in ("for", "if", "while", "switch", "catch") \
        and re.match(r"[A-Za-z_]", self.words[at]) is not None
