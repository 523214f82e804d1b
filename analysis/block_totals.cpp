#include "analysis/block_totals.h"

#include <algorithm>
#include <array>
#include <map>

#include "analysis/atomic_meaning.h"
#include "analysis/atomic_results.h"
#include "analysis/barrier_cut.h"
#include "analysis/uniformity.h"
#include "ir/uses.h"

namespace barricade {
namespace {

constexpr std::string_view readAttribute = "reads";
constexpr unsigned mostOperationsBits = 24;  // of one element, in a launch

// The dimension of the id that is equal to a literal, and the literal.
std::optional<std::pair<unsigned, BigInt>> fixedId(Expr condition) {
  if (condition->op() != Op::Equal) return std::nullopt;
  for (std::size_t i = 0; i < 2; ++i) {
    const Expr id = condition->arg(i), literal = condition->arg(1 - i);
    if (id->op() == Op::Variable && literal->isLiteral() && id->variable()->launch &&
        id->variable()->launch->kind == LaunchConstant::Kind::LocalId)
      return std::pair(id->variable()->launch->dimension, literal->value());
  }
  return std::nullopt;
}

// Conditions on the id that lead to a block, upwards from it to where paths come together, or to a
// block through which all paths to `until` come.
class Approach {
 public:
  Approach(unsigned block, const Kernel& kernel, const SingleDefinitions& definitions,
           std::optional<unsigned> until = std::nullopt)
      : top_(block) {
    const ControlFlow& flow = kernel.flow();
    constexpr unsigned most = 16;
    for (unsigned steps = 0; steps < most; ++steps) {
      auto predecessors = flow.predecessors(top_);
      std::erase_if(predecessors,
                    [&](unsigned p) { return flow.dominates(top_, p); });  // of a loop
      const auto& statements = kernel.procedure().blocks[top_]->statements;
      if ((until && flow.dominates(top_, *until)) || predecessors.size() != 1) return;
      if (flow.successors(predecessors.front()).size() > 1) {
        const Assume* guard = statements.empty() ? nullptr : statements.front().as<Assume>();
        const Expr condition =
            guard ? definitions.expanded(kernel.program().pool(), guard->condition, {top_, 0})
                  : nullptr;
        const auto id = condition ? fixedId(condition) : std::nullopt;
        if (id) ids_[id->first] = id->second;
        onlyIds_ = onlyIds_ && id;
      }
      top_ = predecessors.front();
    }
  }

  bool isFixed(unsigned dimension) const { return ids_[dimension].has_value(); }
  bool isOfFirst() const {
    return onlyIds_ &&
           std::all_of(ids_.begin(), ids_.end(), [](const auto& id) { return !id || *id == 0; });
  }
  unsigned top() const { return top_; }

 private:
  unsigned top_;
  std::array<std::optional<BigInt>, 3> ids_;
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
    std::vector<StatementPlace> updates, stores;
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

  // Whether all stores are of 0, and the first thread of the block surely stores it there: it comes
  // to the barrier, as all do, and through where its way to the store leaves that to the barrier.
  bool begins(const Uses& uses, Expr index) const {
    const unsigned barrier = uses.start->barrier;
    bool surely = false;
    for (const StatementPlace& store : uses.stores) {
      const Assign* assign = at(store).as<Assign>();
      if (!assign || assign->targets.size() != 1 || assign->targets[0].indices.size() != 1 ||
          !assign->targets[0].indices[0]->isLiteral() || !assign->values[0]->isLiteral() ||
          assign->values[0]->value() != 0)
        return false;
      if (assign->targets[0].indices[0] != index) continue;
      const Approach approach(store.block, kernel_, definitions_, barrier);
      surely = surely || (approach.isOfFirst() && flow_.dominates(approach.top(), barrier) &&
                          flow_.innermostLoop(approach.top()) == uses.start->loop);
    }
    return surely && uniformity_->block(barrier);
  }

  // Whether it is read after all that is added has been, and before it is set anew.
  bool isReadInTime(const Uses& uses, const StatementPlace& place) const {
    const auto cuts = barrierCuts(procedure_, flow_, AddressSpace::GroupShared, uses.start->loop);
    return std::ranges::any_of(cuts,
                               [&](const BarrierCut& cut) {
                                 return cut.isAfter(place) &&
                                        std::ranges::all_of(uses.updates, [&](const auto& update) {
                                          return cut.isBefore(update);
                                        });
                               }) &&
           (uses.start->loop < 0 || std::ranges::any_of(cuts, [&](const BarrierCut& cut) {
              return cut.isInEachIteration() && cut.isBefore(place);
            }));
  }

  std::optional<BlockTotal> readBy(const Statement& statement, const StatementPlace& place) const {
    BlockTotal total;
    Expr read = nullptr;
    if (const Assign* assign = statement.as<Assign>()) {
      if (assign->targets.size() != 1 || assign->targets[0].variable->array) return std::nullopt;
      total.value = assign->targets[0].variable;
      read = assign->values[0];
    } else if (const Expr element = elementRead(statement)) {
      total.value = statement.as<Havoc>()->targets[0];
      read = element;
    }
    if (!read || read->op() != Op::Select || read->arg(0)->op() != Op::Variable ||
        !read->arg(1)->isLiteral())
      return std::nullopt;
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
