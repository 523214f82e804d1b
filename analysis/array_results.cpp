#include "analysis/array_results.h"

#include "analysis/atomic_meaning.h"
#include "analysis/barrier_cut.h"
#include "analysis/block_totals.h"
#include "analysis/channels.h"
#include "analysis/elected.h"
#include "analysis/signals.h"
#include "analysis/struct_parts.h"
#include "ir/uses.h"

namespace barricade {
namespace {

// The variable of a minimum of that and a literal that is not negative; else null.
Expr limitedByLiteral(Expr e) {
  if (e->op() != Op::Ite || !e->type()->isBitVector()) return nullptr;
  const Expr less = e->arg(0), a = e->arg(1), b = e->arg(2);
  const bool isLess = less->op() == Op::BvSlt || less->op() == Op::BvSle ||
                      less->op() == Op::BvUlt || less->op() == Op::BvUle;
  if (!isLess || less->arg(0) != a || less->arg(1) != b) return nullptr;
  const Expr limit = a->isLiteral() ? a : b;
  const Expr limited = a->isLiteral() ? b : a;
  const bool isLimit = limit->isLiteral() && limit->value() < BigInt(1)
                                                                  << (limit->type()->width() - 1);
  return isLimit && limited->op() == Op::Variable ? limited : nullptr;
}

class ResultFinder {
 public:
  ResultFinder(const Kernel& kernel, const GreatestSize* size, const SumBounds& bounds)
      : kernel_(kernel),
        size_(size),
        uses_(kernel.arrays().size()),
        definitions_(kernel.procedure(), kernel.flow()),
        known_(bounds.sums),
        summands_(bounds.summands),
        addends_(bounds.addends) {
    for (unsigned b : kernel.flow().order()) {
      const auto& statements = kernel.procedure().blocks[b]->statements;
      for (std::size_t i = 0; i < statements.size(); ++i)
        forEachAssigned(statements[i], [&](const Variable* v) {
          if (!kernel.isLocal(v) && v->array) addUse({b, i}, statements[i], kernel.arrayIndex(v));
        });
    }
  }

  void find(std::vector<KernelArray>& arrays) {
    const Procedure& procedure = kernel_.procedure();
    const bool mayOvertake = hasSignals(procedure) || !channelsOf(procedure).empty();
    for (std::size_t a = 0; a < arrays.size(); ++a) {
      arrays[a].results = ruleOf(a);
      if (arrays[a].results.kind == ResultRule::Kind::None) continue;
      arrays[a].storesApart = StructParts(kernel_, *arrays[a].array).areStoresApart();
      arrays[a].addsUnbounded =
          arrays[a].results.kind == ResultRule::Kind::Reserving && !areSmall(a);
      if (arrays[a].addsUnbounded || (mayOvertake && !arrays[a].storesApart && !beginsFresh(a)))
        arrays[a].results = {};
      if (arrays[a].results.kind == ResultRule::Kind::Counting)
        arrays[a].results.operations = operationsOn(a);
    }
  }

 private:
  struct Uses {
    std::vector<StatementPlace> updates, stores;
  };

  void addUse(const StatementPlace& place, const Statement& statement, std::size_t array) {
    const Call* call = statement.as<Call>();
    const bool atomic = call && call->callee->role == Procedure::Role::AtomicOp;
    (atomic ? uses_[array].updates : uses_[array].stores).push_back(place);
  }

  const Statement& at(const StatementPlace& place) const {
    return kernel_.procedure().blocks[place.block]->statements[place.position];
  }

  ResultRule ruleOf(std::size_t array) const {
    std::optional<ResultRule> rule;
    for (const StatementPlace& place : uses_[array].updates) {
      const Call& call = *at(place).as<Call>();
      if (meaningOf(call).kind == AtomicMeaning::Kind::Load) continue;
      const ResultRule own = resultRuleOf(call);
      rule = rule ? commonRule(*rule, own) : own;
    }
    return rule.value_or(ResultRule{});
  }

  // By all threads of the launch; 0: it is not known.
  BigInt operationsOn(std::size_t array) const {
    BigInt all = 0;
    for (const StatementPlace& place : uses_[array].updates) {
      if (performerOf(at(place)) != Performer::Own) continue;
      const auto comers =
          size_ ? comersTo(place.block, kernel_, definitions_, *size_) : std::nullopt;
      if (!comers) return 0;
      all += *comers;
    }
    return all;
  }

