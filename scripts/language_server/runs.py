"""A command on the text of a buffer, in a process of its own that can be stopped.

The process is forked from the server, which has all modules loaded and a single thread: an answer
does not wait for an interpreter to start. It leaves a JSON document after.
"""

import contextlib
import importlib
import json
import os
import signal
import tempfile


class Run:
  """`done` is a descriptor that can be read when the command has ended."""

  def __init__(self, name, path, text):
    self.name, self.original = name, path
    self._folder = tempfile.TemporaryDirectory(prefix="barricade-lsp-")
    self.copy = os.path.join(self._folder.name, os.path.basename(path))
    with open(self.copy, "w", encoding="utf-8", newline="") as file:
      file.write(text)
    self._document = os.path.join(self._folder.name, "document.json")
    self._patch = os.path.join(self._folder.name, "patch.diff")
    self.done, writing = os.pipe()
    self._child = os.fork()
    if self._child == 0:
      self._be_the_child(writing)
    # Both sides make the group, so that it is there for whichever is first.
    with contextlib.suppress(OSError):
      os.setpgid(self._child, self._child)
    os.close(writing)

  def _be_the_child(self, writing):
    os.setpgid(0, 0)
    os.set_inheritable(writing, False)  # the end of the child alone ends it
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
      os.dup2(nothing, descriptor)
    try:
      main = importlib.import_module("commands." + self.name).main
      patch = ["--patch=" + self._patch] if self.name == "repair" else []
      code = main([self.copy, "--stands-for=" + self.original, "--json=" + self._document, *patch])
    except BaseException:
      code = 5
    os._exit(code)

  def finish(self):
    """(document, patch), the document with the places of the copy as those of the file; None for
    what there is not."""
    os.close(self.done)
    os.waitpid(self._child, 0)
    text, patch = _read(self._document), _read(self._patch)
    self._folder.cleanup()
    try:
      return json.loads(text.replace(json.dumps(self.copy)[1:-1],
                                     json.dumps(self.original)[1:-1])), patch
    except (AttributeError, ValueError):
      return None, patch

  def stop(self):
    os.killpg(self._child, signal.SIGTERM)
    self.finish()


def _read(path):
  try:
    with open(path, encoding="utf-8") as file:
      return file.read()
  except OSError:
    return None
