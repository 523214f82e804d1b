// Kernels in math-int mode: integers stand for bit vectors, thread ids and indices included.
#include "interpreter/test_program.h"

namespace barricade {
namespace {

// $$g and $$s hold integers; parameters $n, $m and variables v0, v1 : int.
class IntegerKernel {
 public:
  explicit IntegerKernel(const std::string& body) {
    std::string text = "type _SIZE_T_TYPE = bv32;\n";
    for (const char* array : {"g", "s"}) {
      const std::string name = array;
      const std::string space = name == "g" ? "{:global} " : "{:group_shared} ";
      text += "var {:source_name \"" + name + "\"} " + space + "$$" + name +
              " : [int]int;\naxiom {:array_info \"$$" + name + "\"} " + space +
              "{:elem_width 32} {:source_name \"" + name +
              "\"} {:source_elem_width 32} {:source_dimensions \"" + (name == "g" ? "*" : "64") +
              "\"} true;\n";
    }
    for (const char* name : {"group_id", "group_size", "local_id", "num_groups"}) {
      for (const char* dimension : {"x", "y", "z"}) {
        const std::string full = std::string(name) + "_" + dimension;
        text += "const {:" + full + "} " + full + " : int;\n";
      }
    }
    text +=
        "function {:inline true} BV32_ADD(x : int, y : int) : int { x + y }\n"
        "procedure {:source_name \"barrier\"} {:barrier} $barrier($0:int, $1:int);\n"
        "procedure {:source_name \"k\"} {:kernel} $k($n:int, $m:int)\n"
        "{\n  var v0:int;\n  var v1:int;\n$entry:\n" +
        body + "  return;\n}\n";
    Diagnostics diagnostics;
    program_ = parseProgram({"test.gbpl", text}, {}, std::nullopt, diagnostics);
    EXPECT_NE(program_, nullptr) << diagnostics.toString();
  }

  RunResult run(unsigned threads, int n = 0, int m = 0) const {
    if (!program_) return {};
    const Procedure& kernel = *program_->kernels().front();
    LaunchConfiguration launch;
    launch.groupSize = {threads, 1, 1};
    launch.numGroups = {1, 1, 1};
    launch.values[kernel.parameters[0]] = n;
    launch.values[kernel.parameters[1]] = m;
    return barricade::run(*program_, kernel, launch, {});
  }

 private:
  std::unique_ptr<Program> program_;
};

TEST(Integers, DivisionIsEuclidean) {
  IntegerKernel kernel("  $$g[0] := $n div $m;\n  $$g[1] := $n mod $m;\n");
  const int cases[][4] = {
      {7, 2, 3, 1}, {-7, 2, -4, 1}, {7, -2, -3, 1}, {-7, -2, 4, 1}, {-6, 3, -2, 0}};
  for (const auto& [n, m, quotient, remainder] : cases) {
    const RunResult result = kernel.run(1, n, m);
    ASSERT_EQ(result.status, RunStatus::Finished) << result.message;
    EXPECT_EQ(elementAfter(result, "g", 0), quotient) << n << " div " << m;
    EXPECT_EQ(elementAfter(result, "g", 1), remainder) << n << " mod " << m;
  }
}

TEST(Integers, ComparisonsKnowTheSign) {
  IntegerKernel kernel("  $$g[0] := (if $n < $m && $n - 1 <= -3 && !(-$n < 0) then 1 else 0);\n");
  EXPECT_EQ(elementAfter(kernel.run(1, -2, 1), "g", 0), 1);
  EXPECT_EQ(elementAfter(kernel.run(1, 2, 1), "g", 0), 0);
}

TEST(Integers, ANumberBeyond64BitsEndsTheRun) {
  IntegerKernel kernel(
      "  v0 := 4611686018427387904 + $n;\n  $$g[0] := v0;\n  v1 := BV32_ADD(v0, v0);\n");
  RunResult result = kernel.run(1);
  EXPECT_EQ(result.status, RunStatus::Unsupported);
  EXPECT_NE(result.message.find("an integer leaves 64 bits"), std::string::npos) << result.message;
  result = kernel.run(1, -1);
  EXPECT_EQ(result.status, RunStatus::Finished) << result.message;
  EXPECT_EQ(elementAfter(result, "g", 0), BigInt("4611686018427387903"));
}

TEST(Integers, RacesAndBarriers) {
  const std::string read = "  v0 := $$s[BV32_ADD(local_id_x, 1)];\n";
  const std::string write = "  $$s[local_id_x] := 1 - v0 * local_id_x;\n";
  EXPECT_EQ(summaryOf(IntegerKernel(read + write).run(4)), Lines{"race read-write s"});
  EXPECT_EQ(summaryOf(IntegerKernel(read + "  call $barrier(1, 1);\n" + write).run(4)), Lines{});
}

}  // namespace
}  // namespace barricade
