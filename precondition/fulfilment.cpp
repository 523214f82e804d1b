#include "precondition/fulfilment.h"

#include <algorithm>

#include "ir/semantics.h"

namespace barricade {
namespace {

// Of small launches.
constexpr unsigned mostBlocksOrThreads = 64;
constexpr unsigned greatestParameter = 2048;
constexpr auto workForSmallLaunches = static_cast<std::uint64_t>(workPerSecond / 2);

// An access is recorded of the watched element; the two that are to be run need not meet there.
Expr ofAnyElement(Problem& problem, const Execution& execution, const Event& event, Expr running) {
  Terms& terms = problem.subject().terms;
  const Variable* array = problem.subject().kernel.arrays()[event.array].array->variable;
  const Expr watched = execution.watchedOffset(array->type->domain());
  std::unordered_map<Expr, Expr> memo;
  return terms.substitute(running, {{watched, terms.fresh("watched", watched->type())}}, memo);
}

}  // namespace

LaunchValues sorted(LaunchValues values) {
  std::sort(values.begin(), values.end(),
            [](const NamedValue& a, const NamedValue& b) { return a.name < b.name; });
  return values;
}

std::optional<LaunchValues> Fulfilment::find(const std::vector<Wrong>& wrong) {
  launch_.clear();
  if (!std::all_of(wrong.begin(), wrong.end(), [&](const Wrong& one) { return isRun(one); }))
    return std::nullopt;
  if (launch_.empty() && !isFulfilled()) return std::nullopt;
  return launch_;
}

bool Fulfilment::isRun(const Wrong& wrong) {
  if (wrong.finding.kind != FindingKind::Race) return true;
  if (wrong.mode == Mode::Intra) return isRunInGroup(wrong);
  return isRun(wrong, Mode::Inter, true) ||
         isRun(wrong, Mode::Intra, wrong.runsInGroup.value_or(false));
}

// `together`: by the two threads of one pair.
bool Fulfilment::isRun(const Wrong& wrong, Mode mode, bool together) {
  Subject subject(program_, kernel_, options_, false);
  const std::vector<Mode> modes = modesFor(subject.launch, options_);
  if (std::find(modes.begin(), modes.end(), mode) == modes.end()) return false;
  Problem problem(subject, mode);
  Terms& terms = subject.terms;
  const auto execution = problem.execute(ExecutionOptions::Form::Races, {}, {}, {});
  Expr logged = terms.no();
  Expr checked = terms.no();
  for (const Event& event : execution->events()) {
    auto runs = [&](unsigned thread) { return isRunBy(thread, terms, *execution, event); };
    if (event.kind == Event::Kind::Log && StatementKey(*event.statement) == wrong.logged)
      logged = terms.lor(logged, runs(0));
    if (event.kind == Event::Kind::Check && StatementKey(*event.statement) == wrong.checked)
      checked = terms.lor(checked, ofAnyElement(problem, *execution, event, runs(1)));
  }
  std::vector<Expr> questions{terms.land(logged, checked)};
  if (!together) questions = {logged, checked};
  return std::ranges::all_of(
      questions, [&](Expr question) { return isPossible(problem, *execution, question); });
}

// No counter wraps around before. Where the condition holds as far as nothing overflows, an access
// whose index needs that does not count.
Expr Fulfilment::isRunBy(unsigned thread, Terms& terms, const Execution& execution,
                         const Event& event) const {
  const Expr running = event.running[thread];
  const Expr index = options_.ignoreOverflow ? event.offset[thread] : nullptr;
  return terms.land(running, execution.arithmetic().fits(terms, running),
                    index ? execution.arithmetic().fits(terms, index) : terms.yes());
}

// Small launches come first: they are what a reader tries.
bool Fulfilment::isPossible(Problem& problem, const Execution& execution, Expr question) {
  Statistics statistics;
  Portfolio portfolio(problem, deadline_, statistics);
  std::vector<Expr> conditions{execution.preconditions(), question};
  std::vector<Expr> small = conditions;
  small.push_back(isSmall(problem, execution));
  std::uint64_t work = workForSmallLaunches;
  Reply reply = portfolio.tryCheaply("small condition", small, work);
  if (!reply.model) reply = portfolio.findModel("condition", conditions);
  if (!reply.model) return false;
  if (launch_.empty()) launch_ = valuesIn(problem, execution, *reply.model);
  return true;
}

Expr Fulfilment::isSmall(Problem& problem, const Execution& execution) const {
  Terms& terms = problem.subject().terms;
  Expr all = terms.yes();
  for (const auto& [term, variable] : keptTerms(vocabulary_, problem, execution)) {
    const unsigned most = variable->launch ? mostBlocksOrThreads : greatestParameter;
    const BigInt bound = std::min<BigInt>(most, (BigInt(1) << (term->type()->width() - 1)) - 1);
    all = terms.land(all, terms.lessEqual(term, terms.number(bound, term->type()), false));
  }
  return all;
}

bool Fulfilment::isFulfilled() {
  Subject subject(program_, kernel_, options_, false);
  Problem problem(subject, modesFor(subject.launch, options_).front());
  const auto execution = problem.execute(ExecutionOptions::Form::Checks, {}, {}, {});
  return isPossible(problem, *execution, subject.terms.yes());
}

LaunchValues Fulfilment::valuesIn(Problem& problem, const Execution& execution,
                                  SolverSession& model) {
  LaunchValues values;
  for (const auto& [term, variable] : keptTerms(vocabulary_, problem, execution))
    values.push_back(
        {sourceName(*variable), vocabulary_.number(variable, model.value(term)).str()});
  return sorted(std::move(values));
}

}  // namespace barricade
