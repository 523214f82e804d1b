#include "analysis/inert_loops.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/counters.h"
#include "analysis/equal_stores.h"
#include "analysis/launch_usage.h"
#include "ir/copy.h"
#include "ir/uses.h"

namespace barricade {
namespace {

// A loop with what follows its exits until these meet again.
struct InertLoop {
  unsigned loop = 0;
  unsigned header = 0;
  unsigned join = 0;               // the block where all ways out of the loop meet
  std::vector<unsigned> blocks;    // all from the header to before `join`
  std::vector<Variable*> results;  // what is set there and used afterwards
};

bool isGuard(const Statement& statement) {
  const Assume* assume = statement.as<Assume>();
  return assume && assume->partition;
}

class InertLoops {
 public:
  InertLoops(const Kernel& kernel, Mode mode, const Checks& checks)
      : kernel_(kernel), original_(kernel.procedure()), mode_(mode), checks_(checks) {}

  std::unique_ptr<Procedure> run() {
    std::deque<unsigned> open;
    for (const Loop& loop : kernel_.flow().loops())
      if (loop.parent < 0) open.push_back(loop.index);
    while (true) {
      // Of an outer loop that is not inert, those inside may be.
      for (; !open.empty(); open.pop_front()) {
        const Loop& loop = kernel_.flow().loops()[open.front()];
        if (auto inert = inertLoop(loop))
          inert_.push_back(std::move(*inert));
        else
          open.insert(open.end(), loop.children.begin(), loop.children.end());
      }
      if (inert_.empty()) return nullptr;
      std::unique_ptr<Procedure> copy = copyWithout();
      const Slice slice = findSlice(*copy, ControlFlow(*copy), kernel_.interest());
      const std::size_t before = inert_.size();
      std::erase_if(inert_, [&](const InertLoop& one) {
        if (!matters(one, slice)) return false;
        const auto& children = kernel_.flow().loops()[one.loop].children;
        open.insert(open.end(), children.begin(), children.end());
        return true;
      });
      if (inert_.size() < before) continue;
      // Ids that loops alone read still tell threads apart.
      const bool readsTheSame = launchUsage(*copy) == launchUsage(original_);
      return readsTheSame ? std::move(copy) : nullptr;
    }
  }

 private:
  //--- What a loop does

  std::optional<InertLoop> inertLoop(const Loop& loop) {
    const ControlFlow& flow = kernel_.flow();
    int join = flow.immediatePostDominator(loop.header);
    while (join >= 0 && flow.inLoop(static_cast<unsigned>(join), loop.index))
      join = flow.immediatePostDominator(static_cast<unsigned>(join));
    if (join < 0) return std::nullopt;
    InertLoop inert{loop.index, loop.header, static_cast<unsigned>(join), {loop.header}, {}};
    for (std::size_t i = 0; i < inert.blocks.size(); ++i) {
      const unsigned block = inert.blocks[i];
      if (!flow.dominates(loop.header, block) || !isInert(*original_.blocks[block]))
        return std::nullopt;
      for (unsigned next : flow.successors(block))
        if (next != inert.join && !std::ranges::count(inert.blocks, next))
          inert.blocks.push_back(next);
    }
    // Its guard goes with the loop.
    const Block& after = *original_.blocks[inert.join];
    const auto comesFromLoop = [&](unsigned b) { return std::ranges::count(inert.blocks, b) > 0; };
    if (std::ranges::any_of(after.statements, isGuard) &&
        !std::ranges::all_of(flow.predecessors(inert.join), comesFromLoop))
      return std::nullopt;
    return inert;
  }

  bool isInert(const Block& block) const {
    return std::ranges::all_of(block.statements,
                               [&](const Statement& statement) { return isInert(statement); });
  }

  bool isInert(const Statement& statement) const {
    const Call* call = statement.as<Call>();
    if (call && !isOfBlockAlone(*call)) return false;
    if (const Assert* check = statement.as<Assert>()) return check->isMarker();
    bool inert = true;
    forEachAssigned(statement, [&](const Variable* v) {
      inert = inert && (v->array ? isOfBlockAlone(*v) : kernel_.isLocal(v) && !isCounter(*v));
    });
    std::vector<Expr> reads;
    forEachExpression(statement, [&](Expr e) { collectReads(e, reads); });
    return inert && std::ranges::all_of(
                        reads, [&](Expr read) { return isInertRead(*read->arg(0)->variable()); });
  }

