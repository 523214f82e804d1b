"""Source patches: each case is a kernel before and after.

Places are marked `$1$` in the text before; an edit is (marker, where, further fields). What comes
out must be the expected text, byte for byte, and must compile.
"""

import os
import re
import subprocess
import unittest

from patching import Patcher
from patching.diff import relative_name, unified
from patching.files import write_atomically
from testing.folder_case import FolderCase

PRELUDE = """
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
struct Id { unsigned x, y, z; };
extern __device__ const Id threadIdx, blockIdx, blockDim;
__device__ void __syncthreads();
__device__ void __syncwarp();
__device__ int __syncthreads_or(int);
__device__ int atomicAdd(int *, int);
__device__ int atomicMax(int *, int);
namespace cooperative_groups {
struct grid_group { __device__ void sync(); };
__device__ grid_group this_grid();
}
"""
KERNEL = "__global__ void k(int *v, int *w, float s, int n) {\n  int t = threadIdx.x;\n%s}\n"


class Workbench(FolderCase):
  def setUp(self):
    super().setUp()
    self.write("prelude/prelude.h", PRELUDE)
    self.write("prelude/cooperative_groups.h", "")

  def command(self, path):
    if path.endswith(".cl"):
      return ["clang", "-x", "cl", "-cl-std=CL2.0", "-target", "spir64", path]
    prelude = os.path.join(self.folder, "prelude")
    return ["clang", "-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib",
            "--cuda-gpu-arch=sm_70", "-Wno-unknown-cuda-version", "-Wno-unused-value",
            "-I" + prelude, "-include", prelude + "/prelude.h", path]

  def patch(self, text, edits, name="k.cu", choice=0):
    """The result for a marked text; the plain text is in self.plain."""
    marks, parts = {}, re.split(r"\$(\d+)\$", text)
    plain = parts[0]
    for number, following in zip(parts[1::2], parts[2::2]):
      marks[int(number)] = (plain.count("\n") + 1, len(plain) - plain.rfind("\n"))
      plain += following
    self.plain, self.path = plain, self.write(name, plain)
    full = []
    for mark, where, *fields in edits:
      edit = {"action": "remove" if where == "at" else "add", "scope": "block", "file": self.path,
              "line": marks[mark][0], "column": marks[mark][1], "where": where}
      full.append({**edit, **(fields[0] if fields else {})})
    excluded = [os.path.join(self.folder, "prelude")]
    return Patcher(self.path, self.command(self.path), full, excluded).patch(choice)

  def expect(self, text, edits, expected, name="k.cu", choice=0):
    result = self.patch(text, edits, name, choice)
    self.assertEqual(result.refused, [])
    new = result.files[os.path.realpath(self.path)].decode("latin-1")
    self.assertEqual(new, expected)
    self.write(name, new)
    compiled = subprocess.run(self.command(self.path) + ["-fsyntax-only"], capture_output=True)
    self.assertEqual(compiled.returncode, 0, compiled.stderr.decode())

  def expect_body(self, before, edits, after, choice=0):
    self.expect(KERNEL % before, edits, KERNEL % after, choice=choice)

  def expect_refusal(self, text, edits, reason, name="k.cu"):
    result = self.patch(text, edits, name)
    self.assertEqual(result.files, {})
    self.assertRegex(result.refused[0][1], reason)


class AboveRemarks(Workbench):
  def expect_barrier(self, before, after):
    self.expect_body(before + "  $1$w[t] = v[t + 1];\n", [(1, "before")],
                     after + "  w[t] = v[t + 1];\n")

  def test_it_ends_what_comes_before_an_empty_line(self):
    self.expect_barrier("  v[t] = t;\n\n", "  v[t] = t;\n  __syncthreads();\n\n")

  def test_comments_stay_with_their_statement(self):
    self.expect_barrier("  v[t] = t;  // fill\n\n  // shift */\n  /* by\n     one */\n",
                        "  v[t] = t;  // fill\n  __syncthreads();\n\n"
                        "  // shift */\n  /* by\n     one */\n")
    self.expect_body("  v[t] = t;\n  /* shift */ $1$w[t] = v[t + 1];\n", [(1, "before")],
                     "  v[t] = t;\n  __syncthreads();\n  /* shift */ w[t] = v[t + 1];\n")

  def test_a_comment_above_an_empty_line_is_of_what_comes_before(self):
    self.expect_barrier("  v[t] = t;\n  // filled\n\n  // shift\n",
                        "  v[t] = t;\n  // filled\n  __syncthreads();\n\n  // shift\n")

  def test_directives_are_not_passed(self):
    self.expect_barrier("  v[t] = t;\n#ifdef NDEBUG\n#endif\n  // shift\n",
                        "  v[t] = t;\n#ifdef NDEBUG\n#endif\n  __syncthreads();\n  // shift\n")


