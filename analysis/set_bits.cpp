#include "analysis/set_bits.h"

#include <unordered_set>

#include "ir/uses.h"

namespace barricade {

bool isPopulationCount(Expr e) {
  return e->op() == Op::Apply && e->args().size() == 1 && e->arg(0)->type()->isBitVector() &&
         e->function()->name.starts_with("BV") && e->function()->name.ends_with("_CTPOP");
}

PopulationCountSubtractions populationCountSubtractions(const Procedure& procedure) {
  std::unordered_set<const Variable*> computed;  // from such numbers
  const auto isComputed = [&](Expr e) {
    return anyNode(e, [&](Expr part) {
      return isPopulationCount(part) ||
             (part->op() == Op::Variable && computed.contains(part->variable()));
    });
  };
  PopulationCountSubtractions found;
  const auto collect = [&](Expr e) {
    forEachNode({e}, [&](Expr part) {
      if (part->op() != Op::BvSub || !isComputed(part->arg(1))) return;
      found.any = true;
      if (part->arg(0)->isLiteral()) found.from.insert(part->arg(0)->value());
    });
  };
  std::size_t before = 0;
  do {
    before = computed.size();
    for (const auto& block : procedure.blocks)
      for (const Statement& statement : block->statements) {
        forEachExpression(statement, collect);
        const Assign* assign = statement.as<Assign>();
        for (std::size_t i = 0; assign && i < assign->targets.size(); ++i)
          if (assign->targets[i].indices.empty() && isComputed(assign->values[i]))
            computed.insert(assign->targets[i].variable);
      }
  } while (computed.size() > before);
  return found;
}

}  // namespace barricade
