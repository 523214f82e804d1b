"""Host code that does not compile is left out; kernels, and what they need, never are."""

import unittest

from lowering import LaunchOptions, LoweringError, lower_file
from testing.folder_case import FolderCase

_KERNEL = "__global__ void k(int *v) { v[threadIdx.x] = COUNT; }\n"


class SourceCase(FolderCase):
  def lower(self, text, **settings):
    options = LaunchOptions()
    options.block_dim, options.grid_dim = [64], [1]
    for name, value in settings.items():
      setattr(options, name, value)
    return lower_file(self.write("host/k.cu", text), options)

  def rejected(self, text):
    with self.assertRaises(LoweringError) as caught:
      self.lower(text)
    return caught.exception


class HostCodeTest(SourceCase):
  def test_headers_and_statements_that_are_missing(self):
    result = self.lower("""#include <no_such_library.h>
#include "../../no/such/header.h"
template <class T> __global__ void k(T *v) { v[threadIdx.x] = 1; }
Frame<int> frame("}{");
int main() {
  Frame<float> f = open('{', "}");  // }
  for (auto &x : f) { x.show([](int a) { return a; }); }
  if (f) { k<float><<<1, 64>>>(nullptr); } else f.close();
#ifdef ABSENT
  if (f) {
#else
  while (f) {
#endif
  }
}
template <class T> Frame<T> turn(Frame<T> f) { return f; }
__global__ void last(int *v) { v[threadIdx.x] = 2; }
""")
    self.assertEqual(result.kernels, ["last", "k"])
    self.assertIn("{:line 3} {:col 61}", result.text)
    self.assertIn("{:line 17} {:col 47}", result.text)
    self.assertIn("no_such_library.h, ../../no/such/header.h", result.remarks[0])
    self.assertRegex(result.remarks[1], r"k\.cu:4: note: host code .* lines 4, 6-8, 12, 16$")

  def test_a_loop_keeps_its_end(self):
    result = self.lower(_KERNEL.replace("COUNT", "3") + """int main() {
  do {
    k<<<1, 64>>>(nullptr);
  } while (unknown(1) == 2);
}
""")
    self.assertRegex(result.remarks[0], r"k\.cu:5: note: host code .* line 5$")

  def test_host_code_in_a_header_of_the_user(self):
    self.write("host/own.h", "#define COUNT 3\nstatic Frame f;\n")
    result = self.lower('#include "own.h"\n' + _KERNEL)
    self.assertIn(":= 3bv32", result.text)
    self.assertRegex(result.remarks[0], r"own\.h:2: note")

  def test_what_a_kernel_needs_is_not_left_out(self):
    error = self.rejected("#include <own.h>\n" + _KERNEL + "int main() { Frame f; }\n")
    self.assertEqual((error.line, error.message), (2, "use of undeclared identifier 'COUNT'"))
    self.assertIn("headers that were not found count as empty: own.h", error.told())
    error = self.rejected("struct S { Frame f; int n; };\n__global__ void k(S s) {}\n")
    self.assertEqual((error.line, error.message), (2, "unknown type name 'S'"))

  def test_kernels_behind_macros_are_not_left_out(self):
    error = self.rejected("""#define DECLARE(NAME) extern "C" __global__ void NAME
#define KERNEL(NAME) DECLARE(NAME)
KERNEL(first)(int *v) { v[threadIdx.x] = unknown; }
KERNEL(second)(int *v) { v[threadIdx.x] = 1; }
""")
    self.assertEqual(error.line, 3)

  def test_another_kernel_than_the_one_asked_for_may_be_left_out(self):
    text = "__global__ void other() { unknown(); }\n#define COUNT 3\n" + _KERNEL
    self.assertEqual(self.lower(text, kernel="k").kernels, ["k"])
    self.assertEqual(self.rejected(text).line, 1)

  def test_missing_headers_are_found_in_one_go(self):
    names = [f"missing_{number}.h" for number in range(60)]
    result = self.lower("".join(f"#include <{name}>\n" for name in names)
                        + _KERNEL.replace("COUNT", "1"))
    self.assertIn(", ".join(names), result.remarks[0])

  def test_headers_that_are_named_as_windows_does(self):
    self.write("host/own.h", "#define COUNT 3\n")
    result = self.lower('#include "..\\host\\own.h"\n#include "no\\such.h"\n' + _KERNEL)
    self.assertEqual(result.kernels, ["k"])
    self.assertIn("no\\such.h", result.remarks[0])

  def test_files_beside_the_source_in_angled_brackets(self):
    self.write("host/sizes.cu", "#define COUNT 3\n")
    result = self.lower("#include <sizes.cu>\n#ifdef COUNT\n" + _KERNEL + "#endif\n")
    self.assertEqual(result.kernels, ["k"])

  def test_local_variables_of_opencl_in_inner_blocks(self):
    options = LaunchOptions()
    options.local_size, options.num_groups = [8], [1]
    path = self.write("k.cl", """kernel void k(global int *v, int n) {
  int t = get_local_id(0);
  if (n > 0) {
    __local int
      tile[8], last;
    tile[t] = v[t]; }
}
""")
    result = lower_file(path, options)
    self.assertIn("$$k.tile", result.text)
    self.assertIn("{:line 6} {:col 13}", result.text)

  def test_names_that_older_code_has_beside_the_standard_library(self):
    result = self.lower("""#include <algorithm>
#include <string>
#include <utility>
#include <vector>
using namespace std;
typedef unsigned char byte;
__global__ void k(byte *v) { v[threadIdx.x] = is_same<byte, int>::value; }
""")
    self.assertEqual((result.kernels, result.remarks), (["k"], []))

  def test_what_clashes_with_the_users_definitions_gives_way(self):
    result = self.lower("""#include <algorithm>
static __device__ float4 operator+(float4 a, float4 b) { return make_float4(7, 7, 7, 7); }
static __inline__ __device__ double atomicAdd(double *p, double v) { return *p += v; }
__device__ float clamp(float a, float b, float c) { return 5.0f; }
static __device__ float __saturatef(float a) { return a; }
struct P { int n; };
__device__ P min(P a, P b) { return a.n < b.n ? a : b; }
__global__ void k(float4 *v, double *d) {
  v[0] = v[1] + v[2];
  v[3].x = clamp(v[4].x, 0.0f, __saturatef(1.0f));
  v[5].x = max(v[6].x, 2.0f);
  atomicAdd(d, 1.0);
}
""")
    self.assertIn("1088421888bv32", result.text)  # 7.0f
    self.assertIn("1084227584bv32", result.text)  # 5.0f
    self.assertNotIn("atomic_function", result.text)
    self.assertNotIn("FMIN32", result.text)

  def test_a_launch_from_the_device_is_left_out_with_a_note(self):
    result = self.lower("""__global__ void child(int *v) { v[threadIdx.x] = 1; }
__global__ void parent(int *v) {
  if (threadIdx.x == 0)
    child<<<1, 64>>>(v);
  v[threadIdx.x + 64] = 2;
}
""")
    self.assertEqual(result.kernels, ["child", "parent"])
    self.assertRegex(result.remarks[0], r"k\.cu:4: note: a launch from the device is left out")

  def test_what_would_help_is_said(self):
    self.assertIn("-D COUNT=VALUE", self.rejected(_KERNEL).told())
    self.assertIn("give their folders with -I",
                  self.rejected('#include "own.h"\n' + _KERNEL).told())

  def test_launches_of_hip_that_do_not_compile(self):
    options = LaunchOptions()
    options.block_dim, options.grid_dim = [64], [2]
    result = lower_file(self.write("m.hip", """#include <hip/hip_runtime.h>
template <class T, int N> __global__ void k(T *v) { unsafeAtomicAdd(&v[N], T(1)); }
void f(Frame g) { hipLaunchKernelGGL((k<double, 3>), dim3(2), dim3(64), 0, 0, g.data()); }
"""), options)
    self.assertFalse([r for r in result.remarks if "nothing instantiates" in r])
    self.assertEqual(result.kernels, ["k"])

  def test_functions_are_the_device_s_where_nvcc_is_asked_for(self):
    self.write("host/size.h", """#ifdef __CUDACC__
#define HD __host__ __device__
#else
#define HD
#endif
HD inline int size(int n) { return n; }
""")
    result = self.lower("""#include "size.h"
__global__ void k(int *v, int n) { if (threadIdx.x < size(n)) v[threadIdx.x] = 1; }
""")
    self.assertEqual(result.kernels, ["k"])

  def test_hip(self):
    options = LaunchOptions()
    options.block_dim, options.grid_dim = [64], [2]
    result = lower_file(self.write("k.hip", """#include <hip/hip_runtime.h>
#include <thrust/complex.h>
__global__ void k(thrust::complex<float> *c) { c[hipBlockIdx_x * 64 + hipThreadIdx_x] *= 2.0f; }
template <class T> __global__ void fill(T *v) { v[hipThreadIdx_x] = 1; }
int main() { hipLaunchKernelGGL(HIP_KERNEL_NAME(fill<int>), dim3(2), dim3(64), 0, 0, nullptr); }
"""), options)
    self.assertCountEqual(result.kernels, ["k", "fill"])

  def test_of_a_type_only_the_host_s_functions_are_left_out(self):
    result = self.lower("""#include <no_such_library.h>
struct Chunk {
  int first;
  explicit Chunk(Frame f) : first(f.first()) {}
  void show() { std::cout << first; missing(first); }
  Frame frame();
  int second;
  __device__ int sum() const { return first + second; }
};
__global__ void k(Chunk *c, int *v) { v[threadIdx.x] = c->sum() + c->second; }
""")
    self.assertEqual(result.kernels, ["k"])
    error = self.rejected("""struct Chunk { Frame f; int second; };
__global__ void k(Chunk *c, int *v) { v[threadIdx.x] = c->second; }
""")
    self.assertIn("Chunk", error.message)

  def test_functions_that_device_code_may_call_are_left_out_as_a_whole(self):
    error = self.rejected("""constexpr int count(int n) { missing(n); return n; }
__global__ void k(int *v) { v[threadIdx.x] = count(3); }
""")
    self.assertIn("count", error.message)

  def test_constants_of_a_host_s_function_do_not_keep_it_whole(self):
    result = self.lower("""#include <no_such_library.h>
template <class F> __global__ void k(F f) { f(threadIdx.x); }
int main() {
  constexpr int count = 64;
  int *p = missing();
  auto f = [=] __device__(int i) { p[i] = count; };
  k<<<1, count>>>(f);
  if constexpr (Missing<int>::value) missing();
}
struct Host {
  int run() { constexpr int n = 3; return missing(n); }
};
""")
    self.assertEqual(len(result.kernels), 1)
    self.assertIn(":= 64bv32", result.text)

  def test_a_parameter_that_is_called_may_be_an_operation(self):
    result = self.lower("""template <class T, class F> __global__ void k(T *v, F op) {
  v[threadIdx.x] = op(v[threadIdx.x], T(1));
}
""")
    self.assertEqual(len(result.kernels), 1)
    self.assertTrue(any("k<float, std::plus<>>" in remark for remark in result.remarks))

  def test_a_host_s_function_with_a_lambda_for_the_device(self):
    result = self.lower("""#include <no_such_library.h>
template <class F> __global__ void k(F f) { f(threadIdx.x); }
int main() {
  int *p = missing();
  k<<<1, 64>>>([=] __device__ (int i) { p[i] = 1; });
}
""")
    self.assertEqual(len(result.kernels), 1)
    self.assertIn("line 4", result.remarks[-1])
    self.assertIn("f.p", result.text)

  def test_macros_that_define_host_functions(self):
    result = self.lower("""#include <gone.h>
#define RUN(name, kernel) void name(Tensor t) { const Sizes s = check(t); launch(&kernel, s); }
#define INLINE(type) __device__ inline type
__global__ void k(int *v) { v[threadIdx.x] = 1; }
RUN(run_k, k)
RUN(run_again, k)
INLINE(int) two(int v) { return v + 2; }
RUN(run_two,
    k)
__global__ void l(int *v) { v[threadIdx.x] = two(1); }
namespace n {
RUN(run_l, l)
}
""")
    self.assertEqual(result.kernels, ["k", "l"])
    self.assertRegex(self.rejected("#define INLINE(type) __device__ inline type\n"
                                   "INLINE(int) f(int v) { return gone(v); }\n"
                                   "__global__ void k(int *v) { v[threadIdx.x] = f(1); }\n").message,
                     "gone")

  def test_a_pragma_for_a_loop_that_is_none(self):
    self.assertEqual(self.lower("""#pragma unroll 2
__global__ void k(int *v) { v[threadIdx.x] = 1; }
""").kernels, ["k"])


