// Which arrays may say where rows begin: none of which only vectors are read.
#include "ir/row_offsets.h"

#include <gtest/gtest.h>

#include "frontend/frontend.h"

namespace barricade {
namespace {

// Reads of consecutive elements; each text is where one stands, or nothing.
std::size_t rowsFound(const std::vector<std::string>& places) {
  std::string text =
      "var {:global} $$a : [bv32]bv32;\n"
      "axiom {:array_info \"$$a\"} {:global} {:elem_width 32} {:source_name \"a\"} true;\n"
      "procedure {:kernel} $k($i : bv32)\n{\n  var v : bv32;\n";
  for (std::size_t i = 0; i < places.size(); ++i)
    text += places[i] + "  v := $$a[BV32_ADD($i, " + std::to_string(i) + "bv32)];\n";
  text += "}\nfunction {:bvbuiltin \"bvadd\"} BV32_ADD(bv32, bv32) : bv32;\n";
  Diagnostics diagnostics;
  const auto program = parseProgram({"k.gbpl", text}, {}, std::nullopt, diagnostics);
  EXPECT_TRUE(program) << diagnostics.toString();
  return rowOffsets(*program, *program->kernels().front()).size();
}

std::string at(unsigned column) {
  return "  assert {:sourceloc} {:line 1} {:col " + std::to_string(column) +
         "} {:fname \"k.cu\"} {:dir \"\"} true;\n";
}

TEST(RowOffsets, AreElementsAndTheNext) {
  EXPECT_EQ(rowsFound({at(1), at(9)}), 1U);
  EXPECT_EQ(rowsFound({"", ""}), 1U);
  EXPECT_EQ(rowsFound({at(1)}), 0U);
}

TEST(RowOffsets, MayBeReadByAMacro) {
  EXPECT_EQ(rowsFound({at(1), at(1)}), 1U);
}

TEST(RowOffsets, AreNoVectorsOfFour) {
  EXPECT_EQ(rowsFound({at(1), at(1), at(1), at(1)}), 0U);
  EXPECT_EQ(rowsFound({at(1), at(1), at(1), at(1), at(9)}), 0U);
  EXPECT_EQ(rowsFound({"", "", "", ""}), 1U);
}

}  // namespace
}  // namespace barricade
