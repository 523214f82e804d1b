#include "analysis/launch_usage.h"

#include <algorithm>
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
        if (const Call* call = statement.as<Call>()) {
          visit(*call->callee);
          usage_.sharesByAtomics = usage_.sharesByAtomics || isOnGlobalArray(*call);
        }
      }
  }

  static bool isOnGlobalArray(const Call& call) {
    return call.atomic &&
           std::any_of(call.results.begin(), call.results.end(), [](const Variable* result) {
             return result->array && result->array->space == AddressSpace::Global;
           });
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

bool isInXAlone(const std::array<bool, 3>& read, unsigned dimension) {
  return dimension == 0 && !read[1] && !read[2];
}

}  // namespace

bool tellsThreads(const LaunchUsage& usage, unsigned dimension) {
  // Where no id is read all threads do the same; one thread alone would hide that.
  return usage.threads[dimension] || (dimension == 0 && !usage.readsAnyId) ||
         (usage.sharesByAtomics && isInXAlone(usage.threads, dimension));
}

bool tellsGroups(const LaunchUsage& usage, unsigned dimension) {
  return usage.groups[dimension] || (usage.sharesByAtomics && isInXAlone(usage.groups, dimension));
}

LaunchUsage launchUsage(const Procedure& kernel) {
  return UsageReader().read(kernel);
}

}  // namespace barricade
