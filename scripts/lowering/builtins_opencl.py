"""OpenCL built-ins: work-items, barriers, vectors, conversions, atomics, async copies, images."""

import re

from . import atomicity, primitives
from .builtins_common import (absolute, absolute_difference, add_saturated, by_lanes, clamp_wide,
                              count_ones, count_trailing, extreme, halving_add, is_float,
                              leading_zeros, maximum, minimum, multiply_add_saturated,
                              multiply_high, rotate, sub_saturated)
from .builtins_opencl_groups import GROUPS, refuse_unknown
from .demangle import is_unsigned
from .errors import fail
from .expr import (add, binary, bv_of, concat, equal, extend, extract, is_lit, ite, lit,
                   not_equal, resize, uninterpreted)
from .ir import int_value, is_int
from .pointers import Ptr

_CONVERT = re.compile(r"convert_(u?(?:char|short|int|long)|float|double|half)(\d*)(_sat)?"
                      r"(_rt[ezpn])?$")
_AS = re.compile(r"as_\w+$")
_BITS = {"char": 8, "short": 16, "int": 32, "long": 64, "half": 16, "float": 32, "double": 64}
# Bits of a column; and of a column and a row, where there are slices.
_IMAGE_ROW = {32: 13, 64: 31}
_IMAGE_SLICE = {32: (9, 9), 64: (24, 20)}


def _dimension(name):
  def handler(emitter, i, arguments, codes):
    outside = lit(1 if name in ("group_size", "num_groups", "global_size") else 0, emitter.bits)
    if is_int(arguments[0]):
      number = int_value(arguments[0])
      return along(emitter, "xyz"[number]) if number < 3 else outside
    number, result = emitter.scalar(arguments[0]), outside
    for position in (2, 1, 0):
      result = ite(equal(number, lit(position, number.width)), along(emitter, "xyz"[position]),
                   result)
    return result

  def along(emitter, axis):
    if name == "global_size":
      return binary("MUL", emitter.program.launch.part("num_groups", axis),
                    emitter.program.launch.part("group_size", axis))
    if name == "global_id":
      value = add(binary("MUL", emitter.program.launch.part("group_id", axis),
                         emitter.program.launch.part("group_size", axis)),
                  emitter.program.launch.part("local_id", axis))
      if emitter.program.launch.has_offset(axis):
        value = add(value, emitter.program.launch.part("global_offset", axis))
      return value
    return emitter.program.launch.part(name, axis)

  return handler


def _linear(names):
  """get_global_linear_id and get_local_linear_id."""
  identity, size = names

  def handler(emitter, i, arguments, codes):
    part = emitter.program.launch.part_of_rank
    if identity == "local_id":
      ids = [part("local_id", a) for a in "xyz"]
      sizes = [part("group_size", a) for a in "xyz"]
    else:
      ids = [add(binary("MUL", part("group_id", a), part("group_size", a)), part("local_id", a))
             for a in "xyz"]
      sizes = [binary("MUL", part("num_groups", a), part("group_size", a)) for a in "xyz"]
    return add(binary("MUL", add(binary("MUL", ids[2], sizes[1]), ids[1]), sizes[0]), ids[0])
  return handler


def _work_dim(emitter, i, arguments, codes):
  return emitter.program.launch.variable("work_dim", 32)


def _barrier(emitter, i, arguments, codes):
  local, everywhere = _spaces(emitter, arguments[0])
  emitter.program.declarations.barrier = True
  emitter.line(f"call{emitter.where(i.loc)} $bugle_barrier({emitter.text(local)}, "
               f"{emitter.text(everywhere)});")


def _nothing(emitter, i, arguments, codes):
  return None


def _printf(emitter, i, arguments, codes):
  return lit(0, 32)


def _lanes(function):
  return lambda emitter, i, arguments, codes: by_lanes(emitter, arguments, function)


def _typed(function):
  """A built-in whose meaning depends on the sign of its first operand."""
  def handler(emitter, i, arguments, codes):
    is_signed = not (codes and is_unsigned(codes[0]))
    return by_lanes(emitter, arguments, lambda *v: function(*v, is_signed))
  return handler


def _clamp(emitter, i, arguments, codes):
  if is_float(i.type):
    return by_lanes(emitter, arguments, lambda x, low, high: uninterpreted(
        f"FMIN{x.width}", (uninterpreted(f"FMAX{x.width}", (x, low), x.width), high), x.width))
  is_signed = not is_unsigned(codes[0])
  return by_lanes(emitter, arguments,
                  lambda x, low, high: minimum(maximum(x, low, is_signed), high, is_signed))


