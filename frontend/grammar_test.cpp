// The rule `program` of the grammar, which is the whole language in one piece, against the front
// end, which calls the rules of the parts: both must take the same texts.
#include <filesystem>
#include <fstream>

#include "frontend/antlr.h"
#include "frontend/reading_test.h"

namespace barricade::test {
namespace {

bool acceptedByGrammar(const std::string& text) {
  antlr4::ANTLRInputStream input(text);
  grammar::BarricadeLexer lexer(&input);
  antlr4::CommonTokenStream tokens(&lexer);
  grammar::BarricadeParser parser(&tokens);
  parser.removeErrorListeners();
  parser.program();
  return parser.getNumberOfSyntaxErrors() == 0;
}

TEST(Grammar, TakesEveryProgramOfTheTestSuite) {
  unsigned files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(BARRICADE_TESTSUITE)) {
    if (entry.path().extension() != ".gbpl") continue;
    std::ifstream file(entry.path());
    EXPECT_TRUE(acceptedByGrammar({std::istreambuf_iterator<char>(file), {}})) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 0u);
}

TEST(Grammar, AgreesWithTheFrontEnd) {
  for (const char* text : {"procedure P(); requires true;", "procedure P() requires true; {}",
                           "function f(): bool { true }", "implementation P() {} procedure P();",
                           "procedure P() { while (*) invariant true; {} }",
                           "axiom (exists a, b: bool, c: bv1 :: {a, b} {c} a);"}) {
    EXPECT_TRUE(acceptedByGrammar(text)) << text;
    EXPECT_TRUE(diagnosticsOf(text).empty()) << text;
  }
  for (const char* text :
       {"procedure P(); {}", "procedure P() requires true;", "function f(): bool { true };",
        "implementation P(); procedure P();", "procedure P() { while (*) {} invariant true; }",
        "axiom exists a: bool :: a;", "procedure P() { var a: bool; a := true; var b: bool; }"}) {
    EXPECT_FALSE(acceptedByGrammar(text)) << text;
    EXPECT_FALSE(diagnosticsOf(text).empty()) << text;
  }
}

// The first example of docs/ir.md is a program.
TEST(Grammar, TakesTheExampleOfTheReference) {
  std::ifstream file(BARRICADE_TESTSUITE "/../docs/ir.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  const std::size_t begin = page.find("\n```\n") + 5;
  const std::size_t end = page.find("```\n", begin);
  ASSERT_LT(end, page.size());
  const auto program = programOf(page.substr(begin, end - begin));
  EXPECT_EQ(program->kernels().size(), 1u);
  EXPECT_NE(program->barrier(), nullptr);
  EXPECT_EQ(program->arrays().size(), 1u);
}

}  // namespace
}  // namespace barricade::test
