"""`.barricade.toml`, in the folder of the input or one above: what a project says once.

    build = "build"                 # of -p, relative to this file as all paths are

    [options]                       # any option of the command, without its dashes
    timeout = 30
    check-array-bounds = true

    [[files]]                       # for the files that match, the first that says something wins
    match = "src/reduce*.cu"        # relative to this file; `*` matches `/` as well
    blockDim = [256]
    gridDim = "*"

    [[kernels]]                     # likewise for the kernels whose names match
    match = "reduce*"
    file = "src/*.cu"               # in these files; may be left out
    precondition = "n % blockDim.x == 0"
    loop-weight = 20

The command line wins over the head of a kernel file, which wins over [[kernels]], then [[files]],
then [options]. Options of another command are let pass, unknown ones are mistakes.
"""

import fnmatch
import os
import re

from .exit_codes import USAGE, Stop

NAME = ".barricade.toml"
_TABLES = {"build": str, "options": dict, "files": list, "kernels": list}
_TYPES = {str: "a text", dict: "a table"}
_SIZES = ("blockDim", "gridDim", "local_size", "num_groups", "global_size")
# What can differ between the kernels of a file: groups of the program's options, and these.
_OF_KERNELS = {"Launch", "Checks", "Method", "Repair", "Limits"}
_ALSO_OF_KERNELS = {*_SIZES, "global_offset", "kernel-args", "kernel-arrays", "precondition"}
_PATHS = {"FILE", "DIR", "BUILD"}  # what options call a path in their help


