#include "analysis/block_totals.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <vector>

#include "analysis/atomic_meaning.h"
#include "analysis/atomic_results.h"
#include "analysis/barrier_cut.h"
#include "analysis/elected.h"
#include "analysis/uniformity.h"
#include "ir/uses.h"

namespace barricade {
namespace {

constexpr std::string_view readAttribute = "reads";
constexpr unsigned mostOperationsBits = 24;  // of one element, in a launch

// What a condition says of an id: which number it is, or its bits from one on, or below one.
struct KnownId {
  unsigned dimension = 0;
  std::optional<BigInt> number = {};
  std::optional<unsigned> from = {}, below = {};
};

std::optional<unsigned> dimensionOf(Expr e) {
  if (e->op() != Op::Variable || !e->variable()->isThreadId() || !e->variable()->launch ||
      e->variable()->launch->kind != LaunchConstant::Kind::LocalId)
    return std::nullopt;
  return e->variable()->launch->dimension;
}

// Of an id that is equal to a literal, or of which the warp or the lane is.
std::optional<KnownId> knownId(Expr condition) {
  if (condition->op() != Op::Equal) return std::nullopt;
  const std::size_t literal = condition->arg(1)->isLiteral() ? 1 : 0;
  if (!condition->arg(literal)->isLiteral()) return std::nullopt;
  const Expr part = condition->arg(1 - literal);
  if (const auto d = dimensionOf(part)) return KnownId{*d, condition->arg(literal)->value()};
  if (part->args().size() != 2 || !part->arg(1)->isLiteral()) return std::nullopt;
  const auto d = dimensionOf(part->arg(0));
  const BigInt& by = part->arg(1)->value();
  if (!d || by < 1) return std::nullopt;
  auto isPower = [](const BigInt& n) { return (n & (n - 1)) == 0; };
  switch (part->op()) {
    case Op::BvLShr:
    case Op::BvAShr:
      if (by < 32) return KnownId{*d, {}, static_cast<unsigned>(by), {}};
      break;
    case Op::BvUDiv:
    case Op::BvSDiv:
      if (isPower(by)) return KnownId{*d, {}, msb(by), {}};
      break;
    case Op::BvURem:
    case Op::BvSRem:
      if (isPower(by)) return KnownId{*d, {}, {}, msb(by)};
      break;
    case Op::BvAnd:
      if (isPower(by + 1)) return KnownId{*d, {}, {}, msb(BigInt(by + 1))};
      break;
    default: break;
  }
  return std::nullopt;
}

// Conditions on ids that lead to a block, upwards from it to where paths come together that do not
// part inside, or to a block through which all paths to `until` come.
class Approach {
 public:
  Approach(unsigned block, const Kernel& kernel, const SingleDefinitions& definitions,
           std::optional<unsigned> until = std::nullopt)
      : top_(block) {
    const ControlFlow& flow = kernel.flow();
    auto learnAt = [&](unsigned b) {
      const auto& statements = kernel.procedure().blocks[b]->statements;
      const Assume* guard = statements.empty() ? nullptr : statements.front().as<Assume>();
      const auto id =
          guard ? knownId(definitions.expanded(kernel.program().pool(), guard->condition, {b, 0}))
                : std::nullopt;
      if (id) learn(*id);
      return id && id->number;
    };
    constexpr unsigned most = 16;
    for (unsigned steps = 0; steps < most; ++steps) {
      auto predecessors = flow.predecessors(top_);
      std::erase_if(predecessors,
                    [&](unsigned p) { return flow.dominates(top_, p); });  // of a loop
      if (until && flow.dominates(top_, *until)) break;
      if (predecessors.size() > 1 && isEndOfBranch(flow)) {
        top_ = static_cast<unsigned>(flow.immediateDominator(top_));
        continue;
      }
      if (predecessors.size() != 1) break;
      if (flow.successors(predecessors.front()).size() > 1) onlyIds_ = learnAt(top_) && onlyIds_;
      top_ = predecessors.front();
    }
    // What is said of ids on the way to there holds as well.
    for (unsigned b : flow.order())
      if (flow.dominates(b, top_)) learnAt(b);
  }

