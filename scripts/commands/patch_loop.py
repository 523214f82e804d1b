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
from .exit_codes import Stop
from .patch_check import check_again

REPORTS = {"--json", "--json-lines", "--sarif", "--html", "--stats", "--dump-queries"}
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
    self.wrong = set()  # kernels that are not right, and that no repair is for
    self.left = set()  # conditions under which patched kernels may be right
    # Why a kernel that is not asked about is worse in the patched file than before, or None:
    # check_others(path of the patched file, names of kernels, its folders for headers).
    self.check_others = None
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
      reason = result.refused[0][1] if result.refused else self._check(result, choice)
      if reason is None:
        self.remarks = result.remarks + [told_of(*one) for one in result.shared.items()]
        return result.files, self._diff(result.files), [why for _, why in result.left_out]
      reasons.append(reason)
      choice += 1
    raise Withheld(reasons[0])

  def _check(self, result, attempt):
    """Why the patched source does not pass, or None when it does."""
    files = result.files
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
                                     os.path.join(folder, "result.json"), self.wrong, self.left)
    others = {kernel for kernels in result.shared.values() for kernel in kernels}
    if reason is None and self.request.given.kernel and self.check_others:
      reason = self.check_others(main, others - {self.request.given.kernel}, (folder, home))
    return reason and does_not_verify(reason, result.shared)

  def _diff(self, files):
    return b"".join(unified(path, _read(path), data, relative_name(path)[0])
                    for path, data in sorted(files.items()))


def does_not_verify(reason, shared):
  """Why a patch is withheld whose source has been verified; `shared` is the patcher's."""
  told = "".join(f"; '{function}', which it changes, is used by {_kernels(kernels)}"
                 for function, kernels in shared.items())
  return f"the patched source does not verify: {reason}{told}"


def told_of(function, kernels):
  """A remark on a patch that has passed."""
  return (f"'{function}', which the patch changes, is used by {_kernels(kernels)}: none of them "
          "becomes worse")


def _kernels(names):
  return "the kernels " + ", ".join(f"'{name}'" for name in names)


def _read(path):
  with open(path, "rb") as file:
    return file.read()
