// Builds terms with simplification: constants are folded, neutral elements and complementary
// conditions vanish, `ite`s with known conditions are resolved. One method an operator.
//
// Uniformity of the two threads' values shows as pointer equality of terms, so what is simplified
// here decides how much never reaches the solver. Only cheap local rules; each preserves the value.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/program.h"
#include "ir/walk.h"

namespace barricade {

class Terms {
 public:
  explicit Terms(Program& program) : program_(program), pool_(program.pool()) {}

  ExprPool& pool() { return pool_; }
  Program& program() { return program_; }

  Expr yes() { return pool_.boolean(true); }
  Expr no() { return pool_.boolean(false); }
  Expr boolean(bool value) { return pool_.boolean(value); }
  Expr number(const BigInt& value, Type type);  // a literal of a bit-vector or integer type

  Expr land(Expr a, Expr b);
  Expr land(Expr a, Expr b, Expr c) { return land(land(a, b), c); }
  Expr lor(Expr a, Expr b);
  Expr anyOf(const std::vector<Expr>& conditions);
  Expr lnot(Expr a);
  Expr implies(Expr a, Expr b) { return lor(lnot(a), b); }
  Expr ite(Expr condition, Expr then, Expr otherwise);
  Expr equal(Expr a, Expr b);
  Expr isNonZero(Expr e) {  // of a flag, which is a boolean or a number
    return e->type()->isBool() ? e : lnot(equal(e, number(0, e->type())));
  }
  Expr add(Expr a, Expr b);
  Expr sub(Expr a, Expr b);
  Expr mul(Expr a, Expr b);
  Expr extract(Expr e, unsigned high, unsigned low);
  Expr zeroExtend(Expr e, unsigned width);
  Expr less(Expr a, Expr b, bool isSigned);       // a < b
  Expr lessEqual(Expr a, Expr b, bool isSigned);  // a <= b

  // Any operator of `shape` (a node that gives the operator, symbol and extra data) on new
  // arguments, simplified.
  Expr rebuild(Expr shape, std::vector<Expr> args);

  // A new constant, distinct from all others. `hint` is for the reader of a dump.
  Expr fresh(const std::string& hint, Type type);
  bool isFresh(const Variable* variable) const { return fresh_.contains(variable); }
  // A new uninterpreted function; its applications are made with pool().apply.
  const Function* freshFunction(const std::string& hint, const std::vector<Type>& domain,
                                Type range);

  bool isFreshFunction(const Function* f) const { return freshFunctions_.contains(f); }

  // What is asserted wherever `leaf` occurs: as a number without a sign it is at most this.
  void limit(Expr leaf, const BigInt& most) {
    if (limits_.try_emplace(leaf, most).second) ranges_.clear();
  }
  const BigInt* limitOf(Expr leaf) const {
    const auto it = limits_.find(leaf);
    return it == limits_.end() ? nullptr : &it->second;
  }

  // Ranges of terms that were found with the limits as they are, for who finds them: by the term,
  // and a number that says how it was looked at.
  struct Range {
    BigInt low, high;
  };
  std::unordered_map<Expr, std::unordered_map<unsigned, Range>>& knownRanges() const {
    return ranges_;
  }

  // Replaces leaves (and whole subterms) and simplifies on the way up.
  Expr substitute(Expr e, const std::unordered_map<Expr, Expr>& map,
                  std::unordered_map<Expr, Expr>& memo);
  // What terms are where the conjuncts of a fact are known to hold, for several that share parts.
  class Under {
   public:
    Under(Terms& terms, Expr fact);
    Expr operator()(Expr e);

   private:
    Terms& terms_;
    std::unordered_map<Expr, Expr> known_, memo_;
  };
  // The same of one.
  Expr assuming(Expr e, Expr fact) { return Under(*this, fact)(e); }

 private:
  Expr logic(Op op, Expr a, Expr b);
  Expr compare(Op op, Expr a, Expr b);
  Expr narrowDivision(Op op, Expr a, Expr b);
  Expr arithmetic(Op op, Expr a, Expr b);
  Expr sum(Op op, Expr a, Expr b);
  std::vector<Expr> undivided(Expr remainder, Expr quotient);
  Expr undividedSum(Expr a, Expr b);
  Expr remainder(Expr a, Expr b);

  Program& program_;
  ExprPool& pool_;
  std::unordered_set<const Variable*> fresh_;
  std::unordered_set<const Function*> freshFunctions_;
  std::unordered_map<Expr, BigInt> limits_;
  mutable std::unordered_map<Expr, std::unordered_map<unsigned, Range>> ranges_;
  unsigned freshCount_ = 0;
};

// The variables in `e`, each once.
std::unordered_set<const Variable*> leavesOf(Expr e);

// The conjuncts of `e`, flattened.
void collectConjuncts(Expr e, std::vector<Expr>& conjuncts);

}  // namespace barricade
