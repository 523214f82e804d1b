"""Expressions of the output, built with light simplification and printed as Boogie text.

`width` is the number of bits, 0 for bool. A node that needs a declaration (a function, a special
constant) carries its text in `decl`; printing collects the declarations that are really used.
"""

from functools import lru_cache

_SMT = {"ADD": "bvadd", "SUB": "bvsub", "MUL": "bvmul", "SDIV": "bvsdiv", "UDIV": "bvudiv",
        "SREM": "bvsrem", "UREM": "bvurem", "SHL": "bvshl", "ASHR": "bvashr", "LSHR": "bvlshr",
        "AND": "bvand", "OR": "bvor", "XOR": "bvxor"}
_SMT_COMPARE = {"UGT": "bvugt", "UGE": "bvuge", "ULT": "bvult", "ULE": "bvule", "SGT": "bvsgt",
                "SGE": "bvsge", "SLT": "bvslt", "SLE": "bvsle"}


class Expr:
  __slots__ = ("kind", "width", "args", "name", "decl")

  def __init__(self, kind, width, args=(), name=None, decl=None):
    self.kind = kind
    self.width = width
    self.args = args
    self.name = name
    self.decl = decl

  def __repr__(self):
    return show(self, set())


TRUE = Expr("bool", 0, name="true")
FALSE = Expr("bool", 0, name="false")


def lit(value, width):
  return Expr("lit", width, name=value & ((1 << width) - 1))


def var(name, width, decl=None):
  return Expr("var", width, name=name, decl=decl)


def boolean(value):
  return TRUE if value else FALSE


def type_name(width):
  return f"bv{width}" if width else "bool"


def is_lit(e):
  return e.kind == "lit"


def is_builtin(e, part):
  """Whether a node applies an SMT operation whose name holds a part such as `_ZEXT`."""
  return e.kind == "fn" and part in e.name and e.decl is not None \
      and e.decl.startswith("function {:bvbuiltin")


def apply(name, args, width, decl=None):
  return Expr("fn", width, tuple(args), name, decl)


def uninterpreted(name, args, width):
  """An application of a function that has no meaning but congruence."""
  types = ", ".join(type_name(a.width) for a in args)
  return apply(name, args, width, f"function {name}({types}) : {type_name(width)};")


@lru_cache(maxsize=None)
def _binary_decl(op, width):
  name = f"BV{width}_{op}"
  if op in _SMT:
    return name, f'function {{:bvbuiltin "{_SMT[op]}"}} {name}(bv{width}, bv{width}) : bv{width};'
  return name, (f'function {{:bvbuiltin "{_SMT_COMPARE[op]}"}} '
                f"{name}(bv{width}, bv{width}) : bool;")


def _signed(value, width):
  return value - (1 << width) if value >> (width - 1) else value


def fold_binary(op, a, b, width):
  """What the operation makes of two numbers, maybe beyond the width; None where it is not folded."""
  if op == "ADD":
    return a + b
  if op == "SUB":
    return a - b
  if op == "MUL":
    return a * b
  if op == "AND":
    return a & b
  if op == "OR":
    return a | b
  if op == "XOR":
    return a ^ b
  if op == "SHL":
    return a << b if b < width else 0
  if op == "LSHR":
    return a >> b if b < width else 0
  if op == "UDIV" and b:
    return a // b
  if op == "UREM" and b:
    return a % b
  return None


def binary(op, x, y):
  """BVw_op(x, y) for an arithmetic or bitwise operation."""
  width = x.width
  if is_lit(x) and is_lit(y):
    value = fold_binary(op, x.name, y.name, width)
    if value is not None:
      return lit(value, width)
  if is_lit(y) and y.name == 0 and op in ("ADD", "SUB", "OR", "XOR", "SHL", "LSHR", "ASHR"):
    return x
  if is_lit(x) and x.name == 0 and op in ("ADD", "OR", "XOR"):
    return y
  if op == "MUL":
    for a, b in ((x, y), (y, x)):
      if is_lit(a) and a.name == 1:
        return b
      if is_lit(a) and a.name == 0:
        return a
  if is_lit(y) and y.name == 1 and op in ("UDIV", "SDIV") and width > 1:
    return x
  name, decl = _binary_decl(op, width)
  if op == "ADD" and is_lit(y) and x.kind == "fn" and x.name == name and is_lit(x.args[1]):
    return binary("ADD", x.args[0], lit(x.args[1].name + y.name, width))
  if op == "AND" and width == 1:
    a, b = bool_of(x), bool_of(y)
    if x.kind == "ite" or y.kind == "ite":
      return bv_of(both(a, b))
  if op == "OR" and width == 1 and (x.kind == "ite" or y.kind == "ite"):
    return bv_of(either(bool_of(x), bool_of(y)))
  if op == "XOR" and width == 1 and is_lit(y) and x.kind == "ite":
    return bv_of(negate(bool_of(x)))
  return apply(name, (x, y), width, decl)


