"""What is read of the launches in host code, and what stands for any size."""

import unittest

from lowering.launches import fitting, read_launches


def sizes(text, prelude=""):
  """(grid, block) of the first launch in a function body."""
  found = read_launches(f"{prelude} int main(int argc) {{ {text} }}".encode(), {"k"})
  return found[0].grid, found[0].block


class LaunchesTest(unittest.TestCase):
  def test_numbers_and_arithmetic(self):
    self.assertEqual(sizes("k<<<(1 << 20) / 256, 2 * (8 + 0x10)>>>(p);"), ([4096], [48]))
    self.assertEqual(sizes("const int n = 1000; k<<<(n + 255) / 256, 256, 0, s>>>(p, n);"),
                     ([4], [256]))
    self.assertEqual(sizes("int a = 4, b = a * 2; k<<<a, b>>>();"), ([4], [8]))
    self.assertEqual(sizes("k<<<W, W>>>();", "constexpr unsigned W = 8u;"), ([8], [8]))

  def test_components_that_are_assigned_in_a_row(self):
    row = "dim3 g, b; g.x = 8; b.x = b.y = 16; g.y = b.z = g.z = 1; k<<<g, b>>>();"
    self.assertEqual(sizes(row), ([8], [16, 16]))
    self.assertEqual(sizes("dim3 g(4), b(8); if (argc > 1) b.y = g.y = 2; k<<<g, b>>>();"), ([4, None], [8, None]))

  def test_a_variable_that_holds_the_kernel(self):
    for text in ("void (*f)(float *, int) = &k; f<<<8, 64>>>(p, 3);", "auto f = k; f<<<8, 64>>>(p, 3);",
                 "void (*f)(float *, int); switch (argc) { case 1: f = &other; break; case 2: f = argc > 3 ? &k : &j; }"
                 "f<<<8, 64>>>(p, 3);"):
      self.assertEqual(sizes(text), ([8], [64]), text)
    self.assertEqual([launch.arguments for launch in read_launches(
      b"void g() { auto f = a ? k<16, int> : k<8, T>; f<<<1, 1>>>(); }", {"k"})], ["16,int", "8,T"])
    for text in ("void f(T f) { f<<<8, 64>>>(p); } void g() { f = k; }", "void f() { auto f = h(k); f<<<8, 64>>>(p); }"):
      self.assertEqual(read_launches(text.encode(), {"k"}), [], text)

  def test_rounding_of_quotients(self):
    self.assertEqual(sizes("k<<<(size_t)ceil((float)N / (float)256), N - N / 3 * 3>>>();",
                           "const int N = 1000;"), ([4], [1]))
    self.assertEqual(sizes("k<<<std::ceil(1025 / 256.0), std::min(64, 7 % 4)>>>();"), ([5], [3]))
    self.assertEqual(sizes("k<<<ceil(1025 / 256), 1 << 33>>>();"), ([4], [None]))
    self.assertEqual(sizes("k<<<ceil(33554433 / 2.0f), f(3)>>>();"), ([None], [None] * 3))

  def test_numbers_have_the_types_of_c(self):
    self.assertEqual(sizes("k<<<(4u - 8) / 1024, (2 - 4) / -2>>>();"), ([4194303], [1]))
    self.assertEqual(sizes("k<<<65536 * 65536 / 1024, 65536u * 65536 + 3>>>();"), ([None], [3]))
    self.assertEqual(sizes("k<<<65536L * 65536 / 65536, n>>>();", "const unsigned char n = 257;"),
                     ([65536], [1]))

  def test_a_function_that_returns_a_number(self):
    self.assertEqual(sizes("k<<<up(n, U::size), make(n)>>>();",
                           "template <class T> T up(T a, T b) { return (a + b - 1) / b; } "
                           "dim3 make(int n) { return dim3(n, n); }"), ([None], [None] * 3))

  def test_what_is_surely_a_number_has_one_dimension(self):
    types = ("struct G { int nodes; dim3 shape; }; struct L { dim3 d; float4 v; }; dim3 fd(int n); "
             "int up(int a, int b) { if (a % b) return a / b + 1; return a / b; } "
             "struct K { unsigned blocks(); };")
    for number in ("g.nodes", "p->nodes", "list[1].nodes", "this->nodes", "g.v.x", "s[1]", "v.size()", "(int)m",
                   "static_cast<int>(f(m))", "unsigned(f(m))", "(unsigned)f(m)", "std::min(m, f(3))", "*q", "q[3]",
                   "m > 3 ? m : 3", "atoi(argv[1])", "r", "up(m, 3)", "p->blocks()", "(g.nodes)"):
      found = sizes(f"int s[4]; const int *q = f(); int m = f(1); const int &r = m; k<<<{number}, 64>>>();", types)
      self.assertEqual(found, ([None], [64]), number)
    for other in ("g.shape", "p->d", "fd(3)", "t[1]", "*w", "w[2]", "v[1]", "m > 3 ? fd(1) : 4", "p->fd(2)",
                  "u", "v.front()", "g.unknown", "(dim3)m", "static_cast<dim3>(m)"):
      found = sizes(f"dim3 t[2], *w; int m = f(); auto &u = t[1]; k<<<{other}, 64>>>();", types)
      self.assertEqual(found, ([None] * 3, [64]), other)

  def test_three_dimensions(self):
    self.assertEqual(sizes("dim3 g(4, n), b = dim3(8, 8, 2); k<<<g, b>>>();"),
                     ([4, None], [8, 8, 2]))
    self.assertEqual(sizes("k<<<dim3(2), dim3{16, 16}>>>();"), ([2], [16, 16]))
    self.assertEqual(sizes("dim3 g = {4, 8, n}, b{2}; k<<<g, b>>>();"), ([4, 8, None], [2]))
    self.assertEqual(sizes("dim3 g = f(2), b(f(2)); k<<<g, b>>>();"), ([None] * 3, [None] * 3))
    self.assertEqual(sizes("dim3 g(4, 2), b(g); k<<<dim3(g), b>>>();"), ([4, 2], [4, 2]))
    self.assertEqual(sizes("dim3 g, b; g.x = 7; b.x = 16; b.y = 2 * 8; k<<<g, b>>>();"),
                     ([7], [16, 16]))

  def test_const_behind_the_type(self):
    self.assertEqual(sizes("unsigned const t{128U}; dim3 const g{n, 2}, b(t, 1U); k<<<g, b>>>();"),
                     ([None, 2], [128]))

  def test_two_dim3_in_one_statement(self):
    self.assertEqual(sizes("const int nx = 64; dim3 grid(nx / T, 2), block(T, nx, 1); k<<<grid, block>>>(p);",
                           "const int T = 32;"), ([2, 2], [32, 64]))

  def test_template_arguments(self):
    found = read_launches(b"int main() { s::k<float, (1 << 3)><<<1, 2>>>(); k<int><<<3, 4>>>(); }",
                          {"k"})
    self.assertEqual([(l.arguments, l.block) for l in found],
                     [("float,8", [2]), ("int", [4])])

  def test_what_may_change_is_any_size(self):
    for change in ("parse(argc, n);", "options.get(\"n\", n);", "n = atoi(argv[1]);",
                   "scanf(\"%d\", &n);", "std::cin >> n;", "read(n);", "for (;;) ++n;", "n /= 2;",
                   "n <<= 1;"):
      text = f"int n = 64; {change} k<<<1, n>>>();"
      self.assertEqual(sizes(text, "void read(int &n);"), ([1], [None]), change)
    for use in ("printf(\"%d\", n);", "std::vector<int> v(n);", "int *p = new int[n]; v->resize(n);",
                "show(n);", "if (n) return f((n));", "k<<<1, n>>>(p, n);"):
      text = f"int n = 64; {use} k<<<1, n>>>();"
      self.assertEqual(sizes(text, "void show(int n);"), ([1], [64]), use)
    self.assertEqual(sizes("k<<<argc, n>>>();", "int n = 5;"), ([None], [None]))
    self.assertEqual(sizes("dim3 b(4, 4); b.x = argc; k<<<1, b>>>();"), ([1], [None, 4]))
    self.assertEqual(sizes("dim3 b; if (argc) { b.y = 2; } k<<<1, b>>>();"), ([1], [1, None]))
    self.assertEqual(sizes("dim3 b(4, 4); b.x /= argc; k<<<1, b>>>();"), ([1], [None, 4]))
    self.assertEqual(sizes("dim3 b(4, 4); set(b.y); k<<<1, b>>>();", "void set(unsigned &s);"),
                     ([1], [4, None]))
    self.assertEqual(sizes("dim3 b; for (;;) { b.x = argc; b.y = 1; k<<<1, b>>>(); }"),
                     ([1], [None]))
    self.assertEqual(sizes("dim3 b(4, 4); set(&b); k<<<1, b>>>();"), ([1], [None] * 3))
    self.assertEqual(sizes("k<<<unknown, 0>>>();"), ([None] * 3, [None]))
    self.assertEqual(sizes("static int n = 4; k<<<1, n>>>(); n++;"), ([1], [None]))
    self.assertEqual(sizes("static const int n = 4; k<<<1, n>>>();"), ([1], [4]))

  def test_what_others_may_give_another_value(self):
    for text in ("struct S { int n = 4; void f() { k<<<1, n>>>(n); } };",
                 "namespace s { int n = 4; void f() { k<<<1, n>>>(n); } }",
                 "namespace s { void f(int n = 4) { k<<<1, n>>>(n); } }",
                 "void f(const float *p, const int n = 4) { k<<<1, n>>>(n); }"):
      found = read_launches(text.encode(), {"k"})[0]
      self.assertEqual((found.block, found.values), ([None], [None]), text)

  def test_a_constant_of_a_class_that_is_declared_once(self):
    text = """class Base { protected: static const int size = 500 / 2; static int other; }; %s
      class Derived : public Base { void run(); }; void Derived::run() { k<<<1, size>>>(size, other); }"""
    for more, value in (("", 250), ("class Another { static const int size = 4; };", None),
                        ("int size();", None), ("static const int size = 4;", 4)):
      found = read_launches((text % more).encode(), {"k"})[0]
      self.assertEqual((found.block[0], found.values), (value, [value, None]), more)

  def test_a_namespace_that_is_opened_again(self):
    text = """namespace a { const int size = 64; } namespace %s { const int other = 2; }
      namespace a { void run() { k<<<other, size>>>(); } }"""
    for name, grid in (("a", [2]), ("b", [None] * 3), ("c::a", [None] * 3)):
      found = read_launches((text % name).encode(), {"k"})[0]
      self.assertEqual((found.grid, found.block), (grid, [64]), name)

  def test_constants_of_namespaces(self):
    for text, block in (
        ("namespace { const int n = 64; } void run() { k<<<1, n>>>(); }", 64),
        ("namespace a { namespace { const int n = 64; } void run() { k<<<1, n>>>(); } }", 64),
        ("namespace a { const int n = 64; } void run() { k<<<1, n>>>(); }", None),
        ("namespace a { const int n = 64; } using namespace a; void run() { k<<<1, n>>>(); }", 64),
        ("namespace a { const int n = 64; } const int n = 2; void run() { k<<<1, a::n>>>(); }", 64),
        ("namespace a::b { const int n = 64; } void run() { k<<<1, a::b::n>>>(); }", 64),
        ("namespace a { const int n = 3; } void run() { k<<<1, a::n == 3 ? a::n : 2>>>(); }", 3),
        ("namespace a { int n = 64; } void run() { k<<<1, a::n>>>(); }", None),
        ("namespace a { const int n = 64; } void run() { using namespace a; k<<<1, n>>>(); }", 64),
        ("namespace a { const int n = 64; } void run() { { using namespace a; } k<<<1, n>>>(); }",
         None),
        ("namespace a { const int n = 64; } const int n = 2; void run() { using a::n;"
         "k<<<1, n>>>(); }", 64),
        ("namespace a { const int n = 64; } void run() { using a::n; const int m = n / 2;"
         "k<<<1, m>>>(); }", 32),
        ("namespace a { const int n = 64; } void run() { using a::n; { const int n = 8;"
         "k<<<1, n>>>(); } }", 8),
        ("namespace a { const int n = 64; } void run() { using namespace a; int n = 8;"
         "k<<<1, n>>>(); }", 8)):
      self.assertEqual(read_launches(text.encode(), {"k"})[0].block[0], block, text)

  def test_a_member_hides_what_is_around_its_function(self):
    text = """const int n = 64; struct S { %s; void run(); };
      void S::run() { %s k<<<1, n>>>(); } void other() { k<<<1, n>>>(); }"""
    for member, local, block in (("static const int n = 32", "", 32), ("int n", "", None),
                                 ("static const int n = 32", "int n = 8;", 8), ("int m", "", 64)):
      found = read_launches((text % (member, local)).encode(), {"k"})
      self.assertEqual([one.block[0] for one in found], [block, 64], (member, local))
      found = read_launches(("namespace a { %s }" % (text % (member, local))).encode(), {"k"})
      self.assertEqual([one.block[0] for one in found], [block, 64], (member, local))

  def test_what_hides_nothing(self):
    for text, block in (
        ("struct S { static const int n = 32; static bool ok(); }; void run() { int n = 8;"
         "if (S::ok()) { k<<<1, n>>>(); } }", 8),
        ("struct S { static const int n = 32; static int f(); }; const int n = 8;"
         "void run(int m = S::f()) { k<<<1, n>>>(); }", 8),
        ("const int n = 8; namespace a { const int n = 64; } void other() { using namespace a; }"
         "void run() { k<<<1, n>>>(); }", 8)):
      self.assertEqual(read_launches(text.encode(), {"k"})[0].block, [block], text)

  def test_a_template_parameter_hides_constants(self):
    for text in ("const int n = 64; template <int n> void run() { k<<<1, n>>>(); }",
                 "struct S { static const int n = 64; }; template <class T, int n = 4> struct R {"
                 "void run() { k<<<1, n>>>(); } };"):
      self.assertEqual(read_launches(text.encode(), {"k"})[0].block[0], None, text)
    text = "template <int n> void other(); const int n = 64; void run() { k<<<1, n>>>(); }"
    self.assertEqual(read_launches(text.encode(), {"k"})[0].block, [64])

  def test_a_launch_with_a_configuration(self):
    text = """void run(float *p, cudaStream_t s) { const int n = 3; cudaLaunchConfig_t c%s
      cudaLaunchKernelEx(&c, k<float, 4>, p, n); }"""
    for given, grid, block in (
        (" = {0}; c.gridDim = dim3(8, 2); c.blockDim = 128; c.stream = s;", [8, 2], [128]),
        ("{}; c.gridDim = n * 2; c.attrs = 0; c.blockDim = dim3(n);", [6], [3]),
        (" = {dim3(4), 64, 0, s};", [4], [64]),
        (" = {.gridDim = 5, .blockDim = {16, 16}};", [5], [16, 16]),
        ("{}; c.gridDim = 8; if (s) c.blockDim = 32; fill(&c);", [None] * 3, [None] * 3),
        ("{}; c.gridDim = 8; c.gridDim.x = 9; c.blockDim = 32;", [None] * 3, [32])):
      found = read_launches((text % given).encode(), {"k"})[0]
      self.assertEqual((found.grid, found.block, found.arguments), (grid, block, "float,4"), given)
      self.assertEqual(found.values, [None, 3])

  def test_qualified_members_and_enumerators(self):
    for text, block in (
        ("struct S { static const int n = 64; }; struct T { static const int n = 2; };"
         "void run() { k<<<1, S::n>>>(); }", 64),
        ("struct S { int n = 64; }; void run() { k<<<1, S::n>>>(); }", None),
        ("int m; enum { n = 64, o }; void run() { k<<<1, n>>>(); }", 64),
        ("int o; enum E : int { m = 2, n = m * 8 }; void run() { k<<<1, n>>>(); }", 16),
        ("enum class E { n = 64 }; void run() { k<<<1, n>>>(); }", None)):
      self.assertEqual(read_launches(text.encode(), {"k"})[0].block[0], block, text)

  def test_constants_of_class_templates(self):
    template = """constexpr int D = 7, G = D; template <int D, int R = 8, typename U = int> struct T {
      static constexpr int kD = D, kN = kD * R; enum { h = D / 2, g = G }; };"""
    for text, full, block in (
        ("void run() { k<<<1, T<4>::kN>>>(); }", None, [32]),
        ("namespace a { using Q = T<4, 2>; void run() { k<<<1, dim3(Q::kN, Q::h)>>>(); } }", None, [8, 2]),
        ("typedef T<5> Q; void run(int D) { k<<<1, (1 < 2) + Q::g>>>(D); }", None, [8]),
        ("template <class S> void run() { constexpr int n = S::kN; k<S><<<1, n>>>(); }", "k<T<6, 3> >", [18]),
        ("template <int M> void run() { k<M><<<1, T<M * 2>::kN>>>(); }", "k<5>", [80]),
        ("using S = T<9>; template <class S> void run() { k<S><<<1, S::kN>>>(); }", "k<T<2, 1> >", [2]),
        ("using S = T<9>; template <class S> void run() { k<<<1, S::kN>>>(); }", None, [None] * 3),
        ("template <> struct T<4> : O {}; void run() { k<<<1, 1 * T<4>::kN>>>(); }", None, [None])):
      found = read_launches((template + text).encode(), {"k"})[0]
      self.assertEqual((found.of_instance("k", full) if full else found).block, block, text)

  def test_calls_change_no_constants(self):
    self.assertEqual(sizes("init(p, W); k<<<W, W>>>(p);", "constexpr int W = 8;"), ([8], [8]))

  def test_values_of_arguments(self):
    found = read_launches(b"""const int W = 4; int main(int argc) { int n = 1 << 10, m = 0; short s = 3;
      n2 = 7; float f = 2; k<<<1, 2>>>(p, n, (n + 1) / W, 2.5f, argc, s, f, m, n - 2000, f(1, 2)); }""",
                          {"k"})[0]
    self.assertEqual(found.values,
                     [None, 1024, 256, 2, None, 3, None, 0, None, None])

  def test_truth_values(self):
    found = read_launches(b"int main() { k<<<1, 2>>>(p, true, false, 1); }", {"k"})[0]
    self.assertEqual(found.values, [None, True, False, 1])
    self.assertEqual([type(value) for value in found.values[1:]], [bool, bool, int])

  def test_parameters_of_a_function_that_is_called_once(self):
    run = "void run(int *p, int n, dim3 g) {{ {} k<<<g, n>>>(p, n); }} "
    def given(body, main, more=""):
      text = f"{run.format(body)} {more} int main(int argc) {{ {main} }}"
      found = read_launches(text.encode(), {"k"})[0]
      return found.grid, found.block, found.values
    once = "const int s = 32; dim3 g(4, 2); run(d, 2 * s, g);"
    self.assertEqual(given("", once), ([4, 2], [64], [None, 64]))
    self.assertEqual(given("if (n > 9) n = 8; g.y = 3;", once)[0], [4, 3])
    self.assertEqual(given("n /= 2;", once)[1], [None])
    for main, more in (("run(d, 32, 1); run(d, 64, 1);", ""), ("run(d, argc, 1);", ""),
                       ("run(d, 32, 1);", "void other() { call(run); }"), ("run(d, 32, 1);", "void run(long n) {}"),
                       ("run(d, 32, 1);", "auto table = {run};"), ("for (int i = 1; i < 9; i++) run(d, i, 1);", "")):
      self.assertEqual(given("", main, more)[1], [None], main + more)
    self.assertEqual(given("", "run(d, 32, 1);", "void run(int *p, int n, dim3 g);")[1], [32])
    self.assertEqual(read_launches(b"void run(int n) { k<<<1, n>>>(); } void f() { run(8); }", {"k"})[0].block, [None])
    self.assertEqual(read_launches(b"static void run(int n) { k<<<1, n>>>(); } void f() { run(8); }", {"k"})[0].block,
                     [8])

  def test_an_inner_variable_hides_an_outer_one(self):
    self.assertEqual(sizes("int n = 1; { int n = 2; } k<<<1, n>>>();"), ([1], [1]))
    self.assertEqual(sizes("int n = 1; { int n = 2; k<<<1, n>>>(); }"), ([1], [2]))


