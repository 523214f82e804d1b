"""Finds what belongs to annotations.

`mark_annotations` runs on the code as clang wrote it, before locals become values: the loads
written inside an annotation are no accesses of the program; they will be array selects in an
expression.
`flatten_conditions` turns the branches of `&&`, `||` and `?:` inside annotations back into
expressions, so that an invariant in a loop condition stays in the loop's head.
"""

from .cfg import is_pure, predecessors, reverse_postorder, simplify_phis
from .demangle import demangle
from .ir import Constant, Instruction, callee
from .lltypes import VOID
from .promote import ignorable

_STATEMENTS = {"__assert", "__global_assert", "__candidate_assert", "__candidate_global_assert",
               "__invariant", "__global_invariant", "__candidate_invariant",
               "__candidate_global_invariant", "__assume", "__requires", "__global_requires",
               "__ensures", "__global_ensures", "__function_wide_invariant",
               "__function_wide_candidate_invariant", "__bugle_assert", "__axiom",
               "__lowering_forall"}
# Clang keeps what they return in local variables, so that it is not seen where it goes.
_WITHIN_ANNOTATIONS = {"__lowering_forall", "__lowering_index_int", "__lowering_index_long"}


def annotation_name(call):
  name = callee(call)
  return demangle(name)[0] if name else ""


def is_annotation(instruction):
  """Whether a call is an annotation with a condition."""
  if instruction.op != "call":
    return False
  return has_condition(annotation_name(instruction))


def has_condition(name):
  """Whether the annotation of this name states a condition."""
  return name in _STATEMENTS or name.startswith("__barrier_invariant_")


def mark_annotations(function):
  seen = set()
  for block in function.blocks:
    for instruction in block.instructions:
      if instruction.op == "call" and annotation_name(instruction) in _WITHIN_ANNOTATIONS:
        instruction.attrs["annotation"] = True
      if is_annotation(instruction):
        work = list(instruction.operands[:-1])
        while work:
          value = work.pop()
          if not isinstance(value, Instruction) or value in seen:
            continue
          seen.add(value)
          if value.op == "load":
            if _is_local(value.operands[0]):
              continue
            value.attrs["unlogged"] = True
          elif value.op == "call":
            value.attrs["annotation"] = True
          elif value.op == "alloca":
            continue
          if value.op == "phi":
            work += [b.terminator for b in value.attrs["blocks"]]
          work += value.operands
  _mark_regions(function)


def _is_local(pointer):
  while isinstance(pointer, Instruction) and pointer.op in ("getelementptr", "bitcast",
                                                           "addrspacecast"):
    pointer = pointer.operands[0]
  return isinstance(pointer, Instruction) and pointer.op == "alloca"


def _mark_regions(function):
  """Loads between __non_temporal_loads_begin and _end."""
  inside = {function.blocks[0]: False}
  for block in reverse_postorder(function):
    state = inside.get(block, False)
    for instruction in block.instructions:
      if instruction.op == "call":
        name = annotation_name(instruction)
        if name == "__non_temporal_loads_begin":
          state = True
        elif name == "__non_temporal_loads_end":
          state = False
      elif state and instruction.op == "load" and not _is_local(instruction.operands[0]):
        instruction.attrs["unlogged"] = True
    for successor in block.successors:
      inside.setdefault(successor, state)


def tainted_by(function, loads):
  """The pure instructions that depend on loads of annotations, and those loads."""
  tainted = set(loads)
  if not loads:
    return tainted
  changed = True
  while changed:
    changed = False
    for block in function.blocks:
      for i in block.instructions:
        if i not in tainted and (is_pure(i) and i.op != "phi" or i.op == "call"
                                 and i.attrs.get("annotation")) \
            and any(o in tainted for o in i.operands):
          tainted.add(i)
          changed = True
  return tainted


def flatten_conditions(function):
  """Removes the branches inside annotations."""
  while _flatten_one(function):
    pass


