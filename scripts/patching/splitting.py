"""Splits an expression at a point between two of its accesses.

Everything that the expression does before the point is computed into temporaries, in order; the
barrier follows; the expression itself continues with the temporaries:

    v[t] = v[t + 1] * s;      ->      float tmp = v[t + 1] * s;
                                      __syncthreads();
                                      v[t] = tmp;
"""

import re

from .errors import PatchError
from .evaluation import TRANSPARENT

SIMPLE_TYPE = re.compile(
    r"(?:__(?:global|local|constant|private|generic) |const |volatile )*"
    r"(?:unsigned |signed |struct |enum |union )?[A-Za-z_][\w:]*(?: [a-z]+)*(?: ?\*+)?")
VECTOR_TYPE = re.compile(r"([\w ]+?) (?:__attribute__\(\(ext_vector_type\((\d+)\)\)\)"
                         r"|__ext_vector_type__\((\d+)\))")
QUALIFIERS = re.compile(r"\b(?:const|volatile|restrict|__restrict|__restrict__)\b ?")
ADDRESS_SPACES = re.compile(r"\b__(?:global|local|constant|private|generic)\b ?")
SHORT_VECTOR = {"unsigned char": "uchar", "unsigned short": "ushort", "unsigned int": "uint",
                "unsigned long": "ulong"}
ATOMS = {"DeclRefExpr", "IntegerLiteral", "FloatingLiteral", "ParenExpr", "ArraySubscriptExpr",
         "CallExpr", "MemberExpr", "ExtVectorElementExpr"}


class Names:
  """Fresh names for the temporaries of one function."""

  def __init__(self, taken):
    self.taken = set(taken)

  def fresh(self, base="tmp"):
    number, name = 1, base
    while name in self.taken:
      number += 1
      name = f"{base}{number}"
    self.taken.add(name)
    return name


