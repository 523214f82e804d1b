#include "verifier/verification.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <span>

#include "analysis/channels.h"
#include "solver/smt/side_process.h"
#include "verifier/bounded_loops.h"
#include "verifier/clean_mode.h"
#include "verifier/counterexample.h"
#include "verifier/disjoint.h"
#include "verifier/dump.h"
#include "verifier/houdini.h"
#include "verifier/levels.h"
#include "verifier/open_question.h"
#include "verifier/overflow_condition.h"
#include "verifier/problems.h"
#include "verifier/reported_error.h"
#include "verifier/restrictions.h"
#include "verifier/seen_race.h"
#include "verifier/signal_facts.h"

namespace barricade {

Verdict verdictOf(const VerificationResult& result) {
  return !result.rejections.empty()  ? Verdict::Rejected
         : !result.findings.empty()  ? Verdict::Refuted
         : !result.undecided.empty() ? Verdict::Undecided
         : result.condition          ? Verdict::Conditional
                                     : Verdict::Verified;
}

namespace {

using Form = ExecutionOptions::Form;

constexpr const char* goesWithoutEnded =
    "barriers go without threads that have ended, as CUDA has it from sm_70 on; "
    "--exited-threads=required asks for all";

// Its many methods are the steps from the modes of a launch to its findings: modes, forms, levels.
class Verification {
 public:
  Verification(Program& program, Procedure& kernel, const VerifyOptions& options,
               VerificationResult& result, std::vector<const Variable*> zeroed = {})
      : program_(program),
        kernel_(kernel),
        options_(options),
        result_(result),
        deadline_(options.timeout, options.processorTimeout),
        hasSignals_(hasSignals(kernel) && options.checks.races) {
    signals_.zeroed = std::move(zeroed);
  }

  void run() {
    Subject& subject = this->subject(Conflicts::All);
    if (subject.launch.contradictory)
      return reject("the axioms contradict each other or the given sizes: " +
                    subject.launch.contradiction);
    std::vector<Mode> modes = modesFor(subject.launch, options_);
    std::erase_if(modes, [&](Mode mode) { return !isPossible(problem(mode, Conflicts::All)); });
    // No pair of threads: what one thread does still counts.
    if (std::find(modes.begin(), modes.end(), Mode::Intra) == modes.end() &&
        std::find(modes.begin(), modes.end(), Mode::Single) == modes.end()) {
      if (!isPossible(problem(Mode::Single, Conflicts::All)))
        return reject("the axioms and preconditions admit no thread at all");
      modes.insert(modes.begin(), Mode::Single);
    }
    for (std::string& note : restrictionsOf(subject, options_))
      result_.notes.push_back(std::move(note));
    if (hasSignals_) findSignalKnowledge(modes);
    // A thread alone can still race with its own copies.
    for (Mode mode : modes)
      if (options_.checks.races && (mode != Mode::Single || subject.kernel.counters().haveCopies()))
        modesOfRaces_.push_back(mode);
    if (modes.size() > 1 && modes.back() == Mode::Inter && options_.jobs > 1 &&
        !options_.printsMeanwhile())
      modeAside_ = modes.back();
    for (Mode mode : modes)
      if (mode != modeAside_ || !isCleanAside(mode)) checkMode(mode);
    if (options_.checks.showsAny() && options_.confirm)
      for (Mode mode : modes)
        if (mode != Mode::Inter) showOnly(mode);
    overflow_.settle(result_);
    result_.verdict = verdictOf(result_);
    if (options_.established) options_.established(result_);
  }

  void runAlone() {
    if (subject(Conflicts::All).launch.contradictory) return;
    checkForm(Mode::Single, Form::Checks);
    result_.verdict = verdictOf(result_);
  }

 private:
  // Nothing that was learnt in the modes before counts: another process may look at this one.
  void checkMode(Mode mode) {
    workBefore_ = workIn(result_.statistics);
    experience_ = {};
    if (mode != Mode::Inter || program_.gridBarrier() || meetsOtherGroups(kernel_))
      checkForm(mode, Form::Checks);
    if (std::ranges::find(modesOfRaces_, mode) != modesOfRaces_.end()) checkForm(mode, Form::Races);
  }

