"""The lowering as a step of a command: sizes and compiler options in, an IR file out."""

import os

from .exit_codes import USAGE, Stop


def check_launch(request):
  """Source needs the sizes of the launch."""
  cuda = request.input.endswith(".cu")
  missing = []
  if "local" not in request.launch:
    missing.append("--blockDim" if cuda else "--local_size")
  if not {"groups", "global"} & set(request.launch):
    missing.append("--gridDim" if cuda else "--num_groups")
  if missing:
    raise Stop(USAGE, f"{request.input}: the size of the launch is missing: give "
                      f"{' and '.join(m + '=SIZES' for m in missing)}, on the command line or in "
                      "the first lines of the file")


def lower_file(path, request, out, include=()):
  raise NotImplementedError


def clang_command(request):
  raise NotImplementedError


def foreign_folders():
  """Where the headers lie that are not the user's."""
  return [os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "lowering")]
