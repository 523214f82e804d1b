"""The part of LLVM IR that lowering works on: values, instructions, blocks, functions.

Instructions are mutable and live in a block's list; every pass may replace operands in place.
A constant expression is an Instruction without a block, so that one evaluator serves both.
Besides LLVM's opcodes there are `extractbits` and `insertbits` (attribute `offset`, in bits), which
promotion to values makes from accesses to parts of a local variable, and `argfield`, a part of a
kernel parameter passed by value.
"""


class Value:
  __slots__ = ("type", "name")

  def __init__(self, type_, name=None):
    self.type = type_
    self.name = name


class Constant(Value):
  """kind: int, float (value holds the IEEE bits), null, undef, zero, aggregate (value: list)."""

  __slots__ = ("kind", "value")

  def __init__(self, type_, kind, value=None):
    super().__init__(type_)
    self.kind = kind
    self.value = value


class Argument(Value):
  __slots__ = ("byval", "index", "sret", "alignment")

  def __init__(self, type_, name, index, byval=None, sret=False, alignment=1):
    super().__init__(type_, name)
    self.index = index
    self.byval = byval
    self.sret = sret
    self.alignment = alignment  # of what it points to


class Global(Value):
  """A module-level variable; `type` is the pointer's, `value_type` that of the contents."""

  __slots__ = ("value_type", "space", "constant", "initializer", "debug", "external",
               "alignment", "whole")

  def __init__(self, name, type_, value_type, space):
    super().__init__(type_, name)
    self.value_type = value_type
    self.space = space
    self.constant = False
    self.initializer = None
    self.debug = None
    self.external = False
    self.alignment = 1
    self.whole = None  # of a part: the variable that it is one of, and its first byte there


class FunctionRef(Value):
  """The address of a function, by name."""

  __slots__ = ()


class Instruction(Value):
  __slots__ = ("op", "operands", "attrs", "loc", "block")

  def __init__(self, op, type_, operands, name=None, loc=None, attrs=None):
    super().__init__(type_, name)
    self.op = op
    self.operands = operands
    self.attrs = attrs
    self.loc = loc
    self.block = None

  def __repr__(self):
    return f"<{self.op} {self.name}>"


class Block:
  __slots__ = ("name", "instructions", "function")

  def __init__(self, name):
    self.name = name
    self.instructions = []

  @property
  def terminator(self):
    return self.instructions[-1]

  @property
  def successors(self):
    return successors_of(self.instructions[-1])

  def __repr__(self):
    return f"<block {self.name}>"


class Function:
  __slots__ = ("name", "return_type", "args", "blocks", "kernel", "debug", "variadic", "names",
               "defined", "spec", "thread_limit", "required_size",
               "cluster_size")

  def __init__(self, name, return_type, args):
    self.name = name
    self.return_type = return_type
    self.args = args
    self.blocks = []
    self.kernel = False
    self.debug = None
    self.variadic = False
    self.defined = False
    self.names = {}
    self.thread_limit = None  # threads of a block at most, by __launch_bounds__
    self.required_size = None  # of a group, by reqd_work_group_size: [x, y, z]
    self.cluster_size = None  # by __cluster_dims__: [x, y, z]

  def unique_name(self, base):
    """A name not used by another block of this function."""
    if base not in self.names:
      self.names[base] = 0
      return base
    while True:
      self.names[base] += 1
      name = f"{base}{self.names[base]}"
      if name not in self.names:
        self.names[name] = 0
        return name


class Module:
  __slots__ = ("functions", "globals", "metadata", "kernel_names", "thread_limits",
               "cluster_sizes", "layout")

  def __init__(self, layout):
    self.functions = {}
    self.globals = {}
    self.metadata = None
    self.kernel_names = []
    self.thread_limits = {}  # by the name of a kernel
    self.cluster_sizes = {}  # likewise
    self.layout = layout


def successors_of(terminator):
  """Target blocks of a terminator, in order, with duplicates."""
  if terminator.op == "br":
    return terminator.attrs["targets"]
  if terminator.op == "switch":
    return terminator.attrs["targets"]
  return ()


def callee(instruction):
  """Name of the function that a call calls directly, or None."""
  target = instruction.operands[-1]
  while isinstance(target, Instruction) and target.op in ("bitcast", "addrspacecast"):
    target = target.operands[0]
  return target.name if isinstance(target, FunctionRef) else None


def int_constant(type_, value):
  return Constant(type_, "int", value & ((1 << type_.bits) - 1))


def is_int(value):
  return isinstance(value, Constant) and value.kind in ("int", "zero") and value.type.kind == "int"


def int_value(value):
  """The unsigned value of an integer constant."""
  return value.value if value.kind == "int" else 0
