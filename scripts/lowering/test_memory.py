"""The memory model: what becomes an array, with which elements, and how pointers resolve."""

import re
import unittest

from lowering import LoweringError
from lowering.testing_support import lower_text, statements


class MemoryTest(unittest.TestCase):
  def test_struct_fields_are_elements(self):
    text = lower_text("""
      struct P { float x; int n; };
      __global__ void k(P *p) { P q = p[threadIdx.x]; q.n += 1; p[threadIdx.x + 1] = q; }""")
    self.assertEqual(statements(text), [
        "v0 := $$arg.p[BV32_MUL(local_id_x, 2bv32)];",
        "v1 := $$arg.p[BV32_ADD(BV32_MUL(local_id_x, 2bv32), 1bv32)];",
        "v2 := BV32_ADD(local_id_x, 1bv32);",
        "$$arg.p[BV32_MUL(v2, 2bv32)] := v0;",
        "$$arg.p[BV32_ADD(BV32_MUL(v2, 2bv32), 1bv32)] := BV32_ADD(v1, 1bv32);",
        "return;"])
    self.assertIn('{:elem_width 32} {:source_name "p"} {:source_elem_width 64}', text)

  def test_stores_name_the_member_that_they_stay_in(self):
    text = lower_text("""
      struct B { int lock, used, slot[6]; };
      __global__ void k(B *b, const int *n) { b[n[threadIdx.x]].slot[threadIdx.x] = 1; }""")
    self.assertRegex(text, r"\{:member 2, 6\} true;\n  \$\$arg.b\[")
    self.assertNotIn("within_array", text)

  def test_what_contents_bound_is_within_an_array_in_a_struct(self):
    for access, index in (
        ("b[i].slot[b->used] = 1;", "v0"),
        ("for (int s = 0; s < b->used; s++) n += b[i].slot[s];", r"\$s"),
        ("for (int s = 0; s < b->used && n != 7; s++) n += b[i].slot[s];", r"\$s"),
        ("for (int s = 0; ; s++) { if (s >= b->used) break; n += b[i].slot[s]; }", r"\$s"),
        ("if (i < b->used) b[n].slot[i] = 1;", "local_id_x"),
        ("if (i < b->used) n++; b[n].slot[i] = 1;", None),
        ("if (b->used < i) b[n].slot[i] = 1;", None),
        ("if (i < b->used || n == 7) b[n].slot[i] = 1;", None),
        ("b[i].slot[atomicAdd(&b->used, 1)] = 1;", None),
        ("b->slot[b->used] = 1;", None),  # there may be more of them
        ("__shared__ int used; used = n; b[i].slot[used] = 1;", None),
        ("for (int s = 0; s < n; s++) n += b[i].slot[s];", None)):
      text = lower_text("struct B { int lock, used, slot[6]; };"
                        "__global__ void k(B *b, int n, int *p) { int i = threadIdx.x;" + access + "*p = n; }")
      expected = rf"assume {{:within_array}} BV32_ULT\({index}, 6bv32\);" if index \
          else "^(?s:(?!.*within_array).*)$"
      self.assertRegex(text, expected, access)

  def test_contents_as_an_index_stay_within_a_row_of_a_declared_array(self):
    for access, index in (
        ("bins[w][key[i]] = 1;", True),
        ("int *mine = bins[w]; mine[key[i]] = 1;", True),
        ("int (*mine)[6] = bins + w; (*mine)[key[i]] = 1;", False),  # which row it is is not seen there
        ("bins[w][key[i] + 1] = 1;", False),
        ("bins[0][key[i]] = 1;", False),
        ("bins[key[i]][w] = 1;", False),
        ("int *mine = bins[w] + 1; mine[key[i]] = 1;", False),
        ("flat[w * 6 + key[i]] = 1;", False),
        ("if (w < key[i]) bins[i][w] = 1;", True),
        ("while (w < key[i] && bins[i][w] != 7) w++;", True),
        ("if (key[i] < w) bins[i][w] = 1;", False)):
      text = lower_text("__global__ void k(const int *key, int *p) { __shared__ int bins[4][6], flat[24];"
                        "int i = threadIdx.x, w = i / 32;" + access + "*p = bins[1][1] + flat[1]; }")
      self.assertEqual("assume {:within_array}" in text, index, access)

  def test_a_struct_by_value_that_is_indexed_stays_in_memory_with_its_alignment(self):
    text = lower_text("""
      struct __align__(16) V { float v[4]; };
      __device__ float at(V q, int i) { q.v[i & 3] = 1; return ((float4 *)q.v)->x; }
      __global__ void k(V *a, float *o) { o[threadIdx.x] = at(a[0], threadIdx.x); }""")
    self.assertRegex(text, r"(?m)^var .*\{:source_name \"q\"\}")

  def test_mixed_widths_are_bytes(self):
    text = lower_text("""__global__ void k(int *p) {
      p[threadIdx.x] = 1; ((short *)p)[threadIdx.x] = 2; }""")
    self.assertEqual(statements(text)[:6], [
        "$$arg.p[BV32_MUL(local_id_x, 4bv32)] := 1bv8;",
        "$$arg.p[BV32_ADD(BV32_MUL(local_id_x, 4bv32), 1bv32)] := 0bv8;",
        "$$arg.p[BV32_ADD(BV32_MUL(local_id_x, 4bv32), 2bv32)] := 0bv8;",
        "$$arg.p[BV32_ADD(BV32_MUL(local_id_x, 4bv32), 3bv32)] := 0bv8;",
        "$$arg.p[BV32_MUL(local_id_x, 2bv32)] := 2bv8;",
        "$$arg.p[BV32_ADD(BV32_MUL(local_id_x, 2bv32), 1bv32)] := 0bv8;"])

  def test_bytes_of_constant_strings(self):
    text = lower_text(r"""__constant__ unsigned char table[4] = {7, 0x5c, 0x22, 0xff};
      __global__ void k(int *p) { const char text[] = "a\\b"; p[threadIdx.x] = text[1] + table[0]; }""")
    self.assertRegex(text, r"(?m)\b92bv(8|32)\b")

  def test_raw_shared_buffer_has_the_width_of_its_accesses(self):
    text = lower_text("""__global__ void k(double *o) { extern __shared__ char raw[];
      double *d = (double *)raw; d[threadIdx.x] = 1; o[threadIdx.x] = d[threadIdx.x ^ 1]; }""")
    self.assertIn('"$$raw.0"} {:group_shared} {:elem_width 64} {:source_name "raw"} '
                  '{:source_elem_width 8} {:source_dimensions "512"}', text)

  def test_pointer_that_walks_one_array_is_an_offset(self):
    text = lower_text("__global__ void k(int *p, int n) { for (int *q = p; q < p + n; q += 2) "
                      "*q = 0; }")
    self.assertNotIn("MKPTR", text)
    self.assertIn("$$arg.p[$q] := 0bv32;", statements(text))
    self.assertIn("$q := BV32_ADD($q, 2bv32);", statements(text))

  def test_swapped_buffers_are_case_splits(self):
    text = lower_text("""__global__ void k(int *a, int *b, int n) { int *s = a, *d = b;
      for (int i = 0; i < n; ++i) { d[threadIdx.x] = s[threadIdx.x]; int *t = s; s = d; d = t; }
      }""")
    self.assertIn("type arrayId = bv2;", text)
    lines = statements(text)
    self.assertIn("if ($s.base == $arrayId$$arg.a) {", lines)
    self.assertNotIn("} else if ($s.base == $arrayId$$arg.b) {", lines)
    self.assertIn("$d.base, $d, $s.base, $s, $i := $s.base, $s, $d.base, $d, "
                  "BV32_ADD($i, 1bv32);", lines)
    self.assertNotIn("assert {:bad_pointer_access} false;", lines)

  def test_a_long_chain_of_values_is_cut_into_variables(self):
    steps = "".join(f"x = (x ^ {n}) * 3;" for n in range(1000))
    lines = statements(lower_text(f"__global__ void k(int *a, int x) {{ {steps} a[x] = 1; }}"))
    self.assertGreater(len(lines), 10)
    self.assertLess(max(line.count("(") for line in lines), 200)

  def test_a_pointer_that_may_be_null_is_checked(self):
    lines = statements(lower_text("""__global__ void k(int *a, int *b, int n) { int *s = nullptr;
      for (int i = 0; i < n; ++i) { if (s) s[threadIdx.x] = 1; s = i % 2 ? a : b; } }"""))
    self.assertIn("} else if ($s.base == $arrayId$$arg.b) {", lines)
    self.assertIn("assert {:bad_pointer_access} false;", lines)

  def test_pointers_in_struct_parameters(self):
    text = lower_text("""struct A { float *out; int n; const float *in; };
      __global__ void k(A a) { a.out[threadIdx.x] = a.in[a.n]; }""")
    self.assertEqual(statements(text)[0], "v0 := $$arg.a.in[$a.n];")
    self.assertIn("$_Z1k1A($a.n:bv32)", text)

  def test_fields_of_struct_parameters_are_parameters(self):
    text = lower_text("""struct Size { int w, h; }; struct A { Size s; unsigned a : 3, b : 5; int v[2]; };
      __global__ void k(A a, int *out) { out[a.s.h + a.v[1]] = a.b; }""")
    self.assertIn("($a.s.w:bv32, $a.s.h:bv32, $a.at8:bv8, $a.v:bv64)", text)

  def test_integers_among_parameters_are_told(self):
    text = lower_text("""enum Mode { A }; enum class Kind { C }; union U { float f; int i; };
      struct S { unsigned n, a : 3; U u; float eps; };
      __global__ void k(float *p, float x, bool b, Mode m, Kind c, S s, int n) {
        if (b && m == A && c == Kind::C && s.eps > x) p[s.n + s.a + n] = s.u.f; }""")
    self.assertIn('{:signed "$n"} {:unsigned "$m", "$s.n"} $_Z1k', text)
    text = lower_text("__global__ void k(float *p, float x) { p[threadIdx.x] = x; }")
    self.assertIn("{:kernel} {:signed} $_Z1k", text)

  def test_union_reinterprets_bits(self):
    text = lower_text("""union U { float f; unsigned u; };
      __global__ void k(float *p) { U u; u.f = p[0]; u.u ^= 1; p[1] = u.f; }""")
    self.assertEqual(statements(text)[1], "$$arg.p[1bv32] := BV32_XOR(v0, 1bv32);")

  def test_indexed_local_array_is_private(self):
    text = lower_text("__global__ void k(int *p, int n) { int a[4]; a[n] = 1; p[0] = a[2]; }")
    self.assertIn('var {:source_name "a"} $$a : [bv32]bv32;', text)
    self.assertEqual(statements(text)[:2], ["$$a[$n] := 1bv32;", "v0 := $$a[2bv32];"])

  def test_constant_table(self):
    text = lower_text("""__constant int t[2] = {5, 6};
      __kernel void k(__global int *p) { p[0] = t[get_local_id(0)]; p[1] = t[1]; }""", ".cl")
    self.assertIn("requires $$t[1bv32] == 6bv32;", text)
    self.assertIn("$$arg.p[1bv32] := 6bv32;", statements(text))

  def test_function_pointers(self):
    text = lower_text("""typedef int (*F)(int);
      __device__ int one(int x) { return x + 1; }
      __device__ int two(int x) { return x + 2; }
      __global__ void k(int *p, bool b) { F f = b ? one : two; p[0] = f(3); }""")
    lines = statements(text, "{:kernel}")
    self.assertIn("call v1 := $_Z3onei(3bv32);", [" ".join(l.split()) for l in lines])
    self.assertIn("const $functionId$$_Z3twoi : functionPtr;", text)

  def test_known_function_pointer_is_inlined(self):
    text = lower_text("""__device__ int one(int x) { return x + 1; }
      template <class F> __device__ int apply(F f, int x) { return f(x); }
      __global__ void k(int *p) { p[0] = apply(one, p[1]) + apply([](int x) { return x * 2; }, 4);
      }""")
    self.assertEqual(statements(text)[1], "$$arg.p[0bv32] := BV32_ADD(v0, 9bv32);")

  def test_sixty_four_bit_pointers(self):
    text = lower_text("__global__ void k(int *p, int i) { p[i] = 0; }", pointer_size=64)
    self.assertEqual(statements(text)[0], "$$arg.p[BV32_SEXT64($i)] := 0bv32;")

  def test_cuda_and_hip_have_pointers_of_64_bits_and_opencl_of_32(self):
    for suffix, kernel, width in ((".cu", "__global__ void k(", 64), (".hip", "__global__ void k(", 64),
                                  (".cl", "__kernel void k(__global ", 32)):
      text = lower_text(kernel + "int *p) { p[1] = sizeof(p); }", suffix, pointer_size=None)
      self.assertEqual(statements(text)[0], f"$$arg.p[1bv{width}] := {width // 8}bv32;", suffix)

  def test_pointers_that_are_required_to_be_equal_share_an_array(self):
    lines = statements(lower_text("""struct pair { int *first; int n; };
      __global__ void k(int *p, pair s, int *q) { __requires(s.first == p && p == q);
      p[1] = s.first[2] + q[3]; }"""))
    self.assertEqual([line.split(" := ")[1] for line in lines[:2]],
                     ["$$arg.p[2bv32];", "$$arg.p[3bv32];"])
    self.assertTrue(lines[2].startswith("$$arg.p[1bv32] := "))

  def test_pointers_to_elements_of_several_widths_share_bytes(self):
    lines = statements(lower_text("""__global__ void k(int *p, char *q) {
      __requires((char *)p == q); q[5] = 0; p[2] = 0; }"""))
    self.assertEqual([line.split("[")[0] for line in lines[:5]], ["$$arg.p"] * 5)
    self.assertIn("[8bv32]", lines[1])

  def test_what_the_device_allocates_is_private(self):
    text = lower_text("""__global__ void k(int *o, int n) {
  int *a = new int[n], *b = (int *)malloc(4 * n), *c = (int *)alloca(4 * n);
  a[0] = b[1] = c[2] = n;
  o[threadIdx.x] = a[1];
  delete[] a; free(b); }""")
    arrays = re.findall(r'array_info "([^"]*)"\} (\{:\w+\} )?', text)
    self.assertEqual(sorted(space for _, space in arrays), ["", "", "", "{:global} "])
    self.assertEqual(len([line for line in statements(text) if line.startswith("havoc")]), 3)

  def test_what_the_device_allocates_may_not_get_to_other_threads(self):
    for body in ("*where = new int[4];", "n[0] = (int)(size_t)malloc(4);",
                 "__shared__ int *s; if (!threadIdx.x) s = new int; __syncthreads(); *s = 1;"):
      with self.assertRaisesRegex(LoweringError, "other threads may reach"):
        lower_text("__global__ void k(int *n, int **where) { " + body + " }")

  def test_a_surface_is_an_array_and_a_texture_has_arbitrary_values(self):
    text = lower_text("""surface<void, cudaSurfaceType2D> reference;
__global__ void k(cudaSurfaceObject_t a, cudaSurfaceObject_t b, cudaTextureObject_t t, int y) {
  surf2Dwrite(tex2D<float>(t, 1.0f, 2.0f), a, threadIdx.x * 4, y);
  surf2Dwrite(surf2Dread<float>(reference, 4, y), b, 0, y); }""")
    lines = statements(text)
    self.assertTrue(any(line.startswith("$$arg.a[BV32_ADD(BV32_MUL($y, 16384bv32), local_id_x)] :=")
                        for line in lines), lines)
    self.assertIn("v1 := $$reference[BV32_ADD(BV32_MUL($y, 16384bv32), 1bv32)];", lines)


if __name__ == "__main__":
  unittest.main()
