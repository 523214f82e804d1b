"""Patches beyond barriers: atomic operations, branches in two, barriers of other scopes."""

import unittest

from patching.diff import changed_lines, unified
from patching.test_patching import Workbench as PatchWorkbench

BRANCH = "split-branch"


class Workbench(PatchWorkbench):
  def atomic(self, operation="atomicAdd"):
    return {"action": "atomic", "operation": operation, "scope": "device"}

  def split(self, text, after, **fields):
    """Splits the branch at mark 1 for a barrier at mark 2."""
    result = self.patch(text, [(1, "before"), (2, "before")])
    branch = {"line": result_line(self.plain, text, 1), "column": result_column(text, 1)}
    self.expect_body_edits(text, [(2, "before", {"action": BRANCH, "branch": branch, **fields})],
                           after)

  def expect_body_edits(self, text, edits, after):
    self.expect(text, edits, after)


def result_line(plain, text, mark):
  return text[:text.index(f"${mark}$")].count("\n") + 1


def result_column(text, mark):
  start = text[:text.index(f"${mark}$")]
  return len(start) - start.rfind("\n")


def kernel(body):
  return "__global__ void k(int *v, int *w, float s, int n) {\n  int t = threadIdx.x;\n" + body + "}\n"


class Atomics(Workbench):
  def test_steps(self):
    self.expect_body("  v[w[t]]$1$++;\n", [(1, "at", self.atomic())],
                     "  atomicAdd(&v[w[t]], 1);\n")
    self.expect_body("  $1$++v[t];\n", [(1, "at", self.atomic())], "  atomicAdd(&v[t], 1);\n")

  def test_a_step_is_worth_what_it_was(self):
    self.expect_body("  n = v[t]$1$++;\n", [(1, "at", self.atomic())],
                     "  n = atomicAdd(&v[t], 1);\n")
    self.expect_body("  n = $1$++v[t];\n", [(1, "at", self.atomic())],
                     "  n = (atomicAdd(&v[t], 1) + 1);\n")

  def test_compound_assignments(self):
    self.expect_body("  v[t] $1$+= w[t] * 2; // sum\n", [(1, "at", self.atomic())],
                     "  atomicAdd(&v[t], w[t] * 2); // sum\n")
    self.expect_body("  *v $1$+= n;\n", [(1, "at", self.atomic())], "  atomicAdd(v, n);\n")

  def test_a_barrier_before_the_operation(self):
    self.expect_body("  v[t] $1$+= w[t] * 2; // sum\n",
                     [(1, "at", self.atomic()),
                      (1, "before", {"access": "atomic", "inside_statement": True})],
                     "  int tmp = w[t] * 2;\n  __syncthreads();\n  atomicAdd(&v[t], tmp); // sum\n")

  def test_assignments(self):
    self.expect_body("  v[t] $1$= v[t] + w[t] - n;\n", [(1, "at", self.atomic())],
                     "  atomicAdd(&v[t], w[t] - n);\n")
    self.expect_body("  v[t] $1$= w[t] + v[t];\n", [(1, "at", self.atomic())],
                     "  atomicAdd(&v[t], w[t]);\n")

  def test_opencl(self):
    self.expect("__kernel void k(__global int *v) {\n  v[0] $1$-= 2;\n}\n",
                [(1, "at", self.atomic("atomicSub"))],
                "__kernel void k(__global int *v) {\n  atomic_sub(&v[0], 2);\n}\n", name="k.cl")

  def test_stores(self):
    self.expect("__kernel void k(__global int *v) {\n  v[0] $1$= 1;\n}\n",
                [(1, "at", self.atomic("atomicExch"))],
                "__kernel void k(__global int *v) {\n  atomic_xchg(&v[0], 1);\n}\n", name="k.cl")

  def test_comparisons(self):
    largest = self.atomic("atomicMax")
    self.expect_body("  if (w[t] > v[0]) {\n    v[0] $1$= w[t]; // best\n  }\n", [(1, "at", largest)],
                     "  // best\n  atomicMax(&v[0], w[t]);\n")
    self.expect_body("  if (t < n && v[0] < n)\n    v[0] $1$= n;\n", [(1, "at", largest)],
                     "  if (t < n)\n    atomicMax(&v[0], n);\n")
    self.expect_body("  v[0] = 1;\n  if (n > v[0]) v[0] $1$= n;\n", [(1, "at", largest), (1, "before")],
                     "  v[0] = 1;\n  __syncthreads();\n  atomicMax(&v[0], n);\n")
    self.expect_refusal(kernel("  if (w[t] > v[1])\n    v[0] $1$= w[t];\n"), [(1, "at", largest)],
                        "not one of the element")

  def test_what_no_atomic_does(self):
    self.expect_refusal(kernel("  v[t] $1$*= 2;\n"), [(1, "at", self.atomic())], "no atomic operation")
    self.expect_refusal(kernel("  n = v[t] $1$+= 2;\n"), [(1, "at", self.atomic())], "value of the update")


