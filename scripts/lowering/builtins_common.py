"""Integer built-ins that CUDA, OpenCL and LLVM share, as expressions on one lane."""

from .demangle import is_unsigned
from .expr import (binary, bv_of, compare, concat, equal, extend, extract, ite, lit, uninterpreted)


def by_lanes(emitter, arguments, function, once=False):
  """Applies a function to scalar arguments, or lane by lane; scalars are broadcast. Unless the
  function uses every argument `once`, compound ones get a temporary first: nested calls would
  otherwise grow exponentially."""
  values = [emitter.value(a) for a in arguments]
  if not once and emitter.may_assign:
    values = [emitter.shared(v, None) for v in values]
  count = max([len(v) for v in values if isinstance(v, list)], default=0)
  if not count:
    return function(*[bv_of(emitter.integer_of(v)) for v in values])
  lanes = [v if isinstance(v, list) else [v] * count for v in values]
  return [function(*[bv_of(x) for x in lane]) for lane in zip(*lanes)]


def maximum(x, y, is_signed):
  return ite(compare("SLT" if is_signed else "ULT", x, y), y, x)


def minimum(x, y, is_signed):
  return ite(compare("SLT" if is_signed else "ULT", y, x), y, x)


def is_float(type_):
  return (type_.elem if type_.kind == "vector" else type_).kind == "float"


def extreme(maximal):
  """min or max of the type that the first parameter's code gives."""
  def handler(emitter, i, arguments, codes):
    if is_float(i.type):
      name = "FMAX" if maximal else "FMIN"
      return by_lanes(emitter, arguments,
                      lambda x, y: uninterpreted(f"{name}{x.width}", (x, y), x.width))
    is_signed = not is_unsigned(codes[0])
    function = maximum if maximal else minimum
    return by_lanes(emitter, arguments, lambda x, y: function(x, y, is_signed))
  return handler


def absolute(x):
  zero = lit(0, x.width)
  return ite(compare("SLT", x, zero), binary("SUB", zero, x), x)


def absolute_difference(x, y, is_signed):
  less = compare("SLT" if is_signed else "ULT", x, y)
  return ite(less, binary("SUB", y, x), binary("SUB", x, y))


def multiply_high(x, y, is_signed):
  width = x.width
  product = binary("MUL", extend(x, 2 * width, is_signed), extend(y, 2 * width, is_signed))
  return extract(product, 2 * width, width)


def clamp_wide(wide, width, is_signed):
  """A wide two's complement value limited to the range of a narrower type."""
  high = lit((1 << (width - 1)) - 1 if is_signed else (1 << width) - 1, wide.width)
  low = lit(-(1 << (width - 1)) if is_signed else 0, wide.width)
  return ite(compare("SGT", wide, high), extract(high, width, 0),
             ite(compare("SLT", wide, low), extract(low, width, 0), extract(wide, width, 0)))


def add_saturated(x, y, is_signed):
  wide = x.width + 2
  return clamp_wide(binary("ADD", extend(x, wide, is_signed), extend(y, wide, is_signed)), x.width,
                    is_signed)


def sub_saturated(x, y, is_signed):
  wide = x.width + 2
  return clamp_wide(binary("SUB", extend(x, wide, is_signed), extend(y, wide, is_signed)), x.width,
                    is_signed)


def multiply_add_saturated(x, y, z, is_signed):
  wide = 2 * x.width + 2
  product = binary("MUL", extend(x, wide, is_signed), extend(y, wide, is_signed))
  return clamp_wide(binary("ADD", product, extend(z, wide, is_signed)), x.width, is_signed)


def halving_add(x, y, is_signed, rounding):
  wide = x.width + 2
  total = binary("ADD", extend(x, wide, is_signed), extend(y, wide, is_signed))
  if rounding:
    total = binary("ADD", total, lit(1, wide))
  return extract(total, x.width + 1, 1)


def rotate(x, amount):
  width = x.width
  by = binary("UREM", amount, lit(width, width))
  twice = binary("SHL", concat(x, x), extend(by, 2 * width, False))
  return extract(twice, 2 * width, width)


def count_ones(x):
  name = f"BV{x.width}_CTPOP"
  return uninterpreted(name, (x,), x.width)


def count_trailing(x):
  """Trailing zeros from the top down: the lowest set bit decides."""
  result = lit(x.width, x.width)
  for bit in range(x.width - 1, -1, -1):
    result = ite(equal(extract(x, bit + 1, bit), lit(1, 1)), lit(bit, x.width), result)
  return result


def count_leading(x):
  """Leading zeros from the bottom up: the highest set bit decides."""
  result = lit(x.width, x.width)
  for bit in range(x.width):
    result = ite(equal(extract(x, bit + 1, bit), lit(1, 1)), lit(x.width - 1 - bit, x.width),
                 result)
  return result


def leading_zeros(emitter, argument):
  """Of each lane."""
  return by_lanes(emitter, [argument], count_leading)


def reverse_bits(x):
  result = extract(x, 1, 0)
  for bit in range(1, x.width):
    result = concat(result, extract(x, bit + 1, bit))
  return result


def first_set(x):
  """Position of the lowest set bit from 1, or 0."""
  found = binary("ADD", count_trailing(x), lit(1, x.width))
  return ite(equal(x, lit(0, x.width)), lit(0, x.width), found)
