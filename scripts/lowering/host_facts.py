"""What holds of a launch's arguments wherever host code makes it:

    for (t = 0; t < size - 1; t++) k<<<g, b>>>(a, size, t);    // t >= 0, t < size - 1

A fact is the condition of a loop or branch around the launch, or the contrary of one that leaves or
ends before it; what the steps of a loop's counter say (counters.py); how one argument is computed from
others; that an argument comes from a narrower type; and what so holds of the parameters of the
function where that is called (host_callers.py).

All of this is about the values at the launch: a condition counts only if none of its variables may
change on any way from there to the launch (host_changes.py). Signed arithmetic of the host is taken
not to overflow. A variable that is no argument stands in facts until one of the arguments says it
(`n` where `n + 1` is one); what still speaks of others then is left out.
"""

import re
from itertools import pairwise

from .counters import Counters, is_power, power_of_two
from .host_callers import HostCallers
from .host_changes import HostChanges, variables
from .host_control import ControlFlow
from .host_switch import cases
from .host_types import INT
from .host_values import Names
from .sizes import stripped, value_of
from .terms import Term
from .tokens import split

_LOOPS = ("for", "while", "do")
_DEPTH = 8
_CALLS = 3  # of functions that are looked through
_INTEGERS = frozenset(("atoi", "atol", "atoll", "stoi", "stol", "strtol", "strtoul", "strtoll", "rand"))


