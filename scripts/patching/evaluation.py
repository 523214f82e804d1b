"""What an expression does to memory, in the order in which clang's code generator does it.

A barrier "inside a statement" stands between two of these events. Loads, stores and calls carry the
source position that clang gives the corresponding instruction, so that the position in an edit
finds its event; `effect` events are changes of local variables, which must keep their order when a
statement is split.
"""

import re

# Values of the launch, and functions that read nothing but their arguments.
LAUNCH_VARIABLES = {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"}
SYNCHRONISING = re.compile(r"sync|barrier|fence|shfl|ballot|vote|wait|printf|assert", re.IGNORECASE)
ANNOTATION = re.compile(r"__(global_|function_wide_|candidate_|barrier_)*"
                        r"(requires|ensures|invariant|assert|assume|reads_from|writes_to)\w*")
TRANSPARENT = {"ParenExpr", "ExprWithCleanups", "MaterializeTemporaryExpr", "CXXBindTemporaryExpr",
               "ConstantExpr", "SubstNonTypeTemplateParmExpr", "FullExpr"}
UNEVALUATED = {"UnaryExprOrTypeTraitExpr", "LambdaExpr", "CXXNoexceptExpr", "BlockExpr"}


def is_annotation(call):
  """Whether a call is a statement about the program that is never executed."""
  return call.kind == "CallExpr" and any(
      ANNOTATION.fullmatch(n.data.get("referencedDecl", {}).get("name", ""))
      for n in call.children[0].walk())


class Event:
  """One access: `kind` is load, store, call or effect; `conditions` are the operators (&&, ||, ?:)
  that decide whether it happens at all."""

  __slots__ = ("kind", "node", "position", "conditions")

  def __init__(self, kind, node, position, conditions):
    self.kind, self.node, self.position, self.conditions = kind, node, position, conditions


def strip(node):
  """The expression under parentheses and other wrappers without a meaning of their own."""
  while node.kind in TRANSPARENT and len(node.children) == 1:
    node = node.children[0]
  return node


def expression_position(node, source):
  """Where clang says an expression "is": the operator of an assignment, the member's name, the base
  of a subscript; the beginning of everything else."""
  if node.kind == "ArraySubscriptExpr":
    return expression_position(node.children[0], source)
  if node.kind in ("MemberExpr", "ExtVectorElementExpr"):
    return node.last if not node.macro else node.begin
  if node.kind == "UnaryOperator":
    return node.last if node.data.get("isPostfix") else node.begin
  if node.kind in ("BinaryOperator", "CompoundAssignOperator") and not node.macro:
    token = source.next_code(node.children[0].end)
    return token.begin if token is not None else node.begin
  if node.kind == "CXXOperatorCallExpr":
    return node.children[0].begin
  if node.kind == "CXXMemberCallExpr":
    return expression_position(node.children[0], source)
  return node.begin


class Evaluation:
  """Collects the events of full expressions of one function."""

  def __init__(self, tree, source):
    self.tree = tree
    self.source = source
    self.events = []
    self.conditions = ()

  def of(self, node):
    self.events, self.conditions = [], ()
    self._visit(node)
    return self.events

  def _add(self, kind, node, position=None):
    if position is None:
      position = expression_position(node, self.source)
    self.events.append(Event(kind, node, position, self.conditions))

  def _under(self, condition, node):
    outer = self.conditions
    self.conditions = outer + (condition,)
    self._visit(node)
    self.conditions = outer

  def _visit(self, node):
    if node.kind is None or node.kind in UNEVALUATED:
      return
    method = getattr(self, "_visit_" + node.kind, None)
    if method is not None:
      method(node)
    else:
      self._children(node)

  def _children(self, node):
    for child in node.children:
      self._visit(child)

  def _visit_ImplicitCastExpr(self, node):
    inner = node.children[0]
    if node.data.get("castKind") == "LValueToRValue":
      self._load(node, inner)
    else:
      self._visit(inner)

  def _load(self, value, place):
    """`place` is read; `value` is the expression that stands for the result."""
    target = strip(place)
    if target.kind == "ConditionalOperator":
      self._visit(target.children[0])
      outer = self.conditions
      self.conditions = outer + (target,)
      for arm in target.children[1:]:
        self._load(arm, arm)
      self.conditions = outer
      return
    self._visit(place)
    if target.kind in ("BinaryOperator", "CompoundAssignOperator", "UnaryOperator") and (
        target.opcode in ("++", "--") or target.opcode.endswith("=")):
      return  # the value of an assignment is not read back
    pointer_member = (target.kind == "MemberExpr" and target.type.endswith("*")
                      and strip_casts(target.children[0]).kind == "CXXThisExpr")
    if self.is_memory(target) and not pointer_member:
      self._add("load", value, expression_position(target, self.source))

  def _visit_BinaryOperator(self, node):
    left, right = node.children[0], node.children[1]
    if node.opcode == "=" and self._is_record_load(right):
      # In C, one copy at the position of what is copied.
      position = expression_position(strip(right.children[0]), self.source)
      self._visit(right.children[0])
      self._visit(left)
      self._add("load", right, position)
      self._add("store" if self.is_memory(strip(left)) else "effect", node, position)
    elif node.opcode == "=":
      aggregate = strip(right).is_lvalue
      self._visit(right)
      self._visit(left)
      if aggregate and self.is_memory(strip(right)):
        self._add("load", right, expression_position(node, self.source))
      self._write(node, left)
    elif node.opcode in ("&&", "||"):
      self._visit(left)
      self._under(node, right)
    else:
      self._children(node)

  def _visit_CompoundAssignOperator(self, node):
    left, right = node.children[0], node.children[1]
    self._visit(right)
    self._visit(left)
    if self.is_memory(strip(left)):
      self._add("load", left, expression_position(node, self.source))
    self._write(node, left)

  def _write(self, node, place):
    memory = self.is_memory(strip(place))
    self._add("store" if memory else "effect", node)

  def _visit_UnaryOperator(self, node):
    self._children(node)
    if node.opcode in ("++", "--"):
      if self.is_memory(strip(node.children[0])):
        self._add("load", node.children[0], expression_position(node, self.source))
      self._write(node, node.children[0])

  def _visit_ConditionalOperator(self, node):
    self._visit(node.children[0])
    self._under(node, node.children[1])
    self._under(node, node.children[2])

  def _visit_BinaryConditionalOperator(self, node):
    self._visit(node.children[0])
    self._under(node, node.children[-1])

  def _visit_CallExpr(self, node):
    if is_annotation(node):
      return
    self._children(node)
    if not self._is_pure(node):
      self._add("call", node)

  _visit_CXXMemberCallExpr = _visit_CallExpr

  def _visit_CXXOperatorCallExpr(self, node):
    callee = strip(node.children[0])
    name = next((n.data["referencedDecl"].get("name", "") for n in callee.walk()
                 if "referencedDecl" in n.data), "")
    if name == "operator=" and len(node.children) == 3:
      left, right = node.children[1], node.children[2]
      self._visit(right)
      self._visit(left)
      position = expression_position(node, self.source)
      if right.is_lvalue and self.is_memory(strip_casts(right)):
        self._add("load", right, position)
      self._add("store", node, position)
      return
    self._children(node)
    self._add("call", node)

  def _visit_CXXConstructExpr(self, node):
    self._children(node)
    if len(node.children) == 1 and node.children[0].is_lvalue:
      if self.is_memory(strip_casts(node.children[0])):
        self._add("load", node)

  def _visit_AtomicExpr(self, node):
    self._children(node)
    self._add("call", node)

  def is_memory(self, place):
    """Whether an lvalue may be seen by other threads: not a local variable or a part of one."""
    while True:
      place = strip_casts(place)
      if place.kind in ("MemberExpr", "ExtVectorElementExpr") and not place.data.get("isArrow"):
        if not place.children:
          return True
        place = place.children[0]
      elif place.kind == "ArraySubscriptExpr":
        base = place.children[0]
        if strip(base).data.get("castKind") == "ArrayToPointerDecay":
          place = strip(base).children[0]
        elif "vector_size" in base.type or "ext_vector_type" in base.type or base.is_lvalue:
          place = base
        else:
          return True
      else:
        break
    if place.kind != "DeclRefExpr":
      return place.kind not in ("MaterializeTemporaryExpr", "CompoundLiteralExpr",
                                "CXXFunctionalCastExpr", "InitListExpr", "CallExpr",
                                "MSPropertyRefExpr", "PseudoObjectExpr")
    declaration = place.data.get("referencedDecl", {})
    if declaration.get("name") in LAUNCH_VARIABLES or declaration.get("kind") == "EnumConstantDecl":
      return False
    node = self.tree.declared.get(declaration.get("id"))
    if node is None or declaration.get("kind") not in ("VarDecl", "ParmVarDecl"):
      return True
    if "&" in node.type or re.search(r"\b__(local|global|constant)\b(?!.*\*)", node.type):
      return True
    if any(child.kind == "CUDASharedAttr" for child in node.children):
      return True
    return not any(a.kind in ("CompoundStmt", "FunctionDecl", "CXXMethodDecl", "ForStmt")
                   for a in node.ancestors())

  def _is_record_load(self, node):
    """Whether a whole struct or union is read from memory (in C; C++ has a copy constructor)."""
    if node.data.get("castKind") != "LValueToRValue" or not self.is_memory(strip(node.children[0])):
      return False
    kind = node.data["type"]
    alias = self.tree.declared.get(kind.get("typeAliasDeclId"))
    if alias is not None:
      kinds = {inner.kind for inner in alias.walk()}
      return "RecordType" in kinds and "PointerType" not in kinds
    spelled = kind.get("desugaredQualType") or node.type
    return "*" not in spelled and re.match(r"(const |volatile )*(struct|union) ", spelled)

  def _is_pure(self, node):
    callee = strip_casts(node.children[0])
    declaration = callee.data.get("referencedDecl", {})
    name = declaration.get("name", "")
    if callee.kind != "DeclRefExpr" or SYNCHRONISING.search(name):
      return False
    if declaration.get("id") in self.tree.declared:
      return False  # the user's own function: its body may do anything
    parameters = callee.type.split("(", 1)[-1]
    return "*" not in parameters and "&" not in parameters


def strip_casts(node):
  while (node.kind in TRANSPARENT or node.kind == "ImplicitCastExpr") and node.children and (
      node.data.get("castKind") not in ("LValueToRValue", "ArrayToPointerDecay")):
    node = node.children[0]
  return node
