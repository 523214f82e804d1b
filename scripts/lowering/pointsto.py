"""Which arrays and functions a pointer may point to: a flow-insensitive inclusion analysis.

A target is an Array, a function's name (str), NULL, UNKNOWN (a pointer made from an integer, or by
a function that is not there), or HOST (from memory that the host has filled). Contents of arrays
are one set each, whatever the field.
"""

from .addresses import address_of
from .ir import Argument, Constant, FunctionRef, Global, Instruction, callee
from .promote import memory_intrinsic

NULL = "<null>"
UNKNOWN = "<unknown>"
HOST = "<host>"
ANY_FUNCTION = "<function>"  # a function pointer from outside
OUTSIDE = (UNKNOWN, HOST)
_EMPTY = frozenset()


class PointsTo:
  def __init__(self, functions, pointer_bits, object_of, field_object, member, call_targets, initial, tables):
    """object_of: Global/alloca/kernel argument -> Array or None; field_object: (argument, path) ->
    Array; member: getelementptr -> Array or None; call_targets: call -> list of Function objects that stay procedures; initial: Array ->
    its initialiser; tables: Array of pointers -> Array of what these point to."""
    self.functions, self.pointer_bits = functions, pointer_bits
    self.object_of = object_of
    self.field_object = field_object
    self.member = member
    self.call_targets = call_targets
    self.tables = tables
    self.sets = {}
    self.contents = {}
    self.returns = {}
    self.changed = False
    self.loads_unknown = False
    for array, value in initial.items():
      targets = self.of(value) - {NULL}
      if targets:
        self.contents[array] = targets
    self.solve()

  def solve(self):
    self.changed = True
    interesting = []
    for function in self.functions:
      for block in function.blocks:
        for instruction in block.instructions:
          if instruction.op in _RELEVANT:
            interesting.append((function, instruction))
    while self.changed:
      self.changed = False
      for function, instruction in interesting:
        self.visit(function, instruction)

  def of(self, value):
    """The targets of a value."""
    result = self.sets.get(value)
    if result is not None:
      return result
    if isinstance(value, (Global, Argument)):
      target = self.object_of(value)
      return frozenset([target]) if target is not None else _EMPTY
    if isinstance(value, FunctionRef):
      return frozenset([value.name])
    if isinstance(value, Constant):
      if value.kind in ("null", "zero"):
        return frozenset([NULL])
      if value.kind == "aggregate":
        return frozenset().union(*[self.of(v) for v in value.value])
      return _EMPTY
    if isinstance(value, Instruction) and value.block is None:
      return self.transfer(value)
    return _EMPTY

  def join(self, key, targets):
    old = self.sets.get(key, _EMPTY)
    if not targets <= old:
      self.sets[key] = old | targets
      self.changed = True

  def store(self, pointer, targets):
    if not targets:
      return
    for array in self.of(pointer):
      if not isinstance(array, str):
        old = self.contents.get(array, _EMPTY)
        if not targets <= old:
          self.contents[array] = old | targets
          self.changed = True

  def loaded(self, pointer):
    result = set()
    for array in self.of(pointer):
      if array is UNKNOWN or array is HOST:
        result.add(array)
      elif not isinstance(array, str):
        result |= self.contents.get(array, _EMPTY)
        if array in self.tables and not self.contents.get(array):
          result.add(self.tables[array])
        elif array.space in ("global", "constant") and array.initializer is None:
          result.add(HOST)
    return frozenset(result)

  def transfer(self, i):
    """Targets of a pure instruction's value."""
    op = i.op
    if op == "getelementptr" and self.member(i) is not None:
      return frozenset([self.member(i)])
    if op in ("getelementptr", "bitcast", "addrspacecast", "freeze", "ptrtoint"):
      return self.of(i.operands[0])
    if op == "inttoptr":
      address = address_of(i.operands[0], self.pointer_bits)
      return self.of(address[0]) if address else frozenset([UNKNOWN])
    if op == "phi":
      return frozenset().union(*[self.of(o) for o in i.operands])
    if op == "select":
      return self.of(i.operands[1]) | self.of(i.operands[2])
    if op in ("insertvalue", "insertelement", "insertbits"):
      return self.of(i.operands[0]) | self.of(i.operands[1])
    if op in ("extractvalue", "extractelement", "extractbits"):
      source = i.operands[0]
      if op == "extractvalue" and isinstance(source, Argument):
        array = self.field_object(source, tuple(i.attrs["indices"]))
        if array is not None:
          return frozenset([array])
      return self.of(source)
    return _EMPTY

  def visit(self, function, i):
    op = i.op
    if op == "load":
      if self.may_hold_pointer(i.type):
        targets = self.loaded(i.operands[0])
        self.loads_unknown = self.loads_unknown or HOST in targets or UNKNOWN in targets
        self.join(i, targets)
    elif op == "alloca":
      array = self.object_of(i)
      if array is not None:
        self.join(i, frozenset([array]))
    elif op == "store":
      self.store(i.operands[1], self.of(i.operands[0]))
    elif op == "ret":
      if i.operands:
        targets = self.of(i.operands[0])
        old = self.returns.get(function, _EMPTY)
        if not targets <= old:
          self.returns[function] = old | targets
          self.changed = True
    elif op == "call":
      array = self.object_of(i)
      if array is not None:  # an allocation
        self.join(i, frozenset([array]))
        return
      kind = memory_intrinsic(i)
      if kind and kind != "memset":
        self.store(i.operands[0], self.loaded(i.operands[1]))
        return
      for target in self.call_targets(self, i):
        for parameter, actual in zip(target.args, i.operands[:-1]):
          self.join(parameter, self.of(actual))
        self.join(i, self.returns.get(target, _EMPTY))
      if not self.call_targets(self, i) and i.type.is_pointer and callee(i) is not None \
          and "async_work_group" not in callee(i):
        self.join(i, frozenset([UNKNOWN]).union(*[self.of(o) for o in i.operands[:-1]]))
    else:
      self.join(i, self.transfer(i))

  def may_hold_pointer(self, type_):
    return type_.is_pointer


_RELEVANT = {"load", "store", "alloca", "ret", "call", "getelementptr", "bitcast",
             "addrspacecast", "freeze", "ptrtoint", "inttoptr", "phi", "select", "insertvalue",
             "insertelement", "insertbits", "extractvalue", "extractelement", "extractbits"}
