#include "verifier/seen_race.h"

namespace barricade {

Expr isByThreadsOf(const SeenRace& race, unsigned checked, Problem& problem) {
  Terms& terms = problem.subject().terms;
  const auto& pair = problem.pair();
  Expr is = terms.yes();
  for (unsigned thread = 0; thread < 2; ++thread) {
    const SeenRace::Access& access = race.accesses[thread == 1 ? checked : 1 - checked];
    for (unsigned d = 0; d < 3; ++d)
      for (const auto& [id, value] : {std::pair(pair.localId[thread][d], access.local[d]),
                                      std::pair(pair.groupId[thread][d], access.group[d])})
        is = terms.land(is, terms.equal(id, terms.number(value, id->type())));
  }
  return is;
}

Expr hasValuesOf(const SeenRace& race, Problem& problem, const Execution& execution,
                 Expr condition) {
  auto& subject = problem.subject();
  Terms& terms = subject.terms;
  Expr has = terms.yes();
  const auto leaves = leavesOf(condition);
  auto require = [&](Expr term, const Variable* variable) {
    const auto value = race.values.find(variable);
    if (value != race.values.end() && term->op() == Op::Variable && term->type()->isBitVector() &&
        leaves.contains(term->variable()))
      has = terms.land(has, terms.equal(term, terms.number(value->second, term->type())));
  };
  const Kernel& kernel = subject.kernel;
  for (std::size_t v = 0; v < kernel.variableCount(); ++v)
    if (kernel.variable(v)->kind == Variable::Kind::Parameter)
      require(execution.parameter(v), kernel.variable(v));
  for (Variable* v : subject.program.globals())
    if (v->kind == Variable::Kind::Constant && !v->type->isMap() && !v->isThreadId())
      require(problem.pair().constant(terms, subject.launch, v, 0), v);
  return has;
}

}  // namespace barricade