class InsideStatements(Workbench):
  def test_store(self):
    self.expect_body("  v[t] $1$= v[t + 1] * 2; // shift\n", [(1, "before")],
                     "  int tmp = v[t + 1] * 2;\n  __syncthreads();\n"
                     "  v[t] = tmp; // shift\n")

  def test_nothing_before_it_in_the_statement_means_before_the_statement(self):
    text = "  v[t] = w[t] + $1$v[t + 1];\n"
    before = "  __syncthreads();\n  v[t] = w[t] + v[t + 1];\n"
    between = ("  int tmp = w[t];\n  __syncthreads();\n"
               "  v[t] = tmp + v[t + 1];\n")
    self.expect_body(text, [(1, "before", {"inside_statement": False})], before)
    self.expect_body(text, [(1, "before", {"inside_statement": False})], between, choice=1)
    self.expect_body(text, [(1, "before", {"inside_statement": True})], between)

  def test_what_stands_before_a_comma_goes_with_it(self):
    self.expect_body("  v[t] = 1, s = $1$v[t + 1], n = w[t];\n", [(1, "before")],
                     "  v[t] = 1;\n  __syncthreads();\n  s = v[t + 1], n = w[t];\n")

  def test_store_through_loaded_index(self):
    self.expect_body("  v[w[t]] $1$= v[t + 1];\n", [(1, "before")],
                     "  int tmp = v[t + 1];\n  int tmp2 = w[t];\n"
                     "  __syncthreads();\n  v[tmp2] = tmp;\n")

  def test_second_load(self):
    self.expect_body("  s = v[t] + $1$w[t];\n", [(1, "before")],
                     "  int tmp = v[t];\n  __syncthreads();\n"
                     "  s = tmp + w[t];\n")

  def test_first_load_needs_no_temporary(self):
    self.expect_body("  s = $1$v[t] + w[t];\n", [(1, "before")],
                     "  __syncthreads();\n  s = v[t] + w[t];\n")

  def test_two_barriers_in_one_expression(self):
    self.expect_body("  s = v[t] + $1$v[t + 1] + $2$w[t];\n", [(2, "before"), (1, "before")],
                     "  int tmp = v[t];\n  __syncthreads();\n"
                     "  int tmp2 = tmp + v[t + 1];\n  __syncthreads();\n"
                     "  s = tmp2 + w[t];\n")

  def test_compound_assignment_before_its_store_and_before_its_load(self):
    source = "  if (t < n) v[t] $1$*= v[t + n] + 1;\n"
    self.expect_body(source, [(1, "before")],
                     "  if (t < n) {\n    int tmp = v[t] * (v[t + n] + 1);\n"
                     "    __syncthreads();\n    v[t] = tmp;\n  }\n")
    loads_last = ("  if (t < n) {\n    int tmp = v[t + n] + 1;\n"
                  "    __syncthreads();\n    v[t] *= tmp;\n  }\n")
    self.expect_body(source, [(1, "before", {"access": "read"})], loads_last)
    self.expect_body(source, [(1, "before")], loads_last, choice=1)

  def test_readings_of_two_places_are_combined(self):
    text = "  v[t] $1$+= s;\n  w[t] $2$+= s;\n"
    first = "  {type} {name} = {a}[t] + s;\n  __syncthreads();\n  {a}[t] = {name};\n"
    second = "  __syncthreads();\n  {a}[t] += s;\n"
    names = {"v": "tmp", "w": "tmp2"}
    for choice, forms in enumerate(((first, first), (second, first), (first, second),
                                    (second, second))):
      fresh = iter(names.values())
      after = "".join(form.format(type="int", a=a, name=next(fresh) if form is first else "")
                      for a, form in zip("vw", forms))
      self.expect_body(text, [(1, "before"), (2, "before")], after, choice=choice)
    self.assertEqual(self.patch(KERNEL % text, [(1, "before"), (2, "before")]).choices, 4)

  def test_increment_whose_value_is_used(self):
    self.expect_body("  n = 3 + v[w[t]]$1$++;\n", [(1, "before")],
                     "  int tmp = w[t];\n  int tmp2 = v[tmp];\n"
                     "  __syncthreads();\n"
                     "  n = 3 + (v[tmp] = tmp2 + 1, tmp2);\n")

  def test_side_effects_keep_their_order(self):
    self.expect_body("  int i = 0;\n  v[i++] $1$= w[t];\n", [(1, "before")],
                     "  int i = 0;\n  int tmp = w[t];\n  int tmp2 = i++;\n"
                     "  __syncthreads();\n  v[tmp2] = tmp;\n")

  def test_conditional_operand_is_entered_after_the_barrier(self):
    self.expect_body("  s = v[t] > 3 ? v[0] : $1$w[t];\n", [(1, "before")],
                     "  bool tmp = v[t] > 3;\n  __syncthreads();\n"
                     "  s = tmp ? v[0] : w[t];\n")

  def test_declaration_is_split_at_the_declarator(self):
    self.expect_body("  int a = v[t], *q = w, b = w[t] + $1$q[a];\n", [(1, "before")],
                     "  int a = v[t], *q = w;\n  int tmp = w[t];\n  __syncthreads();\n"
                     "  int b = tmp + q[a];\n")

  def test_calls(self):
    self.expect_body("  s = atomicAdd(v, 1) + $1$atomicAdd(w, v[t]);\n", [(1, "before")],
                     "  int tmp = atomicAdd(v, 1);\n  int tmp2 = v[t];\n"
                     "  __syncthreads();\n  s = tmp + atomicAdd(w, tmp2);\n")

  def test_name_of_the_temporary_is_new(self):
    self.expect_body("  int tmp = v[t] + $1$w[t];\n", [(1, "before")],
                     "  int tmp2 = v[t];\n  __syncthreads();\n"
                     "  int tmp = tmp2 + w[t];\n")

  def test_struct_copy(self):
    text = "struct B { int x, y; };\n__global__ void k(B *b, int t) {\n%s}\n"
    self.expect(text % "  b[t] $1$= b[t + 1];\n", [(1, "before")],
                text % "  B tmp = b[t + 1];\n  __syncthreads();\n"
                       "  b[t] = tmp;\n")

  def test_template_deduces_the_type(self):
    text = ("template <class T> __device__ void f(T *v, int t) {\n%s}\n"
            "__global__ void k(int *v, float *w) { f(v, 1); f(w, 2); }\n")
    self.expect(text % "  v[t] $1$= v[t + 1];\n", [(1, "before")],
                text % "  auto tmp = v[t + 1];\n  __syncthreads();\n"
                       "  v[t] = tmp;\n")

  def test_discarded_arm_of_a_template(self):
    text = ("template <bool B> __device__ void f(int *v) {\n"
            "  %sif constexpr (B) v[0] = 1; else v[1] %s= v[2];\n%s}\n"
            "__global__ void k(int *v) { f<true>(v); f<false>(v); }\n")
    self.expect(text % ("$1$", "", ""), [(1, "merge")], text % ("", "", "  __syncthreads();\n"))
    self.expect(text % ("", "$1$", ""), [(1, "before")],
                text.replace("v[1] %s= v[2];\n%s", "{\n    auto tmp = v[2];\n"
                             "    __syncthreads();\n    v[1] = tmp;\n  }\n%s") % ("", ""))

  def test_class_that_overloads_its_subscript(self):
    text = ("struct T { int d[4]; __device__ int &operator[](int i) { return d[i]; } };\n"
            "__global__ void k(int *v) {\n  __shared__ T s;\n%s}\n")
    self.expect(text % "  s[v[0]] $1$= s[1] + 2;\n", [(1, "before")],
                text % "  int tmp = s[1] + 2;\n  int tmp2 = v[0];\n"
                       "  __syncthreads();\n  s[tmp2] = tmp;\n")

  def test_opencl_types(self):
    text = ("__kernel void k(__global float4 *p, __local uint *s) {\n"
            "  uint t = get_local_id(0);\n%s}\n")
    fence = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"
    self.expect(text % "  p[t] $1$= p[t + 1].wzyx;\n  s[get_local_id(0)] $2$= s[t + 1];\n",
                [(1, "before"), (2, "before", {"fences": ["local"]})],
                text % f"  float4 tmp = p[t + 1].wzyx;\n  {fence}\n"
                       "  p[t] = tmp;\n  uint tmp2 = s[t + 1];\n"
                       "  barrier(CLK_LOCAL_MEM_FENCE);\n  s[get_local_id(0)] = tmp2;\n",
                name="k.cl")


  def test_opencl_struct_copy_has_one_position(self):
    for head, kind in (("typedef struct { int a; float4 f; } P;\n", "P"),
                       ("struct Q { int a; };\n", "struct Q")):
      text = head + f"kernel void k(global {kind} *p, uint t) {{\n%s}}\n"
      self.expect(text % "  p[t] = $1$p[t + 1];\n",
                  [(1, "before", {"access": "write", "inside_statement": True,
                                  "fences": ["global"]})],
                  text % f"  {kind} tmp = p[t + 1];\n  barrier(CLK_GLOBAL_MEM_FENCE);\n"
                         "  p[t] = tmp;\n", name="k.cl")


