#include "analysis/running_sums.h"

#include <algorithm>
#include <set>
#include <vector>

#include "ir/semantics.h"
#include "ir/uses.h"

namespace barricade {
namespace {

using SumVariables = std::set<const Variable*>;

bool isNegative(Expr literal) {
  return toSigned(literal->value(), literal->type()->width()) < 0;
}

// To how many of these variables the expression adds something else, as a sum of them all; too
// many where a negative literal is added, which goes down.
unsigned timesAdded(Expr e, const SumVariables& sums) {
  switch (e->op()) {
    case Op::BvLiteral: return isNegative(e) ? 2 : 0;
    case Op::Variable: return sums.contains(e->variable()) ? 1 : 0;
    case Op::BvAdd: return timesAdded(e->arg(0), sums) + timesAdded(e->arg(1), sums);
    default: return 0;
  }
}

// What the loop makes of a variable, at each place; null: something that is no expression.
std::vector<Expr> valuesIn(const Kernel& kernel, const Loop& loop, const Variable* variable) {
  std::vector<Expr> values;
  for (unsigned b : loop.blocks)
    for (const Statement& statement : kernel.procedure().blocks[b]->statements) {
      const Assign* assign = statement.as<Assign>();
      for (std::size_t i = 0; assign && i < assign->targets.size(); ++i)
        if (assign->targets[i].variable == variable) values.push_back(assign->values[i]);
      forEachAssigned(statement, [&](const Variable* v) {
        if (!assign && v == variable) values.push_back(nullptr);
      });
    }
  return values;
}

}  // namespace

bool isRunningSum(const Kernel& kernel, const Loop& loop, std::size_t variable) {
  SumVariables sums{kernel.variable(variable)};
  for (std::size_t v : kernel.modifiedIn(loop.index))
    if (!kernel.liveAtHead(v, loop.index)) sums.insert(kernel.variable(v));
  // First go those that are no sums of others; then those that are sums of several.
  auto dropThose = [&](auto isNone) {
    return std::erase_if(sums, [&](const Variable* sum) {
      return std::ranges::any_of(valuesIn(kernel, loop, sum), [&](Expr value) {
        return isNone(value ? timesAdded(value, sums) : 0);
      });
    });
  };
  do {
    while (dropThose([](unsigned times) { return times == 0; }) > 0) continue;
  } while (dropThose([](unsigned times) { return times != 1; }) > 0);
  return sums.contains(kernel.variable(variable));
}

}  // namespace barricade
