"""Whether a kernel returns early, as the source says it.

CUDA's barriers go without threads that have ended. A kernel with a `return` before its end relies
on that, or may; so its barriers excuse threads that have ended. A kernel without one in which some
threads skip a barrier and run to the end asks for all threads: hardware may let it pass, but the
CUDA guide does not, and what its author meant is a barrier for all.

clang keeps no `return` in LLVM IR: it is a jump to the block that returns, whose place is the
keyword's, or that of a macro which writes it. Such a macro is known if the same file defines it.
"""

import re

EXCUSES_EXITED = ' {:exited_threads "excused"}'

_WORD = re.compile(rb"\w+")
_DEFINITION = rb"^[ \t]*#[ \t]*define[ \t]+%s\b(?:[^\n\\]|\\\r?\n|\\.)*?\breturn\b"


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
  text = _text(loc.path)
  lines = text.split(b"\n")
  if not 0 < loc.line <= len(lines):
    return False
  word = _WORD.match(lines[loc.line - 1], max(loc.col - 1, 0))
  if word is None or word.group() == b"return":
    return word is not None
  return re.search(_DEFINITION % word.group(), text, re.MULTILINE) is not None


def _text(path):
  try:
    with open(path, "rb") as stream:
      return stream.read()
  except OSError:
    return b""
