"""Reads LLVM IR text (clang 13 to 19, typed and opaque pointers) into the objects of ir.py.

The text comes line by line: clang prints one instruction a line, except `switch`. Every construct
that is not known is an error; attributes and flags without meaning for memory and control flow are
dropped. Instructions are read by instructionreader.py, types, values and constants by
valuereader.py.
"""

import re

from .casts import settle_alignments
from .errors import LoweringError
from .instructionreader import CONVENTIONS, InstructionReader
from .ir import Argument, Block, Function, Module, Value
from .lltypes import Layout
from .metadata import Metadata
from .valuereader import ValueReader, tokenize, unquote

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
    self.annotations = ""  # the line that has those of all functions
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
      elif line.startswith("@llvm.global.annotations"):
        self.annotations = line
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
    settle_alignments(module)
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


def cluster_sizes(text):
  """The sizes of clusters by the names of kernels: annotations (include/cuda_types.h), of which each
  names the function, its text, its file and a structure of numbers."""
  names = [match.group() for match in _NAME.finditer(text.annotations)][1:]
  if not names:
    return {}
  constants = {_NAME.match(line).group(): line for line in text.variables}
  sizes = {}
  for function, what, _, numbers in zip(names, names[1:], names[2:], names[3:]):
    if '"lowering_cluster_dims\\00"' in constants.get(what, ""):
      values = re.findall(r"\bi32 (\d+)", constants[numbers])
      sizes[unquote(function)] = ([int(value) for value in values] + [1, 1, 1])[:3]
  return sizes


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
    self.module.cluster_sizes = cluster_sizes(text)

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
    alignment = re.findall(r", align (\d+)", line)
    result.alignment = int(alignment[-1]) if alignment else 1
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
    while tokens[at] in _LINKAGE or tokens[at] in CONVENTIONS:
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
      byval, sret, alignment = None, False, 1
      while tokens[at] not in (",", ")"):
        if tokens[at] in ("byval", "byref"):
          byval, at = self.reader.type(tokens, at + 2)
          at += 1
        elif tokens[at] == "align" and tokens[at + 1].isdigit():
          alignment, at = int(tokens[at + 1]), at + 2
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
      args.append(Argument(arg_type, arg_name, len(args), byval, sret, alignment))
      if tokens[at] == ",":
        at += 1
    function = Function(name, return_type, args)
    function.variadic = variadic
    function.kernel = kernel or name in self.module.kernel_names
    function.debug = debug.group(1) if debug else None
    function.thread_limit = self.module.thread_limits.get(name)
    function.required_size = self.required_size(line)
    function.cluster_size = self.module.cluster_sizes.get(name)
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
    self.instructions = InstructionReader(self)

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
    result = self.instructions.read(tokens, at)
    if result is None:
      return
    result.loc = self.loc
    result.block = block
    if name is not None:
      result.name = name
      self.locals[name] = result
    block.instructions.append(result)


class _Forward(Value):
  """A local that is used before its definition; `attrs` is the definition once it is known."""

  __slots__ = ("attrs",)
