"""Where in a program the contents of an array come from. The verifier takes any contents for what a
kernel is given; attributes say that these need not be contents that the program has:

    {:computed_by "scan"}   another kernel has stored them, and this one reads them, adds to them
                            atomically or stores more: prefix sums, places in lists, the beginnings
                            of rows, the vertices that a search has come to
    {:given}                no kernel stores them: host code does

Whether two launches get one array is told by the variables of host code (host_pointers.py).
"""

import re

_ARRAY = re.compile(r"\$\$arg\.[^\s\[,:]+")
_ZERO = re.compile(r"0bv\d+;")


class _Stores:
  """What a unit (files.py) does to its arrays that are parameters by themselves."""

  def __init__(self, unit):
    self.unit = unit
    # {array: variables of host code}
    self.arrays = {f"$$arg.{name}": variables for name, variables in unit.pointers.items()} if unit.text else {}
    self.atomic, self.plain, self.computed = set(), set(), set()
    for line in unit.text.splitlines() if self.arrays else ():
      targets, assigns, value = line.partition(" := ")
      if not assigns:
        continue
      arrays = _ARRAY.findall(targets)  # what is between brackets mentions none
      if "{:atomic}" in targets:
        self.atomic.update(arrays)
      else:
        self.plain.update(arrays)
      if not _ZERO.fullmatch(value.strip()):
        self.computed.update(arrays)

  def variables(self, arrays):
    return frozenset().union(*(self.arrays[array] for array in arrays if array in self.arrays))


def mark_contents(units):
  """Adds the attributes to the texts of the units of a program."""
  stores = [_Stores(unit) for unit in units]
  for own in stores:
    for array, variables in own.arrays.items():
      attribute = _attribute(own, array, variables, stores)
      if attribute:
        own.unit.text = own.unit.text.replace(f" {array} :", f" {{:{attribute}}} {array} :", 1)


def _attribute(own, array, variables, stores):
  if not variables:
    return ""
  is_stored = bool(variables & own.variables(own.plain))
  is_counter = bool(variables & own.variables(own.atomic))
  if is_counter and array not in own.atomic or is_stored and array not in own.plain:
    return ""
  kernels = {other.unit.kernel for other in stores if other.unit.kernel != own.unit.kernel and variables &
             other.variables(other.plain & other.computed if is_counter or is_stored else other.plain | other.atomic)}
  if kernels:
    return f'computed_by "{min(kernels)}"'
  return "" if is_counter or is_stored else "given"
