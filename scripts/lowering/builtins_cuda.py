"""CUDA built-ins: atomics, integer intrinsics, textures, conversions. What synchronises is in
`builtins_sync.py`."""

from . import atomicity
from .builtins_common import (absolute, absolute_difference, by_lanes, count_ones, extreme,
                              first_set, halving_add, leading_zeros, multiply_high, reverse_bits)
from .builtins_sync import SYNCHRONIZATION
from .expr import (add, binary, bool_of, bv_of, compare, concat, concat_all, equal, extend,
                   extract, is_lit, ite, lit, resize, uninterpreted)

_ATOMIC_TYPES = {"i": "int", "j": "unsigned_int", "y": "unsigned_long_long_int",
                 "x": "long_long_int", "f": "float", "d": "double", "l": "int",
                 "m": "unsigned_int", "t": "unsigned_short"}
_COUNTS = {"Inc": "Add", "Dec": "Sub"}


def _atomic(function, scope):
  def handler(emitter, i, arguments, codes):
    pointer = emitter.pointer(arguments[0])
    values = [bv_of(emitter.scalar(a)) for a in arguments[1:]]
    width = emitter.layout.store_bits(i.type)
    code = (codes[0] if codes else "*i").lstrip("*")
    counts = _COUNTS.get(function)
    if counts and is_lit(values[0]) and values[0].name == (1 << width) - 1:
      values = [lit(1, width)]  # nothing but the width bounds it
    else:
      counts = function
    name = f"__atomic{counts}_{_ATOMIC_TYPES.get(code, 'int')}"
    return emitter.split(emitter.atomic(pointer, name, values, width,
                                        atomicity.attributes(scope)), i.type)
  return handler


def _arbitrary(emitter, i, arguments, codes):
  return emitter.undefined(i.type) if i.type.kind != "void" else None


def _unknown(emitter, i, arguments, codes):
  return emitter.filled(i.type, emitter.unknown)


def _nothing(emitter, i, arguments, codes):
  return None


def _printf(emitter, i, arguments, codes):
  return lit(0, 32)


def _trap(emitter, i, arguments, codes):
  emitter.line(f"assert{emitter.where(i.loc)} false;")


def _assertion(emitter, i, arguments, codes):
  e = bool_of(emitter.scalar(arguments[0]))
  emitter.line(f"assert{emitter.where(i.loc)} {emitter.text(e)};")


def _assume(emitter, i, arguments, codes):
  emitter.line(f"assume {emitter.text(bool_of(emitter.scalar(arguments[0])))};")


def _lanes(function):
  return lambda emitter, i, arguments, codes: by_lanes(emitter, arguments, function)


def _permute(x, y, selector):
  """__byte_perm."""
  bytes_ = [extract(concat(y, x), 8 * n + 8, 8 * n) for n in range(8)]
  parts = []
  for n in range(4):
    index = extract(selector, 4 * n + 3, 4 * n)
    part = bytes_[7]
    for number in range(6, -1, -1):
      part = ite(equal(index, lit(number, 3)), bytes_[number], part)
    parts.append(part)
  return concat_all(parts)


def _funnel(left, clamped):
  def function(low, high, shift):
    amount = binary("AND", shift, lit(31, 32))
    if clamped:
      amount = ite(compare("UGT", shift, lit(32, 32)), lit(32, 32), shift)
    wide, by = concat(high, low), extend(amount, 64, False)
    return extract(binary("SHL", wide, by), 64, 32) if left \
        else extract(binary("LSHR", wide, by), 32, 0)
  return function


def _clz(emitter, i, arguments, codes):
  return resize(leading_zeros(emitter, arguments[0]), 32)


def _sad(x, y, z):
  return add(absolute_difference(x, y, True), z)


