"""Padding that removes bank conflicts: a row more of a shared array moves the elements of a column
to different banks.

    __shared__ float tile[32][32];   ->   __shared__ float tile[32][33];

Each declaration with two dimensions or more of an array that has conflicts is made longer by one
element in its last dimension, in a copy of the source. What the kernels cost then is measured, and
the copy is verified: padding is proposed where it costs no kernel anything, and the verdicts of all
kernels stay what they are without padding. An array that the file also uses in another way than by
all of its subscripts is left alone: `p[32 * y + x]` with `p = &tile[0][0]` would mean other elements.
"""

import os
import re
import sys

from lowering.tokens import closing, tokens
from patching.diff import relative_name, unified

from . import project, summary
from .changed_copy import changed_copy, read
from .exit_codes import CONDITIONAL, FINE

_NAMED = rb"(?:__shared__|__local|\blocal)\b[^;]*?\b%s\b"
_DECLARED = rb"(?:__shared__|__local|\blocal)\b[^;]*?\b%s\s*((?:\[[^\]]+\]){2,})"


class Padding:
  """One array: `before` and `after` are degrees, `diff` is text; `condition`: under which the
  kernels that have conflicts are verified, "" for no condition."""

  def __init__(self, array, declared, before, after, condition, diff):
    self.array, self.declared = array, declared
    self.before, self.after, self.condition, self.diff = before, after, condition, diff

  def told(self):
    left = "" if self.after <= 1 else f" to degree {self.after}"
    under = f" under the same condition as without: {self.condition}" if self.condition else ""
    return (f"{self.declared} would {'bring' if left else 'remove'} the conflicts of degree "
            f"{self.before}{left}; the kernel is verified with it{under}\n{self.diff}")

  def as_json(self):
    return {"array": self.array, "declared": self.declared, "degree_before": self.before,
            "degree_after": self.after, "condition": self.condition, "diff": self.diff}


def degrees(document):
  """{array: the worst degree of its conflicts}."""
  worst = {}
  for piece in (document or {}).get("advice", []):
    if piece["kind"] == "bank-conflict":
      worst[piece["array"]] = max(piece["degree"], worst.get(piece["array"], 1))
  return worst


def padded(source, array):
  """[(the source with an array of this name longer by one element, its new declarator, the offset of
  its first subscript)], one for each declaration."""
  return [(*_longer(source, match, array), match.start(1))
          for match in re.finditer(_DECLARED % re.escape(array.encode()), source)]


def _longer(source, match, array):
  last = match.group(1).rindex(b"[") + match.start(1)
  size = source[last + 1:match.end(1) - 1].strip()
  longer = b"%d" % (int(size) + 1) if size.isdigit() else size + b" + 1"
  declared = array.encode() + source[match.start(1):last] + b"[" + longer + b"]"
  return source[:last] + b"[" + longer + b"]" + source[match.end(1):], declared.decode()


def is_only_subscripted(source, array, declared):
  """Whether each use of an array is an element of it: by as many subscripts as the declaration has
  whose first one is at the offset `declared`, up to the next declaration of that name."""
  name = re.escape(array.encode())
  if re.search(rb"#[ \t]*define\b[^\n]*\b%s\b" % name, source):
    return False
  later = (match.end() for match in re.finditer(_NAMED % name, source) if match.end() > declared)
  end = min(later, default=len(source))
  found = tokens(source)
  words = [token.text for token in found]
  uses = [at for at, token in enumerate(found) if token.text == array
          and declared <= token.begin and token.end < end]
  own = next(at for at, token in enumerate(found) if token.begin >= declared) - 1
  return all(_subscripts(found, at) == _subscripts(found, own)
             and (words[at - 1] != "&" or words[at - 2] == "&") for at in uses)


def _subscripts(found, at):
  """How many follow a token."""
  count, after = 0, at + 1
  while after < len(found) and found[after].text == "[":
    count, after = count + 1, closing(found, after) + 1
  return count


def proposals(runner, number, run, documents):
  """(the Paddings that help, why others are not proposed) for the input of `runner` with a number,
  whose kernels and launches are the units of `run`; `documents`: those of their advice, or None."""
  source = read(run.source)
  conflicts = [degrees(document) for document in documents]
  trial = _Trial(runner, number, run)
  found, remarks = [], []
  for array in sorted({name for worst in conflicts for name in worst}):
    for text, declared, at in padded(source, array):
      after = trial.measured(text)
      if after is None or not _is_better(conflicts, after):
        continue
      changed = [index for index, (old, new) in enumerate(zip(conflicts, after)) if old != new]
      conditions, reason = trial.verified(changed) if is_only_subscripted(source, array, at) else \
          ([], f"'{array}' is also used in another way than by all of its subscripts")
      if reason:
        remarks.append(f"{declared} would have fewer bank conflicts, but is not proposed: {reason}")
        continue
      diff = unified(run.source, source, text, relative_name(run.source)[0])
      found.append(Padding(array, declared, max(conflicts[index].get(array, 1) for index in changed),
                           max(after[index].get(array, 1) for index in changed),
                           " or ".join(conditions), diff.decode(errors="replace")))
  return found, remarks


def tell_proposals(run, found, remarks):
  """Prints what `proposals` has found for a file."""
  for remark in remarks:
    project.tell(f"{run.source}: note: {remark}")
  for proposal in found:
    sys.stdout.write(f"{run.source}: padding: {proposal.told()}")


def _is_better(before, after):
  """Whether no degree of any array grows in any kernel, and one falls."""
  return before != after and all(new[array] <= old.get(array, 1) for old, new in zip(before, after)
                                 for array in new)


class _Trial:
  """The copies of one file."""

  def __init__(self, runner, number, run):
    self.runner, self.one, self.run = runner, runner.inputs[number], run
    self.name, self.attempts = f"padded-{number}", 0
    self.copy = None
    self.originals = None  # the UnitRuns of the verification of the file as it is

  def measured(self, source):
    """The degrees of each kernel and launch with this source; None where it is not compiled."""
    self.attempts += 1
    folder = os.path.join(self.runner.folder, f"{self.name}-{self.attempts}")
    self.copy = changed_copy(self.one, {os.path.realpath(self.one.path): source}, folder)
    units = self._run(self.copy, "advise")
    if [unit.kernel for unit in units] != [unit.kernel for unit in self.run.units]:
      return None
    return [degrees(unit.document) for unit in units]

  def verified(self, indices):
    """(the conditions under which the last copy's kernels with these indices are verified; why they
    are not, or why another kernel's verdict is another, or "")."""
    if self.originals is None:
      self.originals = self._run(self.one, "verify")
    now, conditions = self._run(self.copy, "verify"), []
    for index, (before, after) in enumerate(zip(self.originals, now)):
      if index in indices and before.code not in (FINE, CONDITIONAL):
        return [], f"kernel '{before.kernel}' is {summary.verdict(before)} as it is"
      if summary.verdict(after) != summary.verdict(before):
        return [], f"kernel '{after.kernel}' is {summary.verdict(after)} with it"
      if index in indices and after.code == CONDITIONAL:
        conditions.append(summary.verdict(after).partition(": ")[2])
    return sorted(set(conditions)), ""

  def _run(self, one, name):
    subfolder = f"{self.name}-{self.attempts}-{name}-{'copy' if one is self.copy else 'original'}"
    return project.Runner(self.runner.command, [one], name, subfolder).run()[0].units