class InstancesTest(unittest.TestCase):
  """Which launches are those of an instance of a kernel template."""

  def fitting(self, instance, *arguments):
    text = "; ".join(f"k<{one}><<<1, {n + 1}>>>()" for n, one in enumerate(arguments))
    launches = read_launches(f"int main() {{ {text}; }}".encode(), {"k"})
    return [arguments[launch.block[0] - 1] for launch in fitting(launches, "k", instance)]

  def test_the_same_arguments(self):
    self.assertEqual(self.fitting("k<float, 512U>", "float, 512", "float, 256", "T, 512"), ["float, 512"])
    self.assertEqual(self.fitting("k<s::a<int, 2>, 1>", "s::a<int,2>, true", "int, 2"), ["s::a<int,2>, true"])

  def test_arguments_that_are_computed(self):
    text = "constexpr int W = 4; template <int N> void run() { k<(64) / 8, W * 2, N, float><<<1, 64>>>(); }"
    self.assertEqual([launch.arguments for launch in read_launches(text.encode(), {"k"})], ["8,8,N,float"])

  def test_names_may_stand_for_the_arguments(self):
    self.assertEqual(self.fitting("k<double, 256U>", "T, 512", "T, 256", "float, N"), ["T, 256"])
    self.assertEqual(self.fitting("k<double, 256U>", "T", "T, N"), ["T", "T, N"])
    self.assertEqual(self.fitting("k<double, 256U>", "T, 512"), [])

  def test_an_instance_says_the_values_of_names(self):
    text = """template <class T, int X, unsigned Y = 4> void run(T *p, int n) {
      dim3 block(X, Y); k<T, X, Y><<<(n + X - 1) / X, block, X * sizeof(float)>>>(p, X); }
      void f(int X) { k<float, 1, 1><<<X, X>>>(); }"""
    launch, other = read_launches(text.encode(), {"k"})
    self.assertEqual(launch.block, [None, None])
    launch = launch.of_instance("k", "k<float, 32, 8U>")
    self.assertEqual((launch.block, launch.shared, launch.values), ([32, 8], 128, [None, 32]))
    self.assertEqual(other.of_instance("k", "k<float, 1, 1>").block, [None])

  def test_parentheses_around_a_size(self):
    self.assertEqual(sizes("k<<<(dim3((7 + 3) / 2, 8)), ((64))>>>();"), ([5, 8], [64]))


