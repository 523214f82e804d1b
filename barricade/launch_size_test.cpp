#include "barricade/launch_size.h"

#include <gtest/gtest.h>

namespace barricade {
namespace {

std::string read(std::string_view text) {
  auto result = parseLaunchSizes(text);
  if (auto* problem = std::get_if<std::string>(&result)) return "error: " + *problem;
  return toString(std::get<LaunchSizes>(result));
}

TEST(LaunchSize, AllSpellings) {
  const std::pair<const char*, const char*> spellings[] = {
      {"[16,16]", "[16,16]"}, {"16,16", "[16,16]"},
      {"16", "[16]"},         {" [ 64 , * ] ", "[64,*]"},
      {"*", "[*]"},           {"1,2,3", "[1,2,3]"},
      {"0064", "[64]"},       {"4294967295", "[4294967295]"}};
  for (const auto& [text, sizes] : spellings) EXPECT_EQ(read(text), sizes);
}

TEST(LaunchSize, WhatIsWrong) {
  const std::pair<const char*, const char*> mistakes[] = {
      {"[16,16", "has an unmatched bracket"},
      {"1,2,3,4", "has more than 3 dimensions"},
      {"0", "must be positive"},
      {"4294967296", "must be below 2^32"},
      {"99999999999999999999999999", "must be below 2^32"}};
  for (const auto& [text, what] : mistakes) EXPECT_EQ(read(text), std::string("error: ") + what);
  for (const char* text : {"", "[]", "16,", "-1", "1.5", "16x16", "n"})
    EXPECT_EQ(read(text), "error: must be positive numbers or `*`, as in [16,16]") << text;
}

}  // namespace
}  // namespace barricade
