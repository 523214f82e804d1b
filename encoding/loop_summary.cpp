#include "encoding/loop_summary.h"

#include <algorithm>
#include <functional>

#include "encoding/run_ahead.h"

namespace barricade {
namespace {

// t - head as a term without `head`, when t is head plus something.
Expr differenceFrom(Terms& terms, Expr t, Expr head) {
  std::unordered_map<Expr, Expr> differences;
  return fold<Expr>(
      t, differences,
      [&](Expr part) -> std::optional<Expr> {
        if (part == head) return terms.number(0, head->type());
        switch (part->op()) {
          case Op::BvAdd:
          case Op::IntAdd:
          case Op::BvSub:
          case Op::IntSub:
          case Op::Ite: return std::nullopt;
          default: return nullptr;
        }
      },
      [&](Expr sum, const std::vector<Expr>& parts) -> Expr {
        if (sum->op() == Op::Ite)
          return parts[1] && parts[2] ? terms.ite(sum->arg(0), parts[1], parts[2]) : nullptr;
        const bool minus = sum->op() == Op::BvSub || sum->op() == Op::IntSub;
        if (parts[0])
          return minus ? terms.sub(parts[0], sum->arg(1)) : terms.add(parts[0], sum->arg(1));
        return parts[1] && !minus ? terms.add(sum->arg(0), parts[1]) : nullptr;
      });
}

std::optional<unsigned> powerOfTwo(Expr e) {
  if (!e->isLiteral() || e->value() <= 0) return std::nullopt;
  const auto bit = static_cast<unsigned>(boost::multiprecision::msb(e->value()));
  return e->value() == BigInt(1) << bit ? std::optional(bit) : std::nullopt;
}

std::optional<ClosedForm> shiftForm(Expr t, Expr head) {
  auto form = [](ClosedForm::Kind kind, unsigned amount) -> std::optional<ClosedForm> {
    if (amount == 0) return std::nullopt;
    return ClosedForm{kind, nullptr, amount, {}};
  };
  if (t->op() == Op::BvAdd && t->arg(0) == head && t->arg(1) == head)
    return form(ClosedForm::Kind::ShiftLeft, 1);
  if (t->args().size() != 2 || t->arg(0) != head || !t->arg(1)->isLiteral()) return std::nullopt;
  Expr operand = t->arg(1);
  const unsigned width = head->type()->isBitVector() ? head->type()->width() : 0;
  if (width == 0) return std::nullopt;
  const unsigned distance = operand->value() < width ? static_cast<unsigned>(operand->value()) : 0;
  switch (t->op()) {
    case Op::BvShl: return form(ClosedForm::Kind::ShiftLeft, distance);
    case Op::BvLShr: return form(ClosedForm::Kind::ShiftRight, distance);
    case Op::BvAShr: return form(ClosedForm::Kind::ArithmeticShiftRight, distance);
    case Op::BvMul:
      if (auto k = powerOfTwo(operand)) return form(ClosedForm::Kind::ShiftLeft, *k);
      break;
    case Op::BvUDiv:
      if (auto k = powerOfTwo(operand)) return form(ClosedForm::Kind::ShiftRight, *k);
      break;
    case Op::BvSDiv:
      if (auto k = powerOfTwo(operand); k && *k < width - 1)
        return form(ClosedForm::Kind::SignedHalving, *k);
      break;
    default: break;
  }
  return std::nullopt;
}

// Variables that come back to their initial values after a few iterations: buffers that are
// exchanged or rotated, v = c - v, v = !v. `next` has what the loop's variables become, by
// placeholder.
std::optional<ClosedForm> periodicForm(Terms& terms, Expr head,
                                       const std::unordered_map<Expr, Expr>& next,
                                       const std::function<bool(Expr)>& determined) {
  constexpr std::size_t longestPeriod = 4;
  ClosedForm form;
  form.kind = ClosedForm::Kind::Periodic;
  for (Expr value = head; form.cycle.size() < longestPeriod;) {
    form.cycle.push_back(value);
    std::unordered_map<Expr, Expr> memo;
    value = terms.substitute(value, next, memo);
    if (!determined(value)) return std::nullopt;
    if (value == head) return form;
  }
  return std::nullopt;
}

std::optional<ClosedForm> closedForm(Terms& terms, Expr head,
                                     const std::unordered_map<Expr, Expr>& next,
                                     const std::function<bool(Expr)>& invariant,
                                     const std::function<bool(Expr)>& determined, bool mathInt) {
  // A counter of integers counts no bit vectors.
  if (head->type()->isInt() || (head->type()->isBitVector() && !mathInt)) {
    if (Expr step = differenceFrom(terms, next.at(head), head); step && invariant(step))
      return ClosedForm{ClosedForm::Kind::Affine, step, 0, {}};
    if (auto form = shiftForm(next.at(head), head)) return form;
  }
  return periodicForm(terms, head, next, determined);
}

// What the terms of one loop's iteration depend on.
class LoopLeaves {
 public:
  LoopLeaves(const Kernel& kernel, const Terms& terms, const Placeholders& placeholders,
             const Loop& loop)
      : terms_(terms) {
    for (std::size_t v : kernel.modifiedIn(loop.index))
      changing_.insert(placeholders.variables[v]->variable());
    for (Expr e : placeholders.variables)
      if (e && !e->isLiteral()) known_.insert(e->variable());
  }

