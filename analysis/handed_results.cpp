#include "analysis/handed_results.h"

#include <algorithm>
#include <span>

#include "analysis/definitions.h"
#include "ir/uses.h"

namespace barricade {
namespace {

const Synchronization* exchangeOf(const Call* call) {
  const auto* primitive =
      call && call->callee->synchronization ? &*call->callee->synchronization : nullptr;
  return primitive && primitive->primitive == SyncPrimitive::Exchange ? primitive : nullptr;
}

bool isVote(const Call* call) {
  const Synchronization* exchange = exchangeOf(call);
  return exchange && exchange->row->exchange == ExchangeFunction::Ballot;
}

bool isMatch(const Call* call) {
  const Synchronization* exchange = exchangeOf(call);
  return exchange && exchange->row->exchange == ExchangeFunction::MatchAny;
}

bool isActiveMask(const Call* call) {
  return call && call->callee->synchronization &&
         call->callee->synchronization->primitive == SyncPrimitive::ActiveMask;
}

Expr argument(const Call& call, SyncParameter parameter) {
  return call.args[*call.callee->synchronization->position(parameter)];
}

class HandedFinder {
 public:
  HandedFinder(const Kernel& kernel, const WarpConvergence& convergence)
      : kernel_(kernel),
        convergence_(convergence),
        flow_(kernel.flow()),
        pool_(kernel.program().pool()),
        definitions_(kernel.procedure(), kernel.flow()) {}

  HandedResults find() {
    for (unsigned b : flow_.order()) {
      const auto& statements = statementsOf(b);
      for (std::size_t i = 0; i < statements.size(); ++i) {
        const Synchronization* exchange = exchangeOf(statements[i].as<Call>());
        if (!exchange || exchange->row->exchange != ExchangeFunction::Shuffle) continue;
        shuffle_ = statements[i].as<Call>();
        place_ = {b, i};
        if (const auto handed = ofShuffle()) found_[&statements[i]] = *handed;
      }
    }
    return std::move(found_);
  }

 private:
  const std::vector<Statement>& statementsOf(unsigned block) const {
    return kernel_.procedure().blocks[block]->statements;
  }

  std::optional<HandedResult> ofShuffle() {
    const Expr value = argument(*shuffle_, SyncParameter::Value);
    if (value->op() != Op::Variable) return std::nullopt;
    for (unsigned b : flow_.order()) {
      const auto& statements = statementsOf(b);
      for (std::size_t i = 0; i < statements.size(); ++i)
        if (const Call* atomic = setBy(statements[i], value->variable(), {b, i}))
          if (auto handed = ofRegion(*atomic, value->variable(), {b, i})) return handed;
    }
    return std::nullopt;
  }

  // The atomic operation of the same block whose result the statement gives to the variable.
  const Call* setBy(const Statement& statement, const Variable* variable,
                    const StatementPlace& place) const {
    if (const Call* call = statement.as<Call>())
      return call->atomic && call->results.front() == variable ? call : nullptr;
    const Assign* assign = statement.as<Assign>();
    if (!assign || assign->targets.size() != 1 || assign->targets[0].variable != variable ||
        assign->values[0]->op() != Op::Variable)
      return nullptr;
    const auto* definition = definitions_.of(assign->values[0]->variable(), place);
    if (!definition || definition->place.block != place.block) return nullptr;
    const Call* call = definition->statement->as<Call>();
    return call && call->atomic && call->results.front() == assign->values[0]->variable() ? call
                                                                                          : nullptr;
  }

  // One branch, or several one behind the other (`lane == 0 && mask != 0`), decide about this block
  // alone, from where all go straight to the shuffle.
  std::optional<HandedResult> ofRegion(const Call& atomic, const Variable* base,
                                       const StatementPlace& set) {
    if (!leadsToShuffle(set.block, base, set.position + 1)) return std::nullopt;
    HandedResult handed;
    handed.atomic = &atomic;
    handed.element = ofGroup(atomic.args[1], set);
    if (!handed.element) return std::nullopt;
    if (!atomic.atomic->args.empty()) {
      handed.operand = ofGroup(atomic.atomic->args.back(), set);
      if (!handed.operand) return std::nullopt;
    }
    bool othersCome = true;
    unsigned block = set.block;
    for (unsigned steps = 0; steps < 32; ++steps) {
      if (flow_.predecessors(block).size() != 1) return std::nullopt;
      const unsigned before = flow_.predecessors(block).front();
      const auto& successors = flow_.successors(before);
      const std::size_t edge = successors[0] == block ? 0 : 1;
      block = before;
      if (successors.size() == 1) continue;
      if (!addGuard(handed, block, edge)) return std::nullopt;
      othersCome = othersCome && leadsToShuffle(successors[1 - edge], nullptr, 0);
      if (!flow_.dominates(block, place_.block)) continue;
      handed.namedCome = othersCome && namedCome(block);
      return handed;
    }
    return std::nullopt;
  }