  bool isFixed(unsigned dimension) const {
    const KnownId& id = ids_[dimension];
    return id.number || (id.from && id.below && *id.from <= *id.below);
  }
  bool isOfFirst() const {
    return onlyIds_ && std::ranges::all_of(
                           ids_, [](const KnownId& id) { return !id.number || *id.number == 0; });
  }
  unsigned top() const { return top_; }

 private:
  // Whether all ways from where a branch begins come together in the block.
  bool isEndOfBranch(const ControlFlow& flow) const {
    const int begin = flow.immediateDominator(top_);
    return begin >= 0 && flow.postDominates(top_, static_cast<unsigned>(begin)) &&
           flow.innermostLoop(static_cast<unsigned>(begin)) == flow.innermostLoop(top_);
  }

  void learn(const KnownId& id) {
    KnownId& known = ids_[id.dimension];
    if (id.number) known.number = id.number;
    if (id.from) known.from = std::min(*id.from, known.from.value_or(*id.from));
    if (id.below) known.below = std::max(*id.below, known.below.value_or(*id.below));
  }

  unsigned top_;
  std::array<KnownId, 3> ids_;
  bool onlyIds_ = true;
};

class TotalFinder {
 public:
  TotalFinder(const Kernel& kernel, const GreatestSize& size)
      : kernel_(kernel),
        procedure_(kernel.procedure()),
        flow_(kernel.flow()),
        size_(size),
        definitions_(procedure_, flow_) {}

  BlockTotals find() {
    forEachPlace([&](const Statement& statement, const StatementPlace& place) {
      forEachAssigned(statement, [&](const Variable* v) {
        if (!v->array || v->array->space != AddressSpace::GroupShared) return;
        const Call* call = statement.as<Call>();
        const bool atomic = call && call->callee->role == Procedure::Role::AtomicOp;
        (atomic ? uses_[v].updates : uses_[v].stores).push_back(place);
      });
    });
    std::erase_if(uses_, [](const auto& use) { return use.second.updates.empty(); });
    if (uses_.empty()) return {};
    forEachPlace([&](const Statement& statement, const StatementPlace& place) {
      const Expr read = performerOf(statement) == Performer::Own ? readIn(statement) : nullptr;
      const auto uses = read ? uses_.find(read->arg(0)->variable()) : uses_.end();
      if (uses != uses_.end()) uses->second.reads.push_back(place);
    });
    uniformity_.emplace(kernel_, Mode::Intra);
    for (auto& [array, uses] : uses_) {
      uses.start =
          findFreshStart(procedure_, flow_, AddressSpace::GroupShared, uses.stores, uses.updates);
      if (uses.start) uses.most = mostOf(array, uses);
    }
    forEachPlace([&](const Statement& statement, const StatementPlace& place) {
      if (const auto total = readBy(statement, place)) found_[&statement] = *total;
    });
    for (const auto& [array, uses] : uses_)
      if (uses.most)
        for (const StatementPlace& update : uses.updates)
          found_[&at(update)] = {array, at(update).as<Call>()->args[1], nullptr, *uses.most,
                                 uses.mostAdded};
    return std::move(found_);
  }

 private:
  struct Uses {
    std::vector<StatementPlace> updates, stores, reads;  // reads of the threads themselves
    std::optional<FreshStart> start;
    std::optional<BigInt> most;  // nothing: no counter that begins with 0
    BigInt mostAdded = 0;
  };

  const Statement& at(const StatementPlace& place) const {
    return procedure_.blocks[place.block]->statements[place.position];
  }

  template <class Visit>
  void forEachPlace(const Visit& visit) const {
    for (unsigned b : flow_.order()) {
      const auto& statements = procedure_.blocks[b]->statements;
      for (std::size_t i = 0; i < statements.size(); ++i) visit(statements[i], {b, i});
    }
  }

