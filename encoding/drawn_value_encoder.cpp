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
      const Expr element = head_.atEntry(drawn.element, loop, t);
      const Expr operand = drawn.operand ? head_.atEntry(drawn.operand, loop, t) : nullptr;
      const Expr offset = drawn.offset ? head_.atEntry(drawn.offset, loop, t) : nullptr;
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
  const Expr atFirst = head_.atEntry(drawn.sets, loop, thread);
  return atFirst ? terms.lor(differs, terms.land(notFirst, atFirst)) : differs;
}

}  // namespace barricade
