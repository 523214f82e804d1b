"""Inline PTX that synchronises threads, exchanges values between lanes, copies asynchronously or
moves matrices: from an instruction to the primitives of the IR.

A function takes the statement (`InlineAssembly`), the instruction, and emits; registers that it
defines come from `outputs`. What is not surely expressible is refused: copies by tensor maps and
matrices by descriptors, whose extents only the host knows, and memory of other blocks of a cluster.
"""

from . import atomicity, primitives
from .alignment import check_copy
from .builtins_sync import block_size, elected, named_or_block
from .expr import binary, bv_of, compare, equal, extract, is_lit, ite, lit, resize

_SCOPES = {"cta": "block", "cluster": "cluster", "gpu": "device", "gl": "device", "sys": "system"}
_ORDERS = ("relaxed", "acquire", "release", "acq_rel")
_BULK_ALIGNMENT = 16  # of both places of a bulk copy
_MATRIX_ROW = 16  # bytes: eight elements of 16 bits


def scope_of(x, default):
  return next((_SCOPES[part] for part in x.opcode if part in _SCOPES), default)


def atomicity_of(x):
  """Scope and order of ld, st, atom and red, as attributes; None where it is a plain access."""
  order = next((part for part in x.opcode if part in _ORDERS), None)
  if x.opcode[0] in ("atom", "red"):
    return atomicity.attributes(scope_of(x, "device"), order or "relaxed")
  if "volatile" in x.opcode or "mmio" in x.opcode:
    return atomicity.attributes("system", order or "relaxed")
  return atomicity.attributes(scope_of(x, "device"), order) if order else None


def fence(asm, x):
  """Fences between proxies and for barrier objects' initialisation order nothing in the IR."""
  if "proxy" in x.opcode or "mbarrier_init" in x.opcode:
    return
  order = next((part for part in x.opcode if part in _ORDERS), "acq_rel")
  if x.opcode[0] == "membar" or "sc" in x.opcode:
    order = "seq_cst"
  primitives.fence(asm.emitter, asm.i.loc, x.text, scope_of(x, "device"), order)


# Barriers

def barrier(asm, x):
  parts = [part for part in x.opcode[1:] if part not in ("cta", "aligned")]
  if parts[0] == "cluster":
    mark = "{:arrive}" if parts[1] == "arrive" else "{:wait}"
    relaxed = ' {:order "relaxed"}' if "relaxed" in parts else ""
    primitives.scoped_barrier(asm.emitter, asm.i.loc, x.text, "cluster", mark + relaxed)
  elif parts[0] == "warp":
    primitives.warp_barrier(asm.emitter, asm.i.loc, asm.number(x, 0), x.text)
  elif parts[0] == "red":
    _reducing_barrier(asm, x, parts)
  elif parts[0] == "arrive":
    primitives.named_barrier(asm.emitter, asm.i.loc, x.text, asm.number(x, 0), asm.number(x, 1),
                             True)
  elif parts[0] == "sync" and len(x.operands) < 2:
    named_or_block(asm.emitter, asm.i.loc, x.text,
                   asm.number(x, 0) if x.operands else lit(0, 32))
  elif parts[0] == "sync":
    primitives.named_barrier(asm.emitter, asm.i.loc, x.text, asm.number(x, 0), asm.number(x, 1))
  else:
    asm.refuse(x)


def _reducing_barrier(asm, x, parts):
  """d, id [, count], flag."""
  reduction = {"popc": "count", "and": "and", "or": "or"}[parts[1]]
  number = asm.number(x, 1)
  count = asm.number(x, 2) if len(x.operands) > 3 else block_size(asm.emitter)
  flag = asm.flag(x.operands[-1][1])
  if is_lit(number) and number.name == 0 and len(x.operands) == 3:
    result = primitives.voting_barrier(asm.emitter, asm.i.loc, x.text, reduction, flag, 32)
  else:
    result = primitives.voting_named_barrier(asm.emitter, asm.i.loc, x.text, (number, count),
                                             reduction, flag)
  asm.define(x.operands[0], resize(bv_of(result), 32))


# Barrier objects