  // The sum of all that is added, which must not wrap around.
  std::optional<BigInt> mostOf(const Variable* array, Uses& uses) const {
    if (!array->type->range()->isBitVector()) return std::nullopt;
    const BigInt threads = size_.group[0] * size_.group[1] * size_.group[2];
    BigInt sum = 0;
    for (const StatementPlace& update : uses.updates) {
      if (performerOf(at(update)) != Performer::Own) continue;  // the same once more
      const Call& call = *at(update).as<Call>();
      const ResultRule rule = resultRuleOf(call);
      const Expr addend = addendOf(call);
      const bool adds = rule.kind == ResultRule::Kind::Reserving ||
                        (rule.kind == ResultRule::Kind::Counting && rule.value > 0);
      const auto bound = addend ? definitions_.bound(addend, update) : std::optional(BigInt(1));
      if (!adds || !bound || !call.args[1]->isLiteral() || !begins(uses, call.args[1]))
        return std::nullopt;
      uses.mostAdded = std::max(uses.mostAdded, *bound);
      const bool once = flow_.innermostLoop(update.block) == uses.start->loop;
      sum += *bound * (once ? threads : BigInt(1) << mostOperationsBits);
    }
    return sum < BigInt(1) << array->type->range()->width() ? std::optional(sum) : std::nullopt;
  }

  // Whether all stores are of 0, and the first thread of the block surely stores it there ahead of
  // what is added: in each iteration, or ahead of the loop and in each iteration for the next one.
  bool begins(const Uses& uses, Expr index) const {
    const FreshStart& start = *uses.start;
    std::vector<StatementPlace> ahead;
    for (const StatementPlace& store : uses.stores) {
      const Assign* assign = at(store).as<Assign>();
      if (!assign || assign->targets.size() != 1 || assign->targets[0].indices.size() != 1 ||
          !assign->targets[0].indices[0]->isLiteral() || !assign->values[0]->isLiteral() ||
          assign->values[0]->value() != 0)
        return false;
      if (std::ranges::find(start.later, store) == start.later.end()) ahead.push_back(store);
    }
    return isSurelyStored(ahead, index, start.barrier, start.renewal ? -1 : start.loop) &&
           (!start.renewal || isSurelyStored(start.later, index, *start.renewal, start.loop));
  }

  // By the first thread: it comes to the barrier, as all do, and through where its way to the store
  // leaves that to the barrier.
  bool isSurelyStored(std::span<const StatementPlace> stores, Expr index, unsigned barrier,
                      int loop) const {
    return uniformity_->block(barrier) &&
           std::ranges::any_of(stores, [&](const StatementPlace& store) {
             if (at(store).as<Assign>()->targets[0].indices[0] != index) return false;
             const Approach approach(store.block, kernel_, definitions_, barrier);
             return approach.isOfFirst() && flow_.dominates(approach.top(), barrier) &&
                    flow_.innermostLoop(approach.top()) == loop;
           });
  }

  // Whether it is read after all that is added has been, and before it is set anew.
  bool isReadInTime(const Uses& uses, const StatementPlace& place) const {
    const auto cuts = barrierCuts(procedure_, flow_, AddressSpace::GroupShared, uses.start->loop);
    auto isBehindAll = [](const BarrierCut& cut, const std::vector<StatementPlace>& places) {
      return std::ranges::all_of(places, [&](const auto& p) { return cut.isBefore(p); });
    };
    const bool isAfterUpdates = std::ranges::any_of(cuts, [&](const BarrierCut& cut) {
      return cut.isAfter(place) && isBehindAll(cut, uses.updates);
    });
    const bool isInItsIteration =
        uses.start->loop < 0 || std::ranges::any_of(cuts, [&](const BarrierCut& cut) {
          return cut.isInEachIteration() && cut.isBefore(place);
        });
    return isAfterUpdates && isInItsIteration &&
           std::ranges::all_of(uses.start->later, [&](const StatementPlace& store) {
             auto isInTime = [&](const StatementPlace& read) {
               return isByOneThread(read, store) ||
                      std::ranges::any_of(cuts, [&](const BarrierCut& cut) {
                        return cut.isBefore(read) && cut.isAfter(store);
                      });
             };
             // What the elected thread reads for all is one of the reads that stand behind it.
             return performerOf(at(place)) == Performer::Own
                        ? isInTime(place)
                        : !uses.reads.empty() && std::ranges::all_of(uses.reads, isInTime);
           });
  }

