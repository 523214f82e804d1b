"""Pointers to functions: numbers of those whose address is taken, apart from pointers to data."""

from .errors import LoweringError
from .expr import Expr, apply, resize, var
from .ir import callee
from .memory import cleaned
from .pointsto import ANY_FUNCTION, HOST, NULL, OUTSIDE, UNKNOWN
from .references import same_signature


def points_to_function(targets):
  return any(isinstance(t, str) and t is not NULL and t not in OUTSIDE for t in targets)


class FunctionPointers:
  """`program` knows where pointers point to and how pointers to data are stored."""

  def __init__(self, program):
    self.program = program
    self.functions = program.functions
    self.width = program.functions.pointer_bits

  def id(self, name):
    if name not in self.functions.address_taken:
      raise LoweringError(f"the address of the function {name} is not supported here")
    return self._constant(cleaned(name))

  def null(self):
    return self._constant("null$")

  def value(self, value):
    """A value of function pointer type as an expression of functionPtr."""
    if isinstance(value, Expr):
      return resize(value, self.width)
    if value.base is None:
      return self.null()
    self._declare_both()
    pointers = self.program.pointers
    e = pointers.stored(value, pointers.unit(value.targets))
    return apply("PTR_TO_FUNCPTR", (e,), self.width,
                 "function PTR_TO_FUNCPTR(ptr) : functionPtr;")

  def as_data(self, e):
    """A function pointer used as a data pointer."""
    self._declare_both()
    pointers, targets = self.program.pointers, frozenset([UNKNOWN])
    pointer = apply("FUNCPTR_TO_PTR", (e,), self.program.pointer_bits,
                    "function FUNCPTR_TO_PTR(functionPtr) : ptr;")
    return pointers.from_stored(pointer, pointers.unit(targets), targets)

  def targets_of(self, call, points):
    """The functions that an indirect call may call."""
    targets = points.of(call.operands[-1])
    anything = UNKNOWN in targets or HOST in targets or ANY_FUNCTION in targets
    functions = [self.functions.module.functions[name] for name in self.functions.address_taken
                 if anything or name in targets]
    return [f for f in functions if same_signature(f, call)]

  def called(self, points, call):
    """The procedures that a call of either kind may call."""
    name = callee(call)
    if name is None:
      targets = self.targets_of(call, points)
    else:
      function = self.functions.module.functions.get(name)
      targets = [] if function is None else [function]
    return [f for f in targets if f in self.functions.all]

  def _constant(self, name):
    self.program.declarations.function_pointers = True
    return var("$functionId$$" + name, self.width)

  def _declare_both(self):
    self.program.declarations.pointers = self.program.declarations.function_pointers = True
