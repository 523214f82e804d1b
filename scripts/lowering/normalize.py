"""Makes values out of what clang passes through memory for reasons of the calling convention.

Loads and stores of whole structs become those of their scalars. A struct passed by value through a
`byval` pointer becomes a first-class argument: the call loads it, the callee stores it into a
variable of its own, which promotion then removes. OpenCL's compare-and-swaps take the value that
they expect and return the one that was there, in place of a pointer and a truth value.
"""

from .demangle import demangle
from .ir import Argument, Constant, Instruction, callee, int_constant
from .lltypes import I32, VOID

_EXCHANGES = {f"atomic_compare_exchange_{strength}{explicit}"
              for strength in ("weak", "strong") for explicit in ("", "_explicit")}


def leaf_paths(layout, type_, path=(), offset=0):
  """(path of field numbers, byte offset, type) of the scalars and vectors of an aggregate."""
  if type_.kind == "array":
    size = layout.size(type_.elem)
    for i in range(type_.count):
      yield from leaf_paths(layout, type_.elem, path + (i,), offset + i * size)
  elif type_.kind == "struct":
    for i, (at, field) in enumerate(zip(layout.struct_layout(type_)[0], type_.fields)):
      yield from leaf_paths(layout, field, path + (i,), offset + at)
  else:
    yield path, offset, type_


def normalize_function(function, layout):
  _take_struct_arguments(function, layout)
  for block in function.blocks:
    out, replaced = [], {}
    for instruction in block.instructions:
      if instruction.op == "call" and instruction.attrs["byval"]:
        for index, type_ in instruction.attrs["byval"].items():
          load = Instruction("load", type_, [instruction.operands[index]], loc=instruction.loc,
                             attrs={"atomic": False})
          instruction.operands[index] = _split_load(load, layout, out)
        instruction.attrs["byval"] = {}
        out.append(instruction)
      elif instruction.op == "load" and instruction.type.is_aggregate:
        replaced[instruction] = _split_load(instruction, layout, out)
      elif instruction.op == "store" and instruction.operands[0].type.is_aggregate:
        instruction.operands = [replaced.get(o, o) for o in instruction.operands]
        _split_store(instruction, layout, out)
      elif instruction.op == "call" and _is_exchange(instruction):
        replaced[instruction] = _exchange_values(instruction, out)
      else:
        out.append(instruction)
    for instruction in out:
      instruction.block = block
    block.instructions = out
    if replaced:
      for other in function.blocks:
        for instruction in other.instructions:
          for index, operand in enumerate(instruction.operands):
            if operand in replaced:
              instruction.operands[index] = replaced[operand]


def _is_exchange(call):
  name = callee(call)
  return name is not None and "atomic_compare_exchange" in name and demangle(name)[0] in _EXCHANGES


def _exchange_values(call, out):
  """Whether it succeeds. The value that was there goes to where the expected one was, as it does on
  failure; on success these are equal."""
  loc, expected, type_ = call.loc, call.operands[1], call.operands[2].type
  access = {"atomic": False, "align": 1}
  before = Instruction("load", type_, [expected], loc=loc, attrs=dict(access))
  old = Instruction("call", type_, [call.operands[0], before, *call.operands[2:]], loc=loc,
                    attrs=call.attrs)
  same = Instruction("icmp", call.type, [old, before], loc=loc, attrs={"predicate": "eq"})
  out += [before, old, Instruction("store", VOID, [old, expected], loc=loc, attrs=dict(access)),
          same]
  return same


def _split_load(load, layout, out):
  """The aggregate's value as a chain of insertvalue; appends the instructions."""
  pointer, value = load.operands[0], Constant(load.type, "undef")
  for path, offset, type_ in leaf_paths(layout, load.type):
    address = _field(pointer, load.type, path, load.loc, out)
    leaf = Instruction("load", type_, [address], loc=load.loc,
                       attrs={"atomic": False, "align": _alignment(load, offset)})
    value = Instruction("insertvalue", load.type, [value, leaf], loc=load.loc,
                        attrs={"indices": list(path)})
    out += [leaf, value]
  return value


def _split_store(store, layout, out):
  value, pointer = store.operands
  for path, offset, type_ in leaf_paths(layout, value.type):
    leaf = Instruction("extractvalue", type_, [value], loc=store.loc,
                       attrs={"indices": list(path)})
    out.append(leaf)
    address = _field(pointer, value.type, path, store.loc, out)
    out.append(Instruction("store", VOID, [leaf, address], loc=store.loc,
                           attrs={"atomic": False, "align": _alignment(store, offset)}))


def _alignment(access, offset):
  """What the whole demands is asked of its beginning."""
  return access.attrs.get("align", 1) if offset == 0 else 1


def _field(pointer, type_, path, loc, out):
  indices = [int_constant(I32, i) for i in (0,) + path]
  result = Instruction("getelementptr", pointer.type, [pointer] + indices, loc=loc,
                       attrs={"source": type_})
  out.append(result)
  return result


def _take_struct_arguments(function, layout):
  prologue, replaced = [], {}
  for index, arg in enumerate(function.args):
    if arg.byval is None:
      continue
    value = Argument(arg.byval, arg.name, index)
    function.args[index] = value
    slot = Instruction("alloca", arg.type, [], name=arg.name,
                       attrs={"type": arg.byval, "variable": False,
                              "align": max(arg.alignment, layout.align(arg.byval))})
    prologue.append(slot)
    store = Instruction("store", VOID, [value, slot], attrs={"atomic": False})
    prologue.append(store)
    replaced[arg] = slot
  if not replaced:
    return
  for block in function.blocks:
    for instruction in block.instructions:
      for index, operand in enumerate(instruction.operands):
        if operand in replaced:
          instruction.operands[index] = replaced[operand]
  entry = function.blocks[0]
  for instruction in prologue:
    instruction.block = entry
  entry.instructions[:0] = prologue
