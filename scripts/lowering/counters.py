"""What the steps of a loop say of its counter at a launch in it or behind it: one that only grows is at least what
it began with, one that grows by multiples of 16 keeps its last digits, one that is only doubled or
halved stays a power of two if it began as one.

The steps are all the places in the loop where the counter changes. That a signed counter does not
overflow is taken for granted, as C does; of one without sign only what holds with wrap-around is said.
"""

from math import gcd

from .terms import Term, Unknown


class Counters:
  """`facts`: the HostFacts; `loops`: the Controls of those around a launch, and of those that end
  before it."""

  def __init__(self, facts, launch, loops):
    self.host, self.launch = facts, launch
    self.loops = sorted(loops, key=lambda loop: -loop.keyword)  # inside first, and the last first
    self.words, self.changes = facts.words, facts.changes
    self.powers = set()  # the names of counters that are powers of two

  def facts(self, names):
    """[(Term, place)] of variables that have these names at the launch."""
    found, pending = [], {name: self._stepped(name) for name in names}
    for _ in range(2):  # a counter may begin with what another one is
      for name, stepped in list(pending.items()):
        if stepped and self._is_power(*stepped):
          self.powers.add(name)
          found.append((power_of_two(stepped[0]), stepped[3]))
          pending[name] = None
      pending = {name: self._stepped(name) for name in names if name not in self.powers}
    for name in names:
      stepped = self._stepped(name)
      if stepped:
        found += [(term, stepped[3]) for term in _bounds(*stepped[:3], stepped[4])]
    return found

  def _stepped(self, name):
    """(the counter, what it begins with, its steps, the place of its loop, whether it is tested
    below a bound before each step of 1), or None."""
    scopes, places = self.host.values.scopes, self.changes.places(name, self.launch)
    seen = scopes.declared(name, self.launch)
    for loop in self.loops if places else ():
      since = loop.keyword if loop.kind == "ended" else loop.closing  # its own counter ends with it
      if since < seen.place <= loop.end:
        return None
      begin = self._init(name, loop)
      steps = [at for at in places if loop.keyword <= at <= loop.end and (begin is None or at != begin[0])]
      if not steps and begin is None:
        continue
      extent = [(loop.keyword, loop.end)]
      if loop.kind == "ended":
        behind = [(loop.end, self.launch), *self.host.loops(self.launch, loop.end)]
        if any(first < at <= last for at in places for first, last in behind):
          return None
        extent += behind
      if begin is None:
        begin = self._entry(name, loop)
        if begin is not None:
          extent.append((begin[0], loop.keyword))
      steps = [self._step(at, loop) for at in steps]
      if begin is None or None in steps or not steps \
          or self.changes.calls_change(name, self.launch, extent) \
          or not self.changes.unchanged(begin[1], begin[0], self.launch, extent) or name in begin[1]:
        return None
      counter, start = (self.host.value(words, self.launch) for words in ([name], begin[1]))
      if counter is None or start is None or counter.operator != "parameter":
        return None
      return counter, start.cast(counter.kind), steps, loop.keyword, self._is_tested(name, loop, steps)
    return None

  def _init(self, name, loop):
    """(place, words) of the value that the head of a `for` gives a variable, or None."""
    parts = self.host.for_parts(loop) if self.words[loop.keyword] == "for" else None
    for at in range(*parts[0]) if parts else ():
      if self.words[at] == name and self.words[at + 1] == "=" and self.words[at + 2] != "=":
        end, depth = at + 2, 0
        while end < parts[0][1] and not (depth == 0 and self.words[end] == ","):
          depth += {"(": 1, ")": -1}.get(self.words[end], 0)
          end += 1
        return at, self.words[at + 2:end]
    return None

  def _entry(self, name, loop):
    """The same of a loop that finds the variable as it is; no loop around it leads back there."""
    found = self.host.values.reaching.definitions(name, loop.keyword)
    if not found or len(found) != 1 or found[0].of_component \
        or any(found[0].place < other.keyword < loop.keyword < other.end for other in self.loops):
      return None
    return found[0].place, found[0].words

  def _step(self, at, loop):
    """(operator, Term) of a change, `*` and `/` by powers of two for shifts; None if it is another."""
    words, name = self.words, self.words[at]
    for sign in "+-":
      if words[at + 1:at + 3] == [sign, sign] or words[at - 2:at] == [sign, sign]:
        return sign, Term.number(1)
    operator, start = words[at + 1], at + 3
    if words[at + 1:at + 4] in (["<", "<", "="], [">", ">", "="]):
      operator, start = words[at + 1] * 2, at + 4
    elif operator == "=":
      if words[at + 2] != name:
        return None
      operator, start = words[at + 3], at + 4
      if operator in ("<", ">"):
        if words[at + 4] != operator:
          return None
        operator, start = operator * 2, at + 5
    elif operator not in ("+", "-", "*", "/") or words[at + 2] != "=":
      return None
    end, depth = start, 0
    while end < len(words) and not (depth == 0 and words[end] in (";", ",", ")")):
      depth += {"(": 1, ")": -1}.get(words[end], 0)
      end += 1
    step = words[start:end]
    if operator in ("+", "-", "*", "/") and len(step) > 1 and words[at + 1] == "=":
      return None  # of v = v / a + b the last operator counts
    if not self.changes.unchanged(step, at, self.launch, [(loop.keyword, loop.end)]):
      return None
    return _normal(operator, self.host.value(step, self.launch))

  def _is_power(self, counter, start, steps, *_):
    halves = all(operator == "/" for operator, _ in steps)
    if not all(operator in ("*", "/") and is_power(step.value) for operator, step in steps) \
        or counter.kind.bits < 32:
      return False
    while start.operator in ("cast", "/", ">>", "<<", "*"):
      if start.operator in ("*", "/") and not is_power(start.arguments[1].value):
        return False
      start = start.arguments[0]
    if start.value is not None:
      return is_power(start.value) or halves and start.value == 0
    return start.operator == "parameter" and any(
      repr(self.host.value([name], self.launch)) == repr(start) for name in self.powers)

  def _is_tested(self, name, loop, steps):
    """Whether a `for` steps by 1 in its head, after a test that the counter is below something."""
    parts = self.host.for_parts(loop) if self.words[loop.keyword] == "for" else None
    return bool(parts) and len(steps) == 1 and steps[0][0] == "+" and steps[0][1].value == 1 \
        and self.words[parts[1][0]:parts[1][0] + 2] == [name, "<"] \
        and self.words[parts[1][0] + 2] not in ("<", "=") \
        and not {"|", "?", ","} & set(self.words[parts[1][0]:parts[1][1]]) \
        and name in self.words[parts[2][0]:parts[2][1]]


