"""Types, values and constant expressions of LLVM IR text.

A reader works on a list of tokens and a position, and returns what it read and the next position.
"""

import re
import struct

from .errors import LoweringError
from .ir import Constant, FunctionRef, Global, Instruction, int_constant
from .lltypes import DOUBLE, FLOAT, HALF, I1, LABEL, METADATA, VOID, Type, int_type, pointer_type

tokenize = re.compile(
    r'[%@]"[^"]*"|[%@$][\w.$-]+|c?"(?:[^"\\]|\\.)*"|![\w.]*|#\d+'
    r'|0x[KLMHR]?[0-9A-Fa-f]+|-?\d+\.\d+(?:[eE][+-]?\d+)?|-?\d+|[A-Za-z_][\w.]*|\.\.\.'
    r'|[()\[\]{}<>,=*:|^]').findall

_INT = re.compile(r"i\d+$")
_VALUE_WORDS = {"null", "undef", "poison", "true", "false", "zeroinitializer", "none",
                "getelementptr", "bitcast", "addrspacecast", "inttoptr", "ptrtoint", "trunc",
                "zext", "sext", "select", "icmp", "add", "sub", "mul", "shl", "lshr", "ashr",
                "and", "or", "xor", "fcmp", "udiv", "sdiv", "urem", "srem", "splat", "asm",
                "dso_local_equivalent", "fptrunc", "fpext", "sitofp", "uitofp", "fptosi",
                "fptoui", "insertvalue", "extractvalue", "blockaddress", "inrange"}
_FLAGS = {"nsw", "nuw", "exact", "inbounds", "disjoint", "nneg", "nusw"}


def unquote(token):
  """The name in a `%name`, `@name`, `%"name"` token."""
  name = token[1:]
  if name[:1] == '"':
    name = name[1:-1]
  return name


