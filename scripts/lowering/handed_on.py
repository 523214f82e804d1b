"""Places where host code hands a kernel on: `launch(k, n)`, `void (*f)(float *) = k;`.

A launch that is made there by another name is not seen by launches.py, so a note names the place.
Functions of the runtime (`cudaFuncSetAttribute(k, ..)`) launch nothing, or are read as launches; launches of
variables that are assigned a kernel are read (kernel_pointers.py).
"""

import re

from .kernel_pointers import launched_pointers
from .tokens import tokens

_BEFORE = frozenset(("(", ",", "=", "&", "{", "return"))
_BEHIND = frozenset((")", ",", ";", "}"))
_RUNTIME = re.compile(r"(cuda|hip|cu)[A-Z]|sizeof$|decltype$")


def handed_on(preprocessed, kernels, places=()):
  """{kernel: (file, line)} of the first such place in a preprocessed file (bytes)."""
  found = tokens(preprocessed)
  words = [token.text for token in found]
  result, variables, launched = {}, set(), launched_pointers(words, kernels)
  for at, word in enumerate(words):
    if word not in kernels or at in launched or not 0 < at < len(words) - 1:
      continue
    if _declares(words[at - 1]) and words[at + 1] not in ("(", "<"):
      variables.add(word)
    elif words[at - 1] in _BEFORE and words[at + 1] in _BEHIND and word not in result \
        and not any(map(_RUNTIME.match, _callers(words, at))):
      line = preprocessed.count(b"\n", 0, found[at].begin)
      result[word] = places[line] if line < len(places) else (None, line + 1)
  return {kernel: place for kernel, place in result.items() if kernel not in variables}


def _declares(word):
  """Whether a word before a name may be the end of the type of a variable of this name."""
  return word in ("*", ">") or re.match(r"[A-Za-z_]", word) and word not in ("return", "void")


def _callers(words, at):
  """The words before the parentheses that are open at a place, up to the statement's beginning."""
  depth = 0
  while at > 0 and words[at] not in (";", "{", "}"):
    if words[at] == ")":
      depth += 1
    elif words[at] == "(" and depth:
      depth -= 1
    elif words[at] == "(":
      yield words[at - 1]
    at -= 1
