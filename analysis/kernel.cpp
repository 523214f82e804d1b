#include "analysis/kernel.h"

#include <algorithm>

#include "analysis/array_results.h"
#include "analysis/counters.h"
#include "ir/uses.h"

namespace barricade {

Kernel::Kernel(Program& program, Procedure& procedure, Interest interest, const GreatestSize* size,
               const SumBounds& bounds)
    : program_(program),
      procedure_(procedure),
      interest_(interest),
      flow_(procedure),
      liveness_(procedure),
      regions_(findRegions(flow_)),
      branches_(findBranches(procedure, flow_)),
      endings_(findEndings(procedure, flow_)),
      variables_(numberVariables(procedure)),
      temporaries_(findTemporaries(procedure, flow_, variables_)),
      uninitialized_(findUninitialized(procedure, flow_, variables_)),
      slice_(findSlice(procedure, flow_, interest)),
      usage_(findArrayUsage(program, procedure, flow_, slice_)),
      counters_(std::make_shared<const Counters>(findCounters(procedure))),
      loops_(findLoopFacts(procedure, flow_, liveness_, variables_, slice_, temporaries_)) {
  for (unsigned d = 0; size && d < 3; ++d)
    if (const Variable* id = program.launchConstant({LaunchConstant::Kind::LocalId, d}))
      greatestIds_[id] = size->group[d] - 1;
  findArrayResults(*this, size, bounds, usage_.arrays);
}

bool Kernel::isEqualAtEntry(std::size_t i) const {
  return variables_.all[i]->kind == Variable::Kind::Parameter
             ? procedure_.role == Procedure::Role::Kernel
             : !uninitialized_[i];
}

bool Kernel::inSlice(Expr e) const {
  bool all = true;
  forEachVariable(e, [&](const Variable* v) { all = all && (!isLocal(v) || inSlice(v)); });
  return all;
}

// Of counters more is read than the statements show.
bool Kernel::liveAfter(std::size_t variable, unsigned loop) const {
  if (isCounter(*variables_.all[variable])) return true;
  const std::vector<std::size_t>& live = loops_[loop].liveAfter;
  return std::binary_search(live.begin(), live.end(), variable);
}

bool Kernel::liveAtHead(std::size_t variable, unsigned loop) const {
  return isCounter(*variables_.all[variable]) ||
         liveness_.atStart(flow_.loops()[loop].header, variables_.all[variable]);
}

bool Kernel::hasConditionalBarrier() const {
  return std::any_of(loops_.begin(), loops_.end(),
                     [](const LoopFacts& loop) { return loop.hasConditionalBarrier; });
}

}  // namespace barricade
