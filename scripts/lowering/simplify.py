"""Constant folding and the undoing of what clang adds without optimisation.

Folds arithmetic on constants, `bool` round trips (zext to i8, trunc to i1, comparison with zero),
insert/extract pairs and casts. Never touches memory accesses or calls.
"""

from .cfg import apply_replacements, fold_branches, remove_dead, remove_unreachable, \
    replace_operands, resolver, simplify_phis
from .ir import Constant, FunctionRef, Global, Instruction, int_constant, int_value, is_int
from .promote import constant_base


def simplify_function(function, constants):
  """Folds until nothing changes; returns whether anything did. `constants` knows the contents of
  constant data, so that loads of it become literals."""
  changed = False
  while True:
    again = _fold_instructions(function, constants)
    if fold_branches(function):
      remove_unreachable(function)
      again = True
    again = simplify_phis(function) or again
    if not again:
      break
    changed = True
  remove_dead(function)
  return changed


def _fold_instructions(function, constants):
  replacements = {}
  resolve = resolver(replacements)
  for block in function.blocks:
    for instruction in block.instructions:
      replace_operands(instruction, replacements, resolve)
      folder = _FOLDERS.get(instruction.op)
      if instruction.op == "load":
        result = _constant_load(instruction, constants)
        if result is not None:
          replacements[instruction] = result
      elif folder is not None:
        result = folder(instruction)
        if result is not None and result is not instruction:
          replacements[instruction] = result
  if not replacements:
    return False
  for block in function.blocks:
    block.instructions = [i for i in block.instructions if i not in replacements]
  apply_replacements(function, replacements)
  return True


def _constant_load(load, constants):
  pointer, offset = constant_base(load.operands[0], constants.layout)
  if isinstance(pointer, Global) and pointer.constant:
    return constants.literal(pointer, offset, load.type)
  return None


def signed(value, bits):
  return value - (1 << bits) if value >> (bits - 1) else value


def _binary(instruction):
  left, right = instruction.operands
  if instruction.type.kind != "int":
    return None
  if not is_int(right):
    return None
  a = int_value(left) if is_int(left) else None
  b, bits = int_value(right), instruction.type.bits
  op = instruction.op
  if a is None:
    if b == 0 and op in ("add", "sub", "or", "xor", "shl", "lshr", "ashr"):
      return left
    if b == 1 and op in ("mul", "udiv", "sdiv") and bits > 1:
      return left
    return None
  if op in ("udiv", "sdiv", "urem", "srem") and b == 0:
    return None
  if op in ("shl", "lshr", "ashr") and b >= bits:
    return None
  sa, sb = signed(a, bits), signed(b, bits)
  value = {
      "add": lambda: a + b, "sub": lambda: a - b, "mul": lambda: a * b, "udiv": lambda: a // b,
      "urem": lambda: a % b, "sdiv": lambda: _truncated_division(sa, sb),
      "srem": lambda: sa - sb * _truncated_division(sa, sb), "shl": lambda: a << b,
      "lshr": lambda: a >> b, "ashr": lambda: sa >> b, "and": lambda: a & b, "or": lambda: a | b,
      "xor": lambda: a ^ b,
  }[op]()
  return int_constant(instruction.type, value)


def _truncated_division(a, b):
  quotient = abs(a) // abs(b)
  return quotient if (a < 0) == (b < 0) else -quotient


def compare(predicate, a, b, bits):
  if predicate[0] == "s":
    a, b = signed(a, bits), signed(b, bits)
  return {"eq": a == b, "ne": a != b, "gt": a > b, "ge": a >= b, "lt": a < b,
          "le": a <= b}[predicate if predicate in ("eq", "ne") else predicate[1:]]


def _icmp(instruction):
  left, right = instruction.operands
  predicate = instruction.attrs["predicate"]
  if is_int(left) and is_int(right):
    return int_constant(instruction.type, compare(predicate, int_value(left), int_value(right),
                                                  left.type.bits))
  if is_int(right) and int_value(right) == 0 and predicate == "ne" and _is(left, "zext"):
    source = left.operands[0]
    if source.type.kind == "int" and source.type.bits == 1:
      return source
  if left.type.is_pointer and any(isinstance(x, Constant) and x.kind == "undef"
                                  for x in (left, right)):
    return Constant(instruction.type, "undef")
  if left.type.is_pointer and isinstance(left, (FunctionRef, Constant)) \
      and isinstance(right, (FunctionRef, Constant)):
    equal = left.name == right.name if isinstance(left, FunctionRef) \
        and isinstance(right, FunctionRef) else \
        isinstance(left, Constant) and isinstance(right, Constant)
    if predicate in ("eq", "ne"):
      return int_constant(instruction.type, equal == (predicate == "eq"))
  return None


