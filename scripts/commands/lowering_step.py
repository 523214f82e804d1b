"""The lowering as a step of a command: sizes and compiler options in, an IR file out."""

import os

import lowering
from lowering import LoweringError
from lowering.clang import Compilation
from stage_limits import OutOfTime

from .exit_codes import REJECTED, UNDECIDED, Stop


def lower_file(path, request, out, include=()):
  """Writes the IR of the source `path`, in place of the request's input, to the file `out`. Returns
  notes on what of the source was left out."""
  options = request.launch_options()
  options.includes = list(include) + options.includes
  try:
    result = lowering.lower_file(path, options)
  except LoweringError as error:
    error.file = error.file or request.input
    raise Stop(REJECTED, error.told()) from error
  except OutOfTime as error:
    raise Stop(UNDECIDED, f"{request.input}: error: {error}") from error
  with open(out, "w", encoding="utf-8") as file:
    file.write(result.text)
  return result.remarks


def clang_command(request, folder):
  """The command line with which the lowering calls clang on the input, without an action. `folder`
  is for what that needs."""
  compilation = Compilation(request.input, request.launch_options(), folder)
  compilation.settle()
  return [*compilation.fast_command(), request.input]


def foreign_folders():
  """Where the headers lie that are not the user's."""
  return [os.path.dirname(os.path.abspath(lowering.__file__))]
