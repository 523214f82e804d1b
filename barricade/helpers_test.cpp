#include "barricade/helpers.h"

#include <gtest/gtest.h>

namespace barricade {
namespace {

TEST(Helpers, SourceAndFoldersAreForTheScripts) {
  EXPECT_TRUE(isForHelpers({"verify", "--errors=1", "a/kernel.cu"}));
  EXPECT_TRUE(isForHelpers({"repair", "kernel.cl", "--fix"}));
  EXPECT_TRUE(isForHelpers({"verify", BARRICADE_TESTSUITE}));
  EXPECT_TRUE(isForHelpers({"doctor"}));
}

TEST(Helpers, IrAndTheRestAreNot) {
  EXPECT_FALSE(isForHelpers({}));
  EXPECT_FALSE(isForHelpers({"--help"}));
  EXPECT_FALSE(isForHelpers({"verify", "kernel.gbpl", "--display-name=kernel.cu"}));
  EXPECT_FALSE(isForHelpers({"verify", "-"}));
  EXPECT_FALSE(isForHelpers({"verify", "--dump-queries", BARRICADE_TESTSUITE, "kernel.bpl"}));
  EXPECT_FALSE(isForHelpers({"check", "kernel.cu"}));
}

}  // namespace
}  // namespace barricade
