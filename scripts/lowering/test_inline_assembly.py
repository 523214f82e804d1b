"""Inline PTX: what it reads, writes and orders, and what is refused."""

import unittest

from lowering import LoweringError
from lowering.ptx import PtxError, parse_ptx
from lowering.testing_support import lower_text, statements


def lines_of(body):
  return statements(lower_text(f"__global__ void k(float *p, unsigned n) {{ {body} }}",
                               pointer_size=64))


class PtxTest(unittest.TestCase):
  def test_grammar(self):
    first, second = parse_ptx("{ .reg .pred q;\n setp.ne.b32 q, $1, 0; // why\n"
                              "@!q ld.global.v2.f32 {$0, %f1}, [$2+-8]; }")
    self.assertEqual((first.opcode, first.operands[2]), (["setp", "ne", "b32"], ("value", "0")))
    self.assertEqual((second.guard, second.operands[0]), (("q", True), ("vector", ["$0", "%f1"])))
    for text in ("loop: add.u32 $0, $1, 1;", ".extern .func f;", "ld.u32 $0, [$1;"):
      with self.assertRaises((PtxError, ValueError), msg=text):
        parse_ptx(text)

  def test_loads_and_stores_are_accesses(self):
    lines = lines_of("""float a, b;
      asm volatile("ld.global.nc.v2.f32 {%0, %1}, [%2 + 8];" : "=f"(a), "=f"(b) : "l"(p + n));
      asm volatile("st.global.f32 [%0], %1;" :: "l"(p), "f"(b) : "memory");""")
    self.assertEqual(lines[0], "v0 := $$arg.p[BV64_ADD(BV32_ZEXT64($n), 2bv64)];")
    self.assertEqual(lines[1], "v1 := $$arg.p[BV64_ADD(BV32_ZEXT64($n), 3bv64)];")
    self.assertIn("$$arg.p[0bv64] := v1;", lines)

  def test_addresses_of_shared_memory_are_followed(self):
    lines = lines_of("""__shared__ float t[64];
      unsigned at = __cvta_generic_to_shared(t) + threadIdx.x * 4;
      asm volatile("st.shared.f32 [%0], %1;" :: "r"(at), "f"(p[0]));""")
    self.assertTrue(any(line.startswith("$$_ZZ1kPfjE1t[BV32_SEXT64(local_id_x)] := ")
                        for line in lines), lines)

  def test_a_guard_keeps_the_register(self):
    lines = lines_of("""float v = 1;
      asm("{ .reg .pred q; setp.lt.u32 q, %1, 3; @q ld.f32 %0, [%2]; }"
          : "+f"(v) : "r"(n), "l"(p));
      p[1] = v;""")
    start = next(n for n, line in enumerate(lines) if line.startswith("if ("))
    self.assertRegex(lines[start + 2], r"v\d+ := v\d+;")
    self.assertEqual(lines[start + 3], "}")

  def test_barriers_fences_and_atomics(self):
    lines = lines_of("""unsigned lane;
      asm volatile("bar.sync 0;" ::: "memory");
      asm volatile("fence.acq_rel.gpu;" ::: "memory");
      asm("mov.u32 %0, %%tid.x;" : "=r"(lane));
      asm volatile("red.global.add.u32 [%0], %1;" :: "l"(p), "r"(lane));""")
    self.assertTrue(any("$bugle_barrier(1bv1, 1bv1)" in line for line in lines))
    self.assertTrue(any("$__threadfence()" in line for line in lines))
    self.assertTrue(any("__atomicAdd_unsigned_int" in line and "local_id_x" in line
                        for line in lines), lines)

  def test_what_is_not_known(self):
    self.assertTrue(any(line.startswith("havoc") for line in lines_of(
      'asm("nosuch.thing.b32 %0, %1;" : "=r"(n) : "r"(n)); p[n] = 1;')))
    for text in ("bar.sync 1, 64;", "cp.async.bulk.commit_group;", "nosuch.load.b32 %0, [%1];",
                 "exit;"):
      with self.assertRaisesRegex(LoweringError, "PTX instruction"):
        lines_of(f'asm volatile("{text}" : "=r"(n) : "l"(p));')


if __name__ == "__main__":
  unittest.main()
