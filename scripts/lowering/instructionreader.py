"""Reads one LLVM instruction: a method for each kind. The text's grammar is LLVM's; what has no
meaning for memory and control flow is passed over.
"""

import re

from .atomicity import LLVM_ORDERS
from .errors import fail
from .ir import Constant, Instruction
from .lltypes import I1, VOID
from .valuereader import unquote

_BINARY = {"add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or",
           "xor", "fadd", "fsub", "fmul", "fdiv", "frem"}
_CASTS = {"trunc", "zext", "sext", "fptrunc", "fpext", "fptoui", "fptosi", "uitofp", "sitofp",
          "ptrtoint", "inttoptr", "bitcast", "addrspacecast"}
_FLAGS = {"nsw", "nuw", "exact", "fast", "nnan", "ninf", "nsz", "arcp", "contract", "afn",
          "reassoc", "inbounds", "volatile", "disjoint", "nneg", "samesign", "nusw", "inrange"}
_CALL_WORDS = {"tail", "musttail", "notail"} | _FLAGS
CONVENTIONS = {"spir_func", "spir_kernel", "ptx_kernel", "ptx_device", "fastcc", "coldcc", "ccc",
                "amdgpu_kernel"}


_READERS = {
    **dict.fromkeys(_BINARY, "binary"), **dict.fromkeys(_CASTS, "cast"),
    **dict.fromkeys(("fneg", "freeze"), "unary"),
    **dict.fromkeys(("icmp", "fcmp"), "comparison"),
    **dict.fromkeys(("extractelement", "insertelement", "shufflevector"), "vector_elements"),
    **dict.fromkeys(("extractvalue", "insertvalue"), "aggregate"),
    **dict.fromkeys(("load", "store"), "memory_access"),
    **dict.fromkeys(("atomicrmw", "cmpxchg"), "atomic"),
    "getelementptr": "element_pointer", "call": "call", "br": "branch", "switch": "switch",
    "select": "select", "phi": "phi", "alloca": "allocation", "ret": "returning",
    "unreachable": "unreachable", "fence": "fence"}


def _alignment(tokens):
  """What `align N` says at the end of an access."""
  return int(tokens[tokens.index("align") + 1]) if "align" in tokens else 1


def _atomicity(tokens):
  """The name in `syncscope("...")`, without one "", and the (first) memory order."""
  scope = tokens[tokens.index("syncscope") + 2].strip('"') if "syncscope" in tokens else ""
  order = next((LLVM_ORDERS[token] for token in tokens if token in LLVM_ORDERS), "seq_cst")
  return {"scope": scope, "order": order}


def _past_flags(tokens, at):
  while tokens[at] in _FLAGS:
    at += 1
  return at


