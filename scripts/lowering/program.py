"""The whole lowering of one module: which functions become procedures, which objects are arrays,
and the text of the `.gbpl` file.

The arrays' element widths are found by trial: translation starts with the natural widths and asks
(Remodel) for bytes where an access does not fit; then it starts again with those arrays in bytes.
"""

from math import gcd

from .aliases import required_equalities
from .allocation import allocations, check_escapes
from .axioms import LaunchSizes, cluster_axioms, launch_axioms, warp_size_axiom
from .constants import ConstantData
from .demangle import demangle
from .early_return import returns_early
from .emitter import FunctionEmitter
from .errors import LoweringError, NoKernel, fail
from .expr import Expr, apply, resize, var
from .inline import Inliner
from .ir import Constant, FunctionRef, Global, Instruction, callee
from .memory import ArrayTable, Remodel, cleaned, element_of_debug_type, element_of_llvm
from .normalize import leaf_paths
from .pointers import Pointers
from .pointsto import ANY_FUNCTION, HOST, NULL, OUTSIDE, UNKNOWN, PointsTo
from .promote import constant_base
from .references import function_names, globals_of, same_signature
from .widths import widen_bytes
from .writer import write_program

_SPECIAL = {"threadIdx": "local_id", "blockIdx": "group_id", "blockDim": "group_size",
            "gridDim": "num_groups", "warpSize": "sub_group_size",
            "__lowering_cluster_size": "cluster_size"}
_SPACES = {True: {0: "", 1: "global", 2: "constant", 3: "group_shared"},
           False: {0: "global", 1: "global", 3: "group_shared", 4: "constant"}}


