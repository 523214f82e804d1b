"""Kernels of any size, one shape each, as IR text: how does the cost grow with N?"""

HEAD = """type _SIZE_T_TYPE = bv32;
var {:source_name "A"} {:group_shared} $$A : [bv32]bv32;
axiom {:array_info "$$A"} {:group_shared} {:elem_width 32} {:source_name "A"} \
{:source_elem_width 32} {:source_dimensions "*"} true;
const {:group_size_x} group_size_x : bv32;
const {:group_size_y} group_size_y : bv32;
const {:group_size_z} group_size_z : bv32;
const {:num_groups_x} num_groups_x : bv32;
const {:num_groups_y} num_groups_y : bv32;
const {:num_groups_z} num_groups_z : bv32;
const {:local_id_x} local_id_x : bv32;
const {:local_id_y} local_id_y : bv32;
function {:bvbuiltin "bvadd"} BV32_ADD(bv32, bv32) : bv32;
function {:bvbuiltin "bvmul"} BV32_MUL(bv32, bv32) : bv32;
function {:bvbuiltin "bvudiv"} BV32_UDIV(bv32, bv32) : bv32;
function {:bvbuiltin "bvurem"} BV32_UREM(bv32, bv32) : bv32;
function {:bvbuiltin "bvslt"} BV32_SLT(bv32, bv32) : bool;
procedure {:source_name "bugle_barrier"} {:barrier} $bugle_barrier($0:bv1, $1:bv1);
axiom group_size_x == 64bv32;
axiom group_size_y == 1bv32;
axiom group_size_z == 1bv32;
axiom num_groups_x == 1bv32;
axiom num_groups_y == 1bv32;
axiom num_groups_z == 1bv32;
procedure {:source_name "k"} {:kernel} $k($n:bv32)
{
  var v:bv32;
"""


def _place(line):
  return '{:line %d} {:col 1} {:fname "k.cu"} {:dir ""}' % (line + 1)


def _barrier(line):
  return "  call %s $bugle_barrier(1bv1, 1bv1);\n" % _place(line)


def _load(line, index):
  return "  assert {:sourceloc} %s true;\n  v := $$A[%s];\n" % (_place(line), index)


def _store(line, index):
  return "  assert {:sourceloc} %s true;\n  $$A[%s] := v;\n" % (_place(line), index)


def _tile(row, column):
  return "BV32_ADD(BV32_MUL(%s, 16bv32), %s)" % (row, column)


def _loop_head(prefix, number, counter, limit):
  name = "%s%%s%d" % (prefix, number)
  return ("$%s:\n  goto $%s, $%s;\n" % tuple(name % part for part in ("head", "body", "exit")) +
          "$%s:\n  assume {:partition} BV32_SLT(%s, %s);\n" % (name % "body", counter, limit))


def _loop_exit(prefix, number, counter, limit):
  return "$%sexit%d:\n  assume {:partition} !BV32_SLT(%s, %s);\n" % (prefix, number, counter, limit)


def accesses(count):
  """Neighbours exchange values, with a barrier after each pair of accesses: correct."""
  text = HEAD + "$entry:\n"
  for i in range(count):
    if i % 2 == 0:
      text += _load(i, "BV32_ADD(local_id_x, 1bv32)") + _barrier(i)
    else:
      text += _store(i, "local_id_x") + _barrier(i)
  return text + "  return;\n}\n"


def racing_accesses(count):
  """The same without barriers: a race at each pair, repaired by `count - 1` barriers."""
  text = HEAD + "$entry:\n"
  for i in range(count):
    text += _store(i, "local_id_x") if i % 2 else _load(i, "BV32_ADD(local_id_x, 1bv32)")
  return text + "  return;\n}\n"


def loops(count):
  """Loops one after the other, each over its own rows, with barriers between."""
  text = HEAD + "".join("  var i%d:bv32;\n" % i for i in range(count)) + "$entry:\n"
  for i in range(count):
    row = "BV32_ADD(BV32_MUL(i%d, 64bv32), local_id_x)" % i
    text += "  i%d := 0bv32;\n%s  goto $head%d;\n" % (i, _barrier(10 * i), i)
    text += _loop_head("", i, "i%d" % i, "$n")
    text += _load(10 * i + 1, row) + _store(10 * i + 2, row)
    text += "  i%d := BV32_ADD(i%d, 1bv32);\n  goto $head%d;\n" % (i, i, i)
    text += _loop_exit("", i, "i%d" % i, "$n")
  return text + "  return;\n}\n"


