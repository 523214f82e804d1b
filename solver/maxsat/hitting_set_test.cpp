#include "solver/maxsat/hitting_set.h"

#include <gtest/gtest.h>

#include "solver/maxsat/random_problem.h"

namespace barricade::sat {
namespace {

TEST(GreedyHittingSet, TakesTheMostOpenClausesPerUnitOfWeight) {
  // Variable 2 hits all three clauses for 5; 0 and 1 together for 4.
  WeightedCnf problem{
      {{2, 0}, {2, 0}, {5, 0}},
      {{{0, true}, {2, true}}, {{0, true}, {1, true}, {2, true}}, {{1, true}, {2, true}}}};
  EXPECT_EQ(greedyHittingSet(problem), (Model{true, true, false}));
  problem.costs[2] = {2, 0};
  EXPECT_EQ(greedyHittingSet(problem), (Model{false, false, true}));
}

TEST(GreedyHittingSet, BreaksTiesByIndex) {
  EXPECT_EQ(greedyHittingSet({{{3, 0}, {3, 0}}, {{{1, true}, {0, true}}}}), (Model{true, false}));
}

TEST(GreedyHittingSet, PrefersFreeVariables) {
  EXPECT_EQ(greedyHittingSet({{{1, 0}, {0, 0}}, {{{0, true}, {1, true}}}}), (Model{false, true}));
}

TEST(GreedyHittingSet, DropsWhatLaterChoicesMakeRedundant) {
  // Greedy takes 0 (3 clauses), then 1 and 2 for the rest, which hit the clauses of 0 as well.
  WeightedCnf problem{{{1, 0}, {1, 0}, {1, 0}, {9, 0}, {9, 0}},
                      {{{0, true}, {1, true}},
                       {{0, true}, {2, true}},
                       {{0, true}, {1, true}, {2, true}},
                       {{1, true}, {3, true}},
                       {{2, true}, {4, true}}}};
  EXPECT_EQ(greedyHittingSet(problem), (Model{false, true, true, false, false}));
}

TEST(GreedyHittingSet, HonoursDivergenceUnits) {
  WeightedCnf problem{{{1, 0}, {100, 0}}, {{{0, true}, {1, true}}, {{0, false}}}};
  EXPECT_EQ(greedyHittingSet(problem), (Model{false, true}));
}

TEST(GreedyHittingSet, NothingWhenANegativeClauseBreaks) {
  EXPECT_EQ(greedyHittingSet({{{1, 0}}, {{{0, true}}, {{0, false}}}}), std::nullopt);
  EXPECT_EQ(greedyHittingSet({{{1, 0}}, {{}}}), std::nullopt);
}

TEST(GreedyHittingSet, RandomResultsAreIrredundantModels) {
  std::mt19937 random(5);
  int found = 0;
  for (int round = 0; round < 2000 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    bool positive = round % 2 == 0;
    WeightedCnf problem = randomProblem(random, {.variables = 10,
                                                 .clauses = 14,
                                                 .negative = positive ? 0.0 : 0.25,
                                                 .secondary = true,
                                                 .negativeCosts = round % 4 == 1});
    auto model = greedyHittingSet(problem);
    if (positive) {
      ASSERT_TRUE(model);
    }
    if (!model) continue;
    ++found;
    ASSERT_TRUE(satisfies(*model, problem));
    EXPECT_GE(costOf(*model, problem), *bruteForceMinimum(problem));
    for (std::size_t v = 0; v < model->size(); ++v) {
      bool wanted = problem.costs[v] < Cost{};
      if ((*model)[v] == wanted) continue;
      Model other = *model;
      other[v] = wanted;
      EXPECT_FALSE(satisfies(other, problem)) << "variable " << v << " is redundant";
    }
  }
  EXPECT_GT(found, 1200);
}

}  // namespace
}  // namespace barricade::sat
