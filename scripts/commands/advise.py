"""`scripts/advise KERNEL`: lowers the source and runs `barricade advise` on it."""

from .command import Command
from .exit_codes import USAGE, Stop

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
  return command.program.run("advise", command.lowered(), command.call_arguments("advise"))


def _refuse_several(command):
  """A kernel is run, so that its launch has to be known."""
  raise Stop(USAGE, "advice is for one kernel file with the sizes of its launch: give "
                    "--blockDim and --gridDim (or --local_size and --num_groups), on the command "
                    "line or in the first lines of the file")
