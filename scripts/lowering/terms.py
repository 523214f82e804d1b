"""Sizes of a launch that follow from arguments of the kernel: `k<<<(n + 127) / 128, 128>>>(p, n)`
runs as many blocks as its parameter says, whatever n is.

A term is a number or a `Term` over parameters of the kernel. Numbers are those of the host's `int`
or `unsigned`, which the kernel's parameters have as well: an `int` does not overflow there, an
`unsigned` wraps around as a bit vector does.
"""

from .expr import add, binary, lit

_OPERATORS = {"+": "ADD", "-": "SUB", "*": "MUL"}
_SIGNED, _UNSIGNED = "int", ("unsigned", "uint", "uint32_t")
KINDS = (_SIGNED, "int32_t", *_UNSIGNED)


class Term:
  """A parameter, by its position, or an operator with two arguments."""

  def __init__(self, operator, arguments, signed):
    self.operator, self.arguments, self.signed = operator, arguments, signed

  @staticmethod
  def parameter(position, kind):
    return Term("parameter", (position,), kind not in _UNSIGNED)

  @staticmethod
  def applied(operator, x, y):
    """None where the kinds differ or the operator is another one."""
    signs = {e.signed for e in (x, y) if isinstance(e, Term)}
    if len(signs) > 1 or operator not in (*_OPERATORS, "/"):
      return None
    if operator == "/" and not (isinstance(y, int) and y > 0):
      return None
    return Term(operator, (x, y), signs.pop())

  def __eq__(self, other):
    return isinstance(other, Term) and repr(self) == repr(other)

  __hash__ = None

  def __repr__(self):
    if self.operator == "parameter":
      return f"${self.arguments[0]}"
    return f"({self.arguments[0]!r} {self.operator} {self.arguments[1]!r})"

  def shown(self, names):
    """As text, with the parameters' names by position."""
    if self.operator == "parameter":
      return names[self.arguments[0]]
    x, y = (e.shown(names) if isinstance(e, Term) else str(e) for e in self.arguments)
    return f"({x} {self.operator} {y})"

  def positions(self):
    if self.operator == "parameter":
      return {self.arguments[0]}
    return {p for e in self.arguments if isinstance(e, Term) for p in e.positions()}

  def expression(self, parameters, width):
    """As an expression of the IR, with those of the parameters by position."""
    if self.operator == "parameter":
      return parameters[self.arguments[0]]
    x, y = (e.expression(parameters, width) if isinstance(e, Term) else lit(e, width)
            for e in self.arguments)
    if self.operator == "/":
      return binary("SDIV" if self.signed else "UDIV", x, y)
    return add(x, y) if self.operator == "+" else binary(_OPERATORS[self.operator], x, y)