  // Whether threads of other blocks do not see it, where only those are asked about.
  bool isOfBlockAlone(const Variable& array) const {
    return mode_ == Mode::Inter && array.array->space == AddressSpace::GroupShared;
  }

  bool isOfBlockAlone(const Call& call) const {
    if (mode_ != Mode::Inter) return false;
    if (call.callee->role == Procedure::Role::AtomicOp)
      return isOfBlockAlone(*call.args[0]->variable());
    if (call.callee->role == Procedure::Role::Barrier) return true;
    const auto& primitive = call.callee->synchronization;
    if (!primitive) return false;
    switch (primitive->primitive) {
      case SyncPrimitive::Barrier: return primitive->scope == Scope::Block;
      case SyncPrimitive::WarpBarrier:
      case SyncPrimitive::TileBarrier:
      case SyncPrimitive::Exchange:
      case SyncPrimitive::ActiveMask: return true;
      default: return false;
    }
  }

  // Nothing can go wrong with a read of an array that stays as it is, where bounds are not asked
  // for.
  bool isInertRead(const Variable& array) const {
    if (isOfBlockAlone(array)) return true;
    if (checks_.bounds == CheckDepth::Full) return false;
    if (checks_.bounds == CheckDepth::Shown && extentOf(*array.array)) return false;
    return !array.array->canRace() || kernel_.arrays()[kernel_.arrayIndex(&array)].readOnly();
  }

  // What else depends on its results.
  bool matters(const InertLoop& inert, const Slice& slice) {
    return std::ranges::any_of(inert.results, [&](const Variable* v) {
      return slice.control.contains(v) ||
             (slice.all.contains(v) && (v->array ? storesTheSame(inert, v) : isEqualForAll(v)));
    });
  }

  // Whether a store there gives elements of the array a value that is one for all threads.
  bool storesTheSame(const InertLoop& inert, const Variable* array) {
    return std::ranges::any_of(inert.blocks, [&](unsigned b) {
      return std::ranges::any_of(original_.blocks[b]->statements, [&](const Statement& statement) {
        const Assign* assign = statement.as<Assign>();
        if (!assign) return false;
        for (std::size_t i = 0; i < assign->targets.size(); ++i)
          if (assign->targets[i].variable == array &&
              isOneForAll(kernel_, uniformity(), assign->values[i]))
            return true;
        return false;
      });
    });
  }

  bool isEqualForAll(const Variable* v) { return uniformity().variable(kernel_.indexOf(v)); }

  const Uniformity& uniformity() {
    if (!uniformity_) uniformity_.emplace(kernel_, Mode::Intra);
    return *uniformity_;
  }

  //--- The copy

  std::unique_ptr<Procedure> copyWithout() {
    auto copy = copyOf(original_);
    for (const InertLoop& inert : inert_) remove(inert, *copy);
    const Liveness liveness(*copy);
    for (InertLoop& inert : inert_) {
      findResults(inert, liveness);
      Block& header = *copy->blocks[inert.header];
      if (!inert.results.empty())
        header.statements.push_back({Havoc{inert.results}, {}, header.location, {}});
    }
    return copy;
  }

  void findResults(InertLoop& inert, const Liveness& liveness) const {
    inert.results.clear();
    for (unsigned b : inert.blocks)
      for (const Statement& statement : original_.blocks[b]->statements)
        forEachAssigned(statement, [&](Variable* v) {
          if ((v->array || liveness.atStart(inert.join, v)) &&
              !std::ranges::count(inert.results, v))
            inert.results.push_back(v);
        });
  }

  static void remove(const InertLoop& inert, Procedure& copy) {
    Block& header = *copy.blocks[inert.header];
    Block& join = *copy.blocks[inert.join];
    // The guard of the way to the loop stays.
    std::erase_if(header.statements, [](const Statement& s) { return !isGuard(s); });
    header.successors = {&join};
    for (unsigned b : inert.blocks)
      if (b != inert.header) {
        copy.blocks[b]->statements.clear();
        copy.blocks[b]->successors.clear();
      }
    std::erase_if(join.statements, isGuard);
  }

  const Kernel& kernel_;
  const Procedure& original_;
  const Mode mode_;
  const Checks& checks_;
  std::optional<Uniformity> uniformity_;
  std::vector<InertLoop> inert_;
};

}  // namespace

std::unique_ptr<Procedure> withoutInertLoops(const Kernel& kernel, Mode mode,
                                             const Checks& checks) {
  return InertLoops(kernel, mode, checks).run();
}

}  // namespace barricade
