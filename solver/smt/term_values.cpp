#include "solver/smt/term_values.h"

#include <vector>

#include "ir/semantics.h"

namespace barricade {

// Without recursion: terms can be as deep as the program is long.
BigInt TermValues::value(Expr root) {
  std::vector<Expr> stack{root};
  while (!stack.empty()) {
    Expr e = stack.back();
    if (values_.contains(e)) {
      stack.pop_back();
      continue;
    }
    if (e->op() == Op::Variable || e->op() == Op::Forall || e->op() == Op::Exists) {
      values_.emplace(e, leaf_(e, {}));
      stack.pop_back();
      continue;
    }
    if (e->isLiteral()) {
      values_.emplace(e, e->value());
      stack.pop_back();
      continue;
    }
    if (e->op() == Op::Ite) {
      auto condition = values_.find(e->arg(0));
      if (condition == values_.end()) {
        stack.push_back(e->arg(0));
        continue;
      }
      Expr chosen = condition->second != 0 ? e->arg(1) : e->arg(2);
      if (auto it = values_.find(chosen); it != values_.end()) {
        BigInt value = it->second;
        values_.emplace(e, std::move(value));
        stack.pop_back();
      } else {
        stack.push_back(chosen);
      }
      continue;
    }
    bool ready = true;
    for (Expr a : e->args())
      if (!values_.contains(a)) {
        stack.push_back(a);
        ready = false;
      }
    if (!ready) continue;
    std::vector<BigInt> args;
    for (Expr a : e->args()) args.push_back(values_.at(a));
    values_.emplace(e, e->op() == Op::Apply ? leaf_(e, args) : evaluateOperator(e, args));
    stack.pop_back();
  }
  return values_.at(root);
}

}  // namespace barricade
