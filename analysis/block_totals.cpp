#include "analysis/block_totals.h"

#include <algorithm>
#include <array>
#include <map>

#include "analysis/atomic_meaning.h"
#include "analysis/atomic_results.h"
#include "analysis/barrier_cut.h"
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

// Conditions on the id that lead to a block, upwards from it to where paths come together.
class Approach {
 public:
  Approach(unsigned block, ExprPool& pool, const ControlFlow& flow, const Procedure& procedure,
           const SingleDefinitions& definitions)
      : top_(block) {
    constexpr unsigned most = 16;
    for (unsigned steps = 0; steps < most; ++steps) {
      const auto& predecessors = flow.predecessors(top_);
      const auto& statements = procedure.blocks[top_]->statements;
      if (flow.postDominates(top_, flow.order().front()) || predecessors.size() != 1) return;
      if (flow.successors(predecessors.front()).size() > 1) {
        const Assume* guard = statements.empty() ? nullptr : statements.front().as<Assume>();
        const Expr condition =
            guard ? definitions.expanded(pool, guard->condition, {top_, 0}) : nullptr;
        const auto id = condition ? fixedId(condition) : std::nullopt;
        if (id) ids_[id->first] = id->second;
        onlyIds_ = onlyIds_ && id;
      }
      top_ = predecessors.front();
    }
  }

  bool isFixed(unsigned dimension) const { return ids_[dimension].has_value(); }
  // Whether the first thread of each block comes through.
  bool isOfFirst(const ControlFlow& flow) const {
    return onlyIds_ && flow.postDominates(top_, flow.order().front()) &&
           flow.innermostLoop(top_) < 0 &&
           std::all_of(ids_.begin(), ids_.end(), [](const auto& id) { return !id || *id == 0; });
  }

 private:
  unsigned top_;
  std::array<std::optional<BigInt>, 3> ids_;
  bool onlyIds_ = true;
};

class TotalFinder {
 public:
  TotalFinder(ExprPool& pool, const Procedure& procedure, const ControlFlow& flow,
              const GreatestSize& size)
      : pool_(pool),
        procedure_(procedure),
        flow_(flow),
        size_(size),
        definitions_(procedure, flow) {}

  BlockTotals find() {
    forEachPlace([&](const Statement& statement, const StatementPlace& place) {
      forEachAssigned(statement, [&](const Variable* v) {
        if (!v->array || v->array->space != AddressSpace::GroupShared) return;
        const Call* call = statement.as<Call>();
        const bool atomic = call && call->callee->role == Procedure::Role::AtomicOp;
        (atomic ? uses_[v].updates : uses_[v].stores).push_back({&statement, place});
      });
    });
    std::erase_if(uses_, [](const auto& use) { return use.second.updates.empty(); });
    if (uses_.empty()) return {};
    cuts_ = barrierCuts(procedure_, flow_, AddressSpace::GroupShared);
    for (auto& [array, uses] : uses_) uses.most = mostOf(array, uses);
    forEachPlace([&](const Statement& statement, const StatementPlace& place) {
      if (const auto total = readBy(statement, place)) found_[&statement] = *total;
    });
    for (const auto& [array, uses] : uses_)
      if (uses.most)
        for (const Use& update : uses.updates)
          found_[update.statement] = {array, update.statement->as<Call>()->args[1], nullptr,
                                      *uses.most};
    return std::move(found_);
  }

 private:
  struct Use {
    const Statement* statement;
    StatementPlace place;
  };
  struct Uses {
    std::vector<Use> updates, stores;
    std::optional<BigInt> most;  // nothing: no counter that begins with 0
  };

  template <class Visit>
  void forEachPlace(const Visit& visit) const {
    for (unsigned b : flow_.order()) {
      const auto& statements = procedure_.blocks[b]->statements;
      for (std::size_t i = 0; i < statements.size(); ++i) visit(statements[i], {b, i});
    }
  }

  static bool areBefore(const std::vector<Use>& uses, const BarrierCut& cut) {
    return std::all_of(uses.begin(), uses.end(), [&](const Use& use) {
      return cut.isBefore(use.place.block, use.place.position);
    });
  }
  static bool areAfter(const std::vector<Use>& uses, const BarrierCut& cut) {
    return std::all_of(uses.begin(), uses.end(), [&](const Use& use) {
      return cut.isAfter(use.place.block, use.place.position);
    });
  }

  // The sum of all that is added, which must not wrap around.
  std::optional<BigInt> mostOf(const Variable* array, const Uses& uses) const {
    if (!array->type->range()->isBitVector() ||
        std::none_of(cuts_.begin(), cuts_.end(), [&](const BarrierCut& cut) {
          return areBefore(uses.stores, cut) && areAfter(uses.updates, cut);
        }))
      return std::nullopt;
    const BigInt threads = size_.group[0] * size_.group[1] * size_.group[2];
    BigInt sum = 0;
    for (const Use& update : uses.updates) {
      const Call& call = *update.statement->as<Call>();
      const ResultRule rule = resultRuleOf(call);
      const Expr addend = addendOf(call);
      const bool adds = rule.kind == ResultRule::Kind::Reserving ||
                        (rule.kind == ResultRule::Kind::Counting && rule.value > 0);
      const auto bound =
          addend ? definitions_.bound(addend, update.place) : std::optional(BigInt(1));
      if (!adds || !bound || !call.args[1]->isLiteral() || !begins(uses, call.args[1]))
        return std::nullopt;
      const bool once = flow_.innermostLoop(update.place.block) < 0;
      sum += *bound * (once ? threads : BigInt(1) << mostOperationsBits);
    }
    return sum < BigInt(1) << array->type->range()->width() ? std::optional(sum) : std::nullopt;
  }

  // Whether all stores are of 0, and the first thread of the block surely stores it there.
  bool begins(const Uses& uses, Expr index) const {
    bool surely = false;
    for (const Use& store : uses.stores) {
      const Assign* assign = store.statement->as<Assign>();
      if (!assign || assign->targets.size() != 1 || assign->targets[0].indices.size() != 1 ||
          !assign->targets[0].indices[0]->isLiteral() || !assign->values[0]->isLiteral() ||
          assign->values[0]->value() != 0)
        return false;
      surely =
          surely ||
          (assign->targets[0].indices[0] == index &&
           Approach(store.place.block, pool_, flow_, procedure_, definitions_).isOfFirst(flow_));
    }
    return surely;
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
        std::none_of(cuts_.begin(), cuts_.end(), [&](const BarrierCut& cut) {
          return areBefore(uses->second.updates, cut) && cut.isAfter(place.block, place.position);
        }))
      return std::nullopt;
    total.most = *uses->second.most;
    return total;
  }

  ExprPool& pool_;
  const Procedure& procedure_;
  const ControlFlow& flow_;
  const GreatestSize& size_;
  const SingleDefinitions definitions_;
  std::vector<BarrierCut> cuts_;
  std::map<const Variable*, Uses> uses_;
  BlockTotals found_;
};

}  // namespace

BlockTotals findBlockTotals(ExprPool& pool, const Procedure& procedure, const ControlFlow& flow,
                            const GreatestSize& size) {
  return TotalFinder(pool, procedure, flow, size).find();
}

std::optional<BigInt> comersTo(unsigned block, ExprPool& pool, const ControlFlow& flow,
                               const Procedure& procedure, const SingleDefinitions& definitions,
                               const GreatestSize& size) {
  if (flow.innermostLoop(block) >= 0) return std::nullopt;
  const Approach approach(block, pool, flow, procedure, definitions);
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
