"""Which kernels a run is about: files named, and those found below folders."""

import fnmatch
import os

from commands.exit_codes import REJECTED, USAGE, Stop
from kernel_files import HeadError, read_head

from . import expectation

SOURCES = (".cu", ".cl")


class Kernel:
  """`path` as reported, relative to the current folder when below it; `expected`: what the head
  says. An IR file without a head of its own is expected to do what the source beside it does."""

  def __init__(self, path, expected):
    self.path, self.expected = path, expected


def find(arguments, patterns):
  """The paths of all kernels, sorted, without repetition."""
  found = set()
  for argument in arguments:
    if os.path.isdir(argument):
      found.update(_below(argument))
    elif os.path.isfile(argument):
      found.add(argument)
    else:
      raise Stop(USAGE, f"'{argument}' is neither a file nor a folder")
  paths = sorted({_shown(path) for path in found})
  if patterns:
    paths = [p for p in paths if any(_matches(p, pattern) for pattern in patterns)]
  if not paths:
    raise Stop(USAGE, "there is no kernel to run")
  return paths


def read_slow(arguments):
  """The folders of kernels that slow.txt lists in the folders among `arguments`."""
  slow = set()
  for folder in arguments:
    path = os.path.join(folder, "slow.txt")
    if not os.path.isfile(path):
      continue
    with open(path, encoding="utf-8") as file:
      for number, line in enumerate(file, 1):
        name = line.split("#")[0].strip()
        if name and not os.path.isdir(os.path.join(folder, name)):
          raise Stop(REJECTED, f"{path}:{number}: error: there is no folder '{name}'")
        if name:
          slow.add(_shown(os.path.join(folder, name)))
  return slow


def _matches(path, pattern):
  return fnmatch.fnmatch(path, pattern) or fnmatch.fnmatch(path, f"*/{pattern}") or (
      fnmatch.fnmatch(path, f"*/{pattern}/*"))


def _below(folder):
  for root, folders, files in os.walk(folder):
    # Projects are tested as a whole (commands/test_project.py).
    folders[:] = sorted(name for name in folders if name != "projects")
    for name in files:
      path = os.path.join(root, name)
      if name.endswith(SOURCES + (".gbpl",)) or name.endswith(".bpl") and _has_kernel(path):
        yield path


def _has_kernel(path):
  """Boogie files beside a kernel often hold axioms only."""
  try:
    with open(path, encoding="utf-8", errors="replace") as file:
      return "{:kernel}" in file.read()
  except OSError:
    return True


def _shown(path):
  relative = os.path.relpath(path)
  return os.path.abspath(path) if relative.startswith("..") else relative


def read_expectations(paths, mode):
  """The kernels with what their heads say; all mistakes in heads are reported at once."""
  kernels, mistakes = [], []
  for path in paths:
    try:
      kernels.append(Kernel(path, _expected(path, mode)))
    except expectation.BadExpectation as bad:
      mistakes.append(f"{path}:{bad.line}: error: {bad}")
  if mistakes:
    raise Stop(REJECTED, "\n".join(mistakes))
  return kernels


def _head(path):
  try:
    return read_head(path).lines
  except HeadError as error:
    raise Stop(REJECTED, str(error)) from error


def _expected(path, mode):
  lines = _head(path)
  if not lines and not path.endswith(SOURCES):
    stem = os.path.splitext(path)[0]
    beside = next((stem + e for e in SOURCES if os.path.isfile(stem + e)), None)
    lines = _head(beside) if beside else []
  if mode == "gpuverify":
    found = expectation.read_gpuverify(lines)
    if found is None:
      raise expectation.BadExpectation(1, "the first line is neither //pass nor //xfail:CODE")
    return found
  return expectation.read(lines)


def expectation_of(path):
  """What the head of a kernel says; other manners of heads say nothing."""
  try:
    return _expected(path, "barricade")
  except expectation.BadExpectation:
    return expectation.Expectation()