class HostFacts:
  """Of the launches of a file, by the HostValues of its words."""

  def __init__(self, values):
    self.values, self.words = values, values.words
    self.flow = ControlFlow(self.words)
    self.changes = HostChanges(values, self.flow)
    self.callers = HostCallers(self)

  def at(self, launch, parts, start):
    """[(Term, place)] that hold at a launch whose arguments HostValues has read: lists of words, which
    stand behind `start`; None if host code never comes there."""
    arguments = self._arguments(parts, start, launch)
    found = [(fact, launch) for position, term in arguments
             for fact in _relations(position, term)]
    found += [(power_of_two(Term.parameter(position, INT)), launch)
              for position, part in enumerate(parts) if _shifted(part)]
    found += [(_is_multiple(Term.parameter(position, term.kind), by), launch)
              for position, term in arguments for by in [self._factor_of(parts[position], launch)]
              if by and term.kind.signed and term.kind.bits >= 32]
    conditions = self.conditions(launch)
    if any(term.value == 0 for term, _ in conditions):
      return None
    found += conditions
    if not self.changes.jumps(launch):
      names = {*self.values.launched, *(name for _, term in arguments for name in _hosts(term)),
               *(name for fact, _ in found for name in _hosts(fact))}
      loops = self._loops_around(launch) + self.flow.ended_before(launch)
      found += Counters(self, launch, loops).facts(sorted(names))
    known = _solved(arguments)
    result = {}
    for term, place in found:
      term = term.replaced(known)
      if term.value is None and term.parameters() and not _hosts(term) and not _is_of_itself(term):
        result.setdefault(repr(term), (term, place))
    return list(result.values())

  def sizes(self, words, launch, parts, start):
    """What an argument of a launch says, a list of Terms over the kernel's parameters, or of None where
    it is not that: by variables of the host that one of the arguments says."""
    words, place = stripped(words), launch
    if len(words) == 1:
      found = self.values.reaching.definitions(words[0], launch) or ()
      if len(found) != 1 or found[0].guard is not None or found[0].of_component \
          or not self._is_same(found[0], launch):
        return []
      words, place = stripped(found[0].words), found[0].origin
    if words[:1] == ["dim3"] and words[1:2] and words[1] in "({":
      words = words[2:-1]
    known = _solved(self._arguments(parts, start, launch))
    terms = [self.value(part, place) for part in split(words)]
    terms = [term and term.replaced(known) for term in terms]
    return [None if term is None or term.value is not None or _hosts(term) else term for term in terms]

  def conditions(self, place, depth=0):
    """[(Term, place)] that hold of the host's variables wherever host code comes to a place."""
    if self.changes.jumps(place):
      return []
    ended = [loop for loop in self.flow.ended_before(place) if not self.flow.leaves_early(loop)]
    return [fact for control in self.flow.around(place) + ended
            for fact in self._of_control(control, place)] \
        + (self.callers.facts(place, depth) if depth < _CALLS else [])

  def value(self, words, launch, depth=0):
    """The Term that an expression would have at a launch, or None."""
    return value_of(words, _Hosts(self, launch, depth)) if words else None

  def defined(self, name, place, depth):
    """The Term of what a variable is computed from, if that is the same at a place, or None."""
    found = self.values.reaching.definitions(name, place) or ()
    if len(found) != 1 or depth > _DEPTH:
      return None
    definition = found[0]
    if definition.guard is not None or definition.of_component or not self._is_same(definition, place):
      return None
    return self.value(definition.words, definition.origin, depth + 1)

  def _is_same(self, definition, place):
    """Whether what a definition computes is the same at a place behind it, in the same function."""
    origin, function = definition.origin, self.values.reaching.function
    return origin <= place and function(origin) == function(place) and self.changes.unchanged(
      definition.words, origin, place, [(origin, place), *self.loops(place, origin)])

  def _factor_of(self, argument, launch):
    """The power of two that an integer of the host, which is not known, has been multiplied with, or None."""
    found = self.values.reaching.definitions(argument[0], launch) if len(argument) == 1 else ()
    if not found or len(found) != 1 or found[0].guard is not None or found[0].of_component:
      return None
    words, origin = found[0].words, found[0].origin
    times = None if self.value(words, origin) else _last_factor(words)
    by = times and self.value(times, origin)
    return by.value if by and by.value is not None and is_power(by.value) \
        and self._is_integer(words, origin) else None

  def _is_integer(self, words, place):
    """Whether an expression is computed with integers only, of functions and variables that are known."""
    return ("-", ">") not in pairwise(words) and all(
      word in _INTEGERS or re.match(r"(0[xX][0-9a-fA-F]+|\d+)[uUlL]*$", word) or self.kind(word, place) is not None
      for word in _without_arguments(words) if re.match(r"\w|\.", word))

  def kind(self, name, place):
    """The type of an integer variable; None of other names."""
    seen = self.values.scopes.declared(name, place)
    return self.values.scopes.kind(seen.type) if seen is not None and not seen.is_dim3 else None

  def loops(self, place, since):
    """The loops around a place that begin behind another one: (first, last) each."""
    return [(loop.keyword, loop.end) for loop in self._loops_around(place) if loop.keyword > since]

  def _loops_around(self, place):
    return [control for control in self.flow.around(place) if control.kind in _LOOPS]

  def _arguments(self, parts, start, launch):
    """[(position, Term)] of the arguments that are integers."""
    result = []
    for position, part in enumerate(parts):
      term = None if self.changes.has_effects(part) else self.value(part, launch)
      if term is not None and term.value is None:
        result.append((position, term))
        if self.values.launched.get("".join(part)) == (position, start):
          computed = self.values.computed_field(part[0], part[2], launch) if len(part) == 3 else \
            self.values.computed(part[0], launch) or self.defined(part[0], launch, 0)
          result += [(position, computed)] if computed is not None else []
    return result

  def equalities(self, place):
    """{variable: the number that it is}, by the conditions around a place and of branches before it."""
    if self.changes.jumps(place):
      return {}
    result = {}
    for control in self.flow.around(place):
      for words, holds, _ in self._held(control, place):
        for name, other in _compared(words, "=" if holds else "!"):
          kind = self.kind(name, place)
          term = kind and self.value(other, place)
          if term and term.value is not None:
            result.setdefault(name, term.cast(kind))
    return result

  def _of_control(self, control, launch):
    """Facts of the condition of a loop or branch."""
    terms = [(self.value(words, launch), holds, first) for words, holds, first in self._held(control, launch)]
    return [(term if holds else term.negated(), first) for term, holds, first in terms if term is not None]

  def _held(self, control, launch):
    """(words, whether they hold, where they stand) of each part of the condition of a loop or branch, or
    of what a `switch` compares, none of which may have changed since."""
    head = self.condition(control)
    if head is None:
      return
    first, last = head
    since = control.end if control.kind == "ended" else control.closing
    regions = [(first, last), (since, launch), *self.loops(launch, control.keyword)]
    words, holds = self.words[first:last], control.holds
    if control.kind == "switch":
      labels, holds = cases(self.flow, control, launch) or ([], False)
      words = [word for label in labels for word in ("|", "|", "(", *words, ")", "=", "=", "(", *label, ")")][2:]
    for part, holds in _parts(words, holds) if words else ():
      if self.changes.unchanged(part, first, launch, regions) and not self._ends_with(control, part):
        yield part, holds, first

  def _ends_with(self, control, words):
    """Whether some words name a variable that a loop, which has ended, declares in its head."""
    seen = (self.values.scopes.declared(name, control.closing) for name in variables(words))
    return control.kind == "ended" and any(found and control.keyword < found.place for found in seen)

  def condition(self, control):
    """Where the condition of a loop or branch stands, (first, behind the last), or None."""
    if control.kind == "do":
      return None
    if self.words[control.keyword] == "for":
      parts = self.for_parts(control)
      return parts[1] if parts else None
    found = (control.opening + 1, control.closing)
    return None if ";" in self.words[slice(*found)] else found

  def for_parts(self, control):
    """The three parts of the head of a `for`, or None for one over a range."""
    places = [at for at in range(control.opening + 1, control.closing) if self.words[at] == ";"]
    if len(places) != 2:
      return None
    ends = [control.opening, *places, control.closing]
    return [(a + 1, b) for a, b in zip(ends, ends[1:])]