  bool isClean() const { return result_.findings.empty() && result_.undecided.empty(); }

  // Once the modes before take long, another process looks at the last one.
  void lookAside() {
    if (!modeAside_ || aside_ || !isClean() || !hasTakenLong()) return;
    aside_ = std::make_unique<SideProcess>([this]() -> std::optional<std::string> {
      options_.found = nullptr;
      options_.established = nullptr;
      options_.errorLimit = 1;
      result_.notes.clear();
      result_.statistics = {};
      const Mode mode = *std::exchange(modeAside_, std::nullopt);
      const std::size_t kept = overflow_.kept();
      checkMode(mode);
      if (!isClean() || overflow_.kept() > kept) return std::nullopt;
      return toText({overflow_.assumed(), result_.notes, result_.statistics});
    });
  }

  // Whether another process has found that nothing goes wrong in it, as this one would: where
  // something goes wrong elsewhere the search is another one.
  bool isCleanAside(Mode mode) {
    const std::unique_ptr<SideProcess> aside = std::move(aside_);
    modeAside_.reset();
    if (!aside || !isClean()) return false;
    publishQuestion(options_, result_, notDecided(program_, nameOf(mode, Form::Races), {}));
    const std::optional<std::string> text = aside->result();
    if (!text) return false;
    CleanMode clean = cleanModeFrom(*text);
    if (clean.under) overflow_.assume(clean.under);
    std::ranges::move(clean.notes, std::back_inserter(result_.notes));
    add(result_.statistics, clean.statistics);
    return true;
  }

  Subject& subject(Conflicts conflicts) { return problems_.subject(conflicts); }

  Problem& problem(Mode mode, Conflicts conflicts, Loops loops = Loops::All, bool ofRaces = false) {
    return problems_.problem(mode, conflicts, loops, ofRaces);
  }

  void findSignalKnowledge(const std::vector<Mode>& modes) {
    std::map<Mode, Problem*> problems;
    for (Mode mode : modes)
      if (mode != Mode::Single) problems[mode] = &problem(mode, Conflicts::All, Loops::NotInert);
    if (problems.empty()) return;
    const std::vector<const Variable*> zeroed = std::move(signals_.zeroed);
    signals_ = findSignalFacts(problems, deadline_, result_.statistics, &budget_);
    signals_.zeroed.insert(signals_.zeroed.end(), zeroed.begin(), zeroed.end());
    result_.notes.insert(result_.notes.end(), signals_.notes.begin(), signals_.notes.end());
  }

  const std::vector<Candidate>& invariantsOf(Problem& problem) {
    auto [it, added] = invariants_.try_emplace(&problem);
    if (added)
      it->second = inferInvariants(problem, {}, {}, deadline_, result_.statistics, &budget_,
                                   &dropped_[problem.mode()]);
    return it->second;
  }

  void reject(const std::string& message) {
    result_.verdict = Verdict::Rejected;
    result_.rejections.push_back({{program_.fileName, "", 0, 0}, message});
  }

  // Preconditions and axioms that admit no pair of threads would make everything true.
  bool isPossible(Problem& problem) {
    Portfolio portfolio(problem, deadline_, result_.statistics, &budget_);
    const auto execution = problem.execute(Form::Checks, {}, {}, {});
    const Answer answer = portfolio.decide("launch", execution->preconditions());
    if (answer == Answer::Unsatisfiable && problem.mode() != Mode::Single)
      result_.notes.push_back("no two threads " + std::string(toString(problem.mode())) +
                              " satisfy the axioms and preconditions");
    return answer != Answer::Unsatisfiable;
  }

  // One form at one level: what is encoded, and the errors that are neither settled nor reported.
  struct Attempt {
    Problem* problem = nullptr;
    std::shared_ptr<Execution> execution;
    std::vector<ErrorCondition> errors;
    std::unique_ptr<Portfolio> portfolio;
    bool needsOverflow = false;        // none of the errors happens without
    bool mayNeedOverflow = false;      // the first that no run has shown does not
    bool isOfRun = false;              // all errors are of a race that a run has shown
    bool hasValuesOfRun = false;       // all errors are of a run's sizes and parameters
    bool isBrief = false;              // questions get little time
    bool isOfFirstIterations = false;  // nothing else is encoded
    // Questions go to our own bits, for so long for each array; unset: to all engines.
    std::optional<std::uint64_t> workOfArray = {};
  };

