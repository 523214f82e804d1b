"""Memory that device code allocates: `new`, `malloc`, and arrays of a size that is not constant.

Each allocation in the source is a private array of its own: no other thread can have its address,
for where it might get there (into memory that threads share, or into an integer) the lowering
refuses it. What two executions of one allocation return are arbitrary places of that array.
"""

from .errors import fail
from .ir import callee

ALLOCATION = frozenset(("_Znwj", "_Znaj", "_Znwm", "_Znam", "malloc", "calloc", "alloca",
                        "_ZnwjRKSt9nothrow_t", "_ZnajRKSt9nothrow_t", "_ZnwmRKSt9nothrow_t",
                        "_ZnamRKSt9nothrow_t"))
DEALLOCATION = frozenset(("_ZdlPv", "_ZdaPv", "_ZdlPvj", "_ZdlPvm", "_ZdaPvj", "_ZdaPvm", "free"))


def allocations(functions, module):
  """The calls in some functions that allocate, and the variables of a size that is not constant."""
  for function in functions:
    for block in function.blocks:
      for i in block.instructions:
        if i.op == "alloca" and i.attrs["variable"]:
          yield function, i
        elif i.op == "call" and callee(i) in ALLOCATION:
          target = module.functions.get(callee(i))
          if target is None or not target.defined:
            yield function, i


def check_escapes(program):
  """Refuses allocations whose address other threads may get."""
  calls = {array: call for call, array in program.objects.heap.items()}

  def refuse(targets):
    for target in targets:
      if target in calls:
        fail("memory that the device allocates and that other threads may reach is not supported: "
             "it has one object for each thread here", calls[target].loc)

  for array, targets in program.points.contents.items():
    if array.space:
      refuse(targets)
  for function in program.functions.all:
    for block in function.blocks:
      for i in block.instructions:
        if i.op == "ptrtoint" or i.op == "asm" and i.attrs["results"] \
            and "ld." not in i.attrs["text"]:
          for operand in i.operands:
            refuse(program.points.of(operand))
