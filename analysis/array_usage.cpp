#include "analysis/array_usage.h"

#include <algorithm>
#include <map>

#include "analysis/atomic_meaning.h"
#include "analysis/barrier_cut.h"
#include "analysis/block_totals.h"
#include "analysis/channels.h"
#include "analysis/definitions.h"
#include "analysis/elected.h"
#include "analysis/expressions.h"
#include "analysis/signals.h"
#include "ir/uses.h"

namespace barricade {
namespace {

class UsageFinder {
 public:
  UsageFinder(const Program& program, const ControlFlow& flow, const Slice& slice,
              const GreatestSize* size, const SingleDefinitions::KnownBounds& bounds)
      : pool_(program.pool()), flow_(flow), size_(size), bounds_(bounds) {
    for (Array* array : program.arrays()) {
      usage_.indices[array->variable] = usage_.arrays.size();
      usage_.arrays.push_back({.array = array, .influences = slice.all.contains(array->variable)});
    }
    usage_.loopWrites.assign(flow.loops().size(), std::vector<bool>(usage_.arrays.size()));
    usage_.loopStores = usage_.loopWrites;
  }

  ArrayUsage find(const Procedure& procedure) {
    for (unsigned b : flow_.order()) {
      const auto& statements = procedure.blocks[b]->statements;
      for (std::size_t i = 0; i < statements.size(); ++i) {
        markReads(statements[i]);
        forEachAssigned(statements[i], [&](const Variable* v) {
          markAssigned(Place{b, i}, statements[i], v);
        });
      }
    }
    forgetLargeAddends(procedure);
    if (hasSignals(procedure) || !channelsOf(procedure).empty()) forgetResultsOfReset(procedure);
    return std::move(usage_);
  }

 private:
  using Place = StatementPlace;

  KernelArray& array(const Variable* variable) {
    return usage_.arrays[usage_.indices.at(variable)];
  }

  void markReads(const Statement& statement) {
    if (statement.as<Assert>() || statement.as<Assume>()) return;
    std::vector<Expr> reads;
    forEachExpression(statement, [&](Expr e) { collectReads(e, reads); });
    for (Expr read : reads) array(read->arg(0)->variable()).read = true;
    const Call* call = statement.as<Call>();
    if (call && call->callee->role == Procedure::Role::AsyncCopy &&
        call->args[1]->op() == Op::Variable)
      array(call->args[1]->variable()).read = true;
    const auto& primitive = call ? call->callee->synchronization : std::nullopt;
    // Barrier objects: no matter how, but never read only.
    if (primitive && primitive->position(SyncParameter::Object)) {
      KernelArray& objects =
          array(call->args[*primitive->position(SyncParameter::Object)]->variable());
      objects.written = objects.atomic = true;
    }
    if (primitive && primitive->primitive == SyncPrimitive::WarpRead)
      array(call->args[*primitive->position(SyncParameter::Array)]->variable()).read = true;
    if (primitive && primitive->primitive == SyncPrimitive::AsyncCopy)
      array(call->args[*primitive->position(SyncParameter::Source)]->variable()).read = true;
  }

  void markAssigned(const Place& place, const Statement& statement, const Variable* variable) {
    const Call* call = statement.as<Call>();
    if (variable->role == VariableRole::HasOccurred && call) {
      KernelArray& accessed = array(variable->subject);
      switch (variable->access) {
        case AccessKind::Read: accessed.read = true; break;
        case AccessKind::Write: accessed.written = true; break;
        case AccessKind::Atomic: accessed.atomic = true; break;
      }
    }
    auto it = usage_.indices.find(variable);
    if (it == usage_.indices.end()) return;
    KernelArray& assigned = usage_.arrays[it->second];
    const auto role = call ? call->callee->role : Procedure::Role::Ordinary;
    if (role == Procedure::Role::AtomicOp) {
      markAtomic(assigned, *call);
      updates_[it->second].push_back(place);
      atomics_[it->second].push_back(call);
    } else {
      stores_[it->second].push_back(place);
      assigned.written = true;
      assigned.async = assigned.async || role == Procedure::Role::AsyncCopy ||
                       role == Procedure::Role::Synchronization;
    }
    for (int l = flow_.innermostLoop(place.block); l >= 0;
         l = flow_.loops()[static_cast<unsigned>(l)].parent) {
      usage_.loopWrites[static_cast<unsigned>(l)][it->second] = true;
      if (role != Procedure::Role::AtomicOp)
        usage_.loopStores[static_cast<unsigned>(l)][it->second] = true;
    }
  }