def _abs(emitter, i, arguments, codes):
  if is_unsigned(codes[0]):
    return emitter.value(arguments[0])
  return by_lanes(emitter, arguments, absolute)


def _multiply_add(emitter, i, arguments, codes):
  return by_lanes(emitter, arguments, lambda x, y, z: add(binary("MUL", x, y), z))


def _multiply(x, y):
  return binary("MUL", x, y)


def _mad_high(x, y, z, is_signed):
  return add(multiply_high(x, y, is_signed), z)


def _select(emitter, i, arguments, codes):
  a, b, c = (emitter.value(x) for x in arguments)
  if isinstance(c, list):
    return [ite(equal(extract(bv_of(z), z.width, z.width - 1), lit(1, 1)), y, x)
            for x, y, z in zip(a, b, c)]
  return ite(not_equal(bv_of(c), lit(0, bv_of(c).width)), bv_of(b), bv_of(a))


def _bitselect(emitter, i, arguments, codes):
  return by_lanes(emitter, arguments, lambda a, b, c: binary(
      "XOR", a, binary("AND", c, binary("XOR", b, a))))


def _any_all(is_all):
  def handler(emitter, i, arguments, codes):
    value = emitter.value(arguments[0])
    lanes = value if isinstance(value, list) else [value]
    bits = [extract(bv_of(x), x.width, x.width - 1) for x in lanes]
    result = bits[0]
    for bit in bits[1:]:
      result = binary("AND" if is_all else "OR", result, bit)
    return extend(result, 32, False)
  return handler


def _shuffle(emitter, i, arguments, codes):
  sources = []
  for a in arguments[:-1]:
    sources += emitter.value(a)
  mask = emitter.value(arguments[-1])
  bits = (len(sources) - 1).bit_length()
  result = []
  for m in mask:
    index = extract(bv_of(m), bits, 0) if bits else lit(0, 1)
    lane = bv_of(sources[-1])
    for number in range(len(sources) - 2, -1, -1):
      lane = ite(equal(index, lit(number, index.width)), bv_of(sources[number]), lane)
    result.append(lane)
  return result


def _upsample(x, y):
  return concat(x, y)


# Memory

def _vload(emitter, i, arguments, codes, count, half):
  pointer = emitter.pointer(arguments[1])
  elem = emitter.layout.store_size(i.type.elem if i.type.kind == "vector" else i.type)
  size = 2 if half else elem
  stride = 4 if half == "aligned" and count == 3 else count
  index = resize(bv_of(emitter.scalar(arguments[0])), emitter.bits)
  ptr = pointer.moved([(stride * size, index)] if not is_int(arguments[0]) else [],
                      stride * size * int_value(arguments[0]) if is_int(arguments[0]) else 0)
  e = emitter.load_bytes(ptr, size * count)
  parts = [extract(e, (n + 1) * size * 8, n * size * 8) for n in range(count)]
  if half:
    parts = [uninterpreted("FP16_CONV32", (p,), 32) for p in parts]
  return parts if i.type.kind == "vector" else parts[0]


def _vstore(emitter, i, arguments, codes, count, half):
  data, index, pointer = arguments[0], arguments[1], emitter.pointer(arguments[2])
  lanes = emitter.value(data)
  lanes = [bv_of(x) for x in (lanes if isinstance(lanes, list) else [lanes])]
  if half:
    lanes = [uninterpreted(f"FP{x.width}_CONV16", (x,), 16) for x in lanes]
  size = lanes[0].width // 8
  stride = 4 if half == "aligned" and count == 3 else count
  moved = pointer.moved([(stride * size, resize(bv_of(emitter.scalar(index)), emitter.bits))]
                        if not is_int(index) else [],
                        stride * size * int_value(index) if is_int(index) else 0)
  for number, lane in enumerate(lanes):
    emitter.store_bytes(moved.moved([], number * size), lane, size)


