#include "analysis/independent_threads.h"

#include <algorithm>
#include <unordered_set>

#include "analysis/unknown_values.h"
#include "ir/uses.h"

namespace barricade {
namespace {

template <typename Holds>
bool anyStatement(const Procedure& kernel, const Holds& holds) {
  return std::ranges::any_of(kernel.blocks, [&](const auto& block) {
    return std::ranges::any_of(
        block->statements, [&](const Statement& statement) { return holds(*block, statement); });
  });
}

// Whether it tells a thread of others otherwise than by what they write.
bool tells(const Call& call) {
  const auto& what = call.callee->synchronization;
  if (!what) return call.callee->hasBody();
  switch (what->primitive) {
    case SyncPrimitive::Barrier: return what->reduction.has_value();
    case SyncPrimitive::AsyncCopy:
    case SyncPrimitive::CopyCommit:
    case SyncPrimitive::CopyWait:
    case SyncPrimitive::Fence: return false;
    default: return true;
  }
}

}  // namespace

bool threadsAreIndependent(const Program& program, const Procedure& kernel) {
  std::unordered_set<const Variable*> written;
  const bool areToldOf = anyStatement(kernel, [&](const Block&, const Statement& statement) {
    forEachAssigned(statement, [&](const Variable* v) { written.insert(v); });
    const Call* call = statement.as<Call>();
    return call && tells(*call);
  });
  return !areToldOf && std::ranges::none_of(program.arrays(), [&](const Array* array) {
    if (array->space == AddressSpace::Private || !written.contains(array->variable)) return false;
    const UnknownValues contents(kernel, array->variable);
    return anyStatement(kernel, [&](const Block& block, const Statement& statement) {
      return contents.decide(block, statement);
    });
  });
}

}  // namespace barricade
