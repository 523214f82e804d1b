// The index is followed back through assignments, calls and shared memory, and with each variable
// that several statements set through the branches that decide which of them does: an id of the
// thread that is not met on the way has no influence on it. The branches that decide who comes to
// the store are followed likewise, but not into the indices of what they read: `if (threadIdx.y ==
// 0)` picks threads, `if (in[i] > 0)` any of them.
#include "repair/meeting_stores.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "analysis/kernel.h"
#include "analysis/launch.h"
#include "ir/uses.h"
#include "ir/walk.h"

namespace barricade {
namespace {

struct Definition {
  const Statement* statement;
  unsigned block;
};

// What a value depends on.
struct Sources {
  std::vector<const Variable*> ids;       // of threads and blocks
  std::vector<const Array*> arrays;       // that are read, the nearest first
  std::vector<const Statement*> atomics;  // whose results are used, likewise
  bool isArbitrary = false;               // of a function without a body, say

  bool has(LaunchConstant id) const {
    return std::any_of(ids.begin(), ids.end(),
                       [&](const Variable* used) { return *used->launch == id; });
  }
  bool isEmpty() const { return ids.empty() && arrays.empty() && atomics.empty() && !isArbitrary; }
};

class Trace {
 public:
  explicit Trace(const Kernel& kernel) : kernel_(kernel) {
    for (const auto& block : kernel.procedure().blocks)
      for (const Statement& statement : block->statements)
        forEachAssigned(statement, [&](const Variable* variable) {
          definitions_[variable].push_back({&statement, block->index});
        });
  }

  Sources ofIndex(const Assign& store) {
    begin(true);
    for (const Target& target : store.targets)
      work_.insert(work_.end(), target.indices.begin(), target.indices.end());
    return finish();
  }

  // Of who comes to the block.
  Sources ofWay(unsigned block) {
    begin(false);
    followBranches(block);
    return finish();
  }

 private:
  void begin(bool intoArrays) {
    intoArrays_ = intoArrays;
    sources_ = {};
    work_.clear();
    seen_.clear();
    seenBlocks_.clear();
  }

  Sources finish() {
    for (std::size_t next = 0; next < work_.size(); ++next)
      forEachNodeWhile({work_[next]}, [&](Expr e) {
        if (e->op() == Op::Variable && seen_.insert(e->variable()).second) follow(*e->variable());
        return intoArrays_ || e->op() != Op::Select;
      });
    return std::move(sources_);
  }

  void follow(const Variable& variable) {
    if (variable.isThreadId()) sources_.ids.push_back(&variable);
    if (variable.array) {
      sources_.arrays.push_back(variable.array);
      if (variable.array->space == AddressSpace::Global) return;
    }
    const auto found = definitions_.find(&variable);
    if (found == definitions_.end()) return;
    for (const Definition& definition : found->second) {
      if (found->second.size() > 1) followBranches(definition.block);
      followStatement(*definition.statement);
    }
  }

  void followStatement(const Statement& statement) {
    const Call* call = statement.as<Call>();
    if (call && call->atomic) {
      sources_.atomics.push_back(&statement);
      return;
    }
    sources_.isArbitrary =
        sources_.isArbitrary || statement.as<Havoc>() || (call && !call->callee->synchronization);
    forEachExpression(statement, [&](Expr e) { work_.push_back(e); });
  }

  void followBranches(unsigned block) {
    if (!seenBlocks_.insert(block).second) return;
    for (const unsigned branch : kernel_.flow().order()) {
      if (kernel_.branch(branch).kind == Branch::Kind::Always) continue;
      if (!kernel_.flow().influencedBy(branch)[block]) continue;
      for (const Expr guard : kernel_.branch(branch).guards)
        if (guard) work_.push_back(guard);
    }
  }

