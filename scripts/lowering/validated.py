"""Plain reads that a compare-and-swap checks.

An atomic operation that the hardware lacks is made of one that it has, as CUDA's programming guide
does for doubles:

  old = *p;
  do { assumed = old; old = atomicCAS(p, assumed, f(assumed)); } while (assumed != old);

The first read is no atomic operation; but all that is computed of what it has read is stored by a
compare-and-swap of the same element that compares with just that, so only if the element holds it.
A value that others have overwritten costs one more round. So the read is taken for a relaxed atomic
one, which an aligned load of a word is on the hardware, and the user is told.

What is computed of the read is followed together with the value that a swap would check it by, its
*guess*: the read itself, or a phi of a loop's head that the guess has reached, which is a guess of
its own in each round. A phi beside it may hold what is computed of it. Whatever is used in another
way makes the read a plain one.
"""

import re

from .cfg import dominates, predecessors, same
from .demangle import demangle
from .ir import Instruction, callee
from .math_functions import is_math_function

NOTE = "the plain read that a compare-and-swap checks is taken as atomic"

_COMPARE_AND_SWAP = {"atomicCAS", "atomicCAS_block", "atomicCAS_system", "atomic_cmpxchg",
                     "atom_cmpxchg"}
_REINTERPRETED = re.compile(r"__\w+_as_\w+")
_NUMERIC = re.compile(r"(u|ll|ull)?(max|min)|l?l?abs")  # beside mathematical functions
_PURE = {"bitcast", "trunc", "zext", "sext", "fptrunc", "fpext", "fptosi", "fptoui", "sitofp",
         "uitofp", "add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "udiv", "sdiv",
         "urem", "srem", "fadd", "fsub", "fmul", "fdiv", "fneg", "icmp", "fcmp", "select",
         "insertelement", "extractelement", "shufflevector", "insertvalue", "extractvalue",
         "freeze"}
_ADDRESS = {"getelementptr", "bitcast", "addrspacecast", "add", "mul", "sext", "zext"}


def mark_validated(function):
  """Makes such reads of a function relaxed atomic ones, with `validated` for the note."""
  instructions = [i for block in function.blocks for i in block.instructions]
  swaps = [i for i in instructions if is_compare_and_swap(i)]
  if not swaps:
    return
  users = {}
  for i in instructions:
    for operand in i.operands:
      if isinstance(operand, Instruction):
        users.setdefault(operand, []).append(i)
  for load in instructions:
    if load.op == "load" and load.type.kind in ("int", "float") and not load.attrs.get("atomic"):
      if _Read(load, swaps, users, function).is_validated():
        load.attrs.update(atomic=True, scope="", order="relaxed", validated=True)


def is_compare_and_swap(i):
  return i.op == "cmpxchg" or i.op == "call" and callee(i) is not None \
      and demangle(callee(i))[0] in _COMPARE_AND_SWAP


