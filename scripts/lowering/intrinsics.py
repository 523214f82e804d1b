"""LLVM intrinsics that clang makes of built-ins, apart from the mathematical ones."""

import re

from . import primitives
from .builtins_common import (absolute, add_saturated, by_lanes, count_ones, count_trailing,
                              leading_zeros, maximum, minimum, sub_saturated)
from .expr import binary, concat, extend, extract, lit, not_equal

_SUFFIX = re.compile(r"(\.(?:v\d+)?(?:i\d+|f\d+|p\d+(?:i8)?))+$")


def intrinsic_name(name):
  """`llvm.fabs.f32` -> `fabs`."""
  return _SUFFIX.sub("", name)[5:]


def _trap(emitter, i, arguments):
  emitter.line(f"assert{emitter.where(i.loc)} false;")


def _barrier(emitter, i, arguments):
  primitives.block_barrier(emitter, i.loc)


def _overflow(op, is_signed):
  def handler(emitter, i, arguments):
    x, y = (emitter.bv(a) for a in arguments)
    width = x.width
    double = width * 2 if op == "MUL" else width + 1
    wide = binary(op, extend(x, double, is_signed), extend(y, double, is_signed))
    result = binary(op, x, y)
    return [result, not_equal(wide, extend(result, double, is_signed))]
  return handler


def _funnel(left):
  def handler(emitter, i, arguments):
    def scalar(a, b, c):
      width = a.width
      amount = binary("UREM", c, lit(width, width))
      both = concat(a, b)
      if left:
        return extract(binary("SHL", both, extend(amount, 2 * width, False)), 2 * width, width)
      return extract(binary("LSHR", both, extend(amount, 2 * width, False)), width, 0)
    return by_lanes(emitter, arguments, scalar)
  return handler


def _lanes(function):
  return lambda emitter, i, arguments: by_lanes(emitter, arguments, function)


def _nothing(emitter, i, arguments):
  return None


def _expect(emitter, i, arguments):
  return emitter.value(arguments[0])


INTRINSICS = {
    "nvvm.barrier0": _barrier, "nvvm.barrier.cta.sync.aligned.all": _barrier,
    "trap": _trap, "debugtrap": _trap, "ubsantrap": _trap, "expect": _expect,
    "prefetch": _nothing, "va_start": _nothing, "va_end": _nothing,
    "stacksave": lambda e, i, a: e.pointers.null(), "stackrestore": _nothing,
    "abs": lambda e, i, a: by_lanes(e, a[:1], absolute),
    "smax": _lanes(lambda x, y: maximum(x, y, True)),
    "smin": _lanes(lambda x, y: minimum(x, y, True)),
    "umax": _lanes(lambda x, y: maximum(x, y, False)),
    "umin": _lanes(lambda x, y: minimum(x, y, False)),
    "uadd.sat": _lanes(lambda x, y: add_saturated(x, y, False)),
    "sadd.sat": _lanes(lambda x, y: add_saturated(x, y, True)),
    "usub.sat": _lanes(lambda x, y: sub_saturated(x, y, False)),
    "ssub.sat": _lanes(lambda x, y: sub_saturated(x, y, True)),
    "fshl": _funnel(True), "fshr": _funnel(False),
    "ctpop": _lanes(count_ones),
    "ctlz": lambda e, i, a: leading_zeros(e, a[0]),
    "cttz": lambda e, i, a: by_lanes(e, a[:1], count_trailing),
}
for _name, _op in (("add", "ADD"), ("sub", "SUB"), ("mul", "MUL")):
  INTRINSICS[f"s{_name}.with.overflow"] = _overflow(_op, True)
  INTRINSICS[f"u{_name}.with.overflow"] = _overflow(_op, False)