class _Hosts(Names):
  """Names at a launch; an integer variable is what it is computed from, or stands for itself."""

  def __init__(self, facts, place, depth):
    super().__init__(facts.values, place, depth)
    self.facts = facts

  def value(self, name):
    term = super().value(name)
    if term is not None or name in self.given:
      return term
    kind = self.facts.kind(name, self.place)
    if kind is None:
      return None
    defined = self.facts.defined(name, self.place, self.depth)
    return defined.cast(kind) if defined is not None else Term.parameter(name, kind)


def _hosts(term):
  """The variables of the host that a term speaks of."""
  return [name for name in term.parameters() if isinstance(name, str)]


def _is_of_itself(term):
  """Whether a term says how an argument is computed from itself, other than by its type."""
  return term.operator == "given" and term.arguments[1].operator != "parameter" \
      and term.arguments[0] in term.arguments[1].parameters()


def _relations(position, term):
  """What an argument that is a term says."""
  if term.operator == "?":
    condition, x, y = term.arguments
    if condition.operator in ("<", "<=", ">", ">="):
      less = condition.operator[0] == "<"
      if [repr(e) for e in condition.arguments] in ([repr(x), repr(y)], [repr(y), repr(x)]) \
          and term.kind.bits >= 32:
        smaller = less == (repr(condition.arguments[0]) == repr(x))
        argument = Term.parameter(position, term.kind)
        return [Term.given(position, term),
                *(Term.applied("<=" if smaller else ">=", argument, e) for e in (x, y))]
  result = [Term.given(position, term)]
  if term.operator == "*" and _factor(term) is not None and term.kind.bits >= 32:
    result.append(_is_multiple(Term.parameter(position, term.kind), term.arguments[1].value))
  return result


def _is_multiple(term, number):
  return Term.applied("==", Term.applied("%", term, Term.number(number)), Term.number(0))


