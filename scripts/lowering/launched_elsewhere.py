"""Launches of a file's kernels by another file of the project, which only declares them:

  __global__ void scale(float *, int);  ..  scale<<<grid, block>>>(a, n);

They are looked for where the kernel's own file, with all that it includes, has none. Variants of a program have
kernels of one name in folders of their own, so that only the files count that are nearest to the source.
"""

import os
import re
import tempfile

from .clang import Compilation
from .errors import LoweringError
from .launches import read_launches
from .project_files import nearest_files
from .tokens import closing, tokens

_ENDINGS = (".cu", ".cuh", ".cpp", ".cc", ".cxx")


def launches_elsewhere(source, options, kernels):
  """(the launches of some kernels (names), what is to be told of them)."""
  wanted = re.compile(rb"\b(?:%s)\s*(?:<[^;{}<]*>\s*)?<<<|LaunchKernel\w*\s*\([^;]*\b(?:%s)\b"
                      % ((b"|".join(name.encode() for name in sorted(kernels)),) * 2))
  launches = []
  for path in nearest_files(options.project, source, _ENDINGS, wanted) if kernels else ():
    with tempfile.TemporaryDirectory(prefix="barricade-") as folder:
      compilation = Compilation(path, options, folder)
      try:
        compilation.settle()
        preprocessed, places = compilation.preprocessed()
      except LoweringError:
        continue
      own = _defined(preprocessed, kernels, [file or path for file, _ in places], source)
      launches += read_launches(preprocessed, kernels - own, [(file or path, line) for file, line in places])
  told = {launch.kernel: launch.place for launch in reversed(launches)}
  return launches, [f"{source}: note: '{kernel}' is launched in {os.path.relpath(file)}:{line}"
                    for kernel, (file, line) in sorted(told.items())]


def _defined(preprocessed, kernels, files, source):
  """Those of some kernels that a preprocessed file defines itself: they are others of the same name. `files`: where
  its lines come from; what comes from the source is what is looked for."""
  found, result = tokens(preprocessed), set()
  for at, token in enumerate(found[:-1]):
    if token.text in kernels and found[at + 1].text == "(":
      end = closing(found, at + 1) + 1
      line = preprocessed.count(b"\n", 0, token.begin)
      if end < len(found) and found[end].text == "{" and os.path.realpath(files[line]) != os.path.realpath(source):
        result.add(token.text)
  return result