class InstructionReader:
  """`scope` is the FunctionParser: its blocks and locals, and the place of the instruction."""

  def __init__(self, scope):
    self.scope, self.reader = scope, scope.reader

  def read(self, tokens, at):
    op = tokens[at]
    at += 1
    if op in _CALL_WORDS:
      op = tokens[at]
      at += 1
    method = _READERS.get(op)
    if method is None:
      fail(f"the LLVM instruction '{op}' is not supported", self.scope.loc)
    return getattr(self, method)(op, tokens, at)

  def binary(self, op, tokens, at):
    type_, at = self.reader.type(tokens, _past_flags(tokens, at))
    left, at = self.reader.value(tokens, at, type_)
    right, at = self.reader.value(tokens, at + 1, type_)
    return Instruction(op, type_, [left, right])

  def cast(self, op, tokens, at):
    value, at = self.reader.typed_value(tokens, _past_flags(tokens, at))
    start = at + 1
    type_, at = self.reader.type(tokens, start)
    return Instruction(op, type_, [value], attrs=self.reader.cast_attributes(op, tokens, start, at))

  def unary(self, op, tokens, at):
    value, at = self.reader.typed_value(tokens, _past_flags(tokens, at))
    return Instruction(op, value.type, [value])

  def element_pointer(self, _, tokens, at):
    return self.reader.element_pointer(tokens, at, False)[0]

  def branch(self, op, tokens, at):
    if tokens[at] == "label":
      return Instruction(op, VOID, [], attrs={"targets": [self.target(tokens[at + 1])]})
    cond, at = self.reader.typed_value(tokens, at)
    return Instruction(op, VOID, [cond], attrs={
        "targets": [self.target(tokens[at + 2]), self.target(tokens[at + 5])]})

  def switch(self, op, tokens, at):
    value, at = self.reader.typed_value(tokens, at)
    targets, cases = [self.target(tokens[at + 2])], []
    at += 4
    while tokens[at] != "]":
      case, at = self.reader.typed_value(tokens, at)
      cases.append(case.value or 0)
      targets.append(self.target(tokens[at + 2]))
      at += 3
    return Instruction(op, VOID, [value], attrs={"targets": targets, "cases": cases})

  def comparison(self, op, tokens, at):
    at = _past_flags(tokens, at)
    predicate = tokens[at]
    type_, at = self.reader.type(tokens, at + 1)
    left, at = self.reader.value(tokens, at, type_)
    right, at = self.reader.value(tokens, at + 1, type_)
    result = I1
    if type_.kind == "vector":
      result = self.reader.vector(type_.count, I1)
    return Instruction(op, result, [left, right], attrs={"predicate": predicate})

  def select(self, op, tokens, at):
    cond, at = self.reader.typed_value(tokens, _past_flags(tokens, at))
    yes, at = self.reader.typed_value(tokens, at + 1)
    no, at = self.reader.typed_value(tokens, at + 1)
    return Instruction(op, yes.type, [cond, yes, no])

  def phi(self, op, tokens, at):
    type_, at = self.reader.type(tokens, _past_flags(tokens, at))
    values, blocks = [], []
    while at < len(tokens):
      value, at = self.reader.value(tokens, at + 1, type_)
      values.append(value)
      blocks.append(self.target(tokens[at + 1]))
      at += 4
    return Instruction(op, type_, values, attrs={"blocks": blocks})

  def allocation(self, op, tokens, at):
    type_, at = self.reader.type(tokens, at)
    space, count, alignment = 0, None, 1
    while at < len(tokens):
      if tokens[at] == "addrspace":
        space = int(tokens[at + 2])
        at += 4
      elif tokens[at] == "align":
        alignment = int(tokens[at + 1])
        at += 2
      elif tokens[at] == ",":
        at += 1
      else:
        count, at = self.reader.typed_value(tokens, at)
    variable = count is not None and not (isinstance(count, Constant) and count.value == 1)
    return Instruction(op, self.reader.pointer(space), [],
                       attrs={"type": type_, "variable": variable, "align": alignment})

  def vector_elements(self, op, tokens, at):
    values = []
    while at < len(tokens):
      value, at = self.reader.typed_value(tokens, at)
      values.append(value)
      at += 1
    type_ = values[0].type
    if op == "extractelement":
      type_ = type_.elem
    elif op == "shufflevector":
      type_ = self.reader.vector(values[2].type.count, type_.elem)
    return Instruction(op, type_, values)

  def aggregate(self, op, tokens, at):
    values, indices = [], []
    while at < len(tokens):
      if tokens[at].isdigit():
        indices.append(int(tokens[at]))
        at += 1
      else:
        value, at = self.reader.typed_value(tokens, at)
        values.append(value)
      at += 1
    type_ = values[0].type
    if op == "extractvalue":
      for index in indices:
        type_ = type_.elem if type_.kind == "array" else type_.fields[index]
    return Instruction(op, type_, values, attrs={"indices": indices})

  def returning(self, op, tokens, at):
    if tokens[at] == "void":
      return Instruction(op, VOID, [])
    value, at = self.reader.typed_value(tokens, at)
    return Instruction(op, VOID, [value])

  def unreachable(self, op, *_):
    return Instruction(op, VOID, [])

  def fence(self, op, tokens, _):
    return Instruction(op, VOID, [], attrs=_atomicity(tokens))

  def target(self, token):
    return self.scope.block_named(unquote(token))

  def memory_access(self, op, tokens, at):
    reader = self.reader
    atomic = volatile = False
    while tokens[at] in ("volatile", "atomic"):
      atomic = atomic or tokens[at] == "atomic"
      volatile = volatile or tokens[at] == "volatile"
      at += 1
    if op == "load":
      type_, at = reader.type(tokens, at)
      pointer, at = reader.typed_value(tokens, at + 1)
      return Instruction("load", type_, [pointer],
                         attrs={"atomic": atomic, "volatile": volatile,
                                "align": _alignment(tokens[at:]), **_atomicity(tokens[at:])})
    value, at = reader.typed_value(tokens, at)
    pointer, at = reader.typed_value(tokens, at + 1)
    return Instruction("store", VOID, [value, pointer],
                       attrs={"atomic": atomic, "volatile": volatile,
                              "align": _alignment(tokens[at:]), **_atomicity(tokens[at:])})

  def atomic(self, op, tokens, at):
    reader = self.reader
    while tokens[at] in ("volatile", "weak"):
      at += 1
    operation = "cmpxchg"
    if op == "atomicrmw":
      operation = tokens[at]
      at += 1
    pointer, at = reader.typed_value(tokens, at)
    values = [pointer]
    while at < len(tokens) and tokens[at] == "," and len(values) < (3 if op == "cmpxchg" else 2):
      value, at = reader.typed_value(tokens, at + 1)
      values.append(value)
    type_ = values[1].type
    if op == "cmpxchg":
      type_ = reader.struct([type_, I1])
    return Instruction(op, type_, values,
                       attrs={"operation": operation, **_atomicity(tokens[at:])})

  def call(self, _, tokens, at):
    reader = self.reader
    while tokens[at] in _FLAGS or tokens[at] in CONVENTIONS:
      at += 1
    at = reader.skip_attributes(tokens, at)
    if tokens[at] == "addrspace":
      at += 4
    type_, at = reader.type(tokens, at)
    if type_.kind == "function":
      type_ = type_.elem
    if tokens[at] == "asm":
      return self.assembly(type_, tokens, at + 1)
    target, at = reader.value(tokens, at, reader.pointer(0))
    if target.name and target.name.startswith("llvm.dbg."):
      if target.name == "llvm.dbg.declare" and tokens[at + 1] == "metadata":
        end = tokens.index(",", at)
        value = self.scope.locals.get(unquote(tokens[end - 1])) if tokens[end - 1][0] == "%" else None
        if value is not None and end + 2 < len(tokens) and tokens[end + 2][0] == "!":
          self.scope.metadata.variables[value] = tokens[end + 2]
      return None
    at += 1
    operands, byvals, alignments = [], {}, {}
    while tokens[at] != ")":
      arg_type, at = reader.type(tokens, at)
      if arg_type.kind == "metadata":
        at = self.skip_argument(tokens, at)
      else:
        while tokens[at] not in (",", ")") and reader.is_attribute(tokens[at]):
          if tokens[at] == "byval":
            byvals[len(operands)], at = reader.type(tokens, at + 2)
            at += 1
          elif tokens[at] == "align" and tokens[at + 1].isdigit():
            alignments[len(operands)] = int(tokens[at + 1])
            at += 2
          else:
            at = reader.skip_parenthesis(tokens, at + 1)
        value, at = reader.value(tokens, at, arg_type)
        operands.append(value)
      if tokens[at] == ",":
        at += 1
    operands.append(target)
    return Instruction("call", type_, operands, attrs={"byval": byvals, "align": alignments})

  def assembly(self, type_, tokens, at):
    """`asm sideeffect "text", "constraints"(operands)`."""
    while tokens[at] in ("sideeffect", "alignstack", "inteldialect", "unwind"):
      at += 1
    text, constraints = (re.sub(r"\\([0-9A-F]{2})", lambda m: chr(int(m.group(1), 16)), t[1:-1])
                         for t in (tokens[at], tokens[at + 2]))
    at += 4
    operands = []
    while tokens[at] != ")":
      arg_type, at = self.reader.type(tokens, at)
      while tokens[at] not in (",", ")") and self.reader.is_attribute(tokens[at]):
        at = self.reader.skip_parenthesis(tokens, at + 1)
      value, at = self.reader.value(tokens, at, arg_type)
      operands.append(value)
      if tokens[at] == ",":
        at += 1
    parts = constraints.split(",")
    if any(part.startswith(("=*", "+")) for part in parts):
      fail("an operand of inline assembly in memory is not supported", self.scope.loc)
    results = [] if type_ is VOID else type_.fields if type_.kind == "struct" else [type_]
    return Instruction("asm", type_, operands, attrs={"text": text, "results": list(results),
                                                      "constraints": parts})

  def skip_argument(self, tokens, at):
    depth = 0
    while depth or tokens[at] not in (",", ")"):
      depth += {"(": 1, ")": -1, "{": 1, "}": -1}.get(tokens[at], 0)
      at += 1
    return at