  const Kernel& kernel_;
  std::unordered_map<const Variable*, std::vector<Definition>> definitions_;
  bool intoArrays_ = true;
  Sources sources_;
  std::vector<Expr> work_;
  std::unordered_set<const Variable*> seen_;
  std::unordered_set<unsigned> seenBlocks_;
};

// The ids that differ between threads which meet in memory of the space, as the language calls
// them.
struct DifferingId {
  LaunchConstant constant;
  std::string name;
};

std::vector<DifferingId> differingIds(const Program& program, const LaunchFacts& facts,
                                      AddressSpace space) {
  const bool openCl = program.launchConstant({LaunchConstant::Kind::WorkDim, 0}) != nullptr;
  std::vector<DifferingId> ids;
  const auto add = [&](LaunchConstant::Kind kind, unsigned d, Expr size, const char* cuda,
                       const char* cl) {
    if (size->isLiteral() && size->value() == 1) return;
    const std::string name =
        openCl ? cl + ("(" + std::to_string(d) + ")") : std::string(cuda) + "." + "xyz"[d];
    ids.push_back({{kind, d}, name});
  };
  for (unsigned d = 0; d < 3; ++d)
    add(LaunchConstant::Kind::LocalId, d, facts.groupSize[d], "threadIdx", "get_local_id");
  for (unsigned d = 0; d < 3 && space == AddressSpace::Global; ++d)
    add(LaunchConstant::Kind::GroupId, d, facts.numGroups[d], "blockIdx", "get_group_id");
  return ids;
}

// That no index depends on, and no branch that picks who stores: "'blockIdx.x', 'threadIdx.y'".
std::string missingIds(const Sources& index, const Sources& way,
                       const std::vector<DifferingId>& ids) {
  std::string missing;
  for (const DifferingId& id : ids)
    if (!index.has(id.constant) && !way.has(id.constant))
      missing += (missing.empty() ? "'" : ", '") + id.name + "'";
  return missing;
}

std::string explain(const Program& program, const Statement& store, const Sources& index,
                    const Sources& way, const std::vector<DifferingId>& ids) {
  const auto placeOf = [&](const Statement& statement) {
    const SourceChain& chain = program.sources.chain(statement.location);
    return chain.empty() ? std::string("an unknown place") : chain.front().toString();
  };
  const std::string subject = "the index at " + placeOf(store);
  if (!index.atomics.empty())
    return subject + " comes from the atomic operation at " + placeOf(*index.atomics.front()) +
           ": nothing keeps threads from coming to one element with what it returns";
  if (index.isEmpty() && way.atomics.empty())
    return subject +
           " is the same for all threads that come there: one of them has to store, or "
           "each in an element of its own";
  if (!way.atomics.empty())
    return subject + " is the same for several threads that come there: the atomic operation at " +
           placeOf(*way.atomics.front()) + " does not pick one of them";
  if (!index.arrays.empty())
    return subject + " comes from what is read from '" + index.arrays.front()->sourceName +
           "': nothing keeps threads from finding the same there";
  if (index.isArbitrary) return subject + " comes from a value of which nothing is known";
  if (const std::string missing = missingIds(index, way, ids); !missing.empty())
    return subject + " does not depend on " + missing +
           ": threads that differ in nothing else store in one element";
  return subject + " is the same for several threads";
}

}  // namespace

std::vector<std::string> whyStoresMeet(Program& program, Procedure& procedure,
                                       const VerifyOptions& options,
                                       const std::set<LocationId>& stores) {
  Terms terms(program);
  const LaunchFacts facts = findLaunchFacts(terms, options, &procedure);
  const Kernel kernel(program, procedure, {});
  Trace trace(kernel);
  std::vector<std::string> lines;
  for (const auto& block : procedure.blocks)
    for (const Statement& statement : block->statements) {
      const Assign* assign = statement.as<Assign>();
      const Array* array = assign ? assign->targets.front().variable->array : nullptr;
      if (!array || !stores.contains(statement.location)) continue;
      std::string line =
          explain(program, statement, trace.ofIndex(*assign), trace.ofWay(block->index),
                  differingIds(program, facts, array->space));
      if (std::find(lines.begin(), lines.end(), line) == lines.end())
        lines.push_back(std::move(line));
    }
  return lines;
}

}  // namespace barricade
