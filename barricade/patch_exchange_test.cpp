#include "barricade/patch_exchange.h"

#include <gtest/gtest.h>

#include <fstream>

#include <unistd.h>

namespace barricade {
namespace {

TEST(PatchExchange, ALineIsAPatchOrNone) {
  const auto verified = parsePatch(
      R"({"status": "verified", "diff": "--- a\n", "left_out": ["why"], "files": [{"path": "/k.cu",
          "replacements": [{"start_line": 3, "start_column": 1, "end_line": 4, "end_column": 2,
                            "text": "x"}]}]})");
  ASSERT_TRUE(verified);
  EXPECT_EQ(verified->status, Patch::Status::Verified);
  EXPECT_EQ(verified->diff, "--- a\n");
  EXPECT_EQ(verified->leftOut, std::vector<std::string>{"why"});
  ASSERT_EQ(verified->files.size(), 1U);
  EXPECT_EQ(verified->files[0].path, "/k.cu");
  EXPECT_EQ(verified->files[0].replacements.at(0).endColumn, 2U);
  EXPECT_EQ(parsePatch(R"({"status": "withheld", "reason": "no"})")->reason, "no");
  EXPECT_EQ(parsePatch(R"({"status": "none"})")->status, Patch::Status::None);
  for (const char* text : {"", "{", "[]", "{}", R"({"status": 1})", R"({"status": "fine"})",
                           R"({"status": "withheld"})", R"({"status": "verified", "diff": ""})"})
    EXPECT_FALSE(parsePatch(text)) << text;
}

TEST(PatchExchange, WithoutAnAnswerThePatchIsWithheld) {
  const std::string folder = testing::TempDir() + "barricade_exchange" + std::to_string(getpid());
  Settings settings;
  EXPECT_FALSE(makesPatches(settings));
  settings.report.editsTo = folder + ".edits";
  settings.report.patchFrom = folder + ".patch";
  EXPECT_TRUE(makesPatches(settings));
  EXPECT_EQ(exchangePatch(settings, {{"a", 1}}).reason, "no patch was made");
  std::string line;
  std::getline(std::ifstream(settings.report.editsTo), line);
  EXPECT_EQ(line, "{\"a\":1}");
  std::ofstream(settings.report.patchFrom) << "nonsense\n";
  EXPECT_EQ(exchangePatch(settings, {}).reason, "what was made is no patch");
  std::ofstream(settings.report.patchFrom) << "{\"status\": \"none\"}\n";
  EXPECT_EQ(exchangePatch(settings, {}).status, Patch::Status::None);
  settings.report.editsTo = "/no/such/folder/edits";
  EXPECT_EQ(exchangePatch(settings, {}).status, Patch::Status::Withheld);
  unlink((folder + ".edits").c_str());
  unlink((folder + ".patch").c_str());
}

}  // namespace
}  // namespace barricade
