"""Built-ins and annotations end to end: source in, statements out."""

import re
import unittest

from lowering import LoweringError
from lowering.testing_support import lower_text, statements


class BuiltinsTest(unittest.TestCase):
  def test_grid_and_block_barriers(self):
    text = lower_text("""#include <cooperative_groups.h>
      namespace cg = cooperative_groups;
      __global__ void k() { cg::this_grid().sync(); cg::sync(cg::this_thread_block());
      cg::tiled_partition<32>(cg::this_thread_block()).sync(); __syncwarp(); }""")
    self.assertEqual(statements(text), ["call $bugle_grid_barrier(1bv1, 1bv1);",
                                        "call $bugle_barrier(1bv1, 1bv1);",
                                        "call $bugle_tile.sync(32bv32);",
                                        "call $bugle_syncwarp(4294967295bv32);", "return;"])

  def test_what_the_runtime_header_includes_by_way_of_others(self):
    lines = statements(lower_text("""__global__ void k(unsigned *p) {
      std::tuple<unsigned, unsigned> t{std::max(2u, 3u), 1}; p[std::get<1>(t)] = std::get<0>(t); }"""))
    self.assertIn("$$arg.p[1bv32] := 3bv32;", lines, lines)

  def test_integer_instructions_on_parts_of_a_word(self):
    for call, value in (("__vadd2(0x0001ffffu, 0x00010001u)", 0x00020000),
                        ("__vaddus4(0xff010203u, 0x01010101u)", 0xff020304),
                        ("__vabsdiffs4(0x80u, 0x7fu)", 255),
                        ("__vcmpgts2(0x0001ffffu, 0u)", 0xffff0000),
                        ("__vnegss2(0x80000001u)", 0x7fffffff),
                        ("__vsads2(0xffff0001u, 0x00010001u)", 2),
                        ("__dp4a(0x01020304, 0x01010101, 5)", 15),
                        ("__dp2a_hi(0x00020003, 0x04050607, 1)", 24)):
      lines = statements(lower_text("#include <bit>\n__global__ void k(unsigned *p) "
                                    f"{{ p[0] = {call}; }}"))
      self.assertIn(f"$$arg.p[0bv32] := {value}bv32;", lines)

  def test_mathematics_of_integers_and_mixed_types(self):
    lines = statements(lower_text("""#include <cmath>
      #include <cuda/cmath>
      __global__ void k(double *p, float *f, int n, size_t s) {
        p[0] = log2(n) + sqrt(s) + fmax(f[0], p[1]) + fmod(n, 2) + std::cbrt(n) + pow(2.0f, s);
        f[1] = std::max(std::exp2(f[0]), 1.0f) + isnan(n);
        n = 7 / cuda::fast_mod_div<int>(n) + cuda::ceil_div(n, 2);
      }"""))
    self.assertTrue(lines)

  def test_what_libraries_of_cuda_declare(self):
    lines = statements(lower_text("""#include <cufft.h>
      #include <thrust/device_vector.h>
      #include <cuda/std/complex>
      #include <cuda/std/span>
      #include <cuda/functional>
      __global__ void k(cufftComplex *c, thrust::device_ptr<float> p, float *f, int n) {
        cuda::std::span<float> s(f, n);
        cuda::std::complex<float> z(c[0].x, c[0].y);
        s[1] = cuda::maximum<>{}(z.imag(), thrust::plus<float>()(1.0f, p[2]));
        thrust::pair<int, float> q = thrust::make_pair(1, 2.0f);
      }
      void host(thrust::host_vector<int> v) { thrust::device_vector<int> d = v; }"""))
    self.assertTrue([line for line in lines if line.startswith("$$arg.f[1bv32] :=")])

  def test_fixed_widths_need_no_header(self):
    lines = statements(lower_text("""#include <cuda_runtime.h>
      __global__ void k(int *p) {
        std::uint_fast8_t value = 1;
        if (reinterpret_cast<std::uintptr_t>(p) % sizeof(int2) == 0) p[0] = value;
      }"""))
    self.assertIn("$$arg.p[0bv32] := 1bv32;", lines)

  def test_voting_barrier(self):
    lines = statements(lower_text("__global__ void k(int *p) { p[0] = __syncthreads_or(p[1]); }"))
    self.assertIn("call v1 := $bugle_syncthreads_or(1bv1, 1bv1, v0 != 0bv32);", lines)

  def test_atomics(self):
    lines = statements(lower_text("""__global__ void k(unsigned *u, float *f) {
      u[1] = atomicCAS(u, 2u, 3u); atomicAdd(f, 1.0f); }"""))
    self.assertIn('call {:atomic} {:atomic_function "__atomicCAS_unsigned_int"} {:arg1 2bv32} '
                  "{:arg2 3bv32} {:parts 1} {:part 1} v0, $$arg.u := "
                  "_ATOMIC_OP32($$arg.u, 0bv32);", lines)
    self.assertTrue(any("__atomicAdd_float" in line for line in lines))

  def test_counters_that_only_their_width_bounds(self):
    def operation(call):
      lines = statements(lower_text(f"__global__ void k(unsigned *u) {{ u[1] = {call}; }}"))
      return re.findall(r'"__atomic(\w+?)_.*:arg1 (\w+)}', "".join(lines))

    self.assertEqual(operation("atomicInc(u, 0xffffffffu)"), [("Add", "1bv32")])
    self.assertEqual(operation("atomicDec(u, ~0u)"), [("Sub", "1bv32")])
    self.assertEqual(operation("atomicInc(u, 0xfffffffeu)"), [("Inc", "4294967294bv32")])

  def scope_of(self, call, suffix=".cu"):
    parameter = "__global__ void k(int *v)" if suffix == ".cu" else \
        "__kernel void k(__global atomic_int *v, int n)"
    lines = statements(lower_text(parameter + " { int e; " + call + "; }", suffix))
    found = [re.search(r'\{:scope "(\w+)"\}', line) for line in lines if "{:atomic}" in line]
    self.assertEqual(len(found), 1, lines)
    return found[0] and found[0].group(1)

  def test_the_scope_of_an_atomic_is_kept(self):
    self.assertIsNone(self.scope_of("atomicAdd(v, 1)"))
    self.assertEqual(self.scope_of("atomicMax_block(v, 1)"), "block")
    self.assertEqual(self.scope_of("atomicCAS_system(v, 1, 2)"), "system")
    self.assertEqual(self.scope_of("__sync_fetch_and_add(v, 1)"), "system")
    self.assertIsNone(self.scope_of("atomic_fetch_add(v, 1)", ".cl"))
    for number, scope in enumerate(("thread", "block", None, "system")):
      order = f"memory_order_relaxed, (memory_scope){number}"
      for call in (f"atomic_fetch_add_explicit(v, 1, {order})", f"atomic_load_explicit(v, {order})",
                   f"atomic_store_explicit(v, 1, {order})", f"atomic_exchange_explicit(v, 1, {order})",
                   f"atomic_compare_exchange_weak_explicit(v, &e, 1, memory_order_relaxed, {order})",
                   f"__opencl_atomic_fetch_or(v, 1, {order})"):
        self.assertEqual(self.scope_of(call, ".cl"), scope, call)

  def test_fences_and_warp_barriers_are_kept(self):
    text = lower_text("""__global__ void k(int *v) { __threadfence_block(); __threadfence();
      __threadfence_system(); __syncwarp(v[0]); __sync_synchronize(); }""")
    self.assertEqual([line.split("(")[0] for line in statements(text) if line.startswith("call")],
                     ["call $bugle_threadfence_block", "call $bugle_threadfence",
                      "call $bugle_threadfence_system", "call $bugle_syncwarp",
                      "call $bugle_atomic_thread_fence"])
    self.assertIn('procedure {:source_name "__threadfence"} {:fence} {:scope "device"} '
                  "$bugle_threadfence();", text)
    self.assertIn('procedure {:source_name "__syncwarp"} {:barrier} {:scope "warp"} '
                  "$bugle_syncwarp($mask:bv32);", text)
    text = lower_text("""__kernel void k() { mem_fence(CLK_LOCAL_MEM_FENCE);
      atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
      atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_work_item);
      }""", ".cl")
    self.assertEqual([line for line in statements(text) if line.startswith("call")],
                     ["call $bugle_mem_fence(1bv1, 0bv1);",
                      "call $bugle_atomic_work_item_fence(0bv1, 1bv1);"])
    self.assertIn('{:fence} {:scope "device"} {:order "acquire"} $bugle_atomic_work_item', text)

  def test_the_order_of_an_atomic_is_kept(self):
    lines = statements(lower_text("""__global__ void k(int *v) {
      v[1] = __atomic_load_n(v, __ATOMIC_ACQUIRE); __atomic_store_n(v, 2, __ATOMIC_RELEASE);
      __sync_fetch_and_add(v, 3); atomicAdd(v, 4); }"""))
    atomics = [re.search(r'"__(\w+)"} (?:{:scope "system"} )?(?:{:order "(\w+)"})?', line).groups()
               for line in lines if "{:atomic}" in line]
    self.assertEqual(atomics, [("atomicLoad_int", "acquire"), ("atomicStore_int", "release"),
                               ("atomicAdd_int", "seq_cst"), ("atomicAdd_int", None)])
    with self.assertRaisesRegex(LoweringError, "order is not constant"):
      self.scope_of("atomic_load_explicit(v, (memory_order)n, memory_scope_device)", ".cl")

  def test_a_scope_that_is_not_understood_is_refused(self):
    for scope, what in (("memory_scope_sub_group", "sub-group"), ("n", "not constant")):
      with self.assertRaisesRegex(LoweringError, what):
        self.scope_of(f"atomic_fetch_add_explicit(v, 1, memory_order_relaxed, {scope})", ".cl")

  def test_nested_calls_do_not_grow_exponentially(self):
    nest = "p[1]"
    for n in range(40):
      nest = f"max({nest}, {n})"
    text = lower_text("__kernel void k(__global int *p) { p[0] = " + nest + "; }", ".cl")
    self.assertLess(len(text), 20000)

  def test_mixed_types_are_converted_as_by_operators(self):
    lines = statements(lower_text("""__kernel void k(__global uint *p, float x, __global float *q) {
      p[0] = min(max(p[1], 1), 255); q[0] = fmax(x, 0) + pow(x, 2.0f); }""", ".cl"))
    self.assertEqual(lines[1:4], ["v1 := (if BV32_ULT(v0, 1bv32) then 1bv32 else v0);",
                                  "$$arg.p[0bv32] := (if BV32_ULT(255bv32, v1) then 255bv32 else v1);",
                                  "$$arg.q[0bv32] := FADD32(FMAX32($x, 0bv32), FPOW32($x, 1073741824bv32));"])

  def test_mathematics(self):
    text = lower_text("__global__ void k(float *p) { p[0] = sqrtf(p[1]) * hypotf(p[2], p[3]); }")
    self.assertIn("function FSQRT32(bv32) : bv32;", text)
    self.assertIn("function __math_hypot_float(bv32, bv32) : bv32;", text)

  def test_redundant_accesses_stay(self):
    lines = statements(lower_text(
      "__global__ void k(int *p) { int a = p[0]; p[0] = 1; p[0] = 1; }"))
    self.assertEqual(lines, ["v0 := $$arg.p[0bv32];", "$$arg.p[0bv32] := 1bv32;",
                             "$$arg.p[0bv32] := 1bv32;", "return;"])

  def test_opencl_vectors(self):
    lines = statements(lower_text("""__kernel void k(__global int2 *p, __global uchar2 *c) {
      p[0] = p[1].yx + (int2)(1, 2); c[0] = convert_uchar2_sat(p[2]);
      vstore2(vload2(3, (__global int *)p), 4, (__global int *)p); }""", ".cl"))
    self.assertIn("$$arg.p[0bv32] := BV32_ADD(v1, 1bv32);", lines)
    self.assertIn("$$arg.p[8bv32] := v4;", lines)

  def test_barrier_flags(self):
    text = lower_text("""__kernel void k() { barrier(CLK_LOCAL_MEM_FENCE);
      barrier(CLK_GLOBAL_MEM_FENCE); }""", ".cl")
    self.assertEqual(statements(text)[:2], ["call $bugle_barrier(1bv1, 0bv1);",
                                            "call $bugle_barrier(0bv1, 1bv1);"])

  def test_async_copy_between_known_arrays(self):
    lines = statements(lower_text("""__kernel void k(__global float4 *g) { __local float4 l[8];
      event_t e = async_work_group_copy(l, g + 2, 8, 0); wait_group_events(1, &e); }""", ".cl"))
    self.assertIn("call {:async_work_group_copy} v0, $$k.l := _ASYNC_WORK_GROUP_COPY_32(0bv32, "
                  "$$arg.g, 8bv32, 32bv32, 0bv32);", lines)
    self.assertIn("call {:wait_group_events} _WAIT_GROUP_EVENTS(v1);", lines)