  // Sums wrap around where what is added may be large, or negative: each addend by itself, however
  // often it is added, or all of them, as often as the launch does it. What a copy for the elected
  // thread adds counts at the place that it is of.
  bool areSmall(std::size_t array) {
    bool each = true, all = size_ != nullptr;
    BigInt sum = 0;
    for (const StatementPlace& place : uses_[array].updates) {
      if (performerOf(at(place)) != Performer::Own) continue;
      const Call& atomic = *at(place).as<Call>();
      const Expr addend = addendOf(atomic);
      const auto bound = addend ? boundOf(addend, place) : BigInt(1);
      if (!bound) return false;
      each = each && (*bound <= largestAddend(atomic) || handsOnTotal(addend, place) ||
                      handsOnSum(addend, place));
      const auto comers = all ? comersTo(place.block, kernel_, definitions_, *size_) : std::nullopt;
      all = comers.has_value();
      if (all) sum += *comers * *bound;
    }
    const Type element = kernel_.arrays()[array].array->variable->type->range();
    return each || (all && sum < BigInt(1) << element->width());
  }

  std::optional<BigInt> boundOf(Expr addend, const StatementPlace& place) {
    if (const auto bound = definitions_.bound(addend, place, bounds())) return bound;
    if (const auto sum = addends_.find(&at(place)); sum != addends_.end()) return sum->second.sum;
    const auto known =
        addend->op() == Op::Variable ? bounds().find(addend->variable()) : known_.end();
    return known != known_.end() && isAfterItsLoop(addend->variable(), place)
               ? std::optional(known->second)
               : std::nullopt;
  }

  // Whether a loop that is over has set the variable last: nothing else does, but ahead of it.
  bool isAfterItsLoop(const Variable* variable, const StatementPlace& place) const {
    const ControlFlow& flow = kernel_.flow();
    return std::ranges::any_of(flow.loops(), [&](const Loop& loop) {
      if (flow.inLoop(place.block, loop.index) || !flow.dominates(loop.header, place.block))
        return false;
      bool isSet = false, isLast = true;
      for (unsigned b : flow.order())
        for (const Statement& statement : kernel_.procedure().blocks[b]->statements)
          forEachAssigned(statement, [&](const Variable* v) {
            if (v != variable) return;
            if (flow.inLoop(b, loop.index))
              isSet = true;
            else
              isLast = isLast && flow.dominates(b, loop.header);
          });
      return isSet && isLast;
    });
  }

  // Whether one thread of the block adds what all of it have counted, or no more than a limit of
  // that: the launch adds no more than all that its blocks count, each of which is small.
  bool handsOnTotal(Expr addend, const StatementPlace& place) {
    if (!addend || addend->op() != Op::Variable) return false;
    const auto* read = definitions_.of(addend->variable(), place);
    if (const Expr limited = read && read->value ? limitedByLiteral(read->value) : nullptr) {
      addend = limited;
      read = definitions_.of(addend->variable(), read->place);
    }
    const auto total = read ? totals().find(read->statement) : totals().end();
    const ControlFlow& flow = kernel_.flow();
    return total != totals().end() && total->second.value == addend->variable() &&
           total->second.mostAdded <= largestAddend(*at(place).as<Call>()) &&
           flow.innermostLoop(read->place.block) == flow.innermostLoop(place.block) &&
           isOfOneThread(place.block, kernel_, definitions_, *size_);
  }

  // The same of a sum that the block has computed.
  bool handsOnSum(Expr addend, const StatementPlace& place) {
    if (!addend || addend->op() != Op::Variable || !size_) return false;
    const auto sum = addends_.find(&at(place));
    const auto summand = summands_.find(addend->variable());
    const BigInt* most = sum != addends_.end()        ? &sum->second.summand
                         : summand != summands_.end() ? &summand->second
                                                      : nullptr;
    return most && *most <= largestAddend(*at(place).as<Call>()) &&
           isOfOneThread(place.block, kernel_, definitions_, *size_);
  }

  const BlockTotals& totals() {
    if (!totals_) totals_ = size_ ? findBlockTotals(kernel_, *size_) : BlockTotals{};
    return *totals_;
  }

  // Of variables that one statement sets, and of totals of blocks.
  const SingleDefinitions::KnownBounds& bounds() {
    if (totals_) return known_;
    for (const auto& [statement, total] : totals())
      if (total.value) known_[total.value] = total.most;
    return known_;
  }

  // Where threads may be ordered by other means than barriers of all, what one sets anew between
  // two operations of another may stand anywhere in the text, unless such a barrier cuts them
  // apart.
  bool beginsFresh(std::size_t array) const {
    const Uses& uses = uses_[array];
    return uses.stores.empty() ||
           findFreshStart(kernel_.procedure(), kernel_.flow(), kernel_.arrays()[array].array->space,
                          uses.stores, uses.updates);
  }

  const Kernel& kernel_;
  const GreatestSize* size_;
  std::vector<Uses> uses_;  // by array
  const SingleDefinitions definitions_;
  SingleDefinitions::KnownBounds known_;
  const SingleDefinitions::KnownBounds summands_;
  const decltype(SumBounds::addends) addends_;
  std::optional<BlockTotals> totals_;
};

}  // namespace

void findArrayResults(const Kernel& kernel, const GreatestSize* size, const SumBounds& bounds,
                      std::vector<KernelArray>& arrays) {
  ResultFinder(kernel, size, bounds).find(arrays);
}

}  // namespace barricade
