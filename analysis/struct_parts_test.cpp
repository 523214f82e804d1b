#include "analysis/struct_parts.h"

#include "analysis/test_kernel.h"

namespace barricade::test {
namespace {

// Of a kernel that adds to `$$g` at one index and, behind `before`, stores at another, with
// `elements` in a struct.
bool areApart(const std::string& added, const std::string& stored, unsigned elements = 2,
              const GreatestSize* size = nullptr, const std::string& before = "") {
  const std::string text = kernelText(
      "call {:atomic} {:atomic_function \"__atomicAdd_unsigned_int\"} {:arg1 1bv32} {:parts 1} "
      "{:part 1} x, $$g := _ATOMIC_OP32($$g, " +
      added + "); " + before + " $$g[" + stored + "] := 1bv32;");
  const Analysed a(replaced(text, "(\\$\\$g\"\\}[^;]*source_elem_width) 32",
                            "$1 " + std::to_string(32 * elements)));
  const Array* array = nullptr;
  for (const Array* one : a.program->arrays())
    if (one->sourceName == "g") array = one;
  const Kernel kernel(*a.program, *a.procedure, {}, size);
  return StructParts(kernel, *array).areStoresApart();
}

TEST(StructParts, AreToldByTheirLowBits) {
  EXPECT_TRUE(areApart("mul(tid, 2bv32)", "add(mul(x, 2bv32), 1bv32)"));
  EXPECT_TRUE(areApart("shl(tid, 2bv32)", "add(1bv32, mul(mul(y, 6bv32), x))"));
  EXPECT_TRUE(areApart("add(mul(tid, 4bv32), 1bv32)", "add(mul(x, 4bv32), 3bv32)", 4));
  EXPECT_FALSE(areApart("mul(tid, 2bv32)", "mul(x, 2bv32)"));
  EXPECT_FALSE(areApart("mul(tid, 2bv32)", "add(mul(x, 2bv32), 2bv32)"));
  EXPECT_FALSE(areApart("mul(tid, 2bv32)", "add(mul(x, 2bv32), 1bv32)", 1));
}

TEST(StructParts, AreNotNeededWhereTheTextNamesElements) {
  EXPECT_TRUE(areApart("0bv32", "1bv32", 1));
  EXPECT_FALSE(areApart("1bv32", "1bv32", 1));
  EXPECT_FALSE(areApart("0bv32", "tid", 1));
}

// Multiples of three are no multiples of three any more where they wrap around.
TEST(StructParts, OfOddNumbersAreToldOfIndicesThatDoNotWrapAround) {
  EXPECT_FALSE(areApart("mul(tid, 3bv32)", "add(mul(x, 3bv32), 1bv32)", 3));
  EXPECT_TRUE(
      areApart("mul(urem(tid, 1000bv32), 3bv32)", "add(mul(urem(x, 1000bv32), 3bv32), 1bv32)", 3));
  EXPECT_FALSE(areApart("mul(urem(tid, 1000000000bv32), 3bv32)",
                        "add(mul(urem(x, 1000bv32), 3bv32), 1bv32)", 3));
}

TEST(StructParts, OfSeveralElementsAreToldByBounds) {
  const std::string inSlots = "add(mul(x, 8bv32), urem(y, 4bv32))";
  EXPECT_TRUE(areApart("add(mul(tid, 8bv32), 4bv32)", inSlots, 8));
  EXPECT_FALSE(areApart("add(mul(tid, 8bv32), 3bv32)", inSlots, 8));
  EXPECT_TRUE(areApart("add(mul(tid, 8bv32), 3bv32)", "sub(" + inSlots + ", 4bv32)", 8));
  EXPECT_FALSE(areApart("add(mul(tid, 8bv32), 3bv32)", "sub(" + inSlots + ", 5bv32)", 8));
  EXPECT_FALSE(areApart("add(mul(tid, 8bv32), 4bv32)", "add(mul(x, 8bv32), y)", 8));
}

TEST(StructParts, AreToldByTheSizeOfBlocks) {
  const std::string last = "add(add(mul(y, 128bv32), tid), 64bv32)";
  const GreatestSize fits{{64, 1, 1}, 8}, larger{{65, 1, 1}, 8};
  EXPECT_TRUE(areApart("mul(x, 128bv32)", last, 128, &fits));
  EXPECT_FALSE(areApart("mul(x, 128bv32)", last, 128, &larger));
  EXPECT_FALSE(areApart("mul(x, 128bv32)", last, 128));
}

// Elements of the last of several structs, or of the first where there are none before.
TEST(StructParts, AreToldOfAllThatAVariableMayHaveBeenGiven) {
  const auto chosen = [](const std::string& one, const std::string& other) {
    return "if (i == 0bv32) { y := " + one + "; } else { y := " + other + "; }";
  };
  const auto apart = [&](const std::string& before) {
    return areApart("mul(tid, 4bv32)", "add(y, 1bv32)", 4, nullptr, before);
  };
  EXPECT_TRUE(apart(chosen("0bv32", "sub(mul(x, 4bv32), 4bv32)")));
  EXPECT_FALSE(apart(chosen("0bv32", "sub(mul(x, 4bv32), 1bv32)")));
  EXPECT_FALSE(apart(chosen("0bv32", "x")));
  EXPECT_FALSE(apart("if (i == 0bv32) { y := 0bv32; }"));
  EXPECT_FALSE(apart("y := 0bv32; while (y != i) { y := add(y, 4bv32); }"));
}

TEST(StructParts, MayBeNamed) {
  const auto apart = [&](const std::string& member) {
    return areApart("mul(tid, 4bv32)", "add(mul(x, 4bv32), y)", 4, nullptr,
                    "assert {:sourceloc} {:member " + member + "} true;");
  };
  EXPECT_TRUE(apart("1, 3"));
  EXPECT_FALSE(apart("0, 2"));
  EXPECT_FALSE(apart("1, 4"));  // there are only 4
}

TEST(StructParts, AreNotToldOfAnyIndex) {
  EXPECT_FALSE(areApart("tid", "add(mul(x, 2bv32), 1bv32)"));
  EXPECT_FALSE(areApart("mul(tid, 2bv32)", "add(x, 1bv32)"));
}

}  // namespace
}  // namespace barricade::test
