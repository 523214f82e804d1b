"""Inline PTX: what it reads, writes and orders, and what is refused."""

import re
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
    for text in ("loop: @q bra loop;", ".extern .func f;", "ld.u32 $0, [$1;"):
      with self.assertRaises((PtxError, ValueError), msg=text):
        parse_ptx(text)

  def test_decimal_numbers_and_spaces_in_opcodes(self):
    first, second = parse_ptx("lop3 .b32 $0, $1, 3, 0xc0; mov.f32 $2, 1.5;")
    self.assertEqual((first.opcode, second.operands[1]), (["lop3", "b32"], ("value", "1.5")))
    lines = lines_of('asm("mov.f32 %0, -0.5;" : "=f"(p[0]));')
    self.assertTrue(any(line.endswith(f":= {0xbf000000}bv32;") for line in lines), lines)

  def test_loops_that_wait_are_one_instruction(self):
    for text in ("again: mbarrier.try_wait.parity.b64 p, [$0], $1; @!p bra again; mov.u32 $2, 1;",
                 "W${:uid}: mbarrier.test_wait.b64 p, [$0], $1; @p bra D${:uid}; bra W${:uid}; "
                 "D${:uid}: mov.u32 $2, 1;"):
      loop, after = parse_ptx(text)
      self.assertEqual((loop.opcode[:2], after.opcode[0]), (["wait_loop", "mbarrier"], "mov"))

  def test_loads_and_stores_are_accesses(self):
    lines = lines_of("""float a, b;
      asm volatile("ld.global.nc.v2.f32 {%0, %1}, [%2 + 8];" : "=f"(a), "=f"(b) : "l"(p + n));
      asm volatile("st.global.f32 [%0], %1;" :: "l"(p), "f"(b) : "memory");""")
    self.assertIn("{:alignment 8}", lines[0])
    self.assertEqual(lines[1], "v0 := $$arg.p[BV64_ADD(BV32_ZEXT64($n), 2bv64)];")
    self.assertEqual(lines[2], "v1 := $$arg.p[BV64_ADD(BV32_ZEXT64($n), 3bv64)];")
    self.assertIn("$$arg.p[0bv64] := v1;", lines)

  def test_addresses_of_shared_memory_are_followed(self):
    lines = lines_of("""__shared__ float t[64];
      unsigned at = __cvta_generic_to_shared(t) + threadIdx.x * 4;
      asm volatile("st.shared.f32 [%0], %1;" :: "r"(at), "f"(p[0]));""")
    self.assertTrue(any(line.startswith("$$_ZZ1kPfjE1t[BV32_SEXT64(local_id_x)] := ")
                        for line in lines), lines)

  def test_addresses_of_shared_memory_are_computed_in_any_way(self):
    convert = 'unsigned a; asm("{ .reg .u64 w; cvta.to.shared.u64 w, %1; cvt.u32.u64 %0, w; }" : "=r"(a) : "l"(t));'
    for address in ("at ^ at / 128 % 8 << 4", "(unsigned)(at ^ sizeof t)", "at | n", "n & 1 ? at : at + 4"):
      for begin in ("unsigned at = __cvta_generic_to_shared(t);", convert + "unsigned at = a;"):
        lines = lines_of(f"""__shared__ float t[64]; {begin}
          asm volatile("st.shared.f32 [%0], %1;" :: "r"({address}), "f"(p[0]));""")
        arrays = {line.partition("[")[0] for line in lines if "] := " in line}
        self.assertEqual(arrays, {"$$_ZZ1kPfjE1t"}, address)

  def test_addresses_in_one_of_several_arrays(self):
    for address, stays in (("at ^ 64", True), ("n & 1 ? at ^ 64 : other", False), ("p[1] > 0 ? n : n + 4", False),
                           ("(other / 16 & 7) + at", True), ("(other / 16 & 7) + (at ^ 64)", False)):
      program = lower_text(f"""__global__ void k(float *p, unsigned n) {{ __shared__ float s[64], t[64]; s[n] = 1;
        unsigned at = __cvta_generic_to_shared(t), other = __cvta_generic_to_shared(s);
        asm volatile("st.shared.f32 [%0], %1;" :: "r"({address}), "f"(p[0]) : "memory"); }}""", pointer_size=64)
      self.assertEqual("bad_pointer_access" not in program, stays, address)

  def test_a_number_from_memory_is_no_address_beside_a_pointer(self):
    lines = lines_of("""__shared__ unsigned t[64];
      asm volatile("st.global.u32 [%0], 1;" :: "l"((size_t)t[n] + (size_t)p) : "memory");""")
    arrays = {line.partition("[")[0] for line in lines if "] := " in line}
    self.assertEqual(arrays, {"$$arg.p"}, lines)

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
    self.assertIn("call $bugle_fence.acq_rel.gpu();", lines)
    self.assertTrue(any("__atomicAdd_unsigned_int" in line and "local_id_x" in line
                        for line in lines), lines)

  def test_what_is_not_known(self):
    self.assertTrue(any(line.startswith("havoc") for line in lines_of(
      'asm("nosuch.thing.b32 %0, %1;" : "=r"(n) : "r"(n)); p[n] = 1;')))
    for text in ("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%0, {%1, %1}], [%0];", "nosuch.load.b32 %0, [%1];", "wgmma.fence;",
                 "mapa.u32 %0, %1, 1;", "cp.async.mbarrier.arrive.b64 [%0];"):
      with self.assertRaisesRegex(LoweringError, "PTX instruction"):
        lines_of(f'asm volatile("{text}" : "=r"(n) : "l"(p));')


