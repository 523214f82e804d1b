// Source locations: `.loc` files, inline attributes, and which statement gets which.
#include "frontend/reading_test.h"

namespace barricade::test {
namespace {

std::string record(const std::string& line, const std::string& column, const std::string& file,
                   const std::string& directory) {
  return line + "\x1F" + column + "\x1F" + file + "\x1F" + directory + "\x1F\x1E";
}

InputFile locFile(const std::string& text) {
  return {"t.loc", text};
}

std::string group(unsigned line) {
  return record(std::to_string(line), "1", "k.cu", "/d") + "\x1D";
}

std::vector<unsigned> linesOf(const Program& program, const Block& block) {
  std::vector<unsigned> lines;
  for (const Statement& s : block.statements)
    lines.push_back(program.sources.position(s.location).line);
  return lines;
}

const std::string fourGroups =
    "var A: [bv8]bv8;\nprocedure $b();\nprocedure P()\nrequires {:sourceloc_num 0} true;\n{\n"
    "  var v: bv8;\n"
    "a:\n  v := 0bv8;\n  assert {:block_sourceloc} {:sourceloc_num 1} true;\n  v := 1bv8;\n"
    "  assert {:sourceloc} {:sourceloc_num 2} true;\n  v := A[v];\n"
    "  call {:sourceloc_num 3} $b();\n  call $b();\n  goto b;\n"
    "b:\n  assert {:block_sourceloc} true;\n  v := 1bv8;\n  return;\n}\n";

TEST(Locations, OwnElseMarkerElseBlock) {
  const auto program =
      programOf(fourGroups, locFile(group(10) + group(11) + group(12) + group(13)));
  const Procedure& p = procedureOf(*program, "P");
  EXPECT_EQ(program->sources.position(p.specifications[0].location).line, 10u);
  EXPECT_EQ(linesOf(*program, *p.blocks[0]), (std::vector<unsigned>{11, 11, 11, 12, 12, 13, 12}));
  EXPECT_EQ(program->sources.position(p.blocks[0]->location).line, 11u);
  EXPECT_EQ(p.blocks[1]->location, noLocation);
  EXPECT_EQ(linesOf(*program, *p.blocks[1]), (std::vector<unsigned>{0, 0}));
}

TEST(Locations, InliningChain) {
  const auto program = programOf(
      "procedure P() { assert {:sourceloc_num 0} true; assert {:sourceloc_num 1} true; }",
      locFile(record("24", "7", "i.h", "/x") + record("17", "3", "k.cu", "/d") + "\x1D\x1D"));
  const auto& statements = procedureOf(*program, "P").entry()->statements;
  const SourceChain& chain = program->sources.chain(statements[0].location);
  ASSERT_EQ(chain.size(), 2u);
  EXPECT_EQ(chain[0], (SourcePosition{"i.h", "/x", 24, 7}));
  EXPECT_EQ(chain[1], (SourcePosition{"k.cu", "/d", 17, 3}));
  EXPECT_EQ(statements[1].location, noLocation);
}

TEST(Locations, InlineAttributesWin) {
  const auto program = programOf(
      "procedure P() { assert {:sourceloc_num 0} {:line 3} {:col 4} {:fname \"f.cl\"} "
      "{:dir \"/e\"} {:inlined_at \"g.cl\", 5, 6} {:inlined_at \"h.cl\", 7, 8, \"/h\"} true; }",
      locFile(group(10)));
  const Statement& statement = procedureOf(*program, "P").entry()->statements.front();
  EXPECT_EQ(program->sources.chain(statement.location),
            (SourceChain{{"f.cl", "/e", 3, 4}, {"g.cl", "", 5, 6}, {"h.cl", "/h", 7, 8}}));
  ASSERT_EQ(statement.attributes.size(), 1u);
  EXPECT_EQ(statement.attributes.front().name, "sourceloc_num");
}

TEST(Locations, BranchesKeepTheirLocation) {
  const auto program = programOf(
      "procedure P() { var v: bool; assert {:block_sourceloc} {:line 3} true;\n"
      "if (v) { v := false; } v := true; }");
  for (const auto& block : procedureOf(*program, "P").blocks)
    for (const unsigned line : linesOf(*program, *block)) EXPECT_EQ(line, 3u) << block->label;
}

TEST(Locations, PrintedInline) {
  const auto program =
      programOf(fourGroups, locFile(group(10) + group(11) + group(12) + group(13)));
  const std::string text = toString(*program);
  const auto again = programOf(text);
  const Procedure& p = procedureOf(*again, "P");
  EXPECT_EQ(linesOf(*again, *p.blocks[0]), (std::vector<unsigned>{11, 11, 11, 12, 12, 13, 12}));
  EXPECT_EQ(toString(*again), text);
}

TEST(Locations, WrongFiles) {
  const std::string program = "procedure P() { assert {:sourceloc_num 1} true; }";
  const auto expect = [&](const std::string& loc, const std::string& message) {
    EXPECT_EQ(diagnosticsOf(program, locFile(loc)), std::vector<std::string>{message}) << loc;
  };
  expect(group(1), "1:24: there is no location 1 in 't.loc', which has 1");
  expect("", "1:24: there is no location 1 in 't.loc', which has 0");
  expect(group(1) + group(2) + group(3),
         "0:0: has 3 locations, but 't.gbpl' uses 2; they do not belong together (without the "
         "file, the program is read without locations)");
  const std::string garbage = "0:0: not a file of source locations: group ";
  expect("hello", garbage + "0: it is not complete");
  expect(group(1) + "1\x1F", garbage + "1: it is not complete");
  expect("hello\x1D", garbage + "0: its last record is not complete");
  expect("hello\x1E\x1D",
         garbage + "0: a record needs the fields line, column, file and directory");
  expect(record("x", "1", "f", "d") + "\x1D", garbage + "0: the line is no number");
  expect(record("1", "", "f", "d") + "\x1D", garbage + "0: the column is no number");
  expect(record("1", "1", "f\n", "d") + "\x1D", garbage + "0: a path has control characters");
}

TEST(Locations, FileOfAProgramWithoutNumbersIsNotUsed) {
  EXPECT_TRUE(diagnosticsOf("procedure P() {}", locFile(group(1))).empty());
}

}  // namespace
}  // namespace barricade::test