def barrier_object(asm, x):
  what = x.opcode[1]
  handler = {"init": _init, "inval": _invalidate, "arrive": _arrive, "arrive_drop": _arrive,
             "expect_tx": _expect, "test_wait": _wait, "try_wait": _wait}.get(what)
  if what == "pending_count":
    asm.define(x.operands[0], asm.emitter.havoc(32))
  elif handler is None:
    asm.refuse(x)
  else:
    handler(asm, x)


def _object(asm, x, operation, arguments=(), result=None, marks=""):
  at = asm.memory(x)
  scope = scope_of(x, "block")
  if operation in ("arrive", "drop", "wait", "test"):
    marks += "" if scope == "block" else f' {{:scope "{scope}"}}'
    marks += ' {:order "relaxed"}' if "relaxed" in x.opcode else ""
  primitives.barrier_object(asm.emitter, asm.i.loc, x.text, operation, asm.pointer_at(x, at),
                            arguments, result, marks)


def _init(asm, x):
  _object(asm, x, "init", [("count", asm.number(x, 1))])


def _invalidate(asm, x):
  _object(asm, x, "invalidate")


def _expect(asm, x):
  _object(asm, x, "expect", [("bytes", asm.number(x, len(x.operands) - 1))])


def _arrive(asm, x):
  """[state,] [object] [, count or bytes]."""
  at = asm.memory(x)
  last = asm.number(x, at + 1) if len(x.operands) > at + 1 else None
  if "expect_tx" in x.opcode:
    _object(asm, x, "expect", [("bytes", last)])
    last = None
  token = asm.emitter.temporary(64)
  if x.opcode[1] == "arrive_drop":
    if last is not None and not (is_lit(last) and last.name == 1):
      asm.refuse(x)
    _object(asm, x, "drop", (), token)
  else:
    _object(asm, x, "arrive", [("arrivals", last if last is not None else lit(1, 32))], token)
  if at:
    asm.define(x.operands[0], token)


def _wait(asm, x, waits=False):
  """flag, [object], token or parity. `waits`: in a loop until it succeeds."""
  parity = "parity" in x.opcode
  phase = [("token", asm.value(x.operands[2][1], 32 if parity else 64))]
  if parity:
    phase = [("token", extract(phase[0][1], 1, 0))]
  flag = None if waits else asm.emitter.temporary(0)
  _object(asm, x, "wait" if waits else "test", phase, flag, " {:parity}" if parity else "")
  asm.define(x.operands[0], resize(bv_of(flag), 8) if flag is not None else lit(1, 8))


def wait_loop(asm, x):
  _wait(asm, x, True)


# Asynchronous copies

def async_copy(asm, x):
  parts = x.opcode[2:]
  place = asm.i.loc
  if parts[0] in ("commit_group", "wait_group", "wait_all"):
    _groups(asm, x, parts, False)
  elif parts[0] == "mbarrier":
    if "noinc" not in parts:
      asm.refuse(x)
    primitives.barrier_object(asm.emitter, place, x.text, "copies", asm.pointer_at(x, 0))
  elif parts[0] == "bulk":
    _bulk_copy(asm, x, parts[1:])
  elif parts[0] in ("ca", "cg"):
    _plain_copy(asm, x)
  else:
    asm.refuse(x)


def _groups(asm, x, parts, bulk):
  if parts[0] == "commit_group":
    primitives.copy_commit(asm.emitter, asm.i.loc, x.text, bulk)
  else:
    groups = asm.number(x, 0) if parts[0] == "wait_group" else None
    primitives.copy_wait(asm.emitter, asm.i.loc, x.text, groups, bulk, "read" in parts)


def _plain_copy(asm, x):
  """[target], [source], size [, bytes that are read, or whether none is] [, cache policy]."""
  size = asm.number(x, 2)
  rest = [o[1] for o in x.operands[3:]]
  if any("cache_hint" in part for part in x.opcode):
    rest = rest[:-1]
  source_size = size
  if rest and asm.is_flag(rest[0]):
    source_size = ite(asm.flag(rest[0]), lit(0, 32), size)
  elif rest:
    source_size = asm.value(rest[0], 32)
  target, source = asm.pointer_at(x, 0), asm.pointer_at(x, 1)
  if is_lit(size):
    check_copy(asm.emitter, target, source, size.name, asm.i.loc, source_size)
  primitives.async_copy(asm.emitter, asm.i.loc, x.text, target, source, source_size, binary("SUB", size, source_size)
                        if source_size is not size else None)


