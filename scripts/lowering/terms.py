"""Sizes of a launch that follow from arguments of the kernel: `k<<<(n + 127) / 128, 128>>>(p, n)`
runs as many blocks as its parameter says, whatever n is.

A `Term` is an expression of host code over parameters of the kernel, each part with the type in
which C computes it: `(n + 127L) / 128` has 64 bits, `(n + 127u) / 128` no sign. Where all is known
it is a number. Signed arithmetic that overflows is undefined there, and may be anything here.

Quotients of floating point that are rounded to integers, `ceil(n / 256.0f)`, are `Ratio`s: exact
while the floating-point type holds n. The size is known for these n only.
"""

from .expr import add, binary, both, bv_of, compare, either, equal, extract, implies, ite, lit, \
    negate, not_equal, resize
from .host_types import INT, LONG, common

ARITHMETIC = {"+": "ADD", "-": "SUB", "*": "MUL", "/": "DIV", "%": "REM", "&": "AND", "|": "OR",
               "^": "XOR"}
_SHIFTS = ("<<", ">>")
_ORDERS = {"<": "LT", "<=": "LE", ">": "GT", ">=": "GE"}
COMPARISONS = (*_ORDERS, "==", "!=")
_CONTRARY = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
_CONDITIONS = (*COMPARISONS, "&&", "||")


class Unknown(Exception):
  """The value does not follow from the source."""


class Term:
  """`operator`: `number` and `parameter` have that number, or what the parameter is called (its
  position; in preconditions, its name, or the name and axis of a size of the launch), in place of
  arguments that are terms; `below` a term and the power of two below which it says the value;
  `given` a position and what the parameter there is given, in any type; `cast` has one argument,
  `?` three, all others two."""

  def __init__(self, operator, arguments, kind):
    self.operator, self.arguments, self.kind = operator, arguments, kind

  @staticmethod
  def number(value, kind=INT):
    return Term("number", (kind.wrapped(value),), kind)

  @staticmethod
  def parameter(position, kind):
    return Term("parameter", (position,), kind)

  @staticmethod
  def given(position, term):
    """That the parameter at a position is given a value."""
    return Term("given", (position, term), INT)

  @staticmethod
  def applied(operator, x, y):
    """Of two terms; raises Unknown where C leaves the result undefined."""
    if operator in _SHIFTS:
      kind = x.kind.promoted()
      x = x.cast(kind)
      if y.value is None or not 0 <= y.value < kind.bits:
        raise Unknown
    else:
      kind = common(x.kind, y.kind)
      x, y = x.cast(kind), y.cast(kind)
    if operator in ("/", "%") and (y.value in (0, -1) or y.value is None and not y.is_size):
      raise Unknown
    if x.value is not None and y.value is not None:
      return _folded(operator, x.value, y.value, kind)
    return Term(operator, (x, y), INT if operator in COMPARISONS else kind)

  @staticmethod
  def joined(operator, x, y):
    """`x && y` or `x || y`."""
    if x.value is not None and y.value is not None:
      both_hold, one_holds = x.value and y.value, x.value or y.value
      return Term.number(1 if (both_hold if operator == "&&" else one_holds) else 0)
    return Term(operator, (x, y), INT)

  @staticmethod
  def chosen(condition, x, y):
    """What `condition ? x : y` is."""
    kind = common(x.kind, y.kind)
    x, y = x.cast(kind), y.cast(kind)
    if condition.value is not None:
      return x if condition.value else y
    return Term("?", (condition, x, y), kind)

  def negated(self):
    """1 where it is 0, and 0 elsewhere."""
    if self.operator in _CONTRARY:
      return Term(_CONTRARY[self.operator], self.arguments, INT)
    if self.operator in ("&&", "||"):
      return Term.joined("||" if self.operator == "&&" else "&&",
                         *(e.negated() for e in self.arguments))
    return Term.applied("==", self, Term.number(0))

  def replaced(self, known):
    """With terms in place of some parameters, and of some terms by their `repr`, of the same types."""
    if self.operator == "parameter":
      return known.get(self.arguments[0], self)
    if repr(self) in known:
      return known[repr(self)]
    return Term(self.operator, tuple(e.replaced(known) if isinstance(e, Term) else e
                                     for e in self.arguments), self.kind)

  @property
  def value(self):
    """The number that it is, or None."""
    return self.arguments[0] if self.operator == "number" else None

  @property
  def is_size(self):
    """Whether it is a size of the launch, which is never 0."""
    if self.operator == "cast":
      return self.kind.bits >= self.arguments[0].kind.bits and self.arguments[0].is_size
    return self.operator == "parameter" and isinstance(self.arguments[0], tuple)

  def cast(self, kind):
    if kind == self.kind:
      return self
    return Term.number(self.value, kind) if self.value is not None else Term("cast", (self,), kind)

  def __eq__(self, other):
    return isinstance(other, Term) and repr(self) == repr(other)

  __hash__ = None

  def __repr__(self):
    """With the types where they are not `int`, and a `~` before what is bounded."""
    text = f"${self.arguments[0]}" if self.operator == "parameter" else self._spelled(repr)
    if self.operator == "below":
      return "~" + text
    if self.kind == INT or self.operator not in ("number", "parameter", "cast"):
      return text
    return f"{text}:{'' if self.kind.signed else 'u'}{self.kind.bits}"

  def shown(self, names):
    """As text, with the parameters' names by position."""
    if self.operator == "parameter":
      return names[self.arguments[0]]
    return self._spelled(lambda e: e.shown(names))

  def _spelled(self, spell):
    if self.operator == "number":
      return str(self.value)
    if self.operator in ("cast", "below"):
      return spell(self.arguments[0])
    if self.operator == "given":
      return self._spelled_given(spell)
    parts = [spell(e) for e in self.arguments]
    if self.operator == "?":
      return f"({parts[0]} ? {parts[1]} : {parts[2]})"
    return f"({parts[0]} {self.operator} {parts[1]})"

  def _spelled_given(self, spell):
    position, term = self.arguments
    parameter = Term.parameter(position, term.kind)
    if term.operator == "parameter" and term.arguments[0] == position:
      return f"{spell(parameter)} is of type {term.kind.name}"
    return f"{spell(parameter)} == {spell(term)}"

  def parameters(self):
    """{position: bits} of those that it is about."""
    if self.operator == "parameter":
      return {self.arguments[0]: self.kind.bits}
    result = {self.arguments[0]: 1} if self.operator == "given" else {}
    for e in self._terms():
      for position, bits in e.parameters().items():
        result[position] = max(bits, result.get(position, 0))
    return result

  def _terms(self):
    return [e for e in self.arguments if isinstance(e, Term)]

  def bounds(self):
    """[(term, limit)]: it holds where each is at least 0 and below that."""
    return ([self.arguments] if self.operator == "below" else []) \
        + [bound for e in self._terms() for bound in e.bounds()]

  def relation(self, size, parameters):
    """That a size of the launch, which has 32 bits on the host, is this."""
    return self.bounded(equal(size, resize(resize(self.expression(parameters), 32), size.width)),
                         parameters)

  def bounded(self, result, parameters):
    """A condition, where the bounds hold."""
    for term, limit in self.bounds():
      e = term.cast(LONG).expression(parameters)
      result = implies(both(compare("SGE", e, lit(0, 64)), compare("SLT", e, lit(limit, 64))),
                       result)
    return result

  def expression(self, parameters):
    """As an expression of the IR, with those of the parameters by position, which are at least as
    wide as the variables of the host that they are given."""
    width = self.kind.bits
    if self.operator == "number":
      return lit(self.value, width)
    if self.operator == "parameter":
      return extract(parameters[self.arguments[0]], width, 0)
    parts = [e.expression(parameters) for e in self._terms()]
    if self.operator == "below":
      return parts[0]
    if self.operator == "cast":
      return resize(parts[0], width, self.arguments[0].kind.signed)
    if self.operator == "?":
      return ite(self.arguments[0].condition(parameters), parts[1], parts[2])
    if self.operator in _CONDITIONS:
      return resize(bv_of(self.condition(parameters)), width)
    signed = self.arguments[0].kind.signed
    if self.operator in _SHIFTS:
      operator = "SHL" if self.operator == "<<" else "ASHR" if signed else "LSHR"
      return binary(operator, parts[0], lit(self.arguments[1].value, width))
    operator = ARITHMETIC[self.operator]
    if operator in ("DIV", "REM"):
      operator = ("S" if signed else "U") + operator
    return add(*parts) if operator == "ADD" else binary(operator, *parts)

  def condition(self, parameters):
    """That it is not 0, as an expression of the IR."""
    if self.operator in ("&&", "||"):
      return (both if self.operator == "&&" else either)(*(
          e.condition(parameters) for e in self.arguments))
    if self.operator == "==" and self.arguments[1].value == 0 \
        and self.arguments[0].operator in _CONDITIONS:
      return negate(self.arguments[0].condition(parameters))
    parts = [e.expression(parameters) for e in self._terms()]
    if self.operator in COMPARISONS:
      return compared(self.operator, self.arguments[0].kind.signed, *parts)
    return not_equal(self.expression(parameters), lit(0, self.kind.bits))