  // By what the loop leaves alone.
  bool invariant(Expr e) const {
    return are(e, [&](const Variable* v) { return !changing_.contains(v); });
  }
  // By the values at the head, rather than anew in each iteration.
  bool determined(Expr e) const {
    return are(e, [](const Variable*) { return true; });
  }
  // By what the loop leaves alone and variables with closed forms.
  bool closed(Expr e, const std::unordered_set<const Variable*>& withForm) const {
    return are(e,
               [&](const Variable* v) { return !changing_.contains(v) || withForm.contains(v); });
  }

 private:
  bool are(Expr e, const std::function<bool(const Variable*)>& allowed) const {
    const auto leaves = leavesOf(e);
    return std::all_of(leaves.begin(), leaves.end(), [&](const Variable* v) {
      return known_.contains(v) ? allowed(v) : !terms_.isFresh(v);
    });
  }

  const Terms& terms_;
  std::unordered_set<const Variable*>
      changing_;                               // placeholders of variables that the loop modifies
  std::unordered_set<const Variable*> known_;  // placeholders
};

// The variables that are parts of a sum.
std::vector<std::size_t> summandsOf(Expr sum,
                                    const std::unordered_map<Expr, std::size_t>& variableOf) {
  std::vector<std::size_t> found;
  forEachNodeWhile({sum}, [&](Expr e) {
    if (auto it = variableOf.find(e); it != variableOf.end()) found.push_back(it->second);
    return e->op() == Op::BvAdd;
  });
  return found;
}

// Comparisons below the conditions of an iteration; of sums those with literals.
std::vector<LoopSummary::Comparison> comparisonsIn(
    std::vector<Expr> conditions, const std::unordered_map<Expr, std::size_t>& variableOf,
    const LoopLeaves& leaves) {
  std::vector<LoopSummary::Comparison> comparisons;
  forEachNode(std::move(conditions), [&](Expr e) {
    const bool isSigned = e->op() == Op::BvSlt || e->op() == Op::IntLt;
    if (!isSigned && e->op() != Op::BvUlt) return;
    for (std::size_t side : {0U, 1U}) {
      const Expr compared = e->arg(side), bound = e->arg(1 - side);
      if (auto it = variableOf.find(compared); it != variableOf.end() && leaves.invariant(bound))
        comparisons.push_back({it->second, bound, isSigned});
      if (compared->op() == Op::BvAdd && bound->isLiteral())
        for (std::size_t v : summandsOf(compared, variableOf))
          comparisons.push_back({v, bound, isSigned});
    }
  });
  return comparisons;
}

// Stores whose elements are known of each iteration.
std::map<std::size_t, std::vector<ArrayStore>> fillsOf(Terms& terms, const Iteration& iteration,
                                                       const std::function<bool(Expr)>& closed) {
  std::map<std::size_t, std::vector<ArrayStore>> fills;
  std::set<std::size_t> unknown = iteration.disturbed;
  for (ArrayStore store : iteration.stores) {
    store.index = terms.assuming(store.index, iteration.complete);
    store.condition = terms.assuming(store.condition, iteration.complete);
    if (store.value) store.value = terms.assuming(store.value, iteration.complete);
    if (!closed(store.index)) unknown.insert(store.array);
    if (!closed(store.condition)) {
      store.condition = terms.yes();
      store.value = nullptr;
    }
    if (store.value && !closed(store.value)) store.value = nullptr;
    fills[store.array].push_back(store);
  }
  for (std::size_t array : unknown) fills.erase(array);
  return fills;
}

bool meetsLanesOfMask(const Kernel& kernel, const Loop& loop) {
  return std::ranges::any_of(loop.blocks, [&](unsigned b) {
    const auto& statements = kernel.procedure().blocks[b]->statements;
    return std::ranges::any_of(statements, [](const Statement& statement) {
      const Call* call = statement.as<Call>();
      if (!call || !call->callee->synchronization) return false;
      const auto mask = call->callee->synchronization->position(SyncParameter::Mask);
      return mask && !call->args[*mask]->isLiteral();
    });
  });
}

std::optional<IteratedValue> iteratedValue(Terms& terms, const LoopLeaves& leaves, Expr next,
                                           Expr head) {
  if (!leaves.closed(next, {head->variable()})) return std::nullopt;
  IteratedValue value;
  for (const Variable* leaf : leavesOf(next))
    value.dependsOn.push_back(terms.pool().variable(leaf));
  std::ranges::sort(value.dependsOn, {}, [](Expr e) { return e->variable()->name; });
  std::vector<Type> types;
  for (Expr e : value.dependsOn) types.push_back(e->type());
  types.push_back(bitVectorType(iterationCounterWidth));
  value.function = terms.freshFunction("iterated", types, head->type());
  return value;
}

LoopSummary summarize(const Kernel& kernel, Terms& terms, const Placeholders& placeholders,
                      const Loop& loop, const Iteration& iteration) {
  const LoopLeaves leaves(kernel, terms, placeholders, loop);
  const std::vector<std::size_t>& modified = kernel.modifiedIn(loop.index);
  std::unordered_map<Expr, Expr> next;
  std::unordered_map<Expr, std::size_t> variableOf;
  for (std::size_t v : modified) {
    const Expr head = placeholders.variables[v];
    variableOf[head] = v;
    if (iteration.after[v]) next[head] = terms.assuming(iteration.after[v], iteration.complete);
  }

  LoopSummary summary;
  const bool byMask = !kernel.program().mathInt && meetsLanesOfMask(kernel, loop);
  std::unordered_set<const Variable*> withForm;
  for (std::size_t v : modified) {
    if (!iteration.after[v]) continue;
    const Expr head = placeholders.variables[v];
    auto form = closedForm(
        terms, head, next, [&](Expr e) { return leaves.invariant(e); },
        [&](Expr e) { return leaves.determined(e); }, kernel.program().mathInt);
    if (form) {
      summary.closed[v] = std::move(*form);
      withForm.insert(head->variable());
    } else {
      summary.next[v] = next[head];
      const auto ring = ringOf(terms, next[head], head);
      if (ring && leaves.invariant(ring->step) && leaves.invariant(ring->bound))
        summary.rings[v] = *ring;
      if (!byMask) continue;
      if (auto iterated = iteratedValue(terms, leaves, next[head], head))
        summary.iterated[v] = std::move(*iterated);
    }
  }

  std::vector<Expr> conditions{iteration.complete};
  for (const auto& [v, value] : summary.next) conditions.push_back(value);
  summary.comparisons = comparisonsIn(std::move(conditions), variableOf, leaves);

  std::vector<Expr> conjuncts;
  collectConjuncts(iteration.complete, conjuncts);
  for (Expr e : conjuncts)
    if (leaves.closed(e, withForm)) summary.facts.push_back(e);
  if (!summary.iterated.empty()) {
    std::unordered_set<const Variable*> known = withForm;
    for (const auto& [v, iterated] : summary.iterated)
      known.insert(placeholders.variables[v]->variable());
    for (Expr e : conjuncts)
      if (!leaves.closed(e, withForm) && leaves.closed(e, known))
        summary.iteratedFacts.push_back(e);
  }
  summary.factsSuffice = summary.facts.size() == conjuncts.size();
  summary.fills = fillsOf(terms, iteration, [&](Expr e) { return leaves.closed(e, withForm); });
  return summary;
}

}  // namespace

std::optional<Inequality> inequalityOf(Expr fact) {
  const bool negated = fact->op() == Op::Not;
  const Expr less = negated ? fact->arg(0) : fact;
  if (less->op() != Op::BvUlt && less->op() != Op::BvSlt) return std::nullopt;
  const std::size_t lesser = negated ? 1 : 0;
  return Inequality{less->arg(lesser), less->arg(1 - lesser), !negated, less->op() == Op::BvSlt};
}

Expr changesWhen(Terms& terms, Expr next, Expr head) {
  if (next == head) return terms.no();
  if (next->op() != Op::Ite) return terms.yes();
  const Expr then = changesWhen(terms, next->arg(1), head);
  const Expr otherwise = changesWhen(terms, next->arg(2), head);
  if (then->isTrue() && otherwise->isTrue()) return then;
  return terms.lor(terms.land(next->arg(0), then), terms.land(terms.lnot(next->arg(0)), otherwise));
}

std::vector<LoopSummary> summarizeLoops(const Kernel& kernel, Terms& terms,
                                        const LaunchFacts& launch,
                                        const ReadOnlyFunctions& readOnly,
                                        const Placeholders& placeholders) {
  std::vector<LoopSummary> summaries(kernel.flow().loops().size());
  std::vector<const Loop*> innerFirst;
  for (const Loop& loop : kernel.flow().loops()) innerFirst.push_back(&loop);
  std::stable_sort(innerFirst.begin(), innerFirst.end(),
                   [](const Loop* a, const Loop* b) { return a->depth > b->depth; });
  for (const Loop* loop : innerFirst) {
    const Iteration iteration =
        runIteration(kernel, terms, launch, readOnly, placeholders, summaries, loop->index);
    LoopSummary& summary = summaries[loop->index];
    summary = summarize(kernel, terms, placeholders, *loop, iteration);
    summary.ahead = findRunAhead({kernel, terms, placeholders, *loop, iteration, summaries});
    summary.drawn = findDrawnValues(kernel, terms, placeholders, *loop, iteration, summary.next);
    summary.matches =
        findMatchCounts(kernel, terms, launch, readOnly, placeholders, summaries, *loop);
  }
  return summaries;
}

std::optional<ClosedForm> literalOrbit(Terms& terms, const LoopSummary& summary,
                                       const Placeholders& placeholders,
                                       const std::vector<Expr>& initial, std::size_t variable) {
  constexpr std::size_t longestOrbit = 16;
  std::unordered_map<const Variable*, std::size_t> indexOf;
  for (std::size_t v = 0; v < placeholders.variables.size(); ++v)
    if (Expr e = placeholders.variables[v]; e && !e->isLiteral()) indexOf[e->variable()] = v;

  // What the variable depends on, itself first.
  std::vector<std::size_t> group{variable};
  std::unordered_map<Expr, Expr> now;
  for (std::size_t i = 0; i < group.size(); ++i) {
    const auto next = summary.next.find(group[i]);
    if (next == summary.next.end() || !initial[group[i]] || !initial[group[i]]->isLiteral())
      return std::nullopt;
    now[placeholders.variables[group[i]]] = initial[group[i]];
    for (const Variable* leaf : leavesOf(next->second)) {
      const auto known = indexOf.find(leaf);
      if (known == indexOf.end()) return std::nullopt;
      if (std::find(group.begin(), group.end(), known->second) == group.end())
        group.push_back(known->second);
    }
  }

  ClosedForm form;
  form.kind = ClosedForm::Kind::Periodic;
  for (std::vector<std::unordered_map<Expr, Expr>> before; before.size() < longestOrbit;) {
    before.push_back(now);
    form.cycle.push_back(now.at(placeholders.variables[variable]));
    for (std::size_t v : group) {
      std::unordered_map<Expr, Expr> memo;
      const Expr value = terms.substitute(summary.next.at(v), before.back(), memo);
      if (!value->isLiteral()) return std::nullopt;
      now[placeholders.variables[v]] = value;
    }
    if (auto again = std::find(before.begin(), before.end(), now); again != before.end()) {
      form.beforeCycle = static_cast<std::size_t>(again - before.begin());
      return form;
    }
  }
  return std::nullopt;
}

}  // namespace barricade
