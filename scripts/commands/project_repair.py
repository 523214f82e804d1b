"""`repair` on several files, or on folders: one patch for all.

The edits that the kernels of a file need, for all of their launches, are put into a copy of the
file together. The copy is lowered and verified from nothing with all of its kernels and launches;
only a file whose copy passes is a part of the patch.
"""

import os

from patching import Patcher, PatchError
from patching.diff import changed_lines, relative_name, unified
from patching.tree import run_clang
from stage_limits import OutOfTime

from . import lowering_step, project, summary
from .changed_copy import changed_copy, read
from .exit_codes import FINDINGS, FINE
from .other_kernels import why_worse
from .patch_check import all_edits, check_again, kinds_that_stay
from .patch_choice import other_patches
from .patch_loop import READINGS, does_not_verify, told_of


def repair(command, deliver):
  """The exit code; `deliver(files, diff)` is called with what was verified, {path: new bytes} and
  the patch, if there is anything."""
  inputs, parts = project.checked_inputs(command.request)
  runner = project.Runner(command, inputs, "repair")
  runs = runner.run()
  patched, withheld = {}, []
  for number, run in enumerate(runs):
    edits = _edits(run)
    run.patch = {"status": "none"}
    if not edits:
      continue
    known = set(patched)
    patch = _FilePatch(command, runner, number, run, patched)
    reason = patch.make(edits)
    if reason is not None:
      left_out = patch.leave_out_unwritable()
      edits = _edits(run)
      if left_out and edits:
        withheld += left_out
        reason = patch.make(edits)
    if reason is None:
      run.patch = patch.described([path for path in patched if path not in known])
    else:
      run.patch = {"status": "withheld", "reason": reason}
      withheld.append(f"{run.source}: no patch is offered: {reason}")
      for unit in run.units:
        if all_edits(unit.document) and summary.is_repaired(unit):
          unit.withheld, unit.code = True, FINDINGS
  diff = _diff(patched)
  code = project.report(command, runs, parts, diff, withheld)
  for line in withheld:
    project.tell(line)
  if patched:
    deliver(patched, diff)
  return code


def _diff(files):
  return b"".join(unified(path, read(path), data, relative_name(path)[0])
                  for path, data in sorted(files.items()))


def _edits(run):
  """The edits of all kernels of a file, each once; launches of one kernel often need the same."""
  edits = {}
  for unit in run.units:
    for edit in all_edits(unit.document) if summary.is_repaired(unit) else ():
      kept = {key: value for key, value in edit.items() if key not in ("weight", "cost", "kernel")}
      edits.setdefault(repr(sorted(kept.items(), key=repr)), edit)
  return list(edits.values())


class _FilePatch:
  """Adds the new texts of one file to `patched`."""

  def __init__(self, command, runner, number, run, patched):
    self.command, self.number, self.run, self.patched = command, number, run, patched
    self.one = runner.inputs[number]
    request = project.file_request(command, self.one)
    request.given.kernel = None  # all of them
    self.request, self.folder = request, os.path.join(runner.folder, str(number))
    self.dump, self.attempts = None, 0
    self.instead, self.stays = [], []  # why it is of another repair; findings that it leaves

  def make(self, edits):
    """Why there is no patch, or None. Repairs without an image in the source give way to others."""
    try:
      reason = self._write(edits)
      if reason is None:
        return None
      repaired = [unit.document for unit in self.run.units if summary.is_repaired(unit)]
      for others, remarks in other_patches(self, {"kernels": repaired}, reason):
        if self._write(others) is None:
          self.instead = remarks
          for remark in remarks:
            project.tell(f"note: {self.run.source}: {remark}")
          return None
      return reason
    except (PatchError, OutOfTime) as error:
      return str(error)

  def leave_out_unwritable(self):
    """Gives up the repairs of kernels that have no image in the source, so that they do not keep the
    others from their patch; says why."""
    told = []
    for unit in self.run.units:
      edits = all_edits(unit.document) if summary.is_repaired(unit) else []
      why = self.lines_changed(edits)[1] if edits else ""
      if why:
        unit.withheld, unit.code = True, FINDINGS
        told.append(f"{self.run.source}: kernel '{unit.kernel}' is not in the patch: {why}")
    return told

  def described(self, paths):
    """The patch of the file, as in the document, which changes the files at `paths`."""
    diff = _diff({path: self.patched[path] for path in paths})
    return {"status": "verified", "diff": diff.decode("utf-8", "replace"),
            "lines_changed": changed_lines(diff), "reason": "; ".join(self.instead),
            "stays": self.stays}

  def lines_changed(self, edits):
    """(lines, ""), or (None, why) where the edits cannot be written."""
    refused = self._patcher(edits).patch().refused
    return (None, refused[0][1]) if refused else (len(edits), "")

  def _patcher(self, edits):
    limits = self.request.launch_options().limits
    with limits.limited("patching"):
      if self.dump is None:
        self.dump = run_clang(lowering_step.clang_command(self.request, self.folder), limits)
      return Patcher(self.one.path, None, edits, lowering_step.foreign_folders(), self.dump)

  def _write(self, edits):
    patcher = self._patcher(edits)
    reasons, choice, choices = [], 0, 1
    while choice < min(choices, READINGS):
      result = patcher.patch(choice)
      choices = max(choices, result.choices)
      self.attempts += 1
      shared = [path for path in result.files if path in self.patched]
      reason = result.refused[0][1] if result.refused else \
          f"another file's patch changes {shared[0]} as well" if shared else \
          self._check(result, f"patched-{self.number}-{self.attempts}")
      if reason is None:
        self.patched.update(result.files)
        for remark in result.remarks + [told_of(*one) for one in result.shared.items()]:
          project.tell(f"note: {self.run.source}: {remark}")
        return None
      reasons.append(reason)
      choice += 1
    return reasons[0]

  def _check(self, result, name):
    """Why the patched file does not pass, or None when all its kernels do that could be repaired."""
    command, one, run, files = self.command, self.one, self.run, result.files
    self.stays = []
    changed = changed_copy(one, files, os.path.join(command.folder, name))
    runner = project.Runner(command, [changed], "verify", name + "-ir")
    after = runner.run()[0]
    if after.error:
      return f"the patched source is rejected:\n{after.error}"
    if [u.kernel for u in after.units] != [u.kernel for u in run.units]:
      return "the patched source has other kernels"
    for before, unit in zip(run.units, after.units):
      if unit.code != FINE and (before.code == FINE or summary.is_repaired(before)):
        reason, stays = unit.error, []
        if unit.path:
          request = project.file_request(command, changed, unit.kernel)
          reason, stays = check_again(command.program, unit.path, runner.arguments(request),
                                      kinds_that_stay(before.document), unit.path + ".again.json")
        if reason:
          return does_not_verify(f"kernel '{unit.kernel}': {reason}", result.shared)
        self.stays += stays
        for message in stays:
          before.code = FINDINGS
          project.tell(f"note: {run.source}: kernel '{unit.kernel}': '{message}' stays: it is no "
                       "matter of barriers")
    others = {kernel for kernels in result.shared.values() for kernel in kernels}
    reason = why_worse(command, one, changed, others, name + "-others") \
        if command.given.kernel and others else None
    return reason and does_not_verify(reason, result.shared)