class AnnotationsTest(unittest.TestCase):
  def test_contracts_keep_the_procedure(self):
    text = lower_text("""__device__ int f(int *p, int n) { __requires(n > 0 && n < 9);
      __ensures(__return_val_int() == n + 1); __ensures(!__write(p)); return n + 1; }
      __global__ void k(int *p) { p[0] = f(p, 3); }""")
    self.assertIn("\nrequires BV32_SGT($n, 0bv32) && BV32_SLT($n, 9bv32);\n", text)
    self.assertIn("\nensures $ret == BV32_ADD($n, 1bv32);\n", text)
    self.assertIn("\nensures !_WRITE_HAS_OCCURRED_$$arg.p;\n", text)
    self.assertIn("call   v0 := $_Z1fPii(0bv32, 3bv32);", statements(text, "{:kernel}"))

  def test_what_a_launch_ensures_is_a_quantifier(self):
    text = lower_text("""__global__ void k(float *p, const float *q, int n) {
      __ensures(__forall(i, 0, n, p[i] == q[i] + __old_float(p[n - i]))); p[threadIdx.x] = 0; }""")
    self.assertIn(
        "\nensures (forall $index0 : bv32 :: ((BV32_SLE(0bv32, $index0) && BV32_SLT($index0, $n)) "
        "==> $$arg.p[$index0] == FADD32($$arg.q[$index0], old($$arg.p[BV32_SUB($n, $index0)]))));"
        "\n", text)
    text = lower_text("""__kernel void k(__global uint *p, uint n) {
      __ensures(__forall(i, 0u, n, p[i] == 1)); p[get_local_id(0)] = 1; }""", ".cl")
    self.assertIn("BV32_ULT($index0, $n)", text)

  def test_quantifiers_stand_in_what_kernels_ensure_only(self):
    for source in ("__global__ void k(int *p) { __assert(__forall(i, 0, 9, p[i] == 1)); }",
                   "__device__ void f(int *p) { __ensures(__forall(i, 0, 9, p[i] == 1)); }"
                   "__global__ void k(int *p) { f(p); }"):
      with self.assertRaisesRegex(LoweringError, "inside __ensures of a kernel only"):
        lower_text(source)

  def test_a_conjunction_beside_a_variable_without_a_value(self):
    text = lower_text("""__global__ void k(int *p, int n) {
      __requires(n > 0 && n < 9);
      for (int i = 0; i < n; ++i) { int x; if (p[i]) x = i; p[i] = x; } }""")
    self.assertIn("BV32_SGT($n, 0bv32) && BV32_SLT($n, 9bv32);\n", text)

  def test_invariant_with_conjunction_stays_in_the_head(self):
    text = lower_text("""__global__ void k(int *p, int n) {
      for (int i = 0; __invariant(i >= 0 && __implies(n > 0, i <= n)), i < n; ++i) p[i] = i; }""")
    head = text[text.index("$for.cond:\n"):].split("\n")
    self.assertEqual(head[1].strip(), "assert {:originated_from_invariant} BV32_SGE($i, 0bv32) && "
                     "(BV32_SGT($n, 0bv32) ==> BV32_SLE($i, $n));")

  def test_loads_in_annotations_are_no_accesses(self):
    lines = statements(lower_text("""__global__ void k(int *p) { __assert(p[3] == 0);
      int x = p[4]; __assert(x == 0); }"""))
    self.assertEqual(lines[:3], ["assert $$arg.p[3bv32] == 0bv32;", "v0 := $$arg.p[4bv32];",
                                 "assert v0 == 0bv32;"])

  def test_barrier_invariant(self):
    text = lower_text("""__kernel void k(__local int *a) { int t = get_local_id(0);
      __barrier_invariant_1(a[t] == t, t); barrier(CLK_LOCAL_MEM_FENCE); }""", ".cl")
    self.assertEqual(statements(text)[0], "call $__barrier_invariant_11((if $$arg.a[local_id_x] == "
                     "local_id_x then 1bv1 else 0bv1), local_id_x);")
    self.assertIn("{:barrier_invariant} $__barrier_invariant_11($expr:bv1, $instantiation1:bv32);",
                  text)

  def test_access_annotations(self):
    lines = statements(lower_text("""__global__ void k(int *p) {
      __assert(__write_implies(p, __write_offset_bytes(p) / sizeof(int) == threadIdx.x)); }"""))
    self.assertEqual(lines[0], "assert (_WRITE_HAS_OCCURRED_$$arg.p ==> "
                     "BV32_UDIV(BV32_MUL(_WATCHED_OFFSET, 4bv32), 4bv32) == local_id_x);")


