"""Reads LLVM IR text (clang 13 to 19, typed and opaque pointers) into the objects of ir.py.

The text comes line by line: clang prints one instruction a line, except `switch`. Every construct
that is not known is an error; attributes and flags without meaning for memory and control flow are
dropped. Types, values and constants are read by valuereader.py.
"""

import re

from .atomicity import LLVM_ORDERS
from .errors import LoweringError, fail
from .ir import Argument, Block, Constant, Function, Instruction, Module, Value
from .lltypes import I1, VOID, Layout
from .metadata import Metadata
from .valuereader import ValueReader, tokenize, unquote

_BINARY = {"add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or",
           "xor", "fadd", "fsub", "fmul", "fdiv", "frem"}
_CASTS = {"trunc", "zext", "sext", "fptrunc", "fpext", "fptoui", "fptosi", "uitofp", "sitofp",
          "ptrtoint", "inttoptr", "bitcast", "addrspacecast"}
_FLAGS = {"nsw", "nuw", "exact", "fast", "nnan", "ninf", "nsz", "arcp", "contract", "afn",
          "reassoc", "inbounds", "volatile", "disjoint", "nneg", "samesign", "nusw", "inrange"}
_CALL_WORDS = {"tail", "musttail", "notail"} | _FLAGS
_CONVENTIONS = {"spir_func", "spir_kernel", "ptx_kernel", "ptx_device", "fastcc", "coldcc", "ccc",
                "amdgpu_kernel"}
_LINKAGE = {"private", "internal", "available_externally", "linkonce", "weak", "common",
            "appending", "extern_weak", "linkonce_odr", "weak_odr", "external", "dso_local",
            "dso_preemptable", "hidden", "protected", "default", "unnamed_addr",
            "local_unnamed_addr", "externally_initialized", "thread_local"}
_POINTER_BITS = re.compile(r"-p:(\d+):")


_NAME = re.compile(r'@("[^"]*"|[\w.$-]+)')
_INDIRECT = re.compile(r"\bcall [^@\n]*?%[\w.$-]+\(")


def parse_module(text):
  """A Module from LLVM IR text."""
  return ModuleText(text).module()


