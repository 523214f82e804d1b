"""Host code that does not compile is left out; kernels, and what they need, never are."""

import os
import tempfile
import unittest

from lowering import LaunchOptions, LoweringError, lowerFile

_KERNEL = "__global__ void k(int *v) { v[threadIdx.x] = COUNT; }\n"


class HostCodeTest(unittest.TestCase):
  def setUp(self):
    folder = tempfile.TemporaryDirectory()
    self.addCleanup(folder.cleanup)
    self.folder = folder.name

  def write(self, name, text):
    path = os.path.join(self.folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as stream:
      stream.write(text)
    return path

  def lower(self, text, **settings):
    options = LaunchOptions()
    options.blockDim, options.gridDim = [64], [1]
    for name, value in settings.items():
      setattr(options, name, value)
    return lowerFile(self.write("host/k.cu", text), options)

  def rejected(self, text):
    with self.assertRaises(LoweringError) as caught:
      self.lower(text)
    return caught.exception

  def testHeadersAndStatementsThatAreMissing(self):
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

  def testHostCodeInAHeaderOfTheUser(self):
    self.write("host/own.h", "#define COUNT 3\nstatic Frame f;\n")
    result = self.lower('#include "own.h"\n' + _KERNEL)
    self.assertIn(":= 3bv32", result.text)
    self.assertRegex(result.remarks[0], r"own\.h:2: note")

  def testWhatAKernelNeedsIsNotLeftOut(self):
    error = self.rejected("#include <own.h>\n" + _KERNEL + "int main() { Frame f; }\n")
    self.assertEqual((error.line, error.message), (2, "use of undeclared identifier 'COUNT'"))
    self.assertIn("headers that were not found count as empty: own.h", error.told())
    error = self.rejected("struct S { Frame f; int n; };\n__global__ void k(S s) {}\n")
    self.assertEqual((error.line, error.message), (2, "unknown type name 'S'"))

  def testKernelsBehindMacrosAreNotLeftOut(self):
    error = self.rejected("""#define DECLARE(NAME) extern "C" __global__ void NAME
#define KERNEL(NAME) DECLARE(NAME)
KERNEL(first)(int *v) { v[threadIdx.x] = unknown; }
KERNEL(second)(int *v) { v[threadIdx.x] = 1; }
""")
    self.assertEqual(error.line, 3)

  def testAnotherKernelThanTheOneAskedForMayBeLeftOut(self):
    text = "__global__ void other() { unknown(); }\n#define COUNT 3\n" + _KERNEL
    self.assertEqual(self.lower(text, kernel="k").kernels, ["k"])
    self.assertEqual(self.rejected(text).line, 1)

  def testTemplatesWithoutInstancesAreNamed(self):
    error = self.rejected("template <class T> __global__ void fill(T *v) { v[0] = 1; }\n")
    self.assertIn("'fill' is a template", error.told())


if __name__ == "__main__":
  unittest.main()
