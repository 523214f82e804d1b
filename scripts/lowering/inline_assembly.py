"""Inline PTX: what its instructions compute, read, write and order.

What synchronises, copies asynchronously or is done by a whole warp is in `ptx_sync.py`. An
instruction that is not in the tables and has no memory operand gives arbitrary results, with a note;
one with a memory operand is refused by name.
"""

import struct

from . import ptx_sync
from .alignment import check_alignment
from .assembly_addresses import AssemblyAddresses
from .builtins_common import maximum, minimum
from .errors import fail
from .expr import (Expr, add, binary, bool_of, bv_of, compare, equal, extend, extract, ite, lit,
                   negate, not_equal, resize)
from .ir import Instruction
from .pointers import Ptr
from .ptx import PtxError, parse_ptx

_SPECIAL = {"%tid": ("local_id", 32), "%ctaid": ("group_id", 32), "%ntid": ("group_size", 32),
            "%nctaid": ("num_groups", 32)}
_NOTHING = {"prefetch", "prefetchu", "discard", "nanosleep", "setmaxnreg", "isspacep",
            "griddepcontrol", "pmevent", "applypriority", "createpolicy"}
_SIMPLE = {"add": "ADD", "sub": "SUB", "and": "AND", "or": "OR", "xor": "XOR"}
_COMPARE = {"eq": None, "ne": None, "lt": "LT", "le": "LE", "gt": "GT", "ge": "GE", "lo": "LT",
            "ls": "LE", "hi": "GT", "hs": "GE"}
_ATOMIC = {"add": "Add", "min": "Min", "max": "Max", "and": "And", "or": "Or", "xor": "Xor",
           "exch": "Exch", "cas": "CAS", "inc": "Inc", "dec": "Dec"}
_ARBITRARY = {"cvt", "ex2", "lg2",
              "rcp", "rsqrt", "sqrt", "sin", "cos", "tanh", "fma", "div", "rem", "lop3", "prmt",
              "bfe", "bfi", "bfind", "brev", "clz", "popc", "mul", "mad", "mul24", "mad24", "dp4a",
              "dp2a", "sad", "shf", "testp", "copysign", "fns", "abs", "neg", "not", "cnot", "min",
              "max", "add", "sub", "and", "or", "xor", "shl", "shr", "set", "setp", "selp", "slct",
              "mov", "getctarank", "addc", "subc", "madc", "vabsdiff4", "vadd", "vsub",
              "vmin", "vmax"}


