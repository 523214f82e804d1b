"""Writing what a command was asked to write; a failure names the file and ends the command."""

import sys

from patching.files import write_together

from .exit_codes import INTERNAL, Stop


def write_output(path, data):
  """Writes bytes to a file, `-` being standard output."""
  if path == "-":
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
    return
  write_files({path: data})


def write_files(files):
  """Writes several files, {path: bytes}, or on a failure none of them."""
  try:
    write_together(files)
  except OSError as error:
    names = [error.filename] if error.filename in files else files
    raise Stop(INTERNAL, f"{', '.join(names)}: {error.strerror}") from error
