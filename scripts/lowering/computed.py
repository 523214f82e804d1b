"""Arrays that one kernel of a program computes and another one only reads: prefix sums, places in
lists, the beginnings of rows. The verifier takes any contents for them; the attribute
`{:computed_by "scan"}` says that these need not be contents that the program has.

Whether two launches get one array is told by the variables of host code (host_pointers.py).
"""

import re

_ARRAY = re.compile(r"\$\$arg\.[^\s\[,:]+")


def mark_computed(units):
  """Adds the attributes to the texts of the units (files.py) of a program."""
  stored = {unit: _stored(unit) for unit in units}
  writers = {}  # variable of host code -> names of kernels
  for unit, variables in stored.items():
    for variable in variables:
      writers.setdefault(variable, set()).add(unit.kernel)
  for unit in units:
    for array, variables in _arrays(unit).items():
      kernels = set().union(*(writers.get(variable, ()) for variable in variables))
      if kernels and not variables & stored[unit]:
        unit.text = unit.text.replace(f" {array} :", f' {{:computed_by "{min(kernels)}"}} {array} :', 1)


def _stored(unit):
  """The variables of host code whose arrays a unit writes."""
  arrays = _arrays(unit)
  written = _written(unit.text) if arrays else ()
  return frozenset().union(*(arrays[array] for array in arrays if array in written))


def _arrays(unit):
  """{array: variables of host code} of a unit's pointers that are parameters by themselves."""
  return {f"$$arg.{name}": variables for name, variables in unit.pointers.items()} if unit.text else {}


def _written(text):
  """The arrays in front of some `:=`; what is between brackets there mentions none."""
  return {array for line in text.splitlines() if " := " in line
          for array in _ARRAY.findall(line.partition(" := ")[0])}
