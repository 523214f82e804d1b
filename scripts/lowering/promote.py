"""Local variables become values: scalar replacement of aggregates and SSA construction in one.

A local variable is promoted when all its uses are accesses at constant offsets. Its bytes are
divided into slots, the connected ranges of overlapping accesses; an access to a part of a slot
becomes an extract or insert of bits. Copies between a promotable variable and other memory are
first expanded into one load and one store for each scalar of the variable's type, which keeps every
access to memory that threads share. The SSA form is pruned: a phi exists only where a load needs
it.
"""

from .cfg import (apply_replacements, predecessors, remove_dead, reverse_postorder, simplify_phis)
from .ir import Constant, Instruction, int_constant, int_value, is_int
from .lltypes import I8, I32, VOID, int_type


class Access:
  __slots__ = ("instruction", "offset", "size", "type")

  def __init__(self, instruction, offset, size, type_):
    self.instruction = instruction
    self.offset = offset
    self.size = size
    self.type = type_


class Slot:
  __slots__ = ("offset", "size", "type", "name", "number")


def memory_intrinsic(instruction):
  """`memcpy`, `memmove` or `memset` when the call is one of these intrinsics, else None."""
  if instruction.op == "call":
    name = instruction.operands[-1].name or ""
    if name.startswith("llvm.mem"):
      return "memset" if name.startswith("llvm.memset") else \
          "memmove" if name.startswith("llvm.memmove") else "memcpy"
  return None


def ignorable(instruction):
  """Calls without meaning here: lifetimes and the like."""
  if instruction.op != "call":
    return False
  name = instruction.operands[-1].name or ""
  return name.startswith(("llvm.lifetime.", "llvm.dbg.", "llvm.invariant.", "llvm.assume",
                          "llvm.experimental.noalias", "llvm.donothing", "llvm.stacksave",
                          "llvm.stackrestore"))


def constant_base(pointer, layout):
  """(base, byte offset) of a pointer; (None, 0) where the offset is no constant."""
  offset = 0
  while isinstance(pointer, Instruction) and pointer.op in ("getelementptr", "bitcast",
                                                           "addrspacecast"):
    if pointer.op == "getelementptr":
      step = constant_offset(pointer, layout)
      if step is None:
        return None, 0
      offset += step
    pointer = pointer.operands[0]
  return pointer, offset


def constant_offset(gep, layout):
  """Byte offset of a getelementptr with constant indices, or None."""
  type_, total = gep.attrs["source"], 0
  for position, index in enumerate(gep.operands[1:]):
    if not is_int(index):
      return None
    number = int_value(index)
    if number >> (index.type.bits - 1):
      number -= 1 << index.type.bits
    if position == 0:
      total += number * layout.size(type_)
    elif type_.kind == "struct":
      total += layout.struct_layout(type_)[0][number]
      type_ = type_.fields[number]
    else:
      type_ = type_.elem
      total += number * layout.size(type_)
  return total


