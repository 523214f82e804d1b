#include "analysis/expressions.h"

#include <algorithm>

#include "ir/uses.h"

namespace barricade {

void collectReads(Expr e, std::vector<Expr>& reads) {
  for (Expr a : e->args()) collectReads(a, reads);
  if (e->op() == Op::Select && e->arg(0)->op() == Op::Variable &&
      e->arg(0)->variable()->role == VariableRole::Array)
    reads.push_back(e);
}

bool mentionsPending(Expr e) {
  bool found = false;
  forEachVariable(
      e, [&](const Variable* v) { found = found || v->role == VariableRole::HasOccurred; });
  return found;
}

bool containsQuantifier(Expr e) {
  return e->op() == Op::Forall || e->op() == Op::Exists ||
         std::any_of(e->args().begin(), e->args().end(), containsQuantifier);
}

bool mentionsOther(Expr e) {
  return (e->op() == Op::Apply && e->function()->isOtherThread()) ||
         std::any_of(e->args().begin(), e->args().end(), mentionsOther);
}

bool surelyFences(const Call& barrier, std::optional<AddressSpace> space) {
  if (!space) return true;
  const auto fence = barrier.callee->synchronization->position(
      space == AddressSpace::Global ? SyncParameter::GlobalFence : SyncParameter::LocalFence);
  return !fence || (barrier.args[*fence]->isLiteral() && barrier.args[*fence]->value() != 0);
}

}  // namespace barricade
