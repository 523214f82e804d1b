"""Synchronisation, copies and accesses of warps: calls of procedures without body, which the program
declares where it uses them (docs/ir.md, "Synchronisation").

The functions here take expressions and pointers, so that built-ins and inline PTX share them.
`name` is always that of the function or instruction in the source, for messages.
"""

from .counting_up import never_negative
from .errors import fail
from .expr import FALSE, Expr, bool_of, bv_of, equal, extend, is_lit, lit, resize, type_name
from .few_values import few_values
from .memory import Remodel, cleaned

_SCOPES = {"__threadfence_block": "block", "__threadfence": "device",
           "__threadfence_system": "system"}
_FENCE_ORDER = "seq_cst"  # what the IR takes for granted
NAMED_BARRIERS = 16  # of a block


def _declared(emitter, name, attributes, parameters, results):
  """The procedure for a function of the source: one for each shape that it is used in."""
  signature = ", ".join(f"${n}:{t}" for n, t in parameters)
  returns = ", ".join(f"$r{n}:{t}" for n, t in enumerate(results))
  returns = f" returns ({returns})" if returns else ""
  stem = "bugle_" + cleaned(name.strip("_").replace(" ", "_"))
  declarations, number = emitter.program.declarations.primitives, 1
  while True:
    procedure = stem if number == 1 else f"{stem}_{number}"
    text = (f'procedure {{:source_name "{name}"}} {attributes} '
            f"${procedure}({signature}){returns};")
    if declarations.setdefault(procedure, text) == text:
      return procedure
    number += 1


class _Array:
  """An array as an argument or result."""

  def __init__(self, array, bits):
    self.name, self.type = array.name, f"[bv{bits}]bv{array.width}"


def _call(emitter, place, name, attributes, arguments=(), results=()):
  """A call; arguments are pairs of a name and an expression (or array), results temporaries (or
  arrays)."""
  def typed(e):
    return e.type if isinstance(e, _Array) else type_name(e.width)
  procedure = _declared(emitter, name, attributes, [(n, typed(e)) for n, e in arguments],
                        [typed(e) for e in results])
  texts = [e.name if isinstance(e, _Array) else emitter.text(e) for _, e in arguments]
  targets = ", ".join(r.name for r in results)
  emitter.line(f"call{emitter.where(place)} {targets + ' := ' if targets else ''}"
               f"${procedure}({', '.join(texts)});")
  return list(results)


def excuses_exited(emitter):
  """CUDA's barriers go without threads that have ended. That is said where lanes come together,
  which code relies on that does so after an early return."""
  if not emitter.program.opencl:
    emitter.program.declarations.excuses_exited = True


# Barriers

def block_barrier(emitter, place):
  """The plain one, which repairs insert as well."""
  emitter.program.declarations.barrier = True
  emitter.line(f"call{emitter.where(place)} $bugle_barrier(1bv1, 1bv1);")


def grid_barrier(emitter, place):
  emitter.program.declarations.grid_barrier = True
  emitter.line(f"call{emitter.where(place)} $bugle_grid_barrier(1bv1, 1bv1);")


def scoped_barrier(emitter, place, name, scope, marks=""):
  """Of a block, cluster or grid: a half of one (`marks` {:arrive} or {:wait}), or one that orders
  nothing ({:order "relaxed"})."""
  if scope == "cluster":
    emitter.program.declarations.clusters = True
  scope = "" if scope == "block" else f' {{:scope "{scope}"}}'
  _call(emitter, place, name, f"{{:barrier}}{scope}{' ' + marks if marks else ''}")


def voting_barrier(emitter, place, name, reduction, flag, width, orders=True):
  """Of the block, with the number of threads for which a flag is true, or whether all or one."""
  result = emitter.temporary(width if reduction == "count" else 0)
  fences = [("local", lit(orders, 1)), ("global", lit(orders, 1))]
  _call(emitter, place, name, f'{{:barrier}} {{:reduce "{reduction}"}}',
        fences + [("flag", flag)], [result])
  return extend(bv_of(result), width, False)


def block_execution_barrier(emitter, place, name):
  """The block comes together, but orders no memory. It is no barrier that a repair may move."""
  voting_barrier(emitter, place, name, "or", FALSE, 1, False)


def named_barrier(emitter, place, name, number, count, arrives_only=False):
  """Barrier `number` of the block's 16, for `count` threads. Where the number is computed, each
  barrier that it may be has a call of its own."""
  def call(which):
    _call(emitter, place, name, "{:named_barrier}" + (" {:arrive}" if arrives_only else ""),
          [("id", which), ("count", count)])

  if is_lit(number):
    return call(number)
  values = few_values(number, emitter.definitions, emitter.program.launch.greatest_ids(),
                      {known.name for phi in never_negative(emitter.function)
                       for known in [emitter.known.get(phi)] if isinstance(known, Expr)})
  keyword = "if"
  cases = [lit(which, number.width) for which in sorted(values or range(NAMED_BARRIERS))]
  last = cases.pop() if values else number
  for which in cases:
    emitter.line(f"{keyword} ({emitter.text(equal(number, which))}) {{")
    call(which)
    keyword = "} else if"
  if not cases:
    return call(last)
  emitter.line("} else {")
  call(last)
  return emitter.line("}")


