"""Control-flow facts and the removal of code that cannot be reached or is not used."""

from .ir import Constant, Instruction, int_value, is_int


def predecessors(function):
  """Block -> list of predecessor blocks; a block that branches twice to one target occurs once."""
  result = {block: [] for block in function.blocks}
  for block in function.blocks:
    for successor in dict.fromkeys(block.successors):
      result[successor].append(block)
  return result


def reverse_postorder(function):
  order, seen = [], set()
  entry = function.blocks[0]
  stack = [(entry, iter(entry.successors))]
  seen.add(entry)
  while stack:
    block, successors = stack[-1]
    for successor in successors:
      if successor not in seen:
        seen.add(successor)
        stack.append((successor, iter(successor.successors)))
        break
    else:
      order.append(block)
      stack.pop()
  order.reverse()
  return order


def reaches(block, goals, without):
  """Whether control comes from one block to some of others by other ways than through a third."""
  work, seen = [block], {without}
  while work:
    here = work.pop()
    if here in goals:
      return True
    if here not in seen:
      seen.add(here)
      work += here.successors
  return False


def dominates(function, above, block):
  """Whether each way to a block has passed another one before."""
  return above is not block and not reaches(function.blocks[0], {block}, above)


def fold_branches(function):
  """Branches on constants become jumps; true if something changed."""
  changed = False
  for block in function.blocks:
    last = block.terminator
    if last.op == "br" and last.operands:
      targets = last.attrs["targets"]
      chosen = None
      if is_int(last.operands[0]):
        chosen = targets[0] if int_value(last.operands[0]) else targets[1]
      elif targets[0] is targets[1]:
        chosen = targets[0]
    elif last.op == "switch" and is_int(last.operands[0]):
      targets = last.attrs["targets"]
      chosen = targets[0]
      for case, target in zip(last.attrs["cases"], targets[1:]):
        if case == int_value(last.operands[0]):
          chosen = target
          break
    else:
      continue
    if chosen is not None:
      for target in dict.fromkeys(targets):
        if target is not chosen:
          drop_incoming(target, block)
      last.op, last.operands = "br", []
      last.attrs = {"targets": [chosen]}
      changed = True
  return changed


def drop_incoming(block, predecessor):
  """Removes a predecessor from the phis of a block."""
  for phi in block.instructions:
    if phi.op != "phi":
      break
    blocks = phi.attrs["blocks"]
    keep = [i for i, b in enumerate(blocks) if b is not predecessor]
    phi.operands = [phi.operands[i] for i in keep]
    phi.attrs = {"blocks": [blocks[i] for i in keep]}


def remove_unreachable(function):
  reachable = set(reverse_postorder(function))
  if len(reachable) == len(function.blocks):
    return False
  for block in function.blocks:
    if block not in reachable:
      for successor in dict.fromkeys(block.successors):
        if successor in reachable:
          drop_incoming(successor, block)
  function.blocks = [b for b in function.blocks if b in reachable]
  return True


def resolver(replacements):
  """Follows chains of replacements, also inside constant expressions."""

  def resolve(value):
    seen = None
    while value in replacements:
      value = replacements[value]
      if seen is None:
        seen = 0
      seen += 1
      if seen > 100000:
        raise AssertionError("cycle of replacements")
    return value

  return resolve


def apply_replacements(function, replacements):
  if not replacements:
    return
  resolve = resolver(replacements)
  for block in function.blocks:
    for instruction in block.instructions:
      replace_operands(instruction, replacements, resolve)


def replace_operands(instruction, replacements, resolve):
  operands = instruction.operands
  for index, operand in enumerate(operands):
    if operand in replacements:
      operands[index] = resolve(operand)


_PURE = {"add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or",
         "xor", "fadd", "fsub", "fmul", "fdiv", "frem", "trunc", "zext", "sext", "fptrunc",
         "fpext", "fptoui", "fptosi", "uitofp", "sitofp", "ptrtoint", "inttoptr", "bitcast",
         "addrspacecast", "getelementptr", "icmp", "fcmp", "select", "phi", "extractelement",
         "insertelement", "shufflevector", "extractvalue", "insertvalue", "fneg", "freeze",
         "extractbits", "insertbits", "argfield", "alloca"}


def is_pure(instruction):
  """Without effect and without access to memory; a division by zero is total in the IR."""
  return instruction.op in _PURE


def remove_dead(function):
  """Removes pure instructions whose value nobody needs, cycles of phis included."""
  live, work = set(), []
  for block in function.blocks:
    for instruction in block.instructions:
      if instruction.op not in _PURE:
        work.append(instruction)
  while work:
    instruction = work.pop()
    for operand in instruction.operands:
      if isinstance(operand, Instruction) and operand not in live:
        live.add(operand)
        work.append(operand)
  for block in function.blocks:
    block.instructions = [i for i in block.instructions if i.op not in _PURE or i in live]


def simplify_phis(function, replacements=None):
  """Removes phis with one distinct operand; returns whether there were any."""
  replacements = {} if replacements is None else replacements
  resolve = resolver(replacements)
  phis = [i for b in function.blocks for i in b.instructions if i.op == "phi"]
  changed, again = False, True
  while again:
    again = False
    rest = []
    for phi in phis:
      unique = None
      for operand in phi.operands:
        operand = resolve(operand)
        if operand is phi or operand is unique or (unique is not None and same(operand, unique)):
          continue
        if unique is not None:
          rest.append(phi)
          break
        unique = operand
      else:
        if unique is None:
          unique = Constant(phi.type, "undef")
        replacements[phi] = unique
        changed = again = True
    phis = rest
  if changed:
    for block in function.blocks:
      block.instructions = [i for i in block.instructions if i not in replacements]
  apply_replacements(function, replacements)
  return changed


def same(a, b):
  """Equal constants."""
  return (isinstance(a, Constant) and isinstance(b, Constant) and a.kind == b.kind
          and a.type.key == b.type.key and a.kind != "aggregate" and a.kind != "undef"
          and a.value == b.value)
