"""A test case with a temporary folder for files."""

import os
import tempfile
import unittest


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
