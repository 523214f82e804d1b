"""What a `.gbpl` text says, apart from its names for temporaries: for comparing two lowerings.

`facts` collects the arrays, the axioms, the kernels' headers, and how often each place of the
source reads, writes, updates atomically, synchronises, asserts or branches. Two lowerings of a
kernel with equal facts have the same accesses at the same places.
"""

import re
from collections import Counter

from .early_return import EXCUSES_EXITED

_INLINE = re.compile(r'\{:line (\d+)\} \{:col (\d+)\} \{:fname "([^"]*)"\}')
_SITE = re.compile(r'\{:inlined_at "([^"]*)", (\d+), (\d+)\}')
_NUMBER = re.compile(r"\{:sourceloc_num (\d+)\}")
_STATEMENTS = (
    ("read", re.compile(r"\s+v\d+ := (\$\$[^\[ ]+)\[")),
    ("write", re.compile(r"\s+(\$\$[^\[ ]+)\[.*\] := ")),
    ("atomic", re.compile(r'\s+call \{:atomic\}.*(\{:atomic_function "[^"]*"\}'
                          r'(?: \{:scope "\w+"\})?).* := _ATOMIC')),
    ("copy", re.compile(r"\s+call \{:async_work_group_copy\}.* := (_ASYNC\w+)\(")),
    ("barrier", re.compile(r"\s+call .*(\$bugle_\w*barrier\(.*\));")),
    ("branch", re.compile(r"\s+goto \$\S+(,) ")),
)


def read_locations(data):
  """The groups of a `.loc` file as lists of (line, column, file)."""
  groups = []
  for group in data.split(b"\x1d")[:-1]:
    records = [r.split(b"\x1f") for r in group.split(b"\x1e") if r]
    groups.append([(int(r[0]), int(r[1]), r[2].decode()) for r in records])
  return groups


def facts(text, locations=None):
  """(arrays, axioms, kernel headers, Counter of statements by kind, what and place)."""
  counts, place = Counter(), None
  for line in text.split("\n"):
    place = _place_of(line, locations) or place
    for kind, pattern in _STATEMENTS:
      match = pattern.match(line)
      if match:
        counts[(kind, match.group(1), place if kind != "branch" else None)] += 1
        break
  arrays = set(re.findall(r"^axiom \{:array_info.*$", text, re.MULTILINE))
  axioms = set(re.findall(r"^axiom \(if.*$", text, re.MULTILINE))
  text = text.replace(EXCUSES_EXITED, "")  # Bugle has no word for it
  kernels = {re.sub(r" \{:(un)?signed [^}]*\}", "", line) for line in  # which Bugle does not say
             re.findall(r"^procedure \{:source_name .*\{:kernel\}.*$", text, re.MULTILINE)}
  return arrays, axioms, kernels, counts


def _place_of(line, locations):
  """The innermost place that is not in an included header."""
  if locations is not None:
    match = _NUMBER.search(line)
    chain = locations[int(match.group(1))] if match else []
  else:
    match = _INLINE.search(line)
    chain = []
    if match:
      chain = [(int(match.group(1)), int(match.group(2)), match.group(3))]
      chain += [(int(l), int(c), f) for f, l, c in _SITE.findall(line)]
  for row, column, file in chain:
    if "include" not in file:
      return row, column
  return chain[-1][:2] if chain else None
