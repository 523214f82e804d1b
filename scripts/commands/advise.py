"""`scripts/advise KERNEL`: lowers the source, and runs `barricade advise` on each of its kernels with
the launches that the host code shows; proposes padding that removes bank conflicts.
"""

import json

from . import project, summary
from .command import Command
from .exit_codes import FINE
from .output import write_output
from .padding import proposals, tell_proposals
from .request import add_files_arguments

TEXTS = {
    "usage": "scripts/advise [options] KERNEL.{cu,cl,gbpl,bpl}\n"
             "       scripts/advise [options] [-p BUILD] FILE|FOLDER...",
    "description": "Says what costs a CUDA or OpenCL kernel time: bank conflicts, uncoalesced "
                   "accesses and warps that diverge,\nline by line, measured by running all its "
                   "threads, with the sizes that are given or else those of each\nlaunch that the "
                   "host code shows. Advice is never a failure.",
    "epilog": """examples:
  scripts/advise transpose.cu --blockDim=[32,32] --gridDim=[4,4] --arg width=128
  scripts/advise transpose.cu
  scripts/advise reduce.cu --blockDim=256 --gridDim=16 --json=-""",
}
_CHOSEN = ("note: where no launch is seen, sizes are chosen: --blockDim and --gridDim (--local_size, "
           "--num_groups) give them")


def main(arguments):
  return Command("advise", arguments, TEXTS, _run_ir, add_files_arguments, _run_source).main()


def _run_ir(command):
  return command.program.run("advise", command.lowered(), command.call_arguments("advise"))


def _run_source(command):
  """Advice for all kernels of the inputs of a request."""
  inputs, _ = project.checked_inputs(command.request)
  runner = project.Runner(command, inputs, "advise")
  runs = [run for run in runner.run() if not run.empty]
  project.check_kernels(runs)
  documents = []
  for number, run in enumerate(runs):
    project.print_run(run, lambda unit: _told(unit, command.quiet))
    found, remarks = proposals(runner, number, run, [unit.document for unit in run.units])
    tell_proposals(run, [] if command.quiet else found, remarks)
    documents.append({**_document(run), "padding": [one.as_json() for one in found]})
  if command.request.given.json:
    document = documents[0] if project.is_one_file(command.request.inputs) else \
        {"schema": 1, "files": documents}
    write_output(command.request.given.json, (json.dumps(document, indent=2) + "\n").encode())
  if any(unit.origin == "none" for run in runs for unit in run.units):
    project.tell(_CHOSEN)
  return project.exit_code(runs)


def _told(unit, quiet):
  """What is said of a kernel: why it could not be run or what is assumed of it, and its advice."""
  content = unit.document or {}
  notes = [note for kernel in content.get("kernels", ()) for note in kernel["notes"]]
  notes += [f"there is no advice: {error['message']}" for error in content.get("errors", ())]
  return notes, unit.text if unit.code == FINE and not quiet else None


def _document(run):
  """The JSON document of a file: those of its kernels and launches together."""
  content = {"schema": 1, "input": run.source, "advice": [], "kernels": [], "errors": []}
  if run.error:
    content["errors"].append({"kind": "input", "message": run.error})
  for unit in run.units:
    if unit.error:
      content["errors"].append({"kind": "input", "message": unit.error, "kernel": unit.kernel})
      continue
    for name in ("advice", "kernels", "errors"):
      content[name] += (unit.document or {}).get(name, [])
  return content
