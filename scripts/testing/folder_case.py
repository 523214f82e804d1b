"""A test case with a temporary folder for files, and one that runs commands in it."""

import os
import subprocess
import sys
import tempfile
import unittest

from commands.program import BUILT, ROOT


class FolderCase(unittest.TestCase):
  def setUp(self):
    folder = tempfile.TemporaryDirectory()
    self.addCleanup(folder.cleanup)
    self.folder = os.path.realpath(folder.name)

  def write(self, name, text):
    path = os.path.join(self.folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="") as file:
      file.write(text)
    return path


@unittest.skipUnless(os.access(BUILT, os.X_OK), "the program is not built")
class ProgramCase(FolderCase):
  def run_command(self, name, *arguments):
    environment = {**os.environ, "XDG_CACHE_HOME": os.path.join(self.folder, "cache")}
    command = [sys.executable, os.path.join(ROOT, "scripts", name), "--no-build", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=self.folder,
                          env=environment)
