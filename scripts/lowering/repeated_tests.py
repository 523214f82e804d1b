"""Tests of a barrier object that are repeated until they succeed, as in `while (!bar.try_wait(t));`,
are waits.

Such a loop has nothing of interest but the test: from one that fails control comes back to it
without any other effect, and what changes on the way is used nowhere else. So the test becomes a
wait that has succeeded, and the loop goes away.
"""

from .cfg import apply_replacements, is_pure
from .demangle import demangle
from .ir import Instruction, callee, int_constant, is_int, int_value
from .ptx import PtxError, parse_ptx
from .simplify import fold

_TESTS = ("__lowering_object_test", "__lowering_object_test_parity")
_QUIET = ("__nanosleep", "llvm.dbg.", "llvm.lifetime.")


def make_waits(function):
  """Marks them, with `waits`; true if there was one."""
  results = {}
  for block in function.blocks:
    for i in block.instructions:
      outcomes = _outcomes(i)
      if outcomes and not i.attrs.get("waits") and _Repetition(function, i, outcomes[0]).is_idle():
        i.attrs["waits"] = True
        results[i] = int_constant(i.type, outcomes[1])
  apply_replacements(function, results)
  return bool(results)


def _outcomes(i):
  """The values of a test that has failed and of one that has succeeded; None of what is no test."""
  if i.type.kind != "int":
    return None
  if i.op == "call":
    return (0, 1) if demangle(callee(i) or "")[0] in _TESTS else None
  if i.op != "asm" or "wait" not in i.attrs["text"] or len(i.attrs["results"]) != 1:
    return None
  try:
    test, choice = parse_ptx(i.attrs["text"])
  except (PtxError, ValueError, IndexError):
    return None
  if test.opcode[0] != "mbarrier" or test.opcode[1] not in ("try_wait", "test_wait") \
      or choice.opcode[0] != "selp" or test.guard or choice.guard:
    return None
  target, yes, no, flag = (o[1] for o in choice.operands)
  if target != "$0" or flag != test.operands[0][1] or not (yes.isdigit() and no.isdigit()):
    return None
  return int(no), int(yes)


class _Repetition:
  """The way from a test that has failed."""

  def __init__(self, function, test, failed):
    self.function, self.test = function, test
    self.known = {test: int_constant(test.type, failed)}
    self.passed, self.phis = [], set()

  def is_idle(self):
    """Whether it leads back to the test and does nothing."""
    block, first, before, seen = self.test.block, self._position() + 1, None, set()
    while block not in seen:
      for i in block.instructions[first:-1]:
        if i is self.test:
          return self._leaves_nothing()
        if not self._pass(i, before):
          return False
      if first == 0:
        seen.add(block)
      before, block, first = block, self._next(block.terminator), 0
      if block is None:
        return False
    return False

  def _position(self):
    return self.test.block.instructions.index(self.test)

  def _pass(self, i, before):
    self.passed.append(i)
    if i.op == "phi":
      self.phis.add(i)
      value = i.operands[i.attrs["blocks"].index(before)]
      self.known[i] = self.known.get(value, value if is_int(value) else None)
      return True
    if i.op == "call":
      return (callee(i) or "").startswith(_QUIET) or demangle(callee(i) or "")[0] in _QUIET
    if i.op == "asm":
      return i.attrs["text"].strip().startswith("nanosleep")
    if not is_pure(i) or i.op == "alloca":
      return False
    operands = [self.known.get(o) or o for o in i.operands]
    value = fold(Instruction(i.op, i.type, operands, attrs=i.attrs))
    self.known[i] = value if value is not None and is_int(value) else None
    return True

  def _next(self, last):
    if last.op != "br":
      return None
    targets = last.attrs["targets"]
    if not last.operands:
      return targets[0]
    condition = self.known.get(last.operands[0])
    return None if condition is None else targets[0 if int_value(condition) else 1]

  def _leaves_nothing(self):
    """Values that differ from round to round are used on the way only, and not by the test."""
    way, changing = {*self.passed, self.test}, set(self.phis)
    grown = True
    while grown:
      grown = False
      for i in self.passed:
        if i not in changing and any(o in changing for o in i.operands):
          changing.add(i)
          grown = True
    if any(o in changing for o in self.test.operands):
      return False
    return all(i in way or i.op == "br" and i.block in {p.block for p in self.passed}
               for block in self.function.blocks for i in block.instructions
               if any(o in changing for o in i.operands))
