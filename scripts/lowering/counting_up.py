"""Integer variables of loops that are never negative: they begin at no negative number, and go up by one
where a comparison with a sign has just said that there is a greater number.

    for (int i = 0; i < n; ++i)
"""

from .cfg import reaches
from .ir import Instruction, int_value, is_int


def never_negative(function):
  """Their phis."""
  return [phi for block in function.blocks for phi in block.instructions
          if phi.op == "phi" and phi.type.kind == "int" and _counts_up(phi, block)]


def _counts_up(phi, header):
  greatest = (1 << phi.type.bits - 1) - 1
  rounds = []  # the blocks that lead back
  for value, block in zip(phi.operands, phi.attrs["blocks"]):
    if is_int(value) and int_value(value) <= greatest:
      continue
    if not _is_one_more(value, phi):
      return False
    rounds.append(block)
  leaves = _when_not_below(phi, header.terminator)
  return leaves is not None and not reaches(leaves, rounds, header)


def _is_one_more(value, phi):
  return isinstance(value, Instruction) and value.op == "add" and value.operands[0] is phi \
    and is_int(value.operands[1]) and int_value(value.operands[1]) == 1


def _when_not_below(phi, last):
  """Where a block goes on if `phi < x` does not hold; None if it does not ask."""
  if last.op != "br" or len(last.attrs["targets"]) != 2:
    return None
  test = last.operands[0]
  asks = isinstance(test, Instruction) and test.op == "icmp" and test.operands[0] is phi \
    and test.attrs["predicate"] == "slt"
  return last.attrs["targets"][1] if asks else None