  // Whether one thread of the block does both, in that order, in each iteration.
  bool isByOneThread(const StatementPlace& first, const StatementPlace& second) const {
    const bool isAhead = first.block == second.block ? first.position < second.position
                                                     : flow_.dominates(first.block, second.block);
    return isAhead && flow_.innermostLoop(first.block) == flow_.innermostLoop(second.block) &&
           isOfOneThread(first.block, kernel_, definitions_, size_) &&
           isOfOneThread(second.block, kernel_, definitions_, size_);
  }

  // The element of an array that it reads into a variable; null: it does something else.
  static Expr readIn(const Statement& statement) {
    const Assign* assign = statement.as<Assign>();
    Expr read = elementRead(statement);
    if (assign && assign->targets.size() == 1 && !assign->targets[0].variable->array)
      read = assign->values[0];
    return read && read->op() == Op::Select && read->arg(0)->op() == Op::Variable ? read : nullptr;
  }

  std::optional<BlockTotal> readBy(const Statement& statement, const StatementPlace& place) const {
    const Expr read = readIn(statement);
    if (!read || !read->arg(1)->isLiteral()) return std::nullopt;
    BlockTotal total;
    const Assign* assign = statement.as<Assign>();
    total.value = assign ? assign->targets[0].variable : statement.as<Havoc>()->targets[0];
    total.array = read->arg(0)->variable();
    total.index = read->arg(1);
    const auto uses = uses_.find(total.array);
    if (uses == uses_.end() || !uses->second.most || !begins(uses->second, total.index) ||
        !isReadInTime(uses->second, place))
      return std::nullopt;
    total.most = *uses->second.most;
    total.mostAdded = uses->second.mostAdded;
    return total;
  }

  const Kernel& kernel_;
  const Procedure& procedure_;
  const ControlFlow& flow_;
  const GreatestSize& size_;
  const SingleDefinitions definitions_;
  std::optional<Uniformity> uniformity_;
  std::map<const Variable*, Uses> uses_;
  BlockTotals found_;
};

}  // namespace

BlockTotals findBlockTotals(const Kernel& kernel, const GreatestSize& size) {
  return TotalFinder(kernel, size).find();
}

bool isOfOneThread(unsigned block, const Kernel& kernel, const SingleDefinitions& definitions,
                   const GreatestSize& size) {
  const Approach approach(block, kernel, definitions);
  return approach.isFixed(0) && (approach.isFixed(1) || size.group[1] == 1) &&
         (approach.isFixed(2) || size.group[2] == 1);
}

std::optional<BigInt> comersTo(unsigned block, const Kernel& kernel,
                               const SingleDefinitions& definitions, const GreatestSize& size) {
  if (kernel.flow().innermostLoop(block) >= 0) return std::nullopt;
  const Approach approach(block, kernel, definitions);
  BigInt threads = size.groups;
  for (unsigned d = 0; d < 3; ++d)
    if (!approach.isFixed(d)) threads *= size.group[d];
  return threads;
}

void markRead(Statement& havoc, Expr element) {
  havoc.attributes.push_back({std::string(readAttribute), {element}});
}

Expr elementRead(const Statement& statement) {
  const Havoc* havoc = statement.as<Havoc>();
  const Attribute* attribute = findAttribute(statement.attributes, readAttribute);
  return havoc && attribute && havoc->targets.size() == 1 ? std::get<Expr>(attribute->args.front())
                                                          : nullptr;
}

}  // namespace barricade
