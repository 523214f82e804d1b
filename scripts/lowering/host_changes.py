"""Whether variables of host code keep their values from one place to another, judged on the text.

A change counts if it stands between, or in a function that is called between and may reach a
variable that is not local. Where a reference or a pointer to the variable lives on, or a lambda
changes it, nothing is known. A function that nothing here defines, but of the libraries that
everybody uses, may change whatever other files may.
"""

import re

_KEYWORDS = frozenset(("if", "for", "while", "switch", "return", "sizeof", "catch", "decltype", "alignof",
                       "static_cast", "reinterpret_cast", "const_cast", "dynamic_cast", "new", "delete",
                       "else", "do", "throw", "dim3", "int", "unsigned", "float", "double", "long", "char"))
_LIBRARY = frozenset("""
  printf fprintf sprintf snprintf puts putchar fputs fflush fopen fclose fread fwrite fgets perror scanf
  fscanf sscanf malloc calloc realloc free memset memcpy memmove memcmp strcmp strncmp strcpy strncpy
  strlen strcat atoi atof atol strtol strtoul strtod exit abort assert time clock gettimeofday
  clock_gettime difftime rand srand drand48 srand48 random srandom abs fabs fabsf sqrt sqrtf pow powf
  sin cos exp log log2 ceil floor ceilf floorf min max getenv sleep usleep""".split())
_FOREIGN = re.compile(r"(cuda|cu|hip|nvtx|cublas|cufft|curand|omp_|MPI_|__cuda|__hip)[A-Z_a-z]")


class HostChanges:
  def __init__(self, values, flow):
    self.scopes, self.words, self.flow = values.scopes, values.words, flow
    self.reaching = values.reaching
    self.bodies = self._bodies()
    self.mentions = {name: self._mentioned(extents) for name, extents in self.bodies.items()}

  def unchanged(self, words, place, launch, regions):
    """Whether all variables in some words, which stand at a place, mean the same at a launch behind
    it and do not change in regions (first, last) of the text."""
    return all(self._is_kept(name, place, launch, regions) for name in variables(words)) \
        and not self.has_effects(words)

  def places(self, name, place):
    """Where the variable that a name means at a place may change; None if that is not known."""
    seen = self.scopes.declared(name, place)
    if seen is None:
      return None
    member = self.scopes.is_member(seen)
    found = [at for at in self.scopes.changed.get(name, ())
             if member or self.scopes.declared(name, at) is seen]
    inner = len(seen.block)
    if any(self.scopes.is_kept(at) for at in found) or any(
        self.reaching.is_lambda(brace) for at in found for brace in self.scopes.opened[at][inner:]):
      return None
    return found

  def calls_change(self, name, place, regions):
    """Whether what is called in regions may change a variable."""
    seen = self.scopes.declared(name, place)
    if self._is_of_function(seen):
      return False
    changed = {self._function_at(at) for at in self.places(name, place) or ()}
    private = self._is_private(seen) and None not in changed
    return self._calls(changed, private, regions)

  def _calls(self, changed, private, regions):
    """Whether what is called in regions may run one of the functions in `changed`, or, of a variable
    that is not private, one of another file."""
    return any(self._reaches(called, changed, private, set())
               for first, last in regions for called in self._called(first, last))

  def has_effects(self, words):
    """Whether an expression changes variables."""
    return any(a + b in ("++", "--") or a + b + c in ("<<=", ">>=")
               or b == "=" and a not in "=!<>" and c != "="
               for a, b, c in zip(words, words[1:], [*words[2:], ""]))

  def jumps(self, place):
    """Whether the function around a place has a `goto`."""
    brace = self.reaching.function(place)
    return "goto" in (self.words if brace is None
                      else self.words[brace:self.flow.partner.get(brace, len(self.words))])

  def _is_kept(self, name, place, launch, regions):
    seen, found = self.scopes.declared(name, launch), self.places(name, launch)
    if seen is None:  # declared in a class elsewhere, or no variable
      return name not in self.scopes.changed and not self._calls(set(), False, regions)
    if found is None or self.scopes.declared(name, place) is not seen:
      return False
    return not any(first <= at <= last for at in found for first, last in regions) \
        and not self.calls_change(name, launch, regions)

  def _is_of_function(self, seen):
    """Whether a variable is a parameter or a local one."""
    return any(self.words[brace] == "{" and self.words[brace - 1] in (")", "const")
               for brace in seen.block)

  def _is_private(self, seen):
    """Whether no other file can name a variable."""
    at = seen.place
    while at > 0 and self.words[at - 1] not in (";", "{", "}"):
      at -= 1
      if self.words[at] in ("static", "const", "constexpr"):
        return True
    return False

  def _called(self, first, last):
    """The names between two places that are called, or name a function of this file."""
    words = self.words
    for at in range(first, min(last, len(words) - 2) + 1):
      word = words[at]
      if word in self.bodies or words[at + 1] == "(" and re.match(r"[A-Za-z_]", word) \
          and word not in _KEYWORDS and words[at - 3:at] != ["std", ":", ":"]:
        before = words[at - 1]
        if not re.match(r"[A-Za-z_]\w*$", before) or before in ("return", "else", "do", "throw"):
          yield word
        elif before not in _KEYWORDS:
          yield before  # `Timer t(x)`: its constructor

  def _reaches(self, name, changed, private, seen):
    """Whether a function may run one of those in `changed`."""
    if name in seen:
      return False
    seen.add(name)
    if name not in self.bodies:
      return not (private or name in _LIBRARY or _FOREIGN.match(name))
    return name in changed or any(self._reaches(called, changed, private, seen)
                                  for called in self.mentions[name])

  def _function_at(self, place):
    """The name of the function that a place is in, or None."""
    return next((name for name, extents in self.bodies.items()
                 if any(first <= place <= last for first, last in extents)), None)

  def _bodies(self):
    """{name: extents} of the functions that are defined here."""
    result, words = {}, self.words
    for brace, word in enumerate(words):
      if word != "{":
        continue
      closing = brace - 1
      while closing > 0 and words[closing] in ("const", "noexcept", "override", "final"):
        closing -= 1
      at = self.flow.partner.get(closing, 0) - 1 if words[closing] == ")" else 0
      if at > 0 and re.match(r"[A-Za-z_]", words[at]) and words[at] not in _KEYWORDS:
        result.setdefault(words[at], []).append((at, self.flow.partner.get(brace, len(words) - 1)))
    return result

  def _mentioned(self, extents):
    return {called for first, last in extents for called in self._called(first + 1, last)}


def variables(words):
  """The names in an expression that may be variables."""
  for at, word in enumerate(words):
    before, after = words[at - 1] if at else "", words[at + 1:at + 3]
    if re.match(r"[A-Za-z_]", word) and before not in (".", ">") \
        and after[:1] != ["("] and after != [":", ":"]:
      yield word