  // What is known of a form while its levels are asked.
  struct FormCheck {
    Mode mode;
    Form form;
    std::string name;
    std::deque<Level> levels;
    Attempt last = {};
    Answer answer = Answer::Unknown;
    Fitting fitting = {};  // nothing goes wrong where nothing overflows
    bool isBegun = false;  // the first iterations have been looked at, of all launches
    std::optional<std::size_t> array = {};  // races on others are looked at by themselves
  };

  static std::string nameOf(Mode mode, Form form) {
    const std::string kind = form == Form::Races ? "races " : "divergence and assertions ";
    return kind + std::string(toString(mode));
  }

  void checkForm(Mode mode, Form form) {
    checkForm({mode, form, nameOf(mode, form),
               refinementLevels(form, options_, subject(Conflicts::All))});
  }

  void checkForm(FormCheck check) {
    while (!check.levels.empty()) {
      const Level level = check.levels.front();
      check.levels.pop_front();
      const Precision& precision = level.precision;
      if (check.answer == Answer::Satisfiable &&
          (level.conflicts != Conflicts::All || precision.explicitBodies > 0 || precision.unrolled))
        begin(check);
      // Invariants that tell whether threads come together may take all the time there is.
      if (check.form == Form::Checks && precision.candidates && hasTakenLong()) {
        showSeen();
        for (Mode other : modesOfRaces_) beginSmall(other);
      }
      if (deadline_.passed() || budget_.isSpent() || isFull()) break;
      // Bodies one by one take long, and a condition is known already. But in loops that are run to
      // their end there may be nothing that overflows.
      const bool toEnd = !precision.bounded.empty();
      if (check.fitting && !toEnd && (precision.unrolled || precision.explicitBodies > 0)) continue;
      const Fitting known = toEnd ? std::exchange(check.fitting, {}) : check.fitting;
      // To encode may take long, too.
      publishQuestion(options_, result_, notDecided(program_, check.name, check.last.errors));
      if (!encode(check, level)) {
        check.fitting = known;
        continue;
      }
      if (const auto arrays = hardTogether(check); arrays.size() > 1) {
        // What is wrong with one need not wait for what is hard to tell of another.
        check.levels.push_front(level);
        for (std::size_t array : arrays)
          checkForm({.mode = check.mode,
                     .form = check.form,
                     .name = check.name,
                     .levels = check.levels,
                     .fitting = known,
                     .isBegun = check.isBegun,
                     .array = array});
        return;
      }
      ask(check, level);
      if (check.answer == Answer::Unsatisfiable) return;
      if (known) check.fitting = known;
    }
    conclude(check);
  }

