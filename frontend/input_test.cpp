// What is no IR text at all, and what is far too much of it.
#include "frontend/input.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "frontend/reading_test.h"

namespace barricade::test {
namespace {

class TemporaryDirectory {
 public:
  TemporaryDirectory()
      : path_(std::filesystem::temp_directory_path() /
              ("barricade-input-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~TemporaryDirectory() { std::filesystem::remove_all(path_); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

std::string errorsReading(const std::string& path, const ParseOptions& options = {}) {
  Diagnostics diagnostics;
  EXPECT_EQ(readProgram(path, options, diagnostics), nullptr);
  return diagnostics.toString();
}

TEST(Input, MissingFileAndDirectory) {
  const TemporaryDirectory directory;
  const std::string path = directory.path();
  EXPECT_EQ(errorsReading(path), path + ": error: is a directory, not a file\n");
  EXPECT_EQ(errorsReading(path + "/none"),
            path + "/none: error: cannot be opened: No such file or directory\n");
  const std::string file = directory.write("k.gbpl", "var x: bool;");
  EXPECT_EQ(errorsReading(file, {.companions = {path + "/no.bpl"}, .locFile = {}}),
            path + "/no.bpl: error: cannot be opened: No such file or directory\n");
  EXPECT_EQ(errorsReading(file, {.companions = {}, .locFile = path + "/no.loc"}),
            path + "/no.loc: error: cannot be opened: No such file or directory\n");
}

TEST(Input, EmptyAndBinary) {
  EXPECT_EQ(diagnosticsOf(""), std::vector<std::string>{"0:0: is empty"});
  EXPECT_EQ(diagnosticsOf(" \n\n"), std::vector<std::string>{"0:0: is empty"});
  EXPECT_EQ(diagnosticsOf("// nothing\n"), std::vector<std::string>{"0:0: has no declarations"});
  EXPECT_EQ(diagnosticsOf(std::string("var x: bool;\nv\0r", 16)),
            std::vector<std::string>{"2:2: this is no IR text but binary data"});
  EXPECT_EQ(diagnosticsOf("\x7f"
                          "ELF\x02\x01"),
            std::vector<std::string>{"1:5: this is no IR text but binary data"});
}

TEST(Input, Truncated) {
  const std::string text =
      "var A: [bv8]bv8;\nprocedure {:kernel} $k()\n{\n  var v0: bv8;\n$entry:\n"
      "  assert {:block_sourceloc} true;\n  v0 := A[1bv8];\n  return;\n}\n";
  ASSERT_TRUE(diagnosticsOf(text).empty());
  for (std::size_t size = 1; size + 1 < text.size(); ++size) {
    // Between declarations nothing is missing.
    if (size == 16 || size == 17) continue;
    EXPECT_FALSE(diagnosticsOf(text.substr(0, size)).empty()) << size;
  }
}

std::string repeated(const std::string& text, std::size_t count) {
  std::string result;
  result.reserve(text.size() * count);
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

TEST(Input, NestedTooDeeply) {
  const std::size_t n = 100'000;
  const std::string b = "var b: bool; function f(bool): bool;\n";
  for (const std::string& text :
       {b + "axiom " + repeated("(", n) + "b" + repeated(")", n) + ";",
        b + "axiom " + repeated("(", n), b + "axiom " + repeated("f(", n) + "b;",
        b + "axiom " + repeated("if ", n) + "b;",
        b + "axiom " + repeated("(forall x: bool :: ", n) + "b;", b + "var x: " + repeated("[", n),
        b + "var x: " + repeated("[bool]", n) + "bool;",
        b + "procedure P() { " + repeated("if (b) { ", n),
        b + "procedure P() { " + repeated("if (b) { } else ", n) + "{ } }"}) {
    const auto diagnostics = diagnosticsOf(text);
    ASSERT_FALSE(diagnostics.empty());
    EXPECT_NE(diagnostics[0].find("nested too deeply (more than 2000 levels)"), std::string::npos)
        << diagnostics[0];
  }
  for (const std::string& text : {b + "axiom " + repeated("!", n) + "b;",
                                  b + "axiom " + repeated("if b then b else ", n) + "b;"})
    EXPECT_EQ(diagnosticsOf(text).size(), 1u);
}

// What is nested as deeply as the limits allow is read, printed and read again.
TEST(Input, NestedDeeply) {
  const std::size_t n = 1000;
  for (const std::string& text :
       {"axiom " + repeated("!(", n) + "b" + repeated(")", n) + ";",
        "axiom " + repeated("f(", n) + "b" + repeated(")", n) + ";",
        "procedure P() { " + repeated("if (b) { ", n) + repeated("}", n) + " }"}) {
    const auto program = programOf("var b: bool; function f(bool): bool;\n" + text);
    EXPECT_TRUE(diagnosticsOf(toString(*program)).empty());
  }
}

TEST(Input, HugeTokens) {
  std::string huge;
  huge.resize(100'000'000, '1');
  EXPECT_EQ(diagnosticsOf("var x: bool;\naxiom " + huge + "bv8 == 1bv8;"),
            std::vector<std::string>{"2:7: a name or number of more than 1000000 characters"});
  // Wide literals are fine.
  const auto program = programOf("axiom 1" + std::string(900, '0') + "bv3104 == 0bv3104;");
  EXPECT_EQ(program->axioms().front()->condition->arg(0)->value(),
            boost::multiprecision::pow(BigInt(10), 900));
}

TEST(Input, ManyOfEverything) {
  std::string text;
  for (int i = 20000; i > 0; --i)
    text += "type t" + std::to_string(i) + " = t" + std::to_string(i - 1) + ";\n";
  text += "type t0 = bv8;\nprocedure P() {\n";
  for (int i = 0; i < 20000; ++i)
    text += "l" + std::to_string(i) + ": goto l" + std::to_string(i * 7919 % 20000) + ";\n";
  const auto program = programOf(text + "}\n");
  EXPECT_EQ(procedureOf(*program, "P").blocks.size(), 20000u);
}

}  // namespace
}  // namespace barricade::test