class InlineAssembly:
  """One `asm` statement: registers by name, results at the end. A method for each kind of PTX
  instruction and operand."""

  def __init__(self, emitter, i):
    self.emitter, self.i = emitter, i
    self.registers = {}  # name -> Expr
    self.addresses = AssemblyAddresses(emitter, i.loc)
    self.types = i.attrs["results"]
    self.operands = i.operands

  def emit(self):
    """The value of the statement: None, one, or a list."""
    try:
      instructions = parse_ptx(self.i.attrs["text"])
    except (PtxError, ValueError, IndexError) as problem:
      fail(f"inline assembly is not understood: {problem}", self.i.loc)
    inputs = [part for part in self.i.attrs["constraints"] if not part.startswith(("=", "~"))]
    for part, operand in zip(inputs, self.operands):
      if part.isdigit():  # an operand that is read and written
        self.registers["$" + part] = self.emitter.assign(self.emitter.bv(operand))
    for instruction in instructions:
      self.instruction(instruction)
    values = [self.result(number) for number in range(len(self.types))]
    if not values:
      return None
    return values if self.i.type.kind == "struct" else values[0]

  def result(self, number):
    type_ = self.types[number]
    value = self.registers.get(f"${number}")
    if value is None:
      return self.emitter.undefined(type_)
    if type_.is_pointer:
      return self.emitter.pointers.from_integer(resize(bv_of(value), self.emitter.bits))
    if type_.kind == "int" and type_.bits == 1:
      return bool_of(value)
    return self.emitter.split(resize(bv_of(value), self.emitter.layout.store_bits(type_)), type_)

  # Operands

  def source(self, name):
    """The LLVM value behind an operand `$n`, or None."""
    if name.startswith("$") and name[1:].isdigit():
      number = int(name[1:]) - len(self.types)
      if 0 <= number < len(self.operands):
        return self.operands[number]
    return None

  def value(self, name, width):
    """A register or number as a bit-vector."""
    negative = name.startswith("!")
    name = name.lstrip("!")
    if name in self.registers:
      result = bv_of(self.registers[name])
    elif self.source(name) is not None:
      result = self.emitter.bv(self.source(name))
    elif name == "%laneid":
      result = ptx_sync.lane_id(self.emitter)
    elif name.startswith("%lanemask_"):
      result = ptx_sync.lane_mask(self.emitter, name[len("%lanemask_"):])
    elif name.split(".")[0] in _SPECIAL and name[-2:] in (".x", ".y", ".z"):
      special, _ = _SPECIAL[name.split(".")[0]]
      result = self.emitter.program.launch.part(special, name[-1])
    elif name[:2].lower() in ("0f", "0d"):
      result = lit(int(name[2:], 16), 32 if name[1] in "fF" else 64)
    elif "." in name and name.lstrip("-")[:1].isdigit():
      return lit(_bits_of(float(name), width), width)
    elif name.lstrip("-")[:1].isdigit():
      return lit(int(name.rstrip("U"), 0), width)
    else:
      result = self.emitter.havoc(width)
    if negative:
      result = bv_of(negate(bool_of(extract(result, 1, 0))))
    return resize(result, width)

  def address(self, name, offset):
    """A memory operand as a pointer."""
    source = self.source(name)
    pointer = self.addresses.pointer(source) if source is not None else None
    if pointer is None:
      pointer = self.emitter.pointers.from_integer(self.value(name, self.emitter.bits))
    return pointer.moved([], offset) if offset else pointer

  def define(self, operand, value, guard=None):
    """Gives a register a value, where the guard holds."""
    if operand[0] != "value":
      return
    name = operand[1]
    if name in ("_", "%_"):
      return
    if guard is not None:
      value = ite(guard, bv_of(value), self.value(name, bv_of(value).width))
    self.registers[name] = self.emitter.assign(bv_of(value))

  def define_all(self, operand, width):
    """Gives the registers of an operand arbitrary values."""
    for name in operand[1] if operand[0] == "vector" else [operand[1]]:
      self.define(("value", name), self.emitter.unknown(width))

  def number(self, x, at):
    """Operand `at` as 32 bits."""
    return self.value(x.operands[at][1], 32)

  def is_flag(self, name):
    """Whether a register is known as a predicate."""
    name = name.lstrip("!")
    return name in self.registers and self.registers[name].width == 8

  def flag(self, name):
    """A predicate, or its negation, as a condition."""
    negated = name.startswith("!")
    holds = bool_of(extract(self.value(name.lstrip("!"), 8), 1, 0))
    return negate(holds) if negated else holds

  def memory(self, x):
    """The number of the first memory operand."""
    for number, operand in enumerate(x.operands):
      if operand[0] == "memory":
        return number
    return self.refuse(x)

  def pointer_at(self, x, at):
    """Memory operand `at` as a pointer."""
    if at >= len(x.operands) or x.operands[at][0] != "memory":
      self.refuse(x)
    return self.address(*x.operands[at][1:])

  # Instructions

  def instruction(self, x):
    name = x.opcode[0]
    guard = None
    if x.guard is not None:
      register, negated = x.guard
      guard = self.flag("!" + register if negated else register)
    special = ptx_sync.SYNCHRONIZING.get(name)
    if self.i.attrs.get("waits") and name == "mbarrier":
      special = ptx_sync.wait_loop
    if x.opcode[:2] == ["cp", "async"]:
      special = ptx_sync.async_copy
    if name == "wait_loop":
      x.opcode, special = x.opcode[1:], ptx_sync.wait_loop
      x.text = ".".join(x.opcode)
    if special is not None:
      self.guarded(x, guard, lambda: special(self, x))
    elif name in ("ld", "ldu", "st", "atom", "red") and self.is_plain(x):
      self.guarded(x, guard, lambda: self.access(x))
    elif name == "cvta":
      self.convert_address(x, guard)
    elif name == "trap":
      self.guarded(x, guard, lambda: self.emitter.line(
        f"assert{self.emitter.where(self.i.loc)} false;"))
    elif name not in _NOTHING and any(o[0] in ("memory", "address") for o in x.operands):
      self.refuse(x)
    elif name in _ARBITRARY or name in _NOTHING:
      self.compute(x, guard)
    elif not x.operands or name in ("ret", "cp"):
      self.refuse(x)
    else:
      self.emitter.program.note(f"the PTX instruction '{x.text}' has arbitrary results", self.i.loc)
      self.compute(x, guard)

  def refuse(self, x):
    fail(f"the PTX instruction '{x.text}' is not supported", self.i.loc)

  def is_plain(self, x):
    return any(operand[0] == "memory" for operand in x.operands)

  def guarded(self, x, guard, emit):
    """Does something where a guard holds; registers keep their values elsewhere."""
    if guard is None:
      emit()
      return
    before, count = dict(self.registers), len(self.emitter.out)
    emit()
    body = self.emitter.out[count:]
    del self.emitter.out[count:]
    changed = {name: e for name, e in self.registers.items() if before.get(name) is not e}
    kept = {}
    for name, e in changed.items():
      kept[name] = self.emitter.temporary(e.width)
      self.registers = before
      old = self.value(name, e.width)
      self.emitter.line(f"{kept[name].name} := {self.emitter.text(old)};")
    self.emitter.line(f"if ({self.emitter.text(guard)}) {{")
    self.emitter.out += body
    for name, e in changed.items():
      self.emitter.line(f"{kept[name].name} := {self.emitter.text(e)};")
    self.emitter.line("}")
    self.registers = {**before, **kept}

  def convert_address(self, x, guard):
    source = self.source(x.operands[1][1]) if x.operands[1][0] == "value" else None
    pointer = self.addresses.pointer(source) if source is not None else None
    value = self.emitter.pointers.address_in_shared_memory(pointer) if "shared" in x.opcode else None
    if value is None:
      value = self.value(x.operands[1][1], self.emitter.bits) if pointer is None else \
          self.emitter.pointers.as_integer(pointer, self.emitter.bits)
    self.define(x.operands[0], value, guard)

  def access(self, x):
    """A load, a store or an atomic operation."""
    name, width = x.opcode[0], _width(x.opcode)
    if not width:
      self.refuse(x)
    at = self.memory(x)
    pointer = self.pointer_at(x, at)
    if name in ("atom", "red"):
      self.atomic(x, pointer, width, at)
      return
    other = x.operands[1 - at if len(x.operands) == 2 else 0]
    names = other[1] if other[0] == "vector" else [other[1]]
    attributes = ptx_sync.atomicity_of(x)
    check_alignment(self.emitter, pointer, len(names) * width // 8, self.i.loc)
    for number, register in enumerate(names):
      place = pointer.moved([], number * width // 8) if number else pointer
      if attributes is not None:
        self.atomic_access(name, place, register, width, attributes)
      elif name == "st":
        self.emitter.store_bytes(place, self.value(register, width), width // 8)
      else:
        loaded = self.emitter.load_bytes(place, width // 8)
        self.define(("value", register), loaded)

  def atomic_access(self, name, place, register, width, attributes):
    """An atomic load or store."""
    suffix = self.emitter.atomic_suffix(width, True, False)
    if name == "st":
      self.emitter.atomic(place, "__atomicStore_" + suffix, [self.value(register, width)], width,
                          attributes)
    else:
      self.define(("value", register),
                  self.emitter.atomic(place, "__atomicLoad_" + suffix, [], width, attributes))

  def atomic(self, x, pointer, width, at):
    operation = next((part for part in x.opcode if part in _ATOMIC), None)
    if operation is None or any(o[0] == "vector" for o in x.operands):
      self.refuse(x)
    suffix = self.emitter.atomic_suffix(width, x.opcode[-1].startswith("u"),
                                        x.opcode[-1].startswith("f"))
    values = [self.value(o[1], width) for o in x.operands[at + 1:] if o[0] == "value"]
    old = self.emitter.atomic(pointer, f"__atomic{_ATOMIC[operation]}_{suffix}", values, width,
                              ptx_sync.atomicity_of(x))
    if x.opcode[0] == "atom":
      self.define(x.operands[0], old)

  def compute(self, x, guard):
    """An instruction on registers: its value where that is simple, else any."""
    if x.opcode[0] in _NOTHING and not x.operands or not x.operands:
      return
    width = _width(x.opcode) or 32
    outputs = x.operands[0]
    value = self.known(x, width) if outputs[0] == "value" else None
    if outputs[0] == "vector":
      for register in outputs[1]:
        self.define(("value", register), self.emitter.unknown(width), guard)
      return
    if x.opcode[0] == "setp" and value is None:
      value = self.emitter.unknown(8)
    self.define(outputs, value if value is not None else self.emitter.unknown(width), guard)
    if x.opcode[0] == "setp" and len(x.operands) > 2 \
        and x.operands[1][0] == "value" and x.operands[1][1] not in self.registers \
        and self.source(x.operands[1][1]) is None:
      self.define(x.operands[1], self.emitter.unknown(8), guard)

  def known(self, x, width):
    """The value of a simple integer instruction, or None."""
    name, last = x.opcode[0], x.opcode[-1]
    operands = [o[1] for o in x.operands[1:] if o[0] == "value"]
    if len(operands) != len(x.operands) - 1:
      return None
    if name == "mov" and len(operands) == 1:
      return self.value(operands[0], width)
    if last[:1] not in ("u", "s", "b") or len(x.opcode) > 3:
      return None
    is_signed = last.startswith("s")
    if name == "cvt" and x.opcode[1][:1] in ("u", "s"):
      return resize(self.value(operands[0], _width(x.opcode)), _width(x.opcode[:2]), is_signed)
    if name == "selp":
      condition = bool_of(extract(self.value(operands[2], 8), 1, 0))
      return ite(condition, self.value(operands[0], width), self.value(operands[1], width))
    values = [self.value(o, width) for o in operands]
    if name == "setp" and len(x.opcode) == 3 and x.opcode[1] in _COMPARE:
      return self.comparison(x.opcode[1], *values, is_signed)
    if name in _SIMPLE and len(x.opcode) == 2:
      return binary(_SIMPLE[name], *values)
    if name == "mul" and x.opcode[1] == "lo":
      return binary("MUL", *values)
    if name == "mad" and x.opcode[1] == "lo":
      return add(binary("MUL", values[0], values[1]), values[2])
    if name in ("min", "max") and len(x.opcode) == 2:
      return (minimum if name == "min" else maximum)(*values, is_signed)
    return None

  def comparison(self, kind, x, y, is_signed):
    if kind == "eq":
      result = equal(x, y)
    elif kind == "ne":
      result = not_equal(x, y)
    else:
      result = compare(("S" if is_signed else "U") + _COMPARE[kind], x, y)
    return extend(bv_of(result), 8, False)


def _width(opcode):
  """The width of what an instruction works on, from its last type; 0 if it has none."""
  for part in reversed(opcode):
    if part == "pred":
      return 8
    if part in ("f16x2", "bf16x2"):
      return 32
    if part == "bf16":
      return 16
    if part[:1] in "usbf" and part[1:].isdigit():
      return max(int(part[1:]), 8)
  return 0


def _bits_of(number, width):
  """A decimal number as the bits of a float of some width."""
  form = {16: "<e", 32: "<f"}.get(width, "<d")
  return int.from_bytes(struct.pack(form, number), "little")


def inline_assembly(emitter, i):
  """Emits an `asm` statement; its value, if it has any."""
  value = InlineAssembly(emitter, i).emit()
  if isinstance(value, (Expr, Ptr, list)):
    emitter.known[i] = value