  bool addGuard(HandedResult& handed, unsigned branch, std::size_t edge) {
    const Branch& decision = kernel_.branch(branch);
    if (decision.kind != Branch::Kind::Guarded || decision.guards.size() != 2 ||
        !isInSameLoop(branch))
      return false;
    const Expr guard = ofGroup(decision.guards[edge], {branch, statementsOf(branch).size()});
    if (!guard) return false;
    handed.condition = handed.condition ? pool_.make(Op::And, guard, handed.condition) : guard;
    return true;
  }

  bool isInSameLoop(unsigned block) const {
    return flow_.innermostLoop(block) == flow_.innermostLoop(place_.block);
  }

  bool leadsToShuffle(unsigned block, const Variable* unchanged, std::size_t from) const {
    for (unsigned steps = 0; steps < 32; ++steps, from = 0) {
      const auto& statements = statementsOf(block);
      const std::size_t end = block == place_.block ? place_.position : statements.size();
      for (std::size_t i = from; i < end; ++i) {
        bool changes = false;
        forEachAssigned(statements[i], [&](const Variable* v) { changes |= v == unchanged; });
        if (changes) return false;
      }
      if (block == place_.block) return true;
      if (flow_.successors(block).size() != 1 || !isInSameLoop(block)) return false;
      block = flow_.successors(block).front();
    }
    return false;
  }

  //--- What lanes of the mask have in common

  // With definitions in place of variables; null where it may differ otherwise than by ids.
  Expr ofGroup(Expr e, const StatementPlace& place) {
    const Expr expanded = definitions_.expanded(pool_, e, place);
    bool known = true;
    forEachVariable(withoutMatched(expanded, place), [&](const Variable* v) {
      known =
          known && !v->array &&
          (!kernel_.isLocal(v) ||
           (v->kind == Variable::Kind::Parameter && !definitions_.isSet(v)) || isOfGroup(v, place));
    });
    return known ? expanded : nullptr;
  }

  // Where the mask names the lanes with one value: with any literal for that, if the lanes have it
  // in variables, so that it is read as well from those of any lane as from those of the source.
  Expr withoutMatched(Expr e, const StatementPlace& place) {
    const auto* definition = maskDefinition();
    const Call* call = definition ? definition->statement->as<Call>() : nullptr;
    if (!isMatch(call)) return e;
    const Expr value =
        definitions_.expanded(pool_, argument(*call, SyncParameter::Value), definition->place);
    bool inVariables = true;
    forEachVariable(value, [&](const Variable* v) {
      inVariables = inVariables && !v->array && kernel_.isLocal(v) &&
                    definitions_.of(v, definition->place) && definitions_.of(v, place);
    });
    if (!inVariables || !value->type()->isBitVector()) return e;
    std::unordered_map<Expr, Expr> memo;
    return substitute(pool_, e, {{value, pool_.bitVector(0, value->type()->width())}}, memo);
  }

  // The mask of the shuffle, or what all lanes of the warp have got.
  bool isOfGroup(const Variable* variable, const StatementPlace& place) const {
    const auto* definition = definitions_.of(variable, place);
    if (definition && convergence_.isEqual(variable)) return true;
    const Call* call = definition ? definition->statement->as<Call>() : nullptr;
    if (!isVote(call) && !isMatch(call) && !isActiveMask(call)) return false;
    const Expr mask = argument(*shuffle_, SyncParameter::Mask);
    if (mask->op() == Op::Variable && mask->variable() == variable) return true;
    if (!isVote(call)) return false;
    const Expr voters = argument(*call, SyncParameter::Mask);
    return voters->isLiteral() && voters->value() == (BigInt(1) << voters->type()->width()) - 1;
  }

