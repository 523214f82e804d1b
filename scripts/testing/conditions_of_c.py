"""Conditions as C reads them: quotients are rounded towards zero, remainders have the dividend's sign."""

import re

PART = re.compile(r"\b([A-Za-z_]\w*)\.(\w+)\b")  # a size, or a field of a struct


class Number(int):
  """An integer of C that does not overflow."""

  def __neg__(self):
    return Number(-int(self))

  def __floordiv__(self, other):
    quotient = abs(int(self)) // abs(int(other))
    return Number(quotient if (self < 0) == (other < 0) else -quotient)

  def __mod__(self, other):
    return self - other * (self // other)


def _arithmetic(name):
  return lambda self, other: Number(getattr(int, name)(self, other))


for _name in ("add", "sub", "mul", "and"):
  setattr(Number, f"__{_name}__", _arithmetic(f"__{_name}__"))
  setattr(Number, f"__r{_name}__", _arithmetic(f"__r{_name}__"))


def holds(condition, values):
  """Whether an expression of C is not 0, for values by name ("blockDim.x")."""
  text = PART.sub(r"\1_\2", condition).replace("&&", " and ").replace("||", " or ")
  names = {name.replace(".", "_"): Number(value) for name, value in values.items()}
  return bool(eval(text.replace("/", "//"), names))
