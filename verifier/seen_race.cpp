#include "verifier/seen_race.h"

#include <algorithm>

#include "verifier/counterexample.h"
#include "verifier/disjoint.h"

namespace barricade {
namespace {

// The pair of threads are those of the run, of which thread 2 makes the access `checked` (0 or 1).
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

}  // namespace

std::vector<ErrorCondition> errorsOf(const SeenRace& race, Problem& problem,
                                     const std::vector<ErrorCondition>& errors) {
  std::vector<ErrorCondition> found;
  for (unsigned checked = 0; checked < 2; ++checked)
    for (const ErrorCondition& error : errors) {
      if (problem.subject().kernel.arrays()[error.array].array != race.array ||
          error.location != race.accesses[checked].location)
        continue;
      found.push_back(error);
      require(std::span(&found.back(), 1), isByThreadsOf(race, checked, problem), problem);
    }
  return found;
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

namespace {

ThreadId inWords(const SeenRace::Access& access) {
  ThreadId id;
  for (unsigned d = 0; d < 3; ++d) {
    id.local[d] = std::to_string(access.local[d]);
    id.group[d] = std::to_string(access.group[d]);
  }
  return id;
}

// Both are parts of read-modify-writes.
bool isLostUpdate(const SeenRace& race, Subject& subject, const Execution& execution) {
  return std::ranges::all_of(race.accesses, [&](const SeenRace::Access& access) {
    return std::ranges::any_of(execution.events(), [&](const Event& event) {
      return event.statement && event.statement->location == access.location &&
             isLostUpdate(subject, event, event);
    });
  });
}

void addValues(Finding& finding, const SeenRace& race, Problem& problem, const Execution& execution,
               Expr condition) {
  const Subject& subject = problem.subject();
  const auto leaves = leavesOf(condition);
  auto dependsOn = [&](Expr term) {
    return term->op() == Op::Variable && leaves.contains(term->variable());
  };
  const Kernel& kernel = subject.kernel;
  for (std::size_t v = 0; v < kernel.variableCount(); ++v)
    if (const auto value = race.values.find(kernel.variable(v)); value != race.values.end())
      finding.values.push_back({sourceNameOf(*value->first),
                                valueInWords(value->second, kernel.procedure(), *value->first),
                                dependsOn(execution.parameter(v))});
  auto addSizes = [&](const std::string& name, const std::array<Expr, 3>& sizes) {
    for (unsigned d = 0; d < 3; ++d)
      if (const Expr size = sizes[d]; !size->isLiteral())
        if (const auto value = race.values.find(size->variable()); value != race.values.end())
          finding.values.push_back({name + "xyz"[d], value -> second.str(), dependsOn(size), true});
  };
  addSizes("blockDim.", subject.launch.groupSize);
  addSizes("gridDim.", subject.launch.numGroups);
}

}  // namespace

Finding findingOf(const SeenRace& race, Problem& problem, const Execution& execution,
                  Expr condition) {
  Finding finding;
  finding.isOfRun = true;
  finding.interGroup = problem.mode() == Mode::Inter;
  finding.array = race.array;
  finding.offset = race.offset.str();
  finding.element = elementName(*race.array, race.offset);
  std::array<std::string, 2> kinds;
  for (unsigned i = 0; i < 2; ++i) {
    const SeenRace::Access& access = race.accesses[i];
    kinds[i] = access.kind;
    finding.places.push_back({problem.subject().program.sources.chain(access.location), access.kind,
                              inWords(access), access.iterations});
  }
  std::ranges::sort(kinds);
  finding.detail = kinds[0] + "-" + kinds[1];
  finding.lostUpdate = isLostUpdate(race, problem.subject(), execution);
  finding.message = finding.detail + " race on " + finding.element +
                    (finding.interGroup ? " between blocks" : "") +
                    (finding.lostUpdate ? " (lost update)" : "");
  addValues(finding, race, problem, execution, condition);
  for (const auto& [variable, value] : race.values)
    (variable->kind == Variable::Kind::Parameter ? finding.witness.parameters
                                                 : finding.witness.constants)[variable] = value;
  finding.witness.ordered = race.ordered;
  const auto& pair = race.accesses;
  for (const Variable* v : problem.subject().program.globals())
    if (v->isThreadId())
      for (unsigned t = 0; t < 2; ++t) {
        const bool isLocal = v->launch->kind == LaunchConstant::Kind::LocalId;
        finding.witness.threadIds[t][v] =
            (isLocal ? pair[t].local : pair[t].group)[v->launch->dimension];
      }
  return finding;
}

}  // namespace barricade
