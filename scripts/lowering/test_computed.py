"""Arrays whose contents host code gives, or one kernel of a program computes and another one reads."""

import re
import unittest

from lowering import LaunchOptions
from lowering.files import lower_kernels
from testing.folder_case import FolderCase

_KERNELS = """
    __global__ void sum(const int *counts, int *places) {
      places[threadIdx.x] = counts[threadIdx.x] + counts[threadIdx.x + 1];
    }
    __global__ void spread(const int *places, int *out) { out[places[threadIdx.x]] = 1; }
    """


class ComputedArrays(FolderCase):
  def units(self, host, kernels=_KERNELS):
    return lower_kernels(self.write("k.cu", kernels + host), LaunchOptions()).units

  def computed(self, host, kernels=_KERNELS):
    """{(kernel, array): the kernel that computes it}."""
    units = self.units(host, kernels)
    return {(unit.kernel, array): kernel for unit in units for kernel, array in
            re.findall(r'computed_by "(\w+)"} \$\$arg\.([\w.]+) :', unit.text)}

  def test_one_variable_of_the_host(self):
    found = self.computed("""
        int main() {
          int *a, *b, *c;
          sum<<<1, 64>>>(a, b);
          spread<<<1, 64>>>(b, c);
        }""")
    self.assertEqual(found, {("spread", "places"): "sum"})

  def test_what_functions_are_given(self):
    found = self.computed("""
        void first(int *from, int *to) { sum<<<1, 64>>>(from, to); }
        void second(int *from, int *to) { int *here = from; spread<<<1, 64>>>(here, to); }
        int main() {
          int *a, *b, *c, *d;
          first(a, b);
          first(a, c);
          second(b, d);
        }""")
    self.assertEqual(found, {("spread", "places"): "sum"})

  def test_others_of_the_same_name(self):
    self.assertEqual(self.computed("""
        void first(int *a, int *b) { sum<<<1, 64>>>(a, b); }
        void second(int *b, int *c) { spread<<<1, 64>>>(b, c); }
        """), {})

  def test_all_launches_of_a_kernel_count(self):
    found = self.computed("""
        int main() {
          int *a, *b, *c, *given;
          spread<<<1, 64>>>(given, c);
          sum<<<1, 64>>>(a, b);
          spread<<<1, 64>>>(b, c);
        }""")
    self.assertEqual(found, {("spread", "places"): "sum"})

  def test_what_a_kernel_stores_itself(self):
    kernels = """
        __global__ void start(int *list) { list[0] = 3; }
        __global__ void grow(int *list, int n) { list[n + threadIdx.x] = list[threadIdx.x]; }
        __global__ void other(int *from, int *list) { list[threadIdx.x] = from[64 + threadIdx.x]; }
        """
    host = "int main() { int *a; %s %s }"
    self.assertEqual(self.computed(host % ("start<<<1, 1>>>(a);", "grow<<<1, 64>>>(a, 64);"), kernels),
                     {("grow", "list"): "start", ("start", "list"): "grow"})
    self.assertEqual(self.computed(host % ("", "grow<<<1, 64>>>(a, 64); grow<<<1, 64>>>(a, 128);"), kernels), {})
    self.assertEqual(self.computed(host % ("start<<<1, 1>>>(a);", "other<<<1, 64>>>(a, a);"), kernels),
                     {("other", "from"): "start", ("start", "list"): "other"})  # `from` stands for both

  def test_members_of_structs(self):
    found = self.computed("""
        struct Lists { int *counts, *places; int n; };
        __global__ void scan(Lists l) { l.places[threadIdx.x] = l.counts[threadIdx.x] + l.n; }
        __global__ void spread(Lists l, int *out) { out[l.places[threadIdx.x]] = 1; }
        void run(Lists l, int *out) { spread<<<1, 64>>>(l, out); }
        int main() { Lists l; int *out; scan<<<1, 64>>>(l); run(l, out); }""", "")
    self.assertEqual(found, {("spread", "l.places"): "scan"})

  def test_what_host_code_gives(self):
    units = self.units("int main() { int *a, *b, *c; sum<<<1, 64>>>(a, b); spread<<<1, 64>>>(b, c); }")
    given = {(unit.kernel, array) for unit in units for array in re.findall(r"{:given} \$\$arg\.(\w+) :", unit.text)}
    self.assertEqual(given, {("sum", "counts")})

  def test_counters_that_another_kernel_sets(self):
    kernels = _KERNELS + """
        __global__ void take(int *places, int *out) { out[atomicAdd(&places[threadIdx.x / 2], 1)] = 1; }
        __global__ void clear(int *places) { places[threadIdx.x] = 0; }
        """
    host = "int main() { int *a, *b, *c; %s take<<<1, 64>>>(b, c); }"
    self.assertEqual(self.computed(host % "sum<<<1, 64>>>(a, b);", kernels), {("take", "places"): "sum"})
    self.assertEqual(self.computed(host % "clear<<<1, 64>>>(b);", kernels), {})


if __name__ == "__main__":
  unittest.main()
