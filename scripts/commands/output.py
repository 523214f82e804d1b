"""Writing what a command was asked to write; a failure names the file and ends the command."""

import sys

from patching.diff import write_atomically

from .exit_codes import INTERNAL, Stop


def write_output(path, data):
  """Writes bytes to a file, `-` being standard output."""
  if path == "-":
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
    return
  try:
    write_atomically(path, data)
  except OSError as error:
    raise Stop(INTERNAL, f"{path}: {error.strerror}") from error
