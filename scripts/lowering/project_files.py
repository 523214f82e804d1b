"""The files of the user's project, where something that a source lacks may be found: a header that no
include folder has, the definition of a name.

Where several files would do, the one that shares most of its path with the source is taken.
"""

import functools
import os
import re
import subprocess

_HEADERS = (".h", ".hpp", ".hh", ".hxx", ".cuh", ".inl", ".inc", ".cl", ".clh", ".cu", ".tpp")
_BUILDS = (".mk", ".cmake", "CMakeLists.txt", "Makefile", "makefile")
_TEXTS = _HEADERS + _BUILDS + (".c", ".cc", ".cpp", ".cxx", ".txt", ".sh", ".py")
_NUMBER = rb"(?:0[xX][0-9a-fA-F]+|\d+)\b"
_MOST = 20000  # files of a project that are looked at
_LARGEST = 1 << 20  # bytes of a file that is read for definitions


@functools.lru_cache(maxsize=None)
def _files(folder):
  found = []
  for root, folders, names in os.walk(folder):
    folders[:] = sorted(name for name in folders if not name.startswith("."))
    found += [os.path.join(root, name) for name in sorted(names) if name.endswith(_TEXTS)]
    if len(found) > _MOST:
      break
  return tuple(found[:_MOST])


@functools.lru_cache(maxsize=None)
def _tracked(folder):
  """The headers that git keeps in the working tree around a folder; none where there is no such."""
  try:
    top = _git(folder, "rev-parse", "--show-toplevel").rstrip("\n")
    names = _git(top, "ls-files", "-z").split("\0")
  except (OSError, subprocess.CalledProcessError):
    return ()
  paths = (os.path.join(top, name) for name in names if name.endswith(_HEADERS))
  return tuple(path for path in paths if os.path.isfile(path))


def _git(folder, *words):
  return subprocess.run(["git", "-C", folder, *words], capture_output=True, check=True, text=True,
                        errors="surrogateescape").stdout


def _around(project, source):
  """The files of a project; without any, the headers of the git tree around the source."""
  return [path for folder in project for path in _files(os.path.abspath(folder))] if project \
      else _tracked(os.path.dirname(os.path.realpath(source)))


def nearest_texts(project, word, source):
  """(path, text) of the headers of a project that hold a word, the nearest to the source first."""
  found = [path for path in _around(project, source)
           if path.endswith(_HEADERS) and word.encode() in _read(path)]
  for path in sorted(found, key=functools.partial(_distance, os.path.abspath(source))):
    yield path, _read(path)


def nearest_files(project, source, endings, pattern):
  """The other files with some endings that a pattern is found in: those of the folder that is nearest to the source, of
  the project or else of the git tree around the source; beside the source in any case."""
  home = os.path.abspath(source)
  beside = (os.path.join(os.path.dirname(home), name) for name in os.listdir(os.path.dirname(home)))
  found = [path for path in {*_around(project, source), *beside}
           if path.endswith(endings) and path != home and pattern.search(_read(path))]
  nearest = max((len(os.path.commonpath([path, home])) for path in found), default=0)
  return sorted(path for path in found if len(os.path.commonpath([path, home])) == nearest)


def find_header(project, name, source):
  """The file of a project (folders; without any, of the git tree around the source) that a header's
  name means, or None."""
  name = os.path.normpath(name)
  while name.startswith(".." + os.sep):
    name = name[3:]
  files = _around(project, source)
  found = [path for path in files if path.endswith(os.sep + name)]
  while not found and os.sep in name:  # the folders may be others, if there is but one
    name = name.partition(os.sep)[2]
    found = [path for path in files if path.endswith(os.sep + name)]
    found = found if len(found) == 1 else []
  return _nearest(found, source)


def find_definition(project, name, source):
  """(text, file) of the number that a project, or a makefile beside the source, defines a macro as,
  or None."""
  files = {path for folder in project for path in _files(os.path.abspath(folder))}
  files.update(_builds(os.path.dirname(os.path.abspath(source))))
  found = [path for path in files if name.encode() in _read(path)]
  for path in sorted(found, key=functools.partial(_distance, os.path.abspath(source))):
    number = _number(_read(path), name.encode())
    if number:
      return number, path
  return None


@functools.lru_cache(maxsize=None)
def _builds(folder):
  return tuple(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(_BUILDS))


def _number(text, name):
  """The number that a text defines a macro as, itself or by a variable of a makefile, or None."""
  defined = re.search(rb"(?:#[ \t]*define[ \t]+%s[ \t]+\(?|-D[ ]?%s=)(?:(%s)|\$[({](\w+)[)}])"
                      % (name, name, _NUMBER), text)
  if defined and defined.group(2):
    defined = re.search(rb"^[ \t]*%s[ \t]*[:?]?=[ \t]*(%s)[ \t]*(?:#|$)" % (defined.group(2), _NUMBER),
                        text, re.MULTILINE)
  return defined.group(1).decode() if defined else None


@functools.lru_cache(maxsize=4096)
def _read(path):
  try:
    if os.path.getsize(path) > _LARGEST:
      return b""
    with open(path, "rb") as file:
      return file.read()
  except OSError:
    return b""


def _nearest(paths, source):
  """The path that shares most folders with the source's, the shortest of them."""
  return min(paths, key=functools.partial(_distance, os.path.abspath(source)), default=None)


def _distance(home, path):
  return -len(os.path.commonpath([path, home])), len(path), path