class Scopes(Workbench):
  def test_warp_barriers(self):
    self.expect_body("  v[t] = 1;\n  n = $1$v[t + 1];\n", [(1, "before", {"scope": "warp"})],
                     "  v[t] = 1;\n  __syncwarp();\n  n = v[t + 1];\n")

  def test_a_barrier_becomes_another(self):
    self.expect_body("  $1$__syncthreads(); // all\n",
                     [(1, "at", {"action": "weaken", "scope": "warp"})],
                     "  __syncwarp(); // all\n")
    self.expect_body("  $1$__syncwarp();\n", [(1, "at", {"action": "strengthen", "scope": "block"})],
                     "  __syncthreads();\n")

  def test_fences_of_opencl(self):
    head = ("void barrier(int f);\n#define CLK_LOCAL_MEM_FENCE 1\n#define CLK_GLOBAL_MEM_FENCE 2\n"
            "__kernel void k() {\n  ")
    edit = {"action": "strengthen", "scope": "block", "fences": ["local"]}
    self.expect(head + "$1$barrier(CLK_GLOBAL_MEM_FENCE); // all\n}\n", [(1, "at", edit)],
                head + "barrier(CLK_LOCAL_MEM_FENCE); // all\n}\n", name="k.cl")

  def test_assembly(self):
    self.expect_body('  $1$asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");\n',
                     [(1, "at", {"action": "strengthen", "scope": "block"})], "  __syncthreads();\n")

  def test_scopes_of_atomic_operations(self):
    edit = {"action": "strengthen", "scope": "device", "operation": "atomic_add", "array": "v"}
    head = "__kernel void k(__local atomic_int *v) {\n  "
    call = "atomic_fetch_add_explicit(v, 1, memory_order_relaxed, memory_scope_%s);\n}\n"
    self.expect(head + "$1$" + call % "work_item", [(1, "at", edit)], head + call % "device",
                name="k.cl")

  def test_scopes_of_objects(self):
    head = ("enum scope { thread_scope_block, thread_scope_device };\n"
            "template <scope s> struct cell { __device__ void store(int); __device__ int load(); };\n"
            "__global__ void k(int n) {\n  cell<%s> c;\n")
    edit = {"action": "strengthen", "scope": "device", "operation": "atomicStore"}
    self.expect(head % "thread_scope_block" + "  $1$c.store(n);\n  n = $2$c.load();\n}\n",
                [(1, "at", edit), (2, "at", edit)],
                head % "thread_scope_device" + "  c.store(n);\n  n = c.load();\n}\n")


class Fences(Workbench):
  HEAD = "__device__ void __threadfence();\n__device__ void __threadfence_block();\n"

  def fence(self, **fields):
    return {"action": "fence", "scope": "device", "operation": "__threadfence", **fields}

  def test_before_an_atomic_operation(self):
    self.expect(self.HEAD + kernel("  v[t] = 1;\n  n = $1$atomicAdd(w, 1);\n"),
                [(1, "before", self.fence())],
                self.HEAD + kernel("  v[t] = 1;\n  __threadfence();\n  n = atomicAdd(w, 1);\n"))

  def test_after_one_in_a_condition(self):
    self.expect(self.HEAD + kernel("  $1$if (atomicAdd(w, 1) == 3) {\n    n = v[t];\n  }\n"),
                [(1, "branch-start", self.fence(arm="then"))],
                self.HEAD + kernel("  if (atomicAdd(w, 1) == 3) {\n    __threadfence();\n    n = v[t];\n"
                                   "  }\n"))

  def test_one_of_a_block_becomes_one_of_the_device(self):
    edit = {"action": "strengthen", "scope": "device", "operation": "__threadfence_block"}
    self.expect(self.HEAD + kernel("  $1$__threadfence_block();\n"), [(1, "at", edit)],
                self.HEAD + kernel("  __threadfence();\n"))

  def test_assembly(self):
    edit = {"action": "strengthen", "scope": "device", "operation": "fence.acq_rel.cta"}
    self.expect_body('  $1$asm volatile("fence.acq_rel.cta;" ::: "memory");\n', [(1, "at", edit)],
                     '  asm volatile("fence.acq_rel.gpu;" ::: "memory");\n')

  def test_opencl(self):
    head = "__kernel void k(__global int *v) {\n  v[0] = 1;\n  "
    edit = self.fence(operation="atomic_work_item_fence")
    self.expect(head + "$1$atomic_add(&v[1], 1);\n}\n", [(1, "before", edit)],
                head + "atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, "
                "memory_order_seq_cst, memory_scope_device);\n  atomic_add(&v[1], 1);\n}\n",
                name="k.cl")


