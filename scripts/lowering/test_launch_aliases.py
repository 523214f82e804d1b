"""Arguments of launches that point into one array."""

import unittest

from lowering import LaunchOptions
from lowering.files import lower_kernels
from lowering.launches import read_launches
from testing.folder_case import FolderCase


def aliases(arguments, before=""):
  """(pairs of equal arguments, pairs that may overlap) of a launch behind some statements."""
  text = f"void f(float *a, float *b, int n) {{ {before} k<<<1, 1>>>({arguments}); }}"
  return tuple(read_launches(text.encode(), {"k"})[0].aliases)


class LaunchAliasesTest(unittest.TestCase):
  def test_one_pointer_however_it_is_written(self):
    for first, second in (("a", "a"), ("a", "(float *)a"), ("s.a", "(const float *)(s.a)"),
                          ("p->a", "reinterpret_cast<int *>(p->a)"), ("v.data()", "v.data()"),
                          ("thrust::raw_pointer_cast(v.data())", "thrust::raw_pointer_cast(&v[0])"),
                          ("&a[n * 2]", "a + n * 2"), ("a + 0", "a"), ("n::a", "n::a")):
      self.assertEqual(aliases(f"{first}, 1, {second}"), (((0, 2),), ()), (first, second))

  def test_what_may_overlap(self):
    for first, second in (("a", "a + n"), ("&a[1]", "a"), ("a - 1", "(int *)a"), ("a + i", "a + j")):
      self.assertEqual(aliases(f"{first}, {second}"), ((), ((0, 1),)), (first, second))

  def test_what_is_nothing_of_the_kind(self):
    for first, second in (("a", "b"), ("a[0]", "a[1]"), ("s.a", "s.b"), ("nullptr", "nullptr"),
                          ("0", "0"), ("p[i++]", "p[i++]"), ("a + f()", "a + f()"), ("*a", "*a"),
                          ("make()", "make()")):
      self.assertEqual(aliases(f"{first}, {second}"), ((), ()), (first, second))

  def test_other_names_of_a_pointer(self):
    for before in ("float *y = a;", "auto y = a;", "float *x = (float *)a; float *y = x;",
                   "cudaMalloc(&a, n); float *y = a;", "float *y = a + 0;"):
      self.assertEqual(aliases("a, y", before), (((0, 1),), ()), before)
    for before in ("float *y = a + n;", "float *x = a; float *y = x + n;"):
      self.assertEqual(aliases("a, y", before), ((), ((0, 1),)), before)
    self.assertEqual(aliases("y + 1, a + n + 1", "float *y = a + n;"), (((0, 1),), ()))

  def test_names_of_pointers_that_change(self):
    for before in ("float *y = a; a = b;", "float *y = a; y = b;", "float *y = a; set(&y);",
                   "float *y = a; cudaMalloc(&a, n);", "float *y = a; std::swap(y, b);",
                   "float *y; y = a;", "float *y = n ? a : b;", "float *y = find(a);",
                   "{ float *y = a; } { float *y = b; use(y); }", "float *y = *a;"):
      self.assertEqual(aliases("a, y", before), ((), ()), before)


class SharedArrays(FolderCase):
  def test_each_launch_has_its_own(self):
    source = self.write("k.cu", """
        struct View { float *data; };
        __global__ void blur(const float *in, float *out, View v, View w) {
          out[threadIdx.x] = in[threadIdx.x + 1];
          w.data[threadIdx.x] = v.data[threadIdx.x + 1];
        }
        void run(float *a, float *b, View v, View w) {
          blur<<<1, 64>>>(a, b, v, w);
          blur<<<1, 64>>>(a, a, v, w);
          blur<<<1, 64>>>(a, b, v, v);
          blur<<<1, 64>>>(a, a + 64, v, w);
        }
        """)
    units = lower_kernels(source, LaunchOptions()).units
    told = [" ".join(unit.remarks) for unit in units]
    accesses = [{name for name in ("$arg.out[", "$arg.w.data[") if name in unit.text}
                for unit in units]
    self.assertEqual([len(one) for one in accesses], [2, 1, 1, 2])
    self.assertIn("k.cu:9: note: 'blur' is launched with in and out equal", told[1])
    self.assertIn("with in and out in one array; that they do not overlap is assumed", told[3])

  def test_pointers_in_structs_that_host_code_makes(self):
    source = self.write("k.cu", """
        struct View { float *data; int n; };
        __global__ void blur(View in, View out) {
          if (threadIdx.x < out.n) out.data[threadIdx.x] = in.data[threadIdx.x + 1];
        }
        void run(float *a, float *b, int n) {
          blur<<<1, 64>>>(View{a, 16}, View{b, 16});
          blur<<<1, 64>>>(View{a, 17}, View{a, 17});
          View v{a, n};
          View w{b, 18}, x;
          x.data = a;
          blur<<<1, 64>>>(v, w);
          blur<<<1, 64>>>(v, x);
        }
        """)
    units = lower_kernels(source, LaunchOptions()).units
    told = [" ".join(unit.remarks) for unit in units]
    self.assertEqual([unit.arguments.get("out.n") for unit in units], [16, 18, 17, None])
    self.assertEqual(["with in.data and out.data equal" in one for one in told], [False, False, True, True])
    self.assertEqual(["$arg.in.data[" in unit.text and "$arg.out.data[" in unit.text for unit in units],
                     [True, True, False, False])


if __name__ == "__main__":
  unittest.main()
