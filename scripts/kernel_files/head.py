"""The head of a kernel file: the comment lines at its top, some of which hold options.

    // adds two vectors
    //--blockDim=64 --gridDim=2

The first line that is no comment ends it. Which options there are is not known here.
"""

import os
import re
import shlex

from .gpuverify import FIRST_LINE, IMPLIED, translate

_COMMENT = re.compile(r"\s*//(.*)")
_OPTION = re.compile(r"--?[A-Za-z]")


class HeadError(Exception):
  """A file that cannot be read, or options that cannot be split into words."""


class Head:
  """`lines`: (line number, text after the slashes) of the comments; `options`: (line number,
  words) of those lines that hold options; `implied`: options that the manner of the head stands
  for; `ignored`: options that only concern GPUVerify."""

  def __init__(self, lines):
    self.lines = lines
    self.options = []
    self.implied = []
    self.ignored = []

  @property
  def is_gpuverify(self):
    """Whether it is in GPUVerify's manner."""
    return bool(self.lines) and FIRST_LINE.fullmatch(self.lines[0][1]) is not None


def read_head(path):
  """The Head of a file."""
  head = Head(_comments(path))
  folder = os.path.dirname(os.path.abspath(path))
  if head.is_gpuverify:
    head.implied += IMPLIED
  for number, text in head.lines:
    if not _OPTION.match(text):
      continue
    try:
      words = [word.replace("${KERNEL_DIR}", folder) for word in shlex.split(text)]
    except ValueError as error:
      raise HeadError(f"{path}:{number}: {error}") from error
    if head.is_gpuverify:
      words, ignored = translate(words)
      head.ignored += ignored
    head.options.append((number, words))
  return head


def _comments(path):
  lines = []
  try:
    with open(path, encoding="utf-8", errors="replace") as file:
      for number, line in enumerate(file, 1):
        match = _COMMENT.match(line)
        if match is None:
          break
        lines.append((number, match.group(1).strip()))
  except OSError as error:
    raise HeadError(f"{path}: cannot be read: {error.strerror}") from error
  except ValueError as error:
    raise HeadError(f"{path}: {error}") from error
  return lines
