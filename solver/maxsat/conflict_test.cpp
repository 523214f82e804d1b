#include "solver/maxsat/conflict.h"

#include <gtest/gtest.h>

#include "solver/maxsat/random_problem.h"

namespace barricade::sat {
namespace {

TEST(ConflictingClauses, NamesTheRaceAndTheDivergences) {
  WeightedCnf problem{
      std::vector<Cost>(3),
      {{{2, true}}, {{0, true}, {1, true}}, {{0, false}}, {{2, true}, {0, true}}, {{1, false}}}};
  EXPECT_EQ(conflictingClauses(problem), (std::vector<std::size_t>{1, 2, 4}));
}

TEST(ConflictingClauses, AnEmptyClauseIsAConflictOfItsOwn) {
  EXPECT_EQ(conflictingClauses({{{}}, {{{0, true}}, {}}}), (std::vector<std::size_t>{1}));
}

TEST(ConflictingClauses, RandomConflictsAreMinimal) {
  std::mt19937 random(6);
  int conflicts = 0;
  for (int round = 0; round < 100 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    WeightedCnf problem = randomProblem(
        random,
        {.variables = 9, .clauses = 60, .shortestClause = 3, .longestClause = 3, .negative = 0.5});
    auto conflict = conflictingClauses(problem);
    ASSERT_EQ(conflict.empty(), bruteForceMinimum(problem).has_value());
    conflicts += !conflict.empty();
    WeightedCnf core{problem.costs, {}};
    for (std::size_t c : conflict) core.clauses.push_back(problem.clauses[c]);
    if (!conflict.empty()) {
      EXPECT_FALSE(bruteForceMinimum(core));
    }
    for (std::size_t i = 0; i < conflict.size(); ++i) {
      WeightedCnf rest = core;
      rest.clauses.erase(rest.clauses.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_TRUE(bruteForceMinimum(rest));
    }
  }
  EXPECT_GT(conflicts, 50);
}

TEST(SoleSupports, NamesAClauseThatOnlyThisVariableSatisfies) {
  WeightedCnf problem{std::vector<Cost>(4),
                      {{{0, true}, {1, true}},
                       {{3, false}, {1, true}},
                       {{0, true}, {3, true}},
                       {{2, true}, {0, true}}}};
  auto supports = soleSupports(problem, {true, true, true, false});
  EXPECT_EQ(supports[0], 2U);
  EXPECT_EQ(supports[1], std::nullopt);
  EXPECT_EQ(supports[2], std::nullopt);
  EXPECT_EQ(supports[3], std::nullopt);
}

}  // namespace
}  // namespace barricade::sat
