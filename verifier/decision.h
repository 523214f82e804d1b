// Asking the solver: named queries within the time that is left, a second lane for arithmetic that
// bit-blasting cannot do, and statistics.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "verifier/problem.h"
#include "verifier/result.h"

namespace barricade {

// What is left of the time that the user gave.
class Deadline {
 public:
  explicit Deadline(double seconds);  // 0: none
  bool passed() const;
  // Seconds for one query: what is left, at most `most` (0: no limit of its own); 0 is unlimited.
  double slice(double most) const;

 private:
  bool limited_;
  std::chrono::steady_clock::time_point end_;
};

// Counts every check of `session` under the query's name.
void countChecks(SolverSession& session, Statistics& statistics);

class Decider {
 public:
  Decider(Problem& problem, const Deadline& deadline, Statistics& statistics);

  // Whether `condition` can hold for the pair; a model is in model() after Satisfiable.
  Answer check(const std::string& name, Expr condition);
  Answer check(const std::string& name, const std::vector<Expr>& assumptions);
  // One try of at most `seconds`, without the second lane.
  Answer tryCheck(const std::string& name, const std::vector<Expr>& assumptions, double seconds);
  SolverSession& model() { return *models_; }
  const Deadline& deadline() const { return deadline_; }

 private:
  Answer checkAsIntegers(const std::string& name, const std::vector<Expr>& assumptions);

  Problem& problem_;
  const Deadline& deadline_;
  Statistics& statistics_;
  std::unique_ptr<SolverSession> session_;  // decides, within limits
  std::unique_ptr<SolverSession> models_;   // asked again for a model of what is satisfiable
};

}  // namespace barricade
