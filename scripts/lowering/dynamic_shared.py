"""Dynamic shared memory is one array: all that a kernel declares `extern __shared__` begins at the
same address, so what is written to one of them is read from another. A function that is not inlined is looked at
by itself."""

from .ir import Global, Instruction

_SHARED = 3  # the address space


def unify_dynamic_shared(function):
  """Makes all such arrays of a function the one that it uses first."""
  found = {}
  _visit(function, lambda value: found.setdefault(value, None))
  if len(found) < 2:
    return
  first = next(iter(found))
  _visit(function, lambda value: first)


def _visit(function, visit):
  """Replaces each use of such an array by what `visit` says of it; None keeps it."""
  work = [i for block in reversed(function.blocks) for i in reversed(block.instructions)]
  while work:
    instruction = work.pop()
    for index, operand in enumerate(instruction.operands):
      if isinstance(operand, Global) and operand.external and operand.space == _SHARED:
        instruction.operands[index] = visit(operand) or operand
      elif isinstance(operand, Instruction) and operand.block is None:
        work.append(operand)  # a constant expression