class Headers(Workbench):
  def test_condition_of_else_if(self):
    self.expect_body("  if (n) {\n    v[t] = 1;\n  } else if (w[t] < $1$v[0]) {\n"
                     "    v[t] = 2;\n  }\n",
                     [(1, "before")],
                     "  if (n) {\n    v[t] = 1;\n  } else {\n    int tmp = w[t];\n"
                     "    __syncthreads();\n    if (tmp < v[0]) {\n      v[t] = 2;\n"
                     "    }\n  }\n")

  def test_between_condition_and_branch(self):
    self.expect_body("  $1$if (v[t] > w[t]) v[t] = 1;\n",
                     [(1, "before-branch", {"inside_statement": True})],
                     "  bool tmp = v[t] > w[t];\n  __syncthreads();\n"
                     "  if (tmp) v[t] = 1;\n")
    self.expect_body("  switch ($1$v[t]) { default: v[t] = 1; }\n",
                     [(1, "before-branch", {"inside_statement": True})],
                     "  int tmp = v[t];\n  __syncthreads();\n"
                     "  switch (tmp) { default: v[t] = 1; }\n")

  def test_branches_between_the_arrays_that_a_pointer_may_mean(self):
    self.expect_body("  if (n) {\n    v[t] = $1$w[t + 1];\n  }\n", [(1, "before-branch")],
                     "  if (n) {\n    __syncthreads();\n    v[t] = w[t + 1];\n  }\n")

  def test_while_condition(self):
    self.expect_body("  while (v[t] > $1$w[t])\n    v[t] = 1;\n", [(1, "before")],
                     "  while (true) {\n    int tmp = v[t];\n    __syncthreads();\n"
                     "    if (!(tmp > w[t])) break;\n    v[t] = 1;\n  }\n")

  def test_for_condition_and_increment(self):
    self.expect_body("  for (int i = 0; i < $1$v[i]; i += w[i] + $2$v[i])\n    v[i] = i;\n",
                     [(1, "before"), (2, "before")],
                     "  for (int i = 0; ; ) {\n    __syncthreads();\n    if (!(i < v[i])) break;\n"
                     "    v[i] = i;\n    int tmp = w[i];\n    __syncthreads();\n"
                     "    i += tmp + v[i];\n  }\n")

  def test_do_condition(self):
    self.expect_body("  do {\n    v[t]--;\n  } while (v[t] > $1$w[t]);\n", [(1, "before")],
                     "  while (true) {\n    v[t]--;\n    int tmp = v[t];\n"
                     "    __syncthreads();\n    if (!(tmp > w[t])) break;\n  }\n")

  def test_increment_after_a_continue_is_refused(self):
    self.expect_refusal(KERNEL % "  for (int i = 0; i < n; i += v[i] + $1$w[i]) if (t) continue;\n",
                        [(1, "before")], "k.cu:3: .*'continue'")

  def test_switch_case_gets_a_scope(self):
    self.expect_body("  switch (n) {\n  case 0: $2$w[t] = 1; break;\n  default:\n"
                     "    v[t] $1$= v[t + 1];\n  }\n",
                     [(1, "before"), (2, "before")],
                     "  switch (n) {\n  case 0: __syncthreads(); w[t] = 1; break;\n  default:\n"
                     "    {\n      int tmp = v[t + 1];\n      __syncthreads();\n"
                     "      v[t] = tmp;\n    }\n  }\n")

  def test_goto_does_not_cross_a_temporary(self):
    self.expect_body("  if (n) goto end;\n  v[t] $1$= v[t + 1];\n  end: w[t] = 1;\n",
                     [(1, "before")],
                     "  if (n) goto end;\n  {\n    int tmp = v[t + 1];\n"
                     "    __syncthreads();\n    v[t] = tmp;\n  }\n  end: w[t] = 1;\n")


  def test_loop_of_gotos(self):
    self.expect_body("again:\n  $1$v[t] += n;\n  w[t] = 1;\n  if (--n)\n    goto again;\n",
                     [(1, "before-loop"), (1, "loop-start"), (1, "loop-end")],
                     "  __syncthreads();\nagain:\n  __syncthreads();\n  v[t] += n;\n  w[t] = 1;\n"
                     "  if (--n) {\n    __syncthreads();\n    goto again;\n  }\n")
    self.expect_refusal(KERNEL % "  $1$v[t] += n;\n", [(1, "loop-end")], "no loop stands here")

  def test_barriers_that_labels_stand_before(self):
    self.expect_body("  switch (n) {\n  case 0:\n    $1$__syncthreads();\n    v[t] = 1;\n    break;\n"
                     "  default:\n    $2$__syncthreads();\n  }\n",
                     [(1, "at", {"action": "remove"}), (2, "at", {"action": "remove"})],
                     "  switch (n) {\n  case 0:\n    v[t] = 1;\n    break;\n"
                     "  default:\n    ;\n  }\n")

  def test_position_of_a_switch_and_the_arm_tell_a_case(self):
    text = ("  {}switch (n) {{\n  case 0:\n{}    v[t] = 1;\n    break;\n"
            "  default:\n{}    w[t] = 2;\n  }}\n")
    barrier = "    __syncthreads();\n"
    for arm, places in (("then", (barrier, "")), ("else", ("", barrier))):
      self.expect_body(text.format("$1$", "", ""), [(1, "branch-start", {"arm": arm})],
                       text.format("", *places))


