// Certificates are read back by a small checker that knows nothing of the writer, and their claimed
// optimum is confirmed by brute force.
#include "solver/maxsat/certificate.h"

#include <gtest/gtest.h>

#include <sstream>

#include "solver/maxsat/maxsat.h"
#include "solver/maxsat/random_problem.h"

namespace barricade::sat {
namespace {

struct Wcnf {
  std::vector<std::vector<int>> hard;
  std::vector<std::pair<std::int64_t, std::vector<int>>> soft;
  std::int64_t claimedOptimum = -1;
  std::string claimedModel;
  std::vector<std::string> commentBefore;  // of each hard clause
};

Wcnf read(const std::string& text) {
  Wcnf result;
  std::istringstream lines(text);
  std::string lastComment;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first;
    words >> first;
    if (first == "c") {
      lastComment = line;
      std::string second;
      words >> second;
      if (second == "o") words >> result.claimedOptimum;
      if (second == "v") words >> result.claimedModel;
      continue;
    }
    std::vector<int> literals;
    for (int literal = 0; words >> literal;) literals.push_back(literal);
    EXPECT_FALSE(literals.empty()) << line;
    EXPECT_EQ(literals.back(), 0) << line;
    literals.pop_back();
    if (first == "h") {
      result.hard.push_back(literals);
      result.commentBefore.push_back(lastComment);
    } else {
      EXPECT_GE(std::stoll(first), 1) << line;
      result.soft.emplace_back(std::stoll(first), literals);
    }
  }
  return result;
}

bool holds(const std::vector<int>& clause, unsigned model) {
  for (int literal : clause) {
    bool value = (model >> (std::abs(literal) - 1) & 1U) != 0;
    if (value == (literal > 0)) return true;
  }
  return false;
}

// The weight of the violated soft clauses, or -1 when a hard clause is violated.
std::int64_t price(const Wcnf& wcnf, unsigned model) {
  for (const auto& clause : wcnf.hard) {
    if (!holds(clause, model)) return -1;
  }
  std::int64_t sum = 0;
  for (const auto& [weight, clause] : wcnf.soft) sum += holds(clause, model) ? 0 : weight;
  return sum;
}

void confirm(const Wcnf& wcnf) {
  unsigned claimed = 0;
  for (std::size_t v = 0; v < wcnf.claimedModel.size(); ++v) {
    if (wcnf.claimedModel[v] == '1') claimed |= 1U << v;
  }
  EXPECT_EQ(price(wcnf, claimed), wcnf.claimedOptimum);
  for (unsigned model = 0; model < 1U << wcnf.claimedModel.size(); ++model) {
    std::int64_t other = price(wcnf, model);
    if (other >= 0) {
      EXPECT_GE(other, wcnf.claimedOptimum);
    }
  }
}

TEST(Certificate, ReadsAsDocumented) {
  WeightedCnf problem{{{13, 1}, {0, 1}, {-2, 0}},
                      {{{0, true}, {1, false}}, {{1, true}, {2, true}}}};
  std::string text =
      certificate(problem, {false, false, true},
                  {"k.gbpl",
                   {"grid barrier at k.cu:3", "barrier at k.cu:7", "barrier at k.cu:9"},
                   {"write-write race on a[0]\nh 1 0", "read-write race on b[1]\r\nsecond line"},
                   1});
  EXPECT_NE(text.find("\nc clause 1: write-write race on a[0]\nc h 1 0\nh 1 -2 0\n"),
            std::string::npos);
  EXPECT_NE(text.find("\nh 2 3 0\n13 -1 0\n2 3 0\n"), std::string::npos);
  EXPECT_NE(text.find("\nc variable 1: grid barrier at k.cu:3\n"), std::string::npos);
  EXPECT_NE(text.find("\nc constant to be added to the optimum: -2\n"), std::string::npos);
  Wcnf wcnf = read(text);
  EXPECT_EQ(wcnf.hard.size(), 2U);
  EXPECT_EQ(wcnf.claimedModel, "001");
  confirm(wcnf);
}

TEST(Certificate, OptimaAreConfirmedByTheChecker) {
  std::mt19937 random(7);
  int certified = 0;
  for (int round = 0; round < 300 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    WeightedCnf problem = randomProblem(random, {.variables = 9,
                                                 .clauses = 13,
                                                 .negative = 0.15,
                                                 .secondary = true,
                                                 .negativeCosts = round % 3 == 0});
    Minimum minimum = minimise(problem);
    if (!minimum.model) continue;
    ++certified;
    CertificateText text{"random", {}, {}, 1};
    for (int v = 0; v < problem.variableCount(); ++v) text.variables.emplace_back("site");
    for (std::size_t c = 0; c < problem.clauses.size(); ++c) {
      text.witnesses.push_back("witness " + std::to_string(c));
    }
    Wcnf wcnf = read(certificate(problem, *minimum.model, text));
    ASSERT_EQ(wcnf.hard.size(), problem.clauses.size());
    EXPECT_NE(wcnf.commentBefore.back().find(text.witnesses.back()), std::string::npos);
    confirm(wcnf);
  }
  EXPECT_GT(certified, 100);
}

TEST(Certificate, TheCheckerRejectsACostlierPlacement) {
  WeightedCnf problem{{{5, 0}, {1, 0}}, {{{0, true}, {1, true}}}};
  Wcnf wcnf = read(certificate(problem, {true, false}, {"k", {"a", "b"}, {"race"}, 1}));
  EXPECT_EQ(wcnf.claimedOptimum, 5);
  EXPECT_EQ(price(wcnf, 2U), 1);
}

}  // namespace
}  // namespace barricade::sat
