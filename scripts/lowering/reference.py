"""`__equivalent_to(f)` at the head of a kernel: the sequential function of the same file that leaves
in the kernel's arrays what the kernel has to leave there.

The function becomes a procedure over the kernel's own arrays, and the kernel says
`ensures {:equivalent_to "$f"} true` (docs/ir.md). It is no part of the kernel.
"""

from .demangle import demangle
from .errors import fail
from .ir import callee
from .references import function_names

_ANNOTATION = "__lowering_equivalent_to"


class Reference:
  def __init__(self, function, loc):
    self.function, self.loc = function, loc  # of the annotation


def take_references(module, kernels, wanted):
  """{kernel: Reference} of the kernels that have the annotation, which is removed from them; nothing
  where annotations are not `wanted`."""
  result = {}
  for kernel in kernels:
    for block in kernel.blocks:
      for call in [i for i in block.instructions if _is_annotation(i)]:
        block.instructions.remove(call)
        if not wanted:
          continue
        if kernel in result:
          fail("a kernel is compared with one function only", call.loc)
        function = _referenced(module, kernel, call)
        if any(function is other.function for other in result.values()):
          fail("two kernels are compared with one function; --kernel chooses one", call.loc)
        result[kernel] = Reference(function, call.loc)
  return result


def _is_annotation(instruction):
  name = callee(instruction) if instruction.op == "call" else None
  return name is not None and demangle(name)[0] == _ANNOTATION


def _referenced(module, kernel, call):
  function = next((module.functions.get(name) for name in function_names(call.operands[:-1])), None)
  if function is None or not function.defined or function.kernel:
    fail("__equivalent_to needs the name of a function with a body that is no kernel", call.loc)
  if function.return_type.kind != "void" \
      or [arg.type.key for arg in function.args] != [arg.type.key for arg in kernel.args]:
    fail("a function that a kernel is compared with returns nothing and has the kernel's parameters, "
         "of the same types in the same order", call.loc)
  return function


def specification(program, kernel, parameters, where, procedure):
  """The line that says so. `parameters`: the names of those of the kernel, by position."""
  names = _floating(program, kernel, parameters)
  floating = f' {{:floating "{",".join(names)}"}}' if names else ""
  return f'ensures {{:equivalent_to "{procedure}"}}{floating}{where} true;'


def _floating(program, kernel, parameters):
  """The parameters and arrays that hold floating-point numbers."""
  metadata, objects, found = program.module.metadata, program.objects, []
  types = metadata.parameter_types(kernel.debug)
  for arg in kernel.args:
    array = objects.of(arg)
    if arg.type.kind == "float":
      found += [parameters[arg.index]] if arg.index in parameters else []
    elif array is not None and not isinstance(array, str) and arg.index < len(types) \
        and metadata.holds_floats(metadata.pointee(types[arg.index])):
      found.append(array.name)
  for variable in program.module.globals.values():
    array = objects.of(variable)
    if array is not None and not isinstance(array, str) and _has_floats(variable.value_type):
      found.append(array.name)
  return found


def _has_floats(type_):
  if type_.kind in ("array", "vector"):
    return _has_floats(type_.elem)
  if type_.kind == "struct":
    return any(_has_floats(field) for field in type_.fields)
  return type_.kind == "float"
