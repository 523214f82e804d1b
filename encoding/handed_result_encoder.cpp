#include "encoding/handed_result_encoder.h"

#include "encoding/result_rules.h"

namespace barricade {

// Shuffles of one round of a loop hand on one operation: they come straight after it. A shuffle
// that is there again is of another round.
unsigned HandedResultEncoder::visitOf(const Call& atomic, const Statement& shuffle) {
  HandedVisit& visit = run_.handedVisits[&atomic];
  if (visit.number == 0 || !visit.shuffles.insert(&shuffle).second)
    visit = {++run_.resultVisits, {&shuffle}};
  return visit.number;
}

void HandedResultEncoder::execute(const HandedResult& handed, const Received& received,
                                  const Step& step) {
  Terms& terms = run_.terms;
  const std::size_t array = run_.kernel.arrayIndex(handed.atomic->args[0]->variable());
  ResultRules rules(run_);
  const ResultRule rule = rules.ruleOf(*handed.atomic, array);
  const auto& size = run_.launch.groupSize;
  auto isOne = [](Expr e) { return e->isLiteral() && e->value() == 1; };
  if (rule.kind == ResultRule::Kind::None || !isOne(size[1]) || !isOne(size[2])) return;
  const unsigned visit = visitOf(*handed.atomic, step.statement);
  for (unsigned t = 0; t < 2; ++t) {
    const Expr own = participation_.lane(t);
    const Expr id = terms.add(terms.sub(run_.pair.localId[t][0], own), received.sources[t]);
    Bindings bindings;
    bindings.ids = PerThread{id, id};
    auto ofSource = [&](Expr e) { return evaluator_.evaluate(e, t, step.path, &bindings); };
    const Expr makes =
        terms.land(received.comes[t], terms.less(id, size[0], false), ofSource(handed.condition));
    AtomicResult result{makes,
                        ofSource(handed.element),
                        received.result[t],
                        handed.operand ? ofSource(handed.operand) : nullptr,
                        t,
                        received.narrow};
    result.leader = received.sources[t];
    result.visit = visit;
    rules.add(rule, array, result);
  }
}

}  // namespace barricade
