"""Scope and order of atomic operations and fences in the words of the IR, as attributes of a call.

The scope (thread, block, cluster, device, system) says between which threads an operation is
atomic. What is not understood is refused, never taken for more than it says.
"""

from .errors import fail
from .ir import int_value, is_int

_OPENCL_SCOPES = ("thread", "block", "device", "system")  # memory_scope_work_item and so on
_LLVM_SCOPES = {"": "system", "singlethread": "thread", "block": "block", "workgroup": "block",
                "cluster": "cluster", "device": "device", "agent": "device"}
_OPENCL_ORDERS = {0: "relaxed", 1: "acquire", 2: "acquire", 3: "release", 4: "acq_rel",
                  5: "seq_cst"}  # memory_order_relaxed and so on; 1 is C's consume
LLVM_ORDERS = {"unordered": "relaxed", "monotonic": "relaxed", "acquire": "acquire",
               "release": "release", "acq_rel": "acq_rel", "seq_cst": "seq_cst"}


def attributes(scope="device", order="relaxed"):
  """With a blank before each; nothing for what the IR takes for granted."""
  return ("" if scope == "device" else f' {{:scope "{scope}"}}') \
      + ("" if order == "relaxed" else f' {{:order "{order}"}}')


def opencl_scope(argument, place):
  """Of an argument of type memory_scope."""
  if not is_int(argument):
    fail("an atomic operation or fence whose scope is not constant is not supported", place)
  number = int_value(argument)
  if number >= len(_OPENCL_SCOPES):
    fail("an atomic operation or fence of the scope of a sub-group is not supported", place)
  return _OPENCL_SCOPES[number]


def opencl_order(argument, place):
  """Of an argument of type memory_order."""
  if not is_int(argument):
    fail("an atomic operation or fence whose order is not constant is not supported", place)
  return _OPENCL_ORDERS[int_value(argument)]


def of_opencl(arguments, number, place):
  """Of a function of OpenCL 2 whose order is argument `number`, and its scope the next one; where
  they are missing, it is sequentially consistent on the device."""
  scope, order = "device", "seq_cst"
  if len(arguments) > number:
    order = opencl_order(arguments[number], place)
  if len(arguments) > number + 1:
    scope = opencl_scope(arguments[number + 1], place)
  return attributes(scope, order)


def llvm_scope(name, place):
  """Of an instruction's syncscope("name"); without one, "" is the whole system."""
  if name not in _LLVM_SCOPES:
    fail(f"an atomic operation of scope '{name}' is not supported", place)
  return _LLVM_SCOPES[name]


def of_llvm(instruction):
  return attributes(llvm_scope(instruction.attrs["scope"], instruction.loc),
                    instruction.attrs["order"])