class Places(Workbench):
  def test_around_and_inside_an_unbraced_loop(self):
    edits = [(1, "loop-start"), (1, "loop-end"), (1, "before-loop"), (1, "after-loop")]
    self.expect_body("#pragma unroll\n  $1$for (int i = 0; i < n; ++i) v[i] = i;\n", edits[2:],
                     "  __syncthreads();\n#pragma unroll\n  for (int i = 0; i < n; ++i) v[i] = i;\n"
                     "  __syncthreads();\n")
    self.expect_body("  #pragma unroll\n  $1$for (int i = 0; i < n; ++i)\n    v[i] = i; // c\n",
                     edits,
                     "  __syncthreads();\n  #pragma unroll\n  for (int i = 0; i < n; ++i) {\n"
                     "    __syncthreads();\n    v[i] = i; // c\n    __syncthreads();\n  }\n"
                     "  __syncthreads();\n")
    self.expect_body("  $1$for (int i = 0; i < n; ++i) v[i] = i;\n", edits[:2],
                     "  for (int i = 0; i < n; ++i) {\n    __syncthreads();\n    v[i] = i;\n"
                     "    __syncthreads();\n  }\n")

  def test_nested_unbraced_loops(self):
    self.expect_body("  for (int i = 0; i < n; ++i)\n    $1$for (int j = 0; j < n; ++j)\n"
                     "      v[i] = j;\n", [(1, "before-loop"), (1, "after-loop"), (1, "loop-end")],
                     "  for (int i = 0; i < n; ++i) {\n    __syncthreads();\n"
                     "    for (int j = 0; j < n; ++j) {\n      v[i] = j;\n      __syncthreads();\n"
                     "    }\n    __syncthreads();\n  }\n")

  def test_position_in_a_header_means_that_loop(self):
    self.expect_body("  for (int i = 0; $1$i < n; ++i) {\n    for (int j = 0; j < n; ++j) {\n"
                     "      v[i] = j;\n    }\n  }\n", [(1, "loop-end")],
                     "  for (int i = 0; i < n; ++i) {\n    for (int j = 0; j < n; ++j) {\n"
                     "      v[i] = j;\n    }\n    __syncthreads();\n  }\n")

  def test_end_of_a_loop_with_continue(self):
    text = "  $1$while (n--) {\n    if (n == 3) continue;\n    v[n] = 1;\n  }\n"
    self.expect_body(text, [(1, "loop-end")],
                     "  while (n--) {\n    if (n == 3) continue;\n    v[n] = 1;\n"
                     "    __syncthreads();\n  }\n")
    self.expect_body(text, [(1, "loop-end")],
                     "  while (n--) {\n    if (n == 3) {\n      __syncthreads();\n      continue;\n"
                     "    }\n    v[n] = 1;\n    __syncthreads();\n  }\n", choice=1)
    self.expect_body(text, [(1, "loop-end")],
                     "  for (; n--; __syncthreads()) {\n    if (n == 3) continue;\n    v[n] = 1;\n"
                     "  }\n", choice=2)
    body = "{\n    if (n == 3) continue;\n    v[n] = 1;\n  }"
    for before, after in (("for (; n; --n) " + body, "for (; n; --n, __syncthreads()) " + body),
                          ("for (; --n;) " + body, "for (; --n; __syncthreads()) " + body),
                          ("do " + body + " while (--n);",
                           "do " + body + " while (__syncthreads(), --n);")):
      self.expect_body("  $1$" + before + "\n", [(1, "loop-end")], "  " + after + "\n", choice=2)

  def test_empty_bodies(self):
    self.expect_body("  $1$while (w[0]) {}\n  $2$while (w[0]);\n",
                     [(1, "loop-end"), (2, "loop-start")],
                     "  while (w[0]) { __syncthreads(); }\n"
                     "  while (w[0]) {\n    __syncthreads();\n    ;\n  }\n")

  def test_arms_of_a_branch(self):
    self.expect_body("  $1$if (t < 3)\n    $2$v[t] = 1;\n  else {\n    $3$v[t] = 2;\n  }\n",
                     [(1, "merge"), (2, "branch-start"), (3, "branch-end"), (1, "before-branch")],
                     "  __syncthreads();\n  if (t < 3) {\n    __syncthreads();\n    v[t] = 1;\n"
                     "  }\n"
                     "  else {\n    v[t] = 2;\n    __syncthreads();\n  }\n  __syncthreads();\n")

  def test_position_of_an_if_does_not_tell_its_arms_apart(self):
    text = "  $1$if (t < 3)\n    v[t] = 1;\n  else\n    v[t] = 2;\n"
    in_then = "  if (t < 3) {\n    __syncthreads();\n    v[t] = 1;\n  }\n  else\n    v[t] = 2;\n"
    in_else = "  if (t < 3)\n    v[t] = 1;\n  else {\n    __syncthreads();\n    v[t] = 2;\n  }\n"
    self.expect_body(text, [(1, "branch-start")], in_then)
    self.expect_body(text, [(1, "branch-start")], in_else, choice=1)
    self.expect_body(text, [(1, "branch-start", {"arm": "else"})], in_else)

  def test_branch_inside_an_expression(self):
    self.expect_body("  if (n) {\n    s = t $1$> 3 ? v[t] : 0;\n  }\n",
                     [(1, "before-branch"), (1, "merge")],
                     "  if (n) {\n    __syncthreads();\n    s = t > 3 ? v[t] : 0;\n"
                     "    __syncthreads();\n  }\n")

  def test_operands_of_an_expression(self):
    text = "  s = v[t] $1$> 3 ? v[t] : 0;\n"
    after = ("  bool tmp = v[t] > 3;\n  __syncthreads();\n"
             "  s = tmp ? v[t] : 0;\n")
    self.expect_body(text, [(1, "branch-start", {"arm": "then"})], after)
    self.expect_body(text, [(1, "before-branch", {"inside_statement": True})], after)

  def test_meeting_without_a_branch(self):
    self.expect_body("  if (n) {\n    for (;;) if (w[t]) break;\n    $1$v[t] = 1;\n  }\n",
                     [(1, "merge")],
                     "  if (n) {\n    for (;;) if (w[t]) break;\n    __syncthreads();\n"
                     "    v[t] = 1;\n  }\n")

  def test_endless_loop_stands_where_its_body_does(self):
    text = ("  for (;;) {\n    $1$for (int i = 0; i < n; ++i) {\n      v[i] = i;\n    }\n"
            "    if (w[t]) break;\n  }\n")
    inner = text.replace("$1$", "").replace("      v[i] = i;\n", "      v[i] = i;\n"
                                            "      __syncthreads();\n")
    outer = text.replace("$1$", "").replace("break;\n", "break;\n    __syncthreads();\n")
    self.expect_body(text, [(1, "loop-end")], inner)
    self.expect_body(text, [(1, "loop-end")], outer, choice=1)

  def test_arm_of_a_switch(self):
    self.expect_body("  switch (n) {\n  case 0: $1$v[t] = 1; break;\n  }\n",
                     [(1, "branch-start"), (1, "branch-end")],
                     "  switch (n) {\n  case 0: __syncthreads(); v[t] = 1; __syncthreads(); "
                     "break;\n  }\n")

  def test_function_entry(self):
    self.expect_body("  __shared__ int x[4];\n  x[0] = 1;\n  $1$v[t] = x[0];\n",
                     [(1, "function-entry")],
                     "  __shared__ int x[4];\n  __syncthreads();\n  x[0] = 1;\n  v[t] = x[0];\n")

  def test_position_between_statements(self):
    self.expect("__global__ void k(int *v) {\n  for (;;) {\n    v[0] = 1;\n  $1$}\n$2$}\n",
                [(1, "before"), (2, "before")],
                "__global__ void k(int *v) {\n  for (;;) {\n    v[0] = 1;\n    __syncthreads();\n"
                "  }\n  __syncthreads();\n}\n")
    self.expect_body("  v[t] = 1;$1$\n  w[t] = 2;\n", [(1, "before")],
                     "  v[t] = 1;\n  __syncthreads();\n  w[t] = 2;\n")

  def test_same_gap_gets_one_barrier(self):
    self.expect_body("  $1$for (int i = 0; i < n; ++i) w[i] = i;\n  $2$v[t] = w[t + 1];\n",
                     [(1, "after-loop"), (2, "before"), (2, "before")],
                     "  for (int i = 0; i < n; ++i) w[i] = i;\n  __syncthreads();\n"
                     "  v[t] = w[t + 1];\n")

  def test_one_line_stays_one_line(self):
    self.expect("__global__ void k(int *v) { int x = v[1]; $1$v[0] = x; }", [(1, "before")],
                "__global__ void k(int *v) { int x = v[1]; __syncthreads(); v[0] = x; }")

  def test_line_ends_tabs_and_bytes_survive(self):
    self.expect("__global__ void k(int *v) {\r\n\tint x = v[1]; // \xfcber\r\n\t$1$v[0] = x;\r\n}",
                [(1, "before")],
                "__global__ void k(int *v) {\r\n\tint x = v[1]; // \xc3\xbcber\r\n"
                "\t__syncthreads();\r\n\tv[0] = x;\r\n}")

  def test_grid_barrier_brings_its_include(self):
    text = "// k\n%s__global__ void k(int *v) {\n  int x = v[1];\n%s  v[0] = x;\n}\n"
    sync = "  cooperative_groups::this_grid().sync();\n"
    self.expect(text.replace("  v[0]", "  $1$v[0]") % ("", ""), [(1, "before", {"scope": "grid"})],
                text % ("#include <cooperative_groups.h>\n\n", sync))
    known = "#include <cooperative_groups.h>\n"
    self.expect(text.replace("  v[0]", "  $1$v[0]") % (known, ""),
                [(1, "before", {"scope": "grid"})], text % (known, sync))

  def test_opencl_has_no_grid_barrier(self):
    self.expect_refusal("__kernel void k(__global int *v) { int x = v[1]; $1$v[0] = x; }",
                        [(1, "before", {"scope": "grid"})], "two launches", name="k.cl")


