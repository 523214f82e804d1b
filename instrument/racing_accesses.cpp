#include "instrument/racing_accesses.h"

#include <algorithm>

#include "ir/walk.h"

namespace barricade {
namespace {

template <typename Visit>
void forEachRead(Expr e, Visit& visit) {
  forEachNodeBottomUp(e, [&](Expr part) {
    if (part->op() == Op::Select && part->arg(0)->op() == Op::Variable &&
        part->arg(0)->variable()->array)
      visit(part->arg(0)->variable()->array);
  });
}

bool isNarrow(const Call& call, const Array* array) {
  if (!call.atomic || !array) return false;
  const Scope scope = call.atomic->scope;
  return !(array->space == AddressSpace::Global ? includesOtherBlocks(scope)
                                                : includesOwnBlock(scope));
}

// Calls `visit` for each access of an array that threads share.
template <typename Visit>
void forEachAccess(const Statement& statement, Visit visit) {
  auto access = [&](AccessKind kind, const Array* array, bool narrow = false) {
    if (array && array->canRace()) visit(RacingAccess{kind, array, narrow});
  };
  auto read = [&](const Array* array) { access(AccessKind::Read, array); };
  if (const Assign* assign = statement.as<Assign>()) {
    for (const Target& target : assign->targets)
      for (Expr index : target.indices) forEachRead(index, read);
    for (Expr value : assign->values) forEachRead(value, read);
    for (const Target& target : assign->targets)
      if (!target.indices.empty()) access(AccessKind::Write, target.variable->array);
  } else if (const Call* call = statement.as<Call>()) {
    switch (call->callee->role) {
      case Procedure::Role::AtomicOp:
        for (const Variable* result : call->results)
          access(AccessKind::Atomic, result->array, isNarrow(*call, result->array));
        break;
      case Procedure::Role::AsyncCopy:
        if (call->args.size() > 1 && call->args[1]->op() == Op::Variable)
          read(call->args[1]->variable()->array);
        for (const Variable* result : call->results) access(AccessKind::Write, result->array);
        break;
      case Procedure::Role::Synchronization: {
        const Synchronization& primitive = *call->callee->synchronization;
        for (const SyncParameter parameter : {SyncParameter::Source, SyncParameter::Array})
          if (const auto position = primitive.position(parameter))
            if (primitive.primitive != SyncPrimitive::WarpWrite)
              read(call->args[*position]->variable()->array);
        if (const auto position = primitive.position(SyncParameter::Object))
          access(primitive.primitive == SyncPrimitive::ObjectInit ||
                         primitive.primitive == SyncPrimitive::ObjectInvalidate
                     ? AccessKind::Write
                     : AccessKind::Atomic,
                 call->args[*position]->variable()->array);
        for (const Variable* result : call->results) access(AccessKind::Write, result->array);
        break;
      }
      case Procedure::Role::Ordinary:
        // By contract: it may have accessed what it says it modifies the access record of.
        for (const Specification& spec : call->callee->specifications)
          for (const Variable* variable : spec.modified)
            if (variable->role == VariableRole::HasOccurred && variable->subject)
              access(variable->access, variable->subject->array);
        break;
      default: break;
    }
  }
}

constexpr std::uint8_t bit(AccessKind kind) {
  return static_cast<std::uint8_t>(1U << static_cast<unsigned>(kind));
}

constexpr std::uint8_t narrowAtomic = 1U << 7;  // beside the bit of its kind

}  // namespace

void AccessSet::add(std::size_t array, const RacingAccess& access) {
  bits_[array] |= static_cast<std::uint8_t>(bit(access.kind) | (access.narrow ? narrowAtomic : 0));
}

bool AccessSet::merge(const AccessSet& other) {
  bool changed = false;
  for (std::size_t i = 0; i < bits_.size(); ++i) {
    const auto merged = static_cast<std::uint8_t>(bits_[i] | other.bits_[i]);
    changed |= merged != bits_[i];
    bits_[i] = merged;
  }
  return changed;
}

bool AccessSet::isEmpty() const {
  return std::ranges::all_of(bits_, [](std::uint8_t bits) { return bits == 0; });
}

bool AccessSet::hasAtomics() const {
  return std::ranges::any_of(bits_,
                             [](std::uint8_t bits) { return bits & bit(AccessKind::Atomic); });
}

bool AccessSet::conflicts(const AccessSet& after, const std::vector<bool>& counts) const {
  constexpr std::uint8_t read = bit(AccessKind::Read);
  constexpr std::uint8_t write = bit(AccessKind::Write);
  constexpr std::uint8_t atomic = bit(AccessKind::Atomic);
  for (std::size_t i = 0; i < bits_.size(); ++i) {
    const std::uint8_t a = bits_[i];
    const std::uint8_t b = after.bits_[i];
    if (!counts[i] || !a || !b) continue;
    if ((a & write) || (b & write)) return true;
    if (((a & atomic) && (b & read)) || ((a & read) && (b & atomic))) return true;
    if (a & b & atomic && (a | b) & narrowAtomic) return true;
  }
  return false;
}

RacingAccesses::RacingAccesses(const Procedure& kernel) {
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements)
      forEachAccess(statement, [&](const RacingAccess& access) {
        if (access.kind == AccessKind::Read ||
            !index_.try_emplace(access.array, index_.size()).second)
          return;
        const bool global = access.array->space == AddressSpace::Global;
        global_.push_back(global);
        shared_.push_back(!global);
      });
}

std::vector<RacingAccess> RacingAccesses::of(const Statement& statement) const {
  std::vector<RacingAccess> result;
  forEachAccess(statement, [&](const RacingAccess& access) {
    if (index_.contains(access.array)) result.push_back(access);
  });
  return result;
}

void RacingAccesses::addTo(AccessSet& set, const Statement& statement) const {
  for (const RacingAccess& access : of(statement)) set.add(index_.at(access.array), access);
}

bool RacingAccesses::separates(const Statement& statement) const {
  if (const Call* call = statement.as<Call>();
      call && call->callee->role == Procedure::Role::WaitEvents)
    return true;
  return !of(statement).empty();
}

}  // namespace barricade