class Configuration:
  def __init__(self, path):
    import tomllib  # where there is such a file only
    self.path, self.folder = path, os.path.dirname(os.path.realpath(path))
    try:
      with open(path, encoding="utf-8") as file:
        self.text = file.read()
      self.content = tomllib.loads(self.text)
    except OSError as error:
      raise Stop(USAGE, f"{path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
      raise Stop(USAGE, f"{path}: {error}") from error
    self._check()

  def _check(self):
    for key, value in self.content.items():
      if key not in _TABLES:
        self._unknown(key, _TABLES)
      if not isinstance(value, _TABLES[key]):
        self.wrong(key, "is to be " + _TYPES.get(_TABLES[key], f"[[{key}]]"))
    for name in ("files", "kernels"):
      for one in self.content.get(name, ()):
        if not isinstance(one, dict) or not isinstance(one.get("match"), str) \
            or not isinstance(one.get("file", ""), str):
          raise Stop(USAGE, f"{self.path}: [[{name}]] needs match = \"PATTERN\"")
    for key in self.content.get("options", ()):
      if key in _SIZES:
        self.wrong(key, "belongs into [[files]]: it is not the same for all")

  def command_words(self, parser, others):
    """The words of a command line for [options] and `build`; `others`: names of options that other
    commands have."""
    words = self._words(self.content.get("options", {}), parser, others)
    return words + (["-p", self._path(self.content["build"])] if "build" in self.content else [])

  def file_words(self, path, parser, others):
    """Those for a file, the last for what the first [[files]] says."""
    settings = {}
    for one in self.content.get("files", ()):
      if self._matches(path, one["match"]):
        settings = {**{k: v for k, v in one.items() if k != "match"}, **settings}
    return self._words(settings, parser, others)

  def kernel_words(self, path, parser, others):
    """[(pattern of names, words)] for the kernels of a file; what comes first wins."""
    allowed = _ALSO_OF_KERNELS | {option["name"] for option in parser.table
                                  if option["group"] in _OF_KERNELS}
    result = []
    for one in self._kernels(path):
      settings = {k: v for k, v in one.items() if k not in ("match", "file")}
      for key in settings:
        if "--" + key in parser._option_string_actions and key not in allowed:
          self.wrong(key, "is the same for all kernels: it belongs into [[files]] or [options]")
      result.append((one["match"], self._words(settings, parser, others)))
    return result

  def names_kernels(self, path):
    """Whether [[kernels]] may speak of kernels of a file."""
    return bool(self._kernels(path))

  def _kernels(self, path):
    return [one for one in self.content.get("kernels", ())
            if self._matches(path, one.get("file", "*"))]

  def _matches(self, path, pattern):
    relative = os.path.relpath(os.path.realpath(path), self.folder)
    return fnmatch.fnmatchcase(relative, pattern)

  def idle(self, inputs, kernels):
    """What speaks of files or kernels that are not there. `inputs`: files and folders that were
    looked at; `kernels`: {file: names, None where they are not known}."""
    whole = any(os.path.isdir(path) and os.path.commonpath(
        [os.path.realpath(path), self.folder]) == os.path.realpath(path) for path in inputs)
    result = []
    for table, one in [(table, one) for table in ("files", "kernels")
                       for one in self.content.get(table, ())]:
      pattern = one.get("file", "*") if table == "kernels" else one["match"]
      files = [path for path in kernels if self._matches(path, pattern)]
      if not whole and (re.search(r"[*?[]", pattern) or not files):
        continue  # others may be meant
      if table == "kernels" and any(
          kernels[path] is None or fnmatch.filter(kernels[path], one["match"]) for path in files) \
          or table == "files" and files:
        continue
      kind = "kernel" if table == "kernels" else "file"
      result.append(f"{self.path}: note: [[{table}]] match = \"{one['match']}\" fits no {kind}")
    return result

  def _words(self, settings, parser, others):
    words = []
    for key, value in settings.items():
      action = parser._option_string_actions.get("--" + key)
      if action is None:
        if key not in others:
          self._unknown(key, [name[2:] for name in parser._option_string_actions
                              if name.startswith("--")])
        continue
      if isinstance(value, dict):
        self.wrong(key, "is an option, no table")
      if isinstance(value, bool) != (action.nargs == 0):
        self.wrong(key, "takes a value" if action.nargs != 0 else "is to be true or false")
      if value is False:
        continue
      values = value if isinstance(value, list) and key not in _SIZES else [value]
      words += ["--" + key if one is True else f"--{key}={self._value(action, one)}"
                for one in values]
    return words

  def _value(self, action, value):
    if isinstance(value, list):
      return "[" + ",".join(map(str, value)) + "]"
    return self._path(value) if action.metavar in _PATHS and value != "-" else str(value)

  def _path(self, text):
    return os.path.join(self.folder, text)

  def _unknown(self, key, known):
    import difflib  # for a mistake only
    close = difflib.get_close_matches(key, known, 1, 0.7)
    self.wrong(key, "is unknown" + (f"; did you mean '{close[0]}'?" if close else ""))

  def wrong(self, key, problem):
    """A mistake, with the line of the key."""
    found = re.search(rf"^[ \t]*(?:\[+[ \t]*)?[\"']?{re.escape(key)}[\"']?[ \t]*[=\]]", self.text,
                      re.MULTILINE)
    line = f":{self.text.count(chr(10), 0, found.start()) + 1}" if found else ""
    raise Stop(USAGE, f"{self.path}{line}: error: '{key}' {problem}")


def find(path):
  """The Configuration for an input, or None."""
  folder = os.path.realpath(path if os.path.isdir(path) else os.path.dirname(path) or ".")
  while True:
    candidate = os.path.join(folder, NAME)
    if os.path.isfile(candidate):
      return Configuration(os.path.relpath(candidate))
    above = os.path.dirname(folder)
    if above == folder:
      return None
    folder = above


def find_build(path):
  """The `compile_commands.json` for an input as clangd finds it, in a folder above or in the folder
  `build` there; None when there is none."""
  folder = os.path.realpath(path if os.path.isdir(path) else os.path.dirname(path) or ".")
  while True:
    for candidate in (folder, os.path.join(folder, "build")):
      file = os.path.join(candidate, "compile_commands.json")
      if os.path.isfile(file):
        return file
    above = os.path.dirname(folder)
    if above == folder:
      return None
    folder = above
