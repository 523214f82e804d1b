"""`--since REV`: only the kernels that a change touches.

A kernel is touched when its IR is another than that of the same kernel at the revision, places
apart: an edit of a header, of a macro or of a function that it calls changes its IR, one of a
comment or of another kernel does not. A kernel that was not there, or whose old source is refused,
counts as touched.
"""

import io
import os
import re
import subprocess

from .exit_codes import USAGE, Stop
from .inputs import Input

_PLACE = re.compile(rb' \{:(?:line|col) \d+\}| \{:(?:fname|dir) "[^"]*"\}')


class Revision:
  """The sources of a revision, unpacked into a folder."""

  def __init__(self, name, path, folder):
    self.name, self.folder = name, folder
    home = path if os.path.isdir(path) else os.path.dirname(os.path.abspath(path))
    self.top = os.path.realpath(self._git(home, "rev-parse", "--show-toplevel").decode().strip())
    archive = self._git(self.top, "archive", "--format=tar", name)
    import tarfile  # for --since only
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
      tar.extractall(folder, filter="data") if hasattr(tarfile, "data_filter") \
          else tar.extractall(folder)

  def _git(self, folder, *words):
    try:
      done = subprocess.run(["git", "-C", folder, *words], capture_output=True, check=False)
    except OSError as error:
      raise Stop(USAGE, f"--since: git: {error.strerror}") from error
    if done.returncode != 0:
      raise Stop(USAGE, f"--since={self.name}: {done.stderr.decode().strip()}")
    return done.stdout

  def input(self, one):
    """The old form of an Input, or None."""
    path = os.path.join(self.folder, os.path.relpath(os.path.realpath(one.path), self.top))
    moved = [a.replace(self.top + os.sep, self.folder + os.sep) for a in one.arguments]
    return Input(path, moved, stands_for=one.stands_for) if os.path.exists(path) else None


def kernels(units):
  """{(kernel, block, grid): its IR without places} of what was lowered."""
  return {(u["kernel"], str(u["block"]), str(u["grid"]), str(u["arguments"])): _without_places(u["path"])
          for u in units if u["path"]}


def _without_places(path):
  with open(path, "rb") as file:
    return _PLACE.sub(b"", file.read())
