// How much processor time minimum-cost models take: of the problems in the files
// given (WCNF, as `barricade repair --certificate` writes them) and of random ones of growing size.
//
//   maxsat_bench [FILE.wcnf...]
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>

#include "solver/maxsat/maxsat.h"
#include "solver/maxsat/random_problem.h"

namespace barricade::sat {
namespace {

constexpr double patience = 20.0;  // seconds a problem

WeightedCnf readWcnf(const std::string& path) {
  WeightedCnf problem;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string weight;
    if (!(words >> weight) || weight == "c") continue;
    Clause clause;
    for (int literal = 0; words >> literal && literal != 0;) {
      const auto variable = static_cast<std::size_t>(std::abs(literal));
      if (problem.costs.size() < variable) problem.costs.resize(variable);
      clause.push_back({static_cast<int>(variable) - 1, literal > 0});
    }
    if (weight == "h")
      problem.clauses.push_back(clause);
    else
      problem.costs[static_cast<std::size_t>(clause.front().variable)].primary +=
          std::stoll(weight);
  }
  return problem;
}

void measure(const std::string& name, const std::vector<WeightedCnf>& problems) {
  double sum = 0;
  double worst = 0;
  unsigned incomplete = 0;
  for (const WeightedCnf& problem : problems) {
    const std::clock_t start = std::clock();
    auto elapsed = [&] { return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; };
    Limits limits;
    limits.stop = [&] { return elapsed() > patience; };
    incomplete += !minimise(problem, limits).complete;
    sum += elapsed();
    worst = std::max(worst, elapsed());
  }
  std::printf("%-28s %5zu problems  %8.1f ms, worst %7.1f ms, open %u\n", name.c_str(),
              problems.size(), sum * 1e3, worst * 1e3, incomplete);
}

void measureRandom() {
  std::mt19937 random(1);
  for (const int variables : {10, 30, 60, 120, 240})
    for (const int largest : {1, 50})
      for (const double negative : {0.0, 0.1}) {
        std::vector<WeightedCnf> problems;
        for (int i = 0; i < 10; ++i)
          problems.push_back(randomProblem(random, {.variables = variables,
                                                    .clauses = variables * 3,
                                                    .longestClause = 6,
                                                    .negative = negative,
                                                    .largestWeight = largest}));
        measure("random " + std::to_string(variables) + (largest == 1 ? " unit" : " weighted") +
                    (negative > 0 ? " mixed" : " positive"),
                problems);
      }
}

}  // namespace
}  // namespace barricade::sat

int main(int argc, char** argv) {
  using namespace barricade::sat;
  std::vector<WeightedCnf> problems;
  for (int i = 1; i < argc; ++i) problems.push_back(readWcnf(argv[i]));
  if (!problems.empty()) measure("files", problems);
  measureRandom();
}
