#include "analysis/sure_writes.h"

#include "analysis/expressions.h"
#include "ir/uses.h"

namespace barricade {
namespace {

// Climbs the dominators as long as the launch alone decides about the path down.
unsigned anchorOf(const Kernel& kernel, const LaunchOnly& launchOnly, unsigned block) {
  const ControlFlow& flow = kernel.flow();
  while (flow.immediateDominator(block) >= 0) {
    const auto above = static_cast<unsigned>(flow.immediateDominator(block));
    const bool always = flow.postDominates(block, above);
    const bool decided =
        flow.predecessors(block) == std::vector<unsigned>{above} && launchOnly.decidesBranch(above);
    if (!always && !decided) break;
    block = above;
  }
  return block;
}

bool isShared(const Variable* array) {
  return array->array && array->array->space == AddressSpace::GroupShared;
}

}  // namespace

std::vector<SharedAccess> findSharedAccesses(const Kernel& kernel, const LaunchOnly& launchOnly) {
  const Uniformity uniformity(kernel, Mode::Intra);
  std::vector<SharedAccess> accesses;
  for (unsigned b : kernel.flow().order()) {
    const unsigned anchor = anchorOf(kernel, launchOnly, b);
    auto add = [&](const Statement& statement, AccessKind kind, const Variable* array, Expr index) {
      if (!isShared(array)) return;
      accesses.push_back({&statement, array->array, kind, b, anchor,
                          uniformity.block(anchor) && launchOnly.decides(index)});
    };
    for (const Statement& statement : kernel.procedure().blocks[b]->statements) {
      std::vector<Expr> reads;
      forEachExpression(statement, [&](Expr e) { collectReads(e, reads); });
      for (Expr read : reads)
        add(statement, AccessKind::Read, read->arg(0)->variable(), read->arg(1));
      if (const Assign* assign = statement.as<Assign>()) {
        for (const Target& target : assign->targets)
          if (!target.indices.empty())
            add(statement, AccessKind::Write, target.variable, target.indices.front());
      } else if (const Call* call = statement.as<Call>(); call && call->atomic) {
        add(statement, AccessKind::Atomic, call->args[0]->variable(), call->args[1]);
      }
    }
  }
  return accesses;
}

bool hasOtherSharedAccesses(const Kernel& kernel) {
  for (unsigned b : kernel.flow().order())
    for (const Statement& statement : kernel.procedure().blocks[b]->statements) {
      bool other = false;
      if (const Assign* assign = statement.as<Assign>()) {
        for (const Target& target : assign->targets)
          other |= target.indices.empty() && isShared(target.variable);
      } else if (const Call* call = statement.as<Call>(); call && !call->atomic) {
        for (Expr arg : call->args) other |= arg->op() == Op::Variable && isShared(arg->variable());
        for (const Variable* result : call->results) other |= isShared(result);
      }
      if (other) return true;
    }
  return false;
}

}  // namespace barricade