def _convert(emitter, i, match, codes, arguments):
  target = match.group(1)
  saturate = match.group(3) is not None
  bits = _BITS[target.lstrip("u")]
  to_float = target in ("float", "double", "half")
  source = arguments[0].type
  source = source.elem if source.kind == "vector" else source
  from_float = source.kind == "float"
  signed_source = not is_unsigned(codes[0]) if codes else True
  signed_target = not target.startswith("u")

  def lane(x):
    if from_float and to_float:
      return x if bits == x.width else uninterpreted(f"FP{x.width}_CONV{bits}", (x,), bits)
    if from_float:
      return uninterpreted(f"FP{x.width}_TO_{'SI' if signed_target else 'UI'}{bits}", (x,), bits)
    if to_float:
      return uninterpreted(f"{'SI' if signed_source else 'UI'}{x.width}_TO_FP{bits}", (x,), bits)
    if saturate:
      wide = max(bits, x.width) + 2
      return clamp_wide(extend(x, wide, signed_source), bits, signed_target)
    return resize(x, bits, signed_source)

  return by_lanes(emitter, arguments, lane)


def _atomic(function, operands=None):
  """atomic_add and its kind; the operation's name is completed by space and type. Of OpenCL 2's
  functions so many `operands` are followed by order and scope."""
  def handler(emitter, i, arguments, codes):
    pointer, attributes = emitter.pointer(arguments[0]), ""
    if operands is not None:
      attributes = atomicity.of_opencl(arguments, operands + 1, i.loc)
      arguments = arguments[:operands + 1]
    values = [bv_of(emitter.scalar(a)) for a in arguments[1:]]
    type_ = arguments[1].type if len(arguments) > 1 else i.type
    width = emitter.layout.store_bits(i.type if i.type.kind != "void" else type_)
    code = (codes[0] if codes else "*i").lstrip("*")
    name = {"f": "float", "d": "double", "m": "unsigned_long", "l": "long", "j": "uint"}.get(
        code, "int")
    if width == 64 and name in ("int", "uint"):
      name = "long"
    space = "local" if any(a.space == "group_shared" for a in
                           emitter.pointers.candidates(pointer.targets)) else "global"
    return emitter.atomic(pointer, f"__bugle_atomic_{function}_{space}_{name}", values, width,
                          attributes)
  return handler


def _atomic_load(emitter, i, arguments, codes):
  width = emitter.layout.store_bits(i.type)
  return emitter.atomic(emitter.pointer(arguments[0]), "__bugle_atomic_load", [], width,
                        atomicity.of_opencl(arguments, 1, i.loc))


def _atomic_store(emitter, i, arguments, codes):
  value = bv_of(emitter.scalar(arguments[1]))
  emitter.atomic(emitter.pointer(arguments[0]), "__bugle_atomic_xchg_global_int", [value],
                 value.width, atomicity.of_opencl(arguments, 2, i.loc))