class Program:
  """Many methods: they are what the emitters of functions ask of the module (its names, functions
  and objects), and what they ask for (declarations, notes) in one attempt."""

  def __init__(self, module, options, opencl, collect=True):
    """`collect`: also finds what belongs to the kernels, as `lower` needs it."""
    self.module = module
    self.layout = module.layout
    self.options = options
    self.opencl = opencl
    self.pointer_bits = module.layout.pointer_bytes * 8
    self.constants = ConstantData(module)
    self.launch = None  # sizes, once they are settled (axioms.py)
    for function in module.functions.values():
      if not function.defined:
        for arg in function.args:
          arg.type, arg.byval = arg.byval or arg.type, None
    self.axiom_functions = [f for f in module.functions.values()
                            if f.defined and "__lowering_axiom_" in f.name]
    self.kernels = self.choose_kernels()
    if options.all_procedures:
      self.kernels += self.uncalled()
    self.returning_early = set() if opencl else {f for f in self.kernels if returns_early(f)}
    self.inliner = Inliner(module, self.source_name, self.constants)
    self.functions = []
    if collect:
      self.collect_functions()
    self.in_bytes = set()

  def choose_kernels(self):
    kernels = [f for f in self.module.functions.values() if f.kernel and f.defined]
    if self.options.kernel is None:
      if not kernels:
        raise NoKernel("the source defines no kernel")
      return kernels
    chosen = [f for f in kernels if self.options.kernel in (f.name, self.source_name(f.name))]
    if not chosen:
      names = ", ".join(sorted({self.source_name(f.name) for f in kernels})) or "none"
      raise NoKernel(f"there is no kernel '{self.options.kernel}'; the kernels are: {names}")
    return chosen

  def uncalled(self):
    """Functions that nothing calls; they are treated as kernels, but not marked as such."""
    functions = [f for f in self.module.functions.values() if f.defined]
    instructions = [i for f in functions for b in f.blocks for i in b.instructions]
    mentioned = set(function_names([o for i in instructions for o in i.operands]))
    for variable in self.module.globals.values():
      value = self.constants.initial_value(variable)
      mentioned.update(function_names([value] if value is not None else []))
    indirect = [i for i in instructions if i.op == "call" and callee(i) is None]
    return [f for f in functions if not f.kernel and not self.is_spec(f)
            and f not in self.axiom_functions and f.name not in mentioned
            and not any(same_signature(f, i) for i in indirect)]

  def full_name(self, name):
    """The source name of a function, with template arguments."""
    function = self.module.functions.get(name)
    node = self.module.metadata.node(function.debug) if function and function.debug else {}
    return node.get("name") or self.source_name(name)

  def source_name(self, name):
    function = self.module.functions.get(name)
    if function is not None and function.debug:
      node = self.module.metadata.node(function.debug)
      if node.get("name"):
        return node["name"].split("<")[0]
    return demangle(name)[0]

  def collect_functions(self):
    """Kernels, axioms, and the functions that stay procedures, in the module's order."""
    roots = self.kernels + self.axiom_functions
    self.inliner.run(roots)
    found, work = [], list(roots)
    self.address_taken = []
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
          for name in function_names(operands):
            if name not in self.address_taken and name in self.module.functions:
              self.address_taken.append(name)
            work += self.reached(name)
    for name in self.tabled(found):
      if name not in self.address_taken:
        self.address_taken.append(name)
      for function in self.reached(name):
        if function not in found:
          found.append(function)
    for function in self.unknown_targets(found):
      if function not in found:
        self.inliner.process(function)
        found.append(function)
    order = {f: n for n, f in enumerate(self.module.functions.values())}
    self.functions = sorted(found, key=lambda f: order[f])
    self.address_taken.sort(key=lambda name: order[self.module.functions[name]])
    self.function_width = max(1, (len(self.address_taken) + 1).bit_length())

  def tabled(self, found):
    """The functions in the initialisers of the variables that are used."""
    used = {}
    for function in found:
      for block in function.blocks:
        for instruction in block.instructions:
          for variable in globals_of(instruction.operands):
            used[variable] = True
    result = []
    for variable in used:
      value = self.constants.initial_value(variable)
      if value is not None:
        result += [n for n in function_names([value]) if n in self.module.functions]
    return result

  def unknown_targets(self, found):
    """Where a kernel takes a function pointer, any function may be what it points to."""
    metadata = self.module.metadata
    pointers = any(
        a.type.is_pointer and n < len(types) and self.is_function_type(metadata.pointee(types[n]))
        or a.type.is_aggregate
        for k in self.kernels for types in [metadata.parameter_types(k.debug)]
        for n, a in enumerate(k.args))
    indirect = [i for f in found for b in f.blocks for i in b.instructions
                if i.op == "call" and callee(i) is None]
    if not pointers or not indirect:
      return []
    result = []
    for function in self.module.functions.values():
      if function.defined and not function.kernel and function not in self.axiom_functions \
          and any(same_signature(function, i) for i in indirect):
        result.append(function)
        if function.name not in self.address_taken:
          self.address_taken.append(function.name)
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
        keys = {self.key_of[a] for a in request.arrays}
        if keys <= self.in_bytes:
          raise LoweringError("the accesses to " + ", ".join(
              a.source_name for a in request.arrays) + " cannot be modelled") from None
        self.in_bytes |= keys

  def attempt(self):
    self.table = ArrayTable(self.pointer_bits)
    self.objects, self.fields, self.key_of, self.heap = {}, {}, {}, {}
    self.notes = {}  # message -> where it first applies
    self.decls = set()
    self.uses_pointers = self.uses_functions = False
    self.barrier = self.grid_barrier = self.waits = False
    self.atomic_widths, self.async_widths, self.leading_zeros = set(), set(), set()
    self.candidates, self.used_maps, self.invariants, self.external = 0, set(), {}, {}
    self.primitives, self.excuses_exited = {}, False  # declarations of what synchronises, by name
    self.leaders, self.uses_clusters, self.uses_sub_groups = 0, False, False
    self._memory_unit, self.current_kernel = None, None
    self.make_objects()
    self.points = PointsTo(self.functions, self.object_of, self.field_object, self.call_targets,
                           self.initial_targets())
    check_escapes(self)
    self.pointers = Pointers(self)
    widen_bytes(self)
    bodies, axioms = [], []
    for function in self.functions:
      self.current_kernel = function if function in self.kernels else None
      emitter = FunctionEmitter(self, function)
      if function in self.axiom_functions:
        axioms += emitter.returned_condition()
      elif self.is_spec(function):
        bodies.append(emitter.emit_spec())
      else:
        bodies.append(emitter.emit())
    if self.uses_sub_groups:
      axioms.append(warp_size_axiom(self))
    if self.uses_clusters:
      axioms += cluster_axioms(self)
    self.launch = LaunchSizes(self.options, self.opencl, self.kernels, bodies)
    return write_program(self, bodies, launch_axioms(self, self.launch) + axioms)

  def is_spec(self, function):
    return self.source_name(function.name).startswith("__spec_")

  def note(self, message, loc):
    """Tells the user of an assumption that the verdict depends on, once, with its first place."""
    place = loc.outside_headers() if loc is not None else None
    if message not in self.notes:
      self.notes[message] = f"{place.path}:{place.line}: " if place is not None else ""

  def remarks(self):
    told = [f"{where}note: {message}" for message, where in self.notes.items()]
    if self.launch and self.launch.taken:
      told.append("note: taken as 1, as nothing reads them: " + ", ".join(self.launch.taken))
    return told

  # Objects

  def make_objects(self):
    for function in self.kernels:
      self.make_arguments(function)
      if self.options.annotations != "none":
        self.share_arguments(function)
    for variable in self.module.globals.values():
      if variable.name not in _SPECIAL and not variable.name.startswith("llvm."):
        self.make_global(variable)
    for function in self.functions:
      for block in function.blocks:
        for instruction in block.instructions:
          if instruction.op == "alloca" and not instruction.attrs["variable"]:
            self.make_local(function, instruction)
    for function, i in allocations(self.functions, self.module):
      variable = i.op == "alloca"
      name = (i.name or "array") if variable else callee(i)
      width, source_width, _ = element_of_llvm(self.layout, i.attrs["type"]) if variable \
          else (8, 8, "")
      self.heap[i] = self.register(("heap", i), i, f"{function.name}.{name}",
                                   name if variable else "memory of " + name, "",
                                   (width, source_width, "*"), i.loc)

  def register(self, key, value, name, source_name, space, element, loc=None):
    width, source_width, dimensions = element
    array = self.table.make(name, source_name, space, width, source_width, dimensions, loc)
    if key in self.in_bytes:
      array.width = 8
    self.objects[value] = array
    self.key_of[array] = key
    return array

  def make_arguments(self, function):
    metadata = self.module.metadata
    types = metadata.parameter_types(function.debug)
    sizes = self.options.kernel_arrays.get(self.source_name(function.name), [])
    pointers = 0
    for arg in function.args:
      type_ = types[arg.index] if arg.index < len(types) else None
      if arg.type.is_pointer and not self.is_sampler(arg.type):
        width, source_width, dimensions = element_of_debug_type(metadata, metadata.pointee(type_))
        image = arg.type.name is not None and "image" in arg.type.name
        if image or self.is_image_name(type_):
          width, source_width, dimensions = 32, 128, []
        first = ["*"]
        if pointers < len(sizes):
          first = ["*" if s is None else str(s) for s in sizes[pointers]]
        pointers += 1
        if self.is_function_type(metadata.pointee(type_)):
          self.objects[arg] = ANY_FUNCTION
          continue
        space = _SPACES[self.opencl].get(arg.type.space, "global")
        array = self.register((function.name, arg.index), arg, "arg." + arg.name, arg.name, space,
                              (width, source_width, ",".join(first + dimensions)))
        array.image, array.kernel = image, function
      elif arg.type.is_aggregate:
        self.make_fields(function, arg, type_)

  def is_image_name(self, type_):
    return "image" in self.module.metadata.type_name(self.module.metadata.pointee(type_) or type_)

  def is_sampler(self, type_):
    return type_.name is not None and ("sampler" in type_.name or "event" in type_.name)

  def make_fields(self, function, arg, type_):
    """An array for each pointer inside a struct parameter."""
    for path, offset, leaf in leaf_paths(self.layout, arg.type):
      if not leaf.is_pointer:
        continue
      name, reference = self.field_of(type_, offset * 8)
      pointee = self.module.metadata.pointee(reference) if reference else None
      if self.is_function_type(pointee):
        self.fields[(arg, path)] = ANY_FUNCTION
        continue
      width, source_width, dimensions = element_of_debug_type(self.module.metadata, pointee)
      array = self.register((function.name, arg.index, path), (arg, path),
                            f"arg.{arg.name}.{name or 'coerce' + str(len(self.fields))}",
                            f"{arg.name}.{name}" if name else arg.name,
                            _SPACES[self.opencl].get(leaf.space, "global"),
                            (width, source_width, ",".join(["*"] + dimensions)))
      array.kernel = function
      self.fields[(arg, path)] = array

  def share_arguments(self, function):
    """One array for pointers that a precondition makes equal."""
    tables = {False: self.objects, True: self.fields}
    for pair in required_equalities(function):
      first, second = (tables[isinstance(root, tuple)].get(root) for root in pair)
      if first is second or None in (first, second) or ANY_FUNCTION in (first, second):
        continue
      if first.width != second.width:
        raise Remodel([first, second])
      for table in tables.values():
        for root, array in table.items():
          if array is second:
            table[root] = first

  def is_function_type(self, reference):
    return reference is not None and \
        self.module.metadata.stripped(reference).get("kind") == "DISubroutineType"

  def field_of(self, type_, bits):
    """(dotted name, type) of the field at a bit offset, from debug information."""
    metadata, names = self.module.metadata, []
    while type_:
      node = metadata.stripped(type_)
      tag = node.get("tag")
      if tag == "DW_TAG_array_type":
        type_ = node.get("baseType")
        size = metadata.size_bits(type_) or 1
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
            and start <= bits < start + max(metadata.size_bits(item), 1):
          if field.get("name"):
            names.append(field["name"])
          type_, bits = field.get("baseType"), bits - start
          break
      else:
        return "", None
    return "", None

  def make_global(self, variable):
    node = self.module.metadata.node(self.module.metadata.node(variable.debug).get("var"))
    type_ = self.module.metadata.type_name(node.get("type"))
    if type_.startswith("surface<"):
      self.register(("global", variable.name), variable, variable.name, node["name"], "global",
                    (8, 8, "*"))
      return
    if variable.value_type.kind == "opaque" or type_.startswith("texture<"):
      return
    space = _SPACES[self.opencl].get(variable.space, "global")
    if variable.constant and self.constants.contents(variable) is not None:
      space = "constant"
    width, source_width, dimensions = element_of_llvm(self.layout, variable.value_type)
    if space == "constant" and variable.value_type.is_pointer:
      space = "global"
    name = node.get("name") or demangle(variable.name)[0]
    array = self.register(("global", variable.name), variable, variable.name, name, space,
                          (width, source_width, dimensions))
    array.initializer = self.constants.contents(variable)
    array.addresses = {offset: value.name
                       for offset, value in self.constants.addresses(variable).items()
                       if isinstance(value, FunctionRef) and value.name in self.address_taken}

  def make_local(self, function, alloca):
    if function in self.inliner.kept and function in self.inliner.recursive:
      fail(f"the local variable {alloca.name} of a recursive function has its address taken, "
           "which is not supported", self.module.metadata.function_location(function.debug))
    node = self.module.metadata.node(self.module.metadata.variables.get(alloca))
    name = node.get("name") or (alloca.name or "tmp").replace(".addr", "")
    self.register(("local", alloca), alloca, name, name, "",
                  element_of_llvm(self.layout, alloca.attrs["type"]))

  def initial_targets(self):
    """Array -> initialiser, for those that hold addresses."""
    result = {}
    for variable, array in self.objects.items():
      if isinstance(variable, Global):
        value = self.constants.initial_value(variable)
        if isinstance(value, (FunctionRef, Global, Instruction)) \
            or isinstance(value, Constant) and value.kind == "aggregate":
          result[array] = value
    return result

  def object_of(self, value):
    return self.objects.get(value)

  def field_object(self, arg, path):
    return self.fields.get((arg, path))

  def use(self, array):
    array.used = True
    return array

  def memory_unit(self):
    """Bytes of one unit of the offset in pointers that are stored in memory."""
    if self._memory_unit is None:
      unit = 0
      for targets in self.points.contents.values():
        if any(not isinstance(t, str) or t in OUTSIDE for t in targets):
          unit = gcd(unit, self.pointers.unit(targets))
      if self.points.loads_unknown:
        unit = gcd(unit, self.pointers.unit(frozenset([HOST])))
      self._memory_unit = unit or 1
    return self._memory_unit

  # Functions

  def call_targets(self, points, call):
    name = callee(call)
    if name is not None:
      function = self.module.functions.get(name)
      return [function] if function is not None and function in self.functions else []
    return [f for f in self.indirect_targets(call, points) if f in self.functions]

  def indirect_targets(self, call, points=None):
    """The functions that an indirect call may call."""
    targets = (points or self.points).of(call.operands[-1])
    anything = UNKNOWN in targets or HOST in targets or ANY_FUNCTION in targets
    result = []
    for name in self.address_taken:
      if name not in targets and not anything:
        continue
      function = self.module.functions[name]
      if same_signature(function, call):
        result.append(function)
    return result

  def is_function_pointer(self, targets):
    return any(isinstance(t, str) and t is not NULL and t not in OUTSIDE for t in targets)

  def function_id(self, name):
    if name not in self.address_taken:
      raise LoweringError(f"the address of the function {name} is not supported here")
    self.uses_functions = True
    return var("$functionId$$" + cleaned(name), self.function_width)

  def function_value(self, value):
    """A value of function pointer type as an expression of functionPtr."""
    if isinstance(value, Expr):
      return resize(value, self.function_width)
    if value.base is None:
      return self.null_function()
    self.uses_pointers = self.uses_functions = True
    e = self.pointers.stored(value, self.pointers.unit(value.targets))
    return apply("PTR_TO_FUNCPTR", (e,), self.function_width,
                 "function PTR_TO_FUNCPTR(ptr) : functionPtr;")

  def function_as_pointer(self, e):
    """A function pointer used as a data pointer."""
    self.uses_pointers = self.uses_functions = True
    targets = frozenset([UNKNOWN])
    pointer = apply("FUNCPTR_TO_PTR", (e,), self.pointer_bits,
                    "function FUNCPTR_TO_PTR(functionPtr) : ptr;")
    return self.pointers.from_stored(pointer, self.pointers.unit(targets), targets)

  def null_function(self):
    self.uses_functions = True
    return var("$functionId$$null$", self.function_width)

  def require_procedure(self, function):
    """Declares a procedure without body if the function has none."""
    if not function.defined:
      self.external[function.name] = function

  # Names and constants

  def pointer_type(self):
    self.uses_pointers = True
    return "ptr"

  def special(self, name, width):
    return var(name, width, f"const {{:{name}}} {name} : bv{width};")

  def size(self, name, axis):
    return self.special(f"{name}_{axis}", self.pointer_bits if self.opencl else 32)

  def has_global_offset(self, axis):
    offset = self.options.global_offset or []
    number = "xyz".index(axis)
    return number < len(offset) and offset[number] != 0

  def special_variable(self, pointer):
    """(name, byte offset) if a pointer points into threadIdx and the like, else None."""
    pointer, offset = constant_base(pointer, self.layout)
    if isinstance(pointer, Global) and pointer.name in _SPECIAL:
      return _SPECIAL[pointer.name], offset
    return None

  def special_value(self, place, load):
    name, offset = place
    if load.type.key != "i32" or offset % 4 or offset > 8:
      fail("only whole components of threadIdx and the like can be read", load.loc)
    if name == "sub_group_size":
      return self.special(name, 32)
    self.uses_clusters = self.uses_clusters or name == "cluster_size"
    return self.size(name, "xyz"[offset // 4])

  def candidate(self):
    name = f"_c{self.candidates}"
    self.candidates += 1
    self.decls.add(f"const {{:existential true}} {name} : bool;")
    return name

  def barrier_invariant(self, name, is_binary, widths):
    self.invariants[name] = (is_binary, widths)

  def where(self, loc):
    """A location as attributes."""
    if loc is None:
      return ""
    loc = loc.outside_headers()
    text = (f' {{:line {loc.line}}} {{:col {loc.col}}} {{:fname "{loc.file}"}} '
            f'{{:dir "{loc.directory}"}}')
    for site in loc.chain:
      text += f' {{:inlined_at "{site.file}", {site.line}, {site.col}}}'
    return text

  def initializer_lines(self):
    return ["@initializers"]
