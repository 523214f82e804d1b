"""Fences and atomic operations for more threads: `atomicAdd_block(..)` becomes `atomicAdd(..)`."""

import re

from .errors import PatchError

OPERATIONS = {"CallExpr", "CXXMemberCallExpr", "CXXOperatorCallExpr", "AtomicExpr", "GCCAsmStmt"}
WIDER = {  # in CUDA's and OpenCL's words
  "memory_scope_work_item": "memory_scope_device",
  "memory_scope_sub_group": "memory_scope_device",
  "memory_scope_work_group": "memory_scope_device",
  "thread_scope_thread": "thread_scope_device",
  "thread_scope_block": "thread_scope_device",
}


def widened(tree, source, place, offset):
  """(begin, end, text) that makes the operation at `offset` one of the whole device."""
  around = [node for node in place.statement.walk()
            if node.kind in OPERATIONS and node.begin is not None and node.contains(offset)]
  around.sort(key=lambda node: node.end - node.begin)
  for node in around or [place.statement]:
    for change in (_name(source, node), _argument(source, node), _fence(source, node),
                   _assembly(source, node), _declared(tree, source, node)):
      if change:
        return change
  raise PatchError(f"{source.path}:{source.line_of(offset)}: the scope of the operation is not in "
                   "its statement")


def _name(source, node):
  """`__threadfence_block`, `atomicCAS_block`."""
  for inner in node.walk():
    name = inner.data.get("referencedDecl", {}).get("name", "")
    if re.match(r"(atomic|__threadfence).*_block$", name) and not inner.macro:
      if source.text[inner.begin:inner.end] == name:
        return inner.begin, inner.end, name.removesuffix("_block")
  return None


def _argument(source, node):
  for token in source.code(node.begin, node.end):
    if token.text in WIDER:
      return token.begin, token.end, WIDER[token.text]
  return None


def _fence(source, node):
  """OpenCL 1.x has fences of a work-group only."""
  match = re.fullmatch(r"mem_fence\s*\((.*)\)", source.text[node.begin:node.end], re.DOTALL)
  if not match:
    return None
  return node.begin, node.end, (f"atomic_work_item_fence({match[1]}, memory_order_seq_cst, "
                                "memory_scope_device)")


def _assembly(source, node):
  text = source.text[node.begin:node.end]
  if node.kind != "GCCAsmStmt" or text.count(".cta") != 1:
    return None
  begin = node.begin + text.index(".cta")
  return begin, begin + len(".cta"), ".gpu"


def _declared(tree, source, node):
  """The scope of a `cuda::atomic` stands where the object is declared."""
  for inner in node.walk():
    declared = tree.declared.get(inner.data.get("referencedDecl", {}).get("id"))
    if declared is None or declared.kind not in ("VarDecl", "ParmVarDecl") or declared.macro:
      continue
    if declared.begin is not None and declared.file == node.file:
      change = _argument(source, declared)
      if change:
        return change
  return None
