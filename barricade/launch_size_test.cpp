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
  EXPECT_EQ(read("[16,16]"), "[16,16]");
  EXPECT_EQ(read("16,16"), "[16,16]");
  EXPECT_EQ(read("16"), "[16]");
  EXPECT_EQ(read(" [ 64 , * ] "), "[64,*]");
  EXPECT_EQ(read("*"), "[*]");
  EXPECT_EQ(read("1,2,3"), "[1,2,3]");
  EXPECT_EQ(read("0064"), "[64]");
  EXPECT_EQ(read("4294967295"), "[4294967295]");
}

TEST(LaunchSize, WhatIsWrong) {
  EXPECT_EQ(read("[16,16"), "error: has an unmatched bracket");
  EXPECT_EQ(read("1,2,3,4"), "error: has more than 3 dimensions");
  EXPECT_EQ(read("0"), "error: must be positive");
  EXPECT_EQ(read("4294967296"), "error: must be below 2^32");
  EXPECT_EQ(read("99999999999999999999999999"), "error: must be below 2^32");
  for (const char* text : {"", "[]", "16,", "-1", "1.5", "16x16", "n"}) {
    EXPECT_EQ(read(text), "error: must be positive numbers or `*`, as in [16,16]") << text;
  }
}

}  // namespace
}  // namespace barricade
