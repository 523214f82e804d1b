"""Read-modify-writes as atomic operations: `bins[k]++` becomes `atomicAdd(&bins[k], 1)`.

The verifier has chosen the operation; here it is written for the expression that stores. What the
expression is worth is kept: `x++` is what the operation returns, `++x` one more.
"""

from .errors import PatchError
from .evaluation import strip
from .statements import arms, end_of

COMPOUND = {"+=": "Add", "-=": "Sub", "&=": "And", "|=": "Or", "^=": "Xor"}
BINARY = {"+": "Add", "-": "Sub", "&": "And", "|": "Or", "^": "Xor"}
EXTREMES = {"min": "Min", "max": "Max", "umin": "Min", "umax": "Max", "llmin": "Min",
            "llmax": "Max"}
EXCHANGE = "atomicExch"  # stores
OPENCL = {"Exch": "xchg", "Add": "add", "Sub": "sub", "And": "and", "Or": "or", "Xor": "xor", "Min": "min",
          "Max": "max"}
WIDE = {"long", "unsigned long", "long long", "unsigned long long"}
NARROW = {"int", "unsigned int", "float", "double"}


class AtomicWriter:
  """Writes the operation for one storing expression, `node`."""

  def __init__(self, source, node, is_opencl):
    self.source, self.node, self.is_opencl = source, node, is_opencl
    self.changes, self.written = [], set()  # (begin, end, text) of other edits inside
    if node.macro:
      raise self._error("the update comes out of a macro")
    self.place = strip(node.children[0])
    self.type = _plain_type(self.place.data.get("type", {}))

  def text(self, operation=None):
    if operation == EXCHANGE:
      return self._store()
    if self.node.kind == "UnaryOperator":
      return self._step()
    if self.node.kind == "CompoundAssignOperator":
      return self._compound()
    if self.node.kind == "BinaryOperator" and self.node.opcode == "=":
      return self._assignment()
    raise self._error("the update is no statement that an atomic operation can stand for")

  def _error(self, why):
    return PatchError(f"{self.source.path}:{self.source.line_of(self.node.begin)}: {why}")

  def _text_of(self, node):
    parts, position = [], node.begin
    for change in self.changes:
      begin, end, text = change
      if position <= begin and end <= node.end:
        parts += [self.source.text[position:begin], text]
        position = end
        self.written.add(change)
    return "".join(parts) + self.source.text[position:node.end]

  def check_written(self):
    if set(self.changes) - self.written:
      raise self._error("two repairs want to rewrite the same text")

  def _is_discarded(self):
    parent = self.node.parent
    while parent.kind in ("ExprWithCleanups", "ParenExpr"):
      parent = parent.parent
    return parent.kind.endswith("Stmt") and parent.kind not in ("ReturnStmt", "DeclStmt") and not (
        parent.kind in ("IfStmt", "WhileStmt", "SwitchStmt", "DoStmt")
        and any(child.contains(self.node.begin) for child in parent.children[:1]))

  # The three forms -------------------------------------------------------------------------------

  def _store(self):
    if self.node.kind != "BinaryOperator" or self.node.opcode != "=":
      raise self._error("the store is no assignment")
    return self._whole(self._call("Exch", self._text_of(self.node.children[1])))

  def _step(self):
    operation = {"++": "Add", "--": "Sub"}.get(self.node.opcode)
    if operation is None:
      raise self._error("the update is no statement that an atomic operation can stand for")
    call = self._call(operation, "1")
    if self.node.data.get("isPostfix") or self._is_discarded():
      return call
    return f"({call} {self.node.opcode[0]} 1)"

  def _compound(self):
    operation = COMPOUND.get(self.node.opcode)
    if operation is None:
      raise self._error(f"no atomic operation does what '{self.node.opcode}' does")
    result = _plain_type(self.node.data.get("computeResultType", {}))
    if result != self.type and {result, self.type} - {"int", "unsigned int"}:
      raise self._error(f"the update computes in '{result}', which no atomic operation on "
                        f"'{self.type}' does")
    return self._whole(self._call(operation, self._text_of(self.node.children[1])))

  def _assignment(self):
    """`x = x + y - z`, `x = y | x`, `x = max(x, y)`."""
    value = _bare(self.node.children[1])
    if value.kind == "CallExpr":
      return self._whole(self._extreme(value))
    if value.kind != "BinaryOperator" or value.opcode not in BINARY:
      raise self._error("the update is no statement that an atomic operation can stand for")
    operation, rest = self._without_place(value)
    return self._whole(self._call(operation, rest))

  def _extreme(self, call):
    names = [n.data.get("referencedDecl", {}).get("name") for n in call.children[0].walk()]
    operation = next((EXTREMES[name] for name in names if name in EXTREMES), None)
    others = [a for a in call.children[1:] if not self.is_place(a)]
    if operation is None or len(call.children) != 3 or len(others) != 1:
      raise self._error("the update is no statement that an atomic operation can stand for")
    return self._call(operation, self._text_of(others[0]))

  def _whole(self, call):
    if not self._is_discarded():
      raise self._error("the value of the update is used in the same statement")
    return call

  def extreme_of(self, operation, value):
    """The operation that keeps the element or takes `value`."""
    return self._call(operation.removeprefix("atomic"), self._text_of(value))

  def is_place(self, node):
    return _words(self.source, _bare(node)) == _words(self.source, self.place)

  def _without_place(self, value):
    """(operation, operand): the chain of operators with the element taken out."""
    left, right = value.children
    opcode = value.opcode
    if self.is_place(left):
      return BINARY[opcode], self._text_of(right)
    if self.is_place(right) and opcode != "-":
      return BINARY[opcode], self._text_of(left)
    inner = _bare(left)
    if inner.kind == "BinaryOperator" and opcode in ("+", "-") and inner.opcode in ("+", "-"):
      operation, rest = self._without_place(inner)
      if operation == "Sub":
        return "Add", f"-({rest}) {opcode} {self._text_of(right)}"
      return "Add", f"{rest} {opcode} {self._text_of(right)}"
    raise self._error("the element cannot be told in the value that is stored")

  # The call --------------------------------------------------------------------------------------

  def _call(self, operation, operand):
    address = self._address()
    if self.is_opencl:
      return f"atomic_{OPENCL[operation]}({address}, {operand})"
    if self.type in WIDE:
      operand = f"(unsigned long long)({operand})"
      address = f"(unsigned long long *){address}"
      if operation in ("Min", "Max") and not self.type.startswith("unsigned"):
        raise self._error("an atomic minimum or maximum of signed 64-bit numbers is not written")
      if operation == "Sub":
        operation, operand = "Add", f"-{operand}"
    elif self.type in ("float", "double") and operation == "Sub":
      operation, operand = "Add", f"-({operand})"
    elif self.type not in NARROW:
      raise self._error(f"there is no atomic operation on '{self.type}'")
    return f"atomic{operation}({address}, {operand})"

  def _address(self):
    if self.place.kind == "UnaryOperator" and self.place.opcode == "*":
      inner = strip(self.place.children[0])
      return self._text_of(inner)
    return "&" + self._text_of(self.place)


