"""Expressions: simplification must not change a value, and printing must keep the structure."""

import random
import unittest

from lowering import expr
from lowering.expr import (add, binary, bool_of, bv_of, concat, equal, extend, extract, from_linear,
                           ite, linear, lit, negate, show, var)


def evaluate(e, env):
  """The value of an expression over bit-vectors."""
  kind, mask = e.kind, (1 << e.width) - 1
  value = lambda n: evaluate(e.args[n], env)
  if kind == "lit":
    return e.name
  if kind == "bool":
    return e.name == "true"
  if kind == "var":
    return env[e.name]
  if kind == "ite":
    return value(1) if value(0) else value(2)
  if kind == "concat":
    return value(0) << e.args[1].width | value(1)
  if kind == "extract":
    return value(0) >> e.args[2] & mask
  if kind in ("eq", "ne"):
    return (value(0) == value(1)) == (kind == "eq")
  if kind in ("and", "or"):
    return value(0) and value(1) if kind == "and" else value(0) or value(1)
  if kind == "not":
    return not value(0)
  width = e.args[0].width
  signed = lambda v: v - (1 << width) if v >> (width - 1) else v
  op = e.name.split("_")[1]
  if op.startswith("ZEXT"):
    return value(0)
  if op.startswith("SEXT"):
    return signed(value(0)) & mask
  a, b = value(0), value(1)
  return {"ADD": a + b, "SUB": a - b, "MUL": a * b, "AND": a & b, "OR": a | b, "XOR": a ^ b,
          "SHL": a << b if b < width else 0, "LSHR": a >> b if b < width else 0,
          "SLT": signed(a) < signed(b), "ULT": a < b}[op] & (mask if e.width else 1)


class ExpressionTest(unittest.TestCase):
  def test_simplification_keeps_values(self):
    rng = random.Random(7)
    for _ in range(3000):
      env = {"x": rng.randrange(256), "y": rng.randrange(256)}
      e, plain = self.random_pair(rng, env, 4)
      self.assertEqual(int(evaluate(e, env)), plain, show(e, set()))

  def random_pair(self, rng, env, depth):
    """An 8-bit expression and its value, computed beside it."""
    if depth == 0:
      name = rng.choice(("x", "y", None))
      if name is None:
        value = rng.choice((0, 1, 2, 4, 127, 255))
        return lit(value, 8), value
      return var(name, 8), env[name]
    (a, p), (b, q) = (self.random_pair(rng, env, depth - 1) for _ in range(2))
    choice = rng.randrange(7)
    if choice == 0:
      op = rng.choice(("ADD", "SUB", "MUL", "AND", "OR", "XOR"))
      value = {"ADD": p + q, "SUB": p - q, "MUL": p * q, "AND": p & q, "OR": p | q,
               "XOR": p ^ q}[op]
      return binary(op, a, b), value & 255
    if choice == 1:
      return ite(equal(a, b), a, negated(b)), p if p == q else 255 - q
    if choice == 2:
      return extract(concat(a, b), 12, 4), (p << 8 | q) >> 4 & 255
    if choice == 3:
      return extract(extend(a, 16, True), 9, 1), ((p - 256 if p > 127 else p) >> 1) & 255
    if choice == 4:
      return extend(bv_of(bool_of(bv_of(equal(a, b)))), 8, False), int(p == q)
    if choice == 5:
      terms, constant = linear(add(binary("MUL", a, lit(4, 8)), b))
      return from_linear(terms, constant, 8), (4 * p + q) & 255
    return extend(bv_of(negate(equal(extend(a, 16, False), lit(q, 16)))), 8, False), int(p != q)

  def test_precedence(self):
    x, y = var("x", 8), var("y", 8)
    self.assertEqual(show(extract(concat(x, y), 12, 4), set()), "(x ++ y)[12:4]")
    self.assertEqual(show(equal(concat(x, y), lit(3, 16)), set()), "x ++ y == 3bv16")
    self.assertEqual(show(expr.both(equal(x, y), expr.either(equal(x, lit(1, 8)),
                                                             equal(y, lit(2, 8)))), set()),
                     "x == y && (x == 1bv8 || y == 2bv8)")

  def test_declarations_are_those_used(self):
    decls = set()
    show(add(var("x", 8), var("y", 8)), decls)
    self.assertEqual(decls, {'function {:bvbuiltin "bvadd"} BV8_ADD(bv8, bv8) : bv8;'})


def negated(e):
  return binary("XOR", e, lit(255, 8))


if __name__ == "__main__":
  unittest.main()