class CallsTest(unittest.TestCase):
  """Launches by functions of the runtime."""

  def launch(self, text):
    return read_launches(f"int main(int argc) {{ int n = 4, m = argc; {text} }}".encode(), {"k"})[0]

  def test_pointers_to_the_arguments(self):
    found = self.launch("dim3 g(8, 2), b(64); void *args[] = {&p, (void *)&n, &m}; if (m > 3) "
                        "C(cudaLaunchKernel((void *)s::k<float, 4>, g, b, args, 256, 0));")
    self.assertEqual((found.arguments, found.grid, found.block, found.shared, found.values),
                     ("float,4", [8, 2], [64], 256, [None, 4, None]))
    self.assertIn("($2 > 3)", [repr(fact) for fact, _ in found.facts])
    found = self.launch("void *args[1] = {&n}; n++; hipLaunchCooperativeKernel(&k, dim3(9), n, args);")
    self.assertEqual((found.grid, found.block, found.values), ([9], [None], [None]))

  def test_parentheses_around_the_kernel(self):
    found = self.launch("(s::k<float, 2>)<<<dim3(3), 64>>>(n);")
    self.assertEqual((found.arguments, found.grid, found.values), ("float,2", [3], [4]))

  def test_pointers_that_others_use(self):
    found = self.launch("void *args[] = {&n}; f(args); cudaLaunchKernel((const void *)k, 1, 2, args);")
    self.assertEqual((found.grid, found.block, found.values), ([1], [2], []))


