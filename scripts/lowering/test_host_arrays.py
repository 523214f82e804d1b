"""How large the arrays of a launch are, as host code allocates them."""

import unittest

from lowering.launches import read_launches


def launch(text, prelude=""):
  """The first launch in a function body."""
  return read_launches(f"{prelude} int main(int argc) {{ {text} }}".encode(), {"k"})[0]


def arrays(text, prelude=""):
  return launch(text, prelude).arrays


class HostArraysTest(unittest.TestCase):
  def test_bytes_of_pointers(self):
    self.assertEqual(arrays("const int n = 10; float *a, *b; cudaMalloc(&a, n * sizeof(float)); "
                            "cudaMalloc((void **)&b, 7 * sizeof(float4)); k<<<1, 1>>>(a, (int *)b, n);"),
                     [40, 112, None])
    self.assertEqual(arrays("size_t n = 3; double *a = nullptr; long *p = 0;"
                            "check((hipMallocManaged((void **)(&a), n * sizeof(double) + 1)));"
                            "hipMalloc(&p, sizeof(float *)); k<<<1, 1>>>(a, p);"), [25, 8])

  def test_a_pointer_that_a_function_called_once_is_given(self):
    run = "void run(int *p, int n) { k<<<1, 1>>>(p, n); }"
    self.assertEqual(arrays("int *a; cudaMalloc(&a, 12); run(a, 3);", run)[:1], [12])
    self.assertEqual(arrays("int *a; cudaMalloc(&a, 12); run(a + 1, 3);", run)[:1], [None])
    self.assertEqual(arrays("int *a; cudaMalloc(&a, 12); run(a, 3);", run.replace("k<<", "p++; k<<"))[:1], [None])

  def test_what_may_be_another_array_is_of_any_size(self):
    for use in ("k<<<1, 1>>>(a + 1);", "a = b; k<<<1, 1>>>(a);", "a++; k<<<1, 1>>>(a);",
                "cudaMalloc(&a, 8); k<<<1, 1>>>(a);", "{ int *a; k<<<1, 1>>>(a); }",
                "std::swap(a, b); k<<<1, 1>>>(a);", "read(&a); k<<<1, 1>>>(a);"):
      self.assertEqual(arrays(f"int *a, *b; cudaMalloc(&a, 4); {use}"), [None], use)
    self.assertEqual(arrays("cudaMalloc(&a, 4); k<<<1, 1>>>(a);", "int *a;"), [None])
    self.assertEqual(arrays("float *a = f(); cudaMalloc(&a, 4); k<<<1, 1>>>(a);"), [None])
    self.assertEqual(arrays("S *a; cudaMalloc(&a, 4 * sizeof(S)); k<<<1, 1>>>(a);"), [None])
    self.assertEqual(arrays("int *a[2]; cudaMalloc(&a[0], 4); k<<<1, 1>>>(a[0]);"), [None])

  def test_dynamic_shared_memory(self):
    self.assertEqual(launch("int t = 64; k<<<1, t, t * sizeof(int), s>>>();").shared, 256)
    self.assertEqual(launch("k<<<1, 64>>>();").shared, 0)
    self.assertIsNone(launch("k<<<1, 64, argc * 4>>>();").shared)


if __name__ == "__main__":
  unittest.main()
