// One cvc5 instance; nothing but smt_engine.cpp knows cvc5.
//
// Terms are translated once and cached by node. Facts about cvc5 1.0.3 that shaped this file: a
// compound assumption is preprocessed anew at each check, so that it is named by a literal, once; a
// check that its own time limit interrupts can end in an abort, and none interrupts a single call
// into its SAT solver, so a check with a limit runs in a child process (child_process.h).
#pragma once

#include <iosfwd>
#include <map>
#include <vector>

#include "ir/program.h"
#include "solver/smt/engine.h"

namespace barricade {

class SmtEngine : public Engine {
 public:
  struct Options {
    bool incremental = true;
    bool models = false;
    bool quantifiers = false;
    bool integers = false;
    // Bit-vector problems as integer arithmetic, for products of unknowns that bit-blasting cannot
    // do. Only unsatisfiable answers are to be trusted.
    bool bitVectorsAsIntegers = false;
  };

  SmtEngine(ExprPool& pool, Options options);
  ~SmtEngine() override;
  SmtEngine(const SmtEngine&) = delete;
  SmtEngine& operator=(const SmtEngine&) = delete;

  void assertTrue(Expr e) override;
  // With a limit there is no model afterwards. Work is counted as time of the processor.
  Answer check(std::span<const Expr> assumptions, const Limit& limit) override;
  BigInt value(Expr leaf, std::span<const BigInt> arguments) override;

  // The conjunction of `formulas` as SMT-LIB.
  void print(std::ostream& out, std::span<const Expr> formulas);

 private:
  struct Backend;
  Expr literalFor(Expr e);

  ExprPool& pool_;
  Options options_;
  std::unique_ptr<Backend> backend_;
  std::map<Expr, Expr> literals_;
  std::vector<std::unique_ptr<Variable>> literalVariables_;
};

}  // namespace barricade