class TermsTest(unittest.TestCase):
  """Sizes that arguments of the kernel say."""

  def terms(self, text, prelude=""):
    found = read_launches(f"{prelude} int main(int argc) {{ {text} }}".encode(), {"k"})
    return {f"{name}.{axis}": repr(term) for (name, axis), term in found[0].terms.items()}

  def test_grids_by_an_argument(self):
    self.assertEqual(self.terms("int n = f(); k<<<(n + 127) / 128, 128>>>(p, n);"),
                     {"num_groups.x": "(($1 + 127) / 128)"})
    self.assertEqual(self.terms("int n = f(); int b = (n + 63) / 64; dim3 g(b, 2); k<<<g, n>>>(n);"),
                     {"num_groups.x": "(($0 + 63) / 64)", "group_size.x": "$0"})
    self.assertEqual(self.terms("k<<<argc, 64>>>(argc);"), {"num_groups.x": "$0"})

  def test_grids_whose_sizes_are_arguments(self):
    self.assertEqual(self.terms("dim3 b(f(), 2); k<<<argc, b>>>(p, b.x);"), {"group_size.x": "$1:u32"})
    self.assertEqual(self.terms("int m = f(1), n = f(2); dim3 g(m), b(n); k<<<g, b>>>(g.x, b.x);"),
                     {"num_groups.x": "$0:u32", "group_size.x": "$1:u32"})
    self.assertEqual(self.terms("int n = f(); dim3 b(n), c = b; b.x = f(); k<<<1, c>>>(b.x);"), {})

  def test_arithmetic_has_the_types_of_c(self):
    for text, expected in (
        ("int n = f(); k<<<(n + 127u) / 128, 64>>>(n);", "(($0:u32 + 127:u32) / 128:u32)"),
        ("int n = f(); k<<<(n + 127L) / 128, 64>>>(n);", "(($0:64 + 127:64) / 128:64)"),
        ("unsigned int n = f(); k<<<(n + B - 1) / B, 64>>>(n);",
         "((($0:u32 + 128:u32) - 1:u32) / 128:u32)"),
        ("unsigned u = f(); int n = f(); k<<<u * n, 64>>>(u, n);", "($0:u32 * $1:u32)"),
        ("long long int n = f(); k<<<n / 4, 64>>>(n);", "($0:64 / 4:64)"),
        ("size_t n = f(); auto b = n / 4; k<<<b, 64>>>(n);", "($0:u64 / 4:u64)"),
        ("const std::size_t n = f(); int b = n / 4; k<<<b, 64>>>(n);", "($0:u64 / 4:u64)"),
        ("index n = f(); k<<<(size_t)n / 4, 64>>>(n);", "($0:u64 / 4:u64)"),
        ("int n = f(); k<<<static_cast<long>(n) >> 2, 64>>>(n);", "($0:64 >> 2)"),
        ("int n = f(); k<<<n % 8 == 0 ? n / 8 : n / 8 + 1, 64>>>(n);",
         "((($0 % 8) == 0) ? ($0 / 8) : (($0 / 8) + 1))"),
        ("int n = f(); k<<<std::min(n, 64), 64>>>(n);", "(($0 < 64) ? $0 : 64)"),
        ("int n = f(); k<<<up(n, 128), 64>>>(n);", "((($0 + 128) - 1) / 128)"),
        ("unsigned n = f(); k<<<half(n), 64>>>(n);", "($0:u32 / 2:u32)"),
        ("int n = f(); k<<<ceil(n / 64.0), 64>>>(n);", "((~$0:64 + 63:64) / 64:64)"),
        ("int n = f(); k<<<(int)ceilf((float)n / B) + 1, 64>>>(n);",
         "(((~$0:64 + 127:64) / 128:64) + 1)")):
      found = self.terms(text, """const unsigned B = 128; typedef int index;
          int up(int a, const int b) { return (a + b - 1) / b; }
          template <typename T> T half(T a) { return a / 2; }""")
      self.assertEqual(found.get("num_groups.x"), expected, text)

  def test_changes_between_the_size_and_the_launch(self):
    for text in ("int n = f(); g(&n); k<<<n, 64>>>(n);",
                 "int n; scanf(\"%d\", &n); int b = n; k<<<b, 64>>>(n); n = 3;",
                 "int n, b; n = argc; b = n; for (;;) { k<<<b, 64>>>(n); }",
                 "int n = f(), b; for (;;) { b = n; k<<<b, 64>>>(n); n /= 2; }",
                 "G = f(); int b = G; k<<<b, 64>>>(G);",
                 "dim3 t(64), b(argc); dim3 g = b; b.y = 1; k<<<g, t>>>(argc);"):
      self.assertEqual(list(self.terms(text, "int G;").values()), ["$0"], text)
    for text in ("int n = f(), b = n; for (;;) { k<<<b, 64>>>(n); n /= 2; }",
                 "int n = f(), b = n; for (; n; n /= 2) k<<<b, 64>>>(n);",
                 "int n = f(), b = n; auto run = [&] { k<<<b, 64>>>(n); }; n = 2; run();",
                 "int n = f(), b = n; int *p = &n; *p = 3; k<<<b, 64>>>(n);",
                 "int n = f(), b = n; int &r = n; r = 3; k<<<b, 64>>>(n);",
                 "int n = f(), b = n; again: k<<<b, 64>>>(n); n = 2; goto again;",
                 "int n = f(), b; switch (n) { case 1: b = n; break; case 2: k<<<b, 64>>>(n); }",
                 "int b = G; set(); k<<<b, 64>>>(G);"):
      self.assertEqual(self.terms(text, "int G; void set() { G = 3; }"), {}, text)

  def test_the_value_that_reaches_the_launch(self):
    for text, block in (("dim3 b; b.x = 8; b.y = 1; k<<<1, b>>>(); b.x = 9;", [8]),
                        ("dim3 b(4, 4); b.x = 1; b.x = 2; k<<<1, b>>>();", [2, 4]),
                        ("dim3 b; if (argc) { b.z = 7; } b = dim3(2, 3); k<<<1, b>>>();", [2, 3]),
                        ("dim3 b(4, 4); for (;;) { k<<<1, b>>>(); b.x = 2; }", [None, 4])):
      self.assertEqual(sizes(text), ([1], block), text)
    text = """dim3 g; for (int i = 1; i <= argc; i++) { g.x = i; k<<<g, 16>>>(p, i); }
        for (int i = argc; i > 0; i--) { g.x = i; }"""
    self.assertEqual(self.terms(text), {"num_groups.x": "$1"})

  def test_members_in_the_sizes_of_their_launch(self):
    run = "void Net::run() { %s }"
    for members, body, expected in (
        ("struct Net { int n; void run(); };", "k<<<(n + 63) / 64, 64>>>(p, n);",
         {"num_groups.x": "(($1 + 63) / 64)"}),
        ("struct Net { size_t n; void run(); };", "k<<<n, 64>>>(n);", {"num_groups.x": "$0:u64"}),
        ("struct Net { int n; void run(); };", "int b = n; f(); k<<<b, 64>>>(n);", {}),
        ("struct Net { int n; void run(); };", "k<<<n++, 64>>>(n);", {}),
        ("struct A { long n; }; struct Net : A { int n; void run(); };", "k<<<n, 64>>>(n);", {}),
        ("void f(int n); struct Net : Base { void run(); };", "k<<<n, 64>>>(n);", {})):
      found = read_launches(f"{members} {run % body}".encode(), {"k"})[0].terms
      self.assertEqual({f"{name}.{axis}": repr(term) for (name, axis), term in found.items()},
                       expected, body)

  def test_a_minimum_of_a_given_type(self):
    self.assertEqual(sizes("k<<<std::min<int>(1 << 10, (5000 + 255) / 256), max<size_t>(64, 32)>>>();"),
                     ([20], [64]))
    self.assertEqual(sizes("k<<<min<T>(4, 5), 2>>>();"), ([None], [2]))

  def test_values_of_branches(self):
    text = """int n = f(), b = 1, t = n; if (n > 512) { b = (n + 511) / 512; t = 512; }
        k<<<b, t>>>(n);"""
    self.assertEqual(self.terms(text),
                     {"num_groups.x": "(($0 > 512) ? (($0 + 511) / 512) : 1)",
                      "group_size.x": "(($0 > 512) ? 512 : $0)"})
    text = "int n = f(), b; b = 1; if (n > 9) { b = 2; } else { b = 3; } k<<<b, 64>>>(n);"
    self.assertEqual(self.terms(text),
                     {"num_groups.x": "(($0 > 9) ? (($0 > 9) ? 2 : 1) : 3)"})
    for text in ("int n = f(), b = 1; for (;;) { if (n > 9) { b = 2; } k<<<b, 64>>>(n); }",
                 "int n = f(), b = 1; while (n) if (n > 9) { b = 2; } k<<<b, 64>>>(n);",
                 "int n = f(), b = 1; { if (n > 9) b = 2; if (n > 3) b = g(); } k<<<b, 64>>>(n);"):
      self.assertEqual(self.terms(text), {}, text)

  def test_what_may_have_another_value(self):
    for text in ("int n = f(); int b = n / 64; n = 3; k<<<b, 64>>>(n);",
                 "int n = f(); { int n = 4 + f(); k<<<m, 64>>>(n); }",
                 "int n = f(); int b = n; { int n = f(); k<<<b, 64>>>(n); }",
                 "index_t n = f(); k<<<n / 64, 64>>>(n);",
                 "short n = f(); k<<<n, 64>>>(n);",
                 "int n = f(); k<<<n / (n - 1), 64>>>(n);",
                 "size_t n = f(); k<<<ceil(n / 64.0), 64>>>(n);",
                 "float n = f(); k<<<n, 64>>>(n);",
                 "int n = f(); k<<<n, 64>>>(n + 1);"):
      self.assertEqual(self.terms(text), {}, text)


if __name__ == "__main__":
  unittest.main()
