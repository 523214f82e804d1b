"""The launches that host code makes: which kernel, and with what sizes as far as the source tells.

They are read from the preprocessed text, so that macros are gone. A size is a number where it
follows from constants, from variables that are given a value once, and from arithmetic on these;
anything else stands for any size. A launch need not compile here for its sizes to be read.
"""

import re

from .host_arrays import HostArrays
from .host_facts import HostFacts
from .host_pointers import HostPointers
from .host_scopes import Scopes
from .host_values import OPEN, HostValues, Names
from .launch_aliases import Aliases, launch_aliases, null_arguments
from .kernel_pointers import launches_by_pointer
from .pointer_copies import PointerCopies
from .launch_calls import launch_at
from .sizes import value_of
from .terms import Term
from .tokens import split, tokens


_TYPES = frozenset(("float", "double", "int", "unsigned", "unsignedint", "char", "long", "short", "bool",
                    "unsignedchar", "unsignedshort", "unsignedlong", "longlong", "unsignedlonglong"))


class Launch:
  """`arguments`: the template arguments as written, without spaces, or None; `grid` and `block`:
  lists of sizes, None standing for any, and `grid_is_open`, `block_is_open` where nothing tells how many
  there are; `values`: those of the kernel's parameters, likewise; `arrays`: the bytes that those are
  allocated which are pointers; `shared`: the bytes of dynamic shared memory, likewise; `terms`: what any
  size is in terms of the parameters, by `num_groups` or `group_size` and axis; `facts`: (Term, place) of
  what holds of the parameters (host_facts.py), None where host code never comes to the launch;
  `aliases`: parameters that get one pointer, `nulls`: that get none; `pointers`: the variables that each
  comes from (host_pointers.py), by position, of members of structs by (position, name); `members`: {position: (position of a struct, Member)} of more arguments,
  which are members of others, `pointer_members`: {position in `aliases`: (position of a struct, name)}, the
  same of what may be pointers; `place`: file and line. `again` reads the launch with the values of template
  parameters around it."""

  def __init__(self, kernel, arguments, grid, block, place, values=(), arrays=(), shared=None, facts=(),
               aliases=Aliases(), nulls=(), pointers=(), members=(), pointer_members=(), again=None):
    self.aliases, self.nulls, self.pointers = aliases, nulls, dict(pointers)
    self.members, self.pointer_members = dict(members), dict(pointer_members)
    self.place, self.again = place, again
    self.facts, self.is_reached = list(facts or ()), facts is not None
    self.kernel, self.arguments, self.values = kernel, arguments, list(values)
    self.arrays, self.shared = list(arrays), shared
    self.terms = {(name, axis): size
                  for name, given in (("num_groups", grid), ("group_size", block))
                  for axis, size in zip("xyz", given) if isinstance(size, Term)}
    self.grid_is_open, self.block_is_open = grid is OPEN, block is OPEN
    self.grid, self.block = ([None if isinstance(size, Term) else size for size in given]
                             for given in (grid, block))

  @property
  def sizes(self):
    return tuple(self.grid), tuple(self.block)

  def of_instance(self, plain, full):
    """The launch where it launches the instance `full`: `k<N><<<1, N>>>` launches k<32> with N = 32."""
    pairs = [(name, argument) for name, argument in
             zip(_arguments(self.arguments or ""), _arguments(_between(plain, full)))
             if re.match(r"[A-Za-z_]\w*$", name) and name != argument]
    numbers = {name: int(argument) for name, argument in pairs if argument.isdigit()}
    types = {name: [t.text for t in tokens(argument.encode())] for name, argument in pairs
             if name not in numbers}
    return self.again(numbers, types) if pairs and self.again else self


def read_launches(preprocessed, kernels, places=()):
  """The launches of some kernels (names) in a preprocessed file (bytes); `places`: the files and lines
  that its lines come from."""
  found = tokens(preprocessed)
  words = [token.text for token in found]
  calls = {at: call for at in range(len(words) - 3) for call in [launch_at(words, at)] if call is not None}
  scopes = Scopes(words)
  calls = [*((at, call) for at, call in calls.items() if call.kernel in kernels),
           *launches_by_pointer(calls, words, kernels, scopes)]
  for at in {at for _, call in calls for at in call.addresses}:
    scopes.changed[words[at]].remove(at)  # only the launch reads it
  values = HostValues(scopes)
  reader = _Reader(values, HostArrays(values), HostFacts(values), preprocessed, found, places)
  return [reader.launch(index, call) for index, call in calls]


