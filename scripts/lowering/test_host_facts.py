"""What is known of a launch's arguments from the loops and branches of host code around it."""

import unittest

from lowering.expr import Expr
from lowering.fact_conditions import condition, says_nothing
from lowering.host_types import INT
from lowering.launches import read_launches
from lowering.terms import Term

_TYPES = " is of type "


def facts(text, prelude=""):
  """What is known of the last launch in a function body, but the types of variables."""
  source = f"{prelude} int main(int argc, char **argv) {{ int n = atoi(argv[1]); {text} }}"
  found = [repr(term) for term, _ in read_launches(source.encode(), {"k"})[-1].facts]
  return [fact for fact in found if _TYPES not in fact]


class CallersTest(unittest.TestCase):
  def facts(self, function, calls):
    source = f"static void run(int *p, int n) {{ {function} }} " \
             f"int main(int argc, char **argv) {{ int m = atoi(argv[1]); {calls} }}"
    launch = read_launches(source.encode(), {"k"})[-1]
    return launch, [repr(term) for term, _ in launch.facts if _TYPES not in repr(term)]

  def test_what_callers_check_holds_of_parameters(self):
    launch = "k<<<n / 64, 64>>>(p, n);"
    self.assertEqual(self.facts(launch, "if (m <= 0 || m % 64) return 1; run(q, m);")[1],
                     ["($1 > 0)", "(($1 % 64) == 0)"])
    self.assertEqual(self.facts(launch, "if (m > 9) { run(q, m + 1); }")[1], [])

  def test_what_holds_at_all_calls(self):
    calls = "if (m < 4) return 1; run(q, m); if (m < 99) run(q, m);"
    self.assertEqual(self.facts("k<<<1, 64>>>(p, n);", calls)[1], ["($1 >= 4)"])
    self.assertEqual(self.facts("k<<<1, 64>>>(p, n);", calls + " run(q, 3);")[1], [])

  def test_parameters_that_change_are_others(self):
    self.assertEqual(self.facts("n = f(); k<<<1, 64>>>(p, n);", "if (m > 0) run(q, m);")[1], [])
    self.assertEqual(self.facts("while (n) { k<<<1, 64>>>(p, n); n /= 2; }", "if (m > 0) run(q, m);")[1],
                     ["$1"])

  def test_sizes_by_variables_that_arguments_say(self):
    launch, known = self.facts(
      "const int tiles = n / 64, pitch = n + 1; for (int d = 0; d < tiles; ++d) { "
      "const int last = std::min(d, tiles - 1); k<<<last + 1, 64>>>(pitch, d); }", "run(q, m);")
    self.assertEqual({key: repr(term) for key, term in launch.terms.items()}, {
      ("num_groups", "x"): "((($1 < ((($0 - 1) / 64) - 1)) ? $1 : ((($0 - 1) / 64) - 1)) + 1)"})
    self.assertEqual(known, ["($1 < (($0 - 1) / 64))", "($1 >= 0)"])
    launch, _ = self.facts("int t = n / 64; dim3 grid(t, 2); t = 3; k<<<grid, 64>>>(n + 1);", "run(q, m);")
    self.assertEqual(launch.terms, {})


