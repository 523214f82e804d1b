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

// Counts every check of `session` under the query's name; with `verbose` tells of it on standard
// error.
void countChecks(SolverSession& session, Statistics& statistics, bool verbose);

// Two sessions: one that decides within limits, in a child process each time, and one that gives
// models, in this process and without a limit of its own; that one is asked only what the other has
// found satisfiable, or when all checks so far were quick.
class Decider {
 public:
  Decider(Problem& problem, const Deadline& deadline, Statistics& statistics);

  // Whether `condition` can hold for the pair, by all means there are; without a model.
  Answer decide(const std::string& name, Expr condition);
  // The same for a conjunction; a model is in model() after Satisfiable.
  Answer findModel(const std::string& name, const std::vector<Expr>& assumptions);
  // One try of at most `seconds`.
  Answer tryModel(const std::string& name, const std::vector<Expr>& assumptions, double seconds);
  // From now on no question takes much longer than this, in seconds.
  void limitQuestions(double seconds) { questionLimit_ = seconds; }
  SolverSession& model() { return *models_; }
  const Deadline& deadline() const { return deadline_; }

 private:
  Answer decide(const std::string& name, const std::vector<Expr>& assumptions);
  Answer decideOnce(const std::string& name, const std::vector<Expr>& assumptions, double seconds);
  Answer decideAsIntegers(const std::string& name, const std::vector<Expr>& assumptions);
  Answer askForModel(const std::string& name, const std::vector<Expr>& assumptions);
  Answer ask(SolverSession& session, const std::string& name, const std::vector<Expr>& assumptions,
             double limit);

  Problem& problem_;
  const Deadline& deadline_;
  Statistics& statistics_;
  std::unique_ptr<SolverSession> session_;  // decides, within limits
  std::unique_ptr<SolverSession> models_;   // gives models, without limits
  double questionLimit_ = 0;                // 0: none
  double slowest_ = -1;                     // check so far, in seconds; negative before the first
};

}  // namespace barricade
