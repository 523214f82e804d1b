"""Shared memory that other blocks of a cluster reach (`map_shared_rank`).

Such a variable becomes a global array in which each block of the grid has a piece of its own, so
that threads of several blocks meet in it as they do in other global memory. A block's piece goes
when the block ends: after the last access to that of another block all must meet, in a barrier of
the cluster or of the grid; else the kernel is refused.
"""

from .demangle import demangle
from .errors import fail
from .expr import add, binary, compare, extend, lit
from .ir import Global, Instruction, callee
from .references import globals_of

PIECE = 1 << 18  # bytes; no block has more shared memory

_SHARED = 3  # the address space
_DISTANCE = "__lowering_distance"  # (variable, block, its rank, blocks of a cluster): bytes to its piece
_MEETINGS = ("__lowering_cluster_barrier", "__lowering_cluster_wait", "__lowering_grid_barrier",
             "__lowering_grid_wait")


def distributed_variables(functions):
  """The shared variables that are reached so; all that are used where it is not plain which."""
  found, used = set(), set()
  for function in functions:
    calls = []
    for block in function.blocks:
      for i in block.instructions:
        used.update(v for v in globals_of(i.operands) if v.space == _SHARED)
        if _calls(i, (_DISTANCE,)):
          calls.append(i)
    for call in calls:
      roots = _roots(call.operands[0])
      found.update(used if None in roots else roots)
    if calls:
      _check_end(function, calls)
  return found


def place_of_block(emitter):
  """The place of the thread's block among all blocks."""
  part = emitter.program.launch.part_of_rank
  index, size = ([part(name, axis) for axis in "xyz"] for name in ("group_id", "num_groups"))
  rank = index[2]
  for axis in (1, 0):
    rank = add(binary("MUL", rank, size[axis]), index[axis])
  return extend(rank, emitter.bits, False)


def distance(emitter, i, arguments, codes):
  block, rank, blocks = (emitter.bv(argument) for argument in arguments[1:])
  if emitter.bounded.hangs_on_contents(i.operands[2]):
    emitter.program.note("what contents of memory say of the ranks of blocks is taken to be within the "
                         "cluster, unless bounds are checked", i.loc)
    emitter.line(f"assume {{:within_array}} {emitter.text(compare('ULT', rank, blocks))};")
  other = extend(block, emitter.bits, False)
  apart = binary("SUB", other, place_of_block(emitter))
  return binary("MUL", apart, lit(PIECE, emitter.bits))


def _calls(i, names):
  name = callee(i) if i.op == "call" else None
  return name is not None and demangle(name)[0] in names


def _roots(pointer):
  """The variables that a pointer may point into; None among them: others, too."""
  found, work, seen = set(), [pointer], set()
  while work:
    value = work.pop()
    if value in seen:
      continue
    seen.add(value)
    if isinstance(value, Global):
      found.add(value)
    elif isinstance(value, Instruction) and value.op in ("getelementptr", "bitcast",
                                                         "addrspacecast"):
      work.append(value.operands[0])
    elif isinstance(value, Instruction) and value.op in ("phi", "select"):
      work += value.operands[1 if value.op == "select" else 0:]
    else:
      found.add(None)
  return found


def _check_end(function, calls):
  """Refuses accesses by the distance of another block after which a thread may end at once."""
  reached = set(calls)
  instructions = [i for block in function.blocks for i in block.instructions]
  grown = True
  while grown:
    grown = False
    for i in instructions:
      if i not in reached and _leads_on(i) and any(o in reached for o in i.operands):
        reached.add(i)
        grown = True
  for i in instructions:
    if i not in calls and any(o in reached for o in _places(i)) and _may_end(i):
      fail("a block may end while its shared memory is still accessed by another one of the "
           "cluster: that a barrier of the cluster does not follow", i.loc)


def _leads_on(i):
  """Whether what it makes of a place may be one: what is read there is none, but for a pointer."""
  return i.op not in ("load", "atomicrmw", "cmpxchg", "call") or i.type.is_pointer


def _places(i):
  """The operands that an instruction accesses memory by."""
  if i.op == "store":
    return i.operands[1:2]
  if i.op == "call":
    return i.operands
  return i.operands[:1] if i.op in ("load", "atomicrmw", "cmpxchg") else []


def _may_end(access):
  block = access.block
  open_, seen = [(block, block.instructions.index(access) + 1)], set()
  while open_:
    block, first = open_.pop()
    if any(_calls(i, _MEETINGS) for i in block.instructions[first:]):
      continue
    if block.terminator.op == "ret":
      return True
    for successor in block.successors:
      if successor not in seen:
        seen.add(successor)
        open_.append((successor, 0))
  return False
