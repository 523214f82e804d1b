// What an edit costs beside the barriers that it brings in, in the unit of a block barrier outside
// of all loops: one table for the choice between repairs of different kinds.
//
// The order is what counts. An atomic operation is dearer than a barrier, as threads that meet wait
// for each other; restructured control flow is dearer still, since a person has to read it again. A
// fence is cheaper, as nobody waits for another at it.
#pragma once

#include "repair/result.h"

namespace barricade {

constexpr double weightOfFence(Scope scope) {
  return scope < Scope::Device ? 0.25 : 0.5;
}

constexpr double weightOf(RepairEdit::Action action) {
  switch (action) {
    case RepairEdit::Action::Add:
    case RepairEdit::Action::Remove:
    case RepairEdit::Action::Weaken: return 0;  // the barrier's own weight
    case RepairEdit::Action::Fence: return weightOfFence(Scope::Device);
    case RepairEdit::Action::Strengthen:
    case RepairEdit::Action::Hoist:
    case RepairEdit::Action::Commit:
    case RepairEdit::Action::Wait: return 1;
    case RepairEdit::Action::Atomic: return 3;
    case RepairEdit::Action::DoubleBuffer: return 4;  // however many arrays of a loop
    case RepairEdit::Action::SplitBranch:
    case RepairEdit::Action::PredicateReturn: return 5;
    case RepairEdit::Action::UniformLoop: return 8;
    case RepairEdit::Action::SplitLaunch: return 10;  // beside the barrier's, which it stands for
  }
  return 0;
}

}  // namespace barricade
