// The two engines against brute force, against each other, and under limits.
#include "solver/maxsat.h"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

#include "solver/random_problem.h"

namespace barricade::sat {
namespace {

constexpr std::array engines{Engine::Automatic, Engine::BranchAndBound, Engine::CoreGuided};

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

TEST_P(AgainstBruteForce, AllEnginesAgree) {
  std::mt19937 random(1);
  int feasible = 0;
  constexpr int rounds = 700;
  for (int round = 0; round < rounds && !HasFailure(); ++round) {
    SCOPED_TRACE(round);
    WeightedCnf problem = randomProblem(random, GetParam());
    auto expected = bruteForceMinimum(problem);
    feasible += expected.has_value();
    for (Engine engine : engines) {
      SCOPED_TRACE(static_cast<int>(engine));
      expectMinimum(problem, minimise(problem, {}, engine), expected);
    }
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

TEST(Minimise, EnginesAgreeBeyondBruteForce) {
  std::mt19937 random(2);
  for (int round = 0; round < 60 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    WeightedCnf problem = randomProblem(random, {.variables = 45,
                                                 .clauses = 80,
                                                 .longestClause = 6,
                                                 .negative = round % 2 == 0 ? 0.0 : 0.15,
                                                 .largestWeight = round % 3 == 0 ? 1 : 50,
                                                 .secondary = round % 5 == 0});
    Minimum coreGuided = minimise(problem, {}, Engine::CoreGuided);
    Limits patient;
    patient.branchAndBoundEffort = 20'000'000;
    Minimum branched = minimise(problem, patient, Engine::BranchAndBound);
    ASSERT_TRUE(coreGuided.complete);
    expectMinimum(problem, branched,
                  coreGuided.model ? std::optional(coreGuided.cost) : std::nullopt);
  }
}

TEST(Minimise, FallsBackToCoresWhenBranchingTakesTooLong) {
  std::mt19937 random(3);
  Limits hasty;
  hasty.branchAndBoundEffort = 1;
  int cutShort = 0;
  for (int round = 0; round < 40 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    WeightedCnf problem = randomProblem(
        random, {.variables = 14, .clauses = 40, .longestClause = 6, .negative = 0.1});
    auto expected = bruteForceMinimum(problem);
    expectMinimum(problem, minimise(problem, hasty), expected);
    Minimum branched = minimise(problem, hasty, Engine::BranchAndBound);
    cutShort += !branched.complete;
    if (!expected) continue;
    EXPECT_LE(branched.lowerBound, *expected);
    if (branched.model) {
      EXPECT_GE(branched.cost, *expected);
    }
  }
  EXPECT_GT(cutShort, 0);
}

// Whenever an engine is stopped, its bounds enclose the minimum and its model is one.
TEST(Minimise, StoppedEnginesReturnSoundBounds) {
  std::mt19937 random(4);
  int incomplete = 0;
  for (int round = 0; round < 150 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    WeightedCnf problem = randomProblem(
        random, {.variables = 14, .clauses = 34, .negative = 0.1, .negativeCosts = round % 2 == 0});
    auto expected = bruteForceMinimum(problem);
    for (Engine engine : engines) {
      int questions = round % 12;
      Limits limits;
      limits.stop = [&] { return --questions < 0; };
      Minimum found = minimise(problem, limits, engine);
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
  }
  EXPECT_GT(incomplete, 0);
}

// Pairs that do not fit one integer take another way through the engines.
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
    for (Engine engine : engines) {
      expectMinimum(problem, minimise(problem, {}, engine), expected);
    }
  }
}

// Existing barriers (variables 0 and 1) are free to keep; the new ones cost. 1 diverges.
TEST(Minimise, KeepsFreeBarriersOnlyWhereClausesNeedThem) {
  WeightedCnf problem{{{0, 0}, {0, 0}, {10, 1}, {1, 1}, {0, 0}},
                      {{{0, true}, {2, true}}, {{1, true}, {2, true}, {3, true}}, {{1, false}}}};
  for (Engine engine : engines) {
    Minimum found = minimise(problem, {}, engine);
    ASSERT_TRUE(found.isOptimal());
    EXPECT_EQ(*found.model, (Model{true, false, false, true, false}));
    EXPECT_EQ(found.cost, (Cost{1, 1}));
  }
}

TEST(Minimise, SecondaryCostDecidesBetweenEquals) {
  // {0, 1} and {2} both cost 4; keeping 0 and 1, which exist, takes no edit.
  WeightedCnf problem{{{2, -1}, {2, -1}, {4, 1}}, {{{0, true}, {2, true}}, {{1, true}, {2, true}}}};
  for (Engine engine : engines) {
    EXPECT_EQ(minimise(problem, {}, engine).model, (Model{true, true, false}));
  }
}

TEST(Minimise, NegativeCostMakesTruthPreferred) {
  WeightedCnf problem{{{0, -1}, {-5, 0}, {3, 0}},
                      {{{1, false}, {2, true}}, {{0, false}, {2, false}}}};
  for (Engine engine : engines) {
    Minimum found = minimise(problem, {}, engine);
    EXPECT_EQ(found.model, (Model{false, true, true}));
    EXPECT_EQ(found.cost, (Cost{-2, 0}));
  }
}

TEST(Minimise, EdgesOfTheProblem) {
  for (Engine engine : engines) {
    EXPECT_EQ(minimise({}, {}, engine).model, Model{});
    EXPECT_EQ(minimise({{{7, 0}}, {}}, {}, engine).model, Model{false});
    EXPECT_TRUE(minimise({{{7, 0}}, {{}}}, {}, engine).isInfeasible());
    EXPECT_TRUE(minimise({{{7, 0}}, {{{0, true}}, {{0, false}}}}, {}, engine).isInfeasible());
    // Repeated and complementary literals in one clause.
    EXPECT_EQ(minimise({{{7, 0}}, {{{0, true}, {0, true}}}}, {}, engine).model, Model{true});
    EXPECT_EQ(minimise({{{7, 0}}, {{{0, true}, {0, false}}}}, {}, engine).model, Model{false});
    EXPECT_THROW(minimise({{{7, 0}}, {{{1, true}}}}, {}, engine), std::invalid_argument);
    EXPECT_THROW(minimise({{{maximumPrimarySum, 0}, {1, 0}}, {}}, {}, engine),
                 std::invalid_argument);
  }
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
