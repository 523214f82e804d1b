"""Volatile variables that threads signal each other with.

On the hardware a volatile access is a relaxed atomic one of the scope of the system (PTX ISA,
"Memory Consistency Model"). In C++ it is no atomic operation, and code that leans on volatile
instead of a barrier is wrong. So it is taken for what the hardware makes of it only where it is
surely meant: when a thread *spins* on an element, that is, reads one and the same element in a loop
again and again, also by a compare-and-swap as of a lock, and leaves the loop for what it has read.
So it does where only some rounds of the loop leave the element as it is, and what it has read is
why: `if (state[p] == 0) continue; ... --p;`.
Then all volatile accesses of that array are atomic; others stay plain.
"""

from .cfg import predecessors
from .ir import Argument, Global, Instruction
from .launch_variables import is_launch_variable
from .validated import is_compare_and_swap

_ADDRESSES = ("getelementptr", "bitcast", "addrspacecast")


def mark_signals(function):
  """Makes the volatile accesses of arrays that the function spins on atomic."""
  accesses = [i for block in function.blocks for i in block.instructions
              if i.op in ("load", "store") and i.attrs.get("volatile")]
  if not accesses:
    return
  reads = [i for i in accesses if i.op == "load"]
  reads += [i for block in function.blocks for i in block.instructions if is_compare_and_swap(i)]
  signals = {_base(read.operands[0]) for read in reads if _is_spin(read, function)}
  signals.discard(None)
  for access in accesses:
    if _base(access.operands[-1]) in signals:
      access.attrs.update(atomic=True, scope="", order="relaxed")


def _base(pointer):
  """The object that a pointer points into; None where that is not plain."""
  while isinstance(pointer, Instruction) and pointer.op in _ADDRESSES:
    pointer = pointer.operands[0]
  return pointer if isinstance(pointer, (Argument, Global)) else None


def _is_spin(read, function):
  head, loop = _innermost_loop(read.block, function)
  address = read.operands[0]
  dependent = _dependent(read, loop)
  if _stays(address, loop):
    return any(block.terminator in dependent and any(s not in loop for s in block.successors)
               for block in loop)
  return any(_stays(address, loop, way) and _is_chosen(way, head, loop, dependent)
             for way in _ways_back(head, loop))


def _innermost_loop(block, function):
  """The head and the blocks of the smallest natural loop around a block; none when there is none."""
  before = predecessors(function)
  loops = []
  for head in function.blocks:
    others = _reachable(function.blocks[0], head)
    inside = {head}
    work = [b for b in before[head] if b is head or b not in others]
    while work:
      b = work.pop()
      if b not in inside:
        inside.add(b)
        work += before[b]
    if block in inside and any(head in b.successors for b in inside):
      loops.append((head, inside))
  return min(loops, key=lambda found: len(found[1]), default=(None, set()))


def _ways_back(head, loop):
  """How rounds end: the blocks from the last branch, or from those before the last meeting of
  branches, to the head."""
  for last in loop:
    if head not in last.successors:
      continue
    way = [last, head]
    while way[0] is not head:
      before = [b for b in loop if way[0] in b.successors]
      if len(before) > 1:
        yield from ([block] + way for block in before)
        break
      if len(way[0].successors) > 1:
        break
      way.insert(0, before[0])
    yield way


def _is_chosen(way, head, loop, dependent):
  """Whether a branch on what is read decides if the round ends that way."""
  def leads(block, successor):
    return [block, successor] == way[:2] \
        or successor in loop and way[0] in _reachable(successor, head)
  return any(b.terminator in dependent and len({leads(b, s) for s in b.successors}) == 2
             for b in loop)


def _reachable(entry, without):
  """The blocks that can be reached from the entry without coming to a block."""
  seen, work = set(), [entry]
  while work:
    block = work.pop()
    if block not in seen and block is not without:
      seen.add(block)
      work += block.successors
  return seen


def _stays(value, loop, way=None):
  """Whether a value is the same in each iteration, or after one that goes back that way."""
  if not isinstance(value, Instruction) or (value.block is not None and value.block not in loop):
    return True
  if value.op == "load" and _is_of_launch(value):
    return True
  if value.op == "phi":
    return way is not None and value.block is way[-1] and _after(value, way) is value
  return value.op not in ("load", "call", "atomicrmw", "cmpxchg") \
      and all(_stays(operand, loop, way) for operand in value.operands)


def _is_of_launch(load):
  """Whether a load reads `blockIdx` and the like, which no thread changes."""
  base = _base(load.operands[0])
  return isinstance(base, Global) and is_launch_variable(base)


def _after(phi, way):
  """What a phi of the head becomes on a way back to it."""
  value = phi
  for block, target in reversed(list(zip(way, way[1:]))):
    if isinstance(value, Instruction) and value.op == "phi" and value.block is target:
      value = value.operands[value.attrs["blocks"].index(block)]
  return value


def _dependent(read, loop):
  """The instructions of a loop, branches too, that what is read flows into."""
  dependent = {read}
  grows = True
  while grows:
    grows = False
    for block in loop:
      for i in block.instructions:
        if i not in dependent and any(o in dependent for o in i.operands):
          dependent.add(i)
          grows = True
  return dependent
