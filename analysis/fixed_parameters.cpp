#include "analysis/fixed_parameters.h"

#include <algorithm>

#include "ir/semantics.h"

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

// What preconditions demand, with these values put in.
std::vector<Expr> demandsOf(Terms& terms, const Procedure& procedure,
                            const std::unordered_map<Expr, Expr>& values) {
  std::vector<Expr> demands;
  for (const Specification& spec : procedure.specifications)
    if (spec.kind == Specification::Kind::Requires && spec.condition)
      collectConjuncts(withValues(terms, spec.condition, values), demands);
  return demands;
}

bool isParameter(Expr e) {
  return e->op() == Op::Variable && e->variable()->kind == Variable::Kind::Parameter;
}

// Limits of a number, of both readings of its bits.
struct Limits {
  BigInt least, most;  // with a sign
  BigInt mostWithoutSign;
};

Limits limitsOf(Type type) {
  const BigInt half = BigInt(1) << (type->width() - 1);
  return {-half, half - 1, 2 * half - 1};
}

// By a comparison of a parameter with a literal.
void narrow(std::unordered_map<Expr, Limits>& limits, Expr demand) {
  const bool isNegated = demand->op() == Op::Not;
  const Expr e = isNegated ? demand->arg(0) : demand;
  if (e->op() != Op::BvSlt && e->op() != Op::BvUlt) return;
  const bool isFirst = isParameter(e->arg(0));
  const Expr x = e->arg(isFirst ? 0 : 1), y = e->arg(isFirst ? 1 : 0);
  if (!isParameter(x) || !y->isLiteral()) return;
  Limits& of = limits.try_emplace(x, limitsOf(x->type())).first->second;
  const bool isSigned = e->op() == Op::BvSlt, isAtMost = isFirst != isNegated;
  const BigInt literal = isSigned ? toSigned(y->value(), y->type()->width()) : y->value();
  const BigInt limit = isNegated ? literal : BigInt(literal + (isFirst ? -1 : 1));
  if (isAtMost)
    (isSigned ? of.most : of.mostWithoutSign) =
        std::min(isSigned ? of.most : of.mostWithoutSign, limit);
  else if (isSigned)
    of.least = std::max(of.least, limit);
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
    for (Expr e : demandsOf(terms, procedure, values))
      if (e->op() == Op::Equal)
        for (const auto& [x, y] : {std::pair{e->arg(0), e->arg(1)}, {e->arg(1), e->arg(0)}})
          if (isParameter(x) && y->isLiteral()) changed |= fix(x, y);
  }
  return fixed;
}

ParameterLimits parameterLimits(Terms& terms, const Procedure& procedure, const LaunchFacts& launch,
                                const FixedParameters& fixed) {
  std::unordered_map<Expr, Expr> values;
  for (const auto& [constant, value] : launch.constants)
    values[terms.pool().variable(constant)] = value;
  for (const auto& [parameter, value] : fixed) values[terms.pool().variable(parameter)] = value;
  std::unordered_map<Expr, Limits> limits;
  for (Expr demand : demandsOf(terms, procedure, values)) narrow(limits, demand);
  ParameterLimits all;
  for (const auto& [parameter, of] : limits) {
    const BigInt most = of.least >= 0 ? std::min(of.most, of.mostWithoutSign) : of.mostWithoutSign;
    if (most >= 0 && most < limitsOf(parameter->type()).mostWithoutSign)
      all.emplace(parameter->variable(), most);
  }
  return all;
}

}  // namespace barricade
