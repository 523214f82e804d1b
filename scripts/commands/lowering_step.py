"""The lowering as a step of a command: sizes and compiler options in, an IR file out."""

import os

import lowering
from lowering import LaunchOptions, LoweringError
from lowering.clang import Compilation

from .exit_codes import REJECTED, USAGE, Stop


class _Options(LaunchOptions):
  """Launch options of a request, into which the file's head has been read already."""

  def parseComment(self, text):
    pass


def is_cuda(path):
  return path.endswith((".cu", ".cuh"))


def check_launch(request):
  """Source needs the sizes of the launch."""
  cuda = is_cuda(request.input)
  missing = []
  if "local" not in request.launch:
    missing.append("--blockDim" if cuda else "--local_size")
  if not {"groups", "global"} & set(request.launch):
    missing.append("--gridDim" if cuda else "--num_groups")
  if missing:
    raise Stop(USAGE, f"{request.input}: the size of the launch is missing: give "
                      f"{' and '.join(m + '=SIZES' for m in missing)}, on the command line or in "
                      "the first lines of the file")


def _options(request, include=()):
  cuda = is_cuda(request.input)
  names = {"local": "blockDim" if cuda else "local_size",
           "groups": "gridDim" if cuda else "num_groups", "global": "global_size"}
  arguments = [f"--{names[role]}={value}" for role, value in request.launch.items()]
  arguments += [option for option in request.program
                if option.startswith(("--warp-sync=", "--kernel-args=", "--all-procedures"))]
  if request.kernel:
    arguments.append(f"--kernel={request.kernel}")
  options = _Options()
  try:
    unknown = options.parse(arguments + request.compiler, True)
  except LoweringError as error:
    raise Stop(USAGE, error.message) from error
  for option in unknown:
    if not option.startswith(("-W", "--warp-sync")):
      raise Stop(USAGE, f"'{option}' is not an option for the compiler that the lowering knows")
  options.includes = list(include) + options.includes
  return options


def lower_file(path, request, out, include=()):
  """Writes the IR of the source `path`, in place of the request's input, to the file `out`. Returns
  notes on what of the source was left out."""
  options = _options(request, include)
  try:
    result = lowering.lowerFile(path, options)
  except LoweringError as error:
    error.file = error.file or request.input
    raise Stop(REJECTED, error.told()) from error
  with open(out, "w", encoding="utf-8") as file:
    file.write(result.text)
  return result.remarks


def clang_command(request, folder):
  """The command line with which the lowering calls clang on the input, without an action. `folder`
  is for what that needs."""
  compilation = Compilation(request.input, _options(request), folder)
  compilation.settle()
  return [*compilation.command(), request.input]


def foreign_folders():
  """Where the headers lie that are not the user's."""
  return [os.path.dirname(os.path.abspath(lowering.__file__))]
