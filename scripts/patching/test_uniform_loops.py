"""Patches of loops that threads leave at different times: they become loops that all leave together."""

import unittest

from patching.test_restructuring import BRANCH, Workbench, kernel


class UniformLoopsOfOpenCL(Workbench):
  def test_the_group_is_asked(self):
    text = ("__kernel void k(__global int *v, __global int *w, int n) {\n  int t = get_local_id(0);\n"
            "  for (int k = t; $1$k < n; k += 8) {\n    v[k] = k;\n    $2$barrier(2);\n    w[k] = v[0];\n"
            "  }\n}\n")
    loop = {"action": "uniform-loop", "branch": {"line": 3, "column": 3}, "where": "at"}
    last = {"action": "add", "scope": "block", "where": "loop-end", "fences": ["global"]}
    self.expect(text, [(2, "at", loop), (1, "loop-end", last)],
                "__kernel void k(__global int *v, __global int *w, int n) {\n"
                "  int t = get_local_id(0);\n  bool active = true;\n"
                "  for (int k = t; work_group_any(active = active && k < n); k += 8) {\n"
                "    if (active) {\n      v[k] = k;\n    }\n    barrier(2);\n    if (active) {\n"
                "      w[k] = v[0];\n    }\n    barrier(CLK_GLOBAL_MEM_FENCE);\n  }\n}\n",
                name="k.cl")