class Waits(Workbench):
  HEAD = ("__kernel void k(__global int *v, __local int *s) {\n"
          "  event_t e = async_work_group_copy(s, v, 64, 0);\n")

  def test_a_wait_moves_up(self):
    edit = {"action": "hoist", "destination": {"line": 3, "column": 3}}
    self.expect(self.HEAD + "  s[0] = 1; // first\n  $1$wait_group_events(1, &e);\n}\n",
                [(1, "at", edit)],
                self.HEAD + "  wait_group_events(1, &e);\n  s[0] = 1; // first\n}\n", name="k.cl")


  def expect_wait(self, before, groups, line):
    head = before + "__global__ void k(int *v, int *w) {\n  int t = threadIdx.x;\n"
    edits = [(1, "before", {"action": "wait", "groups": groups}), (1, "before", {})]
    self.expect(head + "  $1$v[t] = w[t + 1];\n}\n", edits,
                f"{head}  {line}\n  __syncthreads();\n  v[t] = w[t + 1];\n}}\n")

  def test_a_wait_is_added_as_the_file_has_them(self):
    self.expect_wait("__device__ void __pipeline_commit();\n__device__ void __pipeline_wait_prior(int);\n",
                     0, "__pipeline_wait_prior(0);")
    commit = '__device__ void commit() { asm volatile("cp.async.commit_group;"); }\n'
    self.expect_wait(commit, 2, 'asm volatile("cp.async.wait_group 2;" ::: "memory");')
    macro = '#define WAIT_GROUP(n) \\\n  asm volatile("cp.async.wait_group %0;" ::"n"(n))\n'
    self.expect_wait(commit + macro, 1, "WAIT_GROUP(1);")

  def test_copies_are_committed_as_the_file_waits_for_them(self):
    macro = '#define COMMIT() asm volatile("cp.async.commit_group;")\n'
    pipeline = ("__device__ void __pipeline_wait_prior(int);\n"
                "__device__ void __pipeline_commit();\n")
    assembly = 'asm volatile("cp.async.wait_group 0;")'
    for head, wait, line in (
        (pipeline, "__pipeline_wait_prior(0)", "__pipeline_commit();"),
        ("", assembly, 'asm volatile("cp.async.commit_group;" ::: "memory");'),
        (macro, assembly, "COMMIT();")):
      edits = [(1, "before", {"action": "commit"})]
      self.expect(head + f"__global__ void k() {{\n  $1${wait};\n}}\n", edits,
                  head + f"__global__ void k() {{\n  {line}\n  {wait};\n}}\n")

  def test_a_wait_leaves_fewer_groups(self):
    head = ("#define WAIT_GROUP(n) (void)(n)\n__device__ void __pipeline_wait_prior(int);\n"
            "template <int N> __device__ void wait(int) {}\nconstexpr int STAGES = 4;\n")
    edit = {"action": "strengthen", "groups": 1, "groups_before": 2}
    for wait, fewer in (("__pipeline_wait_prior(2)", "__pipeline_wait_prior(1)"),
                        ("__pipeline_wait_prior(STAGES - 2)", "__pipeline_wait_prior(STAGES - 3)"),
                        ("wait<STAGES>(7)", "wait<STAGES - 1>(7)"), ("wait<2>(0)", "wait<1>(0)"),
                        ("WAIT_GROUP(2)", "WAIT_GROUP(1)"),
                        ('asm volatile("cp.async.wait_group 2;")', 'asm volatile("cp.async.wait_group 1;")')):
      self.expect(head + f"__global__ void k() {{\n  $1${wait};\n}}\n", [(1, "at", edit)],
                  head + f"__global__ void k() {{\n  {fewer};\n}}\n")
    self.expect_refusal(head + "__global__ void k(int n) {\n  $1$wait<3>(n * 2);\n}\n",
                        [(1, "at", edit)], "does not stand here")

  def test_a_wait_for_copies_of_another_kind_is_refused(self):
    text = "__global__ void k(int *v, int *w) {\n  $1$v[0] = w[0];\n}\n"
    self.expect_refusal(text, [(1, "before", {"action": "wait", "groups": 0})],
                        "in a way that the file does not show")


