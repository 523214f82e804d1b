// Asking the solvers: named queries within the time that is left, one engine after the other, and
// statistics.
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

// Asks our own bit-blasting first, for a while; then cvc5, whose rewriting settles some of what
// bit-blasting cannot, in a child process each time; then both for longer, in turns. Problems with
// quantifiers or integers are cvc5's alone.
class Decider {
 public:
  Decider(Problem& problem, const Deadline& deadline, Statistics& statistics);

  // Whether `condition` can hold for the pair, by all means there are; without a model.
  Answer decide(const std::string& name, Expr condition);
  // The same for a conjunction; a model is in model() after Satisfiable.
  Answer findModel(const std::string& name, const std::vector<Expr>& assumptions);
  // The same within about `seconds`.
  Answer tryModel(const std::string& name, const std::vector<Expr>& assumptions, double seconds);
  // From now on no question takes much longer than this, in seconds.
  void limitQuestions(double seconds) { questionLimit_ = seconds; }
  SolverSession& model() { return *model_; }
  const Deadline& deadline() const { return deadline_; }

 private:
  Answer decide(const std::string& name, const std::vector<Expr>& assumptions, double limit);
  Answer decideAsIntegers(const std::string& name, const std::vector<Expr>& assumptions,
                          double seconds);
  SolverSession& session(std::unique_ptr<SolverSession>& session, SessionOptions::Kind kind,
                         bool models = false);
  double limit() const;

  Problem& problem_;
  const Deadline& deadline_;
  Statistics& statistics_;
  std::unique_ptr<SolverSession> bits_;       // null where they do not suffice
  std::unique_ptr<SolverSession> smt_;        // made when asked first; decides within limits
  std::unique_ptr<SolverSession> smtModels_;  // the same; gives models, without limits
  SolverSession* model_ = nullptr;            // has the last model; null when there is none
  double questionLimit_ = 0;                  // 0: none
};

}  // namespace barricade
