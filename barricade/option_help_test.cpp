#include "barricade/option_help.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "barricade/option_table.h"
#include "report/json_report.h"

namespace barricade {
namespace {

std::string documentation(const std::string& name) {
  std::ifstream in(std::string(BARRICADE_TESTSUITE) + "/../docs/" + name);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(OptionHelp, TheDocumentationIsUpToDate) {
  EXPECT_EQ(documentation("options.md"), optionsMarkdown())
      << "run: barricade document markdown > docs/options.md";
  EXPECT_EQ(documentation("barricade.1"), manualPage())
      << "run: barricade document man > docs/barricade.1";
}

TEST(OptionHelp, ACommandListsItsOptionsOnly) {
  std::string help = commandHelp(Command::Check);
  EXPECT_NE(help.find("usage: barricade check [options] FILE..."), std::string::npos);
  EXPECT_NE(help.find("--json=FILE"), std::string::npos);
  EXPECT_EQ(help.find("--loop-weight"), std::string::npos);
  EXPECT_NE(commandHelp(Command::Repair).find("--loop-weight=W"), std::string::npos);
}

TEST(OptionHelp, AsJsonItIsTheTable) {
  const Json document = Json::parse(optionsJson());
  ASSERT_EQ(document["options"].size(), optionTable().size());
  for (std::size_t i = 0; i < optionTable().size(); ++i) {
    const OptionSpec& spec = optionTable()[i];
    const Json& json = document["options"][i];
    EXPECT_EQ(json["name"], spec.name);
    EXPECT_EQ(json["argument"].is_null(), spec.kind == OptionKind::Flag) << spec.name;
    EXPECT_FALSE(json["commands"].empty()) << spec.name;
    if (spec.name == "stats") {
      EXPECT_EQ(json["kind"], "choice");
      EXPECT_EQ(json["implied"], "text");
    }
  }
}

TEST(OptionHelp, FitsATerminal) {
  for (const CommandSpec& spec : commandTable()) {
    std::string help = commandHelp(spec.command);
    for (std::size_t begin = 0; begin < help.size();) {
      std::size_t end = std::min(help.find('\n', begin), help.size());
      EXPECT_LE(end - begin, 100u) << help.substr(begin, end - begin);
      begin = end + 1;
    }
  }
}

}  // namespace
}  // namespace barricade
