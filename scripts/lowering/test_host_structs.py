"""Structs that host code fills and gives to a kernel."""

import unittest

from lowering import LaunchOptions
from lowering.files import lower_kernels
from lowering.launches import read_launches
from testing.folder_case import FolderCase

_P = "struct P { int n, m; float *data; long long k; int t[2]; float f; };"


def launch(body, struct=_P, head="void run(P p)", rest=""):
  text = f"{struct} {head} {{ {body} }} {rest}"
  return read_launches(text.encode(), {"k"})[0]


def members(*args, **kwargs):
  """{member: value} of the struct that is given."""
  found = launch(*args, **kwargs)
  return {member.name: found.values[at] for at, (_, member) in found.members.items()}


class HostStructsTest(unittest.TestCase):
  def test_what_is_assigned_or_initialised(self):
    for body, values in (("p.n = 4; k<<<p.n, 64>>>(p);", (4, None, None)),
                         ("P q = {3, 5, data, 7}; k<<<1, 64>>>(q);", (3, 5, 7)),
                         ("P q{3, 5}; P r = q; r.m = r.n * 3; k<<<1, 64>>>(r);", (3, 9, None)),
                         ("P q = {.n = 3, .k = 5}; k<<<1, 64>>>(q);", (3, None, 5)),
                         ("P q; q.n = 3; cudaMalloc(&q.data, 5); k<<<1, 64>>>(q);", (3, None, None))):
      self.assertEqual(tuple(members(body).values()), values, body)

  def test_what_may_be_anything(self):
    for body in ("P q; q.n = 3; adjust(q); k<<<1, 64>>>(q);", "P q; q.n = 3; adjust(&q); k<<<1, 64>>>(q);",
                 "P q; q.n = 3; P &r = q; r.n = 5; k<<<1, 64>>>(q);",
                 "P q; for (int i = 0; i < 9; i++) { q.n = i; k<<<1, 64>>>(q); }",
                 "P q; if (c) q.n = 1; k<<<1, 64>>>(q);"):
      self.assertEqual(set(members(body).values()), {None}, body)
    self.assertEqual(members("P *q; q->n = 1; k<<<1, 64>>>(*q);"), {})

  def test_what_constructors_give(self):
    for constructor, q, values in (
        ("P(int a, int b) : m(b), n(a) {}", "P q{1, 2};", {"m": 2, "n": 1}),
        ("P(int a, int b) { this->m = b; n = a * 8; }", "P q(1, 2);", {"m": 2, "n": 8}),
        ("P(int a, int b) : m(b) { n = a; m = n; }", "auto q = P(1, 2);", {"m": None, "n": 1}),
        ("P(int a, int b) : m(b), n(a) { check(this); }", "P q(1, 2);", {"m": None, "n": None}),
        ("P(int a, int b = 2) : m(b), n(a) {}", "P q(1, 2);", {"m": None, "n": None}),
        ("P(int a, int b) : m(b), n(a) {} P(long a, int b);", "P q(1, 2);", {"m": None, "n": None}),
        ("P(int a, int b) : m(b), n(a) {} void grow() { n++; }", "P q(1, 2); q.grow();", {"m": None, "n": None}),
        ("P(int a, int b) : m(b), n(a) {} int rows() const { return n; }", "P q(1, 2); f(q.rows());",
         {"m": 2, "n": 1})):
      self.assertEqual(members(f"{q} k<<<1, 64>>>(q);", struct=f"struct P {{ int m, n; {constructor} }};"), values,
                       constructor)

  def test_what_methods_return(self):
    for method, blocks in (("int size() const { return n * m; }", 12),
                           ("int size() { return n * m; }", None), ("int size() const noexcept { return m; }", 4),
                           ("int size() const { int k = n; return k * m; }", None),
                           ("int size() const { return n * other; }", None), ("int size() const { return f; }", None),
                           ("int size() const; }; struct Q { int size() const { return n; }", None)):
      found = launch("P q; q.n = 3; q.m = 4; k<<<q.size(), 64>>>(q);", struct=f"struct P {{ int n, m; float f; {method} }};")
      self.assertEqual(found.grid[0], blocks, method)
    found = launch("P q{3, 4}; k<<<(q.rounded(8) + 7) / 8, 64>>>(q);",
                   struct="struct P { int n, m; int rounded(int to) const { return (n * m + to - 1) / to * to; } };")
    self.assertEqual(found.grid, [2])

  def test_what_functions_give_by_reference(self):
    for setter, values in (("void set(P &p, int a) { p.n = a; p.m = a * 2; cudaMalloc(&p.data, a); }", (3, 6)),
                           ("void set(P &p, int n) { p.n = n; p.m = 2; }", (3, 2)),
                           ("void set(P &p, int a) { if (a) p.n = a; p.m = 2; }", (None, 2)),
                           ("void set(P &p, int a) { if (!a) return; p.n = a; p.m = a; }", (None, None)),
                           ("void set(P &p, int a) { p.n = a; p.n++; p.m = other; }", (None, None)),
                           ("void set(P &p, int a) { a++; p.n = a; p.m = p.n; }", (None, None)),
                           ("void set(P p, int a) { p.n = a; p.m = a; }", (None, None)),
                           ("void set(P &p, int a) { p.n = a; adjust(p); p.m = a; }", (None, None)),
                           ("void set(P &p, int a) { if (a) goto end; p.n = a; end: p.m = a; }", (None, None))):
      known = members("P q; set(q, 3); k<<<1, 64>>>(q);", rest=setter)
      self.assertEqual((known["n"], known["m"]), values, setter)

  def test_a_swap_of_structs_that_are_alike_in_a_member(self):
    setter = "void set(P &p, int a, int b) { p.n = a; p.m = b; }"
    known = members("P q, r; set(q, 3, 4); set(r, 3, 5); for (int i = 0; i < 9; i++) "
                    "{ k<<<1, 64>>>(q); std::swap(q, r); }", rest=setter)
    self.assertEqual((known["n"], known["m"]), (3, None))

  def test_variables_of_templates(self):
    struct = "template <typename T> struct View { T *data; int n; };"
    for q in ("View<float> q{a, 3};", "View<float> q = {a, 3};", "const auto q = View<float>{a, 3};",
              "View<float> q; q.n = 3;"):
      self.assertEqual(members(f"{q} k<<<1, 64>>>(q);", struct=struct), {"n": 3}, q)
    self.assertEqual(members("View<float> q{a, 3}; k<<<1, 64>>>(p);", struct=struct, head="void run(View<float> p)",
                             rest="int main() { View<float> q{a, 5}; run(q); }"), {"n": 5})

  def test_through_functions_and_references(self):
    call = "int main() { P q = {3, 5}; run(q); }"
    for head in ("void run(P p)", "void run(const P &p)"):
      self.assertEqual(members("k<<<1, 64>>>(p);", head=head, rest=call), {"n": 3, "m": 5, "k": None})
    # What the reference is of may change by its own name meanwhile.
    self.assertEqual(members("q.n = 4; k<<<1, 64>>>(p);", struct=_P + " P q = {3, 5};", head="void run(const P &p)",
                             rest="int main() { run(q); }")["n"], None)
    self.assertEqual(members("p.n = 1;", head="void run(P &p)",
                             rest="int main() { P q = {3, 5}; run(q); k<<<1, 64>>>(q); }")["n"], 1)

  def test_sizes_and_conditions_in_terms_of_members(self):
    found = launch("if (p.n % 4 || p.m < p.n) return; k<<<(p.n + 63) / 64, 64>>>(p);")
    names = {at: f"p.{member.name}" for at, (_, member) in found.members.items()}
    self.assertEqual(found.terms["num_groups", "x"].shown(names), "((p.n + 63) / 64)")
    self.assertLessEqual({"((p.n % 4) == 0)", "(p.m >= p.n)"}, {fact.shown(names) for fact, _ in found.facts})

  def test_a_size_that_is_kept_below_a_number(self):
    for limit in ("if (b > 8) b = 8;", "if (b > 8) { b = 8; }"):
      found = launch(f"int b = p.n; {limit} k<<<b, 64>>>(p);", rest="int main() { P q = {9, 1}; run(q); }")
      self.assertEqual(found.grid, [8])


class LoweredStructs(FolderCase):
  def test_what_is_known_of_members_is_required(self):
    source = self.write("k.cu", """
        struct Size { int rows, cols; long long pitch; };
        __global__ void k(float *a, Size s) { a[threadIdx.x * s.pitch + blockIdx.x] = s.rows + s.cols; }
        static void run(float *a, const Size &s) {
          if (s.cols % 32) return;
          k<<<s.rows, 64>>>(a, s);
        }
        int main(int argc, char **argv) {
          Size s;
          s.rows = argc, s.cols = argc * 8;
          s.pitch = 1024;
          run(0, s);
        }""")
    unit, = lower_kernels(source, LaunchOptions()).units
    self.assertEqual(unit.arguments, {"s.pitch": 1024})
    self.assertIn("requires $s.pitch == 1024bv64;", unit.text)
    self.assertIn("requires num_groups_x == $s.rows;", unit.text)
    self.assertIn("launched where (s.cols % 32) == 0", " ".join(unit.remarks))


if __name__ == "__main__":
  unittest.main()
