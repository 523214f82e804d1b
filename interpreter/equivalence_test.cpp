// Kernels beside the sequential procedures that they are compared with. Threads of the kernel are
// t; the procedure counts from 0 to what it says.
#include "interpreter/equivalence.h"

#include "interpreter/test_program.h"

namespace barricade {
namespace {

// A procedure that does `step` for $i of 0 to $n.
std::string sequential(const std::string& step) {
  return "procedure {:source_name \"f\"} $f($n:bv32, $m:bv32) {\n  var $i:bv32;\n  var v:bv32;\n"
         "$entry:\n  $i := 0bv32;\n  goto $head;\n$head:\n  goto $body, $end;\n"
         "$body:\n  assume {:partition} BV32_ULT($i, $n);\n" +
         step +
         "  $i := BV32_ADD($i, 1bv32);\n  goto $head;\n"
         "$end:\n  assume {:partition} !BV32_ULT($i, $n);\n  return;\n}\n"
         "function FADD32(bv32, bv32) : bv32;\nfunction FDIV32(bv32, bv32) : bv32;\n"
         "function unknown(bv32) : bv32;\n";
}

EquivalenceRuns compared(const std::string& body, const std::string& step,
                         const std::string& floating = "$$none") {
  const TestKernel kernel(body,
                          "ensures {:equivalent_to \"$f\"} {:floating \"" + floating +
                              "\"} true;\nrequires $n == BV32_MUL(group_size_x, num_groups_x);\n",
                          sequential(step));
  const Specification& stated = kernel.kernel().specifications.front();
  const auto read = readReference(kernel.program(), kernel.kernel(), stated);
  if (const auto* reason = std::get_if<std::string>(&read)) ADD_FAILURE() << *reason;
  return compareWithReference(kernel.program(), kernel.kernel(), std::get<Reference>(read), {});
}

const std::string tid = "  v0 := BV32_ADD(BV32_MUL(group_id_x, group_size_x), local_id_x);\n";

TEST(Equivalence, OfEqualContents) {
  const EquivalenceRuns runs = compared(tid + "  $$g[v0] := BV32_ADD($$h[v0], $m);\n  return;\n",
                                        "  $$g[$i] := BV32_ADD($m, $$h[$i]);\n");
  EXPECT_FALSE(runs.difference);
  EXPECT_GT(runs.runs, 30u);
  EXPECT_GE(runs.elements, 64u);
  EXPECT_EQ(runs.problem, "");
}

TEST(Equivalence, ADifferenceHasBothValues) {
  const EquivalenceRuns runs =
      compared(tid + "  $$g[v0] := 7bv32;\n  return;\n", "  $$g[$i] := 9bv32;\n");
  ASSERT_TRUE(runs.difference);
  EXPECT_EQ(runs.difference->array->sourceName, "g");
  EXPECT_EQ(runs.difference->offset, 0u);
  EXPECT_EQ(runs.difference->left, 7);
  EXPECT_EQ(runs.difference->expected, 9);
}

// What only one of the two writes counts, unless it was there already.
TEST(Equivalence, OfWhatOnlyOneOfThemTouches) {
  EXPECT_TRUE(compared(tid + "  $$g[v0] := 7bv32;\n  $$h[v0] := 1bv32;\n  return;\n",
                       "  $$g[$i] := 7bv32;\n")
                  .difference);
  EXPECT_TRUE(compared(tid + "  return;\n", "  $$g[$i] := 7bv32;\n").difference);
  EXPECT_FALSE(compared(tid + "  $$h[v0] := $$h[v0];\n  return;\n", "  v := $i;\n").difference);
}

// Positions that threads draw depend on their order.
TEST(Equivalence, InSeveralOrdersOfTheThreads) {
  const std::string draw =
      "  call {:atomic} {:atomic_function \"__atomicAdd_int\"} {:arg1 1bv32} {:parts 1} {:part 1} "
      "v1, $$h := _ATOMIC_OP32($$h, 0bv32);\n";
  EXPECT_TRUE(compared(tid + draw + "  $$g[v1] := v0;\n  return;\n",
                       "  v := $$h[0bv32];\n  $$h[0bv32] := BV32_ADD(v, 1bv32);\n  $$g[v] := $i;\n")
                  .difference);
}

TEST(Equivalence, OfFloatingPointNumbersGoesWithoutRounding) {
  const std::string third = "FDIV32($$h[BV32_SUB($n, 1bv32)], 1077936128bv32)";  // by 3
  const std::string first = "FADD32(FADD32(" + third + ", " + third + "), 1092616192bv32)";
  const std::string second = "FADD32(" + third + ", FADD32(" + third + ", 1092616192bv32))";
  const auto runs = [&](const std::string& floating) {
    return compared(tid + "  $$g[v0] := " + first + ";\n  return;\n",
                    "  $$g[$i] := " + second + ";\n", floating);
  };
  EXPECT_FALSE(runs("$$g,$$h").difference);
  EXPECT_TRUE(runs("$$g,$$h").rounded);
  EXPECT_TRUE(
      compared(tid + "  $$g[v0] := 1065353216bv32;\n  return;\n", "  $$g[$i] := 1065353217bv32;\n")
          .difference);
}

TEST(Equivalence, IsNotAskedWhereValuesAreNotComputed) {
  const EquivalenceRuns unknown =
      compared(tid + "  $$g[v0] := unknown(v0);\n  return;\n", "  $$g[$i] := unknown($i);\n");
  EXPECT_EQ(unknown.runs, 0u);
  EXPECT_EQ(unknown.problem, "values of unknown are not computed");
  const EquivalenceRuns chosen =
      compared(tid + "  havoc v1;\n  $$g[v0] := v1;\n  return;\n", "  $$g[$i] := 7bv32;\n");
  EXPECT_FALSE(chosen.difference);
  EXPECT_EQ(chosen.problem, "it takes values that are not modelled");
}

TEST(Equivalence, IsNotAskedWhereThreadsRace) {
  const EquivalenceRuns runs =
      compared(tid + "  $$g[0bv32] := v0;\n  return;\n", "  $$g[0bv32] := $i;\n");
  EXPECT_FALSE(runs.difference);
  EXPECT_EQ(runs.runs, 0u);
  EXPECT_NE(runs.problem, "");
}

}  // namespace
}  // namespace barricade