  // Of a mask that a variable holds.
  const SingleDefinitions::Definition* maskDefinition() const {
    const Expr mask = argument(*shuffle_, SyncParameter::Mask);
    return mask->op() == Op::Variable ? definitions_.of(mask->variable(), place_) : nullptr;
  }

  //--- Who comes

  bool namedCome(unsigned branch) {
    const auto* definition = maskDefinition();
    const Call* call = definition ? definition->statement->as<Call>() : nullptr;
    if (!isVote(call) && !isMatch(call) && !isActiveMask(call)) return false;
    const Expr flag = isVote(call) ? argument(*call, SyncParameter::Flag) : nullptr;
    if (flag && readsArray(flag)) return false;
    std::vector<unsigned> path;
    unsigned block = definition->place.block;
    for (unsigned steps = 0; steps < 32; ++steps) {
      if (!isInSameLoop(block)) return false;
      if (block == branch) return true;
      path.push_back(block);
      const auto& successors = flow_.successors(block);
      const Branch& decision = kernel_.branch(block);
      std::size_t next = 0;
      if (successors.size() != 1) {
        if (!flag || decision.kind != Branch::Kind::Guarded) return false;
        while (next < successors.size() &&
               !isSameFlag(decision.guards[next], flag, definition->place, path))
          ++next;
      }
      if (next >= successors.size()) return false;
      block = successors[next];
    }
    return false;
  }

  static bool readsArray(Expr e) {
    bool reads = false;
    forEachVariable(e, [&](const Variable* v) { reads = reads || v->array; });
    return reads;
  }

  // Whether a guard at the end of a path has the value that the flag had at the vote, with which
  // the path begins.
  bool isSameFlag(Expr guard, Expr flag, const StatementPlace& vote,
                  std::span<const unsigned> path) const {
    const StatementPlace end{path.back(), statementsOf(path.back()).size()};
    const Expr expanded = definitions_.expanded(pool_, flag, vote);
    if (staysTheSame(expanded, vote) && definitions_.expanded(pool_, guard, end) == expanded)
      return true;
    // What several statements set, before the vote only, as where branches meet.
    if (isSetOn(path, vote, flag)) return false;
    if (guard == flag) return true;
    const auto* definition =
        guard->op() == Op::Variable ? definitions_.of(guard->variable(), end) : nullptr;
    return definition && definition->value == flag && isBehind(definition->place, vote, path);
  }

  // Nothing of it is set again after that place, in the same iteration.
  bool staysTheSame(Expr e, const StatementPlace& place) const {
    bool same = true;
    forEachVariable(e, [&](const Variable* v) {
      same = same && !v->array && (!definitions_.isSet(v) || definitions_.of(v, place) != nullptr);
    });
    return same;
  }

  static bool isBehind(const StatementPlace& place, const StatementPlace& vote,
                       std::span<const unsigned> path) {
    return place.block == vote.block ? place.position > vote.position
                                     : std::ranges::find(path, place.block) != path.end();
  }

  // Whether a statement behind the vote sets a variable of it.
  bool isSetOn(std::span<const unsigned> path, const StatementPlace& vote, Expr e) const {
    bool found = false;
    for (unsigned block : path) {
      const auto& statements = statementsOf(block);
      for (std::size_t i = block == vote.block ? vote.position + 1 : 0; i < statements.size(); ++i)
        forEachAssigned(statements[i], [&](const Variable* set) {
          forEachVariable(e, [&](const Variable* v) { found = found || v == set; });
        });
    }
    return found;
  }

  const Kernel& kernel_;
  const WarpConvergence& convergence_;
  const ControlFlow& flow_;
  ExprPool& pool_;
  const SingleDefinitions definitions_;
  HandedResults found_;
  const Call* shuffle_ = nullptr;
  StatementPlace place_;
};

}  // namespace

HandedResults findHandedResults(const Kernel& kernel, const WarpConvergence& convergence) {
  const auto& arrays = kernel.arrays();
  const bool any = std::any_of(arrays.begin(), arrays.end(), [](const KernelArray& array) {
    return array.results.kind != ResultRule::Kind::None;
  });
  return any ? HandedFinder(kernel, convergence).find() : HandedResults{};
}

}  // namespace barricade
