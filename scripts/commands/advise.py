"""`scripts/advise KERNEL`: lowers the source, runs `barricade advise` on it, and proposes padding
that removes bank conflicts."""

import json
import os
import sys

from . import padding
from .command import Command
from .exit_codes import FINE, USAGE, Stop
from .output import write_output

TEXTS = {
    "usage": "scripts/advise [options] KERNEL.{cu,cl,gbpl,bpl}",
    "description": "Says what costs a CUDA or OpenCL kernel time: bank conflicts, uncoalesced "
                   "accesses and warps that diverge,\nline by line, measured by running all its "
                   "threads. Advice is never a failure.",
    "epilog": """examples:
  scripts/advise transpose.cu --blockDim=[32,32] --gridDim=[4,4] --arg width=128
  scripts/advise reduce.cu --blockDim=256 --gridDim=16 --json=-""",
}


def main(arguments):
  return Command("advise", arguments, TEXTS, _run, lambda parser: None, _refuse_several).main()


def _run(command):
  lowered, arguments = command.lowered(), command.call_arguments("advise")
  if not command.request.is_source:
    return command.program.run("advise", lowered, arguments)
  target = command.request.given.json
  out = os.path.join(command.folder, "advice.json")
  ours = [a for a in arguments if not a.startswith("--json")] + ["--json=" + out]
  if target == "-":
    code, document = command.program.document("advise", lowered, ours[:-1], out)
  else:
    code = command.program.run("advise", lowered, ours)
    with open(out, encoding="utf-8") as file:
      document = json.load(file)
  if document is None:
    return code
  found = padding.proposals(command, document) if code == FINE else []
  document["padding"] = [proposal.as_json() for proposal in found]
  if target:
    write_output(target, (json.dumps(document, indent=2) + "\n").encode())
  if target != "-":
    for proposal in found:
      sys.stdout.write(f"{command.request.input}: padding: {proposal.told()}")
  return code


def _refuse_several(command):
  """A kernel is run, so that its launch has to be known."""
  raise Stop(USAGE, "advice is for one kernel file with the sizes of its launch: give "
                    "--blockDim and --gridDim (or --local_size and --num_groups), on the command "
                    "line or in the first lines of the file")
