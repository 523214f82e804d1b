"""What host code declares and changes, read from the tokens of a preprocessed file, without
its types: variables with their scopes, the places where they may get another value, named types,
and functions of one `return`.
"""

import re
from itertools import pairwise
from typing import NamedTuple

from .host_types import kind_of
from .precompiled import header_words
from .tokens import split

_NO_TYPES = frozenset(("return", "else", "new", "delete", "goto", "case", "do", "typename", "using",
                       "namespace", "struct", "class", "enum", "union", "operator", "throw"))
# Methods of containers and streams that take numbers by value.
_BY_VALUE = frozenset(("resize", "reserve", "assign", "push_back", "emplace_back", "at", "insert",
                       "setw", "write", "rand", "fill"))
_BY_REFERENCE = frozenset(("swap", "exchange"))
_API = re.compile(r"(cuda|hip)[A-Z]")  # C functions, which take pointers to what they change
_AFTER_DECLARED = frozenset("=(){},;[:")


class Declaration(NamedTuple):
  """Of a variable: where its name stands; the words of its value, or None; the blocks it stands in;
  the words of its type; whether only the function around it may change it."""
  place: int
  value: list
  block: tuple
  type: list
  local: bool

  @property
  def is_dim3(self):
    return self.type[-1:] == ["dim3"]


class Function(NamedTuple):
  """Of one `return`: its parameters and their types, what it returns, and where."""
  names: list
  types: list
  type: list
  words: list
  place: int