def voting_named_barrier(emitter, place, name, ids, reduction, flag):
  """`ids`: its number and count. The result is a bit-vector or, of `and` and `or`, a flag."""
  result = emitter.temporary(32 if reduction == "count" else 0)
  _call(emitter, place, name, f'{{:named_barrier}} {{:reduce "{reduction}"}}',
        [("id", ids[0]), ("count", ids[1]), ("flag", flag)], [result])
  return result


def warp_barrier(emitter, place, mask, name="__syncwarp", spaces=None):
  """`spaces`: whether local and global memory are ordered, as bits; both without."""
  excuses_exited(emitter)
  fences = list(zip(("local", "global"), spaces)) if spaces is not None else []
  _call(emitter, place, name, '{:barrier} {:scope "warp"}',
        fences + [("mask", mask_of(emitter, mask))])


def tile_barrier(emitter, place, size, name="tile.sync", relaxed=False):
  excuses_exited(emitter)
  order = ' {:order "relaxed"}' if relaxed else ""
  _call(emitter, place, name, '{:barrier} {:scope "tile"}' + order, [("size", size)])


def exit_thread(emitter, place, name):
  excuses_exited(emitter)
  _call(emitter, place, name, "{:exit}")


# Values between lanes

def mask_of(emitter, mask):
  """A mask with a bit for each lane of a warp; one with all of 32 bits means all lanes."""
  if is_lit(mask) and mask.name == (1 << mask.width) - 1:
    return full_mask(emitter)
  return resize(mask, mask_width(emitter))


def mask_width(emitter):
  return 64 if emitter.program.options.warp_size > 32 else 32


def full_mask(emitter):
  return lit(-1, mask_width(emitter))


def active_mask(emitter, place, name="__activemask"):
  excuses_exited(emitter)
  return _call(emitter, place, name, "{:active_mask}", (),
               [emitter.temporary(mask_width(emitter))])[0]


def exchange(emitter, place, name, function, mask, arguments, widths):
  """An exchange of the lanes in a mask, with one more argument each; results of some widths, 0 for
  a flag."""
  excuses_exited(emitter)
  results = [emitter.temporary(width) for width in widths]
  return _call(emitter, place, name, f'{{:exchange "{function}"}}',
               [("mask", mask_of(emitter, mask))] + list(arguments), results)


def shuffle(emitter, place, name, function, mask, value, lane, width=None):
  arguments = [("value", bv_of(value)), ("lane", lane)]
  if width is not None and not (is_lit(width)
                                and width.name == emitter.program.options.warp_size):
    arguments.append(("width", width))
  return exchange(emitter, place, name, function, mask, arguments, [bv_of(value).width])[0]


def vote(emitter, place, name, function, mask, flag):
  """ballot: a mask; any, all: a flag."""
  width = mask_width(emitter) if function == "ballot" else 0
  return exchange(emitter, place, name, function, mask, [("flag", bool_of(flag))], [width])[0]


# Accesses of a warp

def warp_access(emitter, place, name, mask, ptr, shape, writes):
  """`shape`: rows, columns and stride, the latter two in bytes, as expressions of 32 bits. Each
  element is read or written by some lane of the mask."""
  rows, columns, stride = shape

  def access(p):
    array = p.base.use()
    offset = emitter.pointers.offset(p, array.bytes, [array])
    arguments = [("mask", mask_of(emitter, mask)), ("A", _Array(array, emitter.bits)),
                 ("offset", offset), ("rows", resize(rows, emitter.bits)),
                 ("columns", in_units(emitter, columns, array)),
                 ("stride", in_units(emitter, stride, array))]
    kind = "{:warp_write}" if writes else "{:warp_read}"
    emitter.marker(emitter.loc, "sourceloc")
    _call(emitter, place, name, kind, arguments, [arguments[1][1]] if writes else [])

  excuses_exited(emitter)
  split(emitter, ptr, access)


def split(emitter, ptr, access):
  """Does something at a pointer, in each array that it may point into."""
  if isinstance(ptr.base, Expr) or ptr.base is None:
    emitter.case_split(ptr, access)
  else:
    access(ptr)


def in_units(emitter, size, *arrays):
  """A number of bytes as one of elements, of arrays of one width."""
  unit = arrays[0].bytes
  terms = _divided(size, unit)
  if terms is None:
    raise Remodel(list(arrays))
  return resize(terms, emitter.bits)