class Ratio:
  """`term / divisor` as a floating-point number; `exact`: below this, the type holds the term;
  None if it does in any case."""

  def __init__(self, term, divisor, exact):
    self.term, self.divisor, self.exact = term, divisor, exact

  def rounded(self, up):
    """The integer above or below, as a Ratio again."""
    result = self.term
    if self.exact is not None:
      result = Term("below", (result, self.exact), result.kind)
    if self.divisor != 1:
      if up:
        result = Term.applied("+", result.cast(LONG), Term.number(self.divisor - 1))
      result = Term.applied("/", result, Term.number(self.divisor))
    return Ratio(result, 1, None)

  def truncated(self):
    return self.rounded(up=False).term


def compared(operator, signed, x, y):
  if operator in _ORDERS:
    return compare(("S" if signed else "U") + _ORDERS[operator], x, y)
  return equal(x, y) if operator == "==" else not_equal(x, y)


def _folded(operator, x, y, kind):
  """A number, of two in one type."""
  if operator in COMPARISONS:
    return Term.number({"<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y, "==": x == y,
                        "!=": x != y}[operator])
  if operator in ("/", "%"):
    quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
    result = quotient if operator == "/" else x - y * quotient
  else:
    result = {"+": lambda: x + y, "-": lambda: x - y, "*": lambda: x * y, "&": lambda: x & y,
              "|": lambda: x | y, "^": lambda: x ^ y, "<<": lambda: x << y,
              ">>": lambda: x >> y}[operator]()
  if kind.signed and not kind.holds(result):
    raise Unknown
  return Term.number(result, kind)
