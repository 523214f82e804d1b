"""OpenCL's functions of sub-groups and work-groups.

Sub-groups are taken to be consecutive work-items, as many as `sub_group_size` says, with a note:
the standard leaves that to the device. What a work-group or sub-group exchanges orders no memory.
"""

import re

from . import primitives
from .demangle import is_unsigned
from .errors import fail
from .expr import (add, binary, bool_of, both, bv_of, compare, equal, extend, extract, implies, ite,
                   lit, resize, uninterpreted)


def _note(emitter, place):
  emitter.program.declarations.sub_groups = True
  emitter.program.note("sub-groups are taken to be work-items in a row, "
                       f"{emitter.program.options.warp_size} of them (--warp-sync)", place)


def _local_id(emitter):
  part = emitter.program.launch.part_of_rank
  row = add(binary("MUL", part("local_id", "z"), part("group_size", "y")), part("local_id", "y"))
  return resize(add(binary("MUL", row, part("group_size", "x")), part("local_id", "x")), 32)


def _group_size(emitter):
  x, y, z = (emitter.program.launch.part_of_rank("group_size", axis) for axis in "xyz")
  return resize(binary("MUL", binary("MUL", x, y), z), 32)


def _warp_size(emitter):
  return emitter.program.launch.variable("sub_group_size", 32)


def _number_of(emitter, identity):
  return binary("UDIV", identity, _warp_size(emitter))


def _sub_groups(emitter):
  last = binary("SUB", _group_size(emitter), lit(1, 32))
  return add(_number_of(emitter, last), lit(1, 32))


def _size_of_own(emitter):
  """The last sub-group of a work-group may be smaller."""
  first = binary("MUL", _number_of(emitter, _local_id(emitter)), _warp_size(emitter))
  rest = binary("SUB", _group_size(emitter), first)
  return ite(compare("ULT", rest, _warp_size(emitter)), rest, _warp_size(emitter))


def _query(function):
  def handler(emitter, i, arguments, codes):
    _note(emitter, i.loc)
    return function(emitter)
  return handler


# Sub-groups

def _sub_group_barrier(emitter, i, arguments, codes):
  _note(emitter, i.loc)
  flags = emitter.bv(arguments[0])
  primitives.warp_barrier(emitter, i.loc, primitives.full_mask(emitter), "sub_group_barrier",
                          (extract(flags, 1, 0), extract(flags, 2, 1)))


def _lanes(name, function):
  """`function(emitter, i, mask, arguments)`, of all lanes that there are."""
  def handler(emitter, i, arguments, codes):
    _note(emitter, i.loc)
    return function(emitter, i, name, primitives.full_mask(emitter), arguments, codes)
  return handler


def _vote(kind):
  def function(emitter, i, name, mask, arguments, codes):
    flag = bool_of(emitter.bv(arguments[0]))
    return extend(bv_of(primitives.vote(emitter, i.loc, name, kind, mask, flag)), 32, False)
  return function


def _shuffle(kind):
  def function(emitter, i, name, mask, arguments, codes):
    value, lane = emitter.bv(arguments[0]), resize(emitter.bv(arguments[1]), 32)
    return emitter.split(primitives.shuffle(emitter, i.loc, name, kind, mask, value, lane), i.type)
  return function


def _reduce(operation):
  def function(emitter, i, name, mask, arguments, codes):
    bits = emitter.layout.store_bits(i.type)
    if i.type.kind == "int":
      sign = "u" if operation in ("min", "max") and is_unsigned(codes[0]) else ""
      kind, value = f"reduce_{sign}{operation}", emitter.bv(arguments[0])
    else:  # rounded in an order that is not known: any value, but all lanes get the same
      kind, value = "reduce_xor", emitter.unknown(bits)
    return primitives.exchange(emitter, i.loc, name, kind, mask, [("value", value)], [bits])[0]
  return function


def _opaque(emitter, i, name, mask, arguments, codes):
  primitives.exchange(emitter, i.loc, name, "opaque", mask, [], [])
  return emitter.filled(i.type, emitter.unknown)


# Work-groups: they come together, and no memory is ordered.

def _work_group(name, uniform):
  def handler(emitter, i, arguments, codes):
    primitives.block_execution_barrier(emitter, i.loc, name)
    result = emitter.filled(i.type, emitter.unknown)
    if uniform:
      emitter.line(f"assume {emitter.text(_same_in_group(emitter.program, bv_of(result)))};")
    return result
  return handler


def _same_in_group(program, e):
  """Both threads of the pair hold the same value if they are of one group."""
  other = lambda x: uninterpreted(f"__other_bv{x.width}", (x,), x.width)
  condition = None
  for axis in "xyz":
    part = program.launch.part_of_rank("group_id", axis)
    same = equal(part, other(part))
    condition = same if condition is None else both(condition, same)
  return implies(condition, equal(e, other(e)))


def _work_group_vote(name, reduction):
  def handler(emitter, i, arguments, codes):
    flag = bool_of(emitter.bv(arguments[0]))
    return primitives.voting_barrier(emitter, i.loc, name, reduction, flag, 32, False)
  return handler


_COLLECTIVE = re.compile(r"(?:sub|work)_group_\w+$|_*\w+_pipe(?:_\d)?$")


def refuse_unknown(i, name):
  """Groups do more than is known here; what nobody knows must not pass for an arbitrary value."""
  if _COLLECTIVE.match(name):
    fail(f"{name.strip('_')} is not supported", i.loc)


GROUPS = {
    "get_sub_group_local_id": _query(
        lambda e: binary("UREM", _local_id(e), _warp_size(e))),
    "get_sub_group_id": _query(lambda e: _number_of(e, _local_id(e))),
    "get_max_sub_group_size": _query(_warp_size), "get_sub_group_size": _query(_size_of_own),
    "get_num_sub_groups": _query(_sub_groups), "get_enqueued_num_sub_groups": _query(_sub_groups),
    "sub_group_barrier": _sub_group_barrier,
    "work_group_all": _work_group_vote("work_group_all", "and"),
    "work_group_any": _work_group_vote("work_group_any", "or"),
    "work_group_broadcast": _work_group("work_group_broadcast", True),
}
for _name, _function in (("any", _vote("any")), ("all", _vote("all")),
                         ("broadcast", _shuffle("shfl")), ("shuffle", _shuffle("shfl")),
                         ("shuffle_xor", _shuffle("shfl_xor"))):
  GROUPS["sub_group_" + _name] = _lanes("sub_group_" + _name, _function)
for _operation in ("add", "min", "max"):
  _name = "sub_group_reduce_" + _operation
  GROUPS[_name] = _lanes(_name, _reduce(_operation))
  GROUPS["work_group_reduce_" + _operation] = _work_group("work_group_reduce_" + _operation, True)
  for _kind in ("inclusive", "exclusive"):
    _name = f"group_scan_{_kind}_{_operation}"
    GROUPS["sub_" + _name] = _lanes("sub_" + _name, _opaque)
    GROUPS["work_" + _name] = _work_group("work_" + _name, False)
