"""Patches of switches with a barrier inside."""

import unittest

from patching.test_restructuring import BRANCH, Workbench, kernel, result_column, result_line


class Switches(Workbench):
  def test_one_value_leads_to_the_second_half(self):
    self.split(kernel("  $1$switch (t % 3) {\n  case 0: // far\n    v[t] $2$= v[t + 3];\n    break;\n"
                      "  case 1:\n    v[t] = 2;\n    break;\n  default:\n    v[t] = 0;\n  }\n"),
               kernel("  int tmp;\n  switch (t % 3) {\n  case 0: // far\n    tmp = v[t + 3];\n"
                      "    break;\n  case 1:\n    v[t] = 2;\n    break;\n  default:\n    v[t] = 0;\n"
                      "  }\n  __syncthreads();\n  if (t % 3 == 0) {\n    v[t] = tmp;\n  }\n"),
               inside_statement=True)

  def test_the_value_is_kept(self):
    self.split(kernel("  $1$switch (w[t] & 1) {\n    case 0: {\n      n = v[t]; // own\n"
                      "      // all\n      $2$v[t + 1] = n;\n      break; // done\n    } // even\n"
                      "    case 1:\n      w[t] = 2;\n  }\n"),
               kernel("  const int selected = w[t] & 1;\n  switch (selected) {\n    case 0: {\n"
                      "      n = v[t]; // own\n      break;\n    }\n    case 1:\n      w[t] = 2;\n"
                      "  }\n  __syncthreads();\n  if (selected == 0) {\n    // all\n"
                      "    v[t + 1] = n;\n    // done\n  } // even\n"))

  def test_barriers_of_several_cases_become_one(self):
    text = kernel("  $1$switch (t & 3) {\n  case 0:\n    w[t] = 3;\n    $2$__syncthreads();\n"
                  "    v[t] = w[t + 1];\n    break;\n  // odd\n  case 1:\n  case 3: {\n    w[t] = 4;\n"
                  "    __syncthreads();\n    v[t] = w[t - 1];\n  } break;\n  case 2:\n    break;\n"
                  "  }\n")
    self.split(text, kernel(
        "  switch (t & 3) {\n  case 0:\n    w[t] = 3;\n    break;\n  // odd\n  case 1:\n  case 3: {\n"
        "    w[t] = 4;\n    break;\n  }\n  case 2:\n    break;\n  }\n  __syncthreads();\n"
        "  switch (t & 3) {\n  case 0:\n    v[t] = w[t + 1];\n    break;\n  case 1:\n  case 3: {\n"
        "    v[t] = w[t - 1];\n    break;\n  }\n  }\n"),
               where="at", joined=[{"line": 13, "column": 5}])

  def test_a_default_with_the_barrier(self):
    first = "  case 0:\n    v[t] = 2;\n    break;\n"
    default = "  default:\n    n = v[t];\n    $2$v[t + 1] = n;\n  }\n"
    after = kernel("  switch (t %% 4) {\n%s  default:\n    n = v[t];\n  }\n  __syncthreads();\n%s")
    self.split(kernel("  $1$switch (t % 4) {\n" + first + default),
               after % (first, "  if (t % 4 != 0) {\n    v[t + 1] = n;\n  }\n"))
    more = first + "  case 1:\n    break;\n"
    self.split(kernel("  $1$switch (t % 4) {\n" + more + default),
               after % (more, "  switch (t % 4) {\n  case 0:\n    break;\n  case 1:\n    break;\n"
                        "  default:\n    v[t + 1] = n;\n  }\n"))

  def test_a_case_may_fall_through_into_one_with_the_barrier(self):
    self.split(kernel("  $1$switch (t % 4) {\n  case 0:\n    n = 2;\n  case 1:\n    $2$v[t + 1] = n;\n"
                      "    return;\n  }\n"),
               kernel("  switch (t % 4) {\n  case 0:\n    n = 2;\n  case 1:\n    break;\n  }\n"
                      "  __syncthreads();\n  switch (t % 4) {\n  case 0:\n  case 1:\n"
                      "    v[t + 1] = n;\n    return;\n  }\n"))

  def test_nests(self):
    self.split(kernel("  $1$if (t < 8) {\n    w[t] = 3;\n    switch (v[t]) {\n    case 1:\n"
                      "      int x = w[t];\n      if (x) {\n        w[t] = 4;\n"
                      "        $2$v[t] = w[t + 1] + x;\n      }\n      break;\n    }\n"
                      "    w[t] = 5;\n  }\n"),
               kernel("  int x;\n  int selected;\n  bool taken = false;\n  if (t < 8) {\n"
                      "    w[t] = 3;\n    selected = v[t];\n    switch (selected) {\n    case 1:\n"
                      "      x = w[t];\n      taken = x;\n      if (taken) {\n        w[t] = 4;\n"
                      "      }\n      break;\n    }\n  }\n  __syncthreads();\n  if (t < 8) {\n"
                      "    if (selected == 1) {\n      if (taken) {\n"
                      "        v[t] = w[t + 1] + x;\n      }\n    }\n    w[t] = 5;\n  }\n"))

  def test_a_branch_in_a_case(self):
    self.split(kernel("  switch (n) {\n  case 1:\n    $1$if (t < 8) {\n      n = v[t + 1];\n"
                      "      $2$v[t] = 1;\n    }\n    break;\n  }\n"),
               kernel("  switch (n) {\n  case 1:\n    if (t < 8) {\n      n = v[t + 1];\n    }\n"
                      "    __syncthreads();\n    if (t < 8) {\n      v[t] = 1;\n    }\n"
                      "    break;\n  }\n"))
    self.split(kernel("  switch (n) {\n  case 1:\n    $1$if (t < 8)\n      v[t] $2$= v[t + 1];\n"
                      "    break;\n  }\n"),
               kernel("  switch (n) {\n  case 1:\n    {\n      int tmp;\n      if (t < 8) {\n"
                      "        tmp = v[t + 1];\n      }\n      __syncthreads();\n"
                      "      if (t < 8) {\n        v[t] = tmp;\n      }\n    }\n    break;\n  }\n"),
               inside_statement=True)


class WhatIsRefused(Workbench):
  def refuse(self, body, reason):
    text = kernel(body)
    branch = {"line": result_line(text, text, 1), "column": result_column(text, 1)}
    self.expect_refusal(text, [(2, "before", {"action": BRANCH, "branch": branch})], reason)

  def test_falling_through(self):
    self.refuse("  $1$switch (t) {\n  case 0:\n    n = v[t];\n    $2$v[t + 1] = n;\n  case 1:\n"
                "    v[t] = 2;\n  }\n", "falls through")

  def test_a_break_in_the_middle(self):
    self.refuse("  $1$switch (t) {\n  case 0:\n    if (n) break;\n    $2$v[t + 1] = v[t];\n  }\n",
                "'break'")
    self.refuse("  $1$switch (t) {\n  case 1:\n    if (n) break;\n  case 0:\n    $2$v[t + 1] = v[t];\n"
                "  }\n", "'break'")


if __name__ == "__main__":
  unittest.main()
