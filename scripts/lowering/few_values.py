"""The values that an expression can have, where its form leaves only a few: `1 + (i & 1)` is 1 or 2.

They are told by the operators, and by the ids that a block has, whatever other variables hold.
"""

from .expr import fold_binary, is_builtin, is_lit

_MOST = 16


def few_values(e, definitions, greatest=None, natural=()):
  """A set of numbers without sign, or None where there are more. `definitions`: what the variables
  that are set once hold; `greatest`: by name, what others are at most; `natural`: the names of those
  that are never negative."""
  return _Values(definitions, greatest or {}, natural).of(e)


class _Values:
  def __init__(self, definitions, greatest, natural):
    self.definitions = definitions
    self.greatest = greatest
    self.natural = natural
    self.known = {}  # by the name of a variable

  def of(self, e):
    values = self._made(e)
    if values is None:
      most = self._most(e)
      values = range(most + 1) if most is not None and most < _MOST else None
    return set(values) if values is not None and len(values) <= _MOST else None

  def _most(self, e):
    """The greatest number that it can be, where that follows from ids."""
    if e.kind == "var":
      definition = self.definitions.get(e.name)
      return self._most(definition) if definition is not None else self.greatest.get(e.name)
    if is_builtin(e, "_ZEXT"):
      return self._most(e.args[0])
    if is_builtin(e, "_") and len(e.args) == 2 and is_lit(e.args[1]):
      op, most, by = e.name.split("_", 1)[1], self._most(e.args[0]), e.args[1].name
      if most is not None and by > 0 and op in ("UDIV", "SDIV"):  # ids are far below 2^31
        return most // by
      if most is not None and op in ("LSHR", "ASHR"):
        return most >> by
    return None

  def _made(self, e):
    if e.kind == "lit":
      return {e.name}
    if e.kind == "var" and e.name in self.definitions:
      if e.name not in self.known:
        self.known[e.name] = self.of(self.definitions[e.name])
      return self.known[e.name]
    if e.kind == "ite":
      return _union(self.of(part) for part in e.args[1:])
    if e.kind == "extract":
      _, high, low = e.args
      return _mapped(self.of(e.args[0]), lambda v: v >> low & (1 << high - low) - 1)
    if is_builtin(e, "_ZEXT"):
      return self.of(e.args[0])
    if is_builtin(e, "_SEXT"):
      sign = 1 << e.args[0].width - 1
      return _mapped(self.of(e.args[0]), lambda v: ((v ^ sign) - sign) % (1 << e.width))
    if is_builtin(e, "_") and len(e.args) == 2 and e.width:
      return self._of_operation(e)
    return None

  def _of_operation(self, e):
    op = e.name.split("_", 1)[1]
    x, y = (self.of(a) for a in e.args)
    if op == "AND":
      for mask in (x, y):
        if mask is not None and len(mask) == 1 and bin(min(mask)).count("1") <= 4:
          return _parts(min(mask))
    if op in ("UREM", "SREM") and y is not None and len(y) == 1 and 0 < min(y) <= _MOST:
      is_natural = op == "UREM" or e.args[0].kind == "var" and e.args[0].name in self.natural
      least = 0 if is_natural else 1 - min(y)
      return {v % (1 << e.width) for v in range(least, min(y))}
    if x is None or y is None:
      return None
    values = {fold_binary(op, a, b, e.width) for a in x for b in y}
    return None if None in values else {v % (1 << e.width) for v in values}


def _parts(mask):
  """The numbers whose bits are among those of a mask."""
  values = {0}
  for bit in range(mask.bit_length()):
    if mask >> bit & 1:
      values |= {v | 1 << bit for v in values}
  return values


def _mapped(values, change):
  return None if values is None else {change(v) for v in values}


def _union(sets):
  all_values = set()
  for values in sets:
    if values is None:
      return None
    all_values |= values
  return all_values