class DoubleBuffers(Workbench):
  EDIT = {"action": "double-buffer", "array": "s", "bytes": 256}

  def expect_copies(self, before, after):
    self.expect("__global__ void k(int *v, int n) {\n" + before + "}\n", [(1, "at", self.EDIT)],
                "__global__ void k(int *v, int n) {\n" + after + "}\n")

  def expect_one_copy(self, text, reason):
    self.expect_refusal("__global__ void k(int *v, int n) {\n" + text + "}\n",
                        [(1, "at", self.EDIT)], reason)

  def test_all_uses_in_the_loop(self):
    self.expect_copies(
        "  __shared__ int a, s[8][8]; // rows\n"
        "  $1$for (int i = 0; i < n; i++) s[i][1] = *(s[2] + i) + sizeof(s);\n",
        "  __shared__ int a, s[2][8][8]; // rows\n"
        "  int copy = 1;\n"
        "  for (int i = 0; i < n; i++) {\n"
        "    copy = 1 - copy;\n"
        "    s[copy][i][1] = *(s[copy][2] + i) + sizeof(s[copy]);\n"
        "  }\n")

  def test_an_address_for_the_iteration(self):
    self.expect_copies(
        "  __shared__ int s[8];\n"
        "  $1$while (n--) {\n    int *p = &s[2], copy = 0;\n    *p = copy;\n  }\n",
        "  __shared__ int s[2][8];\n"
        "  int copy2 = 1;\n"
        "  while (n--) {\n    copy2 = 1 - copy2;\n    int *p = &s[copy2][2], copy = 0;\n"
        "    *p = copy;\n  }\n")

  def test_an_address_that_is_kept(self):
    self.expect_one_copy("  __shared__ int s[8];\n  int *p;\n"
                         "  $1$while (n--) {\n    p = s + 1;\n    *p = 2;\n  }\n",
                         "an address within 's' is kept")

  def test_uses_elsewhere(self):
    self.expect_one_copy("  __shared__ int s[8];\n  $1$while (s[n--]) s[n] = 1;\n",
                         "used outside of the loop's body")
    self.expect_one_copy("  extern __shared__ int s[];\n  $1$while (n--) s[n] = 1;\n",
                         "declared without its size")


class Sizes(unittest.TestCase):
  def test_lines_that_others_replace_count_once(self):
    old, new = b"a\nb\nc\nd\n", b"a\nB\nc\nx\ny\nd\n"
    self.assertEqual(changed_lines(unified("k.cu", old, new, "k.cu")), 3)
    self.assertEqual(changed_lines(b""), 0)


LAUNCHES = """
typedef unsigned long size_t;
struct dim3 { unsigned x, y, z; dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1); };
typedef void *cudaStream_t;
extern "C" int cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
int cudaLaunchCooperativeKernel(const void *, dim3, dim3, void **, size_t = 0, cudaStream_t = 0);
"""


class GridBarriers(Workbench):
  def test_launches_become_cooperative(self):
    head = "#include <cooperative_groups.h>\n" + LAUNCHES
    body = "__global__ void k(int *v, int n) {\n%s  v[0] = n;\n}\nvoid host(int *p, int m) {\n%s}\n"
    self.expect(
        head + (body % ("", "  k<<<4, dim3(64, 2), 16>>>(p, m + 1);\n")).replace(
            "  v[0]", "  $1$v[0]"),
        [(1, "before", {"scope": "grid"})],
        head + body % ("  cooperative_groups::this_grid().sync();\n",
                       "  {\n    int n = m + 1;\n"
                       "    void *args[] = {&p, &n};\n"
                       "    cudaLaunchCooperativeKernel((void *)k, 4, dim3(64, 2), "
                       "args, 16);\n  }\n"))


  def test_launches_of_hip(self):
    head = "#if 0\n#include <hip/hip_cooperative_groups.h>\n#endif\n" + LAUNCHES.replace("cudaLaunch", "hipLaunch")
    body = "__global__ void k(int *v) {\n%s  v[0] = 1;\n}\nvoid host(int *p) {\n%s}\n"
    self.expect(
        head + (body % ("", "  k<<<4, 64>>>(p);\n")).replace("  v[0]", "  $1$v[0]"),
        [(1, "before", {"scope": "grid"})],
        head + body % ("  cooperative_groups::this_grid().sync();\n",
                       "  {\n    void *args[] = {&p};\n"
                       "    hipLaunchCooperativeKernel((void *)k, 4, 64, args, 0, 0);\n  }\n"))


