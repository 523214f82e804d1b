"""`scripts/verify KERNEL`: lowers the source and runs `barricade verify` on it."""

from . import accepted, project
from .command import Command
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
  accepted.add_arguments(parser)
  parser.add_argument("--code-quality", metavar="FILE",
                      help="write the findings as GitLab's code quality report")
  parser.add_argument("--since", metavar="REV",
                      help="only the kernels whose IR is another than at this revision of git")


def main(arguments):
  return Command("verify", arguments, TEXTS, _run, add_own, project.verify).main()


def _run(command):
  return command.program.run("verify", command.lowered(), command.call_arguments("verify"))
