"""CUDA's functions that synchronise, exchange values between lanes or copy asynchronously, and the
`__lowering_` functions that the headers make everything else of."""

from . import atomicity, primitives
from .alignment import check_copy
from .distributed import distance
from .errors import fail
from .expr import (binary, bool_of, boolean, both, bv_of, equal, extend, extract, is_lit, lit, resize,
                   uninterpreted, var)
from .ir import int_value, is_int

_ORDERS = ("relaxed", "acquire", "acquire", "release", "acq_rel", "seq_cst")  # as in __ATOMIC_
_SCOPES = {0: "system", 1: "device", 2: "block", 3: "cluster", 10: "thread"}  # cuda::thread_scope
_COPY_SIZES = (4, 8, 16)  # of __pipeline_memcpy_async, which its places are multiples of
_ATOMIC_TYPES = {"i": "int", "j": "unsigned_int", "y": "unsigned_long_long_int",
                 "x": "long_long_int", "f": "float", "d": "double", "l": "int",
                 "m": "unsigned_int", "t": "unsigned_short", "s": "short", "h": "unsigned_char",
                 "a": "char", "c": "char"}


def _bv(emitter, argument, width=32):
  return resize(emitter.bv(argument), width)


def _constant(i, argument, what):
  if not is_int(argument):
    fail(f"{what} that is not constant is not supported", i.loc)
  return int_value(argument)


# Barriers

def _block_barrier(emitter, i, arguments, codes):
  primitives.block_barrier(emitter, i.loc)


def _grid_barrier(emitter, i, arguments, codes):
  primitives.grid_barrier(emitter, i.loc)


def _voting_barrier(reduction):
  def handler(emitter, i, arguments, codes):
    flag = bool_of(emitter.scalar(arguments[0]))
    return primitives.voting_barrier(emitter, i.loc, f"__syncthreads_{reduction}", reduction, flag,
                                     32)
  return handler


def _half(name, scope, mark):
  return lambda emitter, i, arguments, codes: \
      primitives.scoped_barrier(emitter, i.loc, name, scope, mark)


def _named_barrier(emitter, i, arguments, codes):
  number, count = (_bv(emitter, a) for a in arguments)
  primitives.named_barrier(emitter, i.loc, "__barrier_sync_count", number, count)


def _barrier_of_all(emitter, i, arguments, codes):
  """__barrier_sync(id): of as many threads as the block has."""
  number = _bv(emitter, arguments[0])
  named_or_block(emitter, i.loc, "__barrier_sync", number)


def named_or_block(emitter, place, name, number):
  """Barrier `number` for all threads of the block; 0 is the block's own."""
  if number.kind == "lit" and number.name == 0:
    primitives.block_barrier(emitter, place)
  else:
    primitives.named_barrier(emitter, place, name, number, block_size(emitter))


def block_size(emitter):
  """Threads of a block."""
  x, y, z = (emitter.program.launch.part_of_rank("group_size", axis) for axis in "xyz")
  return binary("MUL", binary("MUL", x, y), z)


def _tile_barrier(relaxed):
  def handler(emitter, i, arguments, codes):
    name = "tile of threads" if relaxed else "tile.sync"
    primitives.tile_barrier(emitter, i.loc, _bv(emitter, arguments[0]), name, relaxed)
  return handler


def _warp_barrier(emitter, i, arguments, codes):
  primitives.warp_barrier(emitter, i.loc, emitter.bv(arguments[0]))


# Lanes

def _of_lanes(function, name):
  """A handler for a function whose first argument is a mask, or (older ones, whose names do not end
  in `_sync`) that is of the lanes that happen to be there."""
  def handler(emitter, i, arguments, codes):
    if name.endswith("_sync"):
      mask, rest = emitter.bv(arguments[0]), arguments[1:]
    else:
      mask, rest = primitives.active_mask(emitter, i.loc, name), arguments
    return function(emitter, i, name, mask, rest)
  return handler


def _shuffle(kind):
  def function(emitter, i, name, mask, arguments):
    value = emitter.bv(arguments[0])
    lane, width = (_bv(emitter, a) for a in arguments[1:])
    return emitter.split(primitives.shuffle(emitter, i.loc, name, kind, mask, value, lane, width),
                         i.type)
  return function


def _vote(kind):
  def function(emitter, i, name, mask, arguments):
    flag = bool_of(emitter.scalar(arguments[0]))
    result = primitives.vote(emitter, i.loc, name, kind, mask, flag)
    return resize(bv_of(result), emitter.layout.store_bits(i.type))
  return function


def _vote_of_pair(name):
  """Inside an annotation `__all` speaks about both threads of the pair."""
  def handler(emitter, i, arguments, codes):
    if not i.attrs.get("annotation"):
      return _of_lanes(_vote(name.strip("_")), name)(emitter, i, arguments, codes)
    p = bool_of(emitter.scalar(arguments[0]))
    other = uninterpreted("__other_bool", (p,), 0)
    return extend(bv_of(both(p, other)), emitter.layout.store_bits(i.type), False)
  return handler


