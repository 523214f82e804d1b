"""How soon the first finding of each refuted kernel is there.

It should come soon after the first question about errors that was satisfiable: within twice the
time until then and 0.2 s. Both times are the verifier's own, from its start (`--stats`).
"""

import os
import statistics
import tempfile

from commands.exit_codes import Stop
from commands.program import Program
from suite_runner import kernels

from .lowered import lowered

FACTOR, GRACE = 2.0, 0.2


def refuted_kernels(folders):
  """The paths of kernels whose heads expect a finding."""
  found = kernels.read_expectations(kernels.find(folders, []), "barricade")
  return [kernel.path for kernel in found if kernel.expected.verdict == "refuted"]


def is_soon(answer, finding):
  return answer is None or finding <= FACTOR * answer + GRACE


class Measurement:
  """One program on many kernels; `limit` is in seconds for each run."""

  def __init__(self, path, runs, limit):
    self.program, self.runs, self.limit = Program(path), runs, limit

  def times(self, kernel):
    """(first answer, first finding, total) in seconds, medians of the runs; None where there was
    none in some run."""
    with tempfile.TemporaryDirectory() as folder:
      path, arguments = lowered(self.program, kernel, "verify", folder)
      arguments.append(f"--timeout={self.limit}")
      found = []
      for _ in range(self.runs):
        _, document = self.program.document("verify", path, arguments,
                                            os.path.join(folder, "result.json"))
        stats = (document or {}).get("stats") or {}
        found.append([stats.get(name) for name in ("first_satisfiable_seconds",
                                                   "first_finding_seconds", "seconds")])
    return [None if None in column else statistics.median(column) for column in zip(*found)]

  def table(self, folders):
    """Prints a row for each kernel; the number of those that come late or not at all."""
    print("%-58s %9s %9s %9s" % ("kernel", "answer s", "finding s", "total s"))
    late = 0
    for kernel in refuted_kernels(folders):
      try:
        answer, finding, total = self.times(kernel)
      except Stop as stop:
        print("%-58s %s" % (kernel, stop))
        late += 1
        continue
      soon = finding is not None and is_soon(answer, finding)
      late += not soon
      print("%-58s %9s %9s %9s%s" % (kernel, _shown(answer), _shown(finding), _shown(total),
                                     "" if soon else "  late"), flush=True)
    print(f"{late} late")
    return late


def _shown(seconds):
  return "-" if seconds is None else f"{seconds:.3f}"