  static void markAtomic(KernelArray& array, const Call& call) {
    if (meaningOf(call).kind != AtomicMeaning::Kind::Load) {
      const ResultRule rule = resultRuleOf(call);
      array.results = array.changedByAtomics ? commonRule(array.results, rule) : rule;
      array.changedByAtomics = true;
    }
    array.atomic = true;
  }

  // Sums wrap around where what is added may be large, or negative.
  void forgetLargeAddends(const Procedure& procedure) {
    for (std::size_t a = 0; a < usage_.arrays.size(); ++a) {
      ResultRule& rule = usage_.arrays[a].results;
      if (rule.kind != ResultRule::Kind::Reserving || areSmall(a, procedure)) continue;
      rule = {};
      usage_.arrays[a].addsUnbounded = true;
    }
  }

  // Each by itself, however often it is added, or all of them, as often as the launch does it. What
  // a copy for the elected thread adds counts at the place that it is of.
  bool areSmall(std::size_t array, const Procedure& procedure) const {
    const SingleDefinitions definitions(procedure, flow_);
    SingleDefinitions::KnownBounds known = bounds_;
    if (size_)
      for (const auto& [statement, total] : findBlockTotals(pool_, procedure, flow_, *size_))
        if (total.value) known[total.value] = total.most;
    bool each = true, all = size_ != nullptr;
    BigInt sum = 0;
    const auto& places = updates_.at(array);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const Place& place = places[i];
      if (performerOf(procedure.blocks[place.block]->statements[place.position]) != Performer::Own)
        continue;
      const Call& atomic = *atomics_.at(array)[i];
      const Expr addend = addendOf(atomic);
      const auto bound = addend ? definitions.bound(addend, place, known) : BigInt(1);
      if (!bound) return false;
      each = each && *bound <= largestAddend(atomic);
      const auto comers =
          all ? comersTo(place.block, pool_, flow_, procedure, definitions, *size_) : std::nullopt;
      all = comers.has_value();
      if (all) sum += *comers * *bound;
    }
    const Type element = usage_.arrays[array].array->variable->type->range();
    return each || (all && sum < BigInt(1) << element->width());
  }

  // Where threads may be ordered by other means than barriers of all, what one sets anew between
  // two operations of another may stand anywhere in the text, unless such a barrier cuts them
  // apart.
  void forgetResultsOfReset(const Procedure& procedure) {
    for (const auto& [array, stores] : stores_) {
      const auto cuts = barrierCuts(procedure, flow_, usage_.arrays[array].array->space);
      const bool cut = std::any_of(cuts.begin(), cuts.end(), [&](const BarrierCut& barrier) {
        auto is = [&](bool (BarrierCut::*where)(unsigned, std::size_t) const) {
          return
              [&barrier, where](const Place& p) { return (barrier.*where)(p.block, p.position); };
        };
        return std::all_of(stores.begin(), stores.end(), is(&BarrierCut::isBefore)) &&
               std::all_of(updates_[array].begin(), updates_[array].end(),
                           is(&BarrierCut::isAfter));
      });
      if (!cut) usage_.arrays[array].results = {};
    }
  }

  ExprPool& pool_;
  const ControlFlow& flow_;
  const GreatestSize* size_;
  const SingleDefinitions::KnownBounds& bounds_;
  ArrayUsage usage_;
  std::map<std::size_t, std::vector<Place>> updates_, stores_;  // by array
  std::map<std::size_t, std::vector<const Call*>> atomics_;     // of the updates
};

}  // namespace

ArrayUsage findArrayUsage(const Program& program, const Procedure& procedure,
                          const ControlFlow& flow, const Slice& slice, const GreatestSize* size,
                          const SingleDefinitions::KnownBounds& bounds) {
  return UsageFinder(program, flow, slice, size, bounds).find(procedure);
}

}  // namespace barricade
