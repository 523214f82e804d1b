// The value of --check.
#include "barricade/check_list.h"

#include <gtest/gtest.h>

namespace barricade {
namespace {

Checks checks(std::string_view text) {
  const auto parsed = parseChecks(text);
  EXPECT_TRUE(std::holds_alternative<Checks>(parsed)) << text;
  return std::holds_alternative<Checks>(parsed) ? std::get<Checks>(parsed) : Checks{};
}

TEST(CheckList, OnlyWhatIsNamedIsChecked) {
  const Checks bounds = checks("bounds");
  EXPECT_FALSE(bounds.races);
  EXPECT_FALSE(bounds.divergence);
  EXPECT_EQ(bounds.bounds, CheckDepth::Full);
  EXPECT_EQ(bounds.uninitialized, CheckDepth::Off);
  const Checks several = checks("races, uninitialized");
  EXPECT_TRUE(several.races);
  EXPECT_EQ(several.uninitialized, CheckDepth::Full);
  EXPECT_EQ(several.bounds, CheckDepth::Off);
}

TEST(CheckList, WhatIsNamedGoesBeforeTheDefault) {
  EXPECT_EQ(checks("default").bounds, CheckDepth::Shown);
  EXPECT_EQ(checks("bounds,default").bounds, CheckDepth::Full);
  EXPECT_EQ(checks("default,bounds").bounds, CheckDepth::Full);
  EXPECT_EQ(checks("all").uninitialized, CheckDepth::Full);
  EXPECT_EQ(checks("all").overflow, CheckDepth::Full);
  EXPECT_EQ(checks("all").misaligned, CheckDepth::Full);
  EXPECT_EQ(checks("default").overflow, CheckDepth::Shown);
  EXPECT_EQ(checks("default").misaligned, CheckDepth::Shown);
  EXPECT_EQ(checks("default,bounds").uninitialized, CheckDepth::Shown);
}

TEST(CheckList, AWrongNameIsNamed) {
  for (const char* text : {"", "races,", "race", "bounds races"})
    EXPECT_TRUE(std::holds_alternative<std::string>(parseChecks(text))) << text;
  EXPECT_EQ(std::get<std::string>(parseChecks("races,bound")),
            "takes names of checks, separated by commas (races, divergence, bounds, uninitialized, "
            "overflow, misaligned, default, all); 'bound' is none; did you mean 'bounds'?");
}

}  // namespace
}  // namespace barricade
