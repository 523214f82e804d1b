"""Which functions and module-level variables an instruction mentions."""

from .ir import Constant, FunctionRef, Global, Instruction


def globalsOf(operands):
  """Module-level variables among operands, also inside constants."""
  for operand in operands:
    if isinstance(operand, Global):
      yield operand
    elif isinstance(operand, Instruction) and operand.block is None:
      yield from globalsOf(operand.operands)


def sameSignature(function, call):
  return len(function.args) == len(call.operands) - 1 \
      and function.returnType.key == call.type.key \
      and all(a.type.key == o.type.key for a, o in zip(function.args, call.operands))


def functionNames(operands):
  """Functions whose address occurs among operands, also inside constants."""
  for operand in operands:
    if isinstance(operand, FunctionRef):
      yield operand.name
    elif isinstance(operand, Constant) and operand.kind == "aggregate":
      yield from functionNames(operand.value)
    elif isinstance(operand, Instruction) and operand.block is None:
      yield from functionNames(operand.operands)