  // Makes the attempt at a level the last one. False where it would ask what the one before has.
  bool encode(FormCheck& check, const Level& level) {
    const auto& [conflicts, precision, loops] = level;
    Attempt attempt;
    attempt.problem = &problem(check.mode, conflicts, loops, check.form == Form::Races);
    Problem& problem = *attempt.problem;
    std::span<const Candidate> candidates;
    if (precision.candidates && !check.fitting) candidates = invariantsOf(problem);
    if (precision.candidates && conflicts == Conflicts::All && !precision.unrolled &&
        candidates.empty())
      return false;
    const bool ofRaces = check.form == Form::Races;
    const auto facts = ofRaces ? signals_.facts : std::vector<SignalFacts>{};
    if (precision.bounded.empty()) {
      attempt.execution = problem.execute(check.form, precision, {}, candidates, facts);
    } else {
      Portfolio portfolio(problem, deadline_, result_.statistics, &budget_);
      attempt.execution =
          executeToEnd(problem, check.form, precision, {}, candidates, facts, portfolio);
    }
    if (!attempt.execution || (precision.unrolled && !attempt.execution->hasUnrolled()))
      return false;
    if (attempt.execution->goesWithoutEnded() &&
        std::ranges::count(result_.notes, goesWithoutEnded) == 0)
      result_.notes.emplace_back(goesWithoutEnded);
    dumpStages(problem, *attempt.execution, check.form, precision, candidates);
    attempt.errors = openErrors(problem, *attempt.execution);
    std::erase_if(attempt.errors, [&](const ErrorCondition& e) {
      return isReported(e, check.mode) || !isAsked(e.kind, options_.checks) || isExcluded(e, check);
    });
    if (options_.ignoreOverflow)
      for (ErrorCondition& error : attempt.errors)
        error.condition = withoutOverflow(problem, *attempt.execution, error);
    if (!ofRaces) keepShownOnly(attempt);
    attempt.portfolio =
        std::make_unique<Portfolio>(problem, deadline_, result_.statistics, &budget_, &experience_);
    attempt.portfolio->afterChecks([this] { lookAside(); });
    // Whether threads come together is seldom known without invariants.
    constexpr double untilInvariants = 0.5;  // seconds
    attempt.isBrief = !ofRaces && !precision.candidates && !check.levels.empty();
    if (attempt.isBrief) attempt.portfolio->limitQuestions(untilInvariants);
    check.last = std::move(attempt);
    return true;
  }

  // Where races on several arrays are hard to tell together, each is asked about by itself for a
  // moment: those without are put aside, and what stays is given, easy ones first.
  std::vector<std::size_t> hardTogether(FormCheck& check) {
    constexpr auto moment = static_cast<std::uint64_t>(workPerSecond / 4);
    Attempt& attempt = check.last;
    constexpr double patience = 0.6;  // seconds of work
    if (check.form != Form::Races || check.array || check.fitting || budget_.isLimited() ||
        !hasTakenLong(patience))
      return {};
    auto answer = [&](Expr condition) {
      std::uint64_t work = moment;
      return attempt.portfolio->tryCheaply(check.name, {condition}, work).answer;
    };
    std::map<std::size_t, Expr> races;
    for (const ErrorCondition& error : attempt.errors) {
      Expr& any =
          races.try_emplace(error.array, attempt.problem->subject().terms.no()).first->second;
      any = attempt.problem->subject().terms.lor(any, error.condition);
    }
    if (races.size() < 2 || isLarge(anyOf(attempt)) || answer(anyOf(attempt)) != Answer::Unknown)
      return {};
    std::multimap<std::size_t, std::size_t> byEffort;  // 0, or the size of what is not known
    for (const auto& [array, condition] : races) switch (answer(condition)) {
        case Answer::Unsatisfiable: excluded_.insert({check.mode, array}); break;
        case Answer::Satisfiable: byEffort.emplace(0, array); break;
        case Answer::Unknown: byEffort.emplace(sizeOf(condition), array); break;
      }
    std::erase_if(attempt.errors, [&](const ErrorCondition& e) { return isExcluded(e, check); });
    std::vector<std::size_t> arrays;
    for (const auto& [effort, array] : byEffort) arrays.push_back(array);
    return arrays;
  }

  // Then to ask at all takes more than a moment.
  static bool isLarge(Expr condition) {
    constexpr std::size_t many = 1u << 14;  // nodes
    return sizeOf(condition) > many;
  }

  bool isExcluded(const ErrorCondition& error, const FormCheck& check) const {
    return (check.array && check.array != error.array) ||
           (check.form == Form::Races && excluded_.contains({check.mode, error.array}));
  }

