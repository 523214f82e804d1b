"""Kernels that host code hands on, to be launched by another name."""

import unittest

from lowering.handed_on import handed_on

_KERNEL = "__attribute__((global)) void k(float *p) {}\n"


def place(text):
  """The line of a function's body that hands `k` on, or None."""
  found = handed_on(f"{_KERNEL}void f(float *p) {{\n{text}\n}}".encode(), {"k"})
  return found["k"][1] - 2 if found else None


class HandedOnTest(unittest.TestCase):
  def test_what_may_launch_by_another_name(self):
    for text in ("k<<<1, 1>>>(p);\nlaunch(k, p);", "\nvoid (*q)(float *) = k;", "\nq = {k};",
                 "\nlaunch<<<1, 1>>>(p, &k);", "\nreturn k;"):
      self.assertEqual(place(text), 2, text)

  def test_what_does_not(self):
    for text in ("k<<<1, 1>>>(p);", "cudaFuncSetAttribute((void *)(k), a, 1);", "int k = 1; g(k);",
                 "float *k; g(p, k);", "cudaOccupancyMaxPotentialBlockSize(&g, &b, k, 0);",
                 "check(cudaFuncGetAttributes(&a, k));", "hipLaunchKernelGGL(k, g, b, 0, 0, p);",
                 "void (*q)(float *) = k; q<<<1, 1>>>(p);"):
      self.assertIsNone(place(text), text)


if __name__ == "__main__":
  unittest.main()
