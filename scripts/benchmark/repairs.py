"""What repairs beyond barriers add: each kernel that barriers alone leave unrepairable, what all
kinds of edits make of it, and how much longer it takes to say so.

Kernels whose heads expect no finding are left out, and IR beside the source that it is of. Times
are processor seconds of the program, so that what else runs on the machine does not count.
"""

import collections
import os
import re
import resource
import statistics
import tempfile

from commands.exit_codes import Stop
from commands.program import Program
from suite_runner import kernels

from .lowered import lowered

FACTOR, GRACE = 3.0, 0.05  # a process takes a moment to start and to end
GOAL = 0.7
DIFFERENT_VALUES = re.compile("(may store|leave) different values")
PLACE = re.compile(r"\S+:\d+(:\d+)?|an unknown (place|line)")
NAMES = re.compile(r"'[^']+'(, '[^']+')*")


class Outcome:
  """`status` and `reasons` of a repair, and its processor `seconds`."""

  def __init__(self, document, seconds):
    parts = [document or {}, *((document or {}).get("kernels") or [])]
    repairs = [part["repair"] for part in parts if part.get("repair")]
    self.status = _worst([repair["status"] for repair in repairs])
    self.actions = sorted({edit["action"] for repair in repairs for edit in repair["edits"]})
    self.reasons = [line for repair in repairs for line in repair["explanation"]]
    self.seconds = seconds


def _worst(statuses):
  order = ["undecided", "unrepairable", "not-applicable", "repaired", "improved", "unchanged"]
  return min(statuses, key=order.index) if statuses else "none"


class RepairTable:
  """One program on many kernels; `limit` is in seconds for each repair."""

  def __init__(self, path, limit):
    self.program, self.limit = Program(path), limit

  def print(self, folders, mode):
    """Prints a row for each kernel that barriers alone do not repair, and the sums; whether the
    goals are met."""
    print("%-72s %9s %9s  %s" % ("kernel", "barriers", "all kinds", "becomes"))
    rows = []
    for kernel in _candidates(folders, mode):
      row = self._row(kernel)
      if row is not None:
        rows.append(row)
    return _sums(rows)

  def _row(self, kernel):
    with tempfile.TemporaryDirectory() as folder:
      try:
        path, arguments = lowered(self.program, kernel, "repair", folder)
        arguments.append(f"--timeout={self.limit}")
        before = self._repair(path, [*arguments, "--repair-kinds=barriers"], folder)
        if before.status != "unrepairable":
          return None
        after = self._repair(path, arguments, folder)
      except Stop:
        return None  # not supported, and so neither repaired nor unrepairable
    print("%-72s %9.3f %9.3f  %s" % (kernel, before.seconds, after.seconds,
                                     after.status + "".join(f", {a}" for a in after.actions)))
    for reason in after.reasons:
      print("    " + reason, flush=True)
    return before, after

  def _repair(self, path, arguments, folder):
    start = _children()
    _, document = self.program.document("repair", path, arguments,
                                        os.path.join(folder, "result.json"))
    return Outcome(document, _children() - start)


def _children():
  """Processor seconds of the processes that have ended."""
  usage = resource.getrusage(resource.RUSAGE_CHILDREN)
  return usage.ru_utime + usage.ru_stime


def _candidates(folders, mode):
  found = kernels.read_expectations(kernels.find(folders, []), mode)
  paths = [kernel.path for kernel in found if kernel.expected.verdict in (None, "refuted")]
  sources = {os.path.splitext(path)[0] for path in paths if path.endswith(kernels.SOURCES)}
  return [path for path in paths
          if path.endswith(kernels.SOURCES) or os.path.splitext(path)[0] not in sources]


def is_soon(before, after):
  return after <= FACTOR * before + GRACE


def _reasons(rows):
  """How often each last reason of an unrepaired kernel comes, places and names left out."""
  last = (after.reasons[-1] for _, after in rows if after.status != "repaired" and after.reasons)
  return collections.Counter(NAMES.sub("'..'", PLACE.sub("..", reason)) for reason in last)


def _stores_differ(outcome):
  """Whether threads store different values in one element, so that whatever order is made between
  them would decide which one stays."""
  return outcome.status != "repaired" and any(map(DIFFERENT_VALUES.search, outcome.reasons))


def _share(part, whole):
  return part / whole if whole else 1.0


def _sums(rows):
  statuses = collections.Counter(after.status for _, after in rows)
  left = [(b.seconds, a.seconds) for b, a in rows if a.status != "repaired"]
  late = sum(not is_soon(*pair) for pair in left)
  differ = sum(_stores_differ(after) for _, after in rows)
  share = _share(statuses["repaired"], len(rows))
  print(f"\n{len(rows)} kernels are unrepairable with barriers alone; with all kinds of edits:")
  for status, count in statuses.most_common():
    print(f"{count:6} {status}")
  for reason, count in _reasons(rows).most_common():
    print(f"{count:14} {reason}")
  print(f"{100 * share:.0f} % repaired (goal: {100 * GOAL:.0f} %)")
  print(f"in {differ} threads store different values in one element, of the others "
        f"{100 * _share(statuses['repaired'], len(rows) - differ):.0f} % are repaired")
  if left:
    ratio = statistics.median(a / max(b, 1e-3) for b, a in left)
    print(f"the others take {sum(a for _, a in left):.1f} s in place of "
          f"{sum(b for b, _ in left):.1f} s, {ratio:.1f} times in the median; {late} more than "
          f"{FACTOR:.0f} times and {GRACE} s")
  return share >= GOAL and late == 0
