// Loops that are shown to end after few iterations are run to their end; what is not shown is not
// taken. Runs confirm nothing here.
#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

// Each block stores at the row and column of its pair in the upper triangle of 4 by 4.
std::string pairOfBlock(const std::string& pitch) {
  return "i := gid; j := 0bv32; while (uge(i, sub(4bv32, j))) { i := sub(i, sub(4bv32, j)); "
         "j := add(j, 1bv32); } $$g[add(mul(add(mul(j, " +
         pitch + "bv32), add(j, i)), size), tid)] := gid;";
}

TEST(BoundedLoops, LeaveBehindWhatIsExact) {
  EXPECT_EQ(verdictOf(pairOfBlock("4"), {.groups = "10"}), "verified");
  EXPECT_EQ(verdictOf(pairOfBlock("2"), {.groups = "10"}), "race");
}

// Threads meet after the last iteration only, which may be more than the few that are run.
TEST(BoundedLoops, AreToBeShownToEnd) {
  for (const char* most : {"5", "63", "64", "65", "90"})
    EXPECT_EQ(verdictOf("x := add(tid, 5bv32); i := 0bv32; while (ult(2bv32, x) && ult(i, " +
                        std::string(most) +
                        "bv32)) { x := add(3bv32, and(mul(x, 5bv32), 7bv32)); "
                        "i := add(i, 1bv32); } $$g[i] := tid;"),
              "race")
        << most;
}

}  // namespace
}  // namespace barricade::test