class Splitter:
  """Splits one expression (or several evaluated in a row: `roots`)."""

  def __init__(self, source, events, names, deduce, is_opencl):
    self.source = source
    self.events = events
    self.names = names
    self.deduce = deduce
    self.is_opencl = is_opencl
    self.lines = []
    self.texts = {}

  def needs_temporaries(self, index):
    return any(not self._hoisted(e.node) for e in self.events[:index])

  def split(self, index, barrier):
    """Puts the barrier between the events [0, index) and the rest."""
    target = self.events[index] if index < len(self.events) else None
    update = target.node if target is not None and _is_update(target) else None
    for event in self.events[:index]:
      if self._hoisted(event.node):
        continue
      if update is not None and _inside(event.node, update):
        if not _inside(event.node, update.children[0]) or event.node is update.children[0]:
          continue  # becomes part of the temporary of the update
      node = self._maximal(event, index)
      if node is not None:
        self._hoist(node)
    if update is not None and id(update) not in self.texts:
      self._hoist_update(update)
    self.lines.append(barrier)

  def replacements(self):
    """(begin, end, text) for what the temporaries stand for in the remaining expression."""
    nodes = [node for node, _ in self.texts.values()]
    return [self._replacement(n) for n in nodes
            if not any(o is not n and _inside(n, o) for o in nodes)]

  def render(self, node):
    """The text of an expression with the temporaries in place."""
    if id(node) in self.texts:
      return self._text_of(node)
    inner = [n for n, _ in self.texts.values() if _inside(n, node)]
    top = [n for n in inner if not any(o is not n and _inside(n, o) for o in inner)]
    parts, position = [], node.begin
    for n in sorted(top, key=lambda n: n.begin):
      begin, end, text = self._replacement(n)
      parts += [self.source.text[position:begin], text]
      position = end
    return "".join(parts) + self.source.text[position:node.end]

  def _replacement(self, node):
    """(begin, end, text) of one part; what stood before a comma goes with the comma."""
    whole = node
    while whole.parent is not None and whole.parent.kind in TRANSPARENT:
      whole = whole.parent
    comma = whole.parent
    if comma is not None and comma.opcode == "," and comma.children[0] is whole and (
        not comma.macro and _is_discarded(node)):
      rest = comma.children[1].begin
      if self.source.text[whole.end:rest].strip() == ",":
        return whole.begin, rest, ""
    return node.begin, node.end, self._text_of(node)

  def _text_of(self, node):
    text = self.texts[id(node)][1]
    return text() if callable(text) else text

  def _hoisted(self, node):
    while node is not None:
      if id(node) in self.texts:
        return True
      node = node.parent
    return False

  def _maximal(self, event, index):
    """The largest expression around an event that is finished before the point; None for a call
    that yields a place (`tile[i]` of a class), which is computed where the place is used."""
    later = [e.node for e in self.events[index:]]
    best, node = None, event.node
    while node is not None and _is_expression(node):
      if any(_inside(other, node) for other in later):
        break
      if self._can_hoist(node):
        best = node
      node = node.parent
    if best is None and event.kind == "call" and event.node.is_lvalue:
      return None
    if best is None:
      line = self.source.line_of(event.node.begin)
      raise PatchError(f"{self.source.path}:{line}: the barrier has to stand inside this "
                       "statement, and the part before it cannot be computed into a temporary"
                       + (" because it comes out of a macro" if event.node.macro else ""))
    while best.kind == "ParenExpr":
      best = best.children[0]
    return best

  def _can_hoist(self, node):
    if node.kind in ("InitListExpr", "CXXDefaultArgExpr") or not self._is_exact(node):
      return False
    if _is_discarded(node):
      return True
    if node.is_lvalue:  # only a record that an assignment copies
      return node.parent.kind in ("CXXOperatorCallExpr", "BinaryOperator") and any(
          e.kind == "load" and e.node is node for e in self.events)
    if node.data.get("castKind") in ("ArrayToPointerDecay", "FunctionToPointerDecay", "NoOp"):
      return False
    return node.type != "void" and "(*)" not in node.type and "[" not in node.type

  def _is_exact(self, node):
    """Whether the text of a node that touches a macro expansion is this node and nothing more."""
    if not node.macro:
      return True
    root = node
    while root.parent is not None and _is_expression(root.parent):
      root = root.parent
      same_text = (root.begin, root.end) == (node.begin, node.end)
      if same_text and root.kind not in TRANSPARENT and root.kind != "ImplicitCastExpr":
        return False
    related = {id(n) for n in node.walk()} | {id(n) for n in node.ancestors()}
    return not any(other.macro and id(other) not in related
                   and {other.begin, other.last} & {node.begin, node.last}
                   for other in root.walk())

  def _hoist(self, node):
    if _is_discarded(node):
      self.lines.append(self.render(node) + ";")
      self.texts[id(node)] = (node, "(void)0")
      return
    name = self.names.fresh()
    self.lines.append(self._declaration(node, name, self.render(node)))
    self.texts[id(node)] = (node, name)

  def _hoist_update(self, update):
    place = update.children[0]
    place_text = self.render(place)
    if not self._is_exact(place) or not self._is_exact(update):
      line = self.source.line_of(update.begin)
      raise PatchError(f"{self.source.path}:{line}: the barrier has to stand inside an assignment "
                       "that comes out of a macro")
    name = self.names.fresh()
    discarded = _is_discarded(update)
    if update.kind == "CompoundAssignOperator":
      operand = update.children[1]
      text = self.render(operand)
      if strip_implicit(operand).kind not in ATOMS and id(operand) not in self.texts:
        text = f"({text})"
      value, stored = f"{place_text} {update.opcode[:-1]} {text}", name
      result = f"{place_text} = {stored}"
    elif update.data.get("isPostfix") and not discarded:
      value = place_text
      result = f"({place_text} = {name} {update.opcode[0]} 1, {name})"
    else:
      value = f"{place_text} {update.opcode[0]} 1"
      result = f"{place_text} = {name}" if discarded else f"({place_text} = {name})"
    self.lines.append(self._declaration(place, name, value))
    self.texts[id(update)] = (update, result)

  def _declaration(self, node, name, value):
    kind = self._type(node)
    return f"{kind}{'' if kind.endswith('*') else ' '}{name} = {value};"

  def _type(self, node):
    spelled = node.type
    vector = VECTOR_TYPE.fullmatch(ADDRESS_SPACES.sub("", spelled))
    if vector:
      element = vector.group(1).strip()
      return SHORT_VECTOR.get(element, element) + (vector.group(2) or vector.group(3))
    if "*" not in spelled:
      spelled = QUALIFIERS.sub("", ADDRESS_SPACES.sub("", spelled))
    if not self.is_opencl and (self.deduce or not SIMPLE_TYPE.fullmatch(spelled)):
      return "auto"
    if not SIMPLE_TYPE.fullmatch(spelled):
      raise PatchError(f"{self.source.path}:{self.source.line_of(node.begin)}: the barrier has to "
                       f"stand inside this statement, and its value of type '{spelled}' has no "
                       "simple declaration")
    return spelled


def _is_update(event):
  """Whether a store is the second half of `a += x` or `a++`."""
  return event.kind == "store" and (event.node.kind == "CompoundAssignOperator"
                                    or event.node.opcode in ("++", "--"))


def strip_implicit(node):
  while node.kind == "ImplicitCastExpr":
    node = node.children[0]
  return node


def _is_expression(node):
  return (node.kind or "").endswith(("Expr", "Operator", "Literal", "ExprWithCleanups"))


def _is_discarded(node):
  """Whether nobody uses the value: an expression statement, or what stands before a comma."""
  parent = node.parent
  while parent is not None and parent.kind in TRANSPARENT:
    node, parent = parent, parent.parent
  if parent.kind == "BinaryOperator" and parent.opcode == ",":
    return parent.children[0] is node or _is_discarded(parent)
  if parent.kind == "ForStmt":
    return parent.children[0] is node or parent.children[3] is node
  if parent.kind in ("WhileStmt", "DoStmt", "IfStmt", "SwitchStmt"):
    return node is parent.children[0 if parent.kind == "DoStmt" else -1] or (
        parent.kind == "IfStmt" and parent.data.get("hasElse") and node is parent.children[-2])
  return (parent.kind or "").endswith("Stmt") and parent.kind != "ReturnStmt"


def _inside(node, outer):
  while node is not None:
    if node is outer:
      return True
    node = node.parent
  return False
