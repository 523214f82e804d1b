"""Calls: built-ins by their source name, procedures that were not inlined, function pointers."""

from .annotations import ANNOTATIONS, taken_for
from .allocation import DEALLOCATION
from .builtins_cuda import CUDA
from .builtins_opencl import OPENCL, opencl_by_pattern
from .demangle import demangle
from .errors import fail
from .expr import bv_of, equal, uninterpreted
from .function_pointers import points_to_function
from .intrinsics import INTRINSICS, intrinsic_name
from .ir import callee
from .math_functions import math_function
from .memory import cleaned
from .pointers import Ptr
from .promote import ignorable, memory_intrinsic


class CallMixin:
  def call(self, i):
    """A call as a statement; its value, if any, is kept for its users."""
    if ignorable(i):
      return
    kind = memory_intrinsic(i)
    if kind == "memset":
      return self.fill(i)
    if kind is not None:
      return self.copy(i)
    name = callee(i)
    if name is None:
      return self.indirect(i)
    value = self.builtin(i, name)
    if value is _NOT_BUILTIN:
      self.procedure_call(i, name)
    elif value is not None:
      if self.uses.get(i, 0) > 1 and i not in self.unevaluated:
        value = self.shared(value, i)
      self.known[i] = value

  def builtin(self, i, name):
    """The value of a built-in's call (None when it has none), or _NOT_BUILTIN."""
    base, codes = demangle(name)
    arguments = i.operands[:-1]
    if base.startswith("__return_val_"):
      return ANNOTATIONS["__lowering_return_value"](self, i, arguments)
    if base in ANNOTATIONS:
      taken = taken_for(base, self.program.options)
      return ANNOTATIONS[taken](self, i, arguments) if taken else None
    function = self.module.functions.get(name)
    if i in self.program.objects.heap:
      return self.allocated(i)
    if name in DEALLOCATION:
      return None
    if name.startswith("__enqueue_kernel"):
      fail("device-side enqueue is not supported", i.loc)
    if base.startswith("__lowering_refused_"):
      fail(base[len("__lowering_refused_"):].replace("_", " ") + " is not supported", i.loc)
    if base.startswith("__uninterpreted_function_"):
      return self.uninterpreted_call(i, base[len("__uninterpreted_function_"):], arguments)
    if function is not None and function.defined:
      return _NOT_BUILTIN
    if name.startswith("llvm."):
      base = intrinsic_name(name)
      handler = INTRINSICS.get(base)
      if handler is None:
        result = math_function(self, i, base, ("f",), arguments)
        if result is None:
          fail(f"the LLVM intrinsic {name} is not supported", i.loc)
        return result
      return handler(self, i, arguments)
    table = OPENCL if self.program.opencl else CUDA
    handler = table.get(base)
    if handler is not None:
      return handler(self, i, arguments, codes)
    if self.program.opencl:
      result = opencl_by_pattern(self, i, base, codes, arguments)
      if result is not None:
        return result
    result = math_function(self, i, base, codes, arguments)
    return _NOT_BUILTIN if result is None else result

  def allocated(self, i):
    """A place in the private array of an allocation: an arbitrary one, as what several calls return
    must not be taken for one object."""
    array = self.program.objects.heap[i].use()
    offset = self.havoc(self.bits)
    if i.op == "call":
      self.program.note("memory that the device allocates is taken to be there: that the result "
                        "may be null is not considered", i.loc)
    return Ptr(array, [(array.bytes, offset)], 0, frozenset([array]))

  def pure_call(self, i):
    """The value of a call inside an annotation, built anew so that it needs no temporary."""
    name = callee(i)
    if name is not None:
      before = len(self.out), len(self.temporaries)
      value = self.builtin(i, name)
      if value is not _NOT_BUILTIN and value is not None \
          and before == (len(self.out), len(self.temporaries)):
        return value
      del self.out[before[0]:]
      del self.temporaries[before[1]:]
    return self.known.get(i)

  def uninterpreted_call(self, i, name, arguments):
    """DECLARE_UF functions: congruent, otherwise arbitrary."""
    values = [bv_of(self.scalar(a)) for a in arguments]
    width = 1 if i.type.kind == "int" and i.type.bits == 1 else self.layout.store_bits(i.type)
    return self.split(uninterpreted(name, values, width), i.type)

  # Procedures

  def procedure_call(self, i, name):
    function = self.module.functions.get(name)
    if function is None:
      fail(f"the function {name} is not known", i.loc)
    self.program.declarations.require_procedure(function)
    self.emit_call(i, function, "  " if i.type.kind != "void" else "", self.result_temporary(i))

  def result_temporary(self, i):
    """A temporary for a procedure's result, made the value of the call."""
    if i.type.kind == "void":
      return None
    targets = self.points.of(i)
    if i.type.is_pointer and points_to_function(targets):
      result = self.known[i] = self.temporary(self.program.functions.pointer_bits)
      return result
    result = self.temporary(self.layout.store_bits(i.type))
    if i.type.is_pointer:
      array = self.pointers.single(targets)
      if array is not None:
        self.known[i] = Ptr(array, [(array.bytes, result)], 0, targets)
      else:
        self.known[i] = self.pointers.from_stored(result, self.pointers.unit(targets), targets)
    else:
      self.known[i] = self.split(result, i.type)
    return result

  def emit_call(self, i, function, gap, result):
    arguments = []
    for parameter, actual in zip(function.args, i.operands[:-1]):
      arguments.append(self.text(self.actual(parameter, actual)))
    target = f"{gap}{result.name} := " if result is not None else ""
    self.line(f"call{self.where(i.loc)} {target}${cleaned(function.name)}"
              f"({', '.join(arguments)});")

  def actual(self, parameter, actual):
    """An argument in the form its parameter is declared with."""
    if parameter.type.is_pointer:
      targets = self.points.of(parameter)
      if points_to_function(targets):
        return self.program.function_pointers.value(self.value(actual))
      ptr = self.pointer(actual)
      array = self.pointers.single(targets)
      if array is not None:
        return self.pointers.offset(ptr, array.bytes, [array])
      return self.pointers.stored(ptr, self.pointers.unit(targets))
    return self.joined(self.value(actual), actual.type)

  def indirect(self, i):
    """A call through a function pointer: an if chain over what it may point to."""
    target = i.operands[-1]
    candidates = self.program.function_pointers.targets_of(i, self.points)
    pointer = self.value(target)
    if isinstance(pointer, Ptr) and pointer.base is not None:
      pointer = self.program.function_pointers.value(pointer)
    if isinstance(pointer, Ptr):
      self.line(f"assert {{:bad_pointer_access}}{self.where(i.loc)} false;")
      if i.type.kind != "void":
        self.known[i] = self.undefined(i.type)
      return
    result = self.result_temporary(i)
    keyword = "if"
    for function in candidates:
      self.program.declarations.require_procedure(function)
      identity = self.program.function_pointers.id(function.name)
      self.line(f"{keyword} ({self.text(equal(pointer, identity))}) {{")
      self.emit_call(i, function, "", result)
      keyword = "} else if"
    if candidates:
      self.line("} else {")
    self.line(f"assert {{:bad_pointer_access}}{self.where(i.loc)} false;")
    if candidates:
      self.line("}")


_NOT_BUILTIN = object()
