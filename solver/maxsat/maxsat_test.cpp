// Minima against brute force, against a search of another kind, and under limits.
#include "solver/maxsat/maxsat.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "solver/maxsat/random_problem.h"

namespace barricade::sat {
namespace {

void expectMinimum(const WeightedCnf& problem, const Minimum& found,
                   const std::optional<Cost>& expected) {
  ASSERT_TRUE(found.complete);
  ASSERT_EQ(found.model.has_value(), expected.has_value());
  if (!expected) return;
  EXPECT_TRUE(satisfies(*found.model, problem));
  EXPECT_EQ(costOf(*found.model, problem), *expected);
  EXPECT_EQ(found.cost, *expected);
  EXPECT_EQ(found.lowerBound, *expected);
}

class AgainstBruteForce : public testing::TestWithParam<RandomShape> {};

TEST_P(AgainstBruteForce, TheMinimumIsFound) {
  std::mt19937 random(1);
  int feasible = 0;
  constexpr int rounds = 700;
  for (int round = 0; round < rounds && !HasFailure(); ++round) {
    SCOPED_TRACE(round);
    WeightedCnf problem = randomProblem(random, GetParam());
    auto expected = bruteForceMinimum(problem);
    feasible += expected.has_value();
    expectMinimum(problem, minimise(problem), expected);
  }
  EXPECT_GT(feasible, rounds / 20);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, AgainstBruteForce,
    testing::Values(
        RandomShape{},  // mixed clauses
        RandomShape{.variables = 11, .clauses = 20, .negative = 0},
        RandomShape{.variables = 11, .clauses = 18, .negative = 0, .largestWeight = 1},
        RandomShape{.variables = 6, .clauses = 16, .negative = 0.4},  // often infeasible
        RandomShape{.variables = 10,
                    .clauses = 20,
                    .longestClause = 3,
                    .negative = 0.3,
                    .largestWeight = 200},
        RandomShape{.variables = 9, .clauses = 16, .largestWeight = 2, .secondary = true},
        RandomShape{.variables = 9,
                    .clauses = 16,
                    .largestWeight = 3,
                    .secondary = true,
                    .negativeCosts = true},
        RandomShape{.variables = 3, .clauses = 4, .longestClause = 2},
        RandomShape{.variables = 13,
                    .clauses = 30,
                    .longestClause = 4,
                    .negative = 0.1,
                    .largestWeight = 20}),
    [](const auto& shape) { return "Shape" + std::to_string(shape.index); });

// Of larger problems the minimum is that of their parts, when they share no variable.
TEST(Minimise, IndependentPartsAddUp) {
  std::mt19937 random(2);
  for (int round = 0; round < 60 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    WeightedCnf whole;
    std::optional<Cost> sum = Cost{};
    for (int part = 0; part < 5; ++part) {
      const WeightedCnf problem = randomProblem(random, {.variables = 9,
                                                         .clauses = 14,
                                                         .negative = round % 2 == 0 ? 0.0 : 0.15,
                                                         .largestWeight = round % 3 == 0 ? 1 : 50,
                                                         .secondary = round % 5 == 0});
      const auto minimum = bruteForceMinimum(problem);
      sum = sum && minimum ? std::optional(*sum + *minimum) : std::nullopt;
      for (Clause clause : problem.clauses) {
        for (Literal& literal : clause) literal.variable += whole.variableCount();
        whole.clauses.push_back(std::move(clause));
      }
      whole.costs.insert(whole.costs.end(), problem.costs.begin(), problem.costs.end());
    }
    expectMinimum(whole, minimise(whole), sum);
  }
}

// Whenever the search is stopped, its bounds enclose the minimum and its model is one.
TEST(Minimise, AStoppedSearchReturnsSoundBounds) {
  std::mt19937 random(4);
  int incomplete = 0;
  for (int round = 0; round < 150 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    WeightedCnf problem = randomProblem(
        random, {.variables = 14, .clauses = 34, .negative = 0.1, .negativeCosts = round % 2 == 0});
    auto expected = bruteForceMinimum(problem);
    int questions = round % 12;
    Limits limits;
    limits.stop = [&] { return --questions < 0; };
    Minimum found = minimise(problem, limits);
    if (found.complete) {
      expectMinimum(problem, found, expected);
      continue;
    }
    ++incomplete;
    if (expected) {
      EXPECT_LE(found.lowerBound, *expected);
    }
    if (!found.model) continue;
    EXPECT_TRUE(satisfies(*found.model, problem));
    EXPECT_EQ(found.cost, costOf(*found.model, problem));
    EXPECT_GE(found.cost, *expected);
  }
  EXPECT_GT(incomplete, 0);
}

TEST(Minimise, CostsNearTheLimitAreExact) {
  std::mt19937 random(10);
  for (int round = 0; round < 200 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    WeightedCnf problem = randomProblem(
        random, {.variables = 9, .clauses = 14, .secondary = true, .negativeCosts = true});
    for (Cost& cost : problem.costs) {
      cost.primary *= std::int64_t{1} << 55;
      cost.secondary *= 1 << 24;
    }
    auto expected = bruteForceMinimum(problem);
    expectMinimum(problem, minimise(problem), expected);
  }
}

// Existing barriers (variables 0 and 1) are free to keep; the new ones cost. 1 diverges.
TEST(Minimise, KeepsFreeBarriersOnlyWhereClausesNeedThem) {
  WeightedCnf problem{{{0, 0}, {0, 0}, {10, 1}, {1, 1}, {0, 0}},
                      {{{0, true}, {2, true}}, {{1, true}, {2, true}, {3, true}}, {{1, false}}}};
  Minimum found = minimise(problem);
  ASSERT_TRUE(found.isOptimal());
  EXPECT_EQ(*found.model, (Model{true, false, false, true, false}));
  EXPECT_EQ(found.cost, (Cost{1, 1}));
}

TEST(Minimise, OfEqualsTheOneWithItsFirstVariablesOffIsChosen) {
  std::mt19937 random(12);
  for (int round = 0; round < 300 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    const WeightedCnf problem =
        randomProblem(random, {.variables = 7, .clauses = 9, .largestWeight = 2});
    const Minimum found = minimise(problem);
    if (!found.model) continue;
    for (unsigned bits = 0; bits < 1U << 7; ++bits) {
      Model other;
      for (unsigned v = 0; v < 7; ++v) other.push_back((bits >> v & 1U) != 0);
      if (satisfies(other, problem) && costOf(other, problem) == found.cost) {
        EXPECT_LE(*found.model, other);
      }
    }
  }
}

TEST(Minimise, SecondaryCostDecidesBetweenEquals) {
  // {0, 1} and {2} both cost 4; keeping 0 and 1, which exist, takes no edit.
  WeightedCnf problem{{{2, -1}, {2, -1}, {4, 1}}, {{{0, true}, {2, true}}, {{1, true}, {2, true}}}};
  EXPECT_EQ(minimise(problem).model, (Model{true, true, false}));
}

TEST(Minimise, NegativeCostMakesTruthPreferred) {
  WeightedCnf problem{{{0, -1}, {-5, 0}, {3, 0}},
                      {{{1, false}, {2, true}}, {{0, false}, {2, false}}}};
  Minimum found = minimise(problem);
  EXPECT_EQ(found.model, (Model{false, true, true}));
  EXPECT_EQ(found.cost, (Cost{-2, 0}));
}

TEST(Minimise, EdgesOfTheProblem) {
  EXPECT_EQ(minimise({}).model, Model{});
  EXPECT_EQ(minimise({{{7, 0}}, {}}).model, Model{false});
  EXPECT_TRUE(minimise({{{7, 0}}, {{}}}).isInfeasible());
  EXPECT_TRUE(minimise({{{7, 0}}, {{{0, true}}, {{0, false}}}}).isInfeasible());
  // Repeated and complementary literals in one clause.
  EXPECT_EQ(minimise({{{7, 0}}, {{{0, true}, {0, true}}}}).model, Model{true});
  EXPECT_EQ(minimise({{{7, 0}}, {{{0, true}, {0, false}}}}).model, Model{false});
  EXPECT_THROW(minimise({{{7, 0}}, {{{1, true}}}}), std::invalid_argument);
  EXPECT_THROW(minimise({{{maximumPrimarySum, 0}, {1, 0}}, {}}), std::invalid_argument);
}

TEST(BoundedStep, StaysPositiveAndBelowItsCeiling) {
  constexpr std::int64_t huge = std::int64_t{1} << 50;
  for (Cost ceiling : {Cost{0, 1}, Cost{0, huge}, Cost{1, -huge}, Cost{1, huge}, Cost{9, -huge},
                       Cost{9, huge}, Cost{3, -4}}) {
    Cost step = boundedStep(ceiling);
    EXPECT_GT(step, Cost{});
    EXPECT_LE(step, ceiling);
    EXPECT_LE(std::abs(step.secondary), maximumSecondarySum);
  }
}

}  // namespace
}  // namespace barricade::sat
