"""How barriers are written in CUDA and OpenCL, and how they are recognised."""

import re

from .errors import PatchError

FENCE_ARGUMENTS = {  # OpenCL; the work-item fence is one of version 2.0
  "mem_fence": "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE",
  "atomic_work_item_fence": "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, "
                            "memory_scope_device",
}
GRID_INCLUDE = "cooperative_groups.h"
BARRIER_NAME = re.compile(r"__syncthreads\w*|__syncwarp|barrier|work_group_barrier|sync|bar_sync"
                          r"|\w*barrier\w*|\w*sync\w*", re.IGNORECASE)
BARRIER_ASSEMBLY = re.compile(
    r"""(__)?asm(__)?\s*(__)?(volatile(__)?)?\s*\(\s*"\s*(bar|barrier)\.[\w.]+\s[^;"]*;?\s*(\\n)?"[^"]*"""
    r"""("memory"\s*)?\)""")


def statement(edit, is_opencl):
  """The barrier that an `add` edit asks for, or the statement that it brings itself."""
  if edit.get("statement"):
    return edit["statement"]
  if edit.get("action") == "fence":
    return f"{edit['operation']}({FENCE_ARGUMENTS.get(edit['operation'], '')});"
  if edit.get("scope", "block") == "grid":
    if is_opencl:
      raise PatchError("OpenCL has no barrier for all work-groups: split the kernel into two "
                       "launches at this point")
    return "cooperative_groups::this_grid().sync();"
  if not is_opencl:
    return "__syncwarp();" if edit.get("scope") == "warp" else "__syncthreads();"
  return f"barrier({fence_flags(edit)});"


def fence_flags(edit):
  """What memory a barrier of OpenCL orders, as its argument says it."""
  fences = edit.get("fences") or "local global"
  if not isinstance(fences, str):
    fences = " ".join(fences)
  flags = [flag for word, flag in (("local", "CLK_LOCAL_MEM_FENCE"),
                                   ("global", "CLK_GLOBAL_MEM_FENCE")) if word in fences.lower()]
  return " | ".join(flags or ["CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE"])


def is_barrier_assembly(node, source):
  """Whether a statement is `asm` of one instruction, a barrier."""
  return node.kind == "GCCAsmStmt" and bool(
      BARRIER_ASSEMBLY.fullmatch(source.text[node.begin:node.end]))


def is_barrier_call(node):
  """Whether a statement is a call whose name is that of a barrier."""
  while node.kind in ("ExprWithCleanups", "ParenExpr", "CStyleCastExpr") and node.children:
    node = node.children[-1]
  if node.kind not in ("CallExpr", "CXXMemberCallExpr"):
    return False
  for inner in node.children[0].walk():
    name = inner.data.get("referencedDecl", {}).get("name") or inner.data.get("name") or ""
    if BARRIER_NAME.fullmatch(name):
      return True
  return False


def is_hip(source):
  return re.search(r"^[ \t]*#[ \t]*include[ \t]*[<\"]hip/", source.text, re.MULTILINE) is not None


def include_insertion(source):
  """(offset, text) that makes cooperative groups known, or None when they are already."""
  if re.search(r"^[ \t]*#[ \t]*include[ \t]*[<\"](hip/hip_)?cooperative_groups", source.text,
               re.MULTILINE):
    return None
  name = "hip/hip_" * is_hip(source) + GRID_INCLUDE
  line = f"#include <{name}>" + source.line_break()
  includes = list(re.finditer(r"^[ \t]*#[ \t]*include\b.*$", source.text, re.MULTILINE))
  top_level = [m for m in includes if not _conditional(source.text, m.start())]
  if top_level:
    return source.next_line(top_level[-1].start()), line
  for token in source.tokens(0, len(source.text)):
    if token.kind not in ("space", "comment") or token.text.startswith("#"):
      return source.line_start(token.begin), line + source.line_break()
  return 0, line


def _conditional(text, offset):
  """Whether a place lies between #if and #endif (an include guard around the file aside)."""
  before = text[:offset]
  opened = len(re.findall(r"^[ \t]*#[ \t]*if", before, re.MULTILINE))
  closed = len(re.findall(r"^[ \t]*#[ \t]*endif", before, re.MULTILINE))
  return opened > closed
