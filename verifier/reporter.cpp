#include "verifier/reporter.h"

#include <algorithm>

#include "verifier/counterexample.h"
#include "verifier/disjoint.h"
#include "verifier/seen_race.h"

namespace barricade {

using Form = ExecutionOptions::Form;

namespace {

// A model of one of the errors as a finding, with those that would be reported as the same first.
Counterexample counterexampleOf(const Attempt& attempt, SolverSession& model, bool isLast) {
  auto error = std::find_if(attempt.errors.begin(), attempt.errors.end(),
                            [&](const ErrorCondition& e) { return model.holds(e.condition); });
  if (error == attempt.errors.end()) return {};
  const ReportedError first{error->kind, error->array, error->statement, error->location};
  std::vector<const ErrorCondition*> errors;
  for (const ErrorCondition& other : attempt.errors) errors.push_back(&other);
  std::swap(errors.front(), errors[static_cast<std::size_t>(error - attempt.errors.begin())]);
  const auto others =
      std::stable_partition(errors.begin() + 1, errors.end(),
                            [&](const ErrorCondition* other) { return first.covers(*other); });
  return findCounterexample(*attempt.problem, *attempt.execution, errors,
                            static_cast<std::size_t>(others - errors.begin()), model,
                            *attempt.portfolio,
                            {.needsOverflow = attempt.needsOverflow,
                             .hasValuesOfRun = attempt.hasValuesOfRun,
                             .isLast = isLast});
}

}  // namespace

bool Reporter::isFull() const {
  return state_.options.errorLimit > 0 &&
         state_.result.findings.size() >= state_.options.errorLimit;
}

bool Reporter::isReported(const ErrorCondition& error, Mode mode) const {
  return std::ranges::any_of(reported_, [&](const ReportedError& known) {
    return (!known.only || known.only == mode) && known.covers(error);
  });
}

void Reporter::dropReported(Attempt& attempt) const {
  std::erase_if(attempt.errors,
                [&](const ErrorCondition& e) { return isReported(e, attempt.problem->mode()); });
}

Answer Reporter::report(Attempt& attempt, const std::string& name, bool confirmedOnly) {
  std::optional<std::uint64_t> workLeft = attempt.workOfArray;
  while (!isFull()) {
    const Expr any = attempt.anyError();
    if (any->isFalse()) return Answer::Unsatisfiable;
    if (workLeft == std::uint64_t{0}) return Answer::Unknown;
    const Reply reply = workLeft ? attempt.portfolio->tryCheaply(name, {any}, *workLeft)
                                 : attempt.portfolio->findModel(name, {any});
    if (!reply.model) return reply.answer;
    auto [chosen, finding] = counterexampleOf(attempt, *reply.model, !confirmedOnly);
    if (!chosen) return Answer::Unknown;
    // What needs it in the first iterations may go without in later ones.
    if (attempt.isOfFirstIterations && finding.overflow) return Answer::Satisfiable;
    ReportedError reported{chosen->kind, chosen->array, chosen->statement, chosen->location};
    confirm(finding, confirmedOnly && !attempt.isOfFirstIterations ? ConfirmEffort::Quick
                                                                   : ConfirmEffort::Thorough);
    // A run that is none of this finding may have come upon another race.
    if (!finding.confirmation.isShown() && !attempt.isOfRun) {
      showComeUpon();
      if (isReported(*chosen, attempt.problem->mode())) {
        dropReported(attempt);
        continue;
      }
    }
    if (confirmedOnly && !finding.confirmation.isShown()) {
      attempt.mayNeedOverflow = finding.overflow && finding.overflow->needed;
      attempt.mayBeBenign = std::ranges::all_of(
          finding.places, [](const FindingPlace& place) { return place.kind == "write"; });
      return Answer::Satisfiable;
    }
    // Threads of other blocks may do the same without overflow.
    if (state_.overflow.keeps(finding))
      reported.only = attempt.problem->mode();
    else
      add(std::move(finding));
    reported_.push_back(reported);
    dropReported(attempt);
    if (state_.options.established) state_.options.established(state_.result);
  }
  return Answer::Unsatisfiable;
}

void Reporter::confirm(Finding& finding, ConfirmEffort effort) const {
  finding.witness.zeroed = state_.signals.zeroed;
  finding.witness.likelyZero = state_.signals.likelyZero;
  finding.confirmation = state_.options.confirm
                             ? state_.options.confirm(finding, effort)
                             : Confirmation::possible(state_.options.unconfirmed);
}

void Reporter::add(Finding finding) {
  if (std::ranges::any_of(state_.result.findings,
                          [&](const Finding& known) { return isSame(known, finding); }))
    return;
  state_.aside.reset();
  state_.result.findings.push_back(std::move(finding));
  state_.noteTime(state_.result.statistics.firstFinding);
  if (!state_.options.searchToEnd) state_.budget.limit();
  if (state_.options.found) state_.options.found(state_.result.findings.back());
}

void Reporter::showSeen() {
  if (!state_.options.probe || !state_.options.confirm || isProbed_) return;
  isProbed_ = true;
  for (const SeenRace& race : state_.options.probe()) show(race, ConfirmEffort::Quick);
}

void Reporter::showComeUpon() {
  if (!state_.options.comeUpon || !state_.options.confirm) return;
  const std::vector<SeenRace> races = state_.options.comeUpon();
  while (shown_ < races.size()) show(races[shown_++], ConfirmEffort::Known);
}

void Reporter::show(const SeenRace& race, ConfirmEffort effort) {
  const auto& [first, second] = race.accesses;
  const Mode mode = first.group == second.group ? Mode::Intra : Mode::Inter;
  if (std::ranges::find(state_.modesOfRaces, mode) == state_.modesOfRaces.end()) return;
  Attempt attempt = attemptAtRaces(mode, {});
  attempt.isOfRun = true;
  attempt.workOfArray = static_cast<std::uint64_t>(workPerSecond / 2);
  attempt.errors = errorsOf(race, *attempt.problem, attempt.errors);
  if (!asksAbout(race, attempt)) addRun(race, attempt, effort);
}

bool Reporter::asksAbout(const SeenRace& race, Attempt& attempt) {
  if (isLarge(attempt.anyError())) return false;
  const std::string name =
      questionName(attempt.problem->mode(), Form::Races) + " that a run has shown";
  const std::size_t known = state_.result.findings.size();
  std::vector<ErrorCondition> ofRun = attempt.errors;
  require(ofRun, hasValuesOf(race, *attempt.problem, *attempt.execution, attempt.anyError()),
          *attempt.problem);
  std::swap(attempt.errors, ofRun);
  attempt.hasValuesOfRun = true;
  report(attempt, name, true);
  std::swap(attempt.errors, ofRun);
  attempt.hasValuesOfRun = false;
  if (state_.result.findings.size() == known) report(attempt, name, true);
  return state_.result.findings.size() > known;
}

void Reporter::addRun(const SeenRace& race, const Attempt& attempt, ConfirmEffort effort) {
  if (isFull() || attempt.errors.empty()) return;
  Finding finding = findingOf(race, *attempt.problem, *attempt.execution, attempt.anyError());
  confirm(finding, effort);
  if (!finding.confirmation.isConfirmed()) return;
  add(std::move(finding));
  for (const ErrorCondition& error : attempt.errors)
    reported_.push_back({error.kind, error.array, error.statement, error.location});
  if (state_.options.established) state_.options.established(state_.result);
}

void Reporter::showFirstIterations(Mode mode, Launches launches) {
  if (!state_.options.confirm || state_.options.loopUnwind > 0 ||
      state_.problems.subject(Conflicts::All).kernel.flow().loops().empty())
    return;
  Budget budget;
  budget.limit();
  Attempt attempt = attemptAtRaces(mode, Precision{.isBeginning = true}, &budget);
  if (isLarge(attempt.anyError()))
    attempt = attemptAtRaces(mode, Precision{.isBeginning = true, .isBrief = true}, &budget);
  attempt.isOfFirstIterations = true;
  if (launches == Launches::Small) {
    attempt.workOfArray = static_cast<std::uint64_t>(workPerSecond);
    for (ErrorCondition& error : attempt.errors)
      error.condition = attempt.problem->subject().terms.land(
          error.condition, ofSmallLaunch(*attempt.problem, *attempt.execution, error));
  }
  if (isLarge(attempt.anyError())) return;
  reportByArray(attempt, std::move(attempt.errors),
                questionName(mode, Form::Races) + " in first iterations");
}

void Reporter::reportByArray(Attempt& attempt, std::vector<ErrorCondition> errors,
                             const std::string& name) {
  while (!errors.empty()) {
    const auto others = std::stable_partition(
        errors.begin(), errors.end(),
        [array = errors.front().array](const ErrorCondition& e) { return e.array == array; });
    attempt.errors.assign(errors.begin(), others);
    errors.erase(errors.begin(), others);
    dropReported(attempt);
    report(attempt, name, true);
  }
}

Attempt Reporter::attemptAtRaces(Mode mode, const Precision& precision, Budget* budget) const {
  Attempt attempt;
  attempt.problem = &state_.problems.problem(
      mode, state_.options.benignTolerance ? Conflicts::NotBenign : Conflicts::All, Loops::All,
      true);
  attempt.execution =
      attempt.problem->execute(Form::Races, precision, {}, {}, state_.signals.facts);
  attempt.errors = openErrors(*attempt.problem, *attempt.execution);
  if (state_.options.ignoreOverflow)
    for (ErrorCondition& error : attempt.errors)
      error.condition = withoutOverflow(*attempt.problem, *attempt.execution, error);
  attempt.portfolio = std::make_unique<Portfolio>(*attempt.problem, state_.deadline,
                                                  state_.result.statistics, budget);
  return attempt;
}

}  // namespace barricade
