"""From the position in an edit to a place in one of the user's files."""

import os
import re

from .errors import PatchError
from .source import Source
from .tree import read_tree, user_file_test

RENUMBERED = re.compile(r"^[ \t]*#[ \t]*(?:line\b|\d+[ \t]+\")", re.MULTILINE)


class Positions:
  """The user's files and functions. `excluded` are folders of headers that are not the user's."""

  def __init__(self, path, dump, excluded):
    self.main = os.path.realpath(path)
    self.is_user_file = user_file_test(path, excluded)
    self.sources = {}
    self.tree = read_tree(dump, self.is_user_file, self.source)

  def source(self, name):
    real = os.path.realpath(name)
    if real not in self.sources:
      with open(real, "rb") as file:
        self.sources[real] = Source(name, file.read())
    return self.sources[real]

  def _resolve(self, place):
    """The real path of a place's file, or None if it is not the user's."""
    name = place.get("file")
    if not name:
      return self.main
    folders = [place.get("directory") or "", os.path.dirname(self.main), ""]
    for candidate in [os.path.join(folder, name) for folder in folders]:
      if os.path.isfile(candidate) and self.is_user_file(candidate):
        return os.path.realpath(candidate)
    if os.path.basename(name) == os.path.basename(self.main) and not os.path.isfile(name):
      return self.main
    return None

  def find(self, edit):
    """(real path, function, offset) of an edit. A place outside of the user's functions (in a
    foreign header, in a function that the compiler made) stands for the call that led there."""
    reason = None
    for place in [edit] + list(edit.get("call_chain") or []):
      path, line = self._resolve(place), place.get("line") or 0
      if path is None or not line:
        continue
      try:
        offset = self._offset(path, line, place.get("column") or 0)
        return path, self._function(path, offset), offset
      except PatchError as error:
        reason = reason or error
    raise reason or PatchError(f"the place {edit.get('file')}:{edit.get('line')} lies in a file "
                               "that is not part of this source")

  def _offset(self, path, line, column):
    source = self.source(path)
    if RENUMBERED.search(source.text):
      raise PatchError(f"{source.path} numbers its lines with #line: positions do not tell places in "
                       "this file")
    offset = source.offset(line, column)
    if offset is None:
      raise PatchError(f"{source.path} has no line {line}, column {column}")
    if column <= 1 and source.starts_line(offset):
      offset += len(source.indent(offset))
    return offset

  def _function(self, path, offset):
    for name in {f.file for f in self.tree.functions if f.file}:
      if os.path.realpath(name) == path:
        found = self.tree.functions_at(name, offset)
        if found:
          return found[0]
    source = self.source(path)
    line = source.line_of(offset)
    text = source.text[source.starts[line - 1]:source.line_end(offset)].lstrip()
    if text.startswith("#") or text.endswith("\\"):
      raise PatchError(f"{source.path}:{line}: the place lies in a macro definition, which other "
                       "code shares")
    raise PatchError(f"{source.path}:{line}: no function has a body here")
