"""Files as a whole: what they lack is looked for in the project or guessed, with a note."""

import subprocess
import unittest

from lowering import LaunchOptions, LoweringError
from lowering.errors import NoKernel
from lowering.files import lower_kernels
from testing.folder_case import FolderCase


class _Lowering(FolderCase):
  def lower(self, text, name="src/k.cu"):
    options = LaunchOptions()
    options.project = [self.folder]
    return lower_kernels(self.write(name, text), options)


class Names(_Lowering):
  def test_names_are_defined_as_elsewhere_in_the_project(self):
    self.write("far/main.c", 'build("-D TILE=7");\n')
    self.write("src/main.c", "#define TILE 24\n")
    result = self.lower("__kernel void k(__global int *v) { v[get_local_id(0)] = TILE; }\n",
                        "src/k.cl")
    self.assertIn("24bv32", result.units[0].text)
    self.assertRegex(result.remarks[0], "nothing defines 'TILE': .* -D TILE=24 as in .*main.c")

  def test_a_name_that_a_macro_of_a_header_calls_is_no_number(self):
    self.write("src/sizes.h", "#define SIZE BOUND(4)\n")
    result = self.lower('#include "sizes.h"\n__global__ void k(int *v) { v[threadIdx.x] = SIZE; }\n',
                        "src/k.cu")
    self.assertIn("use of undeclared identifier 'BOUND'", str(result.units[0].error))

  def test_names_of_a_makefile_count_at_launches_too(self):
    self.write("src/Makefile", "WIDTH ?= 48 # threads\nFLAGS = -O3 -DTILE=$(WIDTH) -DGRID=5\n")
    text = ("__global__ void k(int *v) { v[blockIdx.x * TILE + threadIdx.x] = 1; }\n"
            "void run(int *v) { k<<<GRID, TILE>>>(v); }\n")
    for project in ([self.folder], []):
      options = LaunchOptions()
      options.project = project
      result = lower_kernels(self.write("src/k.cu", text), options)
      self.assertEqual((result.units[0].block, result.units[0].grid), ([48], [5]))
      self.assertRegex(" ".join(result.remarks), "-D TILE=48 as in .*Makefile")

  def test_a_name_that_lets_the_file_define_a_type(self):
    result = self.lower("#ifdef SINGLE\n#define REAL float\n#elif DOUBLE\n#define REAL double\n#endif\n"
                        "__kernel void k(__global REAL *v) { v[get_local_id(0)] = 1; }\n", "src/k.cl")
    self.assertIn(" := 1065353216bv32;", result.units[0].text)
    self.assertRegex(" ".join(result.remarks), "nothing defines 'SINGLE': .* -D SINGLE=1$")

  def test_names_that_are_guessed(self):
    result = self.lower("__kernel void k(__global REAL *v) { __local REAL t[TILE];\n"
                        "  t[get_local_id(0)] = 1; v[0] = t[0]; }\n", "src/k.cl")
    self.assertIsNotNone(result.units[0].text)
    told = " ".join(result.remarks)
    self.assertIn("-D REAL=float", told)
    self.assertIn("-D TILE=16", told)

  def test_a_name_that_is_called_is_no_number(self):
    unit, = self.lower("#define AT(i) CHECKED(v, i)\n"
                       "__global__ void k(int *v) { AT(threadIdx.x) = 1; }\n").units
    self.assertIn("undeclared identifier 'CHECKED'", str(unit.error))


