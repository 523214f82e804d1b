#include "analysis/expressions.h"

#include "ir/uses.h"

namespace barricade {

void collectReads(Expr e, std::vector<Expr>& reads) {
  forEachNodeBottomUp(e, [&](Expr part) {
    if (part->op() == Op::Select && part->arg(0)->op() == Op::Variable &&
        part->arg(0)->variable()->role == VariableRole::Array)
      reads.push_back(part);
  });
}

bool mentionsPending(Expr e) {
  return anyNode(e, [](Expr part) {
    return part->op() == Op::Variable && part->variable()->role == VariableRole::HasOccurred;
  });
}

bool containsQuantifier(Expr e) {
  return anyNode(e, [](Expr part) { return part->op() == Op::Forall || part->op() == Op::Exists; });
}

bool mentionsOther(Expr e) {
  return anyNode(
      e, [](Expr part) { return part->op() == Op::Apply && part->function()->isOtherThread(); });
}

bool mustFence(const Call& barrier, std::optional<AddressSpace> space) {
  if (!space) return true;
  const auto fence = barrier.callee->synchronization->position(
      space == AddressSpace::Global ? SyncParameter::GlobalFence : SyncParameter::LocalFence);
  return !fence || (barrier.args[*fence]->isLiteral() && barrier.args[*fence]->value() != 0);
}

std::unordered_set<const Variable*> dependencies(std::vector<Expr> expressions,
                                                 const Definitions& definitions,
                                                 std::unordered_set<const Variable*> known) {
  while (!expressions.empty()) {
    const Expr e = expressions.back();
    expressions.pop_back();
    forEachVariable(e, [&](const Variable* variable) {
      if (!known.insert(variable).second) return;
      if (auto it = definitions.find(variable); it != definitions.end())
        expressions.insert(expressions.end(), it->second.begin(), it->second.end());
    });
  }
  return known;
}

}  // namespace barricade