class ValueReader:
  def __init__(self, module):
    self.module = module
    self.named = {}
    self.vectors = {}
    self.globals = {}
    self.resolve = None

  # Types

  def pointer(self, space):
    return pointer_type(space)

  def vector(self, count, elem):
    key = (count, elem.key)
    if key not in self.vectors:
      self.vectors[key] = Type("vector", elem=elem, count=count)
    return self.vectors[key]

  def struct(self, fields):
    return Type("struct", fields=fields)

  def named_type(self, name):
    result = self.named.get(name)
    if result is None:
      result = self.named[name] = Type("struct", name=name)
    return result

  def define_type(self, line):
    tokens = tokenize(line)
    result = self.named_type(unquote(tokens[0]))
    if tokens[3] == "opaque":
      result.kind = "opaque"
      return
    body, _ = self.type(tokens, 3)
    if body.kind != "struct":
      raise LoweringError(f"the named type {result.name} is not a struct")
    result.fields, result.packed = body.fields, body.packed

  def type(self, tokens, at):
    token = tokens[at]
    at += 1
    if token == "void":
      result = VOID
    elif token == "ptr":
      result = pointer_type(0)
      if at < len(tokens) and tokens[at] == "addrspace":
        result = pointer_type(int(tokens[at + 2]))
        at += 4
    elif token == "float":
      result = FLOAT
    elif token == "double":
      result = DOUBLE
    elif token in ("half", "bfloat"):
      result = HALF
    elif token == "label":
      result = LABEL
    elif token == "metadata":
      result = METADATA
    elif token[0] == "%":
      result = self.named_type(unquote(token))
    elif token == "[":
      count = int(tokens[at])
      elem, at = self.type(tokens, at + 2)
      result = Type("array", elem=elem, count=count)
      at += 1
    elif token == "<":
      if tokens[at] == "{":
        result, at = self.struct_body(tokens, at + 1, True)
      else:
        count = int(tokens[at])
        elem, at = self.type(tokens, at + 2)
        result = self.vector(count, elem)
      at += 1
    elif token == "{":
      result, at = self.struct_body(tokens, at, False)
    elif token == "target":
      # OpenCL's images, samplers and events of newer clangs: like the older opaque pointers.
      name = tokens[at + 1].strip('"').rpartition(".")[2].lower()
      at = self.skip_parenthesis(tokens, at)
      result = pointer_type(1 if name == "image" else 0, Type("opaque", name="opencl." + name))
    elif _INT.match(token):
      result = int_type(int(token[1:]))
    else:
      raise LoweringError(f"the LLVM type '{token}' is not supported")
    while at < len(tokens):
      token = tokens[at]
      if token == "*":
        result = self.pointer_to(result, 0)
        at += 1
      elif token == "addrspace" and tokens[at + 4:at + 5] == ["*"]:
        result = self.pointer_to(result, int(tokens[at + 2]))
        at += 5
      elif token == "(":
        result = Type("function", elem=result)
        at = self.skip_parenthesis(tokens, at)
      else:
        break
    return result, at

  def pointer_to(self, pointee, space):
    if pointee.kind == "function":
      result = Type("pointer", space=space)
      result.elem = pointee
      return result
    return pointer_type(space, pointee)

  def struct_body(self, tokens, at, packed):
    fields = []
    while tokens[at] != "}":
      field, at = self.type(tokens, at)
      fields.append(field)
      if tokens[at] == ",":
        at += 1
    return Type("struct", fields=fields, packed=packed), at + 1

  # Attributes

  def skip_parenthesis(self, tokens, at):
    """Past a parenthesised group, if there is one at this position."""
    if at < len(tokens) and tokens[at] == "(":
      depth = 0
      while True:
        if tokens[at] == "(":
          depth += 1
        elif tokens[at] == ")":
          depth -= 1
          if depth == 0:
            return at + 1
        at += 1
    return at

  def is_attribute(self, token):
    return (token[0].isalpha() and token not in _VALUE_WORDS and not _is_string(token)) or token[0] == "#"

  def skip_attributes(self, tokens, at):
    """Past result attributes such as `noundef zeroext align 4 dereferenceable(8) range(..)`."""
    while True:
      token = tokens[at]
      if token in ("void", "float", "double", "half", "bfloat", "ptr", "label", "target") \
          or not token[0].isalpha() or _INT.match(token):
        return at
      at += 1
      if token in ("align", "alignstack") and tokens[at].isdigit():
        at += 1
      else:
        at = self.skip_parenthesis(tokens, at)

  def cast_attributes(self, op, tokens, start, end):
    """What the target type of a cast, `tokens[start:end]`, points to, where clang says so."""
    if op != "bitcast" or tokens[end - 1] != "*":
      return None
    return {"pointee": self.type(tokens[:end - 1], start)[0]}

  # Values

  def global_reference(self, name):
    result = self.globals.get(name)
    if result is None:
      result = self.globals[name] = Global(name, pointer_type(0), None, 0)
    return result

  def typed_value(self, tokens, at):
    type_, at = self.type(tokens, at)
    while self.is_attribute(tokens[at]):
      at += 1
      if tokens[at - 1] == "align":
        at += 1
      else:
        at = self.skip_parenthesis(tokens, at)
    return self.value(tokens, at, type_)

  def value(self, tokens, at, type_):
    token = tokens[at]
    at += 1
    first = token[0]
    if first == "%":
      return self.resolve(token, type_), at
    if first == "@":
      name = unquote(token)
      if name in self.module.globals:
        return self.module.globals[name], at
      return FunctionRef(type_, name), at
    if token == "true" or token == "false":
      return int_constant(I1, token == "true"), at
    if token == "null" or token == "none":
      return Constant(type_, "null"), at
    if token == "undef" or token == "poison":
      return Constant(type_, "undef"), at
    if token == "zeroinitializer":
      return Constant(type_, "zero"), at
    if token == "[" or token == "<" or token == "{":
      return self.aggregate(tokens, at, type_, token)
    if _is_string(token):
      return Constant(type_, "aggregate", [int_constant(type_.elem, b)
                                           for b in _bytes(token[2:-1])]), at
    if first.isdigit() or first == "-":
      if type_.kind == "float":
        return Constant(type_, "float", _float_bits(token, type_)), at
      return int_constant(type_, int(token)), at
    if token == "splat":
      elem, at = self.typed_value(tokens, at + 1)
      return Constant(type_, "aggregate", [elem] * type_.count), at + 1
    return self.expression(token, tokens, at, type_)

  def aggregate(self, tokens, at, type_, opening):
    closing = {"[": "]", "<": ">", "{": "}"}[opening]
    if opening == "<" and tokens[at] == "{":
      at += 1
      closing = "}"
    values = []
    while tokens[at] != closing:
      value, at = self.typed_value(tokens, at)
      values.append(value)
      if tokens[at] == ",":
        at += 1
    at += 1
    if opening == "<" and closing == "}":
      at += 1
    return Constant(type_, "aggregate", values), at

  def element_pointer(self, tokens, at, parenthesised):
    """A getelementptr after its opcode; `type` operands: base and indices."""
    while tokens[at] in _FLAGS or tokens[at] == "inrange":
      at = self.skip_parenthesis(tokens, at + 1) if tokens[at] == "inrange" else at + 1
    if parenthesised:
      at += 1
    source, at = self.type(tokens, at)
    operands = []
    while at < len(tokens) and tokens[at] == ",":
      at += 1
      if tokens[at] == "inrange":
        at += 1
      value, at = self.typed_value(tokens, at)
      operands.append(value)
    if parenthesised:
      at += 1
    result = Instruction("getelementptr", operands[0].type, operands, attrs={"source": source})
    return result, at

  def expression(self, op, tokens, at, type_):
    """A constant expression, as an instruction without a block."""
    if op == "getelementptr":
      return self.element_pointer(tokens, at, True)
    if op in ("dso_local_equivalent", "blockaddress", "asm", "insertvalue", "extractvalue"):
      raise LoweringError(f"the LLVM constant '{op}' is not supported")
    while tokens[at] in _FLAGS:
      at += 1
    attrs = None
    if op in ("icmp", "fcmp"):
      attrs = {"predicate": tokens[at]}
      at += 1
    if tokens[at] != "(":
      raise LoweringError(f"the LLVM value '{op}' is not supported")
    at += 1
    operands = []
    while tokens[at] != ")":
      if tokens[at] == "to":
        start = at + 1
        type_, at = self.type(tokens, start)
        attrs = self.cast_attributes(op, tokens, start, at)
        continue
      value, at = self.typed_value(tokens, at)
      operands.append(value)
      if tokens[at] == ",":
        at += 1
    return Instruction(op, type_, operands, attrs=attrs), at + 1


def _is_string(token):
  return token.startswith('c"')


def _bytes(text):
  result, index = [], 0
  while index < len(text):
    if text.startswith("\\\\", index):
      result.append(ord("\\"))
      index += 2
    elif text[index] == "\\":
      result.append(int(text[index + 1:index + 3], 16))
      index += 3
    else:
      result.append(ord(text[index]) & 255)
      index += 1
  return result


def _float_bits(token, type_):
  """IEEE bits of a literal; hexadecimal ones give a double's bits also for float."""
  if token.startswith("0xH") or token.startswith("0xR"):
    return int(token[3:], 16)
  if token.startswith("0x"):
    bits = int(token[2:], 16)
    if type_.bits == 64:
      return bits
    number = struct.unpack("<d", struct.pack("<Q", bits))[0]
  else:
    number = float(token)
  if type_.bits == 64:
    return struct.unpack("<Q", struct.pack("<d", number))[0]
  code = "<f" if type_.bits == 32 else "<e"
  return int.from_bytes(struct.pack(code, number), "little")