class Branches(Workbench):
  def test_heads_are_spelled_as_in_the_file(self):
    self.split(kernel("  $1$if( t<n ) {\n    v[t] = 1;\n    $2$w[t] = v[0];\n  }\n  else if(n) w[t] = 2;\n"),
               kernel("  if( t<n ) {\n    v[t] = 1;\n  }\n  else if(n) w[t] = 2;\n"
                      "  __syncthreads();\n  if( t<n ) {\n    w[t] = v[0];\n  }\n"))

  def test_before_a_statement_and_inside_of_it(self):
    text = kernel("  if (t < n) {\n    w[t] = 1;\n    $1$v[t] $2$= v[t + 1];\n  }\n")
    branch = {"action": BRANCH, "branch": {"line": 3, "column": 3}}
    self.expect(text, [(2, "before", {**branch, "inside_statement": True}), (1, "before", branch)],
                kernel("  int tmp;\n  if (t < n) {\n    w[t] = 1;\n  }\n  __syncthreads();\n"
                       "  if (t < n) {\n    tmp = v[t + 1];\n  }\n  __syncthreads();\n"
                       "  if (t < n) {\n    v[t] = tmp;\n  }\n"))

  def test_behind_what_its_condition_reads(self):
    text = kernel("  $1$switch (v[t]) {\n  case 1: {\n    w[t] = 1;\n    $2$n = w[0];\n    break;\n"
                  "  }\n  case 2: {\n    n = 1;\n    break;\n  }\n  }\n")
    branch = {"action": BRANCH, "branch": {"line": 3, "column": 3}}
    self.expect(text, [(2, "before", branch), (1, "before-branch", {"inside_statement": True})],
                kernel("  int tmp = v[t];\n  __syncthreads();\n  switch (tmp) {\n  case 1: {\n"
                       "    w[t] = 1;\n    break;\n  }\n  case 2: {\n    n = 1;\n    break;\n  }\n  }\n"
                       "  __syncthreads();\n  if (tmp == 1) {\n    n = w[0];\n  }\n"))

  def test_between_statements(self):
    self.split(kernel("  $1$if (t % 2 == 0) {\n    int far = v[t + 2]; // read\n"
                      "    $2$v[t] = far + 1;\n  }\n"),
               kernel("  int far;\n  if (t % 2 == 0) {\n    far = v[t + 2]; // read\n  }\n"
                      "  __syncthreads();\n  if (t % 2 == 0) {\n    v[t] = far + 1;\n  }\n"))

  def test_a_comment_of_a_line_that_ends_as_in_dos(self):
    self.split(kernel("  $1$if (t < n) {\n    v[t] = 1; // own\n    $2$w[t] = v[0];\n  }\n")
               .replace("\n", "\r\n"),
               kernel("  if (t < n) {\n    v[t] = 1; // own\n  }\n  __syncthreads();\n"
                      "  if (t < n) {\n    w[t] = v[0];\n  }\n").replace("\n", "\r\n"))

  def test_empty_lines_around_a_barrier_stay(self):
    text = kernel("  $1$if (t < n) {\n    v[t] = 1;\n\n    // all\n    $2$__syncthreads();\n\n"
                  "    w[t] = v[0];\n  }\n")
    self.expect(text, [(2, "at", {"action": BRANCH, "branch": {"line": 3, "column": 3}})],
                kernel("  if (t < n) {\n    v[t] = 1;\n  }\n\n  // all\n  __syncthreads();\n\n"
                       "  if (t < n) {\n    w[t] = v[0];\n  }\n").replace("$1$", ""))

  def test_inside_a_statement(self):
    self.split(kernel("  $1$if (t < n)\n    v[t] $2$= v[t + 1];\n"),
               kernel("  int tmp;\n  if (t < n) {\n    tmp = v[t + 1];\n  }\n"
                      "  __syncthreads();\n  if (t < n) {\n    v[t] = tmp;\n  }\n"),
               inside_statement=True)

  def test_an_else_if_gets_a_block(self):
    self.split(kernel("  $1$if (t < n)\n    v[t] = 1;\n  else $2$if (t > 3)\n    w[t] = v[t + 1];\n"),
               kernel("  if (t < n) {\n    v[t] = 1;\n  }\n  __syncthreads();\n  if (t >= n) {\n"
                      "    if (t > 3)\n      w[t] = v[t + 1];\n  }\n"))

  def test_a_condition_that_changes_is_kept(self):
    self.split(kernel("  $1$if (t < n) {\n    n = v[t + 1];\n    $2$v[t] = n;\n  }\n"),
               kernel("  const bool taken = t < n;\n  if (taken) {\n"
                      "    n = v[t + 1];\n  }\n  __syncthreads();\n  if (taken) {\n"
                      "    v[t] = n;\n  }\n"))

  def test_else_arms_belong_to_the_first_half(self):
    self.split(kernel("  $1$if (t < n) {\n    n = v[t];\n    $2$w[t] = 1;\n  } else {\n"
                      "    w[t] = 2;\n  }\n"),
               kernel("  const bool taken = t < n;\n  if (taken) {\n"
                      "    n = v[t];\n  } else {\n    w[t] = 2;\n  }\n  __syncthreads();\n"
                      "  if (taken) {\n    w[t] = 1;\n  }\n"))

  def test_a_barrier_in_an_else_arm(self):
    self.split(kernel("  $1$if (t < 8)\n    w[t] = 2;\n  else\n    $2$w[t] = v[7 - t];\n"),
               kernel("  if (t < 8) {\n    w[t] = 2;\n  }\n  __syncthreads();\n"
                      "  if (t >= 8) {\n    w[t] = v[7 - t];\n  }\n"))

  def test_nests(self):
    self.split(kernel("  $1$if (t < 8) {\n    w[t] = 3;\n    if (v[t]) {\n      w[t] = 4;\n"
                      "      $2$v[t] = w[t + 1];\n    }\n    w[t] = 5;\n  }\n"),
               kernel("  bool taken = false;\n  if (t < 8) {\n    w[t] = 3;\n"
                      "    taken = v[t];\n    if (taken) {\n      w[t] = 4;\n    }\n  }\n"
                      "  __syncthreads();\n  if (t < 8) {\n    if (taken) {\n"
                      "      v[t] = w[t + 1];\n    }\n    w[t] = 5;\n  }\n"))

  def test_an_existing_barrier_moves_out(self):
    self.split(kernel("  $1$if (t < 8) {\n    w[t] = 3;\n    $2$__syncthreads();\n"
                      "    v[t] = w[t + 1];\n  }\n"),
               kernel("  if (t < 8) {\n    w[t] = 3;\n  }\n  __syncthreads();\n  if (t < 8) {\n"
                      "    v[t] = w[t + 1];\n  }\n"), where="at")


  def test_barriers_of_both_arms_become_one(self):
    text = kernel("  $1$if (t < 8) { // low\n    w[t] = 3;\n    // all are here\n    $2$__syncthreads();\n"
                  "    v[t] = w[t + 1];\n  } else {\n    w[t] = 4;\n    $3$__syncthreads();\n"
                  "    v[t] = w[t - 1];\n  }\n")
    self.split(text, kernel(
        "  if (t < 8) { // low\n    w[t] = 3;\n  } else {\n    w[t] = 4;\n  }\n"
        "  // all are here\n  __syncthreads();\n  if (t < 8) {\n    v[t] = w[t + 1];\n"
        "  } else {\n    v[t] = w[t - 1];\n  }\n").replace("$3$", ""),
               where="at", joined=[{"line": 10, "column": 5}])

  def test_arms_are_split_together(self):
    text = kernel("  $1$if (t < 8) {\n    w[t] = 3;\n    // of the others\n    $2$v[t] = w[t + 8];\n"
                  "  } else {\n    int x = 4;\n    w[t] = x;\n    v[t] = w[t - 8] * x;\n  }\n")
    self.split(text, kernel(
        "  int x;\n  if (t < 8) {\n    w[t] = 3;\n  } else {\n    x = 4;\n    w[t] = x;\n  }\n"
        "  __syncthreads();\n  if (t < 8) {\n    // of the others\n    v[t] = w[t + 8];\n"
        "  } else {\n    v[t] = w[t - 8] * x;\n  }\n"),
               joined=[{"line": 10, "column": 5, "where": "before"}])

  def test_variables_of_two_arms_that_have_one_name(self):
    text = kernel("  $1$if (t < 8) {\n    int x = v[t + 8];\n    $2$v[t] = x;\n"
                  "  } else {\n    int x = v[t - 8];\n    v[t] = x + 1;\n  }\n")
    self.split(text, kernel(
        "  int x;\n  if (t < 8) {\n    x = v[t + 8];\n  } else {\n    x = v[t - 8];\n  }\n"
        "  __syncthreads();\n  if (t < 8) {\n    v[t] = x;\n  } else {\n    v[t] = x + 1;\n  }\n"),
               joined=[{"line": 8, "column": 5, "where": "before"}])

  def test_statements_of_several_arms_are_split(self):
    text = kernel("  $1$if (t < 8)\n    v[t] $2$= v[t + 8];\n  else\n    v[t] = v[t - 8] + 1;\n")
    self.split(text, kernel(
        "  int tmp;\n  if (t < 8) {\n    tmp = v[t + 8];\n  } else {\n"
        "    tmp = v[t - 8] + 1;\n  }\n  __syncthreads();\n"
        "  if (t < 8) {\n    v[t] = tmp;\n  } else {\n    v[t] = tmp;\n  }\n"),
               inside_statement=True, access="write",
               joined=[{"line": 6, "column": 10, "where": "before", "access": "write",
                        "inside_statement": True}])

  def test_a_barrier_of_one_arm_is_that_of_all(self):
    text = kernel("  $1$if (t < 8) {\n    w[t] = 3;\n    $2$__syncthreads(); // all\n"
                  "    v[t] = w[t + 8];\n  } else {\n    w[t] = 4;\n    v[t] = w[t - 8];\n  }\n")
    self.split(text, kernel(
        "  if (t < 8) {\n    w[t] = 3;\n  } else {\n    w[t] = 4;\n  }\n  __syncthreads(); // all\n"
        "  if (t < 8) {\n    v[t] = w[t + 8];\n  } else {\n    v[t] = w[t - 8];\n  }\n"),
               where="at", joined=[{"line": 9, "column": 5, "where": "before"}])

  def test_an_arm_that_was_split_for_last_comes_first(self):
    text = kernel("  $1$if (t < 8) {\n    w[t] = 3;\n    $2$__syncthreads();\n    w[t] = 5;\n"
                  "  } else {\n    $3$v[t] = w[t - 8];\n    __syncthreads();\n  }\n")
    edit = {"action": BRANCH, "branch": {"line": 3, "column": 3}}
    joined = {**edit, "where": "at", "joined": [{"line": 9, "column": 5}]}
    self.expect(text, [(2, "before", joined), (3, "before", edit)],
                kernel("  if (t < 8) {\n    w[t] = 3;\n  }\n  __syncthreads();\n"
                       "  if (t >= 8) {\n    v[t] = w[t - 8];\n  }\n  __syncthreads();\n"
                       "  if (t < 8) {\n    w[t] = 5;\n  }\n"))

  def test_comments_go_with_their_statements(self):
    self.split(kernel("  $1$if (t < 8) { // low\n    // one\n    w[t] = 3; // two\n    /* three */\n"
                      "    $2$v[t] = w[t + 1]; // four\n    // five\n  } // six\n"),
               kernel("  if (t < 8) { // low\n    // one\n    w[t] = 3; // two\n  }\n"
                      "  __syncthreads();\n  if (t < 8) {\n    /* three */\n"
                      "    v[t] = w[t + 1]; // four\n    // five\n  } // six\n"))

  def test_braces_as_the_file_has_them(self):
    self.split(kernel("  while (n)\n  {\n    n--;\n  }\n  $1$if (t < 8)\n  {\n    w[t] = 3;\n"
                      "    $2$v[t] = w[t + 1];\n  }\n"),
               kernel("  while (n)\n  {\n    n--;\n  }\n  if (t < 8)\n  {\n    w[t] = 3;\n  }\n"
                      "  __syncthreads();\n  if (t < 8)\n  {\n    v[t] = w[t + 1];\n  }\n"))

  def test_the_body_of_a_loop_gets_braces(self):
    text = kernel("  for (int k = 1; k < n; k *= 2) $1$if (t >= k) v[t] $2$+= v[t - k];\n")
    branch = {"line": 3, "column": 34}
    self.expect(text, [(2, "before", {"action": BRANCH, "branch": branch, "access": "read",
                                      "inside_statement": True}),
                       (1, "merge")],
                kernel("  for (int k = 1; k < n; k *= 2) {\n    int tmp;\n    if (t >= k) {\n"
                       "      tmp = v[t - k];\n    }\n    __syncthreads();\n    if (t >= k) {\n"
                       "      v[t] += tmp;\n    }\n    __syncthreads();\n  }\n"))

  def test_templates_name_the_type_as_they_do(self):
    head = "template <typename T> __global__ void k(T *v, int n) {\n  int t = threadIdx.x;\n"
    tail = "}\ntemplate __global__ void k<float>(float *, int);\n"
    self.split(head + "  $1$if (t < n)\n    v[t] $2$= v[t + 1];\n" + tail,
               head + "  T tmp;\n  if (t < n) {\n    tmp = v[t + 1];\n  }\n  __syncthreads();\n"
               "  if (t < n) {\n    v[t] = tmp;\n  }\n" + tail, inside_statement=True)

  def test_a_template_is_one_text_for_all_its_instances(self):
    head = "template <typename T> __global__ void k(T *v, int n) {\n"
    tail = "}\ntemplate __global__ void k<float>(float *, int);\n"
    edits = [(1, "before", {})]
    one = self.patch(head + "  v[0] = n;\n  $1$v[1] = n;\n" + tail, edits)
    two = self.patch(head + "  v[0] = n;\n  $1$v[1] = n;\n" + tail
                     + "template __global__ void k<int>(int *, int);\n", edits)
    self.assertEqual(one.remarks, [])
    self.assertEqual(two.remarks, ["'k' is a template: the patch changes all of its 2 instances"])

  def test_two_barriers(self):
    text = kernel("  $1$if (t < 8) {\n    int a = w[7 - t];\n    $2$w[t] = a + 1;\n    v[t] = 1;\n"
                  "    $3$v[t + 1] = w[7 - t] + a;\n  }\n")
    edit = {"action": BRANCH, "branch": {"line": 3, "column": 3}}
    self.expect(text, [(2, "before", edit), (3, "before", edit)],
                kernel("  int a;\n  if (t < 8) {\n    a = w[7 - t];\n  }\n  __syncthreads();\n"
                       "  if (t < 8) {\n    w[t] = a + 1;\n    v[t] = 1;\n  }\n"
                       "  __syncthreads();\n  if (t < 8) {\n    v[t + 1] = w[7 - t] + a;\n  }\n"))


