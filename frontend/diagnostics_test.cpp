#include "frontend/diagnostics.h"

#include <gtest/gtest.h>

namespace barricade {
namespace {

std::shared_ptr<const std::string> shared(const std::string& text) {
  return std::make_shared<const std::string>(text);
}

TEST(Diagnostics, PrintsLineAndCaret) {
  Diagnostics diagnostics;
  diagnostics.addText("a.gbpl", shared("first\n\tx := yy;\r\nlast"));
  Diagnostic& error = diagnostics.error({"a.gbpl", 2, 7, 2}, "unknown variable 'yy'");
  diagnostics.note(error, {"a.gbpl", 3, 1, 100}, "see here");
  EXPECT_EQ(diagnostics.toString(),
            "a.gbpl:2:7: error: unknown variable 'yy'\n"
            "  \tx := yy;\n"
            "  \t     ^~\n"
            "a.gbpl:3:1: note: see here\n"
            "  last\n"
            "  ^~~~\n");
}

TEST(Diagnostics, WithoutTextOrPlace) {
  Diagnostics diagnostics;
  diagnostics.error({"a.gbpl", 0, 0, 0}, "is empty");
  diagnostics.error({"k.cu", 3, 0, 1}, "this loop is irreducible");
  EXPECT_EQ(diagnostics.toString(),
            "a.gbpl: error: is empty\nk.cu:3: error: this loop is irreducible\n");
}

TEST(Diagnostics, CutsLongLinesAroundTheCaret) {
  Diagnostics diagnostics;
  std::string longLine(2001, 'x');
  longLine[1000] = 'y';
  diagnostics.addText("a", shared(longLine));
  diagnostics.error({"a", 1, 1001, 1}, "here");
  const std::string text = diagnostics.toString();
  EXPECT_LT(text.size(), 400u);
  const std::size_t line = text.find("  x");
  const std::size_t caretLine = text.find('\n', line) + 1;
  EXPECT_EQ(text[line + text.find('^') - caretLine], 'y');
}

TEST(Diagnostics, SortsByFileAndPlace) {
  Diagnostics diagnostics;
  diagnostics.addText("main", shared(""));
  diagnostics.addText("companion", shared(""));
  diagnostics.error({"companion", 1, 1, 1}, "3");
  diagnostics.warning({"main", 2, 5, 1}, "2");
  diagnostics.error({"main", 2, 4, 1}, "1");
  std::string order;
  for (const Diagnostic& diagnostic : diagnostics.sorted()) order += diagnostic.message;
  EXPECT_EQ(order, "123");
}

TEST(Diagnostics, KeepsAsManyAsTheLimitAndSaysSo) {
  Diagnostics diagnostics(2);
  for (unsigned i = 1; i <= 5; ++i) diagnostics.error({"a", i, 1, 1}, "wrong");
  EXPECT_TRUE(diagnostics.full());
  EXPECT_EQ(diagnostics.toString(),
            "a:1:1: error: wrong\na:2:1: error: wrong\n"
            "error: too many errors; only the first 2 are shown\n");
}

TEST(NearestName, FindsTypingErrorsOnly) {
  const auto suggestion = [](std::string_view name) {
    NearestName nearest(name);
    for (const char* candidate : {"BV32_ADD", "BV32_SUB", "$i.0", "x"}) nearest.consider(candidate);
    return nearest.suggestion();
  };
  EXPECT_EQ(suggestion("BV32_AD"), "; did you mean 'BV32_ADD'?");
  EXPECT_EQ(suggestion("BV32_SBU"), "; did you mean 'BV32_SUB'?");
  EXPECT_EQ(suggestion("$i.1"), "; did you mean '$i.0'?");
  EXPECT_EQ(suggestion("y"), "");
  EXPECT_EQ(suggestion("something_else"), "");
}

}  // namespace
}  // namespace barricade
