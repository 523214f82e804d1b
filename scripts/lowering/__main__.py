"""The command: scripts/lower kernel.cu --blockDim=[16,16] --gridDim=[8,8] -o out.gbpl"""

import argparse
import os
import sys
import tempfile

from kernel_files import HeadError, read_head
from stage_limits import OutOfTime

from . import LaunchOptions, LoweringError, lower_file
from .options import (add_size_arguments, add_source_arguments, parse_head, source_parser,
                      with_defaults)

EPILOG = """A kernel file may state options in the comment lines at its top, //--blockDim=128 --gridDim=1; the
command line wins over them.

exit codes: 0 lowered, 2 usage, 3 the source is rejected, 4 out of time, 5 internal error
"""


class _Usage(Exception):
  """The command line is wrong."""


class _Parser(argparse.ArgumentParser):
  def error(self, message):
    raise _Usage(message)


def parser():
  result = _Parser(
      prog="lower", allow_abbrev=False, epilog=EPILOG,
      formatter_class=argparse.RawDescriptionHelpFormatter, usage="%(prog)s [options] KERNEL",
      description="Writes a CUDA or OpenCL kernel (.cu, .cl) in Barricade's input language, to\n"
                  "standard output or a file.")
  result.add_argument("-o", "--output", metavar="FILE", help="write to FILE")
  add_size_arguments(result)
  add_source_arguments(result)
  return result


def main(arguments):
  try:
    source, output, options = _request(arguments)
  except (_Usage, LoweringError) as problem:
    print(f"lower: {getattr(problem, 'message', problem)}\nTry 'lower --help'.", file=sys.stderr)
    return 2
  except HeadError as problem:
    print(problem, file=sys.stderr)
    return 3
  try:
    result = lower_file(source, options)
    for remark in result.remarks:
      print(remark, file=sys.stderr)
    write(result.text, output)
  except LoweringError as problem:
    print(problem.told(), file=sys.stderr)
    return 3
  except OutOfTime as problem:
    print(f"{source}: error: {problem}", file=sys.stderr)
    return 4
  except OSError as problem:
    print(f"lower: {problem}", file=sys.stderr)
    return 5
  except Exception as problem:  # a mistake of ours: never a half-written file, never silence
    print(f"lower: internal error: {type(problem).__name__}: {problem}", file=sys.stderr)
    return 5
  return 0


def _request(arguments):
  """(source, output file or None, options) of a command line."""
  given, rest = parser().parse_known_args(arguments)
  unknown = [word for word in rest if word.startswith("-") and word != "--"]
  if unknown:
    raise _Usage(f"unknown option '{unknown[0]}'")
  sources = [word for word in rest if word != "--"]
  if len(sources) != 1:
    raise _Usage("give one source file" if not sources else
                 "more than one source file: " + ", ".join(sources))
  # What else stands in the head is for the program.
  head, _ = parse_head(source_parser(), read_head(sources[0]), sources[0])
  options = LaunchOptions()
  options.take(with_defaults(given, head))
  return sources[0], given.output, options


def write(text, output):
  """To standard output, to a device, or to a file that is complete or not there."""
  if output is None or output == "-":
    sys.stdout.write(text)
    return
  if os.path.exists(output) and not os.path.isfile(output):
    with open(output, "w", encoding="utf-8") as stream:
      stream.write(text)
    return
  folder = os.path.dirname(os.path.abspath(output))
  handle, temporary = tempfile.mkstemp(dir=folder, prefix=".lower-")
  try:
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
      stream.write(text)
    os.chmod(temporary, 0o644)
    os.replace(temporary, output)
  except BaseException:
    os.unlink(temporary)
    raise


if __name__ == "__main__":
  sys.exit(main(sys.argv[1:]))