class Comparison:
  """`if (x > m[i]) m[i] = x;`, which an atomic maximum stands for; `if (c && x > m[i])` keeps c."""

  def __init__(self, source, branch, store, operation):
    self.source, self.branch, self.store, self.operation = source, branch, store, operation
    self.test = _bare(branch.children[0])
    self.other = None  # what else is a condition
    if self.test.opcode == "&&":
      self.other, self.test = self.test.children[0], _bare(self.test.children[1])

  def replacement(self, writer):
    """(begin, end, text)"""
    source, value = self.source, self.store.children[1]
    sides = [_bare(child) for child in self.test.children]
    same = [side for side in sides if _words(source, side) == _words(source, _bare(value))]
    places = [side for side in sides if writer.is_place(side)]
    if self.test.opcode not in ("<", "<=", ">", ">=") or not same or not places or (
        same[0] is places[0]):
      raise PatchError(f"{source.path}:{source.line_of(self.branch.begin)}: the comparison is not one "
                       "of the element and what is stored")
    glue = source.line_break() + source.indent(self.branch.begin)
    end = end_of(self.branch, source)
    lines = [token.text for token in source.tokens(self.branch.begin, end)
             if token.kind == "comment"]
    call = writer.extreme_of(self.operation, value) + ";"
    if self.other is not None:
      head = f"if ({source.text[self.other.begin:self.other.end]})"
      call = head + glue + source.indent_unit() + call
    return self.branch.begin, end, glue.join(lines + [call])


def comparison_around(source, store, operation):
  """The branch that a store is all of, where the operation is an extreme of both."""
  if operation not in ("atomicMax", "atomicMin") or store.opcode != "=":
    return None
  if _bare(store.children[1]).kind in ("CallExpr", "ConditionalOperator"):
    return None  # `m[i] = max(m[i], x)`
  node = store
  while node.parent.kind in ("ExprWithCleanups", "CompoundStmt") and (
      node.parent.kind != "CompoundStmt" or len(node.parent.children) == 1):
    node = node.parent
  branch = node.parent
  if branch.kind != "IfStmt" or branch.macro or len(arms(branch)) != 1 or (
      branch.data.get("hasVar") or branch.data.get("hasInit")):
    return None
  return Comparison(source, branch, store, operation)


def _bare(node):
  while node.kind in ("ImplicitCastExpr", "ParenExpr", "ExprWithCleanups", "ConstantExpr"):
    node = node.children[0]
  return node


def _words(source, node):
  return [token.text for token in source.code(node.begin, node.end)]


def _plain_type(type_):
  name = type_.get("desugaredQualType") or type_.get("qualType", "")
  for qualifier in ("volatile ", "const ", "__global ", "__local ", "__shared__ "):
    name = name.replace(qualifier, "")
  return name.strip()