  // Whether one of the errors of the last attempt can happen; adds those that runs show.
  void ask(FormCheck& check, const Level& level) {
    Attempt& attempt = check.last;
    Fitting& fitting = check.fitting;
    publishQuestion(options_, result_, notDecided(program_, check.name, attempt.errors));
    const bool wasFitting = fitting.known;
    auto isShownSoon = [&] { return showsSoon(check); };
    check.answer =
        overflow_.decide(*attempt.portfolio, check.name, *attempt.problem, *attempt.execution,
                         attempt.errors, anyOf(attempt), fitting, isShownSoon);
    // Where overflow makes a condition, that has asked for it.
    if (check.answer == Answer::Satisfiable && !options_.overflowIsCondition &&
        requireCountersFit(attempt.errors, *attempt.problem, *attempt.execution))
      check.answer = attempt.portfolio->decide(check.name, anyOf(attempt));
    if (check.answer == Answer::Unsatisfiable && options_.established)
      options_.established(result_);
    // Where indices that wrap around meet, equal values are often written: no invariants needed.
    if (fitting && !wasFitting && options_.benignTolerance && level.conflicts == Conflicts::All)
      check.levels.push_front({Conflicts::NotBenign, level.precision, level.loops});
    attempt.needsOverflow = fitting && fitting.notNegative.empty();
    if (check.answer == Answer::Satisfiable) {
      noteTime(result_.statistics.firstSatisfiable);
      showsSoon(check);
      std::erase_if(attempt.errors,
                    [&](const ErrorCondition& e) { return isReported(e, check.mode); });
      if (options_.confirm) check.answer = report(attempt, check.name, true);
      if (attempt.errors.empty()) check.answer = Answer::Unsatisfiable;
    }
    const bool isCoarse = check.form == Form::Checks || level.conflicts == Conflicts::All;
    if (isCoarse && level.precision.candidates && attempt.mayNeedOverflow && !fitting)
      fitting.known = overflow_.isNeeded(*attempt.portfolio, check.name, *attempt.problem,
                                         *attempt.execution, attempt.errors);
  }

  // Of what the levels leave open, or have found and no run has shown.
  void conclude(FormCheck& check) {
    const Attempt& last = check.last;
    const Answer& answer = check.answer;
    const Fitting& fitting = check.fitting;
    const std::string& name = check.name;
    if (isFull()) return;
    // A finding of a level that is too coarse is none, and there are others that stand.
    if (budget_.isSpent()) return noteRest();
    if (last.execution)
      for (const std::string& note : last.execution->notes()) result_.notes.push_back(note);
    if (answer == Answer::Unknown && last.isBrief) {
      last.portfolio->limitQuestions(0);
      check.answer = last.portfolio->decide(name, anyOf(last));
    }
    const bool isSettled = fitting && check.form == Form::Checks;
    if (answer == Answer::Satisfiable && !isSettled) check.answer = report(check.last, name, false);
    constexpr double patience = 0.6;  // seconds
    if (answer == Answer::Unknown && fitting)
      check.answer = last.portfolio->decideSoon(name, anyOf(last), patience);
    if (answer == Answer::Unsatisfiable) return;
    if (fitting) return overflow_.assume(fitting);
    if (answer != Answer::Unknown) return;
    if (budget_.isSpent()) return noteRest();
    result_.undecided.push_back(notDecided(program_, name, last.errors));
  }

  enum class Launches { Small, All };
  void begin(FormCheck& check) {
    if (check.form != Form::Races || check.isBegun || check.fitting) return;
    check.isBegun = true;
    showSeen();
    if (isFull() || budget_.isSpent()) return;
    showFirstIterations(check.mode, Launches::All);
  }

  // Once of each mode. The search for a condition looks there itself.
  void beginSmall(Mode mode) {
    if (options_.overflowIsCondition && !budget_.isLimited() && begunSmall_.insert(mode).second)
      showFirstIterations(mode, Launches::Small);
  }

  // Races that a few runs have come upon, once: with the threads and places known, a question about
  // them is easy.
  void showSeen() {
    if (!options_.probe || !options_.confirm || isProbed_) return;
    isProbed_ = true;
    for (const SeenRace& race : options_.probe()) show(race, ConfirmEffort::Quick);
  }

  // Those that runs have come upon since which were to confirm others.
  void showComeUpon() {
    if (!options_.comeUpon || !options_.confirm) return;
    const std::vector<SeenRace> races = options_.comeUpon();
    while (shown_ < races.size()) show(races[shown_++], ConfirmEffort::Known);
  }