class UniformLoops(Workbench):
  def test_a_loop_that_threads_leave_at_different_times(self):
    self.split(kernel("  $1$for (int k = t; k < n; k += 64) {\n    int x = v[k + 1]; // next\n"
                      "    $2$v[k] = x;\n  }\n"),
               kernel("  bool active = true;\n"
                      "  for (int k = t; __syncthreads_or(active = active && "
                      "k < n); k += 64) {\n    int x;\n    if (active) {\n"
                      "      x = v[k + 1]; // next\n    }\n    __syncthreads();\n"
                      "    if (active) {\n      v[k] = x;\n    }\n  }\n"),
               action="uniform-loop")

  def test_a_statement_under_a_condition(self):
    self.split(kernel("  $1$while (t < n) {\n    if (w[t])\n      v[t] $2$= v[t + 1];\n    t += 8;\n  }\n"),
               kernel("  bool active = true;\n"
                      "  while (__syncthreads_or(active = active && t < n)) {\n"
                      "    int tmp;\n    bool taken = false;\n"
                      "    if (active) {\n      taken = w[t];\n      if (taken) {\n"
                      "        tmp = v[t + 1];\n      }\n    }\n    __syncthreads();\n"
                      "    if (active) {\n      if (taken) {\n"
                      "        v[t] = tmp;\n      }\n      t += 8;\n    }\n  }\n"),
               action="uniform-loop", inside_statement=True)

  def test_a_barrier_inside_goes(self):
    text = kernel("  for (int k = t; k < n; k += 64) {\n    $2$__syncthreads();\n"
                  "    w[t] = k; // own\n    $1$__syncthreads();\n    v[k] = w[t + 1];\n  }\n")
    self.expect(text, [(1, "at", {"action": "uniform-loop", "branch": {"line": 3, "column": 3}}),
                       (2, "at")],
                kernel("  bool active = true;\n"
                       "  for (int k = t; __syncthreads_or(active = active && "
                       "k < n); k += 64) {\n    if (active) {\n      w[t] = k; // own\n    }\n"
                       "    __syncthreads();\n    if (active) {\n"
                       "      v[k] = w[t + 1];\n    }\n  }\n"))

  def test_two_barriers(self):
    text = kernel("  for (; t < n; t++) {\n    w[t] = 1;\n    $1$__syncthreads();\n    v[t] = 2;\n"
                  "    $2$__syncthreads();\n    v[t] = w[t + 1];\n  }\n")
    loop = {"line": 3, "column": 3}
    self.expect(text, [(1, "at", {"action": "uniform-loop", "branch": loop}),
                       (2, "at", {"action": BRANCH, "branch": {"line": 3, "column": 10}})],
                kernel("  bool active = true;\n"
                       "  for (; __syncthreads_or(active = active && t < n);) {\n"
                       "    if (active) {\n      w[t] = 1;\n    }\n    __syncthreads();\n"
                       "    if (active) {\n      v[t] = 2;\n    }\n    __syncthreads();\n"
                       "    if (active) {\n      v[t] = w[t + 1];\n      t++;\n    }\n  }\n"))

  def test_its_head_is_barrier_enough(self):
    text = kernel("  do {\n    v[t] = v[t + 1];\n    n -= t;\n  } $1$while (n > 0);\n")
    self.expect(text.replace("  do", "  $2$do"), [(2, "at", {"action": "uniform-loop"})],
                kernel("  bool active = true;\n  do {\n    if (active) {\n      v[t] = v[t + 1];\n"
                       "      n -= t;\n      active = n > 0;\n    }\n"
                       "  } while (__syncthreads_or(active));\n"))

  def test_a_loop_that_only_some_threads_come_to(self):
    text = kernel("  if (t < n) {\n    int x = t; // own\n    for (int k = 0; k < n; ++k) {\n"
                  "      v[t] = x;\n      // all have written\n      $1$__syncthreads();\n"
                  "      x += v[0];\n      $2$__syncthreads();\n    }\n    w[t] = x;\n  }\n")
    edit = {"action": "uniform-loop", "branch": {"line": 5, "column": 5},
            "around": {"line": 3, "column": 7}}
    self.expect(text, [(1, "at", edit), (2, "at", {"action": "remove"})],
                kernel("  bool active = false;\n  int x;\n  if (t < n) {\n    x = t; // own\n"
                       "    active = true;\n  }\n"
                       "  for (int k = 0; __syncthreads_or(active = active && k < n); ++k) {\n"
                       "    if (active) {\n      v[t] = x;\n    }\n"
                       "    // all have written\n    __syncthreads();\n"
                       "    if (active) {\n      x += v[0];\n    }\n  }\n"
                       "  if (t < n) {\n    w[t] = x;\n  }\n"))

  def test_a_barrier_after_it(self):
    text = kernel("  if (t < n) {\n    int x = t;\n    $1$for (int k = 0; k < n; ++k)\n"
                  "      x += v[k];\n    w[t] = x;\n  }\n")
    edit = {"action": "uniform-loop", "around": {"line": 3, "column": 7}, "where": "at"}
    self.expect(text, [(1, "at", edit), (1, "after-loop")],
                kernel("  bool active = false;\n  int x;\n  if (t < n) {\n    x = t;\n"
                       "    active = true;\n  }\n"
                       "  for (int k = 0; __syncthreads_or(active = active && k < n); ++k) {\n"
                       "    if (active) {\n      x += v[k];\n    }\n  }\n  __syncthreads();\n"
                       "  if (t < n) {\n    w[t] = x;\n  }\n"))

  def test_a_header_that_reads_memory_is_for_the_threads_that_come(self):
    text = kernel("  if (t < n) {\n    int x = 0;\n    for (int k = w[t], m = 9; k < m; k = w[k]) {\n"
                  "      v[t] = x;\n      $1$__syncthreads();\n      x += v[0];\n    }\n"
                  "    w[t] = x;\n  }\n")
    edit = {"action": "uniform-loop", "branch": {"line": 5, "column": 5},
            "around": {"line": 3, "column": 7}}
    self.expect(text, [(1, "at", edit)],
                kernel("  bool active = false;\n  int x;\n  if (t < n) {\n    x = 0;\n"
                       "    active = true;\n  }\n"
                       "  for (int k = active ? w[t] : 0, m = 9; "
                       "__syncthreads_or(active = active && k < m);) {\n"
                       "    if (active) {\n      v[t] = x;\n    }\n    __syncthreads();\n"
                       "    if (active) {\n      x += v[0];\n      k = w[k];\n    }\n  }\n"
                       "  if (t < n) {\n    w[t] = x;\n  }\n"))

  def test_a_loop_in_one_that_becomes_uniform_as_well(self):
    text = kernel("  for (int r = t; r < n; r += 48) {\n    int x = w[r];\n"
                  "    for (int k = 0; k < n; ++k) {\n      v[t] = x;\n      $1$__syncthreads();\n"
                  "      x += v[0];\n    }\n    w[r] = x;\n  }\n")
    outer = {"line": 3, "column": 3}
    self.expect(text, [(1, "at", {"action": "uniform-loop", "where": "at", **outer}),
                       (1, "at", {"action": "uniform-loop", "branch": {"line": 5, "column": 5},
                                  "around": outer})],
                kernel("  bool active = true;\n"
                       "  for (int r = t; __syncthreads_or(active = active && r < n); r += 48) {\n"
                       "    int x;\n    if (active) {\n      x = w[r];\n    }\n"
                       "    bool active2 = active;\n"
                       "    for (int k = 0; __syncthreads_or(active2 = active2 && k < n); ++k) {\n"
                       "      if (active2) {\n        v[t] = x;\n      }\n      __syncthreads();\n"
                       "      if (active2) {\n        x += v[0];\n      }\n    }\n"
                       "    if (active) {\n      w[r] = x;\n    }\n  }\n"))

  def test_a_loop_after_an_early_return(self):
    text = kernel("  if (t >= n) return;\n  int k;\n  for (k = w[t]; k < n; ++k) {\n    v[t] = k;\n"
                  "    $1$__syncthreads();\n    w[t] = v[0];\n  }\n  w[t] = 1;\n")
    edit = {"action": "uniform-loop", "branch": {"line": 5, "column": 3},
            "around": {"line": 3, "column": 7}}
    self.expect(text, [(1, "at", edit)],
                kernel("  bool active = false;\n  int k;\n  const bool inside = t < n;\n"
                       "  if (inside) {\n    k = w[t];\n    active = true;\n  }\n"
                       "  for (; __syncthreads_or(active = active && k < n);) {\n"
                       "    if (active) {\n      v[t] = k;\n    }\n    __syncthreads();\n"
                       "    if (active) {\n      w[t] = v[0];\n      ++k;\n    }\n  }\n"
                       "  if (inside) {\n    w[t] = 1;\n  }\n"))

  def test_a_loop_that_is_left_by_break(self):
    self.split(kernel("  $1$for (int k = t; k < n; k += 64) {\n    int x = v[k + 1];\n"
                      "    if (x == 0) break; // end\n    // own\n    $2$v[k] = x;\n  }\n"),
               kernel("  bool active = true;\n"
                      "  for (int k = t; __syncthreads_or(active = active && "
                      "k < n); k += 64) {\n    int x;\n    if (active) {\n      x = v[k + 1];\n"
                      "      if (x == 0) active = false; // end\n    }\n    __syncthreads();\n"
                      "    if (active) {\n      // own\n      v[k] = x;\n    }\n  }\n"),
               action="uniform-loop")

  def test_what_follows_a_break_is_under_a_condition(self):
    self.split(kernel("  $1$while (t < n) {\n    if (w[t]) {\n      n = 1;\n      break;\n    }\n"
                      "    w[t] = 2;\n    v[t] $2$= v[t + 1];\n    t += 8;\n  }\n"),
               kernel("  bool active = true;\n"
                      "  while (__syncthreads_or(active = active && t < n)) {\n    int tmp;\n"
                      "    if (active) {\n      if (w[t]) {\n        n = 1;\n"
                      "        active = false;\n      }\n    }\n    if (active) {\n"
                      "      w[t] = 2;\n      tmp = v[t + 1];\n    }\n    __syncthreads();\n"
                      "    if (active) {\n      v[t] = tmp;\n      t += 8;\n    }\n  }\n"),
               action="uniform-loop", inside_statement=True)

  def test_continue(self):
    self.split(kernel("  int k;\n  $1$for (k = t; k < n; ++k) {\n    if (w[k]) continue;\n"
                      "    if (k > 9) break;\n    n = v[k];\n    $2$v[k + 1] = n;\n  }\n"),
               kernel("  int k;\n  bool active = true;\n"
                      "  for (k = t; __syncthreads_or(active = active && k < n);) {\n"
                      "    bool running = active;\n    if (running) {\n"
                      "      if (w[k]) running = false;\n    }\n    if (running) {\n"
                      "      if (k > 9) active = running = false;\n    }\n    if (running) {\n"
                      "      n = v[k];\n    }\n    __syncthreads();\n    if (running) {\n"
                      "      v[k + 1] = n;\n    }\n    if (active) {\n      ++k;\n    }\n  }\n"),
               action="uniform-loop")

  def test_jumps_that_stand_deeper(self):
    self.expect_refusal(kernel("  $1$while (t < n) {\n    if (w[t]) {\n      if (n) break;\n"
                               "      w[t] = 1;\n    }\n    v[t] = v[t + 1];\n  }\n"),
                        [(1, "before", {"action": "uniform-loop", "branch": {"line": 3, "column": 3}})],
                        "jump")


if __name__ == "__main__":
  unittest.main()
