"""Template arguments of launches that stand in templates themselves."""

import unittest

from lowering.wrappers import resolved


class WrappersTest(unittest.TestCase):
  def check(self, text, arguments, *expected):
    found = resolved(text.encode(), [("k", arguments, text.index("k<" + arguments))])
    self.assertEqual(["".join(one.words.split()) + ("" if one.said else "?")
                      for one in found.get("k", [])], list(expected))

  def test_local_constants(self):
    self.check("void f() { constexpr int N = 8; k<float, N><<<1, 1>>>(); }", "float, N", "float,8")
    self.check("void f() { constexpr int N = 8; const int M = N * 2; k<M><<<1, 1>>>(); }", "M", "(8*2)")
    self.check("void f() { constexpr int N = 8, M = g(1, 2); k<N, M><<<1, 1>>>(); }", "N, M",
               "8,(g(1,2))")
    self.check("void f() { using T = float; k<T><<<1, 1>>>(); }", "T", "float")

  def test_uses_of_the_template_around(self):
    wrapper = "template <class T, int B = 4> void run(T *p) { k<T, B><<<1, B>>>(p); } "
    self.check(wrapper + "void f() { run<int>(0); run<s::v<2>, 9>(0); }", "T, B", "int,4", "s::v<2>,9")
    self.check("template <typename T> struct S { void run() { k<T><<<1, 1>>>(); } }; S<double> s;", "T",
               "double")

  def test_nothing_names_the_arguments(self):
    self.check("template <class T, int B = 4> void run(T *p) { k<T, B><<<1, B>>>(p); }", "T, B",
               "float,4?", "double,4?", "int,4?")
    self.check("template <bool X> void run() { k<X><<<1, 1>>>(); }", "X", "true?", "false?")
