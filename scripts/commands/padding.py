"""Padding that removes bank conflicts: a row more of a shared array moves the elements of a column
to different banks.

    __shared__ float tile[32][32];   ->   __shared__ float tile[32][33];

Each array that has conflicts and is declared with two dimensions or more in the file is made longer
by one element in its last dimension, in a copy of the source. What the kernel costs then is
measured, and the copy is verified: padding is proposed where both say so.
"""

import os
import re

from patching.diff import relative_name, unified

from . import lowering_step

_DECLARED = rb"(?:__shared__|__local|\blocal)\b[^;]*?\b%s\s*((?:\[[^\]]+\]){2,})"


class Padding:
  """One array: `before` and `after` are degrees, `diff` is text."""

  def __init__(self, array, declared, before, after, diff):
    self.array, self.declared = array, declared
    self.before, self.after, self.diff = before, after, diff

  def told(self):
    left = "" if self.after <= 1 else f" to degree {self.after}"
    return (f"{self.declared} would {'bring' if left else 'remove'} the conflicts of degree "
            f"{self.before}{left}; the kernel is verified with it\n{self.diff}")

  def as_json(self):
    return {"array": self.array, "declared": self.declared, "degree_before": self.before,
            "degree_after": self.after, "diff": self.diff}


def degrees(document):
  """{array: the worst degree of its conflicts}."""
  worst = {}
  for piece in document.get("advice", []):
    if piece["kind"] == "bank-conflict":
      worst[piece["array"]] = max(piece["degree"], worst.get(piece["array"], 1))
  return worst


def padded(source, array):
  """(the source with the array longer by one element, its new declarator), or None."""
  match = re.search(_DECLARED % re.escape(array.encode()), source)
  if match is None:
    return None
  last = match.group(1).rindex(b"[") + match.start(1)
  size = source[last + 1:match.end(1) - 1].strip()
  longer = b"%d" % (int(size) + 1) if size.isdigit() else size + b" + 1"
  declared = array.encode() + source[match.start(1):last] + b"[" + longer + b"]"
  return source[:last] + b"[" + longer + b"]" + source[match.end(1):], declared.decode()


def proposals(command, document):
  """The Paddings that help, for what `barricade advise` has said of the command's source."""
  path = command.request.input
  with open(path, "rb") as file:
    source = file.read()
  name = relative_name(path)[0]
  found = []
  for array, before in degrees(document).items():
    changed = padded(source, array)
    if changed is None:
      continue
    after = _measured(command, changed[0], array)
    if after is not None and after < before:
      diff = unified(path, source, changed[0], name).decode(errors="replace")
      found.append(Padding(array, changed[1], before, after, diff))
  return found


def _measured(command, source, array):
  """The worst degree of the array's conflicts in this source; None when it is not verified."""
  path = command.request.input
  copy = os.path.join(command.folder, "padded" + os.path.splitext(path)[1])
  with open(copy, "wb") as file:
    file.write(source)
  lowered = os.path.join(command.folder, "padded.gbpl")
  lowering_step.lower_file(copy, command.request, lowered, [os.path.dirname(os.path.abspath(path))])
  answers = {}
  for name in ("verify", "advise"):
    out = os.path.join(command.folder, f"padded-{name}.json")
    arguments = command.limited(command.program_arguments(name))
    arguments = [a for a in arguments if not a.startswith("--json") and a != "--barriers"]
    answers[name] = command.program.document(name, lowered, arguments, out)[1]
  if (answers["verify"] or {}).get("verdict") != "verified":
    return None
  return degrees(answers["advise"] or {}).get(array, 1)
