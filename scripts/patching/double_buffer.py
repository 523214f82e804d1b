"""A shared array gets two copies, which the iterations of a loop use by turns.

    __shared__ float tile[16];           __shared__ float tile[2][16];
    for (int k = 0; k < n; k += 16) {    int copy = 1;
      tile[t] = v[k + t];                for (int k = 0; k < n; k += 16) {
      __syncthreads();                     copy = 1 - copy;
      sum += tile[15 - t];                 tile[copy][t] = v[k + t];
      __syncthreads();                     __syncthreads();
    }                                      sum += tile[copy][15 - t];
                                         }

A use of the array has the type that it had, with an index more, so that calls take it as before. An
address that is kept would be of one copy in the next iteration, which uses the other.
"""

from .near_loops import loop_at
from .near_statements import at_start
from .statements import loop_body

PASSED_ON = {"ImplicitCastExpr", "ParenExpr", "CStyleCastExpr", "CXXReinterpretCastExpr",
             "CXXStaticCastExpr", "ArraySubscriptExpr", "MemberExpr", "UnaryOperator",
             "BinaryOperator"}
CALLS = {"CallExpr", "CXXMemberCallExpr", "CXXOperatorCallExpr", "CXXConstructExpr"}


def plan(spot):
  loop = loop_at(spot)
  if loop.kind == "LabelStmt":
    raise spot.error("the loop is made of 'goto's")
  body = loop_body(loop)
  array = _declaration(spot)
  uses = [node for node in spot.body.walk() if node.kind == "DeclRefExpr"
          and node.data.get("referencedDecl", {}).get("id") == array.data.get("id")]
  for use in uses:
    if use.macro:
      raise spot.error(f"'{array.name}' is used in a macro")
    if not body.contains(use.begin):
      raise spot.error(f"'{array.name}' is used outside of the loop's body", use.begin)
    if _is_kept(use, body):
      raise spot.error(f"an address within '{array.name}' is kept", use.begin)
  copy = _copy_of(spot, loop, body)
  spot.rewriter.insert(array.data["loc"]["offset"] + len(array.name), "[2]")
  for use in uses:
    spot.rewriter.insert(use.end, f"[{copy}]")


def _declaration(spot):
  name = spot.edit.get("array")
  found = [node for node in spot.body.walk() if node.kind == "VarDecl" and node.name == name]
  if len(found) != 1:
    raise spot.error(f"'{name}' is no array of this function")
  array = found[0]
  if array.data.get("storageClass") == "extern" or not array.type.endswith("]"):
    raise spot.error(f"'{name}' is declared without its size")
  if "offset" not in array.data.get("loc", {}):
    raise spot.error(f"'{name}' is declared in a macro")
  return array


def _is_kept(node, body):
  """Whether what is made of a use outlives the iteration that it is in."""
  while node.parent is not None and node.parent.kind in PASSED_ON:
    parent = node.parent
    if parent.data.get("castKind") == "LValueToRValue":
      return False
    if parent.kind == "ArraySubscriptExpr" and parent.children[0] is not node:
      return False  # an index
    if parent.kind == "BinaryOperator" and parent.opcode not in ("+", "-", ","):
      break
    node = parent
  is_address = node.type.endswith("*") or "*" in node.type or node.type.endswith("]")
  if not is_address or node.parent.kind in CALLS or node.parent.kind == "UnaryExprOrTypeTraitExpr":
    return False
  return node.parent.kind != "VarDecl" or not body.contains(node.parent.begin)


def _copy_of(spot, loop, body):
  """The variable that tells the copies apart, one for all arrays of a loop."""
  if id(loop) not in spot.file.copies:
    copy = spot.file.names_in(spot.function).fresh("copy")
    spot.file.copies[id(loop)] = copy
    spot.rewriter.lines_before(loop, [f"int {copy} = 1;"])
    at_start(spot, body, f"{copy} = 1 - {copy};")
  return spot.file.copies[id(loop)]