class Removals(Workbench):
  def test_of_two_empty_lines_around_one_goes(self):
    self.expect_body("  v[t] = 1;\n\n  $1$__syncthreads();\n\n  w[t] = 1;\n\n  $2$__syncthreads();\n",
                     [(1, "at"), (2, "at")], "  v[t] = 1;\n\n  w[t] = 1;\n\n")

  def test_line_goes_with_the_barrier(self):
    self.expect_body("  $1$__syncthreads();\n  v[t] = 1; $2$__syncthreads(); v[t] = 2;\n"
                     "  if (t < 3) $3$__syncthreads();\n  if (v[t]) $4$__syncthreads();\n"
                     "  $5$__syncthreads(); // stays\n",
                     [(n, "at") for n in range(1, 6)],
                     "  v[t] = 1; v[t] = 2;\n  if (v[t]) {}\n  // stays\n")

  def test_move_out_of_a_branch(self):
    self.expect_body("  $1$if (t < 32) {\n    $2$__syncthreads();\n    v[t] = w[t];\n  }\n",
                     [(1, "before-branch"), (2, "at")],
                     "  __syncthreads();\n  if (t < 32) {\n    v[t] = w[t];\n  }\n")

  def test_block_barrier_becomes_grid_barrier(self):
    self.expect("#include <cooperative_groups.h>\n"
                + KERNEL % "  $1$__syncthreads();\n  v[t] = 1;\n",
                [(1, "at"), (1, "before", {"scope": "grid"})],
                "#include <cooperative_groups.h>\n"
                + KERNEL % "  cooperative_groups::this_grid().sync();\n  v[t] = 1;\n")

  def test_barrier_with_a_value_stays(self):
    self.expect_refusal(KERNEL % "  v[t] = $1$__syncthreads_or(t);\n", [(1, "at")],
                        "not a statement of its own")