def _divided(e, unit):
  """e / unit where it can be seen that there is no remainder, else None."""
  if unit == 1:
    return e
  if is_lit(e):
    return lit(e.name // unit, e.width) if e.name % unit == 0 else None
  if e.kind == "ite":
    yes, no = (_divided(part, unit) for part in e.args[1:])
    return Expr("ite", e.width, (e.args[0], yes, no)) if yes is not None and no is not None else None
  if e.kind == "fn" and len(e.args) == 1 and ("_ZEXT" in e.name or "_SEXT" in e.name):
    inner = _divided(e.args[0], unit)
    return extend(inner, e.width, "_SEXT" in e.name) if inner is not None else None
  return _divided_product(e, unit)


def _divided_product(e, unit):
  """Of sums, products and shifts by a constant; sizes do not wrap around."""
  op = e.name.rpartition("_")[2] if e.kind == "fn" and len(e.args) == 2 else None
  if op in ("ADD", "SUB"):
    parts = [_divided(part, unit) for part in e.args]
    return None if None in parts else Expr("fn", e.width, tuple(parts), e.name, e.decl)
  if op == "MUL":
    for n, part in enumerate(e.args):
      smaller = _divided(part, unit)
      if smaller is not None:
        other = e.args[1 - n]
        return other if is_lit(smaller) and smaller.name == 1 else \
            Expr("fn", e.width, (smaller, other), e.name, e.decl)
  if op == "SHL" and is_lit(e.args[1]) and (1 << e.args[1].name) % unit == 0:
    by = e.args[1].name - (unit.bit_length() - 1)
    return Expr("fn", e.width, (e.args[0], lit(by, e.width)), e.name, e.decl) if by else e.args[0]
  return None


# Fences

def fence(emitter, place, name, scope, order=_FENCE_ORDER, spaces=None):
  """`spaces`: whether local and global memory are ordered, as bits; both without. The fence of a
  thread alone is none, and neither is one that orders nothing."""
  if scope == "thread" or order == "relaxed":
    return
  text = f'{{:fence}} {{:scope "{scope}"}}'
  if order != _FENCE_ORDER:
    text += f' {{:order "{order}"}}'
  _call(emitter, place, name, text,
        list(zip(("local", "global"), spaces)) if spaces is not None else ())


def cuda_fence(name):
  return lambda emitter, i, arguments, codes: fence(emitter, i.loc, name, _SCOPES[name])


# Barrier objects

def barrier_object(emitter, place, name, operation, ptr, arguments=(), result=None, marks=""):
  """An operation on the object at a pointer; `result` is a temporary or None."""
  def access(p):
    array = p.base.use()
    if array.space not in ("group_shared", "global"):
      fail(f"a barrier object in memory of one thread ({name}) is not supported", place)
    offset = emitter.pointers.offset(p, array.bytes, [array])
    emitter.marker(emitter.loc, "sourceloc")
    _call(emitter, place, name, f'{{:mbarrier "{operation}"}}{marks}',
          [("B", _Array(array, emitter.bits)), ("offset", offset)] + list(arguments),
          [result] if result is not None else [])

  split(emitter, ptr, access)
  return result


# Asynchronous copies

def async_copy(emitter, place, name, target, source, size, zeros=None, barrier=None, bulk=False):
  """Of `size` bytes, after which `zeros` bytes become 0. With a barrier object, whose phase waits
  for the bytes, it is a bulk copy."""
  bulk = bulk or barrier is not None
  def copy(t, s, b):
    x, y = t.base.use(), s.base.use()
    if x.width != y.width:
      raise Remodel([x, y])
    arguments = [("offset", emitter.pointers.offset(t, x.bytes, [x])),
                 ("S", _Array(y, emitter.bits)),
                 ("sourceOffset", emitter.pointers.offset(s, y.bytes, [y])),
                 ("elements", in_units(emitter, size, x, y))]
    if zeros is not None and not (is_lit(zeros) and zeros.name == 0):
      arguments.append(("zeros", in_units(emitter, zeros, x, y)))
    if b is not None:
      z = b.base.use()
      arguments += [("B", _Array(z, emitter.bits)),
                    ("object", emitter.pointers.offset(b, z.bytes, [z]))]
    emitter.marker(emitter.loc, "sourceloc")
    _call(emitter, place, name, "{:async_copy}" + (" {:bulk}" if bulk else ""), arguments,
          [_Array(x, emitter.bits)])

  def with_source(t, b):
    split(emitter, source, lambda s: copy(t, s, b))

  if barrier is None:
    split(emitter, target, lambda t: with_source(t, None))
  else:
    split(emitter, barrier, lambda b: split(emitter, target, lambda t: with_source(t, b)))


def copy_commit(emitter, place, name, bulk=False):
  _call(emitter, place, name, "{:copy_commit}" + (" {:bulk}" if bulk else ""))


def copy_wait(emitter, place, name, groups=None, bulk=False, reads=False):
  """Until at most so many groups are under way; without a number, until no copy is."""
  marks = (" {:bulk}" if bulk else "") + (" {:read}" if reads else "")
  if groups is None:
    _call(emitter, place, name, "{:copy_wait} {:all}" + marks)
  else:
    _call(emitter, place, name, "{:copy_wait}" + marks, [("groups", groups)])