class LoopsTest(unittest.TestCase):
  def test_a_counter_is_within_the_bounds_of_its_loop(self):
    known = ["($2 < ($1 - 1))", "($2 >= 0)"]
    self.assertEqual(facts("for (int t = 0; t < n - 1; t++) k<<<1, 2>>>(p, n, t);"), known)
    self.assertEqual(facts("int t; for (t = 0; t < n - 1; ++t) { f(p); k<<<1, 2>>>(p, n, t); }"), known)
    self.assertEqual(facts("for (int t = n - 1; t >= 0; t--) k<<<1, 2>>>(p, n, t);"),
                     ["($2 >= 0)", "($2 <= ($1 - 1))"])
    self.assertEqual(facts("int t = 0; while (t < n) { k<<<1, 2>>>(p, n, t); t = t + 1; }"),
                     ["($2 < $1)", "($2 >= 0)"])
    self.assertEqual(facts("int t = 0; do { k<<<1, 2>>>(p, n, t); t += 2; } while (t < n);"),
                     ["($2 >= 0)", "(($2 % 2) == 0)"])
    self.assertEqual(facts("for (unsigned t = 1; t < n; t++) k<<<1, 2>>>(p, n, t);"),
                     ["($2:u32 < $1:u32)", "($2:u32 >= 1:u32)"])

  def test_a_counter_behind_its_loop(self):
    ended = "int t; for (t = 0; t < n - 4; t += 4) f(p); "
    launch = "k<<<1, 2>>>(p, n, t);"
    of_steps = ["($2 >= 0)", "(($2 % 4) == 0)"]
    self.assertEqual(facts(ended + launch), ["($2 >= ($1 - 4))", *of_steps])
    self.assertEqual(facts("while (true) { " + ended + launch + " }"), ["($2 >= ($1 - 4))", *of_steps])
    self.assertEqual(facts(ended.replace("f(p)", "if (g(t)) break") + launch), of_steps)
    for change in ("--t; ", "for (int i = 0; i < 9; ++i) { ++t; ", "while (g(p)) { ", "for (t = n; g(t); ) { "):
      behind = facts(ended + change + launch + " }" * change.count("{"))
      self.assertEqual(behind, ["($2 >= ($1 - 4))", *of_steps] if change.startswith("while") else [], change)

  def test_a_counter_of_its_loop_alone_says_nothing_behind(self):
    hidden = "int t = 7; for (int t = 0; t < n - 4; t += 4) f(p); k<<<1, 2>>>(p, n, t);"
    self.assertEqual(facts(hidden), [])
    changed = "int t; for (t = 0; t < n - 4; t += 4) g(&t); k<<<1, 2>>>(p, n, t);"
    self.assertEqual(facts(changed), ["($2 >= ($1 - 4))"])
    self.assertEqual(facts("int t = 0; while (t++ < n) f(p); k<<<1, 2>>>(p, n, t);"), [])

  def test_steps_that_depend_on_a_variable(self):
    self.assertEqual(facts("for (int t = 0; t < n; t += s) k<<<1, 2>>>(n, t, s);",
                           "static int s; void read() { s = 3; }"),
                     ["($1 < $0)", "(($2 < 0) || ($1 >= 0))"])

  def test_powers_of_two(self):
    self.assertEqual(facts("for (int i = 1; i <= n; i *= 2) k<<<1, 2>>>(n, i);"),
                     ["($1 <= $0)", "(($1 & ($1 - 1)) == 0)", "($1 >= 1)"])
    self.assertEqual(facts("for (int i = 2; i < n; i <<= 1) for (int j = i >> 1; j > 0; j = j >> 1) "
                           "k<<<1, 2>>>(i, j);")[:3],
                     ["($1 > 0)", "(($0 & ($0 - 1)) == 0)", "(($1 & ($1 - 1)) == 0)"])
    self.assertEqual(facts("for (int i = 3; i < 99; i *= 2) k<<<1, 2>>>(i);"), ["($0 < 99)", "($0 >= 3)"])
    self.assertEqual(facts("for (int i = 0; i < n; i++) k<<<1, 2>>>(p, 1 << i);"),
                     ["(($1 & ($1 - 1)) == 0)"])

  def test_what_wraps_around_is_not_known(self):
    self.assertEqual(facts("for (unsigned i = 1; i != n; i += 3) k<<<1, 2>>>(i);"), [])
    self.assertEqual(facts("for (unsigned i = n; i > 0; i--) k<<<1, 2>>>(i);"), ["($0:u32 > 0:u32)"])

  def test_other_changes_leave_nothing_known(self):
    for change in ("t = f();", "scanf(\"%d\", &t);", "set(t);", "t = n - t;", "t *= n;"):
      text = f"for (int t = 0; ; t++) {{ k<<<1, 2>>>(t); {change} }}"
      self.assertEqual(facts(text, "void set(int &t);"), [], change)
    self.assertEqual(facts("int t = 0; auto f = [&] { t = -1; }; "
                           "for (t = 0; t < n; t++) { f(); k<<<1, 2>>>(n, t); }"), [])
    self.assertEqual(facts("int t = 0, *q = &t; for (t = 0; t < n; t++) k<<<1, 2>>>(n, t);"), [])
    self.assertEqual(facts("for (int t = 0; t < n; t++) { again: k<<<1, 2>>>(n, t); goto again; }"), [])
    self.assertEqual(facts("for (int r = 0; r < 9; r++) while (n > 0) { k<<<1, 2>>>(n); n -= 3; }"),
                     ["($0 > 0)"])

  def test_a_condition_that_may_have_changed(self):
    self.assertEqual(facts("while (n > 0) { n--; k<<<1, 2>>>(n); }"), [])
    self.assertEqual(facts("while (n > 0) for (;;) { k<<<1, 2>>>(n); n--; }"), [])
    self.assertEqual(facts("for (int t = 0; t < n; t++) { n = f(); k<<<1, 2>>>(n, t); }"), ["($1 >= 0)"])
    self.assertEqual(facts("if (n > 0) { int n = f(); k<<<1, 2>>>(n); }"), [])
    self.assertEqual(facts("while (n-- > 0) k<<<1, 2>>>(n);"), [])
    self.assertEqual(facts("while (--n > 0) k<<<1, 2>>>(n);"), [])

  def test_variables_of_the_whole_file(self):
    loop = "for (int t = 0; t < size - 1; t++) { %s; k<<<1, 2>>>(size, t); }"
    known = ["($1 < ($0 - 1))", "($1 >= 0)"]
    prelude = "int size; void read() { scanf(\"%d\", &size); } void g() { read(); } void h() {} void f();"
    for calls, expected in (("h(); cudaDeviceSynchronize(); printf(\"\")", known), ("g()", ["($1 >= 0)"]),
                            ("read()", ["($1 >= 0)"]), ("f()", ["($1 >= 0)"])):
      self.assertEqual(facts(loop % calls, prelude), expected, calls)
    self.assertEqual(facts(loop % "f()", "static " + prelude), known)

  def test_members_of_a_class(self):
    for body, known in (("k<<<1, 2>>>(n_, i);", ["($1 < $0)", "($1 >= 0)"]),
                        ("grow(); k<<<1, 2>>>(n_, i);", ["($1 >= 0)"])):
      source = f"""struct S {{ int n_; void run(); void grow(); }};
          void S::run() {{ for (int i = 0; i < n_; i++) {{ {body} }} }}"""
      found = [repr(term) for term, _ in read_launches(source.encode(), {"k"})[0].facts]
      self.assertEqual([fact for fact in found if _TYPES not in fact], known, body)