def _bulk_copy(asm, x, parts):
  if parts[0] in ("commit_group", "wait_group"):
    _groups(asm, x, parts, True)
  elif parts[0] == "prefetch":
    return
  elif parts[0] == "tensor" or any("multicast" in part for part in parts):
    asm.refuse(x)
  else:
    to_object = any(part.startswith("mbarrier") for part in parts)
    target, source = asm.pointer_at(x, 0), asm.pointer_at(x, 1)
    check_copy(asm.emitter, target, source, _BULK_ALIGNMENT, asm.i.loc)
    primitives.async_copy(asm.emitter, asm.i.loc, x.text, target, source, asm.number(x, 2), None,
                          asm.pointer_at(x, 3) if to_object else None, True)


# Lanes

def lane_id(emitter):
  sizes = [emitter.program.launch.part_of_rank("group_size", axis) for axis in "xy"]
  ids = [emitter.program.launch.part_of_rank("local_id", axis) for axis in "xyz"]
  row = binary("ADD", binary("MUL", ids[2], sizes[1]), ids[1])
  rank = binary("ADD", binary("MUL", row, sizes[0]), ids[0])
  return binary("UREM", rank, emitter.program.launch.variable("sub_group_size", 32))


def lane_mask(emitter, relation):
  """%lanemask_lt and its like."""
  one = binary("SHL", lit(1, 32), lane_id(emitter))
  below = binary("SUB", one, lit(1, 32))
  masks = {"eq": one, "lt": below, "le": binary("OR", below, one),
           "ge": binary("XOR", below, lit(-1, 32)),
           "gt": binary("XOR", binary("OR", below, one), lit(-1, 32))}
  return masks[relation]


def _mask(asm, x):
  """The last operand, or without .sync the lanes that are there."""
  if "sync" in x.opcode:
    return asm.number(x, len(x.operands) - 1)
  return resize(primitives.active_mask(asm.emitter, asm.i.loc, x.text), 32)


def _split_outputs(x, inputs):
  """The operands before the last so many: the results."""
  count = len(x.operands) - inputs
  return x.operands[:count], x.operands[count:]


def shuffle(asm, x):
  """d [| p], value, lane, clamp and segments [, mask]."""
  outputs, inputs = _split_outputs(x, 4 if "sync" in x.opcode else 3)
  mask = _mask(asm, x)
  value, lane, clamp = (asm.value(o[1], 32) for o in inputs[:3])
  mode = next(part for part in x.opcode if part in ("up", "down", "bfly", "idx"))
  function = {"up": "shfl_up", "down": "shfl_down", "bfly": "shfl_xor", "idx": "shfl"}[mode]
  width = 32 - (clamp.name >> 8 & 31) if is_lit(clamp) else 0
  whole = is_lit(clamp) and clamp.name & 31 == (0 if mode == "up" else 31)
  if whole and width & (width - 1) == 0:
    result = primitives.shuffle(asm.emitter, asm.i.loc, x.text, function, mask, value, lane,
                                lit(width, 32))
  else:
    result = primitives.exchange(asm.emitter, asm.i.loc, x.text, "opaque", mask, [], [32])[0]
  asm.define(outputs[0], result)
  if len(outputs) > 1:
    asm.define(outputs[1], asm.emitter.havoc(8))


def vote(asm, x):
  mask = _mask(asm, x)
  function = next(part for part in x.opcode if part in ("all", "any", "uni", "ballot"))
  flag = asm.flag(x.operands[1][1])
  if function == "uni":
    primitives.exchange(asm.emitter, asm.i.loc, x.text, "opaque", mask, [], [])
    asm.define(x.operands[0], asm.emitter.havoc(8))
    return
  result = primitives.vote(asm.emitter, asm.i.loc, x.text, function, mask, flag)
  asm.define(x.operands[0], resize(bv_of(result), 32 if function == "ballot" else 8))


