"""`scripts/verify KERNEL`: lowers the source and runs `barricade verify` on it."""

import sys

from . import accepted, project
from .command import Command, Interrupted
from .padding import proposals, tell_proposals
from .request import add_files_arguments

TEXTS = {
    "usage": "scripts/verify [options] KERNEL.{cu,cl,gbpl,bpl}\n"
             "       scripts/verify [options] [-p BUILD] FILE|FOLDER...",
    "description": "Proves that a CUDA or OpenCL kernel is free of data races and barrier "
                   "divergence and that its\nassertions hold, or says what is wrong, for which "
                   "threads and values. Of several files, of folders,\nand of a file whose sizes "
                   "nobody gives, every kernel is verified with the sizes of each launch that\nthe "
                   "host code shows, and a table sums up; a kernel that is refused does not stop "
                   "the others.",
    "epilog": """examples:
  scripts/verify reduce.cu --blockDim=256 --gridDim=16
  scripts/verify tile.cl --local_size=[16,16] --num_groups='*' --check-array-bounds
  scripts/verify kernel.gbpl --json=-
  scripts/verify -p build src""",
}


def add_own(parser):
  add_files_arguments(parser)
  parser.add_argument("--advice", action="store_true", default=None,
                      help="also what costs the kernels time that are verified, as scripts/advise "
                           "says it, where the sizes of the launch are known")
  accepted.add_arguments(parser)
  parser.add_argument("--code-quality", metavar="FILE",
                      help="write the findings as GitLab's code quality report")
  parser.add_argument("--since", metavar="REV",
                      help="only the kernels whose IR is another than at this revision of git")


def main(arguments):
  return Command("verify", arguments, TEXTS, _run, add_own, _verify_several).main()


def _run(command):
  return command.program.run("verify", command.lowered(), command.call_arguments("verify"))


def _verify_several(command):
  inputs, parts = project.checked_inputs(command.request)
  acceptance = accepted.Acceptance(command.request.given)
  runner = project.Runner(command, inputs, "verify", since=command.request.given.since)
  try:
    runs = runner.run()
  except Interrupted:
    acceptance.apply(runner.runs)
    project.report_ended(command, runner)
    raise
  acceptance.apply(runs)
  acceptance.write_baseline()
  code = project.report(command, runs, parts)
  for remark in acceptance.remarks:
    project.tell(remark)
  if command.request.given.advice and not command.quiet:
    _print_advice(runner, runs)
  return code


def _print_advice(runner, runs):
  for number, run in enumerate(runs):
    for unit in run.units:
      sys.stdout.write(unit.advice_text.decode(errors="replace"))
    tell_proposals(run, *proposals(runner, number, run, [unit.advice for unit in run.units]))
