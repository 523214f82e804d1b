// Which arrays say where in others something is.
#include "ir/index_arrays.h"

#include <gtest/gtest.h>

#include "frontend/frontend.h"

namespace barricade {
namespace {

std::string declared(const std::string& name, const std::string& attributes) {
  return "var " + attributes + " {:global} $$" + name + " : [bv32]bv32;\naxiom {:array_info \"$$" +
         name + "\"} {:global} {:elem_width 32} {:source_name \"" + name + "\"} true;\n";
}

// For the array `list` of a kernel, in which `list`, `place` and `count` are computed by another.
std::string computedBehind(const std::string& body) {
  const std::string by = "{:computed_by \"scan\"}";
  const std::string text =
      declared("list", by) + declared("place", by) + declared("count", by) + declared("given", "") +
      "procedure _ATOMIC_OP32(x : [bv32]bv32, y : bv32) returns (z : bv32, A : [bv32]bv32);\n"
      "procedure {:exchange \"shfl\"} $shfl($mask : bv32, $value : bv32, $lane : bv32) returns "
      "($r : bv32);\n"
      "procedure {:kernel} $k($i : bv32)\n{\n  var v : bv32;\n" +
      body + "}\n";
  Diagnostics diagnostics;
  const auto program = parseProgram({"k.gbpl", text}, {}, std::nullopt, diagnostics);
  EXPECT_TRUE(program) << diagnostics.toString();
  std::string names;
  const Procedure& kernel = *program->kernels().front();
  for (const Array* array : computedIndexArrays(*program, kernel, program->arrays()[0]->variable))
    names += array->sourceName + " ";
  return names;
}

const std::string counted =
    "  call {:atomic} {:atomic_function \"__atomicAdd_unsigned_int\"} {:arg1 1bv32} {:parts 1} "
    "{:part 1} v, $$count := _ATOMIC_OP32($$count, 0bv32);\n";

TEST(IndexArrays, OfAnotherKernel) {
  EXPECT_EQ(computedBehind("  v := $$place[$i];\n  $$list[v] := 1bv32;\n"), "place ");
  EXPECT_EQ(computedBehind("  v := $$given[$i];\n  $$list[v] := 1bv32;\n"), "");
  EXPECT_EQ(computedBehind("  v := $$place[$i];\n  $$given[v] := 1bv32;\n"), "");
}

TEST(IndexArrays, MayBeChangedByTheKernelToo) {
  EXPECT_EQ(computedBehind(counted + "  $$list[v] := 1bv32;\n"), "count ");
  EXPECT_EQ(computedBehind("  v := $$place[$i];\n  $$list[v] := 1bv32;\n  $$place[$i] := 2bv32;\n"),
            "place ");
}

TEST(IndexArrays, MayBeHandedOnByLanes) {
  EXPECT_EQ(computedBehind(counted + "  call v := $shfl(4294967295bv32, v, 0bv32);\n"
                                     "  $$list[v] := 1bv32;\n"),
            "count ");
}

TEST(IndexArrays, AreNotTheArrayItself) {
  EXPECT_EQ(computedBehind("  v := $$list[$i];\n  $$list[v] := 1bv32;\n"), "");
}

}  // namespace
}  // namespace barricade
