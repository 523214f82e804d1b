#include "analysis/launch_usage.h"

#include <unordered_set>

#include "ir/uses.h"
#include "ir/walk.h"

namespace barricade {
namespace {

class UsageReader {
 public:
  LaunchUsage read(const Procedure& kernel) {
    visit(kernel);
    return usage_;
  }

 private:
  void visit(const Procedure& procedure) {
    if (!seen_.insert(&procedure).second) return;
    for (const Specification& specification : procedure.specifications)
      if (specification.condition) visit(specification.condition);
    for (const auto& block : procedure.blocks)
      for (const Statement& statement : block->statements) {
        forEachExpression(statement, [&](Expr e) { visit(e); });
        if (const Call* call = statement.as<Call>()) visit(*call->callee);
      }
  }

  void visit(Expr root) {
    forEachNode({root}, [&](Expr e) {
      if (e->op() == Op::Apply && e->function()->body) visit(e->function()->body);
      if (e->op() != Op::Variable || !e->variable()->launch) return;
      const auto [kind, dimension] = *e->variable()->launch;
      using Kind = LaunchConstant::Kind;
      switch (kind) {
        case Kind::LocalId:
        case Kind::GroupSize: usage_.threads[dimension] = true; break;
        case Kind::GroupId:
        case Kind::NumGroups: usage_.groups[dimension] = true; break;
        case Kind::ClusterSize:
        case Kind::GlobalOffset:
        case Kind::WorkDim:
        case Kind::SubGroupSize: break;
      }
      usage_.readsAnyId = usage_.readsAnyId || e->variable()->isThreadId();
    });
  }

  std::unordered_set<const Procedure*> seen_;
  LaunchUsage usage_;
};

}  // namespace

LaunchUsage launchUsage(const Procedure& kernel) {
  return UsageReader().read(kernel);
}

}  // namespace barricade
