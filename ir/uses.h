// What a statement reads and what it sets.
#pragma once

#include "ir/program.h"
#include "ir/walk.h"

namespace barricade {

// The variables and arrays that `e` mentions, each once.
template <typename Visit>
void forEachVariable(Expr e, const Visit& visit) {
  forEachNode({e}, [&](Expr part) {
    if (part->op() == Op::Variable) visit(part->variable());
  });
}

// Each expression that `statement` evaluates.
template <typename Visit>
void forEachExpression(const Statement& statement, Visit visit) {
  if (const Assign* assign = statement.as<Assign>()) {
    for (const Target& target : assign->targets)
      for (Expr index : target.indices) visit(index);
    for (Expr value : assign->values) visit(value);
  } else if (const Assert* check = statement.as<Assert>()) {
    visit(check->condition);
  } else if (const Assume* assume = statement.as<Assume>()) {
    visit(assume->condition);
  } else if (const Call* call = statement.as<Call>()) {
    for (Expr arg : call->args) visit(arg);
    if (call->atomic)
      for (Expr arg : call->atomic->args) visit(arg);
  }
}

// Replaces each of them by what `rewrite` makes of it.
template <typename Rewrite>
void rewriteExpressions(Statement& statement, Rewrite rewrite) {
  auto rewriteAll = [&](std::vector<Expr>& all) {
    for (Expr& e : all) e = rewrite(e);
  };
  if (Assign* assign = statement.as<Assign>()) {
    for (Target& target : assign->targets) rewriteAll(target.indices);
    rewriteAll(assign->values);
  } else if (Assert* check = statement.as<Assert>()) {
    check->condition = rewrite(check->condition);
  } else if (Assume* assume = statement.as<Assume>()) {
    assume->condition = rewrite(assume->condition);
  } else if (Call* call = statement.as<Call>()) {
    rewriteAll(call->args);
    if (call->atomic) rewriteAll(call->atomic->args);
  }
}

// Each variable or array that `statement` sets or may change.
template <typename Visit>
void forEachAssigned(const Statement& statement, Visit visit) {
  if (const Assign* assign = statement.as<Assign>()) {
    for (const Target& target : assign->targets) visit(target.variable);
  } else if (const Havoc* havoc = statement.as<Havoc>()) {
    for (Variable* variable : havoc->targets) visit(variable);
  } else if (const Call* call = statement.as<Call>()) {
    for (Variable* variable : call->results) visit(variable);
    for (const Specification& spec : call->callee->specifications)
      for (Variable* variable : spec.modified) visit(variable);
  }
}

}  // namespace barricade
