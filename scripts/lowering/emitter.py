"""Translates one function into a procedure: blocks, phis, temporaries, control flow.

A value that is used once is written where it is used; one that is used more often, and every load,
gets a temporary. Blocks are translated in reverse postorder, so that definitions come first, and
written in source order. Expressions contain only temporaries, phi variables, parameters and
constants, all of which dominate their use, so writing them later than LLVM computes them is safe.
"""

import re

from . import primitives
from .access import AccessMixin
from .annotations import AnnotationMixin
from .atomicity import llvm_scope
from .bounded import BoundedIndexes
from .calls import CallMixin
from .cfg import reverse_postorder
from .controlflow import ControlFlowMixin
from .distributed import PIECE, place_of_block
from .early_return import EXCUSES_EXITED
from .errors import fail
from .expr import Expr, bv_of, concat_all, extract, lit, resize, show, type_name, var
from .function_pointers import points_to_function
from .inline_assembly import inline_assembly
from .ir import Argument, Constant, FunctionRef, Global, Instruction
from .memory import cleaned
from .operations import OperationMixin
from .pointers import ARRAY_ID, Ptr
from .pointsto import NULL
from .preconditions import integers


_DEEP = 100


class FunctionEmitter(OperationMixin, AccessMixin, CallMixin, AnnotationMixin, ControlFlowMixin):
  """One function. A method for each kind of LLVM value; those for operations, accesses, calls,
  annotations and control flow stand in the files of the mixins."""

  def __init__(self, program, function):
    self.program = program
    self.module = program.module
    self.layout = program.layout
    self.pointers = program.pointers
    self.points = program.points
    self.bits = program.pointer_bits
    self.function = function
    self.names = {}
    self.labels = {}
    self.label_names = {}
    self.variables = []       # (name, type text) of phi variables
    self.temporaries = []     # (name, width)
    self.unknown_values = set()  # temporaries with values of the program that are not computed
    self.definitions = {}     # name of a temporary -> the expression that it holds
    self.known = {}           # Value -> Expr, Ptr or list
    self.specs = []           # specification lines as (order, text)
    self.out = []
    self.tail = []
    self.loc = None
    self.pure = False
    self.may_assign = True     # temporaries may be made for parts of the current expression
    self.bounded = BoundedIndexes(function, self.reads_global)
    self.parameters = []
    self.struct_of = {}        # name of a parameter -> the struct that it is a part of
    self.function_loc = program.module.metadata.function_location(function.debug)

  # Text

  def text(self, e):
    return show(e, self.program.declarations.lines)

  def where(self, loc):
    return loc.attributes() if loc is not None else ""

  def line(self, text):
    self.out.append("  " + text)

  def fresh(self, base):
    """A new variable of the procedure."""
    return self.unused(base, self.names)

  def unused(self, base, taken):
    """A name that is not in a dictionary of names; the value counts the names made from it."""
    name = base
    while name in taken:
      name = f"{base}{taken[base]}"
      taken[base] += 1
    taken[name] = 0
    return name

  def temporary(self, width):
    name = f"v{len(self.temporaries)}"
    self.temporaries.append((name, width))
    return var(name, width)

  def assign(self, e):
    """The expression itself when it is simple, else a temporary that holds it."""
    if e.kind in ("lit", "var", "bool"):
      return e
    result = self.temporary(e.width)
    self.line(f"{result.name} := {self.text(e)};")
    self.definitions[result.name] = e
    return result

  def label(self, block):
    if block not in self.labels:
      self.labels[block] = self.fresh_label("$" + cleaned(block.name))
    return self.labels[block]

  def fresh_label(self, base):
    return self.unused(base, self.label_names)

  # The procedure

  def emit(self):
    """The lines of the procedure."""
    function = self.function
    self.prepare_annotations()
    self.count_uses()
    self.declare_parameters()
    order = reverse_postorder(function)
    for block in function.blocks:
      self.label(block)
    for block in order:
      for phi in block.instructions:
        if phi.op != "phi":
          break
        self.declare_phi(phi)
    bodies = {}
    for block in order:
      self.out = []
      self.block(block)
      bodies[block] = self.out
    lines = [self.header()]
    lines += self.specification_lines()
    lines.append("{")
    lines += [f"  var {name}:{text};" for name, text in self.variables]
    for name, width in self.temporaries:
      mark = "{:unknown} " if name in self.unknown_values else ""
      lines.append(f"  var {mark}{name}:{type_name(width)};")
    for block in function.blocks:
      if block in bodies:
        lines.append(self.labels[block] + ":")
        lines += bodies[block]
    return lines + self.tail + ["}"]

  def returned_condition(self):
    """What an `__axiom` function returns, as a list of conditions over constants."""
    self.prepare_annotations()
    self.count_uses()
    result = []
    for block in self.function.blocks:
      for instruction in block.instructions:
        if instruction.op == "call":
          self.call(instruction)
        elif instruction.op == "ret":
          result.append(self.specified(instruction.operands[0]))
    if len(result) != 1 or len(self.function.blocks) != 1:
      fail("an __axiom must be an expression without && and ||; use & and |", self.function_loc)
    return result

  def header(self):
    name = self.program.functions.names.source_name(self.function.name)
    kernel = " {:kernel}" if self.function.kernel else ""
    if self.function in self.program.functions.returning_early:
      kernel += EXCUSES_EXITED
    if self.function.kernel:
      kernel += self.shared_memory() + self.signs()
    result = ""
    if self.function.return_type.kind != "void":
      result = f" returns ($ret:{self.result_type()})"
    parameters = ", ".join(f"{n}:{t}" for n, t in self.parameters)
    return (f'procedure {{:source_name "{name}"}}{kernel} '
            f"${cleaned(self.function.name)}({parameters}){result}")

  def signs(self):
    """Which parameters are integers in the source, with a sign and without, as attributes; an empty
    one where none is."""
    names = {True: [], False: []}
    for _, kind, value in integers(self.program, self.function, self.known):
      if isinstance(value, Expr) and value.kind == "var":
        names[kind.signed].append(f'"{value.name}"')
    return "".join(" {:" + " ".join([what, ", ".join(names[signed])]).strip() + "}"
                   for signed, what in ((True, "signed"), (False, "unsigned"))
                   if names[signed] or (signed and self.parameters and not names[False]))

  def shared_memory(self):
    """What is known of the shared memory of a block, as attributes."""
    given = {"shared_memory_limit": self.program.options.shared_memory_limit,
             "dynamic_shared_memory": self.program.options.dynamic_shared}
    return "".join(f" {{:{name} {value}}}" for name, value in given.items() if value is not None)

  def result_type(self):
    type_ = self.function.return_type
    if type_.is_pointer:
      targets = self.points.returns.get(self.function, frozenset())
      if points_to_function(targets):
        return type_name(self.program.functions.pointer_bits)
      return f"bv{self.bits}" if self.pointers.single(targets) \
          else self.program.declarations.pointer_type()
    return f"bv{self.layout.store_bits(type_)}"

  def count_uses(self):
    self.uses = {}
    self.levels = {}  # of values that are translated where they are used: how deep they are
    for block in self.function.blocks:
      for instruction in block.instructions:
        for operand in instruction.operands:
          self.uses[operand] = self.uses.get(operand, 0) + 1

  def declare_parameters(self):
    kernel = self.function in self.program.functions.kernel_of
    for arg in self.function.args:
      if arg.type.is_pointer and not points_to_function(self.points.of(arg)) \
          and not (kernel and not self.points.of(arg)):
        targets = self.points.of(arg)
        array = self.pointers.single(targets)
        if kernel and array is not None:
          self.known[arg] = Ptr(array, [], 0, targets)
          continue
        if kernel and targets == {NULL}:
          self.known[arg] = self.pointers.null()
          continue
        name = self.parameter_name(arg)
        if array is not None:
          self.parameters.append((name, f"bv{self.bits}"))
          self.known[arg] = Ptr(array, [(array.bytes, var(name, self.bits))], 0, targets)
        else:
          self.parameters.append((name, self.program.declarations.pointer_type()))
          self.known[arg] = self.pointers.from_stored(var(name, self.bits),
                                                      self.pointers.unit(targets), targets)
        continue
      if kernel and arg.type.kind == "struct":
        self.known[arg] = self.declare_fields(arg, arg.type)
        continue
      name = self.parameter_name(arg)
      width = self.layout.store_bits(arg.type)
      if arg.type.is_pointer and points_to_function(self.points.of(arg)):
        width = self.program.functions.pointer_bits
        self.program.declarations.function_pointers = True
        self.parameters.append((name, type_name(width)))
        self.known[arg] = var(name, width)
        continue
      if arg.type.is_pointer:
        self.parameters.append((name, type_name(width)))  # a sampler
        self.known[arg] = self.pointers.null()
        continue
      self.parameters.append((name, f"bv{width}"))
      self.known[arg] = self.split(var(name, width), arg.type, arg)

  def parameter_name(self, arg, field=""):
    return self.fresh("$" + (cleaned(arg.name) or "arg") + ("." + cleaned(field) if field else ""))

  def declare_fields(self, arg, type_, path=(), offset=0):
    """A parameter for each field of a struct that a kernel is given, `$m.stride`, and what the struct
    holds. Pointers with an array of their own are none; an array is one as a whole."""
    if type_.kind == "struct":
      return [self.declare_fields(arg, field, path + (i,), offset + at) for i, (at, field)
              in enumerate(zip(self.layout.struct_layout(type_)[0], type_.fields))]
    own = self.program.objects.field(arg, path)
    if own is not None and not isinstance(own, str):
      return self.split(None, type_, arg, path)
    metadata = self.program.module.metadata
    types = metadata.parameter_types(self.function.debug)
    field = metadata.field_at(types[arg.index], offset * 8)[0] if arg.index < len(types) else ""
    if type_.is_aggregate:
      field = re.sub(r"(\.0)+$", "", field)  # of its first element
    name = self.parameter_name(arg, field or f"at{offset}")
    self.struct_of[name] = arg
    width = self.layout.size(type_) * 8 if type_.is_aggregate else self.layout.store_bits(type_)
    self.parameters.append((name, f"bv{width}"))
    return self.split(var(name, width), type_, arg, path)

  def split(self, e, type_, arg=None, path=()):
    """A bit-vector as the value of a type: lists for vectors and structs."""
    if type_.kind == "vector":
      width = self.layout.store_bits(type_.elem)
      return [extract(e, (i + 1) * width, i * width) for i in range(type_.count)]
    if type_.is_aggregate:
      if type_.kind == "array":
        size = self.layout.size(type_.elem)
        fields = [(i * size, type_.elem) for i in range(type_.count)]
      else:
        fields = list(zip(self.layout.struct_layout(type_)[0], type_.fields))
      result = []
      for index, (offset, field) in enumerate(fields):
        width = self.layout.store_bits(field)
        if field.is_aggregate:
          width = self.layout.size(field) * 8
        part = extract(e, offset * 8 + width, offset * 8) if width else e
        result.append(self.split(part, field, arg, path + (index,)))
      return result
    if type_.is_pointer and arg is not None:
      array = self.program.objects.field(arg, path)
      if isinstance(array, str):
        return resize(e, self.program.functions.pointer_bits)
      if array is not None:
        return Ptr(array, [], 0, frozenset([array]))
      targets = self.points.of(arg)
      return self.pointers.from_stored(e, self.pointers.unit(targets), targets)
    if type_.is_pointer:
      return self.pointers.from_integer(e)
    return e

  def declare_phi(self, phi):
    name = "$" + (cleaned(phi.name) if phi.name else "p")
    if phi.type.is_pointer and not points_to_function(self.points.of(phi)):
      targets = self.points.of(phi)
      name = self.fresh(name)
      array = self.pointers.single(targets)
      e = var(name, self.bits)
      if array is not None:
        self.variables.append((name, f"bv{self.bits}"))
        self.known[phi] = Ptr(array, [(array.bytes, e)], 0, targets)
      else:
        # Not one variable of type ptr: invariants of loops speak of the offset, as of any number.
        base = self.fresh(name + ".base")
        self.variables += [(name, f"bv{self.bits}"), (base, "arrayId")]
        self.program.declarations.pointers = True
        self.known[phi] = Ptr(var(base, ARRAY_ID), [(self.pointers.unit(targets), e)], 0, targets)
    else:
      self.known[phi] = self.phi_parts(phi, phi.type, name)

  def phi_parts(self, phi, type_, name):
    """One variable for each scalar of a phi's type."""
    if type_.kind == "vector":
      return [self.phi_parts(phi, type_.elem, f"{name}.{i}") for i in range(type_.count)]
    if type_.is_aggregate:
      fields = [type_.elem] * type_.count if type_.kind == "array" else type_.fields
      return [self.phi_parts(phi, f, f"{name}.{i}") for i, f in enumerate(fields)]
    if type_.is_pointer and not points_to_function(self.points.of(phi)):
      fail("a struct of pointers that depends on control flow is not supported", phi.loc)
    width = self.program.functions.pointer_bits if type_.is_pointer \
        else self.layout.store_bits(type_)
    name = self.fresh(name)
    self.variables.append((name, type_name(width)))
    return var(name, width)

  def reads_global(self, load):
    """Whether it reads what a kernel is given, and no id, size or variable of its own."""
    targets = self.points.of(load.operands[0])
    return self.program.launch.at(load.operands[0]) is None and bool(targets) and all(
      not isinstance(target, str) and target.space == "global" for target in targets)

  # Blocks

  def marker(self, loc, kind, more=""):
    self.line(f"assert {{:{kind}}}{self.where(loc)}{more} true;")

  def block(self, block):
    loc = next((i.loc for i in block.instructions if i.loc is not None), None)
    self.marker(loc, "block_sourceloc")
    for instruction in block.instructions:
      self.loc = instruction.loc
      if instruction.op == "phi":
        continue
      if instruction.op in _TERMINATORS:
        self.terminate(block, instruction)
      else:
        self.instruction(instruction)

  def instruction(self, i):
    op = i.op
    if op == "load":
      if i not in self.unlogged:
        self.load(i)
    elif op == "store":
      self.store(i)
    elif op == "call":
      self.may_assign = i not in self.unevaluated and not i.attrs.get("annotation")
      self.call(i)
      self.may_assign = True
    elif op == "asm":
      inline_assembly(self, i)
    elif op in ("atomicrmw", "cmpxchg"):
      self.atomic_instruction(i)
    elif op == "alloca" and i.attrs["variable"]:
      self.known[i] = self.allocated(i)
    elif op == "fence":
      primitives.fence(self, i.loc, "atomic_thread_fence", llvm_scope(i.attrs["scope"], i.loc),
                       i.attrs["order"])
    elif op == "alloca":
      pass
    elif i not in self.unevaluated and (self.uses.get(i, 0) > 1 or self.is_deep(i)):
      self.known[i] = self.shared(self.compute(i), i)

  def is_deep(self, i):
    """Whether a value that is used once stands on top of so many that it becomes a variable as well: who
    reads expressions goes down by recursion."""
    self.levels[i] = 1 + max((self.levels.get(operand, 0) for operand in i.operands
                              if operand not in self.known), default=0)
    return self.levels[i] >= _DEEP and self.uses.get(i, 0) > 0

  def shared(self, value, i):
    """A value used several times: its parts become temporaries unless they are simple."""
    if isinstance(value, list):
      return [self.shared(v, i) for v in value]
    if isinstance(value, Ptr):
      terms = [(factor, self.assign(e)) if e.kind not in ("fn",) or e.decl is not None
               else (factor, e) for factor, e in value.terms]
      base = value.base
      return Ptr(base, terms, value.constant, value.targets, value.member)
    return self.assign(value)

  def value(self, v):
    """The translation of a value: Expr, Ptr, or a list for vectors and structs."""
    if self.pure and isinstance(v, Instruction) and v.op != "phi":
      return self.pure_call(v) if v.op == "call" else self.compute(v)
    result = self.known.get(v)
    if result is not None:
      return result
    if isinstance(v, Instruction):
      if v.op == "load":
        if v in self.unlogged:
          return self.selected(v)
        fail("a load is used before it is made", v.loc)
      if v.op == "phi":
        fail("a value of unreachable code is used", v.loc)
      return self.compute(v)
    return self.constant(v)

  def constant(self, v):
    if isinstance(v, Constant):
      type_ = v.type
      if v.kind == "int":
        return lit(v.value, type_.bits)
      if v.kind == "float":
        return lit(v.value, type_.bits)
      if v.kind == "null":
        return self.pointers.null() if type_.is_pointer else lit(0, self.bits)
      if v.kind == "undef":
        return self.undefined(type_)
      if v.kind == "zero":
        return self.zero(type_)
      return [self.value(x) for x in v.value]
    if isinstance(v, Global):
      array = self.program.objects.of(v)
      if array is None:
        fail(f"the built-in variable {v.name} cannot be used as a pointer here", self.loc)
      begin = [(PIECE, place_of_block(self))] if v in self.program.objects.distributed else []
      return Ptr(array, begin, 0, frozenset([array]))
    if isinstance(v, FunctionRef):
      return self.program.function_pointers.id(v.name)
    if isinstance(v, Argument):
      fail(f"the parameter {v.name} has no value here", self.loc)
    return fail("a value of an unknown kind", self.loc)

  def zero(self, type_):
    if type_.kind == "vector":
      return [self.zero(type_.elem) for _ in range(type_.count)]
    if type_.kind == "array":
      return [self.zero(type_.elem) for _ in range(type_.count)]
    if type_.kind == "struct":
      return [self.zero(f) for f in type_.fields]
    if type_.is_pointer:
      return self.pointers.null()
    return lit(0, self.layout.store_bits(type_))

  def undefined(self, type_):
    return self.filled(type_, self.havoc)

  def filled(self, type_, make):
    """A value of that type; `make` gives its parts by their width."""
    if type_.kind in ("vector", "array"):
      return [self.filled(type_.elem, make) for _ in range(type_.count)]
    if type_.kind == "struct":
      return [self.filled(f, make) for f in type_.fields]
    if type_.is_pointer:
      return self.pointers.null()
    return make(self.layout.store_bits(type_))

  def havoc(self, width):
    """An arbitrary value."""
    result = self.temporary(width)
    self.line(f"havoc {result.name};")
    return result

  def unknown(self, width):
    """A value of the program that is not computed."""
    result = self.havoc(width)
    self.unknown_values.add(result.name)
    return result

  # Scalars

  def scalar(self, v):
    """A value as one bit-vector (or bool for i1)."""
    result = self.value(v)
    if isinstance(result, Expr):
      return result
    return self.joined(result, v.type)

  def bv(self, v):
    return bv_of(self.scalar(v))

  def joined(self, value, type_):
    """The bit-vector of a vector, struct or pointer, padding zero."""
    if isinstance(value, Expr):
      return bv_of(value)
    if isinstance(value, Ptr):
      return self.pointers.stored(value, self.program.memory_unit())
    if type_.kind == "vector":
      return concat_all([self.joined(v, type_.elem) for v in value])
    parts, at = [], 0
    if type_.kind == "array":
      size = self.layout.size(type_.elem)
      fields = [(i * size, type_.elem) for i in range(type_.count)]
    else:
      fields = list(zip(self.layout.struct_layout(type_)[0], type_.fields))
    for (offset, field), v in zip(fields, value):
      if offset * 8 > at:
        parts.append(lit(0, offset * 8 - at))
      part = self.joined(v, field)
      parts.append(part)
      at = offset * 8 + part.width
    total = self.layout.size(type_) * 8
    if total > at:
      parts.append(lit(0, total - at))
    return concat_all(parts) if parts else lit(0, 8)

  def pointer(self, v):
    result = self.value(v)
    if isinstance(result, Ptr):
      return result
    if v.type.is_pointer and not self.points.of(v):
      return self.pointers.null()
    if points_to_function(self.points.of(v)):
      return self.program.function_pointers.as_data(result)
    return self.pointers.from_integer(result)

_TERMINATORS = ("br", "switch", "ret", "unreachable")
