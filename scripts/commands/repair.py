"""`scripts/repair KERNEL`: finds the cheapest repair and shows it as a patch that was verified."""

import os
import sys

from patching.diff import relative_name

from . import help_text
from .command import Command
from .exit_codes import FINDINGS, FINE, USAGE, Stop
from .output import write_files, write_output
from .patch_loop import PatchLoop, Withheld, all_edits
from .sarif_fixes import with_fixes


def main(arguments):
  return Command("repair", arguments, help_text.REPAIR, _run).main()


def _run(command):
  own = command.request.own
  if "backup" in own and "fix" not in own:
    raise Stop(USAGE, "--backup only goes with --fix")
  if not command.request.is_source:
    for name in ("fix", "patch"):
      if name in own:
        raise Stop(USAGE, f"--{name} needs source: an IR file is repaired with --output=FILE")
    return command.run_program("repair", command.lowered())[0]
  return _repair_source(command)


def _repair_source(command):
  json_path = os.path.join(command.folder, "result.json")
  code, document = command.run_program("repair", command.lowered(), json_path, hold=("sarif",))
  edits = all_edits(document)
  patch, files, diff = {"status": "none"}, {}, b""
  if edits and code == FINE:
    loop = PatchLoop(command.request, command.program, command.program_arguments("verify"),
                     command.folder)
    try:
      files, diff, remarks = loop.close(edits)
      patch = {"status": "verified", "diff": diff.decode("utf-8", "replace"), "left_out": remarks}
    except Withheld as reason:
      patch = {"status": "withheld", "reason": str(reason)}
      # A correct kernel stays correct when its improvement cannot be written.
      code = FINE if all(edit.get("optional") for edit in edits) else FINDINGS
  if document is not None:
    document["patch"] = patch
  command.write_json(document)
  command.write_held("sarif", lambda log: _add_fixes(log, files, edits))
  if patch["status"] == "withheld":
    sys.stdout.flush()
    print(f"no patch is offered: {patch['reason']}{_hint(document)}", file=sys.stderr)
  elif patch["status"] == "verified":
    for remark in patch["left_out"]:
      print(f"note: {remark}; it stays", file=sys.stderr)
    _deliver(command.request.own, files, diff, command.quiet)
  return code


def _add_fixes(log, files, edits):
  changed = {}
  for path, new in files.items():
    with open(path, "rb") as file:
      changed[path] = file.read(), new
  return with_fixes(log, changed, edits)


def _hint(document):
  """The patch of several kernels is one; each can be had alone."""
  kernels = [k for k in document.get("kernels") or [] if all_edits(k)]
  return "\n(--kernel=NAME patches one kernel by itself)" if len(kernels) > 1 else ""


def _deliver(own, files, diff, quiet):
  """Prints the patch, or writes it, or applies it, as asked for."""
  if "patch" in own:
    write_output(own["patch"], diff)
  if "fix" in own:
    backups = {}
    if "backup" in own:
      for path in files:
        with open(path, "rb") as file:
          backups[path + ".orig"] = file.read()
    write_files({**backups, **files})
    if not quiet:
      for path in sorted(files):
        print(f"fixed {os.path.relpath(path)}")
  elif "patch" not in own and not quiet:
    roots = {relative_name(path)[1] for path in files}
    where = "" if roots == {os.path.realpath(os.getcwd())} else f" -C {sorted(roots)[0]}"
    print(f"\npatch (verified; apply with: git{where} apply):\n", flush=True)
    write_output("-", diff)