class ModuleText:
  """The text of a module, cut into its parts, from which several Modules can be made: a file with
  many kernels is cut once, and each kernel reads the bodies that it needs only."""

  def __init__(self, text):
    match = _POINTER_BITS.search(text)
    self.layout = Layout(int(match.group(1)) // 8 if match else 8)
    self.metadata = Metadata(self.layout)
    self.types, self.variables, self.declared = [], [], []  # lines
    self.defined = {}  # name -> (line, lines of the body)
    self._split(text.split("\n"))

  def _split(self, lines):
    index, count = 0, len(lines)
    while index < count:
      line = lines[index]
      index += 1
      if not line or line[0] == ";":
        continue
      first = line[0]
      if first == "%":
        self.types.append(line)
      elif first == "@":
        self.variables.append(line)
      elif first == "!":
        self._metadata_line(line)
      elif line.startswith("define "):
        start = index
        while lines[index] != "}":
          index += 1
        self.defined[unquote(_NAME.search(line).group())] = line, lines[start:index]
        index += 1
      elif line.startswith("declare "):
        self.declared.append(line)

  def _metadata_line(self, line):
    name, _, value = line.partition(" = ")
    if name[1:].isdigit():
      self.metadata.raw[name[1:]] = value
    else:
      self.metadata.named[name[1:]] = re.findall(r"!\d+", value)

  def module(self, roots=None):
    """A Module of all functions, or of those that are `roots` and whatever they may reach."""
    return self._parse(self.defined if roots is None else self._reached(roots), True)

  def outline(self):
    """A Module whose functions have no bodies."""
    return self._parse(self.defined, False)

  def text_of(self, root):
    """The bodies that a function may reach, its own among them."""
    return "\n".join("\n".join(self.defined[name][1]) for name in self._reached([root]))

  def _parse(self, names, bodies):
    module = Module(self.layout)
    module.metadata = self.metadata
    parser = Parser(module)
    parser.declarations(self)
    for name, (line, body) in self.defined.items():
      if name in names:
        function = parser.header(line, True)
        if bodies:
          FunctionParser(parser, function, body).parse()
    return module

  def _reached(self, roots):
    """What the roots mention, and what that mentions. Whose address a variable holds counts as
    mentioned, and an indirect call may reach anything."""
    work = [*roots, *(name for name in self.defined if "__lowering_axiom_" in name)]
    for line in self.variables:
      work += [unquote(match.group()) for match in _NAME.finditer(line)][1:]
    found = set()
    while work:
      name = work.pop()
      if name in found or name not in self.defined:
        continue
      found.add(name)
      body = "\n".join(self.defined[name][1])
      if _INDIRECT.search(body):
        return set(self.defined)
      work += [unquote(match.group()) for match in _NAME.finditer(body)]
    return found


def _atomicity(tokens):
  """The name in `syncscope("...")`, without one "", and the (first) memory order."""
  scope = tokens[tokens.index("syncscope") + 2].strip('"') if "syncscope" in tokens else ""
  order = next((LLVM_ORDERS[token] for token in tokens if token in LLVM_ORDERS), "seq_cst")
  return {"scope": scope, "order": order}


class Parser:
  def __init__(self, module):
    self.module = module
    self.metadata = module.metadata
    self.reader = ValueReader(module)

  def declarations(self, text):
    """All but the functions with a body."""
    for line in text.types:
      self.reader.define_type(line)
    for line in text.variables:
      self.global_variable(line)
    for line in text.declared:
      self.header(line, False)
    self.kernel_annotations()

  def kernel_annotations(self):
    for reference in self.metadata.named.get("nvvm.annotations", []):
      text = self.metadata.raw.get(reference[1:], "")
      match = re.search(r'@("[^"]*"|[\w.$-]+), !"(kernel|maxntid[xyz])", i32 (\d+)', text)
      if not match:
        continue
      name, what, value = unquote("@" + match.group(1)), match.group(2), int(match.group(3))
      if what == "kernel":
        self.module.kernel_names.append(name)
      else:
        limits = self.module.thread_limits
        limits[name] = limits.get(name, 1) * value

  def global_variable(self, line):
    debug = re.search(r", !dbg (!\d+)", line)
    cut = line.find(", !dbg")
    tokens = tokenize(line if cut < 0 else line[:cut])
    name = unquote(tokens[0])
    at, space, external = 2, 0, False
    while tokens[at] in _LINKAGE or tokens[at] == "addrspace":
      if tokens[at] == "external":
        external = True
      if tokens[at] == "addrspace":
        space = int(tokens[at + 2])
        at += 4
      elif tokens[at] == "thread_local" and tokens[at + 1] == "(":
        at += 4
      else:
        at += 1
    if tokens[at] in ("alias", "ifunc"):
      raise LoweringError(f"the alias {name} is not supported")
    constant = tokens[at] == "constant"
    value_type, at = self.reader.type(tokens, at + 1)
    result = self.reader.global_reference(name)
    result.type, result.value_type, result.space = self.reader.pointer(space), value_type, space
    result.constant = constant
    result.external = external
    result.debug = debug.group(1) if debug else None
    if not external and at < len(tokens) and tokens[at] != ",":
      result.initializer = (tokens, at)
    self.module.globals[name] = result

  def required_size(self, line):
    match = re.search(r"!reqd_work_group_size !(\d+)", line)
    return [int(n) for n in re.findall(r"i32 (\d+)", self.metadata.raw.get(match.group(1), ""))] \
        if match else None

  def header(self, line, defined):
    """A Function from a `define` or `declare` line."""
    debug = re.search(r"!dbg (!\d+)", line)
    cut = line.find(" !")
    tokens = tokenize(line if cut < 0 else line[:cut])
    at, kernel = 1, False
    while tokens[at] in _LINKAGE or tokens[at] in _CONVENTIONS:
      kernel = kernel or tokens[at] in ("spir_kernel", "ptx_kernel", "amdgpu_kernel")
      at += 1
    at = self.reader.skip_attributes(tokens, at)
    return_type, at = self.reader.type(tokens, at)
    name = unquote(tokens[at])
    at += 2
    args, variadic = [], False
    while tokens[at] != ")":
      if tokens[at] == "...":
        variadic = True
        at += 1
        continue
      arg_type, at = self.reader.type(tokens, at)
      byval, sret = None, False
      while tokens[at] not in (",", ")"):
        if tokens[at] in ("byval", "byref"):
          byval, at = self.reader.type(tokens, at + 2)
          at += 1
        elif tokens[at] == "sret":
          sret = True
          at = self.reader.skip_parenthesis(tokens, at + 1)
        elif tokens[at][0] == "%":
          break
        else:
          at = self.reader.skip_parenthesis(tokens, at + 1)
      arg_name = str(len(args))
      if tokens[at][0] == "%":
        arg_name = unquote(tokens[at])
        at += 1
      args.append(Argument(arg_type, arg_name, len(args), byval, sret))
      if tokens[at] == ",":
        at += 1
    function = Function(name, return_type, args)
    function.variadic = variadic
    function.kernel = kernel or name in self.module.kernel_names
    function.debug = debug.group(1) if debug else None
    function.thread_limit = self.module.thread_limits.get(name)
    function.required_size = self.required_size(line)
    function.defined = defined
    if defined or name not in self.module.functions:
      self.module.functions[name] = function
    return function


class FunctionParser:
  """The body of one function. Forward references to locals are patched at the end."""

  def __init__(self, parser, function, lines):
    self.metadata = parser.metadata
    self.reader = parser.reader
    self.function = function
    self.lines = lines
    self.locals = {a.name: a for a in function.args}
    self.pending = {}
    self.blocks = {}
    self.unnamed = len([a for a in function.args if a.name.isdigit()])
    self.loc = None
    self.text = ""

  def parse(self):
    function, block = self.function, None
    iterator = iter(self.lines)
    for line in iterator:
      if not line:
        continue
      if line[0] != " ":
        label = line[:line.index('":') + 1] if line[0] == '"' else line[:line.index(":")]
        block = self.block_named(unquote("%" + label))
        function.blocks.append(block)
        continue
      stripped = line.strip()
      if stripped[0] in ";]":
        continue
      if stripped[0] == "#":
        self.debug_record(stripped)
        continue
      if block is None:
        block = self.block_named(str(self.unnamed))
        block.name = "entry"
        function.blocks.append(block)
      if stripped.endswith("["):
        for more in iterator:
          stripped += " " + more.strip()
          if more.strip().startswith("]"):
            break
      self.instruction(block, stripped)
    self.reader.resolve = None
    for name, value in self.pending.items():
      actual = self.locals.get(name)
      if actual is None:
        raise LoweringError(f"LLVM value %{name} is never defined")
      value.attrs = actual
    for block in function.blocks:
      for instruction in block.instructions:
        instruction.operands = [o.attrs if isinstance(o, _Forward) else o
                                for o in instruction.operands]
    for block in function.blocks:
      function.names.setdefault(block.name, 0)

  def debug_record(self, text):
    match = re.match(r"#dbg_declare\(\S+(?: addrspace\(\d+\))? (%[\w.$-]+|%\"[^\"]*\"), (!\d+)",
                     text)
    if match:
      value = self.locals.get(unquote(match.group(1)))
      if value is not None:
        self.metadata.variables[value] = match.group(2)

  def block_named(self, name):
    block = self.blocks.get(name)
    if block is None:
      block = self.blocks[name] = Block(name)
    return block

  def local(self, token, type_):
    name = unquote(token)
    value = self.locals.get(name)
    if value is None:
      value = self.pending.get(name)
      if value is None:
        value = self.pending[name] = _Forward(type_, name)
    return value

  def instruction(self, block, text):
    cut = text.find(", !", text.rfind('"') + 1)  # `, !q` stands in inline assembly as well
    self.loc = None
    if cut >= 0:
      position = text.find("!dbg ", cut)
      if position >= 0:
        end = position + 5
        while end < len(text) and (text[end] == "!" or text[end].isdigit()):
          end += 1
        self.loc = self.metadata.location(text[position + 5:end])
      text = text[:cut]
    self.text = text
    self.reader.resolve = self.local
    tokens = tokenize(text)
    name, at = None, 0
    if len(tokens) > 1 and tokens[1] == "=":
      name, at = unquote(tokens[0]), 2
    result = self.read(tokens, at)
    if result is None:
      return
    result.loc = self.loc
    result.block = block
    if name is not None:
      result.name = name
      self.locals[name] = result
    block.instructions.append(result)

  def read(self, tokens, at):
    op = tokens[at]
    at += 1
    if op in _CALL_WORDS:
      op = tokens[at]
      at += 1
    reader = self.reader
    if op == "load" or op == "store":
      return self.memory_access(op, tokens, at)
    if op in _BINARY:
      while tokens[at] in _FLAGS:
        at += 1
      type_, at = reader.type(tokens, at)
      left, at = reader.value(tokens, at, type_)
      right, at = reader.value(tokens, at + 1, type_)
      return Instruction(op, type_, [left, right])
    if op in _CASTS:
      while tokens[at] in _FLAGS:
        at += 1
      value, at = reader.typed_value(tokens, at)
      type_, at = reader.type(tokens, at + 1)
      return Instruction(op, type_, [value])
    if op == "getelementptr":
      return reader.element_pointer(tokens, at, False)[0]
    if op == "call":
      return self.call(tokens, at)
    if op == "br":
      if tokens[at] == "label":
        return Instruction("br", VOID, [], attrs={"targets": [self.target(tokens[at + 1])]})
      cond, at = reader.typed_value(tokens, at)
      return Instruction("br", VOID, [cond], attrs={
          "targets": [self.target(tokens[at + 2]), self.target(tokens[at + 5])]})
    if op in ("icmp", "fcmp"):
      while tokens[at] in _FLAGS:
        at += 1
      predicate = tokens[at]
      type_, at = reader.type(tokens, at + 1)
      left, at = reader.value(tokens, at, type_)
      right, at = reader.value(tokens, at + 1, type_)
      result = I1
      if type_.kind == "vector":
        result = reader.vector(type_.count, I1)
      return Instruction(op, result, [left, right], attrs={"predicate": predicate})
    if op == "alloca":
      type_, at = reader.type(tokens, at)
      space, count = 0, None
      while at < len(tokens):
        if tokens[at] == "addrspace":
          space = int(tokens[at + 2])
          at += 4
        elif tokens[at] == "align":
          at += 2
        elif tokens[at] == ",":
          at += 1
        else:
          count, at = reader.typed_value(tokens, at)
      variable = count is not None and not (isinstance(count, Constant) and count.value == 1)
      return Instruction("alloca", reader.pointer(space), [],
                         attrs={"type": type_, "variable": variable})
    if op == "ret":
      if tokens[at] == "void":
        return Instruction("ret", VOID, [])
      value, at = reader.typed_value(tokens, at)
      return Instruction("ret", VOID, [value])
    if op == "phi":
      while tokens[at] in _FLAGS:
        at += 1
      type_, at = reader.type(tokens, at)
      values, blocks = [], []
      while at < len(tokens):
        value, at = reader.value(tokens, at + 1, type_)
        values.append(value)
        blocks.append(self.target(tokens[at + 1]))
        at += 4
      return Instruction("phi", type_, values, attrs={"blocks": blocks})
    if op == "select":
      while tokens[at] in _FLAGS:
        at += 1
      cond, at = reader.typed_value(tokens, at)
      yes, at = reader.typed_value(tokens, at + 1)
      no, at = reader.typed_value(tokens, at + 1)
      return Instruction("select", yes.type, [cond, yes, no])
    if op == "switch":
      value, at = reader.typed_value(tokens, at)
      targets, cases = [self.target(tokens[at + 2])], []
      at += 4
      while tokens[at] != "]":
        case, at = reader.typed_value(tokens, at)
        cases.append(case.value or 0)
        targets.append(self.target(tokens[at + 2]))
        at += 3
      return Instruction("switch", VOID, [value], attrs={"targets": targets, "cases": cases})
    if op in ("extractelement", "insertelement", "shufflevector"):
      values = []
      while at < len(tokens):
        value, at = reader.typed_value(tokens, at)
        values.append(value)
        at += 1
      type_ = values[0].type
      if op == "extractelement":
        type_ = type_.elem
      elif op == "shufflevector":
        type_ = reader.vector(values[2].type.count, type_.elem)
      return Instruction(op, type_, values)
    if op in ("extractvalue", "insertvalue"):
      values, indices = [], []
      while at < len(tokens):
        if tokens[at].isdigit():
          indices.append(int(tokens[at]))
          at += 1
        else:
          value, at = reader.typed_value(tokens, at)
          values.append(value)
        at += 1
      type_ = values[0].type
      if op == "extractvalue":
        for index in indices:
          type_ = type_.elem if type_.kind == "array" else type_.fields[index]
      return Instruction(op, type_, values, attrs={"indices": indices})
    if op in ("fneg", "freeze"):
      while tokens[at] in _FLAGS:
        at += 1
      value, at = reader.typed_value(tokens, at)
      return Instruction(op, value.type, [value])
    if op == "unreachable":
      return Instruction("unreachable", VOID, [])
    if op in ("atomicrmw", "cmpxchg"):
      return self.atomic(op, tokens, at)
    if op == "fence":
      return Instruction("fence", VOID, [], attrs=_atomicity(tokens))
    return fail(f"the LLVM instruction '{op}' is not supported", self.loc)

  def target(self, token):
    return self.block_named(unquote(token))

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
                                **_atomicity(tokens[at:])})
    value, at = reader.typed_value(tokens, at)
    pointer, at = reader.typed_value(tokens, at + 1)
    return Instruction("store", VOID, [value, pointer],
                       attrs={"atomic": atomic, "volatile": volatile,
                                **_atomicity(tokens[at:])})

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

  def call(self, tokens, at):
    reader = self.reader
    while tokens[at] in _FLAGS or tokens[at] in _CONVENTIONS:
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
        value = self.locals.get(unquote(tokens[end - 1])) if tokens[end - 1][0] == "%" else None
        if value is not None and end + 2 < len(tokens) and tokens[end + 2][0] == "!":
          self.metadata.variables[value] = tokens[end + 2]
      return None
    at += 1
    operands, byvals = [], {}
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
            at += 2
          else:
            at = reader.skip_parenthesis(tokens, at + 1)
        value, at = reader.value(tokens, at, arg_type)
        operands.append(value)
      if tokens[at] == ",":
        at += 1
    operands.append(target)
    return Instruction("call", type_, operands, attrs={"byval": byvals})

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
      fail("an operand of inline assembly in memory is not supported", self.loc)
    results = [] if type_ is VOID else type_.fields if type_.kind == "struct" else [type_]
    return Instruction("asm", type_, operands, attrs={"text": text, "results": list(results),
                                                      "constraints": parts})

  def skip_argument(self, tokens, at):
    depth = 0
    while depth or tokens[at] not in (",", ")"):
      depth += {"(": 1, ")": -1, "{": 1, "}": -1}.get(tokens[at], 0)
      at += 1
    return at


class _Forward(Value):
  """A local that is used before its definition; `attrs` is the definition once it is known."""

  __slots__ = ("attrs",)
