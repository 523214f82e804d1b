"""The objects of one attempt at a module, each of which is an array of the IR: parameters of the
kernels and pointers inside them, variables, and what is allocated."""

from .aliases import required_equalities
from .allocation import allocations
from .demangle import demangle
from .distributed import distributed_variables
from .errors import fail
from .ir import Argument, Constant, FunctionRef, Global, Instruction, callee
from .launch_variables import is_launch_variable
from .members import StructMembers
from .memory import ArrayTable, Remodel, element_of_debug_type, element_of_llvm
from .normalize import leaf_paths
from .pointer_tables import ROW
from .pointsto import ANY_FUNCTION, NULL

_SPACES = {True: {0: "", 1: "global", 2: "constant", 3: "group_shared"},
           False: {0: "global", 1: "global", 3: "group_shared", 4: "constant"}}

_DYNAMIC_SHARED_ALIGNMENT = 16  # bytes
_HEAP_ALIGNMENT = 16


class Objects:
  """`table` holds the arrays; `heap` those of instructions that allocate. Those of which the key is
  `in_bytes` are arrays of bytes."""

  def __init__(self, functions, options, opencl, in_bytes):
    self.functions = functions
    self.module, self.layout = functions.module, functions.module.layout
    self.options = options
    self.spaces = _SPACES[opencl]
    self.in_bytes = in_bytes
    self.table = ArrayTable()
    self.arrays, self.fields, self.heap = {}, {}, {}
    self.tables = {}  # array of pointers -> the array of what these point to (pointer_tables.py)
    self.distributed = distributed_variables(functions.all)
    for function in self.functions.kernels:
      self._make_arguments(function)
      self._share_arguments(function)
    for kernel, reference in self.functions.references.items():
      self._take_over(kernel, reference.function)
    for variable in self.module.globals.values():
      if not is_launch_variable(variable) and not variable.name.startswith("llvm."):
        self._make_global(variable)
    for function in self.functions.all:
      for block in function.blocks:
        for instruction in block.instructions:
          if instruction.op == "alloca" and not instruction.attrs["variable"]:
            self._make_local(function, instruction)
    self._make_members()
    for function, i in allocations(self.functions.all, self.module):
      variable = i.op == "alloca"
      name = (i.name or "array") if variable else callee(i)
      width, source_width, _ = element_of_llvm(self.layout, i.attrs["type"]) if variable \
          else (8, 8, "")
      self.heap[i] = self._register(("heap", i), i, f"{function.name}.{name}",
                                    name if variable else "memory of " + name, "",
                                    (width, source_width, "*"), i.loc)
      self.heap[i].alignment = i.attrs["align"] if variable else _HEAP_ALIGNMENT

  def of(self, value):
    return self.arrays.get(value)

  def field(self, arg, path):
    return self.fields.get((arg, path))

  def member(self, i):
    """The array that a getelementptr points into, if it is a member's."""
    return self.members.get(i)

  def initial_targets(self):
    """Array -> initialiser, for those that hold addresses."""
    result = {}
    for variable, array in self.arrays.items():
      if isinstance(variable, Global):
        value = self.functions.constants.initial_value(variable)
        if isinstance(value, (FunctionRef, Global, Instruction)) \
            or isinstance(value, Constant) and value.kind == "aggregate":
          result[array] = value
    return result

  def _register(self, key, value, name, source_name, space, element, loc=None):
    width, source_width, dimensions = element
    array = self.table.make(name, source_name, space, width, source_width, dimensions, loc)
    if key in self.in_bytes:
      array.width = 8
    self.arrays[value] = array
    array.key = key
    return array

  def _make_arguments(self, function):
    metadata = self.module.metadata
    types = metadata.parameter_types(function.debug)
    sizes = self.options.kernel_arrays.get(self.functions.names.source_name(function.name), [])
    pointers = 0
    for arg in function.args:
      type_ = types[arg.index] if arg.index < len(types) else None
      if arg.type.is_pointer and not self._is_sampler(arg.type):
        width, source_width, dimensions = element_of_debug_type(metadata, metadata.pointee(type_))
        image = arg.type.name is not None and "image" in arg.type.name
        if image or self._is_image_name(type_):
          width, source_width, dimensions = 32, 128, []
        first = [_count(self.options.allocated.get(arg.index), source_width, dimensions)]
        if pointers < len(sizes):
          first = ["*" if s is None else str(s) for s in sizes[pointers]]
        pointers += 1
        if self.module.metadata.is_function(metadata.pointee(type_)):
          self.arrays[arg] = ANY_FUNCTION
          continue
        if arg.index in self.options.null_pointers:
          self.arrays[arg] = NULL
          continue
        space = self.spaces.get(arg.type.space, "global")
        array = self._register((function.name, arg.index), arg, "arg." + arg.name, arg.name, space,
                               (width, source_width, ",".join(first + dimensions)))
        array.image, array.kernel = image, function
        self._make_pointees((function.name, arg.index), array, "arg." + arg.name, metadata.pointee(type_))
      elif arg.type.is_aggregate:
        self._make_fields(function, arg, type_)

  def _is_image_name(self, type_):
    return "image" in self.module.metadata.type_name(self.module.metadata.pointee(type_) or type_)

  def _is_sampler(self, type_):
    return type_.name is not None and ("sampler" in type_.name or "event" in type_.name)

  def _make_fields(self, function, arg, type_):
    """An array for each pointer inside a struct parameter."""
    for path, offset, leaf in leaf_paths(self.layout, arg.type):
      if not leaf.is_pointer:
        continue
      name, reference = self.module.metadata.field_at(type_, offset * 8)
      pointee = self.module.metadata.pointee(reference) if reference else None
      if self.module.metadata.is_function(pointee):
        self.fields[(arg, path)] = ANY_FUNCTION
        continue
      width, source_width, dimensions = element_of_debug_type(self.module.metadata, pointee)
      array = self._register((function.name, arg.index, path), (arg, path),
                             f"arg.{arg.name}.{name or 'coerce' + str(len(self.fields))}",
                             f"{arg.name}.{name}" if name else arg.name,
                             self.spaces.get(leaf.space, "global"),
                             (width, source_width, ",".join(["*"] + dimensions)))
      array.kernel = function
      self.fields[(arg, path)] = array
      self._make_pointees((function.name, arg.index, path), array, array.name.lstrip("$"), pointee)

  def _make_pointees(self, key, table, name, element):
    """The array of what the pointers in a table point to, if its elements are such."""
    metadata = self.module.metadata
    pointee = metadata.pointee(element) if element else None
    if pointee is None or table.space != "global" or metadata.is_function(pointee):
      return
    width, source_width, dimensions = element_of_debug_type(metadata, pointee)
    array = self._register((*key, "pointees"), ("pointees", table), name + ".pointees", table.source_name, "global",
                           (width, source_width, ",".join(["*", str(ROW)] + dimensions)))
    array.kernel = table.kernel
    self.tables[table] = array

  def _make_members(self):
    """An array for each member of a struct that is used by its members only."""
    roots = [root for root, array in self.arrays.items() if self._may_have_members(root, array)]
    uses = StructMembers(self.functions.all, roots, self.initial_targets().values(), self.layout)
    arrays = {}
    for root, (type_, numbers) in uses.numbers().items():
      whole, offsets = self.arrays[root], self.layout.struct_layout(type_)[0]
      is_shared = whole.space == "group_shared"  # of which a block has so much, used or not
      for number in range(len(type_.fields)) if is_shared else sorted(numbers):
        name = self._member_name(root, offsets[number]) or str(number)
        array = self.table.make(f"{whole.name.lstrip('$')}.{name}", f"{whole.source_name}.{name}", whole.space,
                                *element_of_llvm(self.layout, type_.fields[number]), whole.loc)
        array.key = (*whole.key, number)
        if array.key in self.in_bytes:
          array.width = 8
        array.used, array.kernel = is_shared, whole.kernel
        array.alignment = min(whole.alignment, offsets[number] & -offsets[number] or whole.alignment)
        arrays[root, number] = array
    self.members = {i: arrays[root, number] for i, (root, _, number) in uses.parts.items()}

  def _may_have_members(self, root, array):
    """Whether a variable or parameter may be one struct, which is nothing else by another name."""
    if isinstance(array, str) or array.space not in ("global", "group_shared") or array.image:
      return False
    if isinstance(root, Global):
      return root not in self.distributed and not root.external
    return isinstance(root, Argument) and not self.options.same_pointers \
      and sum(array is other for other in self.arrays.values()) == 1

  def _member_name(self, root, offset):
    metadata = self.module.metadata
    if isinstance(root, Global) and root.value_type.kind != "struct":
      return ""
    if isinstance(root, Global):
      type_ = metadata.node(metadata.node(root.debug).get("var")).get("type")
    else:
      types = next(metadata.parameter_types(f.debug) for f in self.functions.kernels if root in f.args)
      type_ = metadata.pointee(types[root.index]) if root.index < len(types) else None
    return metadata.field_at(type_, offset * 8)[0].split(".")[0] if type_ else ""

  def _share_arguments(self, function):
    """One array for pointers that a precondition, or the launch, makes equal."""
    tables = {False: self.arrays, True: self.fields}
    required = required_equalities(function) if self.options.annotations != "none" else ()
    launched = [pair for a, b in self.options.same_pointers
                for pair in self._equal_roots(self._root(function, a), self._root(function, b))]
    for pair in [*required, *launched]:
      first, second = (tables[isinstance(root, tuple)].get(root) for root in pair)
      if first is second or not {None, ANY_FUNCTION, NULL}.isdisjoint((first, second)):
        continue
      if first.width != second.width:
        raise Remodel([first, second])
      for table in tables.values():
        for root, array in table.items():
          if array is second:
            table[root] = first

  def _root(self, function, given):
    """A parameter by its position, or the pointer in a struct parameter by its name, `view.data`."""
    if not isinstance(given, str):
      return function.args[given]
    name, _, member = given.partition(".")
    return next((root for root, array in self.fields.items() if root[0] in function.args and root[0].name == name
                 and getattr(array, "source_name", "") == f"{name}.{member}"), None)

  def _equal_roots(self, first, second):
    """The pairs of pointers of two equal parameters: themselves, or those inside structs."""
    yield first, second
    yield from (((first, path), (second, path)) for arg, path in self.fields if arg is first)

  def _take_over(self, kernel, function):
    """The parameters of a function that a kernel is compared with are the kernel's."""
    for own, arg in zip(function.args, kernel.args):
      if arg in self.arrays:
        self.arrays[own] = self.arrays[arg]
      self.fields.update({(own, path): array for (root, path), array in self.fields.items()
                          if root is arg})

  def _make_global(self, variable):
    whole, begin = variable.whole or (variable, 0)
    node = self.module.metadata.node(self.module.metadata.node(whole.debug).get("var"))
    type_ = self.module.metadata.type_name(node.get("type"))
    if type_.startswith("surface<"):
      self._register(("global", variable.name), variable, variable.name, node["name"], "global",
                     (8, 8, "*"))
      return
    if variable.value_type.kind == "opaque" or type_.startswith("texture<"):
      return
    space = self.spaces.get(variable.space, "global")
    if variable.constant and self.functions.constants.contents(variable) is not None:
      space = "constant"
    width, source_width, dimensions = element_of_llvm(self.layout, variable.value_type)
    if space == "constant" and variable.value_type.is_pointer:
      space = "global"
    if space == "group_shared" and dimensions.split(",")[0] == "0":
      rest = dimensions.split(",")[1:]
      size = self.options.dynamic_shared
      count = _count(size and max(size - begin, 0), source_width, rest)
      dimensions = ",".join([count if count != "*" else "0", *rest])
    if variable in self.distributed:
      space, dimensions = "global", ",".join(["*", *dimensions.split(",")[1:]])
    name = node.get("name") or demangle(whole.name)[0]
    if begin:
      name = f"({name} + {begin // self.layout.size(whole.value_type.elem)})"
    array = self._register(("global", variable.name), variable, variable.name, name, space,
                           (width, source_width, dimensions))
    array.dynamic = space == "group_shared" and variable.external
    array.alignment = max(variable.alignment, _DYNAMIC_SHARED_ALIGNMENT if array.dynamic else 1)
    array.begin = begin
    array.initializer = self.functions.constants.contents(variable)
    taken = self.functions.address_taken
    array.addresses = {offset: value.name
                       for offset, value in self.functions.constants.addresses(variable).items()
                       if isinstance(value, FunctionRef) and value.name in taken}

  def _make_local(self, function, alloca):
    if function in self.functions.inliner.kept and function in self.functions.inliner.recursive:
      fail(f"the local variable {alloca.name} of a recursive function has its address taken, "
           "which is not supported", self.module.metadata.function_location(function.debug))
    node = self.module.metadata.node(self.module.metadata.variables.get(alloca))
    name = node.get("name") or (alloca.name or "tmp").replace(".addr", "")
    array = self._register(("local", alloca), alloca, name, name, "",
                           element_of_llvm(self.layout, alloca.attrs["type"]))
    array.alignment = alloca.attrs["align"]


def _count(size, width, rest):
  """How many elements of some bits, with further dimensions, a number of bytes holds: a text, `*`
  for any number."""
  if not size or not all(str(count).isdigit() for count in rest):
    return "*"
  bits = width
  for count in rest:
    bits *= int(count)
  return str(size * 8 // bits) if bits and size * 8 >= bits else "*"