def match(asm, x):
  outputs, inputs = _split_outputs(x, 2)
  width = 64 if x.opcode[-1].endswith("64") else 32
  arguments = [("value", asm.value(inputs[0][1], width))]
  widths = [primitives.mask_width(asm.emitter)] + ([0] if "all" in x.opcode else [])
  results = primitives.exchange(asm.emitter, asm.i.loc, x.text,
                                "match_all" if "all" in x.opcode else "match_any",
                                _mask(asm, x), arguments, widths)
  for output, result in zip(outputs, results):
    asm.define(output, resize(bv_of(result), 32 if result.width else 8))


def reduce(asm, x):
  operation = next(part for part in x.opcode if part in ("add", "min", "max", "and", "or", "xor"))
  unsigned = "u" if operation in ("min", "max") and x.opcode[-1].startswith("u") else ""
  mask = _mask(asm, x)
  if x.opcode[-1].startswith("f"):
    result = primitives.exchange(asm.emitter, asm.i.loc, x.text, "opaque", mask, [], [32])[0]
  else:
    result = primitives.exchange(asm.emitter, asm.i.loc, x.text, f"reduce_{unsigned}{operation}",
                                 mask, [("value", asm.number(x, 1))], [32])[0]
  asm.define(x.operands[0], result)


def active_mask(asm, x):
  mask = primitives.active_mask(asm.emitter, asm.i.loc, x.text)
  asm.define(x.operands[0], resize(mask, 32))


def elect(asm, x):
  """d | p, mask."""
  mask = primitives.mask_of(asm.emitter, asm.emitter.assign(_mask(asm, x)))
  primitives.exchange(asm.emitter, asm.i.loc, x.text, "opaque", mask, [], [])
  lane = elected(asm.emitter, mask)
  asm.define(x.operands[0], lane)
  asm.define(x.operands[1], resize(bv_of(equal(lane, lane_id(asm.emitter))), 8))


# Matrices

def matrix_access(asm, x):
  """ldmatrix, stmatrix: the first 8, 16 or all lanes name a row each; all lanes get parts of it."""
  if "m8n8" not in x.opcode:
    asm.refuse(x)
  count = next((int(part[1:]) for part in x.opcode if part in ("x1", "x2", "x4")), 1)
  writes = x.opcode[0] == "stmatrix"
  rows = lit(1, 32)
  if count < 4:
    rows = ite(compare("ULT", lane_id(asm.emitter), lit(8 * count, 32)), rows, lit(0, 32))
  row = lit(_MATRIX_ROW, 32)
  primitives.warp_access(asm.emitter, asm.i.loc, x.text, primitives.full_mask(asm.emitter),
                         asm.pointer_at(x, asm.memory(x)), (rows, row, row), writes)
  if not writes:
    asm.define_all(x.operands[0], 32)


def matrix_product(asm, x):
  """mma: the warp comes together; the results are arbitrary."""
  primitives.exchange(asm.emitter, asm.i.loc, x.text, "opaque", primitives.full_mask(asm.emitter),
                      [], [])
  asm.define_all(x.operands[0], 64 if "f64" in x.opcode else 32)


def exit_thread(asm, x):
  primitives.exit_thread(asm.emitter, asm.i.loc, x.text)


def refuse(asm, x):
  asm.refuse(x)


# By the first part of the opcode, and for `cp` the second.
SYNCHRONIZING = {"bar": barrier, "barrier": barrier, "membar": fence, "fence": fence,
                 "mbarrier": barrier_object, "shfl": shuffle, "vote": vote, "match": match,
                 "redux": reduce, "activemask": active_mask, "elect": elect,
                 "ldmatrix": matrix_access, "stmatrix": matrix_access, "mma": matrix_product,
                 "exit": exit_thread, "mapa": refuse, "wgmma": refuse, "tcgen05": refuse,
                 "clusterlaunchcontrol": refuse}