def add(x, y):
  return binary("ADD", x, y)


def compare(op, x, y):
  """BVw_op(x, y) for UGT .. SLE."""
  if is_lit(x) and is_lit(y):
    a, b = x.name, y.name
    if op[0] == "S":
      a, b = _signed(a, x.width), _signed(b, x.width)
    return boolean({"GT": a > b, "GE": a >= b, "LT": a < b, "LE": a <= b}[op[1:]])
  name, decl = _binary_decl(op, x.width)
  return apply(name, (x, y), 0, decl)


def equal(x, y):
  if is_lit(x) and is_lit(y):
    return boolean(x.name == y.name)
  if x is y:
    return TRUE
  if is_lit(x):
    x, y = y, x
  if x.width == 1 and is_lit(y):
    b = bool_of(x)
    return b if y.name else negate(b)
  if x.width == 0 and y.kind == "bool":
    return x if y.name == "true" else negate(x)
  if is_lit(y) and is_builtin(x, "_ZEXT"):
    inner = x.args[0]
    if y.name >> inner.width:
      return FALSE
    return equal(inner, lit(y.name, inner.width))
  return Expr("eq", 0, (x, y))


def not_equal(x, y):
  return negate(equal(x, y), x, y)


def negate(e, x=None, y=None):
  if e.kind == "bool":
    return boolean(e.name == "false")
  if e.kind == "not":
    return e.args[0]
  if e.kind == "eq" and (e.args[0].width != 1 or not is_lit(e.args[1])):
    return Expr("ne", 0, e.args)
  if e.kind == "ne":
    return Expr("eq", 0, e.args)
  return Expr("not", 0, (e,))


def both(a, b):
  if a.kind == "bool":
    return b if a.name == "true" else a
  if b.kind == "bool":
    return a if b.name == "true" else b
  return Expr("and", 0, (a, b))


def either(a, b):
  if a.kind == "bool":
    return a if a.name == "true" else b
  if b.kind == "bool":
    return b if b.name == "true" else a
  return Expr("or", 0, (a, b))


def implies(a, b):
  return Expr("implies", 0, (a, b))


def ite(c, a, b):
  if c.kind == "bool":
    return a if c.name == "true" else b
  if a is b or (is_lit(a) and is_lit(b) and a.name == b.name):
    return a
  if a.width == 0:
    if a.kind == "bool" and b.kind == "bool":
      return c if a.name == "true" else negate(c)
    if b.kind == "bool" and b.name == "false":
      return both(c, a)
    if a.kind == "bool" and a.name == "true":
      return either(c, b)
  if a.width == 1 and is_lit(a) and is_lit(b) and a.name == 0:
    return Expr("ite", 1, (negate(c), b, a))
  return Expr("ite", a.width, (c, a, b))


def bv_of(e):
  """A bool as bv1; other expressions unchanged."""
  if e.width:
    return e
  if e.kind == "bool":
    return lit(e.name == "true", 1)
  if e.kind == "eq" and e.args[0].width == 1 and is_lit(e.args[1]) and e.args[1].name == 1:
    return e.args[0]
  return Expr("ite", 1, (e, lit(1, 1), lit(0, 1)))


def bool_of(e):
  """A bv1 as bool; other widths are compared with zero."""
  if e.width == 0:
    return e
  if e.width > 1:
    return not_equal(e, lit(0, e.width))
  if is_lit(e):
    return boolean(e.name)
  if e.kind == "ite" and is_lit(e.args[1]) and is_lit(e.args[2]):
    return e.args[0] if e.args[1].name else negate(e.args[0])
  return Expr("eq", 0, (e, lit(1, 1)))


def extract(e, high, low):
  """Bits low .. high-1."""
  if high - low == e.width:
    return e
  if is_lit(e):
    return lit(e.name >> low, high - low)
  if e.kind == "extract":
    base, _, start = e.args
    return extract(base, start + high, start + low)
  if e.kind == "concat":
    split = e.args[1].width
    if high <= split:
      return extract(e.args[1], high, low)
    if low >= split:
      return extract(e.args[0], high - split, low - split)
  if is_builtin(e, "_ZEXT") or is_builtin(e, "_SEXT"):
    inner = e.args[0]
    if high <= inner.width:
      return extract(inner, high, low)
    if low >= inner.width and "_ZEXT" in e.name:
      return lit(0, high - low)
  return Expr("extract", high - low, (e, high, low))


def concat(high, low):
  if is_lit(high) and is_lit(low):
    return lit(high.name << low.width | low.name, high.width + low.width)
  if high.kind == "extract" and low.kind == "extract" and high.args[0] is low.args[0] \
      and high.args[2] == low.args[1]:
    return extract(high.args[0], high.args[1], low.args[2])
  if high.kind == "extract" and low.kind == "concat" and low.args[0].kind == "extract" \
      and low.args[0].args[0] is high.args[0] and high.args[2] == low.args[0].args[1]:
    return concat(extract(high.args[0], high.args[1], low.args[0].args[2]), low.args[1])
  return Expr("concat", high.width + low.width, (high, low))