class FilesTest(_Lowering):
  def test_headers_of_the_project(self):
    self.write("lib/include/sizes/tile.h", '#include "base.h"\n#define TILE (BASE * 2)\n')
    self.write("lib/include/sizes/base.h", "#define BASE 21\n")
    for text, name, note in (
        ('#include "sizes/tile.h"\n__global__ void k(int *v) { v[threadIdx.x] = TILE; }\n',
         "src/k.cu", r"taken from the project, as with -I .*lib/include: sizes/tile\.h$"),
        ('#include "../gone/sizes/tile.h"\n'
         "__kernel void k(__global int *v) { v[get_local_id(0)] = TILE; }\n", "src/k.cl",
         "sizes/tile.h' is taken to be .*lib/include/sizes/tile.h")):
      result = self.lower(text, name)
      self.assertIn("42bv32", result.units[0].text)
      self.assertRegex(result.remarks[0], note)

  def test_headers_of_the_git_tree_around_a_file(self):
    self.write("include/tile.h", "#define TILE 42\n")
    self.write("include/other.h", "#define OTHER 1\n")
    for words in (["init", "-q"], ["add", "include/tile.h"]):
      subprocess.run(["git", "-C", self.folder, *words], check=True)
    source = self.write("src/deep/k.cu", '#include <tile.h>\n#include "other.h"\n'
                        "__global__ void k(int *v) { v[threadIdx.x] = TILE; }\n")
    result = lower_kernels(source, LaunchOptions())
    self.assertIn("42bv32", result.units[0].text)
    self.assertRegex(result.remarks[0], "count as empty: other.h")
    self.assertRegex(result.remarks[1], r"as with -I .*include: tile\.h$")

  def test_launches_of_another_file(self):
    declared = "__global__ void k(int *v, int n);\n"
    self.write("src/main.cu", declared + "int main() { int *v; k<<<3, 64>>>(v, 7); }\n")
    self.write("old/main.cu", declared + "int main() { int *v; k<<<5, 128>>>(v, 7); }\n")
    self.write("src/other.cu", "__global__ void k(int *v, int n) {}\nint main() { k<<<9, 256>>>(0, 7); }\n")
    result = self.lower("__global__ void k(int *v, int n) { v[blockIdx.x * 64 + threadIdx.x] = n; }\n", "src/k.cu")
    self.assertEqual([(unit.block, unit.grid) for unit in result.units], [([64], [3])])
    self.assertRegex(" ".join(result.remarks), r"'k' is launched in \S*src/main\.cu:2$")

  def test_macros_of_the_old_sdk(self):
    result = self.lower("""#include <cutil.h>
#define AT(i) CUT_BANK_CHECKER(v, i)
__global__ void k(int *v) { AT(threadIdx.x) = 1; }
int main() { int *v; CUDA_SAFE_CALL(cudaMalloc((void **)&v, 512)); k<<<1, 128>>>(v); CUT_CHECK_ERROR("k"); }
""")
    self.assertIn("$$arg.v[BV32_ZEXT64(local_id_x)] := 1bv32", result.units[0].text)
    self.assertEqual(result.remarks, [])

  def test_an_error_that_asks_for_a_name(self):
    result = self.lower("#if defined(_WIN32)\n#elif defined(HAVE_A) && defined(HAVE_B)\n#else\n"
                        "#  error None.\n#endif\n#ifdef SINGLE\n#define T float\n#else\n#error No T\n"
                        "#endif\n__kernel void k(__global T *v) { v[get_local_id(0)] = 1; }\n",
                        "src/k.cl")
    told = " ".join(result.remarks)
    for name in ("HAVE_A", "HAVE_B", "SINGLE"):
      self.assertIn(f"-D {name}=1", told)

  def test_pointers_of_opencl_have_64_bits_where_sizes_are_open(self):
    options, text = LaunchOptions(), "__kernel void k(__global float4 *v) { v[get_global_id(0)] = 1; }"
    self.assertIn("[bv64]bv32", lower_kernels(self.write("k.cl", text), options).units[0].text)
    options = LaunchOptions()
    options.local_size, options.num_groups = [64], [4]
    self.assertIn("[bv32]bv32", lower_kernels(self.write("k.cl", text), options).units[0].text)

  def test_what_is_left_out_is_not_guessed(self):
    with self.assertRaisesRegex(LoweringError, "'L'"):
      result = self.lower("const int L = missing();\n"
                          "__global__ void k(int *v) { v[threadIdx.x] = L; }\n")
      raise result.units[0].error

  def test_a_file_without_kernels(self):
    with self.assertRaisesRegex(NoKernel, r"k\.cu: error: the source defines no kernel; where it launches"):
      self.lower("int main() { other<<<1, 1>>>(); }\n")

  def test_a_template_that_no_guess_instantiates(self):
    unit, = self.lower("template <class T> __global__ void k(typename T::next *v) {"
                       " v[threadIdx.x] = T::f(); }\n").units
    self.assertRegex(str(unit.error), r"k\.cu:1:1: error: a template that nothing instantiates.*"
                     r"; k<float>: its signature does not admit these")
    unit, = self.lower("template <class T> __global__ void k(T *v) { v[threadIdx.x] = T::f(); }\n").units
    self.assertRegex(str(unit.error), "; k<float>: type 'float' cannot be used prior to '::'")

  def test_values_at_a_launch_are_facts_of_it(self):
    kernel = "__global__ void k(int *v, int n, float f, size_t s) { if (n < s) v[threadIdx.x] = f; }\n"
    result = self.lower(kernel + "int main() { int n = 100; k<<<1, 64>>>(p, n, 3, 8);"
                                 " k<<<1, 64>>>(p, 5, 3, 9); }\n")
    self.assertEqual([unit.arguments for unit in result.units],
                     [{"n": 100, "s": 8}, {"n": 5, "s": 9}])
    self.assertIn("requires $n == 100bv32;", result.units[0].text)
    self.assertNotIn("requires $f", result.units[0].text)
    many = "".join(f" k<<<1, 64>>>(p, {n}, 3, 8);" for n in range(9))
    unit, = self.lower(kernel + "int main() {" + many + " }\n").units
    self.assertEqual(unit.arguments, {"s": 8})

  def test_a_file_of_cpp20(self):
    result = self.lower("""#include <concepts>
template <class F, class T> concept Maps = requires(F f, T v) { { f(v) } -> std::convertible_to<T>; };
template <std::floating_point T, Maps<T> F> __global__ void k(T *v, F f) { v[threadIdx.x] = f(1); }
void run(float *v) { k<<<1, 64>>>(v, [] __device__(float x) { return 2 * x; }); }
""")
    self.assertEqual([(unit.block, unit.error) for unit in result.units], [([64], None)])

  def test_what_our_headers_lack_is_told(self):
    result = self.lower("#include <cuda/std/span>\n"
                        "__global__ void k(int *v) { v[0] = cuda::std::min(v[1], v[2]); }\n"
                        "__global__ void l(int *v) { cuda::std::shuffle(v, v + 1); }\n")
    self.assertEqual([unit.kernel for unit in result.units if unit.error], ["l"])
    self.assertIn("have no 'cuda::std::shuffle'", " ".join(result.units[1].remarks))

  def test_sizes_in_braces(self):
    result = self.lower("__global__ void k(int *v) { v[threadIdx.y] = 1; }\n"
                        "void f(int *v) { const int n = 8; k<<<{2, n}, {n, 4, 1}>>>(v); }\n")
    self.assertEqual([(unit.block, unit.grid) for unit in result.units], [([8, 4, 1], [2, 8])])

  def test_an_instance_that_nothing_launches_has_no_launch(self):
    result = self.lower("template <int N> __global__ void k(int *v) { v[threadIdx.x % N] = 1; }\n"
                        "template __global__ void k<16>(int *);\n"
                        "void run(int *v) { k<32><<<1, 96>>>(v); }\n")
    self.assertEqual({unit.kernel: unit.block for unit in result.units}, {"k<16>": [None], "k<32>": [96]})

  def test_launches_of_an_overload(self):
    result = self.lower("__global__ void k(int *v, int n) { if (threadIdx.x < n) v[threadIdx.x] = 1; }\n"
                        "__global__ void k(int *v) { v[threadIdx.x] = 1; }\n"
                        "void run(int *v, int n) { k<<<(n + 63) / 64, 64>>>(v, n); }\n")
    sizes = {len(unit.name): (unit.origin, unit.error) for unit in result.units}
    self.assertEqual(sorted(sizes.values(), key=str), [("launch", None), ("none", None)])

  def test_each_kernel_takes_what_it_needs(self):
    result = self.lower("""__device__ int (*table[])(int) = {};
__device__ int twice(int n) { return 2 * n; }
__global__ void a(int *v) { v[threadIdx.x] = twice(3); }
__global__ void b(int *v) { v[threadIdx.y] = 1; }
""")
    a, b = result.units
    self.assertEqual((len(a.block), len(b.block)), (1, 2))
    self.assertNotIn("threadIdx.y", a.text)

  def test_a_launch_of_unknown_dimensions_has_those_that_are_read(self):
    text = """__global__ void k(int *v) { v[threadIdx.x] = blockIdx.y; }
      void run(int *v, dim3 shape) {
        auto block = missing();
        dim3 grid = missing();
        k<<<%s>>>(v);
      }"""
    unit, = self.lower(text % "grid, dim3(block)").units
    self.assertEqual((unit.block, unit.grid), ([None], [1, None]))
    self.assertIn("taken as 1, as nothing reads them: blockDim.y", "".join(unit.remarks))
    unit, = self.lower(text % "shape, dim3(block, 1)").units
    self.assertEqual((unit.block, unit.grid), ([None, 1], [None] * 3))

  def test_blocks_that_no_device_has_are_told(self):
    for bounds, block, told in (("", "1024", False), ("", "dim3(64, 32)", True), ("__launch_bounds__(256)", "512", True)):
      unit, = self.lower(f"__global__ void {bounds} k(int *v) {{ v[threadIdx.x] = threadIdx.y; }}\n"
                         f"void run(int *v) {{ k<<<1, {block}>>>(v); }}\n").units
      self.assertEqual("is the most there may be" in "".join(unit.remarks), told, block)

  def test_a_grid_that_an_argument_says(self):
    unit, = self.lower("__global__ void k(int *v, int n) { v[blockIdx.x] = n; }\n"
                       "void run(int *v, int n) { int b = (n + 31) / 32; k<<<b, 32>>>(v, n); }\n"
                       ).units
    self.assertIn("requires num_groups_x == BV32_SDIV(BV32_ADD($n, 31bv32), 32bv32);", unit.text)
    self.assertIn("gridDim.x = ((n + 31) / 32)", unit.remarks[0])

  def test_launches_that_host_code_never_comes_to(self):
    text = """template <int N> __global__ void k(int *v) { v[blockIdx.x * N + threadIdx.x] = 1; }
      static void run(int *v, int size, int all) {
        for (int i = 0; i < 3; i++)
          if (size == 16) k<16><<<1, size>>>(v); else k<32><<<1, size>>>(v);
        SKIP if (all) k<64><<<1, 64>>>(v);
      }
      void host(int *v) { run(v, 32, 0); }"""
    result = self.lower(text.replace("SKIP", ""))
    self.assertEqual([unit.kernel for unit in result.units], ["k<32>"])
    told = " ".join(result.remarks)
    for name in ("k<16>", "k<64>"):
      self.assertIn(f"'{name}' is left out: host code never comes to its launches", told)
    for change in ("all = v != nullptr;", "set(&all);", "int &b = all; b = 1;"):
      result = self.lower(text.replace("SKIP", change))
      self.assertEqual([unit.kernel for unit in result.units], ["k<32>", "k<64>"], change)

  def test_facts_of_arguments(self):
    unit, = self.lower("""
__global__ void k(int *p, bool some, long n, int m) { if (some && threadIdx.x < n) p[m] = 1; }
void host(int *p, int n) { if (n > 3) k<<<1, 64>>>(p, n, n, n + 1); }
""").units
    facts = [repr(term) for term, _ in unit.facts]
    self.assertEqual(facts, ["$2 is of type int", "$3 == ($2 + 1)", "($2 > 3)"])  # not of a bool


if __name__ == "__main__":
  unittest.main()
