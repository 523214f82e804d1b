"""The whole lowering of one module: which functions become procedures, which objects are arrays,
and the text of the `.gbpl` file.

The arrays' element widths are found by trial: translation starts with the natural widths and asks
(Remodel) for bytes where an access does not fit; then it starts again with those arrays in bytes.
"""

from math import gcd

from .aliases import requiredEqualities
from .axioms import launchAxioms
from .constants import ConstantData
from .demangle import demangle
from .emitter import FunctionEmitter
from .errors import LoweringError, NoKernel, fail
from .expr import Expr, apply, resize, var
from .inline import Inliner
from .ir import Constant, FunctionRef, Global, Instruction, callee
from .memory import ArrayTable, Remodel, cleaned, elementOfDebugType, elementOfLLVM
from .normalize import leafPaths
from .pointers import Pointers
from .pointsto import ANY_FUNCTION, HOST, NULL, OUTSIDE, UNKNOWN, PointsTo
from .promote import constantOffset
from .references import functionNames, globalsOf, sameSignature
from .widths import widenBytes
from .writer import writeProgram

_SPECIAL = {"threadIdx": "local_id", "blockIdx": "group_id", "blockDim": "group_size",
            "gridDim": "num_groups", "warpSize": "sub_group_size"}
_SPACES = {True: {0: "", 1: "global", 2: "constant", 3: "group_shared"},
           False: {0: "global", 1: "global", 3: "group_shared", 4: "constant"}}


