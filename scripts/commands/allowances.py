"""Findings that the source allows, each with a reason:

    out[i] += 1;  // barricade: allow race -- the histogram is approximate

The comment stands on the line of one of the accesses, or by itself on the line above. It takes
several kinds, separated by commas. What it allows is reported with its reason and fails nothing,
but proves nothing either: the verdict stays what it is.
"""

import os
import re

from .exit_codes import REJECTED, Stop

KINDS = ("race", "divergence", "assertion", "invariant", "precondition", "postcondition", "bounds",
         "constant-write", "null-pointer", "barrier-invariant", "async", "synchronization",
         "uninitialized", "overflow", "misaligned", "shared-memory")
MARK = b"barricade: allow"
_COMMENT = re.compile(r"//\s*barricade:\s*allow\b(.*)")
_ALLOWED = re.compile(r"\s+([\w-]+(?:\s*,\s*[\w-]+)*)\s+--\s+(\S.*?)\s*")


class Allowance:
  """`line` is the one whose findings are allowed, `place` where the comment stands."""

  def __init__(self, path, line, place, kinds, reason):
    self.path, self.line, self.place = path, line, place
    self.kinds, self.reason = kinds, reason
    self.used = False


def present(path):
  """Whether a file may hold an allowance."""
  try:
    with open(path, "rb") as file:
      return MARK in file.read()
  except OSError:
    return False


class Allowances:
  """Those of all files that findings lie in, read when they are asked for."""

  def __init__(self):
    self._files = {}

  def of_file(self, path):
    real = os.path.realpath(path)
    if real not in self._files:
      self._files[real] = list(_read(path)) if present(path) else []
    return self._files[real]

  def match(self, finding):
    """The allowance of a finding, or None. One of its accesses, or of the calls around it, has to
    stand on the line."""
    for place in finding["accesses"]:
      for at in (place, *(place.get("call_chain") or ())):
        for allowance in self.of_file(os.path.join(at.get("directory") or "", at["file"])):
          if allowance.line == at["line"] and finding["kind"] in allowance.kinds:
            allowance.used = True
            return allowance
    return None


def _read(path):
  with open(path, encoding="utf-8", errors="replace") as file:
    lines = file.read().split("\n")
  for number, line in enumerate(lines, 1):
    comment = _COMMENT.search(line)
    if comment is None:
      continue
    place = f"{path}:{number}:{comment.start() + 1}"
    allowed = _ALLOWED.fullmatch(comment.group(1))
    if allowed is None:
      raise Stop(REJECTED, f"{place}: error: an allowance is '// barricade: allow KIND -- reason', "
                           "with a reason")
    kinds = re.split(r"\s*,\s*", allowed.group(1))
    for kind in kinds:
      if kind not in KINDS:
        import difflib  # for a mistake only
        close = difflib.get_close_matches(kind, KINDS, 1)
        raise Stop(REJECTED, f"{place}: error: '{kind}' is no kind of finding"
                             + (f"; did you mean '{close[0]}'?" if close else ""))
    yield Allowance(path, _meant(lines, number, line[:comment.start()]), place, kinds,
                    allowed.group(2))


def _meant(lines, number, before):
  """The line itself, or the next that is more than a comment where nothing stands before it."""
  if before.strip():
    return number
  while number < len(lines) and re.fullmatch(r"\s*(//.*)?", lines[number]):
    number += 1
  return number + 1
