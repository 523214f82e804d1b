"""The whole lowering of one module: which functions become procedures, which objects are arrays,
and the text of the `.gbpl` file.

The arrays' element widths are found by trial: translation starts with the natural widths and asks
(Remodel) for bytes where an access does not fit; then it starts again with those arrays in bytes.
"""

from math import gcd
from typing import NamedTuple

from .allocation import check_escapes
from .axioms import LaunchSizes, cluster_axioms, launch_axioms, warp_size_axiom
from .carving import carve
from .declarations import Declarations
from .emitter import FunctionEmitter
from .errors import LoweringError
from .function_pointers import FunctionPointers
from .functions import Functions, is_specification
from .launch_variables import LaunchVariables
from .memory import Remodel
from .objects import Objects
from .pointers import Pointers
from .pointsto import HOST, OUTSIDE, PointsTo
from .widths import widen_bytes
from .writer import write_program


class LoweredModule(NamedTuple):
  """The text; the kernels in it (ir.Function) and their names in the source; the sizes of their
  launch; what the user is told."""
  text: str
  kernels: list
  names: list
  launch: LaunchSizes
  remarks: list


def lower_module(module, options, opencl):
  functions, in_bytes = Functions(module, options, opencl), set()
  notes = [] if opencl else carve(functions, LaunchVariables(module.layout, options, opencl, Declarations()))
  while True:
    try:
      return Program(functions, options, opencl, in_bytes, notes).lower()
    except Remodel as request:
      keys = {array.key for array in request.arrays}
      if keys <= in_bytes:
        raise LoweringError("the accesses to " + ", ".join(
            a.source_name for a in request.arrays) + " cannot be modelled") from None
      in_bytes = in_bytes | keys


class Program:
  """One attempt: what the emitters of functions share. `in_bytes` are the keys (memory.py) of the
  objects that are arrays of bytes. Making it may already raise Remodel."""

  def __init__(self, functions, options, opencl, in_bytes, notes=()):
    self.functions = functions
    self.module, self.layout = functions.module, functions.module.layout
    self.options = options
    self.opencl = opencl
    self.pointer_bits = self.layout.pointer_bytes * 8
    self.declarations = Declarations()
    self.launch = LaunchVariables(self.layout, options, opencl, self.declarations)
    self.notes = {}  # message -> where it first applies
    for message, loc in notes:
      self.note(message, loc)
    self.current_kernel = None
    self.objects = Objects(functions, options, opencl, in_bytes)
    self.function_pointers = FunctionPointers(self)
    self.points = PointsTo(functions.all, self.pointer_bits, self.objects.of, self.objects.field,
                           self.objects.member, self.function_pointers.called, self.objects.initial_targets(), self.objects.tables)
    self.pointers = Pointers(self)
    self._memory_unit = None

  def lower(self):
    check_escapes(self)
    widen_bytes(self)
    bodies, axioms = [], []
    for function in self.functions.all:
      self.current_kernel = self.functions.kernel_of.get(function)
      emitter = FunctionEmitter(self, function)
      if function in self.functions.axioms:
        axioms += emitter.returned_condition()
      elif is_specification(self.functions.names, function):
        bodies.append(emitter.emit_spec())
      else:
        bodies.append(emitter.emit())
    if self.declarations.sub_groups:
      axioms.append(warp_size_axiom(self))
    if self.declarations.clusters:
      axioms += cluster_axioms(self)
    sizes = LaunchSizes(self, bodies)
    text = write_program(self, bodies, launch_axioms(self, sizes) + axioms)
    return LoweredModule(text, self.functions.kernels,
                         [self.functions.names.source_name(f.name) for f in self.functions.kernels],
                         sizes, self._remarks(sizes))

  def note(self, message, loc):
    """Tells the user of an assumption that the verdict depends on, once, with its first place."""
    place = loc.outside_headers() if loc is not None else None
    if message not in self.notes:
      self.notes[message] = f"{place.path}:{place.line}: " if place is not None else ""

  def _remarks(self, sizes):
    told = [f"{where}note: {message}" for message, where in self.notes.items()]
    if sizes.taken:
      told.append("note: taken as 1, as nothing reads them: " + ", ".join(sizes.taken))
    return told

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
