"""What of a text was replaced, in whole lines: the form in which editors and SARIF take changes."""

import difflib
import re

_LINES = re.compile(r"[^\n]*\n|[^\n]+")


def replacements(old, new):
  """[{"start_line", "start_column", "end_line", "end_column", "text"}] from bytes to bytes. Lines
  and columns count from 1, columns in UTF-16 code units; the end is the first place that stays."""
  before, after = _lines(old), _lines(new)
  found = []
  for kind, i, j, k, l in difflib.SequenceMatcher(None, before, after, False).get_opcodes():
    if kind != "equal":
      line, column = _end(before, j)
      found.append({"start_line": i + 1, "start_column": 1, "end_line": line, "end_column": column,
                    "text": "".join(after[k:l])})
  return found


def _lines(data):
  return _LINES.findall(data.decode("utf-8", "replace"))


def _end(lines, count):
  """The end of a region that holds the first `count` lines: the start of the next one, if any."""
  if 0 < count == len(lines) and not lines[-1].endswith("\n"):
    return count, len(lines[-1].encode("utf-16-le")) // 2 + 1
  return count + 1, 1
