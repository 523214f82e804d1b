#include "analysis/definitions.h"

#include <algorithm>

#include "analysis/set_bits.h"
#include "ir/uses.h"

namespace barricade {

SingleDefinitions::SingleDefinitions(const Procedure& procedure, const ControlFlow& flow)
    : procedure_(procedure), flow_(flow) {
  for (unsigned b : flow.order()) {
    const auto& statements = procedure.blocks[b]->statements;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      const Assign* assign = statements[i].as<Assign>();
      forEachAssigned(statements[i], [&](const Variable* v) {
        auto [it, first] = definitions_.try_emplace(v);
        it->second = first ? Definition{&statements[i], {b, i}, nullptr} : Definition{};
      });
      if (!assign) continue;
      for (std::size_t t = 0; t < assign->targets.size(); ++t) {
        Definition& definition = definitions_[assign->targets[t].variable];
        if (definition.statement) definition.value = assign->values[t];
      }
    }
  }
}

const SingleDefinitions::Definition* SingleDefinitions::of(const Variable* variable,
                                                           const StatementPlace& use) const {
  const auto it = definitions_.find(variable);
  if (it == definitions_.end() || !it->second.statement) return nullptr;
  const StatementPlace& place = it->second.place;
  const int loop = flow_.innermostLoop(place.block);
  const bool before = place.block == use.block ? place.position < use.position
                                               : flow_.dominates(place.block, use.block);
  if (!before || (loop >= 0 && !flow_.inLoop(use.block, static_cast<unsigned>(loop))))
    return nullptr;
  return &it->second;
}

Expr SingleDefinitions::expanded(ExprPool& pool, Expr e, const StatementPlace& use) const {
  ByUse<Expr> memo;
  return expanded(pool, e, use, memo);
}

Expr SingleDefinitions::expanded(ExprPool& pool, Expr e, const StatementPlace& use,
                                 ByUse<Expr>& memo) const {
  if (e->op() == Op::Variable && e->variable()->array) return e;
  if (e->op() != Op::Variable && e->args().empty()) return e;
  const std::tuple key(e, use.block, use.position);
  if (const auto known = memo.find(key); known != memo.end()) return known->second;
  Expr result = e;
  if (e->op() != Op::Variable) {
    std::vector<Expr> args;
    for (Expr arg : e->args()) args.push_back(expanded(pool, arg, use, memo));
    result = pool.withArgs(e, args);
  } else if (const Definition* definition = of(e->variable(), use);
             definition && definition->value) {
    const Expr value = expanded(pool, definition->value, definition->place, memo);
    if (keepsValue(value, definition->place, use)) result = value;
  }
  memo.emplace(key, result);
  return result;
}

// Whether an expression without arrays has the value at `use` that it has `from`, from where every
// path comes. What several statements set may change on the way, but for one within a block.
bool SingleDefinitions::keepsValue(Expr e, const StatementPlace& from,
                                   const StatementPlace& use) const {
  auto isSetBetween = [&](const Variable* variable) {
    if (from.block != use.block) return true;
    bool found = false;
    const auto& statements = procedure_.blocks[from.block]->statements;
    for (std::size_t i = from.position; i < use.position; ++i)
      forEachAssigned(statements[i], [&](const Variable* v) { found = found || v == variable; });
    return found;
  };
  bool keeps = true;
  forEachVariable(e, [&](const Variable* v) {
    keeps = keeps && !v->array && (!isSet(v) || of(v, from) || !isSetBetween(v));
  });
  return keeps;
}

std::optional<BigInt> SingleDefinitions::bound(Expr e, const StatementPlace& use,
                                               const KnownBounds& known) const {
  ByUse<std::optional<BigInt>> memo;
  return bound(e, use, known, memo);
}

std::optional<BigInt> SingleDefinitions::bound(Expr e, const StatementPlace& use,
                                               const KnownBounds& known,
                                               ByUse<std::optional<BigInt>>& memo) const {
  const std::tuple key(e, use.block, use.position);
  if (const auto found = memo.find(key); found != memo.end()) return found->second;
  const std::optional<BigInt> result = computeBound(e, use, known, memo);
  memo.emplace(key, result);
  return result;
}

std::optional<BigInt> SingleDefinitions::computeBound(Expr e, const StatementPlace& use,
                                                      const KnownBounds& known,
                                                      ByUse<std::optional<BigInt>>& memo) const {
  auto boundOf = [&](std::size_t i) { return bound(e->arg(i), use, known, memo); };
  if (isPopulationCount(e)) return BigInt(e->arg(0)->type()->width());
  switch (e->op()) {
    case Op::BvLiteral: return e->value();
    case Op::Variable: {
      const Definition* definition = of(e->variable(), use);
      if (!definition && isSet(e->variable())) return std::nullopt;
      if (const auto it = known.find(e->variable()); it != known.end()) return it->second;
      if (!definition) return std::nullopt;
      if (!definition->value) return std::nullopt;
      return bound(definition->value, definition->place, known, memo);
    }
    case Op::Ite: {
      const auto yes = boundOf(1), no = boundOf(2);
      return yes && no ? std::optional(std::max(*yes, *no)) : std::nullopt;
    }
    case Op::ZeroExtend:
      if (const auto inner = boundOf(0)) return inner;
      return (BigInt(1) << e->arg(0)->type()->width()) - 1;
    case Op::BvAnd: {
      const auto left = boundOf(0), right = boundOf(1);
      return left && right ? std::optional(std::min(*left, *right)) : left ? left : right;
    }
    case Op::BvURem:
      if (e->arg(1)->isLiteral() && e->arg(1)->value() > 0) return e->arg(1)->value() - 1;
      return std::nullopt;
    case Op::BvAdd: {
      const auto left = boundOf(0), right = boundOf(1);
      if (!left || !right || *left + *right >= BigInt(1) << e->type()->width()) return std::nullopt;
      return *left + *right;
    }
    default: return std::nullopt;
  }
}

}  // namespace barricade