class Macros(Workbench):
  TEXT = ("#define AT(i) v[(i)]\n#define SYNC __syncthreads()\n#define STEP v[t] = v[t + 1]\n"
          "#define BOTH do { __syncthreads(); v[t] = 1; } while (0)\n")

  def expect_macro(self, before, edits, after, choice=0):
    self.expect(self.TEXT + KERNEL % before, edits, self.TEXT + KERNEL % after, choice=choice)

  def test_whole_expansions_move(self):
    self.expect_macro("  AT(t) $1$= AT(t + 1) + $2$AT(t + 2);\n", [(1, "before"), (2, "before")],
                      "  int tmp = AT(t + 1);\n  __syncthreads();\n"
                      "  int tmp2 = tmp + AT(t + 2);\n  __syncthreads();\n"
                      "  AT(t) = tmp2;\n")

  def test_barrier_behind_a_macro_is_removed(self):
    self.expect_macro("  $1$SYNC;\n  v[t] = 1;\n", [(1, "at")], "  v[t] = 1;\n")

  def test_a_macro_that_is_only_the_barrier_is_removed(self):
    text = "#define MEET() do { __syncthreads(); } while (0)\n"
    self.expect(text + KERNEL % "  v[t] = 1; $1$MEET(); // done\n", [(1, "at")],
                text + KERNEL % "  v[t] = 1; // done\n")

  def test_an_improvement_that_cannot_be_written_is_left_out(self):
    text = self.TEXT + KERNEL % "  $1$BOTH;\n  $2$SYNC;\n"
    edits = [(1, "at", {"optional": True}), (2, "at", {"optional": True})]
    self.expect(text, edits, self.TEXT + KERNEL % "  BOTH;\n")
    self.assertRegex(self.patch(text, edits).left_out[0][1], "macro that does more")
    self.expect_refusal(text, edits[:1], "macro that does more")

  def test_between_two_statements_of_a_macro(self):
    text = "#define TWO v[t] = 1; s = v[t + 1]\n"
    self.expect_refusal(text + KERNEL % "  $1$TWO;\n", [(1, "before", {"inside_statement": True})],
                        "between two statements of the macro 'TWO'")

  def test_macro_that_does_more_is_refused(self):
    self.expect_refusal(self.TEXT + KERNEL % "  $1$BOTH;\n", [(1, "at")], "macro that does more")

  def test_inside_of_an_expansion_is_refused_and_its_front_offered(self):
    self.expect_refusal(self.TEXT + KERNEL % "  $1$STEP;\n", [(1, "before")], "out of a macro")
    self.expect_macro("  $1$STEP;\n", [(1, "before")], "  __syncthreads();\n  STEP;\n", choice=1)