class _Reader:
  """Reads launches of a file, of which `found` are the tokens."""

  def __init__(self, values, allocated, facts, preprocessed, found, places):
    self.values, self.allocated, self.facts = values, allocated, facts
    self.copies = PointerCopies(allocated)
    self.preprocessed, self.found, self.places = preprocessed, found, places
    self.pointers = HostPointers(self.copies, places[-1][0] if places else None)

  def launch(self, index, call, numbers=(), types=()):
    """That of a call at a place, with the numbers and types that template parameters around it are."""
    values = self.values
    with values.of_instance(dict(numbers), dict(types), index), \
        values.of_equalities(self.facts.equalities(index), index):
      members = [(at, *part) for at, argument in enumerate(call.values) for part in values.parts(argument, index)]
      pointers = [(at, *part) for at, argument in enumerate(call.values) for part in values.pointers(argument, index)]
      parts = [*call.values, *(words for _, _, words in members)]
      given = values.arguments(parts, call.end, index)
      grid, block = (self.sizes(part, index, call, parts) for part in call.sizes[:2])
      shared = values.whole(call.sizes[2], index) if len(call.sizes) > 2 else 0
      known = self.facts.at(index, parts, call.end)
      known = known and [(term, self._place(at)) for term, at in known]
      arrays = self.allocated.arguments(call.values, index)
      instance = call.arguments and ",".join(self._instance_argument(words, index)
                                             for words in _split(call.arguments))
    return Launch(call.kernel, instance, grid, block, self._place(index), given, arrays, shared,
                  known, launch_aliases([*call.values, *(words for _, _, words in pointers)],
                                        lambda name: self.copies.origin(name, index)),
                  null_arguments(call.values), self._variables(call.values, pointers, index),
                  enumerate(((at, member) for at, member, _ in members), len(call.values)),
                  enumerate(((at, name) for at, name, _ in pointers), len(call.values)),
                  lambda numbers, types: self.launch(index, call, numbers, types))

  def _instance_argument(self, words, place):
    """A template argument, as a number where it is one."""
    value = value_of(words, Names(self.values, place, 0))
    return "".join(words) if value is None or value.value is None or value.value < 0 else str(value.value)

  def _variables(self, arguments, members, index):
    """{position or (position, member): variables that a pointer comes from}."""
    held = [(at, *part) for at, argument in enumerate(arguments) for part in self.values.held(argument, index)]
    named = [*enumerate(arguments), *(((at, name), words) for at, name, words in (*held, *members))]
    found = {}
    for key, variables in zip((key for key, _ in named), self.pointers.arguments([words for _, words in named], index)):
      found[key] = found.get(key, frozenset()) | variables
    return found

  def sizes(self, words, index, call, parts):
    """What the host's variables say fills what the arguments alone leave open."""
    sizes = self.values.sizes(words, index)
    if sizes is OPEN or None not in sizes:
      return sizes
    others = self.facts.sizes(words, index, parts, call.end)
    return [other if size is None else size for size, other in zip(sizes, others)] \
        if len(others) == len(sizes) else sizes

  def _place(self, index):
    """The file and line of a token."""
    line = self.preprocessed.count(b"\n", 0, self.found[index].begin)
    return self.places[line] if line < len(self.places) else (None, line + 1)


def fitting(launches, plain, full):
  """Those of a kernel's launches that may launch one instance of it, `full`; those that name its very
  arguments, if there are any. Where none does, those that leave them to the compiler."""
  wanted = _arguments(_between(plain, full))
  fits = [(launch, _fit(_arguments(launch.arguments), wanted)) for launch in launches
          if launch.arguments is not None]
  best = max((fit for _, fit in fits), default=0)
  return [launch for launch, fit in fits if fit == best > 0] \
    or [launch for launch in launches if launch.arguments is None]


def _between(plain, full):
  """The template arguments of an instance."""
  return full[len(plain):].strip()[1:-1]


def _split(text):
  """The words of each of some template arguments."""
  return split([t.text for t in tokens(text.encode())], "([{<", ")]}>")


def _arguments(text):
  return [_plain(part) for part in _split(text)]


def _plain(words):
  text = "".join(word for word in words if word not in "()")
  number = re.fullmatch(r"(0x[0-9a-f]+|\d+)[ul]*", text.lower())
  return number.group(1) if number else {"true": "1", "false": "0"}.get(text, text)


def _fit(given, wanted):
  """2 where the arguments are the same, 1 where names stand for others, which may be the same; 0 where
  they differ."""
  if given == wanted:
    return 2
  return int(len(given) <= len(wanted) and all(
    x == y or not (_is_definite(x) and _is_definite(y)) for x, y in zip(given, wanted)))


def _is_definite(argument):
  return argument.isdigit() or argument in _TYPES