CUDA = {
    **SYNCHRONIZATION,
    "__nanosleep": _nothing,
    "__lowering_assert": _assertion, "__trap": _trap, "__brkpt": _nothing, "abort": _trap, "__assert_fail": _trap,
    "printf": _printf, "vprintf": _printf, "__builtin_assume": _assume,
    "__mul24": _lanes(lambda x, y: binary("MUL", x, y)),
    "__umul24": _lanes(lambda x, y: binary("MUL", x, y)),
    "__mulhi": _lanes(lambda x, y: multiply_high(x, y, True)),
    "__umulhi": _lanes(lambda x, y: multiply_high(x, y, False)),
    "__mul64hi": _lanes(lambda x, y: multiply_high(x, y, True)),
    "__umul64hi": _lanes(lambda x, y: multiply_high(x, y, False)),
    "__hadd": _lanes(lambda x, y: halving_add(x, y, True, False)),
    "__rhadd": _lanes(lambda x, y: halving_add(x, y, True, True)),
    "__uhadd": _lanes(lambda x, y: halving_add(x, y, False, False)),
    "__urhadd": _lanes(lambda x, y: halving_add(x, y, False, True)),
    "__popc": lambda e, i, a, c: resize(by_lanes(e, a, count_ones), 32),
    "__popcll": lambda e, i, a, c: resize(by_lanes(e, a, count_ones), 32),
    "__fns": lambda e, i, a, c: uninterpreted("__math_fns", [e.bv(x) for x in a], 32),
    "__clz": _clz, "__clzll": _clz,
    "__ffs": lambda e, i, a, c: resize(by_lanes(e, a, first_set), 32),
    "__ffsll": lambda e, i, a, c: resize(by_lanes(e, a, first_set), 32),
    "__brev": _lanes(reverse_bits), "__brevll": _lanes(reverse_bits),
    "__byte_perm": _lanes(_permute), "__sad": _lanes(_sad),
    "__usad": _lanes(lambda x, y, z: add(absolute_difference(x, y, False), z)),
    "__funnelshift_l": _lanes(_funnel(True, False)),
    "__funnelshift_r": _lanes(_funnel(False, False)),
    "__funnelshift_lc": _lanes(_funnel(True, True)),
    "__funnelshift_rc": _lanes(_funnel(False, True)),
    "min": extreme(False), "max": extreme(True),
    "abs": _lanes(absolute), "labs": _lanes(absolute), "llabs": _lanes(absolute),
    "__saturatef": lambda e, i, a, c: by_lanes(e, a, lambda x: uninterpreted(
        "FMIN32", (uninterpreted("FMAX32", (x, lit(0, 32)), 32), lit(0x3F800000, 32)), 32)),
    "clock": _arbitrary, "clock64": _arbitrary, "__lowering_arbitrary": _arbitrary,
    "__lowering_unknown": _unknown,
    "__float_as_int": lambda e, i, a, c: e.value(a[0]),
    "__float_as_uint": lambda e, i, a, c: e.value(a[0]),
    "__int_as_float": lambda e, i, a, c: e.value(a[0]),
    "__uint_as_float": lambda e, i, a, c: e.value(a[0]),
    "__double_as_longlong": lambda e, i, a, c: e.value(a[0]),
    "__longlong_as_double": lambda e, i, a, c: e.value(a[0]),
    "__double2loint": lambda e, i, a, c: extract(bv_of(e.scalar(a[0])), 32, 0),
    "__double2hiint": lambda e, i, a, c: extract(bv_of(e.scalar(a[0])), 64, 32),
    "__hiloint2double": lambda e, i, a, c: concat(bv_of(e.scalar(a[0])), bv_of(e.scalar(a[1]))),
}
for _name in ("Add", "Sub", "Exch", "Min", "Max", "Inc", "Dec", "CAS", "And", "Or", "Xor"):
  for _suffix, _scope in (("", "device"), ("_block", "block"), ("_system", "system")):
    CUDA[f"atomic{_name}{_suffix}"] = _atomic(_name, _scope)

_SCALARS = {"int": ("SI", 32), "uint": ("UI", 32), "ll": ("SI", 64), "ull": ("UI", 64),
            "short": ("SI", 16), "ushort": ("UI", 16)}
_FLOATS = {"float": 32, "double": 64}


def _conversion(name, width):
  def handler(emitter, i, arguments, codes):
    return by_lanes(emitter, arguments, lambda x: uninterpreted(name, (x,), width))
  return handler


for _mode in ("", "_rn", "_rz", "_ru", "_rd"):
  for _float, _width in _FLOATS.items():
    for _integer, (_kind, _bits) in _SCALARS.items():
      CUDA[f"__{_float}2{_integer}{_mode}"] = _conversion(f"FP{_width}_TO_{_kind}{_bits}", _bits)
      CUDA[f"__{_integer}2{_float}{_mode}"] = _conversion(f"{_kind}{_bits}_TO_FP{_width}", _width)
  CUDA[f"__double2float{_mode}"] = _conversion("FP64_CONV32", 32)
CUDA["__half2float_bits"] = _conversion("FP16_CONV32", 32)
CUDA["__float2half_bits"] = _conversion("FP32_CONV16", 16)