  void show(const SeenRace& race, ConfirmEffort effort) {
    const auto& [first, second] = race.accesses;
    const Mode mode = first.group == second.group ? Mode::Intra : Mode::Inter;
    if (std::ranges::find(modesOfRaces_, mode) == modesOfRaces_.end()) return;
    Attempt attempt = attemptAtRaces(mode, {});
    attempt.isOfRun = true;
    attempt.workOfArray = static_cast<std::uint64_t>(workPerSecond / 2);
    attempt.errors = errorsOf(race, *attempt.problem, attempt.errors);
    if (!asksAbout(race, attempt)) addRun(race, attempt, effort);
  }

  // Whether a model shows the race. The values of the run, of which the counterexample is then,
  // make the question easy.
  bool asksAbout(const SeenRace& race, Attempt& attempt) {
    if (isLarge(anyOf(attempt))) return false;
    const std::string name = nameOf(attempt.problem->mode(), Form::Races) + " that a run has shown";
    const std::size_t known = result_.findings.size();
    std::vector<ErrorCondition> ofRun = attempt.errors;
    require(ofRun, hasValuesOf(race, *attempt.problem, *attempt.execution, anyOf(attempt)),
            *attempt.problem);
    std::swap(attempt.errors, ofRun);
    attempt.hasValuesOfRun = true;
    report(attempt, name, true);
    std::swap(attempt.errors, ofRun);
    attempt.hasValuesOfRun = false;
    if (result_.findings.size() == known) report(attempt, name, true);
    return result_.findings.size() > known;
  }

  // The run is proof enough, where questions about it are hard.
  void addRun(const SeenRace& race, const Attempt& attempt, ConfirmEffort effort) {
    if (isFull() || attempt.errors.empty()) return;
    Finding finding = findingOf(race, *attempt.problem, *attempt.execution, anyOf(attempt));
    finding.witness.zeroed = signals_.zeroed;
    finding.witness.likelyZero = signals_.likelyZero;
    finding.confirmation = options_.confirm(finding, effort);
    if (!finding.confirmation.isConfirmed()) return;
    if (addFinding(std::move(finding)) && options_.found) options_.found(result_.findings.back());
    for (const ErrorCondition& error : attempt.errors)
      reported_.push_back({error.kind, error.array, error.statement, error.location});
    if (options_.established) options_.established(result_);
  }

  // Once questions take long, to show what goes wrong at the beginning is cheaper than to ask more.
  // Whether that has added a finding.
  bool showsSoon(FormCheck& check) {
    const std::size_t known = result_.findings.size();
    if (check.form == Form::Races && !check.fitting && hasTakenLong()) {
      showSeen();
      beginSmall(check.mode);
    }
    return result_.findings.size() > known;
  }

  // In this mode.
  bool hasTakenLong(double seconds = 0.125) const {
    return static_cast<double>(workIn(result_.statistics) - workBefore_) >= seconds * workPerSecond;
  }

  // Nothing is abstracted in the first iterations of loops: races there are found soon, also where
  // what a loop leaves behind is hard to tell. Adds those that runs show.
  void showFirstIterations(Mode mode, Launches launches) {
    if (!options_.confirm || options_.loopUnwind > 0 ||
        subject(Conflicts::All).kernel.flow().loops().empty())
      return;
    Budget budget;
    budget.limit();
    Attempt attempt = attemptAtRaces(mode, Precision{.isBeginning = true}, &budget);
    if (isLarge(anyOf(attempt)))
      attempt = attemptAtRaces(mode, Precision{.isBeginning = true, .isBrief = true}, &budget);
    attempt.isOfFirstIterations = true;
    if (launches == Launches::Small) {
      attempt.workOfArray = static_cast<std::uint64_t>(workPerSecond);
      for (ErrorCondition& error : attempt.errors)
        error.condition = attempt.problem->subject().terms.land(
            error.condition, ofSmallLaunch(*attempt.problem, *attempt.execution, error));
    }
    if (isLarge(anyOf(attempt))) return;
    reportByArray(attempt, std::move(attempt.errors),
                  nameOf(mode, Form::Races) + " in first iterations");
  }