def _flatten_one(function):
  users = None
  preds = predecessors(function)
  for merge in function.blocks:
    phis = [i for i in merge.instructions if i.op == "phi"]
    if not phis or len(preds[merge]) < 2:
      continue
    if users is None:
      users = _users(function)
    if not all(_is_unset(p) or p.type.kind == "int" and _only_annotations(p, users, set())
               for p in phis):
      continue
    for arm in preds[merge]:
      if len(preds[arm]) != 1 or len(arm.successors) != 1 or not _harmless(arm):
        continue
      head = preds[arm][0]
      last = head.terminator
      if last.op != "br" or not last.operands:
        continue
      yes, no = last.attrs["targets"]
      other = no if yes is arm else yes
      if other is not merge:
        if len(preds[other]) != 1 or list(other.successors) != [merge] or not _harmless(other) \
            or other.instructions[0].op == "phi":
          continue
      if arm.instructions[0].op == "phi":
        continue
      _join(function, head, arm, other, merge, phis, yes is arm)
      return True
  return False


def _join(function, head, arm, other, merge, phis, arm_first):
  last = head.instructions.pop()
  cond = last.operands[0]
  moved = [arm] if other is merge else [arm, other]
  for block in moved:
    for instruction in block.instructions[:-1]:
      instruction.block = head
      head.instructions.append(instruction)
  source = head if other is merge else other
  for phi in phis:
    blocks = phi.attrs["blocks"]
    in_arm = phi.operands[blocks.index(arm)]
    in_other = phi.operands[blocks.index(source)]
    values = [in_arm, in_other] if arm_first else [in_other, in_arm]
    if _is_unset(phi):
      choice = in_arm
    else:
      choice = Instruction("select", phi.type, [cond] + values, loc=last.loc)
      choice.block = head
      head.instructions.append(choice)
    keep = [n for n, b in enumerate(blocks) if b not in (arm, source)]
    phi.operands = [phi.operands[n] for n in keep] + [choice]
    phi.attrs = {"blocks": [blocks[n] for n in keep] + [head]}
  jump = Instruction("br", VOID, [], loc=last.loc, attrs={"targets": [merge]})
  jump.block = head
  head.instructions.append(jump)
  function.blocks = [b for b in function.blocks if b not in moved]
  simplify_phis(function)
  preds = predecessors(function)
  if len(preds[merge]) == 1 and merge.instructions[0].op != "phi":
    _append(function, head, merge)


def _append(function, head, merge):
  """Joins a block to its only predecessor."""
  head.instructions.pop()
  for instruction in merge.instructions:
    instruction.block = head
  head.instructions.extend(merge.instructions)
  for successor in dict.fromkeys(head.successors):
    for phi in successor.instructions:
      if phi.op != "phi":
        break
      phi.attrs = {"blocks": [head if b is merge else b for b in phi.attrs["blocks"]]}
  function.blocks.remove(merge)


def _users(function):
  users = {}
  for block in function.blocks:
    for instruction in block.instructions:
      for operand in instruction.operands:
        if isinstance(operand, Instruction):
          users.setdefault(operand, []).append(instruction)
  return users


def _is_unset(phi):
  """Whether it carries a variable that has no value yet."""
  return all(isinstance(o, Constant) and o.kind == "undef" for o in phi.operands)


def _only_annotations(value, users, seen):
  if value in seen:
    return True
  seen.add(value)
  for user in users.get(value, ()):
    if is_annotation(user) or user.op == "call" and user.attrs.get("annotation"):
      continue
    if not (is_pure(user) and _only_annotations(user, users, seen)):
      return False
  return True


def _harmless(block):
  """Whether a block only computes values for annotations."""
  for instruction in block.instructions[:-1]:
    if is_pure(instruction) or ignorable(instruction):
      continue
    if instruction.op in ("load", "call") and (instruction.attrs.get("unlogged")
                                               or instruction.attrs.get("annotation")):
      continue
    return False
  return True