class Files(Workbench):
  def test_place_in_an_own_header_is_patched_there(self):
    self.write("step.h", "__device__ void step(int *v, int t) {\n  v[t] = v[t + 1];\n}\n")
    text = '#include "step.h"\n__global__ void k(int *v) {\n  $1$step(v, 1);\n  step(v, 2);\n}\n'
    header = os.path.join(self.folder, "step.h")
    there = {"file": header, "line": 2, "column": 8}
    result = self.patch(text, [(1, "before", there), (1, "before", there)])
    self.assertEqual(result.refused, [])
    self.assertEqual(result.files, {os.path.realpath(header): (
        b"__device__ void step(int *v, int t) {\n  int tmp = v[t + 1];\n"
        b"  __syncthreads();\n  v[t] = tmp;\n}\n")})

  def test_place_in_a_foreign_header_means_the_call(self):
    self.write("prelude/far.h", "__device__ inline int far(int *v) { return v[3]; }\n")
    text = '#include <far.h>\n__global__ void k(int *v) {\n  v[0] = 1;\n  v[1] = $1$far(v);\n}\n'
    self.patch(text, [(1, "before")])
    call = {"file": self.path, "line": 4, "column": 10}
    there = {"file": os.path.join(self.folder, "prelude/far.h"), "line": 1, "column": 41,
             "call_chain": [call]}
    self.expect(text, [(1, "before", there)],
                text.replace("$1$", "").replace("  v[1]", "  __syncthreads();\n  v[1]"))

  def test_renumbered_lines_are_refused(self):
    self.expect_refusal("#line 7 \"other.cu\"\n" + KERNEL % "  $1$v[t] = 1;\n", [(1, "before")],
                        "#line")

  def test_diff_applies(self):
    old, new = b"a\r\nb\r\nc", b"a\r\nx\r\nb\r\nc"
    for before, after in ((old, new), (b"x\ny\n", b"y\n"), (b"a", b"a\nb")):
      path = self.write("d/k.cu", before.decode())
      diff = unified(path, before, after, "d/k.cu")
      subprocess.run(["git", "apply", "-"], input=diff, cwd=self.folder, check=True)
      with open(path, "rb") as file:
        self.assertEqual(file.read(), after)

  def test_names_are_relative(self):
    path = self.write("d/k.cu", "")
    name, root = relative_name(path)
    self.assertEqual(os.path.join(root, name), os.path.realpath(path))
    self.assertFalse(name.startswith(("/", "..")))

  def test_atomic_write_keeps_mode_and_cleans_up(self):
    path = self.write("k.cu", "old")
    os.chmod(path, 0o640)
    write_atomically(path, b"new")
    with open(path, "rb") as file:
      self.assertEqual(file.read(), b"new")
    self.assertEqual(os.stat(path).st_mode & 0o777, 0o640)
    with self.assertRaises(TypeError):
      write_atomically(path, "not bytes")
    self.assertEqual(sorted(os.listdir(self.folder)), ["k.cu", "prelude"])

  def test_devices_and_links_stay_what_they_are(self):
    write_atomically(os.devnull, b"x")
    self.assertFalse(os.path.isfile(os.devnull))
    with self.assertRaises(OSError):
      write_atomically("/dev/full", b"x")
    path, link = self.write("k.cu", "old"), os.path.join(self.folder, "link.cu")
    os.symlink(path, link)
    write_atomically(link, b"new")
    self.assertTrue(os.path.islink(link))
    with open(path, "rb") as file:
      self.assertEqual(file.read(), b"new")


if __name__ == "__main__":
  unittest.main()