  // Races of a mode where equal values do not race, with nothing inferred.
  Attempt attemptAtRaces(Mode mode, const Precision& precision, Budget* budget = nullptr) {
    Attempt attempt;
    attempt.problem = &problem(
        mode, options_.benignTolerance ? Conflicts::NotBenign : Conflicts::All, Loops::All, true);
    attempt.execution = attempt.problem->execute(Form::Races, precision, {}, {}, signals_.facts);
    attempt.errors = openErrors(*attempt.problem, *attempt.execution);
    if (options_.ignoreOverflow)
      for (ErrorCondition& error : attempt.errors)
        error.condition = withoutOverflow(*attempt.problem, *attempt.execution, error);
    attempt.portfolio =
        std::make_unique<Portfolio>(*attempt.problem, deadline_, result_.statistics, budget);
    return attempt;
  }

  // Of one array after the other: the indices of some may be hard, and what is found of some no
  // race.
  void reportByArray(Attempt& attempt, std::vector<ErrorCondition> errors,
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

  // They are put aside for `showOnly`.
  void keepShownOnly(Attempt& attempt) {
    Attempt rest;
    auto& errors = attempt.errors;
    std::copy_if(errors.begin(), errors.end(), std::back_inserter(rest.errors),
                 [&](const ErrorCondition& e) { return isShownOnly(e.kind, options_.checks); });
    std::erase_if(errors,
                  [&](const ErrorCondition& e) { return isShownOnly(e.kind, options_.checks); });
    rest.problem = attempt.problem;
    rest.execution = attempt.execution;
    shownOnly_[attempt.problem->mode()] = std::move(rest);
  }

  // Asks about each that the last encoding has put aside, within a work of its own. One that is not
  // confirmed is dropped.
  void showOnly(Mode mode) {
    Attempt& attempt = shownOnly_[mode];
    if (attempt.errors.empty() || deadline_.passed()) return;
    Budget budget;
    budget.limit();
    attempt.portfolio =
        std::make_unique<Portfolio>(*attempt.problem, deadline_, result_.statistics, &budget);
    const std::vector<ErrorCondition> aside = std::move(attempt.errors);
    for (const ErrorCondition& error : aside) {
      if (isReported(error, mode) || budget.isSpent()) continue;
      attempt.errors = {error};
      report(attempt, std::string(toString(error.kind)) + " " + std::string(toString(mode)), true);
    }
  }

  // What the search for further findings leaves open, once.
  void noteRest() {
    auto& undecided = result_.undecided;
    if (std::ranges::count(undecided, furtherNotSearched) == 0)
      undecided.emplace_back(furtherNotSearched);
  }

  void noteTime(std::optional<double>& time) const {
    if (!time)
      time = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  bool isFull() const {
    return options_.errorLimit > 0 && result_.findings.size() >= options_.errorLimit;
  }

  bool isReported(const ErrorCondition& error, Mode mode) const {
    return std::ranges::any_of(reported_, [&](const ReportedError& known) {
      return (!known.only || known.only == mode) && known.covers(error);
    });
  }

  Expr anyOf(const Attempt& attempt) const {
    Terms& terms = attempt.problem->subject().terms;
    Expr any = terms.no();
    for (const ErrorCondition& error : attempt.errors) any = terms.lor(any, error.condition);
    return any;
  }

  // Adds findings, one for each statement, kind and array, in order of the program, until no error
  // is left (Unsatisfiable) or the limit is reached. With `confirmedOnly` it stops at the first
  // finding that does not happen in a run (Satisfiable): a more exact encoding has to tell.
  Answer report(Attempt& attempt, const std::string& name, bool confirmedOnly) {
    std::optional<std::uint64_t> workLeft = attempt.workOfArray;
    while (!isFull()) {
      const Expr any = anyOf(attempt);
      if (any->isFalse()) return Answer::Unsatisfiable;
      if (workLeft == std::uint64_t{0}) return Answer::Unknown;
      const Reply reply = workLeft ? attempt.portfolio->tryCheaply(name, {any}, *workLeft)
                                   : attempt.portfolio->findModel(name, {any});
      if (!reply.model) return reply.answer;
      auto error =
          std::find_if(attempt.errors.begin(), attempt.errors.end(),
                       [&](const ErrorCondition& e) { return reply.model->holds(e.condition); });
      if (error == attempt.errors.end()) return Answer::Unknown;
      const ReportedError first{error->kind, error->array, error->statement, error->location};
      std::vector<const ErrorCondition*> errors;
      for (const ErrorCondition& other : attempt.errors) errors.push_back(&other);
      std::swap(errors.front(), errors[static_cast<std::size_t>(error - attempt.errors.begin())]);
      const auto others =
          std::stable_partition(errors.begin() + 1, errors.end(),
                                [&](const ErrorCondition* other) { return first.covers(*other); });
      auto [chosen, finding] = findCounterexample(*attempt.problem, *attempt.execution, errors,
                                                  static_cast<std::size_t>(others - errors.begin()),
                                                  *reply.model, *attempt.portfolio,
                                                  {.needsOverflow = attempt.needsOverflow,
                                                   .hasValuesOfRun = attempt.hasValuesOfRun,
                                                   .isLast = !confirmedOnly});
      // What needs it in the first iterations may go without in later ones.
      if (attempt.isOfFirstIterations && finding.overflow) return Answer::Satisfiable;
      ReportedError reported{chosen->kind, chosen->array, chosen->statement, chosen->location};
      finding.witness.zeroed = signals_.zeroed;
      finding.witness.likelyZero = signals_.likelyZero;
      finding.confirmation =
          options_.confirm ? options_.confirm(finding, confirmedOnly && !attempt.isOfFirstIterations
                                                           ? ConfirmEffort::Quick
                                                           : ConfirmEffort::Thorough)
                           : Confirmation::possible(options_.unconfirmed);
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
        return Answer::Satisfiable;
      }
      // Threads of other blocks may do the same without overflow.
      if (overflow_.keeps(finding))
        reported.only = attempt.problem->mode();
      else if (addFinding(std::move(finding)) && options_.found)
        options_.found(result_.findings.back());
      reported_.push_back(reported);
      dropReported(attempt);
      if (options_.established) options_.established(result_);
    }
    return Answer::Unsatisfiable;
  }

  void dropReported(Attempt& attempt) const {
    std::erase_if(attempt.errors,
                  [&](const ErrorCondition& e) { return isReported(e, attempt.problem->mode()); });
  }

  // Whether it is a new one.
  bool addFinding(Finding finding) {
    if (std::ranges::any_of(result_.findings,
                            [&](const Finding& known) { return isSame(known, finding); }))
      return false;
    aside_.reset();
    result_.findings.push_back(std::move(finding));
    noteTime(result_.statistics.firstFinding);
    if (!options_.searchToEnd) budget_.limit();
    return true;
  }

  Program& program_;
  Procedure& kernel_;
  VerifyOptions options_;
  VerificationResult& result_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Deadline deadline_;
  Budget budget_;
  Experience experience_;
  std::uint64_t workBefore_ = 0;  // the mode that is looked at
  const bool hasSignals_;         // fences and atomic operations may order accesses
  Problems problems_{program_, kernel_, options_, hasSignals_};
  std::map<Problem*, std::vector<Candidate>> invariants_;
  std::map<Mode, DroppedCandidates> dropped_;
  SignalKnowledge signals_;
  std::map<Mode, Attempt> shownOnly_;
  std::vector<Mode> modesOfRaces_;
  std::set<std::pair<Mode, std::size_t>> excluded_;  // arrays without races
  bool isProbed_ = false;
  std::size_t shown_ = 0;      // of the races that runs have come upon
  std::set<Mode> begunSmall_;  // their first iterations have been looked at, of small launches
  OverflowCondition overflow_{options_};
  std::optional<Mode> modeAside_;  // that another process may look at
  std::unique_ptr<SideProcess> aside_;
  std::vector<ReportedError> reported_;
};

}  // namespace

void runVerification(Program& program, Procedure& kernel, const VerifyOptions& options,
                     VerificationResult& result, std::vector<const Variable*> zeroed) {
  Verification(program, kernel, options, result, std::move(zeroed)).run();
}

void runOfOneThread(Program& program, Procedure& procedure, const VerifyOptions& options,
                    VerificationResult& result) {
  Verification(program, procedure, options, result).runAlone();
}

}  // namespace barricade