class Promoter:
  def __init__(self, function, layout):
    self.function = function
    self.layout = layout

  def run(self):
    """Promotes until nothing changes; returns whether anything was promoted."""
    changed = False
    while self.round():
      changed = True
    remove_dead(self.function)
    return changed

  def round(self):
    users = self.users()
    promotable, copies = {}, {}
    for block in self.function.blocks:
      for instruction in block.instructions:
        if instruction.op == "alloca" and not instruction.attrs["variable"]:
          accesses = self.accesses(instruction, users, copies)
          if accesses is not None:
            promotable[instruction] = accesses
    if not promotable:
      return False
    expand = {}
    for copy, sides in copies.items():
      for alloca, offset, is_destination in sides:
        if alloca in promotable:
          expand.setdefault(copy, (alloca, offset))
    if expand:
      self.expand_copies(expand)
      users, ignored = self.users(), {}
      promotable = {a: self.accesses(a, users, ignored) for a in promotable}
    self.build_values({a: accesses for a, accesses in promotable.items() if accesses is not None})
    return True

  def users(self):
    users = {}
    for block in self.function.blocks:
      for instruction in block.instructions:
        for operand in instruction.operands:
          if isinstance(operand, Instruction):
            users.setdefault(operand, []).append(instruction)
    return users

  def accesses(self, alloca, users, copies):
    """The accesses to a local variable, or None if it cannot be promoted."""
    layout, size = self.layout, self.layout.size(alloca.attrs["type"])
    result, sides, work = [], [], [(alloca, 0)]
    while work:
      pointer, offset = work.pop()
      for user in users.get(pointer, ()):
        op = user.op
        if op == "load":
          if user.type.is_aggregate:
            return None
          result.append(Access(user, offset, layout.store_size(user.type), user.type))
        elif op == "store":
          value, target = user.operands
          if value is pointer or value.type.is_aggregate:
            return None
          result.append(Access(user, offset, layout.store_size(value.type), value.type))
        elif op == "getelementptr":
          step = constant_offset(user, layout) if user.operands[0] is pointer else None
          if step is None:
            return None
          work.append((user, offset + step))
        elif op in ("bitcast", "addrspacecast"):
          work.append((user, offset))
        elif op == "call":
          if ignorable(user):
            continue
          kind = memory_intrinsic(user)
          length = user.operands[2] if kind else None
          if kind is None or not is_int(length) or \
              (kind == "memset" and not is_int(user.operands[1])):
            return None
          if offset < 0 or offset + int_value(length) > size:
            return None
          sides.append((user, alloca, offset, user.operands[0] is pointer))
        else:
          return None
    if any(a.offset < 0 or a.offset + a.size > size for a in result):
      return None
    for copy, base, offset, is_destination in sides:
      copies.setdefault(copy, []).append((base, offset, is_destination))
    return result

  def expand_copies(self, expand):
    for block in self.function.blocks:
      if not any(i in expand for i in block.instructions):
        continue
      out = []
      for instruction in block.instructions:
        if instruction in expand:
          alloca, offset = expand[instruction]
          self.expand_copy(instruction, alloca.attrs["type"], offset, out)
        else:
          out.append(instruction)
      for instruction in out:
        instruction.block = block
      block.instructions = out

  def expand_copy(self, copy, type_, offset, out):
    """One load and one store for each piece of the range; all loads come first, as in memmove."""
    layout, length = self.layout, int_value(copy.operands[2])
    kind, stores = memory_intrinsic(copy), []
    for at, size, piece_type in copy_pieces(layout, type_, offset, length):
      # What the whole demands is asked of its beginning.
      def alignment(side, begins=at == offset):
        return copy.attrs["align"].get(side, 1) if begins else 1

      target = self.address(copy.operands[0], at - offset, copy, out)
      if kind == "memset":
        byte = int_value(copy.operands[1]) & 255
        value = int_constant(int_type(size * 8), int.from_bytes(bytes([byte]) * size, "little"))
      else:
        source = self.address(copy.operands[1], at - offset, copy, out)
        value = Instruction("load", piece_type, [source], loc=copy.loc,
                            attrs={"atomic": False, "align": alignment(1)})
        out.append(value)
      stores.append(Instruction("store", VOID, [value, target], loc=copy.loc,
                                attrs={"atomic": False, "align": alignment(0)}))
    out.extend(stores)

  def address(self, pointer, offset, copy, out):
    if offset == 0:
      return pointer
    result = Instruction("getelementptr", pointer.type, [pointer, int_constant(I32, offset)],
                         loc=copy.loc, attrs={"source": I8})
    out.append(result)
    return result

  # SSA construction

  def build_values(self, promotable):
    slot_of = {}
    for alloca, accesses in promotable.items():
      self.make_slots(alloca, accesses, slot_of)
    function = self.function
    preds = predecessors(function)
    order = reverse_postorder(function)
    entry, exits, replacements, phis = {}, {b: {} for b in order}, {}, []

    def entry_value(block, slot):
      chain = []
      while True:
        known = entry.get((block, slot))
        if known is not None:
          break
        if len(preds[block]) == 1:
          chain.append(block)
          block = preds[block][0]
          known = exits[block].get(slot)
          if known is not None:
            break
        elif not preds[block]:
          known = Constant(slot.type, "undef")
          break
        else:
          known = Instruction("phi", slot.type, [], name=slot.name, attrs={"blocks": []})
          known.block = block
          entry[(block, slot)] = known
          phis.append((known, block, slot))
          break
      for link in chain:
        entry[(link, slot)] = known
      return known

    for block in order:
      out, current = [], exits[block]
      for instruction in block.instructions:
        place = slot_of.get(instruction)
        if place is None:
          if instruction.op != "alloca" or instruction not in promotable:
            out.append(instruction)
          continue
        slot, offset = place
        if instruction.op == "load":
          value = current.get(slot) or entry_value(block, slot)
          replacements[instruction] = self.part(slot, offset, value, instruction, out)
        else:
          value = instruction.operands[0]
          if self.layout.store_size(value.type) != slot.size:
            old = current.get(slot) or entry_value(block, slot)
            value = self.insert(slot, offset, old, value, instruction, out)
          else:
            value = self.convert(value, slot.type, instruction, out)
          current[slot] = value
      for instruction in out:
        instruction.block = block
      block.instructions = out
    for phi, block, slot in phis:
      for pred in preds[block]:
        value = exits[pred].get(slot) or entry_value(pred, slot)
        phi.operands.append(value)
        phi.attrs["blocks"].append(pred)
    for phi, block, slot in phis:
      block.instructions.insert(0, phi)
    self.drop_pointer_code(promotable)
    apply_replacements(function, replacements)
    simplify_phis(function)

  def drop_pointer_code(self, promotable):
    """Removes address arithmetic and lifetime markers of variables that are gone."""
    gone = set(promotable)
    for block in reverse_postorder(self.function):
      out = []
      for instruction in block.instructions:
        if instruction.op in ("getelementptr", "bitcast", "addrspacecast") \
            and instruction.operands[0] in gone:
          gone.add(instruction)
        elif instruction.op == "call" and ignorable(instruction):
          continue
        else:
          out.append(instruction)
      block.instructions = out

  def make_slots(self, alloca, accesses, slot_of):
    groups = []
    for access in sorted(accesses, key=lambda a: a.offset):
      if groups and access.offset < groups[-1][1]:
        groups[-1][1] = max(groups[-1][1], access.offset + access.size)
        groups[-1][2].append(access)
      else:
        groups.append([access.offset, access.offset + access.size, [access]])
    for number, (start, end, members) in enumerate(groups):
      slot = Slot()
      slot.offset, slot.size = start, end - start
      name = alloca.name or "t"
      slot.name = name[:-5] if name.endswith(".addr") else name
      if len(groups) > 1:
        slot.name += f".{number}"
      slot.type = self.slot_type(slot, members)
      for access in members:
        slot_of[access.instruction] = (slot, access.offset - start)

  def slot_type(self, slot, members):
    whole = [a.type for a in members if a.size == slot.size]
    for type_ in whole:
      if type_.is_pointer:
        return type_
    for type_ in whole:
      if type_.kind == "vector":
        return type_
    for type_ in whole:
      if type_.kind == "int" and type_.bits % 8:
        return int_type(slot.size * 8)
    return whole[0] if whole else int_type(slot.size * 8)

  def convert(self, value, type_, at, out):
    """The same bits as another type of the same size."""
    if value.type.key == type_.key:
      return value
    op = "bitcast"
    if value.type.kind == "int" and value.type.bits < self.layout.store_bits(type_):
      op = "zext"
    elif type_.kind == "int" and type_.bits < self.layout.store_bits(value.type):
      op = "trunc"
    elif value.type.is_pointer and type_.is_pointer:
      op = "addrspacecast"
    elif value.type.is_pointer:
      op = "ptrtoint"
    elif type_.is_pointer:
      op = "inttoptr"
    result = Instruction(op, type_, [value], loc=at.loc)
    out.append(result)
    return result

  def part(self, slot, offset, value, load, out):
    size = self.layout.store_size(load.type)
    if size == slot.size:
      return self.convert(value, load.type, load, out)
    if slot.type.kind == "vector" and load.type.key == slot.type.elem.key and offset % size == 0:
      result = Instruction("extractelement", load.type,
                           [value, int_constant(I32, offset // size)], loc=load.loc)
    else:
      result = Instruction("extractbits", load.type, [value], loc=load.loc,
                           attrs={"offset": offset * 8})
    out.append(result)
    return result

  def insert(self, slot, offset, old, value, store, out):
    size = self.layout.store_size(value.type)
    if slot.type.kind == "vector" and value.type.key == slot.type.elem.key and offset % size == 0:
      result = Instruction("insertelement", slot.type,
                           [old, value, int_constant(I32, offset // size)], loc=store.loc)
    else:
      result = Instruction("insertbits", slot.type, [old, value], loc=store.loc,
                           attrs={"offset": offset * 8})
    out.append(result)
    return result


def copy_pieces(layout, type_, start, length):
  """(offset, size, type) of the pieces in which a range of a type is copied: its scalars, with runs
  of bytes (padding and character arrays) taken four at a time where they are aligned."""
  pieces, end = [], start + length
  leaves = layout.leaves(type_)
  at = start
  for offset, leaf in leaves:
    size = layout.store_size(leaf)
    if offset + size <= at or offset >= end:
      continue
    low, high = max(offset, at), min(offset + size, end)
    if low == offset and high == offset + size:
      pieces.append((low, size, leaf))
    else:
      pieces.append((low, high - low, int_type((high - low) * 8)))
    at = high
  merged, index = [], 0
  while index < len(pieces):
    group = pieces[index:index + 4]
    if len(group) == 4 and group[0][0] % 4 == 0 and all(
        p[2].kind == "int" and p[1] == 1 and p[0] == group[0][0] + i
        for i, p in enumerate(group)):
      merged.append((group[0][0], 4, I32))
      index += 4
    else:
      merged.append(pieces[index])
      index += 1
  return merged
