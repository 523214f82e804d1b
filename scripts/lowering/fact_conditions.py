"""What is known of a launch's arguments (host_facts.py) as conditions of the IR.

Host code computes with C's types, and its signed arithmetic does not overflow: what it compares are
the true sums, differences and products, here in 64 bits. So `t < n - 1` says that n is not the
smallest number.
"""

from .expr import add, binary, both, either, equal, resize
from .host_types import INT
from .terms import ARITHMETIC, COMPARISONS, compared


def condition(fact, parameters):
  """That a fact holds of the parameters by position."""
  if fact.operator in ("&&", "||"):
    return (both if fact.operator == "&&" else either)(
        *(condition(e, parameters) for e in fact.arguments))
  if fact.operator == "given":
    result = _given(*fact.arguments, parameters)
  elif fact.operator in COMPARISONS and any(_may_overflow(e) for e in fact.arguments):
    result = compared(fact.operator, True, *(_exact(e, parameters) for e in fact.arguments))
  else:
    result = fact.condition(parameters)
  return fact.bounded(result, parameters)


def says_nothing(fact, widths):
  """Whether a fact is true of all parameters that have these widths."""
  if fact.operator != "given":
    return False
  position, term = fact.arguments
  return term.operator == "parameter" and term.arguments[0] == position \
      and term.kind.bits >= widths[position]


def _may_overflow(term):
  """Whether a term is a sum, difference or product of type `int`."""
  return term.kind == INT and term.operator in ("+", "-", "*")


def _exact(term, parameters):
  """A term as an expression of 64 bits."""
  if not _may_overflow(term):
    return resize(term.expression(parameters), 64, term.kind.signed)
  parts = [_exact(e, parameters) for e in term.arguments]
  return add(*parts) if term.operator == "+" else binary(ARITHMETIC[term.operator], *parts)


def _given(position, term, parameters):
  parameter = parameters[position]
  if not _may_overflow(term) or parameter.width > 64:
    return equal(parameter, resize(term.expression(parameters), parameter.width, term.kind.signed))
  value = _exact(term, parameters)
  if parameter.width < 32:
    return equal(parameter, resize(value, parameter.width))
  return equal(resize(parameter, 64, True), value)
