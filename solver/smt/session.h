// Questions to a solver: an engine, the name and time of each check, the values of terms in its
// model, and dumps.
//
//   SolverSession session(pool, {});
//   session.assertTrue(axiom);
//   if (session.check("race on v", assumptions, {.seconds = 2}) == Answer::Satisfiable)
//   session.value(x);
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ir/program.h"
#include "solver/smt/engine.h"
#include "solver/smt/query_dump.h"
#include "solver/smt/term_values.h"

namespace barricade {

struct SessionOptions {
  // Bits: our own bit-blasting over CaDiCaL, incremental and with models; no quantifiers and no
  // integers. Smt: cvc5. Integers: cvc5 with bit vectors as integers; only unsatisfiable answers
  // are to be trusted, and only one check. Index: integer sets, for arithmetic on indices.
  enum class Kind { Bits, Smt, Integers, Index };
  Kind kind = Kind::Bits;
  bool models = false;              // of Smt: a check without a limit gives a model
  bool quantifiers = false;         // companion axioms with quantifiers are asserted
  bool integers = false;            // math-int mode
  std::shared_ptr<QueryDump> dump;  // has each check, as SMT-LIB; null: none
};

// What a session reports of each check.
struct CheckRecord {
  std::string name;
  Answer answer = Answer::Unknown;
  double seconds = 0;
  std::uint64_t work = 0;
};

class SolverSession {
 public:
  SolverSession(ExprPool& pool, SessionOptions options);
  ~SolverSession();
  SolverSession(const SolverSession&) = delete;
  SolverSession& operator=(const SolverSession&) = delete;

  void assertTrue(Expr e);
  // `name` says what is asked, for statistics and dumps.
  Answer check(const std::string& name, std::span<const Expr> assumptions, const Limit& limit);
  // Of the last check; 0 where the engine does not count it.
  std::uint64_t work() const { return engine_->work(); }

  // After Satisfiable: the value of a boolean, bit-vector or integer term. Terms whose leaves the
  // solver has never seen get 0 for those leaves.
  BigInt value(Expr e);
  bool holds(Expr e) { return value(e) != 0; }

  void onCheck(std::function<void(const CheckRecord&)> observer) {
    observer_ = std::move(observer);
  }

 private:
  void dump(const std::string& name, std::span<const Expr> assumptions);

  ExprPool& pool_;
  SessionOptions options_;
  std::unique_ptr<Engine> engine_;
  std::vector<Expr> asserted_;  // kept only for dumps
  TermValues values_;           // of the last model
  std::function<void(const CheckRecord&)> observer_;
};

}  // namespace barricade