class InstancesTest(SourceCase):
  def test_templates_have_the_instances_of_launches_that_do_not_compile(self):
    result = self.lower("""namespace a::b { inline namespace c {
template <class T, int N> __global__ void fill(T *v) { __shared__ T s[N]; s[0] = v[0]; }
} }
int main() { a::b::fill<double, 1 << 4><<<1, unknown>>>(nothing); a::b::fill<int, 8><<<x, 1>>>(y); }
""")
    self.assertEqual(result.kernels, ["fill", "fill"])
    self.assertIn('{:source_dimensions "16"}', result.text)
    self.assertIn('{:source_dimensions "8"}', result.text)
    self.assertFalse([r for r in result.remarks if "nothing instantiates" in r])

  def test_templates_have_the_instances_whose_address_is_taken(self):
    result = self.lower("""#include <gone.h>
template <int N> __global__ void k(int *v) { v[threadIdx.x] = N; }
template <class T> __global__ void l(T *v) { v[threadIdx.x] = 1; }
void f(Tensor t) { constexpr int TOP = 22; auto run = k<TOP>; t.start(run); set(l<short>, 3); }
""")
    self.assertIn("kILi22E", result.text)
    self.assertIn("lIsE", result.text)

  def test_launches_that_macros_write_in_templates_that_nothing_uses(self):
    result = self.lower("""template <class T, int N> __global__ void fill(T *v) { __shared__ T s[N]; s[0] = v[0]; }
#define RUN(N) if (n % N == 0) { fill<T, N><<<1, N>>>(v); return; }
template <class T> void run(T *v, int n) { RUN(24) RUN(8) }
""")
    self.assertEqual(result.kernels, ["fill", "fill"])
    told = "\n".join(result.remarks)
    self.assertIn("'fill': what is said of it holds for fill<float, 24>", told)
    self.assertIn("'fill': what is said of it holds for fill<float, 8>", told)

  def test_templates_that_nothing_instantiates_have_the_likeliest_instance_that_compiles(self):
    result = self.lower("""template <class T> struct Only {};
template <> struct Only<int> { static constexpr int two = 2; };
struct Add { template <class T> __device__ T operator()(T a) const { return a + 1; } };
template <class T, int N, bool B, int D = 3> __global__ void fill(T *v) {
  static_assert(N < 64, "small");
  v[Only<T>::two] = N;
}
template <class T, class F> __global__ void map(T *v, F f) { v[0] = f(v[1]); }
#include <cuda_fp16.h>
template <class T> struct Traits;
template <> struct Traits<half> { typedef half2 two; };
template <class T> __global__ void pairs(typename Traits<T>::two *v, T x) { v[0].x = x; }
""")
    self.assertCountEqual(result.kernels, ["fill", "map", "pairs"])
    told = "\n".join(result.remarks)
    self.assertIn("'fill': what is said of it holds for fill<int, 32, true>", told)
    self.assertIn("map<float, Add>", told)
    self.assertIn("pairs<__half>", told)

  def test_a_template_for_vectors(self):
    result = self.lower("""template <class V> __global__ void k(V *v) { v[threadIdx.x].y = 1; }
#ifdef WITH_FFT
void f(float2 *v) { k<float2><<<1, 64>>>(v); }
#endif
""")
    self.assertIn("6float2E", result.text)

  def test_templates_without_instances_are_named(self):
    text = "template <class T> __global__ void fill(T *v) { v[0] = T::nothing(); }\n"
    self.assertIn("'fill' is a template", self.rejected(text).told())
    result = self.lower("#define COUNT 1\n" + _KERNEL + text)
    self.assertEqual(result.kernels, ["k"])
    self.assertIn("is not looked at", result.remarks[0])


if __name__ == "__main__":
  unittest.main()