def _match_any(emitter, i, name, mask, arguments):
  value = emitter.bv(arguments[0])
  result = primitives.exchange(emitter, i.loc, name, "match_any", mask, [("value", value)],
                               [primitives.mask_width(emitter)])[0]
  return resize(result, emitter.layout.store_bits(i.type))


def _match_all(emitter, i, name, mask, arguments):
  """The flag goes to what the last argument points to."""
  value = emitter.bv(arguments[0])
  result, flag = primitives.exchange(emitter, i.loc, name, "match_all", mask, [("value", value)],
                                     [primitives.mask_width(emitter), 0])
  emitter.store_bytes(emitter.pointer(arguments[1]), extend(bv_of(flag), 32, False), 4)
  return resize(result, emitter.layout.store_bits(i.type))


def _reduce(operation):
  """`operation` with the sign that the value's type asks for: __reduce_min_sync and its like."""
  def handler(emitter, i, arguments, codes):
    is_unsigned = codes[1] in ("j", "m", "y", "h", "t")
    kind = "u" + operation if is_unsigned and operation in ("min", "max") else operation
    return primitives.exchange(emitter, i.loc, f"__reduce_{operation}_sync", "reduce_" + kind,
                               emitter.bv(arguments[0]), [("value", emitter.bv(arguments[1]))],
                               [emitter.layout.store_bits(i.type)])[0]
  return handler


def _active_mask(emitter, i, arguments, codes):
  return resize(primitives.active_mask(emitter, i.loc), emitter.layout.store_bits(i.type))


def _opaque_exchange(emitter, i, arguments, codes):
  primitives.exchange(emitter, i.loc, "exchange of a group", "opaque", emitter.bv(arguments[0]), [],
                      [])


def elected(emitter, mask, place=None):
  """The lane of a mask that elect.sync chooses: any, but always the same for one mask."""
  width = mask.width
  lane = emitter.assign(uninterpreted(f"__elected_{width}", (mask,), 32))
  bit = extract(binary("LSHR", mask, resize(lane, width)), 1, 0)
  emitter.line(f"assume {emitter.text(equal(bit, lit(1, 1)))};")
  return lane


def _elected(emitter, i, arguments, codes):
  return elected(emitter, primitives.mask_of(emitter, emitter.assign(emitter.bv(arguments[0]))))


def _leader(emitter, i, arguments, codes):
  """An arbitrary number, the same for all threads: each call in the source has one."""
  name = emitter.program.declarations.leader()
  return var(name, 32, f"const {name} : bv32;")


# Barrier objects

def _object(operation, parameter=None, width=32, has_result=False, marks="", by_scope=False):
  """An operation on a barrier object: its further argument, its result. `by_scope`: the last
  argument is the scope."""
  def handler(emitter, i, arguments, codes):
    attributes = marks
    if by_scope:
      scope = _SCOPES[_constant(i, arguments[-1], "the scope of a barrier object")]
      attributes += "" if scope == "block" else f' {{:scope "{scope}"}}'
      arguments = arguments[:-1]
    extra = [(parameter, _bv(emitter, arguments[1], width))] if parameter else []
    is_flag = operation == "test"
    waits = is_flag and i.attrs.get("waits")
    result = None
    if has_result and not waits:
      result = emitter.temporary(0 if is_flag else 64)
    done = "wait" if waits else operation
    primitives.barrier_object(emitter, i.loc, "barrier object: " + done,
                              done, emitter.pointer(arguments[0]), extra, result, attributes)
    return boolean(True) if waits else result
  return handler


# Copies

def _pipeline_copy(emitter, i, arguments, codes):
  """__pipeline_memcpy_async(target, source, size, zeros): of `size` bytes the last `zeros` become 0
  and are not read."""
  target, source = (emitter.pointer(a) for a in arguments[:2])
  size, zeros = (emitter.bv(a) for a in arguments[2:4])
  if is_lit(size) and size.name in _COPY_SIZES:
    check_copy(emitter, target, source, size.name, i.loc, binary("SUB", size, zeros))
  primitives.async_copy(emitter, i.loc, "__pipeline_memcpy_async", target, source,
                        binary("SUB", size, zeros), zeros)


def _async_copy(emitter, i, arguments, codes):
  target, source = (emitter.pointer(a) for a in arguments[:2])
  barrier = emitter.pointer(arguments[3]) if len(arguments) > 3 else None
  primitives.async_copy(emitter, i.loc, "memcpy_async", target, source, emitter.bv(arguments[2]),
                        None, barrier)


def _demanded_alignment(emitter, i, arguments, codes):
  """What cuda::aligned_size_t promises of both places of a copy."""
  target, source = (emitter.pointer(a) for a in arguments[:2])
  check_copy(emitter, target, source, _constant(i, arguments[2], "an alignment"), i.loc)


def _copy_commit(emitter, i, arguments, codes):
  primitives.copy_commit(emitter, i.loc, "commit of asynchronous copies")


def _copy_wait(emitter, i, arguments, codes):
  groups = _bv(emitter, arguments[0]) if arguments else None
  primitives.copy_wait(emitter, i.loc, "wait for asynchronous copies", groups)


# Atomic operations with order and scope, fences