def nest(depth):
  """A loop nest with an exchange between neighbours and two barriers inside."""
  text = HEAD + "".join("  var i%d:bv32;\n" % i for i in range(depth)) + "$entry:\n"
  for i in range(depth):
    text += "  i%d := 0bv32;\n  goto $head%d;\n" % (i, i)
    text += _loop_head("", i, "i%d" % i, "$n")
  text += _load(1, "BV32_ADD(local_id_x, 1bv32)") + _barrier(2) + _store(3, "local_id_x")
  text += _barrier(4) + "  goto $next%d;\n" % (depth - 1)
  for i in reversed(range(depth)):
    text += "$next%d:\n  i%d := BV32_ADD(i%d, 1bv32);\n  goto $head%d;\n" % (i, i, i, i)
    text += _loop_exit("", i, "i%d" % i, "$n")
    text += "  return;\n" if i == 0 else "  goto $next%d;\n" % (i - 1)
  return text + "}\n"


def affine_accesses(count):
  """A thread writes elements of its own, `count` in a row: every pair of accesses is compared."""
  row = "BV32_MUL(local_id_x, %dbv32)" % count
  text = HEAD + "$entry:\n"
  for i in range(count):
    text += _store(i, "BV32_ADD(%s, %dbv32)" % (row, i))
  return text + "  return;\n}\n"


def quotients(count):
  """Quotients and remainders by numbers that are no powers of two, `count` in all, put together to
  the number that they are of: correct."""
  text = HEAD + "$entry:\n"
  for i in range(count // 2):
    by = "%dbv32" % (2 * i + 3)
    text += _store(i, "BV32_ADD(BV32_ADD(BV32_MUL(BV32_UDIV(local_id_x, %s), %s), "
                   "BV32_UREM(local_id_x, %s)), %dbv32)" % (by, by, by, 64 * i))
  return text + "  return;\n}\n"


def tiled_products(count):
  """Products of matrices by tiles of 16 times 16 in shared memory, one after the other: correct."""
  text = HEAD.replace("axiom group_size_x == 64bv32;", "axiom group_size_x == 16bv32;")
  text = text.replace("axiom group_size_y == 1bv32;", "axiom group_size_y == 16bv32;")
  text += "".join("  var i%d:bv32;\n  var k%d:bv32;\n" % (i, i) for i in range(count)) + "$entry:\n"
  own = _tile("local_id_y", "local_id_x")
  for i in range(count):
    line = 10 * i
    text += "  i%d := 0bv32;\n  goto $head%d;\n" % (i, i)
    text += _loop_head("", i, "i%d" % i, "$n")
    text += _store(line, own) + _store(line + 1, "BV32_ADD(256bv32, %s)" % own) + _barrier(line + 2)
    text += "  k%d := 0bv32;\n  goto $inner_head%d;\n" % (i, i)
    text += _loop_head("inner_", i, "k%d" % i, "16bv32")
    text += _load(line + 3, _tile("local_id_y", "k%d" % i))
    text += _load(line + 4, "BV32_ADD(256bv32, %s)" % _tile("k%d" % i, "local_id_x"))
    text += "  k%d := BV32_ADD(k%d, 1bv32);\n  goto $inner_head%d;\n" % (i, i, i)
    text += _loop_exit("inner_", i, "k%d" % i, "16bv32") + _barrier(line + 5)
    text += "  i%d := BV32_ADD(i%d, 1bv32);\n  goto $head%d;\n" % (i, i, i)
    text += _loop_exit("", i, "i%d" % i, "$n")
  return text + "  return;\n}\n"


FAMILIES = {
    "accesses": (accesses, "verify", (10, 100, 1000)),
    "racing accesses": (racing_accesses, "repair", (10, 100, 600)),
    "loops": (loops, "verify", (10, 30, 100)),
    "nest": (nest, "verify", (1, 2, 3, 4, 5, 6)),
    "affine accesses": (affine_accesses, "verify", (10, 100, 1000)),
    "quotients": (quotients, "verify", (4, 16, 64)),
    "tiled products": (tiled_products, "verify", (1, 4, 16)),
}