class WhatIsRefused(Workbench):
  def refuse(self, body, reason):
    text = kernel(body)
    branch = {"line": result_line(text, text, 1), "column": result_column(text, 1)}
    self.expect_refusal(text, [(2, "before", {"action": BRANCH, "branch": branch})], reason)

  def test_names_that_would_hide_others(self):
    self.refuse("  $1$if (n > 0) {\n    int n = v[t];\n    $2$w[t] = n;\n  }\n", "more than one variable")
    self.refuse("  $1$if (n > 0) {\n    int x = n;\n    if (t > 8) {\n      int x = v[t];\n"
                "      $2$w[t] = x;\n    }\n  }\n", "more than one variable")

  def test_types_that_cannot_be_declared_apart(self):
    self.refuse("  $1$if (n > 0) {\n    int &x = v[t];\n    $2$w[t] = x;\n  }\n",
                "cannot be declared")

  def test_loops_between(self):
    self.refuse("  $1$if (n > 0)\n    for (int k = 0; k < n; ++k) {\n      n = v[t];\n"
                "      $2$w[t] = n;\n    }\n", "no branch that can be written as two")


class EarlyReturns(Workbench):
  def test_what_follows_becomes_conditional(self):
    self.split(kernel("  __shared__ int s1[64];\n  $1$if (t >= n) return;\n  s1[t] = v[t]; // fill\n"
                      "  $2$__syncthreads();\n  w[t] = s1[63 - t];\n"),
               kernel("  __shared__ int s1[64];\n  const bool active = t < n;\n"
                      "  if (active) {\n    s1[t] = v[t]; // fill\n  }\n"
                      "  __syncthreads();\n  if (active) {\n    w[t] = s1[63 - t];\n  }\n"),
               action="predicate-return", where="at")

  def test_variables_and_branches(self):
    self.split(kernel("  $1$if (t >= n)\n    return;\n  int x = v[t + 1];\n  if (t < 8) {\n"
                      "    w[t] = x;\n    $2$v[t] = w[t + 1] + x;\n  }\n  v[t + 9] = x;\n"),
               kernel("  int x;\n  const bool active = t < n;\n"
                      "  if (active) {\n    x = v[t + 1];\n    if (t < 8) {\n"
                      "      w[t] = x;\n    }\n  }\n  __syncthreads();\n"
                      "  if (active) {\n    if (t < 8) {\n      v[t] = w[t + 1] + x;\n"
                      "    }\n    v[t + 9] = x;\n  }\n"),
               action="predicate-return")


  def test_one_that_does_something_before_is_an_arm(self):
    self.split(kernel("  $1$if (t < 8) { // low\n    w[t] = 3;\n    $2$v[t] = w[t + 8];\n    return;\n  }\n"
                      "  // high\n  int x = 4;\n  w[t] = x;\n  v[t] = w[t - 8] * x;\n"),
               kernel("  int x;\n  if (t < 8) { // low\n    w[t] = 3;\n  } else {\n    // high\n"
                      "    x = 4;\n    w[t] = x;\n  }\n  __syncthreads();\n  if (t < 8) {\n"
                      "    v[t] = w[t + 8];\n  } else {\n    v[t] = w[t - 8] * x;\n  }\n"),
               action="predicate-return", joined=[{"line": 11, "column": 3, "where": "before"}])


if __name__ == "__main__":
  unittest.main()
