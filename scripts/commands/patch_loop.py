"""From the edits of a repair to a patch that was verified.

The loop is closed before anything is shown: the patch is applied to a copy, the copy is lowered and
verified from nothing. Where a place has several readings they are tried in turn.
"""

import os

from patching import Patcher, PatchError
from patching.diff import changed_lines, relative_name, unified
from patching.tree import run_clang
from stage_limits import OutOfTime

from . import lowering_step
from .exit_codes import FINDINGS, FINE, Stop

REPORTS = {"--json", "--json-lines", "--sarif", "--html", "--stats", "--dump-queries"}
OPTIONAL_CHECKS = {"bounds", "uninitialized", "overflow", "misaligned"}
READINGS = 8  # of an ambiguous place that are tried at most


class Withheld(Exception):
  """No patch is offered; why."""

  def __init__(self, reason, out_of_time=False):
    super().__init__(reason)
    self.out_of_time = out_of_time


class PatchLoop:
  """`arguments` are the program's options for `verify`; `folder` is for intermediate files."""

  def __init__(self, request, program, arguments, folder):
    self.request, self.program, self.folder = request, program, folder
    self.dump = None  # clang's, of the source as it is
    self.kinds = set()  # of findings that the repair leaves alone
    self.remarks = []  # on what else the patch changes
    self.stays = []  # findings of the patched source that the repair has not looked for
    # The user's reports are about the kernel as written.
    self.arguments = [a for a in arguments if a.partition("=")[0] not in REPORTS]

  def close(self, edits):
    """({path: new bytes} after which the kernel verifies, their diff, remarks)."""
    try:
      return self._close(edits, self.request.launch_options().limits)
    except OutOfTime as error:
      raise Withheld(str(error), out_of_time=True) from error

  def lines_changed(self, edits):
    """(lines, ""), or (None, why) where the edits cannot be written. The patch is not verified: it
    is not shown."""
    limits = self.request.launch_options().limits
    try:
      patcher = self._patcher(edits, limits)
      with limits.limited("patching"):
        result = patcher.patch()
    except (Withheld, OutOfTime) as error:
      return None, str(error)
    if result.refused:
      return None, result.refused[0][1]
    return changed_lines(self._diff(result.files)), ""

  def _patcher(self, edits, limits):
    try:
      with limits.limited("patching"):
        if self.dump is None:
          self.dump = run_clang(lowering_step.clang_command(self.request, self.folder), limits)
        return Patcher(self.request.input, None, edits, lowering_step.foreign_folders(), self.dump)
    except PatchError as error:
      raise Withheld(str(error)) from error

  def _close(self, edits, limits):
    patcher = self._patcher(edits, limits)
    reasons, choice, choices = [], 0, 1
    while choice < min(choices, READINGS):
      with limits.limited("patching"):
        result = patcher.patch(choice)
      choices = max(choices, result.choices)
      reason = result.refused[0][1] if result.refused else self._check(result.files, choice)
      if reason is None:
        self.remarks = result.remarks
        return result.files, self._diff(result.files), [why for _, why in result.left_out]
      reasons.append(reason)
      choice += 1
    raise Withheld(reasons[0])

  def _check(self, files, attempt):
    """Why the patched source does not pass, or None when it does."""
    original = os.path.realpath(self.request.input)
    home = os.path.dirname(original)
    folder = os.path.join(self.folder, f"patched-{attempt}")
    main = os.path.join(folder, os.path.basename(original))
    for path in {original, *files}:
      copy = os.path.join(folder, os.path.relpath(path, home))
      os.makedirs(os.path.dirname(copy), exist_ok=True)
      with open(copy, "wb") as file:
        file.write(files[path] if path in files else _read(path))
    lowered = os.path.join(folder, "patched.gbpl")
    try:
      lowering_step.lower_file(main, self.request, lowered, include=(folder, home))
    except Stop as stop:
      return f"the patched source is rejected:\n{stop}"
    reason, self.stays = check_again(self.program, lowered, self.arguments, self.kinds,
                                     os.path.join(folder, "result.json"))
    return reason and f"the patched source does not verify: {reason}"

  def _diff(self, files):
    return b"".join(unified(path, _read(path), data, relative_name(path)[0])
                    for path, data in sorted(files.items()))


def check_again(program, lowered, arguments, kinds, path):
  """(why patched source does not pass, or None; what is found in it that is no matter of barriers).
  Findings of `kinds` are not looked for. One of another kind that an option turns on is told, and
  all is verified once more without: it may have kept a race from being found."""
  kinds, stays = set(kinds), []
  while True:
    code, document = program.document("verify", lowered, without_checks(arguments, kinds), path)
    if code == FINE:
      return None, stays
    findings = (document or {}).get("findings") or [{}]
    found = {finding.get("kind") for finding in findings}
    if code != FINDINGS or not found <= OPTIONAL_CHECKS - kinds:
      return findings[0].get("message") or f"the program ended with {code}", []
    stays += [finding["message"] for finding in findings]
    kinds |= found


def kinds_that_stay(document):
  """The kinds of findings beside races that a repair of the races leaves alone."""
  parts = [document or {}] + list((document or {}).get("kernels") or [])
  return {finding.get("kind") for part in parts if (part.get("repair") or {}).get("edits")
          for finding in part.get("findings") or []} & OPTIONAL_CHECKS


def without_checks(arguments, kinds):
  """The arguments for a verification that does not look for these kinds of findings."""
  if not kinds:
    return arguments
  named = next((a.partition("=")[2] for a in arguments if a.startswith("--check=")), "")
  checks = {"races", "divergence"} | ({"bounds"} if "--check-array-bounds" in arguments else set())
  if named:
    names = {name.strip() for name in named.split(",")}
    checks = names - {"all", "default"} | (OPTIONAL_CHECKS | checks if "all" in names else checks)
  kept = [a for a in arguments if not a.startswith("--check=") and a != "--check-array-bounds"]
  return kept + ["--check=" + ",".join(sorted(checks - kinds))]


def _read(path):
  with open(path, "rb") as file:
    return file.read()


def all_edits(document):
  """The edits of all kernels of a result."""
  parts = [document or {}] + list((document or {}).get("kernels") or [])
  return [edit for part in parts for edit in (part.get("repair") or {}).get("edits") or []]


def all_alternatives(document):
  """(kernel, edits) of the other repairs of all kernels of a result, in its order."""
  parts = [document or {}] + list((document or {}).get("kernels") or [])
  return [(part.get("kernel") or "", other["edits"]) for part in parts
          for other in (part.get("repair") or {}).get("alternatives") or []]
