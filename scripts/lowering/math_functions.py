"""Floating point functions: the uninterpreted functions of the IR, and others made like them.

A function of the IR's list has its name there (`FSIN32`); any other mathematical function becomes
an uninterpreted function of its own. Results through pointers are stored.
"""

from .builtins_common import by_lanes
from .expr import bv_of, ite, lit, uninterpreted
from .operations import float_compare

_UNARY = {"fabs": "FABS", "ceil": "FCEIL", "cos": "FCOS", "exp": "FEXP", "exp2": "FEXP2",
          "floor": "FFLOOR", "log": "FLOG", "log10": "FLOG10", "log2": "FLOG2", "rint": "FRINT",
          "nearbyint": "FRINT", "rsqrt": "FRSQRT", "sin": "FSIN", "sqrt": "FSQRT",
          "trunc": "FTRUNC"}
_BINARY = {"pow": "FPOW", "powr": "FPOW", "fmax": "FMAX", "fmin": "FMIN", "fmod": "FREM",
           "maxnum": "FMAX", "minnum": "FMIN", "maximum": "FMAX", "minimum": "FMIN"}
_OTHER = set("""acos acosh acospi asin asinh asinpi atan atan2 atan2pi atanh atanpi cbrt copysign
  cosh cospi erf erfc exp10 expm1 fdim hypot ilogb ldexp lgamma log1p logb nextafter nan
  remainder rootn round sinh sinpi tan tanh tanpi tgamma scalbn scalbln j0 j1 y0 y1 jn yn erfinv
  erfcinv erfcx normcdf normcdfinv rcbrt rhypot norm3d norm4d rnorm3d rnorm4d roundeven sign degrees
  radians step smoothstep mix maxmag minmag recip divide fdividef lrint lround llrint llround
  fdivide
  saturatef cyl_bessel_i0 cyl_bessel_i1 canonicalize length distance fast_length fast_distance dot
  pown powi sincospi""".split())
_COMPARE = {"isequal": "oeq", "isnotequal": "une", "isgreater": "ogt", "isgreaterequal": "oge",
            "isless": "olt", "islessequal": "ole", "islessgreater": "one", "isordered": "ord",
            "isunordered": "uno"}
_CLASS = {"isnan", "isinf", "isfinite", "isnormal", "signbit", "__isnan", "__isinf", "__finite",
          "__isnanf", "__isinff", "__finitef", "__signbit", "__signbitf", "isnanf", "isinff"}
_WITH_POINTER = {"sincos": 2, "sincospi": 2, "modf": 1, "frexp": 1, "fract": 1, "remquo": 1,
                 "lgamma_r": 1}
_ROUNDINGS = ("_rn", "_rz", "_ru", "_rd", "_rte", "_rtz", "_rtp", "_rtn")
_ARITHMETIC = {"__fadd": "FADD", "__fsub": "FSUB", "__fmul": "FMUL", "__fdiv": "FDIV",
               "__dadd": "FADD", "__dsub": "FSUB", "__dmul": "FMUL", "__ddiv": "FDIV",
               "__fdividef": "FDIV", "__fdivide": "FDIV"}


def _plain(base):
  """The name without the prefixes and suffixes that select precision."""
  for prefix in ("native_", "half_", "fast_", "__nv_"):
    if base.startswith(prefix) and base not in _OTHER:
      base = base[len(prefix):]
  for rounding in _ROUNDINGS:
    if base.endswith(rounding):
      base = base[:-len(rounding)]
  if base.startswith("__") and base not in _ARITHMETIC:
    base = base[2:]
    if base in ("fsqrt", "dsqrt"):
      base = "sqrt"
    elif base in ("frsqrt", "drsqrt"):
      base = "rsqrt"
    elif base in ("frcp", "drcp"):
      base = "recip"
  return base


def _known(name):
  return name in _UNARY or name in _BINARY or name in _OTHER or name in _WITH_POINTER \
      or name in ("fma", "mad", "fmaf", "clamp", "normalize", "cross")
def is_math_function(base):
  """Whether a name is that of a function of numbers alone."""
  name = _plain(base)
  if not _known(name) and name.endswith(("f", "l")):
    name = name[:-1]
  return (name in _ARITHMETIC or _known(name)) and name not in _WITH_POINTER


def named(name, values, width):
  """An uninterpreted function named after a mathematical one and its operand widths."""
  widths = "_".join(str(v.width) for v in values)
  suffix = {16: "half", 32: "float", 64: "double"}.get(width, f"bv{width}")
  if any(v.width != width for v in values):
    suffix += "_" + widths
  elif len(values) > 2:
    suffix += f"_{len(values)}"
  return uninterpreted(f"__math_{name}_{suffix}", values, width)


