"""Barrier edits as patches of the CUDA or OpenCL source they belong to.

`barricade repair --json` names edits by source position ("add a block barrier before line 9, column
12"). This package turns them into text: it asks clang for the syntax tree, finds the statement or
the access meant, rewrites around it, and renders the result as a unified diff.

  from patching import Patcher, PatchError
  patcher = Patcher(path, clang_command, edits)
  result = patcher.patch()             # result.files: {path: new bytes}, result.refused: [...]
"""

from .errors import PatchError

__all__ = ["PatchError", "Patcher", "PatchResult"]


def __getattr__(name):
  """The patcher is read once it is needed: most commands only want `patching.files`."""
  if name not in ("Patcher", "PatchResult"):
    raise AttributeError(name)
  from . import patcher
  return getattr(patcher, name)
