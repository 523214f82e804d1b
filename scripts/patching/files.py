"""Writing files so that no half of one is ever seen, whatever fails or interrupts."""

import contextlib
import os
import signal
import tempfile


def write_atomically(path, data):
  """Replaces a file as a whole, keeping its permissions; follows a symbolic link to its target.
  What is not a regular file (/dev/null, a pipe) is written to as it is."""
  write_together({path: data})


def write_together(files):
  """`write_atomically` for {path: bytes}: all files are replaced or, when one cannot be written,
  none; a signal waits until that is done."""
  regular, staged = {}, []
  for path, data in files.items():
    path = os.path.realpath(path)
    if not os.path.exists(path) or os.path.isfile(path):
      regular[path] = data
      continue
    with open(path, "wb", buffering=0) as file:
      file.write(data)
  with signals_held():
    try:
      for path, data in regular.items():
        _stage(path, data, staged)
      while staged:
        os.replace(*staged[0])
        staged.pop(0)
    finally:
      for temporary, _ in staged:
        os.unlink(temporary)


def _stage(path, data, staged):
  """Writes what `path` will hold to a new file beside it, and appends both names to `staged`."""
  handle, temporary = tempfile.mkstemp(prefix=".barricade-", dir=os.path.dirname(path))
  staged.append((temporary, path))
  with os.fdopen(handle, "wb") as file:
    file.write(data)
    file.flush()
    os.fsync(file.fileno())
  os.chmod(temporary, _mode(path))


@contextlib.contextmanager
def signals_held():
  """Signals that end a process arrive at the end of the block."""
  before = signal.pthread_sigmask(signal.SIG_BLOCK,
                                  (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
  try:
    yield
  finally:
    signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _mode(path):
  """The permissions of a file, or those that a new one gets."""
  try:
    return os.stat(path).st_mode & 0o7777
  except FileNotFoundError:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
