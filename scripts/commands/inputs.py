"""Which files a command works on: those named, those in the folders that are named, and what a
build says about them.

A source file that another one includes is a part of that and not looked at by itself. With a
`compile_commands.json` the files of the build are compiled as the build compiles them.
"""

import json
import os
import re

from kernel_files import is_source
from kernel_files.language import CPLUSPLUS, ENDINGS

from .exit_codes import REJECTED, USAGE, Stop

_TEXTS = ENDINGS + CPLUSPLUS + (".h", ".hpp", ".c", ".inl")
_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+\.(?:cu|cl|hip))[">]',
                      re.MULTILINE)
_KERNEL = re.compile(rb"\b(?:__global__|__kernel|kernel)\b|<<<|\bhipLaunchKernelGGL\b")
_SKIPPED = {"build", "CMakeFiles", "node_modules", "__pycache__"}


class Input:
  """A source file and the arguments that its build gives it; `named`: by the user himself;
  `stands_for`: the file that it is a copy of, which the configuration speaks of."""

  def __init__(self, path, arguments=(), named=False, stands_for=None):
    self.path, self.arguments, self.named = path, list(arguments), named
    self.stands_for = stands_for or path


def find_inputs(paths, build=None):
  """(the inputs, {path: the file that includes it} of those that are parts of others)."""
  commands = read_build(build) if build else {}
  result, texts = {}, []
  for path in paths:
    if os.path.isdir(path):
      texts += _texts(path)
    elif not os.path.exists(path):
      raise Stop(REJECTED, f"{path}: No such file or directory")
    else:
      result[os.path.realpath(path)] = Input(path, named=True)
  including = _included(texts)
  parts = {}
  for path in texts:
    real = os.path.realpath(path)
    if not _is_program(path) or real in result:
      continue
    if real in including and real not in commands:
      parts[path] = including[real]
    else:
      result[real] = Input(path)
  for path in paths:
    real = os.path.realpath(path)
    for file in commands:
      if os.path.isdir(path) and file.startswith(real + os.sep) and file not in result \
          and os.path.exists(file) and _is_program(file):
        result[file] = Input(os.path.join(path, os.path.relpath(file, real)))
  for real, found in result.items():
    found.arguments = commands.get(real, [])
  return sorted(result.values(), key=lambda one: one.path), parts


def _texts(folder):
  found = []
  for root, folders, names in os.walk(folder):
    folders[:] = sorted(f for f in folders if not f.startswith(".") and f not in _SKIPPED
                        and not os.path.exists(os.path.join(root, f, "CMakeCache.txt")))
    found += [os.path.normpath(os.path.join(root, name)) for name in sorted(names) if name.endswith(_TEXTS)]
  return found


def _read(path):
  try:
    with open(path, "rb") as file:
      return file.read()
  except OSError:
    return b""


def _is_program(path):
  """Whether a file is one by itself and has kernels, or launches of them."""
  return not path.endswith(".cuh") and is_source(path) and _KERNEL.search(_read(path)) is not None


def whole_of(path):
  """A file of the same folder that includes a source file, or None."""
  folder = os.path.dirname(path) or "."
  texts = [os.path.normpath(os.path.join(folder, name)) for name in sorted(os.listdir(folder))
           if name.endswith(_TEXTS)]
  return _included(texts).get(os.path.realpath(path))


def _included(texts):
  """{real path of a source file: a file that includes it}."""
  by_name = {}
  for path in texts:
    by_name.setdefault(os.path.basename(path), []).append(os.path.realpath(path))
  result = {}
  for path in texts:
    for name in _INCLUDE.findall(_read(path)):
      name = os.path.normpath(name.decode("latin-1"))
      beside = os.path.realpath(os.path.join(os.path.dirname(path), name))
      ends = [real for real in by_name.get(os.path.basename(name), ())
              if real.endswith(os.sep + name.lstrip("./"))]
      for real in [beside] if beside in ends else ends if len(ends) == 1 else []:
        if real != os.path.realpath(path):
          result.setdefault(real, path)
  return result


# Compilation databases


def read_build(build):
  """{real path: arguments for the lowering} from `compile_commands.json` or the folder it is in."""
  path = os.path.join(build, "compile_commands.json") if os.path.isdir(build) else build
  try:
    with open(path, encoding="utf-8") as file:
      entries = json.load(file)
    return {os.path.realpath(os.path.join(entry["directory"], entry["file"])): _translated(entry)
            for entry in entries}
  except OSError as error:
    raise Stop(USAGE, f"-p: {path}: {error.strerror}; CMake writes it with "
                      "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON") from error
  except (ValueError, KeyError, TypeError) as error:
    raise Stop(USAGE, f"-p: {path} is no compilation database: {error}") from error


def _translated(entry):
  """The flags of a compiler's command that say what the source means; others are skipped."""
  import shlex  # for builds only
  words = entry.get("arguments") or shlex.split(entry["command"])
  words, folder = _expanded(words[1:], entry["directory"]), entry["directory"]
  result, index = [], 0
  while index < len(words):
    word = words[index]
    index += 1
    name = next((n for n in ("-isystem", "-iquote", "-idirafter", "--include-path", "-I")
                 if word.startswith(n)), None)
    if name:
      value = word[len(name):].lstrip("=")
      if not value and index < len(words):
        value = words[index]
        index += 1
      result += ["-I" + os.path.join(folder, part) for part in value.split(",") if part]
    elif word.startswith(("-D", "-U")) or word == "--define-macro":
      value = word[2:] if word[1] in "DU" else ""
      if not value and index < len(words):
        value = words[index]
        index += 1
      if word[1] != "U":
        result.append("-D" + value)
    elif word in ("-std", "--std") and index < len(words):
      result.append("-std=" + words[index])
      index += 1
    elif word.startswith(("-std=", "--std=")):
      result.append("-std=" + word.partition("=")[2].replace("gnu++", "c++"))
    elif word.startswith("--cuda-path="):
      result.append("--cuda-path=" + os.path.join(folder, word.partition("=")[2]))
    elif word in ("-include", "--pre-include") and index < len(words):
      result.append("--include=" + os.path.join(folder, words[index]))
      index += 1
  return result


def _expanded(words, folder):
  """The words with response files read in."""
  import shlex
  result, index = [], 0
  while index < len(words):
    word = words[index]
    index += 1
    if word in ("--options-file", "-optf") and index < len(words):
      word = "@" + words[index]
      index += 1
    elif word.startswith(("--options-file=", "-optf=")):
      word = "@" + word.partition("=")[2]
    if word.startswith("@"):
      text = _read(os.path.join(folder, word[1:])).decode("utf-8", "replace")
      result += _expanded(shlex.split(text), folder)
    else:
      result.append(word)
  return result
