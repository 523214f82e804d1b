"""Statements of a function: where a source position lies, and where a statement's text ends.

A position is either in a *leaf* (an expression statement, a declaration, a return), or in the
*header* of a control statement (`if`, `for`, ...), or it is the control statement's own keyword.
"""

from .tree import LOOPS

HEADED = LOOPS | {"IfStmt", "SwitchStmt"}
LABELS = {"CaseStmt", "DefaultStmt", "LabelStmt"}


class Place:
  """`role` is leaf, keyword, or the part of the header: init, condition, increment."""

  __slots__ = ("statement", "role")

  def __init__(self, statement, role):
    self.statement, self.role = statement, role


def arms(statement):
  """The statements that a control statement, a label or a block governs."""
  kind, children = statement.kind, statement.children
  if kind == "CompoundStmt":
    return [c for c in children if c.kind is not None]
  if kind == "IfStmt":
    return children[-2:] if statement.data.get("hasElse") else children[-1:]
  if kind == "DoStmt":
    return children[:1]
  if kind in HEADED or kind in LABELS or kind == "AttributedStmt":
    return children[-1:]
  return []


def loop_body(loop):
  return arms(loop)[0]


def header(statement):
  """(role, expression or declaration) of a control statement's header, in order of evaluation."""
  children = statement.children
  if statement.kind == "ForStmt":
    parts = [("init", children[0]), ("condition", children[1]), ("condition", children[2]),
             ("increment", children[3])]
  elif statement.kind == "DoStmt":
    parts = [("condition", children[1])]
  elif statement.kind == "CXXForRangeStmt":
    parts = [("range", c) for c in children[:-1]]
  else:
    parts = [("condition", c) for c in children[:len(children) - len(arms(statement))]]
  return [(role, node) for role, node in parts if node.kind is not None and node.begin is not None]


def locate(statement, offset):
  """The place of `offset` inside `statement`, or None."""
  for arm in arms(statement):
    if arm.begin is not None and arm.begin <= offset < end_of(arm, None):
      return locate(arm, offset)
  if statement.kind == "CompoundStmt":
    return None
  if statement.kind in HEADED:
    for role, node in header(statement):
      if node.contains(offset):
        return Place(statement, role)
    return Place(statement, "keyword")
  return Place(statement, "leaf")


def end_of(statement, source):
  """The end of a statement's text including its semicolon (without a source: its last token)."""
  kind = statement.kind
  if kind in ("CompoundStmt", "DeclStmt", "NullStmt"):
    return statement.end
  if kind == "DoStmt" or not arms(statement):
    end = statement.end
    token = source.next_code(end) if source is not None else None
    return token.end if token is not None and token.text == ";" else end
  if statement.data.get("isCut"):
    token = source.next_code(statement.end) if source is not None else None
    return token.end if token is not None and token.text == ";" else statement.end
  return end_of(arms(statement)[-1], source)


def anchor(statement):
  """The statement beside which text can be put for `statement`: attributes, `#pragma`s and macro
  expansions are not taken apart."""
  while statement.parent is not None:
    parent = statement.parent
    inside_macro = (statement.macro and parent.macro and parent.begin == statement.begin)
    if parent.kind == "AttributedStmt" or (inside_macro and not _is_body(parent)):
      statement = parent
    else:
      return statement
  return statement


def _is_body(node):
  return node.kind == "CompoundStmt" and node.parent is not None and "Decl" in (
      node.parent.kind or "")


def is_arm(statement):
  """Whether the statement is the unbraced body of a control statement."""
  return statement.parent.kind in HEADED


def is_loop(node):
  return node.kind in LOOPS


def enclosing(function_body, offset, kinds):
  """The control statement of these kinds meant by a position: the one whose keyword or header it
  is in, otherwise the innermost one around it."""
  around = [n for n in function_body.walk()
            if n.kind in kinds and n.begin is not None and n.begin <= offset < end_of(n, None)]
  if not around:
    return None
  for node in around:
    if node.begin == offset or any(part.contains(offset) for _, part in header(node)):
      innermost = node
      break
  else:
    innermost = around[-1]
  return innermost


def jumps(loop, kind):
  """The `continue` (or `break`) statements that belong to this loop."""
  found = []

  def visit(node):
    for child in node.children:
      if child.kind == kind:
        found.append(child)
      elif child.kind == "LambdaExpr" or is_loop(child):
        continue
      elif child.kind == "SwitchStmt" and kind == "BreakStmt":
        continue
      else:
        visit(child)

  visit(loop_body(loop))
  if loop_body(loop).kind == kind:
    found.append(loop_body(loop))
  return found


def jumps_back(function_body, label):
  """The `goto`s after a label that lead to it."""
  return [n for n in function_body.walk() if n.kind == "GotoStmt" and n.begin > label.begin
          and n.data.get("targetLabelDeclId") == label.data.get("declId")]


def goto_loop(function_body, offset):
  """The label that opens the innermost loop of `goto`s around a position, or None."""
  labels = [n for n in function_body.walk() if n.kind == "LabelStmt" and n.begin <= offset
            and any(jump.end > offset for jump in jumps_back(function_body, n))]
  return labels[-1] if labels else None
