"""Plain reads that a compare-and-swap checks.

An atomic operation that the hardware lacks is made of one that it has, as CUDA's programming guide
does for doubles:

  old = *p;
  do { assumed = old; old = atomicCAS(p, assumed, f(assumed)); } while (assumed != old);

The first read is no atomic operation; but what it has read decides about nothing but what the
compare-and-swap of the same element compares with and stores, and that is stored only if the
element holds it. A value that others have overwritten costs one more round. So the read is taken
for a relaxed atomic one, which an aligned load of a word is on the hardware, and the user is told.
"""

import re

from .demangle import demangle
from .ir import Instruction, callee
from .math_functions import is_math_function

NOTE = "the plain read that a compare-and-swap checks is taken as atomic"

_COMPARE_AND_SWAP = {"atomicCAS", "atomicCAS_block", "atomicCAS_system", "atomic_cmpxchg",
                     "atom_cmpxchg"}
_NUMERIC = re.compile(r"__\w+_as_\w+|(u|ll|ull)?(max|min)|l?l?abs")  # beside mathematical ones
_PURE = {"bitcast", "trunc", "zext", "sext", "fptrunc", "fpext", "fptosi", "fptoui", "sitofp",
         "uitofp", "add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "udiv", "sdiv",
         "urem", "srem", "fadd", "fsub", "fmul", "fdiv", "fneg", "icmp", "fcmp", "select",
         "insertelement", "extractelement", "shufflevector", "insertvalue", "extractvalue",
         "freeze"}


def mark_validated(function):
  """Makes such reads of a function relaxed atomic ones, with `validated` for the note."""
  instructions = [i for block in function.blocks for i in block.instructions]
  swaps = [i for i in instructions if _is_swap(i)]
  if not swaps:
    return
  users = {}
  for i in instructions:
    for operand in i.operands:
      if isinstance(operand, Instruction):
        users.setdefault(operand, []).append(i)
  plain = [i for i in instructions if i.op == "load" and i.type.kind in ("int", "float")
           and not i.attrs.get("atomic")]
  for load in plain:
    own = [s for s in swaps if _same(s.operands[0], load.operands[0])]
    if _is_validated(load, own, users):
      load.attrs.update(atomic=True, scope="", order="relaxed", validated=True)


def _is_swap(i):
  return i.op == "cmpxchg" or i.op == "call" and callee(i) is not None \
      and demangle(callee(i))[0] in _COMPARE_AND_SWAP


def _same(a, b):
  """Whether two pointers are computed alike from the same values."""
  if a is b:
    return True
  return isinstance(a, Instruction) and isinstance(b, Instruction) and a.op == b.op \
      and a.op in ("getelementptr", "bitcast", "addrspacecast", "add", "mul", "sext", "zext") \
      and len(a.operands) == len(b.operands) and all(map(_same, a.operands, b.operands)) \
      and a.type.key == b.type.key


def _is_validated(load, swaps, users):
  """Whether what is loaded, and what is computed of it, only reaches the swaps and the branch that
  asks whether one has succeeded."""
  compared = False
  seen, work = {load}, [load]
  hints = {load}  # what may be the loaded value itself
  while work:
    value = work.pop()
    for user in users.get(value, ()):
      if user in swaps:
        if value is user.operands[0]:
          return False
        compared = compared or value in hints and value is user.operands[1]
      elif user.op == "phi" or user.op in _PURE and not _asks(user, swaps, users):
        if user.op in ("phi", "bitcast") and value in hints:
          hints.add(user)
        if user not in seen:
          seen.add(user)
          work.append(user)
      elif user.op == "br" and _join(user.block) is not None:
        chosen = [i for i in _join(user.block).instructions if i.op == "phi" and i not in seen]
        seen.update(chosen)
        work += chosen
      elif not _is_pure_call(user) and user.op not in _PURE:
        return False
      elif user.op == "call" and user not in seen:
        seen.add(user)
        work.append(user)
  return compared


def _join(block):
  """Where the arms of a branch meet that only chooses a value, as `a > b ? a : b` does; else None."""
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
  return _NUMERIC.fullmatch(base) is not None or is_math_function(base)


def _asks(i, swaps, users):
  """Whether a comparison with a swap's result only decides a branch."""
  return i.op == "icmp" and any(_is_result(o, swaps) for o in i.operands) \
      and all(u.op == "br" for u in users.get(i, ()))


def _is_result(value, swaps):
  while isinstance(value, Instruction) and value.op in ("extractvalue", "bitcast"):
    value = value.operands[0]
  return value in swaps
