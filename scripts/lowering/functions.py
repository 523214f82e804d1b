"""The functions of a module that matter: the kernels that are asked for and what they reach.

Kernels, axioms and the functions that stay procedures are inlined and simplified here, once; what
is then made of them (program.py) may take several attempts.
"""

from .constants import ConstantData
from .demangle import demangle
from .early_return import returns_early
from .errors import NoKernel
from .inline import Inliner
from .ir import callee
from .reference import take_references
from .references import function_names, globals_of, same_signature


class FunctionNames:
  """What the source calls the functions of a module."""

  def __init__(self, module):
    self.module = module

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


NO_KERNEL = ("the source defines no kernel; where it launches those of others, name these files or their "
             "folder, and with -I the folders of headers that hold kernels")


def choose_kernels(module, options):
  """The kernels that the options ask for, in the module's order; NoKernel where there is none. With
  `all_procedures` also the functions that nothing calls, though they are not marked as kernels."""
  names = FunctionNames(module)
  kernels = [f for f in module.functions.values() if f.kernel and f.defined]
  if options.kernel is None and not kernels:
    raise NoKernel(NO_KERNEL)
  chosen = [f for f in kernels
            if options.kernel is None or options.kernel in (f.name, names.source_name(f.name))]
  if not chosen:
    known = ", ".join(sorted({names.source_name(f.name) for f in kernels})) or "none"
    raise NoKernel(f"there is no kernel '{options.kernel}'; the kernels are: {known}")
  return chosen + (_uncalled(module, names) if options.all_procedures else [])


def _uncalled(module, names):
  functions = [f for f in module.functions.values() if f.defined]
  instructions = [i for f in functions for b in f.blocks for i in b.instructions]
  mentioned = set(function_names([o for i in instructions for o in i.operands]))
  constants = ConstantData(module)
  for variable in module.globals.values():
    value = constants.initial_value(variable)
    mentioned.update(function_names([value] if value is not None else []))
  indirect = [i for i in instructions if i.op == "call" and callee(i) is None]
  return [f for f in functions if not f.kernel and not is_specification(names, f)
          and not _is_axiom(f) and f.name not in mentioned
          and not any(same_signature(f, i) for i in indirect)]


def is_specification(names, function):
  """Whether a function only states what another one does (`__spec_f`)."""
  return names.source_name(function.name).startswith("__spec_")


def _is_axiom(function):
  return function.defined and "__lowering_axiom_" in function.name


class Functions:
  """`kernels`; `references`, what some of them are compared with (reference.py); `axioms`, functions
  that return a condition of the launch; `all`, these and the procedures that they reach, in the
  module's order; `address_taken`, the names of those that a
  pointer may point to; `pointer_bits`, the width of such a pointer."""

  def __init__(self, module, options, opencl):
    self.module = module
    self.names = FunctionNames(module)
    self.constants = ConstantData(module)
    for function in module.functions.values():
      if not function.defined:
        for arg in function.args:
          arg.type, arg.byval = arg.byval or arg.type, None
    self.axioms = [f for f in module.functions.values() if _is_axiom(f)]
    self.kernels = choose_kernels(module, options)
    self.references = take_references(module, self.kernels, options.annotations == "all")
    self.kernel_of = {kernel: kernel for kernel in self.kernels}  # of what has a kernel's arrays
    self.kernel_of.update((one.function, kernel) for kernel, one in self.references.items())
    self.returning_early = set() if opencl else {f for f in self.kernels if returns_early(f)}
    self.inliner = Inliner(module, self.names.source_name, self.constants)
    self.address_taken = []
    self.all = self._collect()
    self.pointer_bits = max(1, (len(self.address_taken) + 1).bit_length())

  def _collect(self):
    """Kernels, axioms, and the functions that stay procedures, in the module's order."""
    roots = [*self.kernel_of, *self.axioms]
    self.inliner.run(roots)
    found, work = [], list(roots)
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
            work += self._reached(direct)
            operands = operands[:-1]
          for name in function_names(operands):
            if name not in self.address_taken and name in self.module.functions:
              self.address_taken.append(name)
            work += self._reached(name)
    for name in self._tabled(found):
      if name not in self.address_taken:
        self.address_taken.append(name)
      for function in self._reached(name):
        if function not in found:
          found.append(function)
    for function in self._unknown_targets(found):
      if function not in found:
        self.inliner.process(function)
        found.append(function)
    order = {f: n for n, f in enumerate(self.module.functions.values())}
    self.address_taken.sort(key=lambda name: order[self.module.functions[name]])
    return sorted(found, key=lambda f: order[f])

  def _tabled(self, found):
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

  def _unknown_targets(self, found):
    """Where a kernel takes a function pointer, any function may be what it points to."""
    metadata = self.module.metadata
    pointers = any(
        a.type.is_pointer and n < len(types) and metadata.is_function(metadata.pointee(types[n]))
        or a.type.is_aggregate
        for k in self.kernels for types in [metadata.parameter_types(k.debug)]
        for n, a in enumerate(k.args))
    indirect = [i for f in found for b in f.blocks for i in b.instructions
                if i.op == "call" and callee(i) is None]
    if not pointers or not indirect:
      return []
    result = []
    for function in self.module.functions.values():
      if function.defined and not function.kernel and function not in self.axioms \
          and any(same_signature(function, i) for i in indirect):
        result.append(function)
        if function.name not in self.address_taken:
          self.address_taken.append(function.name)
    return result

  def _reached(self, name):
    function = self.module.functions.get(name)
    if function is None or not function.defined:
      return []
    self.inliner.process(function)
    return [function]
