"""Conditions of branches as texts: their opposite, and what in a branch changes them."""

import re

INTEGER = re.compile(r"(?:const |unsigned |signed |volatile )*(?:int|long|long long|short|char|bool"
                     r"|unsigned|size_t|uint|uint32_t|int32_t|__size_t)|.*\*")


def negated(source, condition):
  """The text of the opposite of a condition."""
  node = condition
  while node.kind in ("ParenExpr", "ImplicitCastExpr", "ExprWithCleanups") and node.children:
    node = node.children[0]
  text = source.text[node.begin:node.end]
  opposite = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}.get(node.opcode)
  if node.kind == "BinaryOperator" and opposite and not node.macro and _is_ordered(node):
    left, right = node.children
    return (source.text[left.begin:left.end] + f" {opposite} " + source.text[right.begin:right.end])
  if node.kind == "UnaryOperator" and node.opcode == "!":
    return source.text[node.children[0].begin:node.children[0].end]
  simple = node.kind in ("DeclRefExpr", "CallExpr", "MemberExpr", "ArraySubscriptExpr")
  return f"!{text}" if simple else f"!({text})"


def _is_ordered(comparison):
  """Whether no operand can be unordered (a floating-point number that is none)."""
  kinds = [child.type or "" for child in comparison.children]
  if comparison.opcode in ("==", "!="):
    return True
  return all(INTEGER.fullmatch(kind) for kind in kinds)


def changed_in(branch):
  """The variables that something in a branch assigns to, steps, or takes the address of."""
  changed = set()
  for node in branch.walk():
    assigns = node.kind == "CompoundAssignOperator" or (
        node.kind == "BinaryOperator" and node.opcode == "=")
    steps = node.kind == "UnaryOperator" and node.opcode in ("++", "--", "&")
    if assigns or steps:
      changed.add(_target(node))
  return changed


def _target(node):
  place = node.children[0]
  while place.kind in ("ParenExpr", "ImplicitCastExpr"):
    place = place.children[0]
  return place.data.get("referencedDecl", {}).get("id")
