#include "analysis/fixed_parameters.h"

namespace barricade {
namespace {

// `e` with the values of constants and parameters, simplified all through: preconditions arrive as
// conversions of conversions of what the source says. What depends on a thread or on contents
// stays.
Expr withValues(Terms& terms, Expr e, const std::unordered_map<Expr, Expr>& values) {
  std::unordered_map<Expr, Expr> memo = values;
  return fold<Expr>(
      e, memo,
      [](Expr part) -> std::optional<Expr> {
        const bool opaque = part->args().empty() || part->op() == Op::Select ||
                            part->op() == Op::Apply || part->op() == Op::Old ||
                            part->op() == Op::Forall || part->op() == Op::Exists;
        return opaque ? std::optional(part) : std::nullopt;
      },
      [&](Expr shape, std::vector<Expr> args) { return terms.rebuild(shape, std::move(args)); });
}

}  // namespace

FixedParameters fixedParameters(Terms& terms, const Procedure& procedure, const LaunchFacts& launch,
                                const std::vector<std::optional<BigInt>>& arguments) {
  FixedParameters fixed;
  std::unordered_map<Expr, Expr> values;
  for (const auto& [constant, value] : launch.constants)
    values[terms.pool().variable(constant)] = value;
  auto fix = [&](Expr parameter, Expr value) {
    values.emplace(parameter, value);
    return fixed.emplace(parameter->variable(), value).second;
  };
  for (std::size_t i = 0; i < procedure.parameters.size() && i < arguments.size(); ++i) {
    const Variable* parameter = procedure.parameters[i];
    if (arguments[i] && !parameter->type->isBool())
      fix(terms.pool().variable(parameter), terms.number(*arguments[i], parameter->type));
  }
  // Repeated, since one equation can enable the next.
  for (bool changed = true; changed;) {
    changed = false;
    for (const Specification& spec : procedure.specifications) {
      if (spec.kind != Specification::Kind::Requires || !spec.condition) continue;
      std::vector<Expr> conjuncts;
      collectConjuncts(withValues(terms, spec.condition, values), conjuncts);
      for (Expr e : conjuncts)
        if (e->op() == Op::Equal)
          for (const auto& [x, y] : {std::pair{e->arg(0), e->arg(1)}, {e->arg(1), e->arg(0)}})
            if (x->op() == Op::Variable && x->variable()->kind == Variable::Kind::Parameter &&
                y->isLiteral())
              changed |= fix(x, y);
    }
  }
  return fixed;
}

}  // namespace barricade