def _without_arguments(words):
  """The words of an expression but for the arguments of functions that return integers."""
  depth = 0
  for before, word in zip(["", *words], words):
    if depth or word == "(" and before in _INTEGERS:
      depth += {"(": 1, ")": -1}.get(word, 0)
    else:
      yield word


def _last_factor(words):
  """The words behind the last `*` of a product, or None where an expression is no product."""
  depth, last = 0, None
  for at, word in enumerate(words):
    depth += 1 if word in "([{" else -1 if word in ")]}" else 0
    if depth == 0 and word in "*/":
      last = at
    elif depth == 0 and word in "+-%&|^<>=?:!~,":
      return None
  return words[last + 1:] if last and words[last] == "*" else None


def _solved(arguments):
  """{variable of the host, or repr of what is computed from such: the Term that it is by one of the
  arguments}: of `n = tiles * 32` and `tiles = (size + 31) / 32`, both are n / 32."""
  result = {}
  for position, term in arguments:
    given = Term.parameter(position, term.kind)
    while term.operator in ("+", "-", "*", "cast"):
      if term.operator == "cast":
        inner = term.arguments[0]
        if inner.kind.bits > term.kind.bits:
          break
        term, given = inner, given.cast(inner.kind)
        continue
      x, y = term.arguments
      if term.operator == "*":
        if _factor(term) is None:
          break
        term, given = x, Term.applied("/", given, y)
      elif not _hosts(y):
        term, given = x, Term.applied("-" if term.operator == "+" else "+", given, y)
      elif not _hosts(x):
        term, given = y, Term.applied("-", *((given, x) if term.operator == "+" else (x, given)))
      else:
        break
      if term.operator != "parameter" and _hosts(term):
        result.setdefault(repr(term), given)
    if term.operator == "parameter" and isinstance(term.arguments[0], str) and term.kind.bits >= 32:
      result.setdefault(term.arguments[0], given)
  return result


def _factor(term):
  """The number that a product is a multiple of; None if it may wrap around, or is none of a number."""
  x, y = term.arguments
  return y.value if term.kind.signed and y.value is not None and y.value > 0 and _hosts(x) else None


def _parts(words, holds):
  """(words, whether they hold) of what a condition joins."""
  words, joint = stripped(words), "&&" if holds else "||"
  if words[:1] == ["!"] and words[1:2] == ["("] and len(stripped(words[1:])) == len(words) - 3:
    return _parts(words[1:], not holds)
  places, depth = [], 0
  for at, word in enumerate(words[:-1]):
    depth += 1 if word in "([{" else -1 if word in ")]}" else 0
    if depth == 0:
      if word == "?":
        return [(words, holds)]
      two = word + words[at + 1]
      if two == "||" and holds:
        return [(words, holds)]  # which binds less than &&
      if two == joint and (not places or places[-1] < at - 1):
        places.append(at)
  if not places:
    return [(words, holds)]
  ends = [-2, *places, len(words)]
  return [part for a, b in zip(ends, ends[1:]) for part in _parts(words[a + 2:b], holds)]


def _compared(words, sign):
  """(word, words of the other side) of the sides of a comparison that are one word: of `==` or `!=`, as
  its first sign says."""
  depth, places = 0, []
  for at, word in enumerate(words[:-1]):
    depth += 1 if word in "([{" else -1 if word in ")]}" else 0
    if depth == 0 and words[at:at + 2] == [sign, "="]:
      places.append(at)
    elif depth == 0 and word in "?<>&|^,!":
      return []
  if len(places) != 1:
    return []
  x, y = stripped(words[:places[0]]), stripped(words[places[0] + 2:])
  return [(side[0], other) for side, other in ((x, y), (y, x)) if len(side) == 1]


def _shifted(words):
  """Whether an expression is 1, shifted by anything."""
  words = stripped(words)
  return words[:3] == ["1", "<", "<"] and not set(words[3:]) & set("<>=&|?^,")
