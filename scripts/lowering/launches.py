"""The launches that host code makes: which kernel, and with what sizes as far as the source tells.

They are read from the preprocessed text, so that macros are gone. A size is a number where it
follows from constants, from variables that are given a value once, and from arithmetic on these;
anything else stands for any size. A launch need not compile here for its sizes to be read.
"""

from .host_arrays import HostArrays
from .host_facts import HostFacts
from .host_scopes import Scopes
from .host_values import HostValues
from .terms import Term
from .tokens import split, tokens


class Launch:
  """`arguments`: the template arguments as written, without spaces, or None; `grid` and `block`:
  lists of sizes, None standing for any; `values`: those of the kernel's parameters, likewise;
  `arrays`: the bytes that those are allocated which are pointers; `shared`: the bytes of dynamic
  shared memory, likewise; `terms`: what any size is in terms of the parameters, by `num_groups` or
  `group_size` and axis; `facts`: (Term, place) of what holds of the parameters (host_facts.py);
  `place`: file and line."""

  def __init__(self, kernel, arguments, grid, block, place, values=(), arrays=(), shared=None, facts=()):
    self.place, self.facts = place, list(facts)
    self.kernel, self.arguments, self.values = kernel, arguments, list(values)
    self.arrays, self.shared = list(arrays), shared
    self.terms = {(name, axis): size
                  for name, given in (("num_groups", grid), ("group_size", block))
                  for axis, size in zip("xyz", given) if isinstance(size, Term)}
    self.grid, self.block = ([None if isinstance(size, Term) else size for size in given]
                             for given in (grid, block))

  @property
  def sizes(self):
    return tuple(self.grid), tuple(self.block)


def read_launches(preprocessed, kernels, places=()):
  """The launches of some kernels (names) in a preprocessed file (bytes); `places`: the files and lines
  that its lines come from."""
  found = tokens(preprocessed)
  words = [token.text for token in found]
  values = HostValues(Scopes(words))
  allocated, facts = HostArrays(values), HostFacts(values)
  launches = []
  for index in range(len(words) - 3):
    if words[index:index + 3] != ["<", "<", "<"]:
      continue
    name, arguments = _launched(words, index)
    if name not in kernels:
      continue
    end = _end(words, index + 3)
    parts = split(words[index + 3:end])
    if len(parts) < 2:
      continue
    numbers = values.arguments(end + 3, index)
    grid, block = (values.sizes(part, index) for part in parts[:2])
    shared = values.whole(parts[2], index) if len(parts) > 2 else 0
    known = [(term, _place(preprocessed, found[at], places)) for term, at in facts.at(index, end + 3)]
    launches.append(Launch(name, arguments, grid, block, _place(preprocessed, found[index], places),
                           numbers, allocated.arguments(end + 3, index), shared, known))
  return launches


def _place(preprocessed, token, places):
  line = preprocessed.count(b"\n", 0, token.begin)
  return places[line] if line < len(places) else (None, line + 1)


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