def _is(value, op):
  return isinstance(value, Instruction) and value.op == op


def _trunc(instruction):
  value = instruction.operands[0]
  if is_int(value):
    return int_constant(instruction.type, int_value(value))
  if _is(value, "zext") or _is(value, "sext"):
    if value.operands[0].type.key == instruction.type.key:
      return value.operands[0]
  if _is(value, "phi") and instruction.type.bits == 1:
    return None
  return None


def _extend(instruction):
  value = instruction.operands[0]
  if is_int(value):
    number = int_value(value)
    if instruction.op == "sext":
      number = signed(number, value.type.bits)
    return int_constant(instruction.type, number)
  return None


def _cast(instruction):
  value = instruction.operands[0]
  if instruction.type.key == value.type.key and instruction.op in ("bitcast", "addrspacecast"):
    return value
  if isinstance(value, Constant) and value.kind == "undef":
    return Constant(instruction.type, "undef")
  if instruction.op in ("bitcast", "addrspacecast"):
    if isinstance(value, FunctionRef):
      return FunctionRef(instruction.type, value.name)
    if isinstance(value, Constant) and value.kind == "null":
      return Constant(instruction.type, "null")
    if is_int(value) and instruction.type.kind == "float":
      return Constant(instruction.type, "float", int_value(value))
    if isinstance(value, Constant) and value.kind == "float" and instruction.type.kind == "int":
      return int_constant(instruction.type, value.value)
    if _is(value, instruction.op) and value.operands[0].type.key == instruction.type.key:
      return value.operands[0]
  if instruction.op == "inttoptr" and _is(value, "ptrtoint"):
    if value.operands[0].type.key == instruction.type.key:
      return value.operands[0]
    instruction.op, instruction.operands = "addrspacecast", [value.operands[0]]
  elif instruction.op == "inttoptr" and is_int(value) and int_value(value) == 0:
    return Constant(instruction.type, "null")
  elif instruction.op == "ptrtoint" and _is(value, "inttoptr") \
      and value.operands[0].type.key == instruction.type.key:
    return value.operands[0]
  return None


def _select(instruction):
  cond, yes, no = instruction.operands
  if is_int(cond):
    return yes if int_value(cond) else no
  return yes if yes is no else None


def _extract_value(instruction):
  value, path = instruction.operands[0], instruction.attrs["indices"]
  while True:
    if _is(value, "insertvalue"):
      other = value.attrs["indices"]
      if other == path:
        return value.operands[1]
      shorter = min(len(other), len(path))
      if other[:shorter] == path[:shorter]:
        return None
      value = value.operands[0]
    elif isinstance(value, Constant) and value.kind in ("aggregate", "zero", "undef"):
      for index in path:
        if value.kind == "aggregate":
          value = value.value[index]
        else:
          type_ = value.type.elem if value.type.kind == "array" else value.type.fields[index]
          value = Constant(type_, value.kind)
      return value
    else:
      break
  if value is not instruction.operands[0]:
    instruction.operands[0] = value
  return None


def _extract_element(instruction):
  value, index = instruction.operands
  if not is_int(index):
    return None
  at = int_value(index)
  while True:
    if _is(value, "insertelement") and is_int(value.operands[2]):
      if int_value(value.operands[2]) == at:
        return value.operands[1]
      value = value.operands[0]
    elif _is(value, "shufflevector") and isinstance(value.operands[2], Constant) \
        and value.operands[2].kind in ("aggregate", "zero"):
      mask = value.operands[2]
      lane = mask.value[at] if mask.kind == "aggregate" else None
      if lane is not None and not is_int(lane):
        return Constant(instruction.type, "undef")
      number = int_value(lane) if lane is not None else 0
      count = value.operands[0].type.count
      value, at = (value.operands[0], number) if number < count \
          else (value.operands[1], number - count)
    elif isinstance(value, Constant) and value.kind == "aggregate":
      return value.value[at]
    else:
      break
  if value is not instruction.operands[0]:
    instruction.operands = [value, int_constant(index.type, at)]
  return None


_FOLDERS = {op: _binary for op in ("add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl",
                                   "lshr", "ashr", "and", "or", "xor")}
_FOLDERS.update({"icmp": _icmp, "trunc": _trunc, "zext": _extend, "sext": _extend,
                 "bitcast": _cast, "addrspacecast": _cast, "inttoptr": _cast, "ptrtoint": _cast,
                 "select": _select, "extractvalue": _extract_value,
                 "extractelement": _extract_element,
                 "freeze": lambda i: i.operands[0]})


def fold(instruction):
  """What it is with these operands; None where that is no simpler."""
  folder = _FOLDERS.get(instruction.op)
  return folder(instruction) if folder is not None else None
