"""Which functions and module-level variables an instruction mentions."""

from .ir import Constant, FunctionRef, Global, Instruction


def globals_of(operands):
  """Module-level variables among operands, also inside constants."""
  for operand in operands:
    if isinstance(operand, Global):
      yield operand
    elif isinstance(operand, Instruction) and operand.block is None:
      yield from globals_of(operand.operands)


def same_signature(function, call):
  return len(function.args) == len(call.operands) - 1 \
      and function.return_type.key == call.type.key \
      and all(a.type.key == o.type.key for a, o in zip(function.args, call.operands))


def function_names(operands):
  """Functions whose address occurs among operands, also inside constants."""
  for operand in operands:
    if isinstance(operand, FunctionRef):
      yield operand.name
    elif isinstance(operand, Constant) and operand.kind == "aggregate":
      yield from function_names(operand.value)
    elif isinstance(operand, Instruction) and operand.block is None:
      yield from function_names(operand.operands)