class EndlessCallTest(unittest.TestCase):
  def test_code_after_a_function_that_never_returns_on_one_path(self):
    lines = statements(lower_text("""
__device__ int wait(int a) { for (;;) a = a * 3; }
__global__ void k(int *v, int n) { if (n) v[1] = wait(n) + wait(2); v[2] = 1; }"""))
    self.assertIn("$$arg.v[2bv32] := 1bv32;", lines)
    self.assertFalse(any(line.startswith("$$arg.v[1bv32]") for line in lines))


class RejectionTest(unittest.TestCase):
  def rejected(self, text, message, suffix=".cu", **settings):
    with self.assertRaisesRegex(LoweringError, message) as caught:
      lower_text(text, suffix, **settings)
    return caught.exception

  def test_annotations_can_be_left_out_or_become_candidates(self):
    source = """__global__ void k(int *p, int n) { __requires(n > 0); __assert(p[n] == 0);
      for (int i = 0; __invariant(i <= n), i < n; ++i) p[i] = i; }"""
    kept = [[line for line in lower_text(source, **settings).split("\n")
             if line.startswith("requires") or line.startswith("  assert")]
            for settings in ({}, {"annotations": "requires"}, {"annotations": "none"})]
    self.assertEqual([len(lines) for lines in kept], [3, 1, 0])
    self.assertTrue(kept[1][0].startswith("requires"))
    text = lower_text(source, invariants_as_candidates=True)
    self.assertIn('assert {:tag "user"} {:originated_from_invariant} _c0 ==> BV32_SLE($i, $n);',
                  text)
    self.assertIn("  assert $$arg.p[$n] == 0bv32;", text)

  def test_uninitialized_pointer_is_not_known_to_be_null(self):
    text = lower_text("__global__ void k(int *p) { int *q; __assert(q == 0); __assert(q != p); }")
    self.assertEqual([line.split()[0] for line in statements(text)],
                     ["havoc", "assert", "havoc", "assert", "return;"])

  def test_uncalled_functions_on_request(self):
    source = """int used(int x) { return x; }
      int alone(local int *a, private int *b) { a[get_local_id(0)] = *b; return used(3); }
      kernel void k(global int *p) { p[0] = used(3); }"""
    self.assertNotIn("$alone", lower_text(source, ".cl"))
    text = lower_text(source, ".cl", all_procedures=True)
    self.assertIn('procedure {:source_name "alone"} $alone() returns ($ret:bv32)', text)
    self.assertIn('var {:source_name "a"} {:group_shared} $$arg.a : ', text)
    self.assertIn('var {:source_name "b"} $$arg.b : ', text)
    self.assertNotIn("$used", text)

  def test_errors_name_the_construct_and_its_place(self):
    problem = self.rejected("__global__ void k(int *p) {\n  asm(\"wgmma.fence;\");\n}", "PTX instruction")
    self.assertEqual(problem.line, 2)
    problem = self.rejected("__global__ void k(int *p, int n) {\n  memcpy(p, p + n, n);\n}",
                            "size is not constant")
    self.assertEqual(problem.line, 2)
    self.rejected("__kernel void k(__local int *l, __global int *g) {"
                  "wait_group_events(1, 0); async_work_group_strided_copy(l, g, 8, 2, 0); }",
                  "async_work_group_strided_copy is not supported", ".cl")

  def test_source_that_does_not_compile(self):
    problem = self.rejected("__global__ void k(int *p) {\n  p[0] = q;\n}", "undeclared identifier")
    self.assertEqual((problem.line, problem.col), (2, 10))
    self.rejected("#include <missing.h>\n__global__ void k() { NEEDED; }", "identifier 'NEEDED'")

  def test_kernels_and_sizes(self):
    self.rejected("__device__ int f() { return 1; }", "defines no kernel")
    self.rejected("__global__ void k() {}", "no kernel 'm'; the kernels are: k", kernel="m")
    self.rejected("__global__ void k() {}", "--local_size is for OpenCL", local_size=[64])
    self.rejected("__kernel void k() {}", "no multiple", ".cl", num_groups=None, global_size=[100])


if __name__ == "__main__":
  unittest.main()