class _Read:
  """One plain load and all that is computed of it."""

  def __init__(self, load, swaps, users, function):
    self.load = load
    self.users = users
    self.function = function
    self.predecessors = predecessors(function)
    self.roots = []  # what its address is computed of
    self.swaps = [s for s in swaps if s.operands[1].type.bits == load.type.bits
                  and self.is_same_address(load.operands[0], s.operands[0])]

  def is_same_address(self, a, b):
    """Whether two pointers are computed alike from the same values, which are noted."""
    if a is b:
      if isinstance(a, Instruction):
        self.roots.append(a)
      return True
    if not isinstance(a, Instruction) or not isinstance(b, Instruction):
      return same(a, b)
    return a.op == b.op and a.op in _ADDRESS and a.type.key == b.type.key \
        and _element_key(a) == _element_key(b) and len(a.operands) == len(b.operands) \
        and all(map(self.is_same_address, a.operands, b.operands))

  def is_validated(self):
    """Whether all that is computed of the load reaches only swaps that compare with its guess, and
    branches that ask whether one has succeeded."""
    compared = False
    work = [(self.load, self.load)]
    seen = set(work)
    while work:
      value, guess = work.pop()
      for user in self.users.get(value, ()):
        if user in self.swaps:
          if value is user.operands[0] or _stripped(user.operands[1]) is not guess:
            return False
          compared = True
          continue
        reached = self.reached(user, value, guess)
        if reached is None:
          return False
        work += [pair for pair in reached if pair not in seen]
        seen.update(reached)
    return compared

  def reached(self, user, value, guess):
    """The values, with their guesses, that a use of a value decides; None: it must not be used so."""
    if self.asks(user, guess):
      return []
    if user.op in _PURE or _is_pure_call(user):
      return [(user, guess)]
    if user.op == "phi":
      if self.is_choice(user.block):
        return [(user, guess)]
      head = user if _stripped(value) is guess else self.guess_beside(user, value, guess)
      return [(user, head)] if head and self.keeps_address(user.block) else None
    if user.op == "br":
      join = _join(user.block)
      if join is not None and self.is_choice(join):
        return [(phi, guess) for phi in join.instructions if phi.op == "phi"]
    return None

  def guess_beside(self, phi, value, guess):
    """The phi of the same head that is the guess on each way on which `phi` is `value`, as where the new value is
    computed before the loop and at the end of each round; None if there is none."""
    ways = [block for block, operand in zip(phi.attrs["blocks"], phi.operands) if operand is value]
    for other in phi.block.instructions:
      if other.op == "phi" and other is not phi:
        values = dict(zip(other.attrs["blocks"], other.operands))
        if all(_stripped(values[block]) is guess for block in ways):
          return other
    return None

  def asks(self, i, guess):
    """Whether a comparison of the guess with the result of a swap that it was compared with only
    decides branches."""
    if i.op not in ("icmp", "fcmp") or i.attrs["predicate"] not in ("eq", "ne", "oeq", "une") \
        or any(u.op != "br" for u in self.users.get(i, ())):
      return False
    a, b = map(_stripped, i.operands)
    return guess in (a, b) and self.was_checked(guess, b if a is guess else a)

  def was_checked(self, guess, result):
    """Whether a value is what a swap has returned that compared with the guess; at the head of a loop, of each way
    that leads there."""
    if result in self.swaps:
      return _stripped(result.operands[1]) is guess
    if not isinstance(result, Instruction) or not result.op == guess.op == "phi" or result.block is not guess.block:
      return False
    results = dict(zip(result.attrs["blocks"], result.operands))
    return all(_stripped(results[block]) in self.swaps
               and _stripped(_stripped(results[block]).operands[1]) is _stripped(value)
               for block, value in zip(guess.attrs["blocks"], guess.operands))

  def is_choice(self, block):
    """Whether all ways into a block come from one branch, as in `a > b ? a : b`."""
    branches = set()
    for arm in self.predecessors[block]:
      before = self.predecessors[arm]
      branches.add(before[0] if _is_arm(arm) and len(before) == 1 else arm)
    return len(branches) == 1 and block not in branches

  def keeps_address(self, block):
    """Whether what the address is computed of stays as it is from one visit of a block to the next."""
    return all(dominates(self.function, root.block, block) for root in self.roots)


def _element_key(i):
  return i.attrs["source"].key if i.op == "getelementptr" else None


def _stripped(value):
  """A value before all that gives its bits another type only."""
  while isinstance(value, Instruction) and (
      value.op in ("bitcast", "extractvalue")
      or value.op == "call" and _REINTERPRETED.fullmatch(demangle(callee(value) or "")[0])):
    value = value.operands[0]
  return value


def _join(block):
  """Where the arms of a branch meet that only chooses a value; else None."""
  ends = {arm.successors[0] if _is_arm(arm) else arm for arm in block.successors}
  return ends.pop() if len(ends) == 1 else None


def _is_arm(block):
  return len(block.successors) == 1 \
      and all(i.op in _PURE or i.op == "br" or _is_pure_call(i) for i in block.instructions)


def _is_pure_call(i):
  name = callee(i) if i.op == "call" else None
  if name is None:
    return False
  base = demangle(name.removeprefix("llvm.").split(".")[0])[0]
  return _REINTERPRETED.fullmatch(base) is not None or _NUMERIC.fullmatch(base) is not None \
      or is_math_function(base)
