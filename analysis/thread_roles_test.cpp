// Roles of threads that wait for each other, and whether they form a circle.
#include "analysis/thread_roles.h"

#include "analysis/counters.h"
#include "analysis/test_kernel.h"

namespace barricade {
namespace {

using namespace test;

const std::string named = "procedure {:named_barrier} $pass($id : bv32, $count : bv32);\n";

std::string pass(unsigned id) {
  return "call $pass(" + std::to_string(id) + "bv32, 64bv32); ";
}

std::optional<std::size_t> rolesIn(const std::string& body) {
  const Analysed analysed(kernelText(body, {.size = "96"}, named));
  Terms terms(*analysed.program);
  const LaunchFacts launch = findLaunchFacts(terms, {}, analysed.procedure);
  const auto roles = findRoles(analysed.kernel(), launch, [](std::size_t) { return true; });
  return roles ? std::optional(roles->size()) : std::nullopt;
}

std::string loop(const std::string& body, const std::string& counter = "i") {
  return counter + " := 0bv32; while (ult(" + counter + ", $n)) { " + body + counter + " := add(" +
         counter + ", 1bv32); } ";
}

TEST(ThreadRoles, BranchesThatThreadsDecideDifferently) {
  EXPECT_EQ(rolesIn(pass(1)), 1u);
  EXPECT_EQ(rolesIn("if (ult(tid, 32bv32)) { " + pass(1) + "} else { " + pass(1) + "}"), 2u);
  EXPECT_EQ(rolesIn("if (ult(tid, 32bv32)) { " + pass(1) + "} else { if (ult(tid, 64bv32)) { " +
                    pass(1) + "} else { " + pass(2) + "} }"),
            3u);
  EXPECT_EQ(rolesIn("if (ult(tid, 32bv32)) { x := 1bv32; } " + pass(1)), 1u);
}

TEST(ThreadRoles, ThoseOfOneRoleDecideAlike) {
  const std::string turns =
      "if (and(i, 1bv32) == 0bv32) { " + pass(1) + "} else { " + pass(2) + "} ";
  EXPECT_EQ(rolesIn(loop(turns)), 1u);
  EXPECT_EQ(
      rolesIn("if (ult(tid, 32bv32)) { " + loop(turns) + "} else { " + loop(turns, "j") + "}"),
      std::nullopt);  // the second arm decides by i, which differs
  EXPECT_EQ(
      rolesIn("if (ult(tid, 32bv32)) { " + loop(turns) + "} else { " + loop(pass(1), "j") + "}"),
      2u);
}

TEST(ThreadRoles, WarpsThatTheirIdsLeadToOtherCalls) {
  const std::string ofWarp = "if (ult(tid, 32bv32)) { " + pass(1) + "} else { " + pass(2) + "} ";
  EXPECT_EQ(rolesIn(loop(ofWarp)), 2u);
  EXPECT_EQ(rolesIn(loop("if (ult(tid, 16bv32)) { " + pass(1) + "} else { " + pass(2) + "} ")),
            std::nullopt);
}

TEST(ThreadRoles, RolesThatChangeAreNotFollowed) {
  EXPECT_EQ(rolesIn(loop("if (add(tid, i) == 3bv32) { " + pass(1) + "} else { " + pass(2) + "} ")),
            std::nullopt);
  EXPECT_EQ(rolesIn("i := 0bv32; while (ult(i, tid)) { " + pass(1) + "i := add(i, 1bv32); } "),
            std::nullopt);
}

TEST(ThreadRoles, Circles) {
  EXPECT_FALSE(formCircle({}));
  EXPECT_FALSE(formCircle({{0, 1}, {0, 1}}));
  EXPECT_FALSE(formCircle({{0, 1}, {1, 2}, {2, 3}, {3, 4}}));
  EXPECT_TRUE(formCircle({{0, 1}, {1, 2}, {2, 0}}));
  EXPECT_TRUE(formCircle({{0}, {0}, {0}}));
  EXPECT_TRUE(formCircle({{0, 3}, {0, 1}, {1, 2}, {2, 3}}));
  EXPECT_FALSE(formCircle({{0}, {1}, {0, 1}}));
}

}  // namespace
}  // namespace barricade