def math_function(emitter, i, base, codes, arguments):
  """The value of a mathematical function's call, or None if it is none."""
  if base.startswith("std::"):
    base = base[5:]
  if base in _COMPARE:
    return _comparison(emitter, i, _COMPARE[base], arguments)
  if base in _CLASS:
    return _classification(emitter, i, base, arguments)
  name = _plain(base)
  if name in _ARITHMETIC:
    return by_lanes(emitter, arguments, lambda x, y: uninterpreted(
        f"{_ARITHMETIC[name]}{x.width}", (x, y), x.width), once=True)
  if not _known(name) and name.endswith(("f", "l")) and _known(name[:-1]):
    name = name[:-1]
  if not _known(name):
    return None
  if name in _WITH_POINTER:
    return _with_pointer(emitter, i, name, arguments)
  if name in ("fma", "mad"):
    return by_lanes(emitter, arguments, lambda x, y, z: uninterpreted(
        f"FADD{x.width}", (uninterpreted(f"FMUL{x.width}", (x, y), x.width), z), x.width),
                    once=True)
  if name == "clamp":
    return by_lanes(emitter, arguments, lambda x, y, z: uninterpreted(
        f"FMIN{x.width}", (uninterpreted(f"FMAX{x.width}", (x, y), x.width), z), x.width),
                    once=True)
  if name in ("dot", "length", "distance", "normalize", "cross"):
    return _geometric(emitter, i, name, arguments)
  width = emitter.layout.store_bits(i.type.elem if i.type.kind == "vector" else i.type)

  def lane(*values):
    if name in _UNARY and len(values) == 1 and values[0].width == width:
      return uninterpreted(f"{_UNARY[name]}{width}", values, width)
    if name in _BINARY and len(values) == 2 and values[1].width == width:
      return uninterpreted(f"{_BINARY[name]}{width}", values, width)
    if name in ("pown", "powi", "pow") and len(values) == 2:
      return uninterpreted(f"FPOWI{width}_I{values[1].width}", values, width)
    return named(name, values, width)

  return by_lanes(emitter, arguments, lane, once=True)


def _geometric(emitter, i, name, arguments):
  lanes = []
  for a in arguments:
    value = emitter.value(a)
    lanes += value if isinstance(value, list) else [value]
  lanes = [bv_of(x) for x in lanes]
  if i.type.kind == "vector":
    width = emitter.layout.store_bits(i.type.elem)
    return [named(f"{name}_{n}", lanes, width) for n in range(i.type.count)]
  return named(name, lanes, emitter.layout.store_bits(i.type))


def _comparison(emitter, i, predicate, arguments):
  width = emitter.layout.store_bits(i.type.elem if i.type.kind == "vector" else i.type)
  true = lit(-1 if i.type.kind == "vector" else 1, width)
  return by_lanes(emitter, arguments,
                  lambda x, y: ite(float_compare(predicate, x, y), true, lit(0, width)), once=True)


def _classification(emitter, i, base, arguments):
  name = base.strip("_").rstrip("f") if base not in ("isinf", "signbit") else base
  width = emitter.layout.store_bits(i.type.elem if i.type.kind == "vector" else i.type)
  true = lit(-1 if i.type.kind == "vector" else 1, width)

  def lane(x):
    if "nan" in name:
      condition = uninterpreted(f"FUNO{x.width}", (x, x), 0)
    else:
      condition = uninterpreted(f"__math_{name}_{x.width}", (x,), 0)
    return ite(condition, true, lit(0, width))

  return by_lanes(emitter, arguments, lane, once=True)


def _with_pointer(emitter, i, name, arguments):
  """Functions with results through pointers: the value (if any), and stores."""
  outputs = 1
  if i.type.kind == "void":
    outputs = 2
  inputs, pointers = arguments[:-outputs], arguments[-outputs:]
  for number, pointer in enumerate(pointers):
    part = {"sincos": ("sin", "cos"), "sincospi": ("sinpi", "cospi")}.get(name)
    part = part[number if outputs == 2 else 1] if part else name + "_out"
    values = by_lanes(emitter, inputs, lambda *v: _function(part, v, v[0].width), once=True)
    width = 32 if name in ("frexp", "remquo", "lgamma_r") else None
    if width is not None:
      values = by_lanes(emitter, inputs, lambda *v: named(part, v, 32), once=True)
    lanes = values if isinstance(values, list) else [values]
    ptr = emitter.pointer(pointer)
    for lane, value in enumerate(lanes):
      size = value.width // 8
      emitter.store_bytes(ptr.moved([], lane * size), value, size)
  if i.type.kind == "void":
    return []
  part = {"sincos": "sin", "sincospi": "sinpi"}.get(name, name)
  return by_lanes(emitter, inputs, lambda *v: _function(part, v, v[0].width), once=True)


def _function(name, values, width):
  if name in _UNARY and len(values) == 1:
    return uninterpreted(f"{_UNARY[name]}{width}", values, width)
  return named(name, values, width)