def concat_all(parts):
  """Concatenation of parts given least significant first."""
  result = parts[0]
  for part in parts[1:]:
    result = concat(part, result)
  return result


def extend(e, width, is_signed):
  if width == e.width:
    return e
  if is_lit(e):
    return lit(_signed(e.name, e.width) if is_signed else e.name, width)
  kind = "SEXT" if is_signed else "ZEXT"
  name = f"BV{e.width}_{kind}{width}"
  smt = "sign_extend" if is_signed else "zero_extend"
  if not is_signed and is_builtin(e, "_ZEXT"):
    return extend(e.args[0], width, False)
  return apply(name, (e,), width, f'function {{:bvbuiltin "{smt} {width - e.width}"}} '
                                  f"{name}(bv{e.width}) : bv{width};")


def resize(e, width, is_signed=False):
  return extract(e, width, 0) if width < e.width else extend(e, width, is_signed)


def select(array, index, width):
  return Expr("select", width, (index,), name=array)


# Printing

_LEVEL = {"and": 2, "or": 2, "eq": 4, "ne": 4, "concat": 5, "not": 7, "extract": 8}


def show(e, decls):
  """The text of an expression; adds the declarations it needs to a set."""
  kind = e.kind
  if kind == "lit":
    return f"{e.name}bv{e.width}"
  if e.decl is not None:
    decls.add(e.decl)
  if kind == "var" or kind == "bool":
    return e.name
  if kind == "fn":
    return f"{e.name}({', '.join([show(a, decls) for a in e.args])})"
  if kind == "forall":
    return f"(forall {e.name} :: {show(e.args[0], decls)})"
  if kind == "select":
    return f"{e.name}[{show(e.args[0], decls)}]"
  if kind == "ite":
    c, a, b = e.args
    return f"(if {show(c, decls)} then {show(a, decls)} else {show(b, decls)})"
  if kind == "implies":
    return f"({_at(e.args[0], 3, decls)} ==> {_at(e.args[1], 3, decls)})"
  if kind == "not":
    return "!" + _at(e.args[0], 7, decls)
  if kind == "extract":
    return f"{_at(e.args[0], 9, decls)}[{e.args[1]}:{e.args[2]}]"
  symbol, left, right = {"and": ("&&", 3, 3), "or": ("||", 3, 3), "eq": ("==", 5, 5),
                         "ne": ("!=", 5, 5), "concat": ("++", 5, 6)}[kind]
  return f"{_at(e.args[0], left, decls)} {symbol} {_at(e.args[1], right, decls)}"


def _at(e, level, decls):
  text = show(e, decls)
  return f"({text})" if _LEVEL.get(e.kind, 9) < level else text


# Linear form of byte offsets

def linear(e):
  """An expression as ([(coefficient, expression)], constant), looking through ADD, SUB, MUL and SHL
  by constants; coefficients are signed."""
  terms = []
  constant = _linear(e, 1, terms)
  return terms, constant


def _linear(e, factor, terms):
  if is_lit(e):
    return factor * _signed(e.name, e.width)
  if is_builtin(e, "_") and len(e.args) == 2:
    op = e.name.rpartition("_")[2]
    if op == "ADD":
      return _linear(e.args[0], factor, terms) + _linear(e.args[1], factor, terms)
    if op == "SUB":
      return _linear(e.args[0], factor, terms) + _linear(e.args[1], -factor, terms)
    if op == "MUL":
      for a, b in ((e.args[0], e.args[1]), (e.args[1], e.args[0])):
        if is_lit(a):
          return _linear(b, factor * _signed(a.name, a.width), terms)
    if op == "SHL" and is_lit(e.args[1]) and e.args[1].name < e.width:
      return _linear(e.args[0], factor << e.args[1].name, terms)
  terms.append((factor, e))
  return 0


def from_linear(terms, constant, width):
  """The expression of a linear form: the positive terms first, then what is subtracted."""
  result = None
  for factor, e in terms:
    if factor > 0:
      product = binary("MUL", e, lit(factor, width))
      result = product if result is None else add(result, product)
  for factor, e in terms:
    if factor < 0:
      product = binary("MUL", e, lit(-factor, width))
      base = result if result is not None else lit(max(constant, 0), width)
      if result is None and constant > 0:
        constant = 0
      result = Expr("fn", width, (base, product), *_binary_decl("SUB", width))
  if result is None:
    return lit(constant, width)
  if constant < 0 and -constant < (1 << (width - 1)):
    return binary("SUB", result, lit(-constant, width))
  return add(result, lit(constant, width)) if constant else result