def power_of_two(term):
  """That a term is a power of two, or 0."""
  return Term.applied("==", Term.applied("&", term, Term.applied("-", term, Term.number(1))),
                      Term.number(0))


def is_power(number):
  return number is not None and number > 0 and number & (number - 1) == 0


def _normal(operator, step):
  """A step with shifts as products and quotients, or None."""
  if step is None:
    return None
  if operator in ("<<", ">>"):
    if step.value is None or not 0 < step.value < 31:
      return None
    return "*" if operator == "<<" else "/", Term.number(1 << step.value)
  if operator in ("*", "/") and (step.value is None or step.value < 1):
    return None
  return operator, step


def _bounds(counter, start, steps, tested):
  """What holds of a counter by its steps."""
  try:
    return _signed(counter, start, steps) if counter.kind.signed \
        else _unsigned(counter, start, steps, tested)
  except Unknown:
    return []


def _signed(counter, start, steps):
  operators = {operator for operator, _ in steps}
  zero = Term.number(0)
  result = []
  if operators <= {"+", "*"} or operators == {"-"}:
    bound = Term.applied("<=" if operators == {"-"} else ">=", counter, start)
    for operator, step in steps:
      if operator == "*":
        bound = _where(Term.applied(">=", start, zero), bound)
      elif step.kind.signed or step.value is not None:
        bound = _where(Term.applied(">=", step, zero), bound)
      else:
        return []
    result.append(bound)
  elif operators == {"/"}:
    begins = Term.applied(">=", start, zero)
    result += [_where(begins, Term.applied(">=", counter, zero)),
               _where(begins, Term.applied("<=", counter, start))]
  if operators == {"+"} and start.value is not None and start.value >= 0:
    result += _multiples(counter, start, steps, "%")
  return result


def _unsigned(counter, start, steps, tested):
  operators = {operator for operator, _ in steps}
  if operators == {"/"}:
    return [Term.applied("<=", counter, start)]
  result = [Term.applied(">=", counter, start)] if tested else []
  if operators <= {"+", "-"} and start.value is not None:
    result += _multiples(counter, start, steps, "&")
  return result


def _multiples(counter, start, steps, operator):
  """That a counter differs from what it began with by a multiple of its steps."""
  step = 0
  for _, term in steps:
    if term.value is None or term.value <= 0:
      return []
    step = gcd(step, term.value)
  if step < 2 or operator == "&" and not is_power(step):
    return []
  rest = Term.applied(operator, counter, Term.number(step if operator == "%" else step - 1))
  return [Term.applied("==", rest, Term.number(start.value % step))]


def _where(condition, fact):
  """A fact that holds under a condition."""
  if condition.value is not None:
    if not condition.value:
      raise Unknown
    return fact
  return Term.joined("||", condition.negated(), fact)
