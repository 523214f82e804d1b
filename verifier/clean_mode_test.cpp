// What a process tells of a mode in which nothing goes wrong, and modes that are looked at by
// several.
#include "verifier/clean_mode.h"

#include "verifier/test_kernel.h"
#include "verifier/verify.h"

namespace barricade::test {
namespace {

TEST(CleanMode, ItsTextSaysAll) {
  CleanMode mode;
  mode.under = {true, {{2, "width"}, {3, "n"}}};
  mode.notes = {"memory fences are ignored", "taken as 1: blockDim.y"};
  mode.statistics.solverSeconds = 0.25;
  mode.statistics.queries["races between groups (rows)"] = {5, 1, 2, 0.125, 1ULL << 40};
  mode.statistics.counters["candidates tried"] = 7;
  const CleanMode read = cleanModeFrom(toText(mode));
  EXPECT_TRUE(read.under.known);
  EXPECT_EQ(read.under.notNegative, mode.under.notNegative);
  EXPECT_EQ(read.notes, mode.notes);
  EXPECT_EQ(read.statistics.solverSeconds, 0.25);
  EXPECT_EQ(read.statistics.counters, mode.statistics.counters);
  ASSERT_EQ(read.statistics.queries.size(), 1U);
  const QueryStatistics& query = read.statistics.queries.at("races between groups (rows)");
  EXPECT_EQ(query.count, 5U);
  EXPECT_EQ(query.satisfiable, 1U);
  EXPECT_EQ(query.unknown, 2U);
  EXPECT_EQ(query.seconds, 0.125);
  EXPECT_EQ(query.work, 1ULL << 40);
  EXPECT_FALSE(cleanModeFrom(toText({})).under.known);
}

}  // namespace
}  // namespace barricade::test