class BranchesTest(unittest.TestCase):
  def test_conditions_around(self):
    self.assertEqual(facts("if (n > 0 && p != 0) k<<<1, 2>>>(n);"), ["($0 > 0)"])
    self.assertEqual(facts("if (n > 9 || n == 3) f(); else k<<<1, 2>>>(n);"), ["($0 <= 9)", "($0 != 3)"])
    self.assertEqual(facts("if (n < 4) { f(); } else if (n < 9) k<<<1, 2>>>(n);"),
                     ["($0 < 9)", "($0 >= 4)"])
    self.assertEqual(facts("if (n > 9 || n == 3) k<<<1, 2>>>(n);"), ["(($0 > 9) || ($0 == 3))"])
    self.assertEqual(facts("if (!(n > 9)) k<<<1, 2>>>(n);"), ["($0 <= 9)"])
    self.assertEqual(facts("if (n > 0) f(); k<<<1, 2>>>(n);"), [])

  def test_branches_that_leave_before(self):
    self.assertEqual(facts("if (n % 16 != 0) { f(); exit(1); } if (n <= 0) return 1; k<<<1, 2>>>(n);"),
                     ["(($0 % 16) == 0)", "($0 > 0)"])
    self.assertEqual(facts("if (n <= 0) { return 1; } n = f(); k<<<1, 2>>>(n);"), [])
    self.assertEqual(facts("switch (argc) { case 0: if (n < 1) break; f(); case 1: k<<<1, 2>>>(n); }"), [])
    self.assertEqual(facts("for (;;) { if (n < 1) continue; k<<<1, 2>>>(n); }"), ["($0 >= 1)"])
    self.assertEqual(facts("auto f = [&](int m) { if (m < 1) return; }; k<<<1, 2>>>(n);"), [])

  def test_labels_of_a_switch(self):
    def switch(body):
      return facts(f"switch (n) {{ {body} }}")

    launch = "k<<<1, 2>>>(p, n);"
    self.assertEqual(switch(f"case 1: f(); case 2: case 3: {launch}"), [])  # may fall through
    self.assertEqual(switch(f"case 1: f(); break; case 2: case 3: {launch}"), ["(($1 == 2) || ($1 == 3))"])
    self.assertEqual(switch(f"case 1: return 1; case 2: break; default: {{ {launch} }}"),
                     ["($1 != 1)", "($1 != 2)"])
    self.assertEqual(switch(f"case 1: return 1; default: case 2: {launch}"), ["($1 != 1)"])
    self.assertEqual(switch(f"case 1: if (argc) {{ case 2: {launch} }}"), [])
    self.assertEqual(switch(f"case 1: switch (argc) {{ case 5: break; }} break; default: {launch} break; case 7:;"),
                     ["($1 != 1)", "($1 != 7)"])
    self.assertEqual(facts(f"if (n > 4) switch (argc) {{ case 2: {{ {launch} break; }} }}"), ["($1 > 4)"])

  def test_switches_that_are_not_whole(self):
    for text in ("switch (n) { case 1: k<<<1, 2>>>(p, n);", "switch (n) { k<<<1, 2>>>(p, n); case 1 }",
                 "switch (n) case 1: k<<<1, 2>>>(p, n);"):
      self.assertEqual(facts(text), [])

  def test_what_is_a_number_there(self):
    def launched(text):
      source = f"int main(int argc, char **argv) {{ int n = atoi(argv[1]); dim3 b(n); {text} }}"
      launch = read_launches(source.encode(), {"k"})[-1]
      return launch.block, launch.values

    self.assertEqual(launched("switch (n) { case 32: k<32><<<1, b>>>(p, n); }"), ([32], [None, 32]))
    self.assertEqual(launched("if (argc > 1 && 32 == n) k<32><<<1, b>>>(p, n);"), ([32], [None, 32]))
    self.assertEqual(launched("if (n != 32) return 1; k<32><<<1, b>>>(p, n);"), ([32], [None, 32]))
    self.assertEqual(launched("if (n == 32) { n = 64; k<32><<<1, b>>>(p, n); }")[1], [None, 64])
    for text in ("if (n == 32 || argc) k<<<1, b>>>(p, n);", "if (n != 32) k<<<1, b>>>(p, n);",
                 "if (n == argc) k<<<1, b>>>(p, n);", "if (argc && n == 32) f(); else k<<<1, b>>>(p, n);"):
      self.assertEqual(launched(text)[1], [None, None])

  def test_a_lambda_runs_later(self):
    self.assertEqual(facts("if (n > 0) f([&] { k<<<1, 2>>>(n); });"), [])


