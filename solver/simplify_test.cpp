// What the bounds and reductions promise, against brute force. The search engines rely on these
// promises; an error here could hide behind another engine's answer.
#include "solver/simplify.h"

#include <gtest/gtest.h>

#include "solver/lagrangian.h"
#include "solver/random_problem.h"

namespace barricade::sat {
namespace {

TEST(Simplify, KeepsTheMinimumAndSeparatesTheParts) {
  std::mt19937 random(8);
  int components = 0;
  for (int round = 0; round < 3000 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    WeightedCnf problem = randomProblem(random, {.variables = 12,
                                                 .clauses = 4 + round % 20,
                                                 .longestClause = 2 + round % 4,
                                                 .negative = round % 3 * 0.2});
    auto expected = bruteForceMinimum(problem);
    auto simplified = simplify(problem);
    if (!simplified) {
      EXPECT_FALSE(expected);
      continue;
    }
    std::optional<Cost> sum = simplified->cost;
    std::vector<bool> used(problem.costs.size(), false);
    for (const Component& component : simplified->components) {
      ++components;
      for (int v : component.variables) {
        EXPECT_FALSE(used[static_cast<std::size_t>(v)]);
        used[static_cast<std::size_t>(v)] = true;
      }
      auto part = bruteForceMinimum(component.problem);
      sum = sum && part ? std::optional(*sum + *part) : std::nullopt;
    }
    EXPECT_EQ(sum, expected);
  }
  EXPECT_GT(components, 300);
}

TEST(Simplify, ACheaperVariableThatIsBarredDoesNotDominate) {
  // 0 hits what 1 hits and costs less, but is barred where 1 is not: 1 must stay possible.
  WeightedCnf barred{{{1, 0}, {2, 0}, {9, 0}}, {{{0, true}, {1, true}}, {{0, false}, {2, true}}}};
  EXPECT_EQ(bruteForceMinimum(barred), (Cost{2, 0}));
  auto simplified = simplify(barred);
  ASSERT_TRUE(simplified);
  Cost sum = simplified->cost;
  for (const Component& part : simplified->components) sum += *bruteForceMinimum(part.problem);
  EXPECT_EQ(sum, (Cost{2, 0}));
}

TEST(LagrangianBound, IsABoundAndForcesOnlyWhatCheaperModelsShare) {
  std::mt19937 random(9);
  int tight = 0;
  int forced = 0;
  for (int round = 0; round < 1500 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    WeightedCnf problem = randomProblem(random, {.variables = 10,
                                                 .clauses = 16,
                                                 .negative = round % 2 * 0.2,
                                                 .largestWeight = 1 + round % 9});
    auto minimum = bruteForceMinimum(problem);
    if (!minimum) continue;
    Cost limit = *minimum + Cost{1 + round % 3, 0};
    auto bound = lagrangianBound(problem, limit, 60);
    if (!bound) continue;  // nothing costs anything
    EXPECT_LE(bound->total, *minimum);
    tight += bound->total == *minimum;
    for (Literal literal : bound->forced) {
      ++forced;
      WeightedCnf opposite = problem;
      opposite.clauses.push_back({~literal});
      auto otherwise = bruteForceMinimum(opposite);
      if (otherwise) {
        EXPECT_GE(*otherwise, limit);
      }
    }
  }
  EXPECT_GT(tight, 500);
  EXPECT_GT(forced, 1000);
}

TEST(LagrangianBound, BeatsDisjointClauses) {
  // A triangle: any two of its clauses share a variable, yet two variables are needed.
  WeightedCnf triangle{{{1, 0}, {1, 0}, {1, 0}},
                       {{{0, true}, {1, true}}, {{1, true}, {2, true}}, {{2, true}, {0, true}}}};
  EXPECT_EQ(lagrangianBound(triangle, {3, 0}, 60)->total, (Cost{2, 0}));
}

}  // namespace
}  // namespace barricade::sat