class Scopes:
  """Variables, each with the declaration that is nearest above a place, and other names. Its many
  methods are short: one for each way in which C++ declares or changes a variable."""

  def __init__(self, words):
    self.words = words
    self.opened = self._opened()
    self.enclosing = self._enclosing()
    self.given = {}  # name -> declarations
    self.changed = {}  # name -> places where it is changed
    self.places = set()  # of the names in declarations
    self.classes = {word for before, word in pairwise(words) if before in ("struct", "class")}
    self.class_templates = {name for before, word, name in zip(words, words[1:], words[2:])
                            if before == ">" and word in ("struct", "class")}
    self.by_reference = self._functions_with_references()
    self.changing = self._changing_methods()
    self.functions = self._declared_functions()
    self.types = self._named_types()
    self.generic = {name for before, word, name in zip(words, words[1:], words[2:])
                    if word in ("typename", "class") and before in "<,"}
    self.template_parameters = self._template_parameters()
    self.one_line = self._one_line_functions()
    self.used = self._used_in_functions()
    self._collect()

  def _opened(self):
    """For each token, the blocks around it, as a tuple of the places of their braces; of a namespace,
    that of the first of its blocks, and none of one without a name or in a directive, as what it
    declares is known behind it, too."""
    stacks, result, spaces, used = [()], [], {}, self._used_namespaces()
    for index, word in enumerate(self.words):
      if word == "}" and stacks[1:]:
        stacks.pop()
      result.append(stacks[-1])
      if word == "{":
        around, space = stacks[-1], self._namespace(index)
        if space is None:
          around = (*around, index)
        elif space and space not in used:
          around = (*around, spaces.setdefault((around, *space), index))
        stacks.append(around)
    return result

  def _used_namespaces(self):
    """The words of the names of those that are in a directive for the whole file."""
    words, depth, found = self.words, 0, []
    for at, word in enumerate(words):
      depth += {"{": 1, "}": -1}.get(word, 0)
      if depth == 0 and words[at:at + 2] == ["using", "namespace"] and ";" in words[at:]:
        found.append(words[at + 2:words.index(";", at)])
    return found

  def _used_in_functions(self):
    """Of directives and declarations in bodies, `using namespace a;` and `using a::n;`: where, the last
    word of what is used, and the name that alone is, or None."""
    words, found = self.words, []
    for at, word in enumerate(words):
      if word != "using" or not self.opened[at] or ";" not in words[at:]:
        continue
      named = [part for part in words[at + 1:words.index(";", at)] if part != ":"]
      if named[:1] == ["namespace"]:
        found.append((at, named[-1], None))
      elif len(named) > 1 and "=" not in named:
        found.append((at, named[-2], named[-1]))
    return found

  def _namespace(self, brace):
    """The words of the name of the namespace that a brace opens, or None."""
    start = brace
    while start > 0 and re.match(r"\w|:", self.words[start - 1]):
      start -= 1
    head = self.words[start:brace]
    return head[head.index("namespace") + 1:] if "namespace" in head else None

  def _template_parameters(self):
    """name -> where templates begin and end that have a parameter of this name."""
    words, found = self.words, {}
    for index, word in enumerate(words[:-1]):
      if word != "template" or words[index + 1] != "<":
        continue
      end, depth = index + 1, 0
      while end < len(words):
        depth += {"<": 1, ">": -1}.get(words[end], 0)
        if depth == 0:
          break
        end += 1
      body = end
      while body < len(words) - 1 and words[body] not in ("{", ";"):
        body += 1
      for part in split(words[index + 2:end], "([{<", ")]}>"):
        name = part[:part.index("=")] if "=" in part else part
        found.setdefault(name[-1] if name else "", []).append((index, self.closing(body)))
    return found

  def is_template_parameter(self, name, place):
    return any(begin < place < end for begin, end in self.template_parameters.get(name, ()))

  def _enclosing(self):
    """For each token, the bracket of any kind that is open there, or None."""
    stack, result = [], []
    for index, word in enumerate(self.words):
      result.append(stack[-1] if stack else None)
      if word in ("(", "[", "{"):
        stack.append(index)
      elif word in (")", "]", "}") and stack:
        stack.pop()
    return result

  def _collect(self):
    words, declared = self.words, self.places
    for index, word in enumerate(words[1:-2], 1):
      if not (word[0].isalpha() or word[0] == "_") or index in declared:
        continue
      if word == "enum" and words[index + 1] not in ("class", "struct"):
        declared.update(self._declare_enumerators(index))
      elif words[index + 1] in _AFTER_DECLARED and (
          re.match(r"[A-Za-z_]\w*$", words[index - 1]) and words[index - 1] not in _NO_TYPES
          or self._before_arguments(index) != index or self._is_constant_reference(index)):
        declared.update(self._declare(index))
      elif self.is_changed(index):
        self.changed.setdefault(word, []).append(index)

  def _declare(self, index):
    """Takes in a declaration whose first name stands at a place; the places of all its names."""
    words, places = self.words, []
    type_ = self.type_before(index - 1 if words[index - 1] == "&" else index)
    if type_[1:] and type_[-1] == "const":
      type_ = ["const", *type_[:-1]]  # `dim3 const`
    kind = type_[-1] if type_ else words[index - 1]
    while index + 1 < len(words) and re.match(r"[A-Za-z_]", words[index]):
      value, after = None, words[index + 1]
      if after == "=" and words[index + 2] != "=" or after == "{" \
          or after == "(" and (kind == "dim3" or kind in self.classes):
        value = self._value(index + 1)
      elif after in (";", ",") and kind == "dim3":
        value = []
      block = self.opened[index] if self._is_local(index) else self._block_of_parameter(index)
      local = self._is_local(index) or block == self.opened[index] and self._is_constant(index)
      if not local or "static" in type_ and not self._is_constant(index):
        value = None  # others may change it, or an earlier call, or give another one to begin with
      if kind == "auto" and self.constructed(value):
        type_ = [*type_[:-1], self.constructed(value)]
      self.given.setdefault(words[index], []).append(
        Declaration(index, value, block, type_, local))
      places.append(index)
      end = self._after_declarator(index + 1)
      if end is None or words[end] != ",":
        break
      index = end + 1
    return places

  def _is_constant_reference(self, index):
    """Whether a parameter is declared at a place whose argument the function does not change."""
    return self.words[index - 1] == "&" and self.words[index + 1] in (",", ")") \
        and self._caller_at(index) is not None and "const" in self.type_before(index - 1)

  def _declare_enumerators(self, index):
    """Takes in those of an enumeration without a scope that are given a value; their places."""
    words, places = self.words, []
    while words[index] not in ("{", ";", ")") and index + 1 < len(words):
      index += 1
    if words[index] != "{":
      return places
    at = index + 1
    for part in split(words[at:self.closing(index)]):
      if part[1:2] == ["="]:
        self.given.setdefault(part[0], []).append(
          Declaration(at, part[2:], self.opened[index], ["static", "const", "int"], True))
        places.append(at)
      at += len(part) + 1
    return places

  def constructed(self, words):
    """The name of the class of which `View<float>{data, n}` or `View(data, n)` makes an object, or None."""
    at = next((at for at, word in enumerate(words or ()) if word in ("{", "(", "<")), 0)
    return words[at - 1] if at and words[at - 1] in self.classes and words[-1] in ("}", ")") else None

  def _before_arguments(self, index):
    """The place behind `View` in `View<float> v`, if a template of the file has that name and `v` stands at
    a place; or the place itself."""
    words, start, depth = self.words, index - 1, 0
    if not self.class_templates or words[start] != ">":
      return index
    while start > 0 and words[start] not in (";", "{", "}"):
      depth += {">": 1, "<": -1}.get(words[start], 0)
      if depth == 0:
        return start if words[start - 1] in self.class_templates else index
      start -= 1
    return index

  def type_before(self, index):
    """The words of the type that stands before a name, without the arguments of a template."""
    words, index = self.words, self._before_arguments(index)
    start = index
    while start > 0 and (re.match(r"[A-Za-z_]", words[start - 1])
                         or words[start - 1] == ":" and ":" in (words[start - 2], words[start])):
      start -= 1
    return [word for word in words[start:index] if word != ":"]

  def _named_types(self):
    """The integer types that `typedef` and `using` name; None for a name with several."""
    found, words = {}, self.words
    for index, word in enumerate(words[:-3]):
      if word in ("typedef", "using") and re.match(r"[A-Za-z_]", words[index + 1]):
        end = index
        while end < len(words) - 1 and words[end] not in (";", "{"):
          end += 1
        type_, name = words[index + 1:end - 1], words[end - 1]
        if word == "using":
          name, type_ = type_[0], words[index + 3:end] if words[index + 2] == "=" else []
        kind = kind_of(type_, found)
        found[name] = kind if found.get(name, kind) == kind else None
    return found

  def _after_declarator(self, index):
    """The comma or semicolon that ends a declarator, if it is one of a statement."""
    words = self.words
    while index < len(words):
      if words[index] in ("(", "[", "{"):
        index = self.closing(index)
      elif words[index] in (",", ";"):
        return index
      elif words[index] in (")", "}", ":"):
        return None
      index += 1
    return None

  def closing(self, index):
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

  def is_member(self, declaration):
    """Whether it stands in a class, by itself."""
    if self._caller_at(declaration.place) is not None:
      return False
    return bool({"class", "struct"} & set(self._head_around(declaration)))

  def _head_around(self, declaration):
    return self.head(declaration.block[-1]) if declaration.block else []

  def head(self, brace):
    """The words of the statement before a brace."""
    head = brace
    while head > 0 and self.words[head - 1] not in (";", "{", "}"):
      head -= 1
    return self.words[head:brace]

  def member_of(self, owner, name):
    """The declaration of a name in the class or namespace `owner`, or None."""
    classes = {("class", owner), ("struct", owner)}
    seen = [found for found in self.given.get(name, ()) for head in [self._head_around(found)]
            if classes & set(pairwise(head)) or "namespace" in head and head[-1] == owner]
    return seen[0] if len(seen) == 1 else None

  def _block_of_parameter(self, index):
    """The blocks in which a name that is declared at a place is known: those around it, and of a
    function's parameter the body as well; a place of its own where there is no body."""
    at = self._caller_at(index)
    if at is None:
      return self.opened[index]
    end = self.closing(at + 1)
    while end < len(self.words) and self.words[end] not in (";", "{"):
      end += 1
    return (*self.opened[index], end)

  def _is_local(self, index):
    """Whether a declaration at a place is a statement of a function's body: no parameter with a
    default, no member of a type, no variable of a namespace."""
    index = self.enclosing[index]
    if index is None:
      return False
    if self.words[index] != "{":
      return self.words[index - 1] in ("for", "if", "switch")
    head = self.head(index)
    return not {"class", "struct", "union", "namespace"} & set(head) or ")" in head

  def is_changed(self, index):
    """Whether a variable may be given another value where it stands."""
    words, end = self.words, index + 1
    while words[end:end + 1] == ["."]:
      end += 2
    if words[index - 1] in ("(", ",") and words[end] in (")", ","):
      at = self._caller_at(index)
      return at is not None and self._may_change(at)
    after, two = words[end:end + 2]
    return (after == "=" and two != "=" or after == "(" and end > index + 1 and words[end - 1] in self.changing or after in "+-*/%&|^" and two == "="
            or words[end:end + 3] in (["<", "<", "="], [">", ">", "="])
            or words[end:end + 2] in (["+", "+"], ["-", "-"])
            or words[index - 2:index] in (["+", "+"], ["-", "-"])
            or words[index - 2:index] == [">", ">"] and words[index - 3] != ">"  # a stream
            or self._is_address(index) or self.is_kept(index))

  def _is_address(self, index):
    """Whether the address of a variable is taken where it stands; no `a & b`."""
    before = self.words[index - 2]
    return self.words[index - 1] == "&" and (
      before == "return" or before not in ("]", "&") and re.match(r"\w", before) is None)

  def is_kept(self, index):
    """Whether a reference or pointer to a variable, which stands at a place, lives on."""
    words = self.words
    return words[index - 1] == "=" and words[index - 3] == "&" \
        or self._is_address(index) and words[index - 2] not in ("(", ",", ")")

  def _value(self, index):
    """The words of an initialiser that starts at a place."""
    words = self.words
    if words[index] in ("(", "{"):
      return words[index + 1:self.closing(index)]
    end, depth = index + 1, 0
    while end < len(words) and not (depth == 0 and words[end] in (";", ",")):
      depth += 1 if words[end] in "([{" else -1 if words[end] in ")]}" else 0
      if depth < 0:
        return None
      end += 1
    return words[index + 1:end]

  def _one_line_functions(self):
    """What functions of one `return` compute; those that have several definitions are left out."""
    found, words = {}, self.words
    for index in range(2, len(words) - 4):
      if words[index] != "(" or not re.match(r"[A-Za-z_]", words[index - 1]) \
          or not re.match(r"[A-Za-z_]", words[index - 2]) or words[index - 2] in _NO_TYPES:
        continue
      name, end = words[index - 1], self.closing(index)
      while words[end + 1:end + 2] in (["const"], ["noexcept"]):
        end += 1
      last = self.closing(end + 1) if words[end + 1:end + 3] == ["{", "return"] else end
      parts = split(words[index + 1:self.closing(index)])
      if name in found or words[end:last].count(";") != 1 or words[last - 1] != ";" \
          or not all(self._is_number(part[:-1]) for part in parts):
        found[name] = None
      else:
        found[name] = Function([part[-1] for part in parts], [part[:-1] for part in parts],
                                self.type_before(index - 1), words[end + 3:last - 1], index)
    return found

  def _is_number(self, type_):
    """Whether the words of a parameter's type say an integer, or a type of a template."""
    words = [word for word in type_ if word not in ("const", "&")]
    return self.kind(words) is not None or len(words) == 1 and words[0] in self.generic

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
          and self.words[index + 2] in (",", ")", "=") \
          and not self._is_constant_reference(index + 1):
        result.add(self.caller(index))
    return result

  def _changing_methods(self):
    """The names of those that classes declare without `const`."""
    words = self.words
    return {words[at - 1] for at, word in enumerate(words) if word == "(" and words[self.closing(at) + 1:][:1] != ["const"]
            for brace in [self.enclosing[at]] if brace is not None and words[brace] == "{"
            and {"class", "struct"} & set(self.head(brace)) and ")" not in self.head(brace)}

  def _may_change(self, at):
    """Whether what is called at a place may take its arguments by reference: it does so here, or
    nothing here nor in our headers declares it."""
    name, before = self.words[at], self.words[at - 1]
    if name in self.by_reference or name in _BY_REFERENCE:
      return True
    if at in self.places or not re.match(r"[A-Za-z_]", name) \
        or re.match(r"[A-Za-z_]\w*$|[>&*]", before) \
        and before not in _NO_TYPES and self.words[at - 2:at] != ["-", ">"]:
      return False  # no call, or a variable that is constructed
    if before == "." or self.words[at - 2:at] == ["-", ">"]:
      return name not in _BY_VALUE
    return name not in self.functions and name not in header_words() and not _API.match(name)

  def caller(self, index):
    at = self._caller_at(index)
    return self.words[at] if at is not None else None

  def _caller_at(self, index):
    """The place of the word before the parenthesis that is open at a place."""
    at = self.enclosing[index]
    return at - 1 if at is not None and self.words[at] == "(" else None

  def declared(self, name, place):
    """The declaration of a name that is nearest above a place, or None. In a function of a class that
    stands outside of it, members come before what is declared around the function: those that each
    object has are none. What the function uses of a namespace counts as declared there, and of all of
    a namespace, where nothing else has that name."""
    seen = [found for found in self.given.get(name, ()) if found.place < place
            and self.opened[place][:len(found.block)] == found.block]
    brace = next((at for at in self.opened[place] if "namespace" not in self.head(at)), None)
    owner = brace and self._owner(brace)
    member = owner and self.member_of(owner, name)
    if member and not any(brace in found.block for found in seen):
      return member if "static" in member.type else None
    for at, space, only in reversed(self.used):
      block = self.opened[at]
      if at < place and self.opened[place][:len(block)] == block and (
          only == name and not any(len(found.block) >= len(block) for found in seen)
          or only is None and not seen):
        if used := self.member_of(space, name):
          return used
    return seen[-1] if seen else None

  def _owner(self, brace):
    """The class whose function has its body behind a brace, by its name: `void Class::run() {`."""
    head = self.head(brace)
    at = head.index("(") if "(" in head else 0
    return head[at - 4] if at >= 4 and head[at - 3:at - 1] == [":", ":"] else None

  def kind(self, words):
    """The integer type that some words name, or None."""
    return kind_of(words, self.types)