def _atomic(function):
  def handler(emitter, i, arguments, codes):
    order = _ORDERS[_constant(i, arguments[-2], "the order of an atomic operation")]
    scope = _SCOPES[_constant(i, arguments[-1], "the scope of an atomic operation")]
    values = [emitter.bv(a) for a in arguments[1:-2]]
    type_ = i.type if i.type.kind != "void" else arguments[1].type
    width = emitter.layout.store_bits(type_)
    code = codes[0].lstrip("*").lstrip("VK") if codes else "i"
    old = emitter.atomic(emitter.pointer(arguments[0]),
                         f"__atomic{function}_{_ATOMIC_TYPES.get(code, 'int')}", values, width,
                         atomicity.attributes(scope, order))
    return emitter.split(old, i.type) if i.type.kind != "void" else None
  return handler


def _fence(emitter, i, arguments, codes):
  order = _ORDERS[_constant(i, arguments[0], "the order of a fence")]
  scope = _SCOPES[_constant(i, arguments[1], "the scope of a fence")]
  primitives.fence(emitter, i.loc, "atomic_thread_fence", scope, order)


# Matrices

def _warp_access(writes):
  """(place, rows, bytes of a row, bytes from row to row), by the whole warp."""
  def handler(emitter, i, arguments, codes):
    rows, columns, stride = (_bv(emitter, a) for a in arguments[1:])
    primitives.warp_access(emitter, i.loc,
                           "store_matrix_sync" if writes else "load_matrix_sync",
                           primitives.full_mask(emitter), emitter.pointer(arguments[0]),
                           (rows, columns, stride), writes)
  return handler


SYNCHRONIZATION = {
    "__syncthreads": _block_barrier, "__lowering_block_barrier": _block_barrier,
    "__lowering_grid_barrier": _grid_barrier, "__barrier_sync": _barrier_of_all,
    "__barrier_sync_count": _named_barrier, "__syncwarp": _warp_barrier,
    "__lowering_tile_barrier": _tile_barrier(False),
    "__lowering_tile_execution_barrier": _tile_barrier(True),
    "__lowering_cluster_barrier": _half("cluster.sync", "cluster", ""),
    "__lowering_distance": distance,
    "__all": _vote_of_pair("__all"), "__any": _vote_of_pair("__any"),
    "__activemask": _active_mask,
    "__lowering_exchange": _opaque_exchange, "__lowering_elected": _elected,
    "__lowering_leader": _leader,
    "__lowering_object_init": _object("init", "count"),
    "__lowering_object_invalidate": _object("invalidate"),
    "__lowering_object_arrive": _object("arrive", "arrivals", has_result=True, by_scope=True),
    "__lowering_object_drop": _object("drop", has_result=True, by_scope=True),
    "__lowering_object_expect": _object("expect", "bytes"),
    "__lowering_object_copies": _object("copies"),
    "__lowering_object_wait": _object("wait", "token", 64, by_scope=True),
    "__lowering_object_wait_parity": _object("wait", "token", 1, marks=" {:parity}",
                                             by_scope=True),
    "__lowering_object_test": _object("test", "token", 64, True, by_scope=True),
    "__lowering_object_test_parity": _object("test", "token", 1, True, " {:parity}", True),
    "__pipeline_memcpy_async": _pipeline_copy, "__lowering_async_copy": _async_copy,
    "__lowering_aligned_places": _demanded_alignment,
    "__lowering_copy_commit": _copy_commit, "__lowering_copy_wait": _copy_wait,
    "__lowering_fence": _fence, "__lowering_warp_read": _warp_access(False),
    "__lowering_warp_write": _warp_access(True),
}
for _name in ("__threadfence_block", "__threadfence", "__threadfence_system"):
  SYNCHRONIZATION[_name] = primitives.cuda_fence(_name)
for _scope in ("block", "cluster", "grid"):
  for _mark in ("arrive", "wait"):
    SYNCHRONIZATION[f"__lowering_{_scope}_{_mark}"] = \
        _half(f"barrier_{_mark}", _scope, f"{{:{_mark}}}")
for _name in ("count", "and", "or"):
  SYNCHRONIZATION["__syncthreads_" + _name] = _voting_barrier(_name)
_LANES = {"ballot": _vote("ballot"), "match_any": _match_any, "match_all": _match_all}
for _name in ("shfl", "shfl_up", "shfl_down", "shfl_xor"):
  _LANES[_name] = _shuffle(_name)
for _name, _function in _LANES.items():
  for _full in (f"__{_name}", f"__{_name}_sync"):
    SYNCHRONIZATION[_full] = _of_lanes(_function, _full)
for _full in ("__any_sync", "__all_sync"):
  SYNCHRONIZATION[_full] = _of_lanes(_vote(_full[2:5]), _full)
for _name in ("add", "min", "max", "and", "or", "xor"):
  SYNCHRONIZATION[f"__reduce_{_name}_sync"] = _reduce(_name)
for _name in ("Load", "Store", "Add", "Sub", "Exch", "Min", "Max", "And", "Or", "Xor", "CAS"):
  SYNCHRONIZATION["__lowering_atomic" + _name] = _atomic(_name)