class ArgumentsTest(unittest.TestCase):
  def test_arguments_that_follow_from_others(self):
    self.assertEqual(facts("int m = n * 4; k<<<1, 2>>>(n, m, n, n - m);"),
                     ["$0 == $2", "$1 == ($2 * 4)", "$3 == ($2 - $1)"])
    self.assertEqual(facts("int m = n * 4; m++; k<<<1, 2>>>(n, m);"), [])
    self.assertEqual(facts("k<<<1, 2>>>(n, n++);"), [])

  def test_a_minimum(self):
    for least in ("(h < n - 1 ? h : n - 1)", "std::min(h, n - 1)", "((h) > (n - 1) ? (n - 1) : (h))"):
      self.assertEqual(facts(f"int h = f(); k<<<1, 2>>>({least}, n);"), ["($0 <= ($1 - 1))"], least)

  def test_a_variable_that_an_argument_says(self):
    self.assertEqual(facts("for (int i = 0; i < n; i += 16) k<<<1, 2>>>(i + 16, n);"),
                     ["(($0 - 16) < $1)", "(($0 - 16) >= 0)", "((($0 - 16) % 16) == 0)"])


class ConditionsTest(unittest.TestCase):
  def test_multiples_of_what_is_not_known(self):
    launch = "k<<<1, 2>>>(p, m);"
    multiple = ["(($1 % 16) == 0)"]
    self.assertEqual(facts("int m = (argc > 1 ? atoi(argv[1]) : 512) / 16 * 16; " + launch), multiple)
    self.assertEqual(facts("int m = atoi(f(x)[3]) * 16; " + launch), multiple)
    for other in ("atof(argv[1]) * 16", "0.3 * 16", "n * .3f * 16", "x * 16", "n->f * 16", "n.f * 16", "f(n) * 16", "atoi(argv[1]) * 16 + 1",
                  "atoi(argv[1]) * 16 / 2", "n < atoi(argv[1]) * 16", "atoi(argv[1]) * 3"):
      self.assertNotIn("%", " ".join(facts(f"int m = {other}; " + launch)), other)
    self.assertEqual(facts("int m = atoi(argv[1]) * 16; ++m; " + launch), [])

  def test_what_is_rounded_up(self):
    text = "const int tiles = (n + 31) / 32; const int padded = tiles * 32; " \
           "for (int t = 0; t < tiles; ++t) k<<<tiles, 32>>>(padded, t);"
    self.assertEqual(facts(text), ["(($0 % 32) == 0)", "($1 < ($0 / 32))", "($1 >= 0)"])
    launch = read_launches(f"int main(int argc, char **argv) {{ int n = atoi(argv[1]); {text} }}".encode(),
                           {"k"})[0]
    self.assertEqual(repr(launch.terms["num_groups", "x"]), "($0 / 32)")
    self.assertEqual(facts(text.replace("int", "unsigned")), ["($1:u32 >= 0:u32)"])  # a product may wrap around

  def test_sums_of_the_host_do_not_overflow(self):
    n = Term.parameter(0, INT)
    below = Term.applied("<", n, Term.applied("-", n, Term.number(1)))
    parameters = {0: Expr("var", 32, (), "n")}
    self.assertEqual(condition(below, parameters).args[0].width, 64)
    self.assertEqual(condition(Term.applied("<", n, n), parameters).args[0].width, 32)

  def test_what_says_nothing(self):
    fact = Term.given(0, Term.parameter(0, INT))
    self.assertTrue(says_nothing(fact, {0: 32}))
    self.assertFalse(says_nothing(fact, {0: 64}))
