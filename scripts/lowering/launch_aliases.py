"""Arguments of a launch that point into one array, `blur<<<g, b>>>(a, a, n)`, or nowhere.

They are compared as they are written, and by what variables were declared with (pointer_copies.py):
two that say the same address, casts apart, are one pointer; of others that begin at the same
variable nothing is known but that they may overlap.
"""

import re
from typing import NamedTuple

_CASTS = frozenset(("static_cast", "reinterpret_cast", "const_cast"))
_NULL = frozenset(("NULL", "nullptr", "__null", "0", "0L"))
_METHODS = frozenset(("data", "get"))
_DEPTH = 8  # names of one pointer


class Aliases(NamedTuple):
  """Pairs of positions of arguments, the first before the second."""
  same: tuple = ()
  overlapping: tuple = ()


def launch_aliases(arguments, origin=lambda name: None):
  """The Aliases among the arguments (lists of words) of a launch; whether they are pointers is not
  known here. `origin` gives the words of what a variable is another name of, or None."""
  found = [(position, _first(_address(list(words)), origin))
           for position, words in enumerate(arguments)]
  pairs = [(first, second, a[1] == b[1]) for first, a in found if a
           for second, b in found if b and first < second and a[0] == b[0]]
  return Aliases(tuple((a, b) for a, b, same in pairs if same),
                 tuple((a, b) for a, b, same in pairs if not same))


def variable_of(words, origin=lambda name: None):
  """The words of the variable that an argument's address begins at, or None."""
  address = _first(_address(list(words)), origin)
  return address and address[0]


def null_arguments(arguments):
  """The positions of the arguments of a launch that are null as they are written, if they are
  pointers."""
  plain = [_without_casts(list(words)) for words in arguments]
  return tuple(position for position, words in enumerate(plain)
               if len(words) == 1 and words[0] in _NULL)


def _first(address, origin):
  """The address with what its variable is another name of."""
  for _ in range(_DEPTH):
    words = address and len(address[0]) == 1 and origin(address[0][0])
    before = words and _address(list(words))
    if not before:
      break
    address = before[0], before[1] + (["+"] if before[1] and address[1] else []) + address[1]
  return address


def _address(words):
  """(variable, offset) of a pointer, both as they are written; None where it is anything else."""
  words = _without_casts(words)
  if words[-2:] == ["(", ")"] and words[-4:-3] == ["."] and words[-3] in _METHODS:
    words = words[:-4]
  element = words[:1] == ["&"]
  words = words[1:] if element else words
  end = _end_of_variable(words)
  variable, offset = words[:end], words[end:]
  if element and offset[:1] == ["["] and offset[-1] == "]":
    offset = offset[1:-1]
  elif element or offset and offset[0] not in "+-":
    return None
  elif offset[:1] == ["+"]:
    offset = offset[1:]
  if not variable or variable[0] in (*_NULL, "this") or not re.match(r"[A-Za-z_]", variable[0]) \
      or _has_effects(offset):
    return None
  return variable, [] if offset == ["0"] else offset


def _without_casts(words):
  """What is cast, without brackets around it."""
  while words:
    closes = _closing(words, 0) if words[0] == "(" else None
    if closes == len(words) - 1:
      words = words[1:-1]
    elif closes and words[closes - 1] == "*" and all(re.match(r"[\w:*]", w) for w in words[1:closes]):
      words = words[closes + 1:]
    elif words[-1] == ")" and (words[0] in _CASTS or "raw_pointer_cast" in words):
      words = words[words.index("(") + 1:-1]
    else:
      break
  return words


def _end_of_variable(words):
  """Behind `a`, `s.a`, `p->a` and `n::a` at the beginning of some words."""
  end = 1
  while len(words) > end + 1:
    if words[end] == ".":
      end += 2
    elif words[end:end + 2] in (["-", ">"], [":", ":"]):
      end += 3
    else:
      break
  return min(end, len(words))


def _has_effects(words):
  """Whether what the words compute may be another value each time."""
  text = " ".join(words)
  return "(" in text or "=" in text or "+ +" in text or "- -" in text


def _closing(words, index):
  depth = 0
  for at in range(index, len(words)):
    depth += 1 if words[at] in "([{" else -1 if words[at] in ")]}" else 0
    if depth == 0:
      return at
  return None
