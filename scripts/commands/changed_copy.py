"""A copy of a source file with changes, compiled as the file itself is."""

import os

from .inputs import Input


def changed_copy(one, files, folder):
  """The copy of an Input below `folder`, with the texts `files`, {real path: bytes}."""
  original = os.path.realpath(one.path)
  home = os.path.dirname(original)
  for path in {original, *files}:
    target = os.path.join(folder, os.path.relpath(path, home))
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with open(target, "wb") as file:
      file.write(files[path] if path in files else read(path))
  return Input(os.path.join(folder, os.path.basename(original)),
               [f"-I{folder}", f"-I{home}", *one.arguments], stands_for=one.stands_for)


def read(path):
  with open(path, "rb") as file:
    return file.read()
