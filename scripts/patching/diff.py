"""Unified diffs that `git apply` takes, and writing files so that no half of one is ever seen."""

import difflib
import os
import subprocess
import tempfile


def unified(path, old, new, relative):
  """The diff of one file as bytes, under the name a/`relative` and b/`relative`."""
  if old == new:
    return b""
  before = [line + b"\n" for line in old.split(b"\n")]
  after = [line + b"\n" for line in new.split(b"\n")]
  for lines, text in ((before, old), (after, new)):
    if text.endswith(b"\n") or not text:
      lines.pop()
    else:
      lines[-1] = lines[-1] + b"\\ No newline at end of file\n"
  name = relative.encode()
  out = list(difflib.diff_bytes(difflib.unified_diff, before, after, b"a/" + name, b"b/" + name))
  return b"diff --git a/%s b/%s\n" % (name, name) + b"".join(out)


def relative_name(path):
  """(name, folder): the path as `git apply` will see it, and the folder to apply it in: the current
  one if the file lies below it, otherwise the top of the file's repository, or its own folder."""
  real, here = os.path.realpath(path), os.path.realpath(os.getcwd())
  if real.startswith(here.rstrip("/") + "/"):
    return os.path.relpath(real, here), here
  folder = os.path.dirname(real)
  top = subprocess.run(["git", "-C", folder, "rev-parse", "--show-toplevel"],
                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
  root = os.fsdecode(top.stdout).strip() if top.returncode == 0 else folder
  return os.path.relpath(real, root), root


def write_atomically(path, data):
  """Replaces a file as a whole, keeping its permissions; follows a symbolic link to its target.
  What is not a regular file (/dev/null, a pipe) is written to as it is."""
  path = os.path.realpath(path)
  if os.path.exists(path) and not os.path.isfile(path):
    with open(path, "wb", buffering=0) as file:
      file.write(data)
    return
  handle, temporary = tempfile.mkstemp(prefix=".barricade-", dir=os.path.dirname(path))
  try:
    with os.fdopen(handle, "wb") as file:
      file.write(data)
      file.flush()
      os.fsync(file.fileno())
    os.chmod(temporary, _mode(path))
    os.replace(temporary, path)
  except BaseException:
    os.unlink(temporary)
    raise


def _mode(path):
  """The permissions of a file, or those that a new one gets."""
  try:
    return os.stat(path).st_mode & 0o7777
  except FileNotFoundError:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
