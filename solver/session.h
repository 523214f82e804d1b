// One cvc5 instance behind a thin interface (the only file besides session.cpp that knows cvc5).
//
//   SolverSession session({.models = true});
//   session.assertTrue(axiom);
//   if (session.check("race on v", {literal}) == Answer::Satisfiable) session.value(x);
//
// Terms are IR expressions without Select, Old; they are translated once and cached by node.
// Facts about cvc5 1.0.3 that shaped this file: a compound assumption is preprocessed anew at each
// check, so callers assert `literal == term` once and assume literals; a check that its own time
// limit interrupts can end in an abort, and none interrupts a single call into its SAT solver, so
// a check with a limit runs in a child process.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ir/program.h"

namespace barricade {

enum class Answer { Satisfiable, Unsatisfiable, Unknown };

struct SessionOptions {
  // Integers: bit-vector problems solved as integer arithmetic, for products of unknowns that
  // bit-blasting cannot do. Only unsatisfiable answers are to be trusted, and only one check.
  enum class Engine { BitBlast, Integers };
  Engine engine = Engine::BitBlast;
  bool incremental = true;
  bool models = false;
  bool quantifiers = false;   // companion axioms with quantifiers are asserted
  bool integers = false;      // math-int mode
  std::string dumpDirectory;  // each check is written there as SMT-LIB; empty: none
};

// What a session reports of each check.
struct CheckRecord {
  std::string name;
  Answer answer = Answer::Unknown;
  double seconds = 0;
};

class SolverSession {
 public:
  explicit SolverSession(ExprPool& pool, SessionOptions options);
  ~SolverSession();
  SolverSession(const SolverSession&) = delete;
  SolverSession& operator=(const SolverSession&) = delete;

  void assertTrue(Expr e);
  // A literal that is equivalent to `e`, defined once; literals and negated literals are returned
  // as they are. Assume these.
  Expr literalFor(Expr e);
  // `seconds` <= 0: no limit, in this process, with a model; else in a child, without one. `name`
  // says what is asked, for statistics and dumps.
  Answer check(const std::string& name, std::span<const Expr> assumptions, double seconds);

  // After Satisfiable: the value of a boolean, bit-vector or integer term. Terms whose leaves the
  // solver has never seen get 0 for those leaves.
  BigInt value(Expr e);
  bool holds(Expr e) { return value(e) != 0; }

  void onCheck(std::function<void(const CheckRecord&)> observer) {
    observer_ = std::move(observer);
  }

 private:
  struct Backend;
  void dump(const std::string& name, std::span<const Expr> assumptions);

  ExprPool& pool_;
  SessionOptions options_;
  std::unique_ptr<Backend> backend_;
  std::vector<Expr> asserted_;  // kept only for dumps
  std::map<Expr, Expr> literals_;
  std::vector<std::unique_ptr<Variable>> literalVariables_;
  std::unordered_map<Expr, BigInt> values_;  // of the last model
  std::function<void(const CheckRecord&)> observer_;
  unsigned checks_ = 0;
};

}  // namespace barricade
