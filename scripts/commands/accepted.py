"""What of the findings fails nothing: those that the source allows, and those of a baseline.

Works on what the runs of `verify` have left: documents, texts and logs lose what is accepted, or
say so. The verdict of a kernel stays as it is; its exit code becomes that of the findings that are
left. So that nothing hides behind what is accepted, all findings are searched for.
"""

import json
import re

from . import allowances
from .exit_codes import FINDINGS, FINE, UNDECIDED
from .known_findings import Baseline, baseline_text
from .output import write_output

SEARCH = ["--all", "--errors=0"]  # of all findings


def add_arguments(parser):
  group = parser.add_argument_group("accepted findings")
  group.add_argument("--baseline", metavar="FILE",
                     help="only findings that are not in FILE fail; it is written by "
                          "--write-baseline")
  group.add_argument("--write-baseline", metavar="FILE",
                     help="write the findings of this run to FILE")


def concerns(request):
  """Whether a request for a single file needs what is here."""
  given = request.given
  return bool(getattr(given, "baseline", None) or getattr(given, "write_baseline", None)
              or (request.is_source and allowances.present(request.input)))


class Acceptance:
  """For one run of `verify`."""

  def __init__(self, given):
    self.allowed = allowances.Allowances()
    self.baseline = Baseline(given.baseline) if given.baseline else None
    self.to_write = given.write_baseline
    self.remarks = []
    self._left = []  # what is accepted by no comment: what a new baseline has

  def apply(self, runs):
    """Changes the runs; `remarks` says then what is to be told."""
    for run in runs:
      for unit in run.units:
        if unit.document and unit.document.get("findings"):
          self._apply(run, unit)
          self._left += [(run.source, unit.kernel, one) for one in unit.document["findings"]]
          self._left += [(run.source, unit.kernel, one) for one in unit.known]
      self._unused(run)
    if self.baseline and self.baseline.gone():
      self.remarks.append(f"note: {self.baseline.gone()} of the findings in {self.baseline.path} "
                          "are gone")

  def write_baseline(self):
    """Where that is asked for, of the runs that were changed."""
    if self.to_write:
      write_output(self.to_write, baseline_text(self._left))

  def _apply(self, run, unit):
    findings, accepted = unit.document["findings"], {}
    for number, finding in enumerate(findings):
      allowance = self.allowed.match(finding)
      if allowance:
        accepted[number] = f"is allowed: {allowance.reason}"
        unit.allowed.append({**finding, "reason": allowance.reason})
      elif self.baseline and self.baseline.take(finding):
        accepted[number] = f"is known ({self.baseline.path})"
        unit.known.append(finding)
    if not accepted:
      return
    unit.document["findings"] = [f for n, f in enumerate(findings) if n not in accepted]
    unit.text = without(unit.text, findings, accepted)
    for number, why in accepted.items():
      access = (findings[number]["accesses"] or [{"file": run.source, "line": 0}])[0]
      self.remarks.append(f"{access['file']}:{access['line']}: note: {findings[number]['message']} "
                          f"in kernel '{unit.kernel}' {why}")
    if "sarif" in unit.reports:
      unit.reports["sarif"] = _marked(unit.reports["sarif"], unit)
    if unit.code == FINDINGS and not unit.document["findings"]:
      unit.code = UNDECIDED if unit.document.get("undecided") else FINE

  def _unused(self, run):
    """An allowance that nothing has needed is told, where all that could need it was decided."""
    if run.error or any(unit.error or unit.code == UNDECIDED for unit in run.units):
      return
    for allowance in self.allowed.of_file(run.source):
      if not allowance.used:
        run.unused.append({"file": allowance.path, "line": allowance.line,
                           "kinds": allowance.kinds, "reason": allowance.reason})
        self.remarks.append(f"{allowance.place}: warning: nothing is to be allowed here: there is "
                            f"no {' or '.join(allowance.kinds)} on line {allowance.line}")


def without(text, findings, numbers):
  """What the program has printed of a kernel, without some of its findings."""
  lines = text.decode("utf-8", "replace").splitlines(keepends=True)
  starts = [at for at, line in enumerate(lines)
            if re.search(r": error: .* \[[\w-]+\]$", line.rstrip())]
  if len(starts) != len(findings):
    return text  # coloured, or not as it is known
  ends = starts[1:] + [next((at for at in range(starts[-1] + 1, len(lines))
                             if re.search(r": kernel '", lines[at])), len(lines))]
  cut = {at for number in numbers for at in range(starts[number], ends[number])}
  kept = [line for at, line in enumerate(lines) if at not in cut]
  if len(numbers) == len(findings):
    kept = [line for line in kept if not re.search(r": kernel '.*: refuted", line)]
  return "".join(kept).encode()


def _marked(log, unit):
  """The SARIF log, in which what is accepted says so (suppressions, section 3.27.23)."""
  reasons = {one["fingerprint"]: one["reason"] for one in unit.allowed}
  known = {one["fingerprint"] for one in unit.known}
  document = json.loads(log)
  for result in document["runs"][0].get("results", ()):
    name = result.get("partialFingerprints", {}).get("barricadeFinding/v2")
    if name in reasons:
      result["suppressions"] = [{"kind": "inSource", "status": "accepted",
                                 "justification": reasons[name]}]
    if known:
      result["baselineState"] = "unchanged" if name in known else "new"
  return json.dumps(document).encode()