def _atomic_init(emitter, i, arguments, codes):
  """Initialization is no atomic operation."""
  value = bv_of(emitter.scalar(arguments[1]))
  emitter.store_bytes(emitter.pointer(arguments[0]), value, value.width // 8)


def _atomic_exchange_weak(emitter, i, arguments, codes):
  """atomic_compare_exchange, of the value that is expected (normalize.py): what was there."""
  expected, desired = (bv_of(emitter.scalar(a)) for a in arguments[1:3])
  return emitter.atomic(emitter.pointer(arguments[0]), "__bugle_atomic_cmpxchg_global_int",
                        [expected, desired], desired.width, _order_of_exchange(arguments, i.loc))


def _order_of_exchange(arguments, place):
  """That of success; the one of failure stands after it."""
  return atomicity.of_opencl(arguments[:4] + arguments[5:], 3, place)


def _spaces(emitter, flags):
  """Whether the flags of a fence name local and global memory."""
  flags = emitter.bv(flags)
  return extract(flags, 1, 0), extract(flags, 2, 1)


def _fence(name, order):
  """mem_fence and its kind: since OpenCL 2.0 of the work-group. Before, there are no scopes."""
  def handler(emitter, i, arguments, codes):
    spaces = _spaces(emitter, arguments[0])
    is_global = not is_lit(spaces[1]) or spaces[1].name != 0
    standard = emitter.program.options.standard
    scope = "device" if is_global and (standard or "CL1").startswith("CL1") else "block"
    if scope == "device":
      emitter.program.note(f"{name} is taken to be of the device's scope, as OpenCL 1 has no other; "
                           "with -cl-std=CL2.0 it is of the work-group's", i.loc)
    primitives.fence(emitter, i.loc, name, scope, order, spaces)
  return handler


def _work_item_fence(emitter, i, arguments, codes):
  primitives.fence(emitter, i.loc, "atomic_work_item_fence",
                   atomicity.opencl_scope(arguments[2], i.loc),
                   atomicity.opencl_order(arguments[1], i.loc), _spaces(emitter, arguments[0]))


def _async_copy(emitter, i, arguments, codes):
  code = codes[0] if codes else "*i"
  size = _element_size(emitter, code, i)
  elements = resize(bv_of(emitter.scalar(arguments[2])), emitter.bits)
  handle = event_bits(emitter, arguments[3])
  return emitter.async_copy(emitter.pointer(arguments[0]), emitter.pointer(arguments[1]),
                            elements, size, handle)


def event_bits(emitter, v):
  """An event as the bit-vector of its handle."""
  value = emitter.value(v)
  if isinstance(value, Ptr):
    if value.base is None:
      return lit(0, emitter.bits)
    return emitter.pointers.stored(value, emitter.pointers.unit(value.targets))
  return bv_of(value)


def _element_size(emitter, code, i):
  code = code.lstrip("*")
  digits = "".join(ch for ch in code if ch.isdigit()) if code[:1].isdigit() else ""
  letter = code[len(digits):]
  sizes = {"c": 1, "a": 1, "h": 1, "s": 2, "t": 2, "i": 4, "j": 4, "l": 8, "m": 8, "f": 4, "d": 8,
           "h16": 2, "b": 1}
  if letter not in sizes:
    fail("an asynchronous copy of an unknown element type is not supported", i.loc)
  count = int(digits) if digits else 1
  return sizes[letter] * (4 if count == 3 else count)


def _wait(emitter, i, arguments, codes):
  count = arguments[0]
  if not is_int(count):
    fail("wait_group_events with a number that is not constant is not supported", i.loc)
  events = emitter.pointer(arguments[1])
  for number in range(int_value(count)):
    handle = emitter.load_bytes(events.moved([], number * emitter.bits // 8), emitter.bits // 8)
    emitter.program.declarations.waits = True
    emitter.line(f"call {{:wait_group_events}}{emitter.where(i.loc)} "
                 f"_WAIT_GROUP_EVENTS({emitter.text(handle)});")


def _unsupported(text):
  def handler(emitter, i, arguments, codes):
    fail(f"{text} is not supported", i.loc)
  return handler


# Images

def _read_image(emitter, i, arguments, codes):
  return emitter.undefined(i.type)


def _write_image(emitter, i, arguments, codes):
  """A write of four elements of the flat array that stands for an image, whose rows and slices have
  fixed distances."""
  image, coordinates = emitter.pointer(arguments[0]), emitter.value(arguments[1])
  color = emitter.value(arguments[-1])
  color = color if isinstance(color, list) else [color]
  parts = coordinates if isinstance(coordinates, list) else [coordinates]
  parts = [resize(bv_of(p), emitter.bits) for p in parts]
  column, row = _IMAGE_SLICE[emitter.bits] if len(parts) > 2 else (_IMAGE_ROW[emitter.bits], 0)
  index = parts[0]
  for part, bits in zip(parts[1:3], (column, column + row)):
    index = add(binary("MUL", part, lit(1 << bits, emitter.bits)), index)
  for number, lane in enumerate(color):
    emitter.store_bytes(image.moved([(16, index)], 4 * number), bv_of(lane), 4)


def _image_query(query):
  """A size of an image: unknown, but the same for all threads."""
  def handler(emitter, i, arguments, codes):
    image = emitter.value(arguments[0])
    if not isinstance(image, Ptr) or image.base not in emitter.program.objects.table.arrays:
      return emitter.undefined(i.type)
    number = lit(emitter.program.objects.table.arrays.index(image.base), 32)
    if i.type.kind != "vector":
      return uninterpreted(f"__image_{query}", (number,), emitter.layout.store_bits(i.type))
    width = emitter.layout.store_bits(i.type.elem)
    return [uninterpreted(f"__image_{query}_{n}", (number,), width) for n in range(i.type.count)]
  return handler


OPENCL = {
    **GROUPS,
    "get_global_id": _dimension("global_id"), "get_local_id": _dimension("local_id"),
    "get_group_id": _dimension("group_id"), "get_local_size": _dimension("group_size"),
    "get_enqueued_local_size": _dimension("group_size"),
    "get_num_groups": _dimension("num_groups"), "get_global_size": _dimension("global_size"),
    "get_global_offset": _dimension("global_offset"), "get_work_dim": _work_dim,
    "get_global_linear_id": _linear(("global_id", "global_size")),
    "get_local_linear_id": _linear(("local_id", "group_size")),
    "__translate_sampler_initializer": lambda e, i, a, c: e.pointers.null(),
    "barrier": _barrier, "work_group_barrier": _barrier,
    "mem_fence": _fence("mem_fence", "acq_rel"),
    "read_mem_fence": _fence("read_mem_fence", "acquire"),
    "write_mem_fence": _fence("write_mem_fence", "release"), "atomic_work_item_fence": _work_item_fence,
    "prefetch": _nothing, "printf": _printf,
    "min": extreme(False), "max": extreme(True), "clamp": _clamp, "abs": _abs,
    "abs_diff": _typed(absolute_difference), "add_sat": _typed(add_saturated),
    "sub_sat": _typed(sub_saturated), "mul_hi": _typed(multiply_high), "mad_hi": _typed(_mad_high),
    "mad_sat": _typed(multiply_add_saturated),
    "hadd": _typed(lambda x, y, s: halving_add(x, y, s, False)),
    "rhadd": _typed(lambda x, y, s: halving_add(x, y, s, True)),
    "mul24": _lanes(_multiply), "mad24": _multiply_add, "rotate": _lanes(rotate),
    "popcount": _lanes(count_ones), "ctz": _lanes(count_trailing),
    "clz": lambda e, i, a, c: leading_zeros(e, a[0]),
    "upsample": _lanes(_upsample), "select": _select, "bitselect": _bitselect,
    "any": _any_all(False), "all": _any_all(True), "shuffle": _shuffle, "shuffle2": _shuffle,
    "async_work_group_copy": _async_copy, "wait_group_events": _wait,
    "async_work_group_strided_copy": _unsupported("async_work_group_strided_copy"),
    "read_imagef": _read_image, "read_imagei": _read_image, "read_imageui": _read_image,
    "read_imageh": _read_image, "write_imagef": _write_image, "write_imagei": _write_image,
    "write_imageui": _write_image,
    "atomic_load": _atomic_load, "atomic_load_explicit": _atomic_load,
    "atomic_store": _atomic_store, "atomic_store_explicit": _atomic_store,
    "atomic_init": _atomic_init,
}
for _prefix in ("atomic_", "atom_"):
  for _op in ("add", "sub", "xchg", "min", "max", "and", "or", "xor", "inc", "dec", "cmpxchg"):
    OPENCL[_prefix + _op] = _atomic(_op)
for _op in ("add", "sub", "or", "xor", "and", "min", "max"):
  OPENCL[f"atomic_fetch_{_op}"] = OPENCL[f"atomic_fetch_{_op}_explicit"] = _atomic(_op, 1)
OPENCL["atomic_exchange"] = OPENCL["atomic_exchange_explicit"] = _atomic("xchg", 1)
for _strength in ("weak", "strong"):
  for _explicit in ("", "_explicit"):
    OPENCL[f"atomic_compare_exchange_{_strength}{_explicit}"] = _atomic_exchange_weak
for _query in ("width", "height", "depth", "dim", "channel_data_type", "channel_order",
               "array_size"):
  OPENCL[f"get_image_{_query}"] = _image_query(_query)

_VECTOR_ACCESS = re.compile(r"(vload|vstore)(a?)(_half)?(\d*)(?:_rt[ezpn])?$")


def opencl_by_pattern(emitter, i, base, codes, arguments):
  """Families named by pattern: convert_, as_, vload, vstore. None if the name is of no family."""
  match = _CONVERT.match(base)
  if match:
    return _convert(emitter, i, match, codes, arguments)
  if _AS.match(base):
    value = emitter.value(arguments[0])
    source = arguments[0].type
    if source.kind == "vector" and i.type.kind == "vector" and source.count == i.type.count:
      return value
    return emitter.split(extend(emitter.joined(value, source), emitter.layout.store_bits(i.type),
                                False), i.type)
  match = _VECTOR_ACCESS.match(base)
  if match:
    half = ("aligned" if match.group(2) else "half") if match.group(3) else None
    count = int(match.group(4) or 1)
    if match.group(1) == "vload":
      return _vload(emitter, i, arguments, codes, count, half)
    _vstore(emitter, i, arguments, codes, count, half)
    return []
  refuse_unknown(i, base)
  return None