SHARED = ("__shared__ unsigned long long b[4]; __shared__ float t[256]; unsigned x = 0, y = 0; "
          "unsigned long long token = 0; unsigned at = __cvta_generic_to_shared(b + 1), "
          "to = __cvta_generic_to_shared(t + threadIdx.x * 4); ")


class SynchronizingTest(unittest.TestCase):
  def calls(self, *texts):
    """The calls that statements make; operands: x, y, token, address of b[1], of t, p."""
    body = SHARED + "".join(
      f"""asm volatile("{text}" : "+r"(x), "+r"(y), "+l"(token) : "r"(at), "r"(to), "l"(p)
      : "memory");""" for text in texts)
    return [line.rpartition(" := ")[2].removeprefix("call ") for line in lines_of(body)
            if line.startswith("call")]

  def test_barriers(self):
    self.assertEqual(self.calls("barrier.sync 0;", "bar.sync 1, 64;", "barrier.cta.arrive.aligned 2, 96;",
                                "bar.warp.sync 255;", "barrier.cluster.arrive.release.aligned;",
                                "barrier.cluster.wait.acquire;"),
                     ["$bugle_barrier(1bv1, 1bv1);", "$bugle_bar.sync(1bv32, 64bv32);",
                      "$bugle_barrier.cta.arrive.aligned(2bv32, 96bv32);",
                      "$bugle_bar.warp.sync(255bv32);",
                      "$bugle_barrier.cluster.arrive.release.aligned();",
                      "$bugle_barrier.cluster.wait.acquire();"])

  def test_a_guarded_barrier_is_conditional(self):
    body = SHARED + """asm volatile("{ .reg .pred q; setp.lt.u32 q, %0, 3; @q bar.arrive 1, 64; }"
      :: "r"(n));"""
    lines = lines_of(body)
    at = lines.index("call $bugle_bar.arrive(1bv32, 64bv32);")
    self.assertTrue(lines[at - 1].startswith("if (") and lines[at + 1] == "}", lines)

  def test_barrier_objects(self):
    calls = self.calls(
      "mbarrier.init.shared::cta.b64 [%3], 32;", "mbarrier.arrive.shared.b64 %2, [%3];",
      "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%3], 1024;",
      "{ .reg .pred q; W: mbarrier.try_wait.parity.shared.b64 q, [%3], 1; @q bra D; bra W; D: }",
      "{ .reg .pred q; mbarrier.test_wait.shared.b64 q, [%3], %2; selp.u32 %0, 1, 0, q; }",
      "mbarrier.inval.shared.b64 [%3];")
    array = "($$_ZZ1kPfjE1b, 1bv64"
    self.assertEqual([c.split("_", 1)[1].split(", v")[0] for c in calls],
                     [f"mbarrier.init.shared::cta.b64{array}, 32bv32);".replace("::", ""),
                      f"mbarrier.arrive.shared.b64{array}, 1bv32);",
                      f"mbarrier.arrive.expect_tx.release.cta.shared::cta.b64{array}, 1024bv32);"
                      .replace("::", ""),
                      f"mbarrier.arrive.expect_tx.release.cta.shared::cta.b64_2{array}, 1bv32);"
                      .replace("::", ""),
                      f"mbarrier.try_wait.parity.shared.b64{array}, 1bv1);",
                      f"mbarrier.test_wait.shared.b64{array}", f"mbarrier.inval.shared.b64{array});"])

  def test_copies(self):
    calls = self.calls("cp.async.cg.shared.global [%4], [%5], 16;",
                       "cp.async.ca.shared.global.L2::128B [%4], [%5], 8, 4;",
                       "cp.async.commit_group;", "cp.async.wait_group 1;", "cp.async.wait_all;",
                       "cp.async.mbarrier.arrive.noinc.shared.b64 [%3];",
                       "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                       "[%4], [%5], 64, [%3];")
    self.assertIn(", $$arg.p, 0bv64, 4bv64);", calls[0])
    self.assertIn(", $$arg.p, 0bv64, 1bv64, 1bv64);", calls[1])
    self.assertEqual(calls[2:5], ["$bugle_cp.async.commit_group();",
                                  "$bugle_cp.async.wait_group(1bv32);",
                                  "$bugle_cp.async.wait_all();"])
    self.assertIn("$$_ZZ1kPfjE1b, 1bv64", calls[5])
    self.assertTrue(calls[6].endswith("$$arg.p, 0bv64, 16bv64, $$_ZZ1kPfjE1b, 1bv64);"), calls[6])

  def test_lanes(self):
    calls = self.calls("shfl.sync.down.b32 %0, %1, 4, 31, -1;",
                       "shfl.sync.up.b32 %0|q, %1, 1, 0x1800, 255;",
                       "{ .reg .pred q; setp.ne.u32 q, %0, 0; vote.sync.ballot.b32 %1, !q, -1; }",
                       "redux.sync.max.u32 %0, %1, -1;", "activemask.b32 %0;",
                       "match.any.sync.b32 %0, %1, -1;", "elect.sync %0|q, -1;")
    self.assertTrue(calls[0].endswith("4bv32);") and calls[1].endswith("1bv32, 8bv32);"), calls)
    self.assertEqual([c.split("(")[0] for c in calls[2:]],
                     ["$bugle_vote.sync.ballot.b32", "$bugle_redux.sync.max.u32",
                      "$bugle_activemask.b32", "$bugle_match.any.sync.b32", "$bugle_elect.sync"])

  def test_order_and_scope(self):
    lines = lines_of("""unsigned v;
      asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p));
      asm volatile("st.release.sys.global.u32 [%0], %1;" :: "l"(p), "r"(v));
      asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(v) : "l"(p));
      asm volatile("red.release.cta.global.add.u32 [%0], %1;" :: "l"(p), "r"(v));""")
    found = [re.search(r'"__atomic(\w+)_unsigned_int"\}(.*?)(?: \{:arg| \{:parts)', line).groups()
             for line in lines if "{:atomic}" in line]
    self.assertEqual(found, [("Load", ' {:order "acquire"}'),
                             ("Store", ' {:scope "system"} {:order "release"}'),
                             ("Load", ' {:scope "system"}'),
                             ("Add", ' {:scope "block"} {:order "release"}')])

  def test_matrices(self):
    calls = self.calls("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, a, b}, [%4];",
                       "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%4];",
                       "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, a, b}, {%0, %1}, "
                       "{%0}, {%0, %1, a, b};")
    self.assertTrue(calls[0].endswith(", 1bv64, 4bv64, 4bv64);"), calls[0])
    self.assertIn("if BV32_ULT(", calls[1])
    self.assertTrue(calls[2].endswith("(4294967295bv32);"), calls[2])


if __name__ == "__main__":
  unittest.main()