class Program:
  def __init__(self, module, options, opencl):
    self.module = module
    self.layout = module.layout
    self.options = options
    self.opencl = opencl
    self.pointerBits = module.layout.pointerBytes * 8
    self.constants = ConstantData(module)
    for function in module.functions.values():
      if not function.defined:
        for arg in function.args:
          arg.type, arg.byval = arg.byval or arg.type, None
    self.axiomFunctions = [f for f in module.functions.values()
                           if f.defined and "__lowering_axiom_" in f.name]
    self.kernels = self.chooseKernels()
    if options.allProcedures:
      self.kernels += self.uncalled()
    self.inliner = Inliner(module, self.sourceName, self.constants)
    self.functions = []
    self.collectFunctions()
    self.inBytes = set()

  def chooseKernels(self):
    kernels = [f for f in self.module.functions.values() if f.kernel and f.defined]
    if self.options.kernel is None:
      if not kernels:
        raise NoKernel("the source defines no kernel")
      return kernels
    chosen = [f for f in kernels if self.options.kernel in (f.name, self.sourceName(f.name))]
    if not chosen:
      names = ", ".join(sorted({self.sourceName(f.name) for f in kernels})) or "none"
      raise NoKernel(f"there is no kernel '{self.options.kernel}'; the kernels are: {names}")
    return chosen

  def uncalled(self):
    """Functions that nothing calls; they are treated as kernels, but not marked as such."""
    functions = [f for f in self.module.functions.values() if f.defined]
    instructions = [i for f in functions for b in f.blocks for i in b.instructions]
    mentioned = set(functionNames([o for i in instructions for o in i.operands]))
    for variable in self.module.globals.values():
      value = self.constants.initialValue(variable)
      mentioned.update(functionNames([value] if value is not None else []))
    indirect = [i for i in instructions if i.op == "call" and callee(i) is None]
    return [f for f in functions if not f.kernel and not self.isSpec(f)
            and f not in self.axiomFunctions and f.name not in mentioned
            and not any(sameSignature(f, i) for i in indirect)]

  def sourceName(self, name):
    function = self.module.functions.get(name)
    if function is not None and function.debug:
      node = self.module.metadata.node(function.debug)
      if node.get("name"):
        return node["name"].split("<")[0]
    return demangle(name)[0]

  def collectFunctions(self):
    """Kernels, axioms, and the functions that stay procedures, in the module's order."""
    roots = self.kernels + self.axiomFunctions
    self.inliner.run(roots)
    found, work = [], list(roots)
    self.addressTaken = []
    while work:
      function = work.pop()
      if function in found:
        continue
      found.append(function)
      for block in function.blocks:
        for instruction in block.instructions:
          operands = instruction.operands
          direct = callee(instruction) if instruction.op == "call" else None
          if direct is not None:
            work += self.reached(direct)
            operands = operands[:-1]
          for name in functionNames(operands):
            if name not in self.addressTaken and name in self.module.functions:
              self.addressTaken.append(name)
            work += self.reached(name)
    for name in self.tabled(found):
      if name not in self.addressTaken:
        self.addressTaken.append(name)
      for function in self.reached(name):
        if function not in found:
          found.append(function)
    for function in self.unknownTargets(found):
      if function not in found:
        self.inliner.process(function)
        found.append(function)
    order = {f: n for n, f in enumerate(self.module.functions.values())}
    self.functions = sorted(found, key=lambda f: order[f])
    self.addressTaken.sort(key=lambda name: order[self.module.functions[name]])
    self.functionWidth = max(1, (len(self.addressTaken) + 1).bit_length())

  def tabled(self, found):
    """The functions in the initialisers of the variables that are used."""
    used = {}
    for function in found:
      for block in function.blocks:
        for instruction in block.instructions:
          for variable in globalsOf(instruction.operands):
            used[variable] = True
    result = []
    for variable in used:
      value = self.constants.initialValue(variable)
      if value is not None:
        result += [n for n in functionNames([value]) if n in self.module.functions]
    return result

  def unknownTargets(self, found):
    """Where a kernel takes a function pointer, any function may be what it points to."""
    metadata = self.module.metadata
    pointers = any(
        a.type.isPointer and n < len(types) and self.isFunctionType(metadata.pointee(types[n]))
        or a.type.isAggregate
        for k in self.kernels for types in [metadata.parameterTypes(k.debug)]
        for n, a in enumerate(k.args))
    indirect = [i for f in found for b in f.blocks for i in b.instructions
                if i.op == "call" and callee(i) is None]
    if not pointers or not indirect:
      return []
    result = []
    for function in self.module.functions.values():
      if function.defined and not function.kernel and function not in self.axiomFunctions \
          and any(sameSignature(function, i) for i in indirect):
        result.append(function)
        if function.name not in self.addressTaken:
          self.addressTaken.append(function.name)
    return result

  def reached(self, name):
    function = self.module.functions.get(name)
    if function is None or not function.defined:
      return []
    self.inliner.process(function)
    return [function]

  # One attempt

  def lower(self):
    """The text of the program."""
    while True:
      try:
        return self.attempt()
      except Remodel as request:
        keys = {self.keyOf[a] for a in request.arrays}
        if keys <= self.inBytes:
          raise LoweringError("the accesses to " + ", ".join(
              a.sourceName for a in request.arrays) + " cannot be modelled") from None
        self.inBytes |= keys

  def attempt(self):
    self.table = ArrayTable(self.pointerBits)
    self.objects, self.fields, self.keyOf = {}, {}, {}
    self.decls = set()
    self.usesPointers = self.usesFunctions = False
    self.barrier = self.gridBarrier = self.waits = False
    self.atomicWidths, self.asyncWidths, self.leadingZeros = set(), set(), set()
    self.candidates, self.usedMaps, self.invariants, self.external = 0, set(), {}, {}
    self._memoryUnit, self.currentKernel = None, None
    self.makeObjects()
    self.points = PointsTo(self.functions, self.objectOf, self.fieldObject, self.callTargets,
                           self.initialTargets())
    self.pointers = Pointers(self)
    widenBytes(self)
    bodies = []
    axioms = launchAxioms(self)
    for function in self.functions:
      self.currentKernel = function if function in self.kernels else None
      emitter = FunctionEmitter(self, function)
      if function in self.axiomFunctions:
        axioms += emitter.returnedCondition()
      elif self.isSpec(function):
        bodies.append(emitter.emitSpec())
      else:
        bodies.append(emitter.emit())
    return writeProgram(self, bodies, axioms)

  def isSpec(self, function):
    return self.sourceName(function.name).startswith("__spec_")

  # Objects

  def makeObjects(self):
    for function in self.kernels:
      self.makeArguments(function)
      if self.options.annotations != "none":
        self.shareArguments(function)
    for variable in self.module.globals.values():
      if variable.name not in _SPECIAL and not variable.name.startswith("llvm."):
        self.makeGlobal(variable)
    for function in self.functions:
      for block in function.blocks:
        for instruction in block.instructions:
          if instruction.op == "alloca":
            self.makeLocal(function, instruction)

  def register(self, key, value, name, sourceName, space, element, loc=None):
    width, sourceWidth, dimensions = element
    array = self.table.make(name, sourceName, space, width, sourceWidth, dimensions, loc)
    if key in self.inBytes:
      array.width = 8
    self.objects[value] = array
    self.keyOf[array] = key
    return array

  def makeArguments(self, function):
    metadata = self.module.metadata
    types = metadata.parameterTypes(function.debug)
    sizes = self.options.kernelArrays.get(self.sourceName(function.name), [])
    pointers = 0
    for arg in function.args:
      type_ = types[arg.index] if arg.index < len(types) else None
      if arg.type.isPointer and not self.isSampler(arg.type):
        width, sourceWidth, dimensions = elementOfDebugType(metadata, metadata.pointee(type_))
        image = arg.type.name is not None and "image" in arg.type.name
        if image or self.isImageName(type_):
          width, sourceWidth, dimensions = 32, 128, []
        first = ["*"]
        if pointers < len(sizes):
          first = ["*" if s is None else str(s) for s in sizes[pointers]]
        pointers += 1
        if self.isFunctionType(metadata.pointee(type_)):
          self.objects[arg] = ANY_FUNCTION
          continue
        space = _SPACES[self.opencl].get(arg.type.space, "global")
        array = self.register((function.name, arg.index), arg, "arg." + arg.name, arg.name, space,
                              (width, sourceWidth, ",".join(first + dimensions)))
        array.image, array.kernel = image, function
      elif arg.type.isAggregate:
        self.makeFields(function, arg, type_)

  def isImageName(self, type_):
    return "image" in self.module.metadata.typeName(self.module.metadata.pointee(type_) or type_)

  def isSampler(self, type_):
    return type_.name is not None and ("sampler" in type_.name or "event" in type_.name)

  def makeFields(self, function, arg, type_):
    """An array for each pointer inside a struct parameter."""
    for path, offset, leaf in leafPaths(self.layout, arg.type):
      if not leaf.isPointer:
        continue
      name, reference = self.fieldOf(type_, offset * 8)
      pointee = self.module.metadata.pointee(reference) if reference else None
      if self.isFunctionType(pointee):
        self.fields[(arg, path)] = ANY_FUNCTION
        continue
      width, sourceWidth, dimensions = elementOfDebugType(self.module.metadata, pointee)
      array = self.register((function.name, arg.index, path), (arg, path),
                            f"arg.{arg.name}.{name or 'coerce' + str(len(self.fields))}",
                            f"{arg.name}.{name}" if name else arg.name,
                            _SPACES[self.opencl].get(leaf.space, "global"),
                            (width, sourceWidth, ",".join(["*"] + dimensions)))
      array.kernel = function
      self.fields[(arg, path)] = array

  def shareArguments(self, function):
    """One array for pointers that a precondition makes equal."""
    tables = {False: self.objects, True: self.fields}
    for pair in requiredEqualities(function):
      first, second = (tables[isinstance(root, tuple)].get(root) for root in pair)
      if first is second or None in (first, second) or ANY_FUNCTION in (first, second):
        continue
      if first.width != second.width:
        raise Remodel([first, second])
      for table in tables.values():
        for root, array in table.items():
          if array is second:
            table[root] = first

  def isFunctionType(self, reference):
    return reference is not None and \
        self.module.metadata.stripped(reference).get("kind") == "DISubroutineType"

  def fieldOf(self, type_, bits):
    """(dotted name, type) of the field at a bit offset, from debug information."""
    metadata, names = self.module.metadata, []
    while type_:
      node = metadata.stripped(type_)
      tag = node.get("tag")
      if tag == "DW_TAG_array_type":
        type_ = node.get("baseType")
        size = metadata.sizeBits(type_) or 1
        names.append(str(bits // size))
        bits %= size
        continue
      if tag not in ("DW_TAG_structure_type", "DW_TAG_class_type", "DW_TAG_union_type"):
        return ".".join(names), type_
      for item in metadata.node(node.get("elements")).get("items", []):
        field = metadata.node(item)
        start = int(field.get("offset", 0))
        if field.get("tag") in ("DW_TAG_member", "DW_TAG_inheritance") \
            and "DIFlagStaticMember" not in field.get("flags", "") \
            and start <= bits < start + max(metadata.sizeBits(item), 1):
          if field.get("name"):
            names.append(field["name"])
          type_, bits = field.get("baseType"), bits - start
          break
      else:
        return "", None
    return "", None

  def makeGlobal(self, variable):
    node = self.module.metadata.node(self.module.metadata.node(variable.debug).get("var"))
    type_ = self.module.metadata.typeName(node.get("type"))
    if variable.valueType.kind == "opaque" or type_.startswith(("texture<", "surface<")):
      return
    space = _SPACES[self.opencl].get(variable.space, "global")
    if variable.constant and self.constants.contents(variable) is not None:
      space = "constant"
    width, sourceWidth, dimensions = elementOfLLVM(self.layout, variable.valueType)
    if space == "constant" and variable.valueType.isPointer:
      space = "global"
    name = node.get("name") or demangle(variable.name)[0]
    array = self.register(("global", variable.name), variable, variable.name, name, space,
                          (width, sourceWidth, dimensions))
    array.initializer = self.constants.contents(variable)
    array.addresses = {offset: value.name
                       for offset, value in self.constants.addresses(variable).items()
                       if isinstance(value, FunctionRef) and value.name in self.addressTaken}

  def makeLocal(self, function, alloca):
    if function in self.inliner.kept and function in self.inliner.recursive:
      fail(f"the local variable {alloca.name} of a recursive function has its address taken, "
           "which is not supported", self.module.metadata.functionLocation(function.debug))
    node = self.module.metadata.node(self.module.metadata.variables.get(alloca))
    name = node.get("name") or (alloca.name or "tmp").replace(".addr", "")
    self.register(("local", alloca), alloca, name, name, "",
                  elementOfLLVM(self.layout, alloca.attrs["type"]))

  def initialTargets(self):
    """Array -> initialiser, for those that hold addresses."""
    result = {}
    for variable, array in self.objects.items():
      if isinstance(variable, Global):
        value = self.constants.initialValue(variable)
        if isinstance(value, (FunctionRef, Global, Instruction)) \
            or isinstance(value, Constant) and value.kind == "aggregate":
          result[array] = value
    return result

  def objectOf(self, value):
    return self.objects.get(value)

  def fieldObject(self, arg, path):
    return self.fields.get((arg, path))

  def use(self, array):
    array.used = True
    return array

  def memoryUnit(self):
    """Bytes of one unit of the offset in pointers that are stored in memory."""
    if self._memoryUnit is None:
      unit = 0
      for targets in self.points.contents.values():
        if any(not isinstance(t, str) or t in OUTSIDE for t in targets):
          unit = gcd(unit, self.pointers.unit(targets))
      if self.points.loadsUnknown:
        unit = gcd(unit, self.pointers.unit(frozenset([HOST])))
      self._memoryUnit = unit or 1
    return self._memoryUnit

  # Functions

  def callTargets(self, points, call):
    name = callee(call)
    if name is not None:
      function = self.module.functions.get(name)
      return [function] if function is not None and function in self.functions else []
    return [f for f in self.indirectTargets(call, points) if f in self.functions]

  def indirectTargets(self, call, points=None):
    """The functions that an indirect call may call."""
    targets = (points or self.points).of(call.operands[-1])
    anything = UNKNOWN in targets or HOST in targets or ANY_FUNCTION in targets
    result = []
    for name in self.addressTaken:
      if name not in targets and not anything:
        continue
      function = self.module.functions[name]
      if sameSignature(function, call):
        result.append(function)
    return result

  def isFunctionPointer(self, targets):
    return any(isinstance(t, str) and t is not NULL and t not in OUTSIDE for t in targets)

  def functionId(self, name):
    if name not in self.addressTaken:
      raise LoweringError(f"the address of the function {name} is not supported here")
    self.usesFunctions = True
    return var("$functionId$$" + cleaned(name), self.functionWidth)

  def functionValue(self, value):
    """A value of function pointer type as an expression of functionPtr."""
    if isinstance(value, Expr):
      return resize(value, self.functionWidth)
    if value.base is None:
      return self.nullFunction()
    self.usesPointers = self.usesFunctions = True
    e = self.pointers.stored(value, self.pointers.unit(value.targets))
    return apply("PTR_TO_FUNCPTR", (e,), self.functionWidth,
                 "function PTR_TO_FUNCPTR(ptr) : functionPtr;")

  def functionAsPointer(self, e):
    """A function pointer used as a data pointer."""
    self.usesPointers = self.usesFunctions = True
    targets = frozenset([UNKNOWN])
    pointer = apply("FUNCPTR_TO_PTR", (e,), self.pointerBits,
                    "function FUNCPTR_TO_PTR(functionPtr) : ptr;")
    return self.pointers.fromStored(pointer, self.pointers.unit(targets), targets)

  def nullFunction(self):
    self.usesFunctions = True
    return var("$functionId$$null$", self.functionWidth)

  def requireProcedure(self, function):
    """Declares a procedure without body if the function has none."""
    if not function.defined:
      self.external[function.name] = function

  # Names and constants

  def pointerType(self):
    self.usesPointers = True
    return "ptr"

  def special(self, name, width):
    return var(name, width, f"const {{:{name}}} {name} : bv{width};")

  def size(self, name, axis):
    return self.special(f"{name}_{axis}", self.pointerBits if self.opencl else 32)

  def hasGlobalOffset(self, axis):
    offset = self.options.global_offset or []
    number = "xyz".index(axis)
    return number < len(offset) and offset[number] != 0

  def specialVariable(self, pointer):
    """(name, byte offset) if a pointer points into threadIdx and the like, else None."""
    offset = 0
    while isinstance(pointer, Instruction) and pointer.op in ("getelementptr", "bitcast",
                                                             "addrspacecast"):
      if pointer.op == "getelementptr":
        step = constantOffset(pointer, self.layout)
        if step is None:
          return None
        offset += step
      pointer = pointer.operands[0]
    if isinstance(pointer, Global) and pointer.name in _SPECIAL:
      return _SPECIAL[pointer.name], offset
    return None

  def specialValue(self, place, load):
    name, offset = place
    if load.type.key != "i32" or offset % 4 or offset > 8:
      fail("only whole components of threadIdx and the like can be read", load.loc)
    if name == "sub_group_size":
      return self.special(name, 32)
    return self.size(name, "xyz"[offset // 4])

  def candidate(self):
    name = f"_c{self.candidates}"
    self.candidates += 1
    self.decls.add(f"const {{:existential true}} {name} : bool;")
    return name

  def barrierInvariant(self, name, isBinary, widths):
    self.invariants[name] = (isBinary, widths)

  def where(self, loc):
    """A location as attributes."""
    if loc is None:
      return ""
    loc = loc.outsideHeaders()
    text = (f' {{:line {loc.line}}} {{:col {loc.col}}} {{:fname "{loc.file}"}} '
            f'{{:dir "{loc.directory}"}}')
    for site in loc.chain:
      text += f' {{:inlined_at "{site.file}", {site.line}, {site.col}}}'
    return text

  def initializerLines(self):
    return ["@initializers"]
