"""Whether a kernel returns early, as the source says it.

CUDA's barriers go without threads that have ended. A kernel with a `return` before its end relies
on that, or may; so its barriers excuse threads that have ended. A kernel without one in which some
threads skip a barrier and run to the end asks for all threads: hardware may let it pass, but the
CUDA guide does not, and what its author meant is a barrier for all.

clang keeps no `return` in LLVM IR: it is a jump to the block that returns, whose place is the
keyword's.
"""

import re

EXCUSES_EXITED = ' {:exited_threads "excused"}'

_RETURN = re.compile(rb"return\b")


def returns_early(function):
  """Of a function as clang has made it, before anything is inlined."""
  return any(_ends_kernel(block) and _says_return(block.terminator.loc)
             for block in function.blocks)


def _ends_kernel(block):
  following = block.successors
  return len(following) == 1 and [i.op for i in following[0].instructions] == ["ret"]


def _says_return(loc):
  if loc is None or loc.chain:
    return False
  lines = _lines(loc.path)
  return (0 < loc.line <= len(lines)
          and _RETURN.match(lines[loc.line - 1], max(loc.col - 1, 0)) is not None)


def _lines(path):
  try:
    with open(path, "rb") as stream:
      return stream.read().split(b"\n")
  except OSError:
    return []
