"""Calls: built-ins by their source name, procedures that were not inlined, function pointers."""

from .annotations import ANNOTATIONS, takenFor
from .builtins_cuda import CUDA
from .builtins_opencl import OPENCL, openclByPattern
from .demangle import demangle
from .errors import fail
from .expr import bvOf, equal, uninterpreted
from .intrinsics import INTRINSICS, intrinsicName
from .ir import callee
from .math_functions import mathFunction
from .memory import cleaned
from .pointers import Ptr
from .promote import ignorable, memoryIntrinsic


class CallMixin:
  def call(self, i):
    """A call as a statement; its value, if any, is kept for its users."""
    if ignorable(i):
      return
    kind = memoryIntrinsic(i)
    if kind == "memset":
      return self.fill(i)
    if kind is not None:
      return self.copy(i)
    name = callee(i)
    if name is None:
      return self.indirect(i)
    value = self.builtin(i, name)
    if value is _NOT_BUILTIN:
      self.procedureCall(i, name)
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
      taken = takenFor(base, self.program.options)
      return ANNOTATIONS[taken](self, i, arguments) if taken else None
    function = self.module.functions.get(name)
    if name in _ALLOCATION or name.startswith("__enqueue_kernel"):
      fail(("dynamic allocation" if name in _ALLOCATION else "device-side enqueue")
           + " is not supported", i.loc)
    if base.startswith("__uninterpreted_function_"):
      return self.uninterpretedCall(i, base[len("__uninterpreted_function_"):], arguments)
    if function is not None and function.defined:
      return _NOT_BUILTIN
    if name.startswith("llvm."):
      base = intrinsicName(name)
      handler = INTRINSICS.get(base)
      if handler is None:
        result = mathFunction(self, i, base, ("f",), arguments)
        if result is None:
          fail(f"the LLVM intrinsic {name} is not supported", i.loc)
        return result
      return handler(self, i, arguments)
    table = OPENCL if self.program.opencl else CUDA
    handler = table.get(base)
    if handler is not None:
      return handler(self, i, arguments, codes)
    if self.program.opencl:
      result = openclByPattern(self, i, base, codes, arguments)
      if result is not None:
        return result
    result = mathFunction(self, i, base, codes, arguments)
    return _NOT_BUILTIN if result is None else result

  def pureCall(self, i):
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

  def uninterpretedCall(self, i, name, arguments):
    """DECLARE_UF functions: congruent, otherwise arbitrary."""
    values = [bvOf(self.scalar(a)) for a in arguments]
    width = 1 if i.type.kind == "int" and i.type.bits == 1 else self.layout.storeBits(i.type)
    return self.split(uninterpreted(name, values, width), i.type)

  # Procedures

  def procedureCall(self, i, name):
    function = self.module.functions.get(name)
    if function is None:
      fail(f"the function {name} is not known", i.loc)
    self.program.requireProcedure(function)
    self.emitCall(i, function, "  " if i.type.kind != "void" else "", self.resultTemporary(i))

  def resultTemporary(self, i):
    """A temporary for a procedure's result, made the value of the call."""
    if i.type.kind == "void":
      return None
    targets = self.points.of(i)
    if i.type.isPointer and self.program.isFunctionPointer(targets):
      result = self.known[i] = self.temporary(self.program.functionWidth)
      return result
    result = self.temporary(self.layout.storeBits(i.type))
    if i.type.isPointer:
      array = self.pointers.single(targets)
      if array is not None:
        self.known[i] = Ptr(array, [(array.bytes, result)], 0, targets)
      else:
        self.known[i] = self.pointers.fromStored(result, self.pointers.unit(targets), targets)
    else:
      self.known[i] = self.split(result, i.type)
    return result

  def emitCall(self, i, function, gap, result):
    arguments = []
    for parameter, actual in zip(function.args, i.operands[:-1]):
      arguments.append(self.text(self.actual(parameter, actual)))
    target = f"{gap}{result.name} := " if result is not None else ""
    self.line(f"call{self.where(i.loc)} {target}${cleaned(function.name)}"
              f"({', '.join(arguments)});")

  def actual(self, parameter, actual):
    """An argument in the form its parameter is declared with."""
    if parameter.type.isPointer:
      targets = self.points.of(parameter)
      if self.program.isFunctionPointer(targets):
        return self.program.functionValue(self.value(actual))
      ptr = self.pointer(actual)
      array = self.pointers.single(targets)
      if array is not None:
        return self.pointers.offset(ptr, array.bytes, [array])
      return self.pointers.stored(ptr, self.pointers.unit(targets))
    return self.joined(self.value(actual), actual.type)

  def indirect(self, i):
    """A call through a function pointer: an if chain over what it may point to."""
    target = i.operands[-1]
    candidates = self.program.indirectTargets(i)
    pointer = self.value(target)
    if isinstance(pointer, Ptr) and pointer.base is not None:
      pointer = self.program.functionValue(pointer)
    if isinstance(pointer, Ptr):
      self.line(f"assert {{:bad_pointer_access}}{self.where(i.loc)} false;")
      if i.type.kind != "void":
        self.known[i] = self.undefined(i.type)
      return
    result = self.resultTemporary(i)
    keyword = "if"
    for function in candidates:
      self.program.requireProcedure(function)
      identity = self.program.functionId(function.name)
      self.line(f"{keyword} ({self.text(equal(pointer, identity))}) {{")
      self.emitCall(i, function, "", result)
      keyword = "} else if"
    if candidates:
      self.line("} else {")
    self.line(f"assert {{:bad_pointer_access}}{self.where(i.loc)} false;")
    if candidates:
      self.line("}")


_NOT_BUILTIN = object()
_ALLOCATION = {"_Znwj", "_Znaj", "_Znwm", "_Znam", "_ZdlPv", "_ZdaPv", "_ZdlPvj", "_ZdlPvm",
               "malloc", "free"}
