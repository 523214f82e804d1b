"""`scripts/repair KERNEL`: finds the cheapest repair and shows it as a patch that was verified."""

import os
import sys

from patching.diff import changed_lines, relative_name
from patching.replacements import replacements

from . import project_repair, requirement
from .command import Command
from .exit_codes import UNDECIDED, USAGE, Stop
from .inputs import Input
from .other_kernels import why_worse
from .output import write_files, write_output
from .patch_check import all_alternatives, all_edits, kernels_left, kinds_that_stay
from .patch_choice import close_one_of
from .patch_loop import PatchLoop, Withheld
from .request import add_files_arguments

TEXTS = {
    "usage": "scripts/repair [options] KERNEL.{cu,cl,gbpl,bpl}\n"
             "       scripts/repair [options] [-p BUILD] FILE|FOLDER...",
    "description": "Finds the cheapest set of barriers that makes a kernel free of data races and "
                   "barrier divergence,\nand shows it as a patch of the source. The patched source "
                   "has been compiled and verified before it\nis shown; otherwise the patch is "
                   "withheld and the reason is said.",
    "epilog": """examples:
  scripts/repair reduce.cu --blockDim=256 --gridDim=16
  scripts/repair reduce.cu --fix --backup
  scripts/repair reduce.cu --objective=cost --patch=reduce.patch && git apply reduce.patch""",
}


def add_own(parser):
  add_files_arguments(parser)
  parser.add_argument("--advice", action="store_true", default=None,
                      help="in the page of --html, what costs the kernels time that are right, "
                           "where the sizes of the launch are known")
  group = parser.add_argument_group("patch")
  group.add_argument("--patch", metavar="FILE",
                     help="write the patch to FILE (`-`: standard output)")
  group.add_argument("--fix", metavar="repair|require", nargs="?", const="repair",
                     help="change the source in place: by barriers (default), or by a `__requires` "
                          "that states when the kernel is right")
  group.add_argument("--backup", action="store_true",
                     help="with --fix: keep the old source as FILE.orig")


def main(arguments):
  return Command("repair", arguments, TEXTS, _run, add_own, _run_several).main()


def _check_options(given):
  if given.backup and not given.fix:
    raise Stop(USAGE, "--backup only goes with --fix")
  if given.fix not in (None, "repair", "require"):
    raise Stop(USAGE, f"--fix={given.fix}: repair or require")


def _run_several(command):
  given = command.request.given
  _check_options(given)
  if given.fix == "require" and len(command.request.inputs) == 1:
    return _run(command)
  return project_repair.repair(
      command, lambda files, diff: _deliver(given, files, diff, command.quiet))


def _run(command):
  given = command.request.given
  _check_options(given)
  if command.request.is_source:
    if given.fix == "require":
      return requirement.require(
          command, lambda files, diff: _deliver(given, files, diff, command.quiet))
    return _SourceRepair(command).run()
  for name in ("fix", "patch"):
    if getattr(given, name):
      raise Stop(USAGE, f"--{name} needs source: an IR file is repaired with --output=FILE")
  return command.program.run("repair", command.lowered(), command.call_arguments("repair"))


class _SourceRepair:
  """The repair of a source file. The program reports; what it has found becomes a patch first."""

  def __init__(self, command):
    self.command = command
    self.files, self.diff = {}, b""
    self.left_out, self.stays, self.withheld = [], [], None
    self.remarks = []  # on what else the patch changes
    self.instead = []  # why the patch is of another repair than the first
    self.out_of_time = False
    self.checked = 0  # patched files in which other kernels were looked at

  def run(self):
    command = self.command
    code = command.program.repair(command.lowered(), command.call_arguments("repair"),
                                  self.make_patch)
    sys.stdout.flush()
    if self.withheld is not None:
      print(f"no patch is offered: {self.withheld}", file=sys.stderr)
    for remark in self.instead + self.remarks:
      print(f"note: {remark}", file=sys.stderr)
    for remark in self.left_out:
      print(f"note: {remark}; it stays", file=sys.stderr)
    for message in self.stays:
      print(f"note: '{message}' stays: it is no matter of barriers", file=sys.stderr)
    if self.files:
      _deliver(self.command.request.given, self.files, self.diff, self.command.quiet)
    return UNDECIDED if self.out_of_time else code

  def make_patch(self, document):
    """The patch for a repair, as the program reads it."""
    command = self.command
    loop = PatchLoop(command.request, command.program,
                     command.limited(command.program_arguments("verify")), command.folder)
    loop.kinds, loop.wrong = kinds_that_stay(document), kernels_left(document)
    loop.check_others = self.why_others_are_worse
    try:
      self.files, self.diff, self.left_out, self.instead = close_one_of(loop, document)
    except Withheld as reason:
      self.withheld = str(reason) + _hint(document)
      self.out_of_time = reason.out_of_time
      return {"status": "withheld", "reason": str(reason),
              "alternatives": _alternatives(loop, document)}
    self.stays, self.remarks = loop.stays, loop.remarks
    changed = []
    for path, new in sorted(self.files.items()):
      with open(path, "rb") as file:
        changed.append({"path": path, "replacements": replacements(file.read(), new)})
    return {"status": "verified", "diff": self.diff.decode("utf-8", "replace"), "files": changed,
            "left_out": self.left_out, "stays": self.stays, "reason": "; ".join(self.instead),
            "lines_changed": changed_lines(self.diff),
            "alternatives": _alternatives(loop, document)}

  def why_others_are_worse(self, patched, kernels, folders):
    command = self.command
    self.checked += 1
    path = command.request.input
    stands_for = command.given.stands_for
    after = Input(patched, [f"-I{folder}" for folder in folders], stands_for=stands_for or path)
    return why_worse(command, Input(path, stands_for=stands_for), after, kernels,
                     f"others-{self.checked}")


def _alternatives(loop, document):
  """What each of the other repairs would change in the source."""
  told = []
  for kernel, edits in all_alternatives(document):
    lines, why = loop.lines_changed(edits)
    told.append({"kernel": kernel, "lines_changed": lines, "reason": why})
  return told


def _deliver(given, files, diff, quiet):
  """Prints the patch, or writes it, or applies it, as asked for."""
  if given.patch:
    write_output(given.patch, diff)
  if given.fix:
    backups = {}
    if given.backup:
      for path in files:
        with open(path, "rb") as file:
          backups[path + ".orig"] = file.read()
    write_files({**backups, **files})
    if not quiet:
      for path in sorted(files):
        print(f"fixed {os.path.relpath(path)}")
  elif not given.patch and not quiet:
    roots = {relative_name(path)[1] for path in files}
    where = "" if roots == {os.path.realpath(os.getcwd())} else f" -C {sorted(roots)[0]}"
    print(f"\npatch (verified; apply with: git{where} apply):\n", flush=True)
    write_output("-", diff)


def _hint(document):
  """The patch of several kernels is one; each can be had alone."""
  kernels = [k for k in document.get("kernels") or [] if all_edits(k)]
  return "\n(--kernel=NAME patches one kernel by itself)" if len(kernels) > 1 else ""
