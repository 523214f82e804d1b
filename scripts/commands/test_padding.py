"""Padding without the program: what is found in a source, and what is told of it."""

import unittest

from commands.padding import Padding, degrees, is_only_subscripted, padded


class PaddingTest(unittest.TestCase):

  def test_the_last_dimension_grows(self):
    for source, changed, declared in [
        (b"__shared__ float tile[32][32];", b"__shared__ float tile[32][33];", "tile[32][33]"),
        (b"__shared__ float tile[N][N];", b"__shared__ float tile[N][N + 1];", "tile[N][N + 1]"),
        (b"__local int a[4], tile[2][ 8 ][16];", b"__local int a[4], tile[2][ 8 ][17];",
         "tile[2][ 8 ][17]")]:
      self.assertEqual([one[:2] for one in padded(source, "tile")], [(changed, declared)])

  def test_what_is_not_declared_so_stays(self):
    for source in (b"__shared__ float tile[1024];", b"float tile[32][32];",
                   b"extern __shared__ float tile[];", b"__shared__ float tiles[32][32];"):
      self.assertEqual(padded(source, "tile"), [])

  def test_each_declaration_of_a_name_is_tried(self):
    two = b"__shared__ int t[8][8]; } { __shared__ int t[4][4];"
    self.assertEqual([text for text, _, _ in padded(two, "t")],
                     [two.replace(b"[8];", b"[9];"), two.replace(b"[4];", b"[5];")])

  def test_other_uses_than_elements_are_seen(self):
    declared = b"__shared__ int t[8][8];"
    def only(use):
      (_, _, at), *_ = padded(declared + use, "t")
      return is_only_subscripted(declared + use, "t", at)
    for use in (b"t[i][j] = 1;", b"if (a && t[i][j]) {}", b"// t\n", b"x.u = t[t[0][1]][2];",
                b"} void f() { __shared__ int t[64]; p = t;"):
      self.assertTrue(only(use), use)
    for use in (b"p = &t[0][0];", b"p = t[3];", b"f(t);", b"p = (int *)t;", b"sizeof t;",
                b"\n#define ROW(i) t[i]\n"):
      self.assertFalse(only(use), use)

  def test_the_worst_access_of_an_array_counts(self):
    conflict = {"kind": "bank-conflict", "array": "a"}
    self.assertEqual(degrees({"advice": [{**conflict, "degree": 2}, {**conflict, "degree": 8},
                                         {"kind": "coalescing", "array": "b"}]}), {"a": 8})

  def test_what_is_left_is_told(self):
    self.assertIn("remove the conflicts of degree 32;", Padding("a", "a[2][3]", 32, 1, "", "").told())
    self.assertIn("bring the conflicts of degree 32 to degree 2;",
                  Padding("a", "a[2][3]", 32, 2, "", "").told())


if __name__ == "__main__":
  unittest.main()
