"""Translates one function into a procedure: blocks, phis, temporaries, control flow.

A value that is used once is written where it is used; one that is used more often, and every load,
gets a temporary. Blocks are translated in reverse postorder, so that definitions come first, and
written in source order. Expressions contain only temporaries, phi variables, parameters and
constants, all of which dominate their use, so writing them later than LLVM computes them is safe.
"""

from .access import AccessMixin
from .annotations import AnnotationMixin
from .calls import CallMixin
from .cfg import reversePostorder
from .controlflow import ControlFlowMixin
from .errors import fail
from .expr import Expr, bvOf, concatAll, extract, lit, resize, show, typeName, var
from .ir import Argument, Constant, FunctionRef, Global, Instruction
from .memory import cleaned
from .operations import OperationMixin
from .pointers import ARRAY_ID, Ptr


class FunctionEmitter(OperationMixin, AccessMixin, CallMixin, AnnotationMixin, ControlFlowMixin):
  def __init__(self, program, function):
    self.program = program
    self.module = program.module
    self.layout = program.layout
    self.pointers = program.pointers
    self.points = program.points
    self.bits = program.pointerBits
    self.function = function
    self.names = {}
    self.labels = {}
    self.labelNames = {}
    self.variables = []       # (name, type text) of phi variables
    self.temporaries = []     # (name, width)
    self.known = {}           # Value -> Expr, Ptr or list
    self.specs = []           # specification lines as (order, text)
    self.out = []
    self.tail = []
    self.loc = None
    self.pure = False
    self.mayAssign = True     # temporaries may be made for parts of the current expression
    self.parameters = []
    self.functionLoc = program.module.metadata.functionLocation(function.debug)

  # Text

  def text(self, e):
    return show(e, self.program.decls)

  def where(self, loc):
    return self.program.where(loc)

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
    return result

  def label(self, block):
    if block not in self.labels:
      self.labels[block] = self.freshLabel("$" + cleaned(block.name))
    return self.labels[block]

  def freshLabel(self, base):
    return self.unused(base, self.labelNames)

  # The procedure

  def emit(self):
    """The lines of the procedure."""
    function = self.function
    self.prepareAnnotations()
    self.countUses()
    self.declareParameters()
    order = reversePostorder(function)
    for block in function.blocks:
      self.label(block)
    for block in order:
      for phi in block.instructions:
        if phi.op != "phi":
          break
        self.declarePhi(phi)
    bodies = {}
    for block in order:
      self.out = []
      self.block(block)
      bodies[block] = self.out
    lines = [self.header()]
    lines += self.specificationLines()
    lines.append("{")
    lines += [f"  var {name}:{text};" for name, text in self.variables]
    lines += [f"  var {name}:{typeName(width)};" for name, width in self.temporaries]
    for block in function.blocks:
      if block in bodies:
        lines.append(self.labels[block] + ":")
        lines += bodies[block]
    return lines + self.tail + ["}"]

  def returnedCondition(self):
    """What an `__axiom` function returns, as a list of conditions over constants."""
    self.prepareAnnotations()
    self.countUses()
    result = []
    for block in self.function.blocks:
      for instruction in block.instructions:
        if instruction.op == "call":
          self.call(instruction)
        elif instruction.op == "ret":
          result.append(self.specified(instruction.operands[0]))
    if len(result) != 1 or len(self.function.blocks) != 1:
      fail("an __axiom must be an expression without && and ||; use & and |", self.functionLoc)
    return result

  def header(self):
    name = self.program.sourceName(self.function.name)
    kernel = " {:kernel}" if self.function.kernel else ""
    result = ""
    if self.function.returnType.kind != "void":
      result = f" returns ($ret:{self.resultType()})"
    parameters = ", ".join(f"{n}:{t}" for n, t in self.parameters)
    return (f'procedure {{:source_name "{name}"}}{kernel} '
            f"${cleaned(self.function.name)}({parameters}){result}")

  def resultType(self):
    type_ = self.function.returnType
    if type_.isPointer:
      targets = self.points.returns.get(self.function, frozenset())
      if self.program.isFunctionPointer(targets):
        return typeName(self.program.functionWidth)
      return f"bv{self.bits}" if self.pointers.single(targets) else self.program.pointerType()
    return f"bv{self.layout.storeBits(type_)}"

  def countUses(self):
    self.uses = {}
    for block in self.function.blocks:
      for instruction in block.instructions:
        for operand in instruction.operands:
          self.uses[operand] = self.uses.get(operand, 0) + 1

  def declareParameters(self):
    kernel = self.function in self.program.kernels
    for arg in self.function.args:
      if arg.type.isPointer and not self.program.isFunctionPointer(self.points.of(arg)) \
          and not (kernel and not self.points.of(arg)):
        targets = self.points.of(arg)
        array = self.pointers.single(targets)
        if kernel and array is not None:
          self.known[arg] = Ptr(array, [], 0, targets)
          continue
        name = self.parameterName(arg)
        if array is not None:
          self.parameters.append((name, f"bv{self.bits}"))
          self.known[arg] = Ptr(array, [(array.bytes, var(name, self.bits))], 0, targets)
        else:
          self.parameters.append((name, self.program.pointerType()))
          self.known[arg] = self.pointers.fromStored(var(name, self.bits),
                                                     self.pointers.unit(targets), targets)
        continue
      name = self.parameterName(arg)
      width = self.layout.storeBits(arg.type)
      if arg.type.isPointer and self.program.isFunctionPointer(self.points.of(arg)):
        width = self.program.functionWidth
        self.program.usesFunctions = True
        self.parameters.append((name, typeName(width)))
        self.known[arg] = var(name, width)
        continue
      if arg.type.isPointer:
        self.parameters.append((name, typeName(width)))  # a sampler
        self.known[arg] = self.pointers.null()
        continue
      self.parameters.append((name, f"bv{width}"))
      self.known[arg] = self.split(var(name, width), arg.type, arg)

  def parameterName(self, arg):
    return self.fresh("$" + (cleaned(arg.name) or "arg"))

  def split(self, e, type_, arg=None, path=()):
    """A bit-vector as the value of a type: lists for vectors and structs."""
    if type_.kind == "vector":
      width = self.layout.storeBits(type_.elem)
      return [extract(e, (i + 1) * width, i * width) for i in range(type_.count)]
    if type_.isAggregate:
      if type_.kind == "array":
        size = self.layout.size(type_.elem)
        fields = [(i * size, type_.elem) for i in range(type_.count)]
      else:
        fields = list(zip(self.layout.structLayout(type_)[0], type_.fields))
      result = []
      for index, (offset, field) in enumerate(fields):
        width = self.layout.storeBits(field)
        if field.isAggregate:
          width = self.layout.size(field) * 8
        part = extract(e, offset * 8 + width, offset * 8) if width else e
        result.append(self.split(part, field, arg, path + (index,)))
      return result
    if type_.isPointer and arg is not None:
      array = self.program.fieldObject(arg, path)
      if isinstance(array, str):
        return resize(e, self.program.functionWidth)
      if array is not None:
        return Ptr(array, [], 0, frozenset([array]))
      targets = self.points.of(arg)
      return self.pointers.fromStored(e, self.pointers.unit(targets), targets)
    if type_.isPointer:
      return self.pointers.fromInteger(e)
    return e

  def declarePhi(self, phi):
    name = "$" + (cleaned(phi.name) if phi.name else "p")
    if phi.type.isPointer and not self.program.isFunctionPointer(self.points.of(phi)):
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
        self.program.usesPointers = True
        self.known[phi] = Ptr(var(base, ARRAY_ID), [(self.pointers.unit(targets), e)], 0, targets)
    else:
      self.known[phi] = self.phiParts(phi, phi.type, name)

  def phiParts(self, phi, type_, name):
    """One variable for each scalar of a phi's type."""
    if type_.kind == "vector":
      return [self.phiParts(phi, type_.elem, f"{name}.{i}") for i in range(type_.count)]
    if type_.isAggregate:
      fields = [type_.elem] * type_.count if type_.kind == "array" else type_.fields
      return [self.phiParts(phi, f, f"{name}.{i}") for i, f in enumerate(fields)]
    if type_.isPointer and not self.program.isFunctionPointer(self.points.of(phi)):
      fail("a struct of pointers that depends on control flow is not supported", phi.loc)
    width = self.program.functionWidth if type_.isPointer else self.layout.storeBits(type_)
    name = self.fresh(name)
    self.variables.append((name, typeName(width)))
    return var(name, width)

  # Blocks

  def marker(self, loc, kind):
    self.line(f"assert {{:{kind}}}{self.where(loc)} true;")

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
      self.mayAssign = i not in self.unevaluated and not i.attrs.get("annotation")
      self.call(i)
      self.mayAssign = True
    elif op in ("atomicrmw", "cmpxchg"):
      self.atomicInstruction(i)
    elif op in ("alloca", "fence"):
      pass
    elif i not in self.unevaluated and self.uses.get(i, 0) > 1:
      self.known[i] = self.shared(self.compute(i), i)

  def shared(self, value, i):
    """A value used several times: its parts become temporaries unless they are simple."""
    if isinstance(value, list):
      return [self.shared(v, i) for v in value]
    if isinstance(value, Ptr):
      terms = [(factor, self.assign(e)) if e.kind not in ("fn",) or e.decl is not None
               else (factor, e) for factor, e in value.terms]
      base = value.base
      return Ptr(base, terms, value.constant, value.targets)
    return self.assign(value)

  def value(self, v):
    """The translation of a value: Expr, Ptr, or a list for vectors and structs."""
    if self.pure and isinstance(v, Instruction) and v.op != "phi":
      return self.pureCall(v) if v.op == "call" else self.compute(v)
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
        return self.pointers.null() if type_.isPointer else lit(0, self.bits)
      if v.kind == "undef":
        return self.undefined(type_)
      if v.kind == "zero":
        return self.zero(type_)
      return [self.value(x) for x in v.value]
    if isinstance(v, Global):
      array = self.program.objectOf(v)
      if array is None:
        fail(f"the built-in variable {v.name} cannot be used as a pointer here", self.loc)
      return Ptr(array, [], 0, frozenset([array]))
    if isinstance(v, FunctionRef):
      return self.program.functionId(v.name)
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
    if type_.isPointer:
      return self.pointers.null()
    return lit(0, self.layout.storeBits(type_))

  def undefined(self, type_):
    if type_.kind in ("vector", "array"):
      return [self.undefined(type_.elem) for _ in range(type_.count)]
    if type_.kind == "struct":
      return [self.undefined(f) for f in type_.fields]
    if type_.isPointer:
      return self.pointers.null()
    return self.havoc(self.layout.storeBits(type_))

  def havoc(self, width):
    """An arbitrary value."""
    result = self.temporary(width)
    self.line(f"havoc {result.name};")
    return result

  # Scalars

  def scalar(self, v):
    """A value as one bit-vector (or bool for i1)."""
    result = self.value(v)
    if isinstance(result, Expr):
      return result
    return self.joined(result, v.type)

  def bv(self, v):
    return bvOf(self.scalar(v))

  def joined(self, value, type_):
    """The bit-vector of a vector, struct or pointer, padding zero."""
    if isinstance(value, Expr):
      return bvOf(value)
    if isinstance(value, Ptr):
      return self.pointers.stored(value, self.program.memoryUnit())
    if type_.kind == "vector":
      return concatAll([self.joined(v, type_.elem) for v in value])
    parts, at = [], 0
    if type_.kind == "array":
      size = self.layout.size(type_.elem)
      fields = [(i * size, type_.elem) for i in range(type_.count)]
    else:
      fields = list(zip(self.layout.structLayout(type_)[0], type_.fields))
    for (offset, field), v in zip(fields, value):
      if offset * 8 > at:
        parts.append(lit(0, offset * 8 - at))
      part = self.joined(v, field)
      parts.append(part)
      at = offset * 8 + part.width
    total = self.layout.size(type_) * 8
    if total > at:
      parts.append(lit(0, total - at))
    return concatAll(parts) if parts else lit(0, 8)

  def pointer(self, v):
    result = self.value(v)
    if isinstance(result, Ptr):
      return result
    if v.type.isPointer and not self.points.of(v):
      return self.pointers.null()
    if self.program.isFunctionPointer(self.points.of(v)):
      return self.program.functionAsPointer(result)
    return self.pointers.fromInteger(result)

_TERMINATORS = ("br", "switch", "ret", "unreachable")
