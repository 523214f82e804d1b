#include "encoding/drawn_value_encoder.h"

#include "encoding/result_rules.h"

namespace barricade {

void DrawnValueEncoder::assume(const LoopRun& loop, const PerThread& inside, Expr notFirst) {
  Terms& terms = run_.terms;
  ResultRules rules(run_);
  for (const auto& [variable, drawn] : run_.subject.summaries[loop.loop.index].drawn) {
    const std::size_t array = run_.kernel.arrayIndex(drawn.atomic->args[0]->variable());
    const ResultRule rule = rules.ruleOf(*drawn.atomic, array);
    if (rule.kind == ResultRule::Kind::None) continue;
    for (unsigned t = 0; t < run_.threads(); ++t) {
      const Expr value = run_.state.values[t][variable];
      const Expr element = atEntry(drawn.element, loop, t);
      const Expr operand = drawn.operand ? atEntry(drawn.operand, loop, t) : nullptr;
      const Expr offset = drawn.offset ? atEntry(drawn.offset, loop, t) : nullptr;
      if (!value || !element || (drawn.operand && !operand) || (drawn.offset && !offset)) continue;
      AtomicResult result{terms.land(inside[t], isDrawn(drawn, loop, t, value, notFirst)),
                          element,
                          offset ? terms.sub(value, offset) : value,
                          operand,
                          t,
                          monitor_.isNarrow(drawn.atomic->atomic->scope),
                          drawn.performer};
      result.isEarlier = true;
      rules.add(rule, array, result);
    }
  }
}

// It is where it differs from all that it may be from before the loop, or the first iteration has
// set it already.
Expr DrawnValueEncoder::isDrawn(const DrawnValue& drawn, const LoopRun& loop, unsigned thread,
                                Expr value, Expr notFirst) {
  Terms& terms = run_.terms;
  Expr differs = terms.yes();
  for (std::size_t origin : drawn.origins) {
    const Expr initial = loop.initial[thread][origin];
    differs = initial ? terms.land(differs, terms.lnot(terms.equal(value, initial))) : terms.no();
  }
  const Expr atFirst = atEntry(drawn.sets, loop, thread);
  return atFirst ? terms.lor(differs, terms.land(notFirst, atFirst)) : differs;
}

// Null where it speaks of what the iteration alone knows.
Expr DrawnValueEncoder::atEntry(Expr e, const LoopRun& loop, unsigned thread) {
  const std::vector<Expr>& placeholders = run_.subject.placeholders.variables;
  const auto leaves = leavesOf(e);
  std::unordered_map<Expr, Expr> actuals;
  for (std::size_t v = 0; v < placeholders.size(); ++v)
    if (const Expr head = placeholders[v];
        head && !head->isLiteral() && leaves.contains(head->variable())) {
      if (!loop.initial[thread][v]) return nullptr;
      actuals[head] = loop.initial[thread][v];
    }
  for (const Variable* leaf : leaves) {
    const Expr part = run_.terms.pool().variable(leaf);
    if (leaf->launch)
      actuals[part] = run_.pair.constant(run_.terms, run_.launch, leaf, thread);
    else if (!actuals.contains(part))
      return nullptr;
  }
  std::unordered_map<Expr, Expr> memo;
  return run_.terms.substitute(e, actuals, memo);
}

}  // namespace barricade
