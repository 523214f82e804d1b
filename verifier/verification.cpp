#include "verifier/verification.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <span>

#include "analysis/channels.h"
#include "verifier/bounded_loops.h"
#include "verifier/clean_mode.h"
#include "verifier/counterexample.h"
#include "verifier/disjoint.h"
#include "verifier/dump.h"
#include "verifier/houdini.h"
#include "verifier/levels.h"
#include "verifier/open_question.h"
#include "verifier/reporter.h"
#include "verifier/restrictions.h"

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

// Its many methods are the steps from the modes of a launch to questions: modes, forms, levels.
class Verification {
 public:
  Verification(Program& program, Procedure& kernel, const VerifyOptions& options,
               VerificationResult& result, std::vector<const Variable*> zeroed = {})
      : state_{program, kernel, options, result, {.zeroed = std::move(zeroed)}} {}

  void run() {
    Subject& subject = this->subject(Conflicts::All);
    if (subject.launch.contradictory)
      return reject("the axioms contradict each other or the given sizes: " +
                    subject.launch.contradiction);
    std::vector<Mode> modes = modesFor(subject.launch, state_.options);
    std::erase_if(modes, [&](Mode mode) { return !isPossible(problem(mode, Conflicts::All)); });
    // No pair of threads: what one thread does still counts.
    if (std::find(modes.begin(), modes.end(), Mode::Intra) == modes.end() &&
        std::find(modes.begin(), modes.end(), Mode::Single) == modes.end()) {
      if (!isPossible(problem(Mode::Single, Conflicts::All)))
        return reject("the axioms and preconditions admit no thread at all");
      modes.insert(modes.begin(), Mode::Single);
    }
    for (std::string& note : restrictionsOf(subject, state_.options))
      state_.result.notes.push_back(std::move(note));
    if (state_.hasSignals) findSignalKnowledge(modes);
    // A thread alone can still race with its own copies.
    for (Mode mode : modes)
      if (state_.options.checks.races &&
          (mode != Mode::Single || subject.kernel.counters().haveCopies()))
        state_.modesOfRaces.push_back(mode);
    if (modes.size() > 1 && modes.back() == Mode::Inter && state_.options.jobs > 1 &&
        !state_.options.printsMeanwhile())
      modeAside_ = modes.back();
    for (Mode mode : modes)
      if (mode != modeAside_ || !isCleanAside(mode)) checkMode(mode);
    if (state_.options.checks.showsAny() && state_.options.confirm)
      for (Mode mode : modes)
        if (mode != Mode::Inter) showOnly(mode);
    state_.overflow.settle(state_.result);
    state_.result.verdict = verdictOf(state_.result);
    if (state_.options.established) state_.options.established(state_.result);
  }

  void runAlone() {
    if (subject(Conflicts::All).launch.contradictory) return;
    checkForm(Mode::Single, Form::Checks);
    state_.result.verdict = verdictOf(state_.result);
  }

 private:
  // Nothing that was learnt in the modes before counts: another process may look at this one.
  void checkMode(Mode mode) {
    workBefore_ = workIn(state_.result.statistics);
    experience_ = {};
    if (mode != Mode::Inter || state_.program.gridBarrier() || meetsOtherGroups(state_.kernel))
      checkForm(mode, Form::Checks);
    if (std::ranges::find(state_.modesOfRaces, mode) != state_.modesOfRaces.end())
      checkForm(mode, Form::Races);
  }

  bool isClean() const { return state_.result.findings.empty() && state_.result.undecided.empty(); }

  // Once the modes before take long, another process looks at the last one.
  void lookAside() {
    if (!modeAside_ || state_.aside || !isClean() || !hasTakenLong()) return;
    state_.aside = std::make_unique<SideProcess>([this]() -> std::optional<std::string> {
      state_.options.found = nullptr;
      state_.options.established = nullptr;
      state_.options.errorLimit = 1;
      state_.result.notes.clear();
      state_.result.statistics = {};
      const Mode mode = *std::exchange(modeAside_, std::nullopt);
      const std::size_t kept = state_.overflow.kept();
      checkMode(mode);
      if (!isClean() || state_.overflow.kept() > kept) return std::nullopt;
      return toText({state_.overflow.assumed(), state_.result.notes, state_.result.statistics});
    });
  }

  // Whether another process has found that nothing goes wrong in it, as this one would: where
  // something goes wrong elsewhere the search is another one.
  bool isCleanAside(Mode mode) {
    const std::unique_ptr<SideProcess> aside = std::move(state_.aside);
    modeAside_.reset();
    if (!aside || !isClean()) return false;
    publishQuestion(state_.options, state_.result,
                    notDecided(state_.program, questionName(mode, Form::Races), {}));
    const std::optional<std::string> text = aside->result();
    if (!text) return false;
    CleanMode clean = cleanModeFrom(*text);
    if (clean.under) state_.overflow.assume(clean.under);
    std::ranges::move(clean.notes, std::back_inserter(state_.result.notes));
    add(state_.result.statistics, clean.statistics);
    return true;
  }

  Subject& subject(Conflicts conflicts) { return state_.problems.subject(conflicts); }

  Problem& problem(Mode mode, Conflicts conflicts, Loops loops = Loops::All, bool ofRaces = false) {
    return state_.problems.problem(mode, conflicts, loops, ofRaces);
  }

  void findSignalKnowledge(const std::vector<Mode>& modes) {
    std::map<Mode, Problem*> problems;
    for (Mode mode : modes)
      if (mode != Mode::Single) problems[mode] = &problem(mode, Conflicts::All, Loops::NotInert);
    if (problems.empty()) return;
    const std::vector<const Variable*> zeroed = std::move(state_.signals.zeroed);
    state_.signals =
        findSignalFacts(problems, state_.deadline, state_.result.statistics, &state_.budget);
    state_.signals.zeroed.insert(state_.signals.zeroed.end(), zeroed.begin(), zeroed.end());
    state_.result.notes.insert(state_.result.notes.end(), state_.signals.notes.begin(),
                               state_.signals.notes.end());
  }

  const std::vector<Candidate>& invariantsOf(Problem& problem) {
    auto [it, added] = invariants_.try_emplace(&problem);
    if (added)
      it->second = inferInvariants(problem, {}, {}, state_.deadline, state_.result.statistics,
                                   &state_.budget, &dropped_[problem.mode()]);
    return it->second;
  }

  void reject(const std::string& message) {
    state_.result.verdict = Verdict::Rejected;
    state_.result.rejections.push_back({{state_.program.fileName, "", 0, 0}, message});
  }

  // Preconditions and axioms that admit no pair of threads would make everything true.
  bool isPossible(Problem& problem) {
    Portfolio portfolio(problem, state_.deadline, state_.result.statistics, &state_.budget);
    const auto execution = problem.execute(Form::Checks, {}, {}, {});
    const Answer answer = portfolio.decide("launch", execution->preconditions());
    if (answer == Answer::Unsatisfiable && problem.mode() != Mode::Single)
      state_.result.notes.push_back("no two threads " + std::string(toString(problem.mode())) +
                                    " satisfy the axioms and preconditions");
    return answer != Answer::Unsatisfiable;
  }

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

  void checkForm(Mode mode, Form form) {
    checkForm({mode, form, questionName(mode, form),
               refinementLevels(form, state_.options, subject(Conflicts::All))});
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
        reporter_.showSeen();
        for (Mode other : state_.modesOfRaces) beginSmall(other);
      }
      if (state_.deadline.passed() || state_.budget.isSpent() || reporter_.isFull()) break;
      // Bodies one by one take long, and a condition is known already. But in loops that are run to
      // their end there may be nothing that overflows.
      const bool toEnd = !precision.bounded.empty();
      if (check.fitting && !toEnd && (precision.unrolled || precision.explicitBodies > 0)) continue;
      const Fitting known = toEnd ? std::exchange(check.fitting, {}) : check.fitting;
      // To encode may take long, too.
      publishQuestion(state_.options, state_.result,
                      notDecided(state_.program, check.name, check.last.errors));
      std::optional<Attempt> attempt = encode(check, level);
      if (!attempt) {
        check.fitting = known;
        continue;
      }
      check.last = std::move(*attempt);
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
      if (check.last.mayBeBenign) skipCoarse(check);
      if (known) check.fitting = known;
    }
    conclude(check);
  }

  // Nothing where the attempt at a level would ask what the one before has.
  std::optional<Attempt> encode(const FormCheck& check, const Level& level) {
    const auto& [conflicts, precision, loops] = level;
    Attempt attempt;
    attempt.problem = &problem(check.mode, conflicts, loops, check.form == Form::Races);
    Problem& problem = *attempt.problem;
    std::span<const Candidate> candidates;
    if (precision.candidates && !check.fitting) candidates = invariantsOf(problem);
    if (precision.candidates && conflicts == Conflicts::All && !precision.unrolled &&
        candidates.empty())
      return std::nullopt;
    const bool ofRaces = check.form == Form::Races;
    const auto facts = ofRaces ? state_.signals.facts : std::vector<SignalFacts>{};
    if (precision.bounded.empty()) {
      attempt.execution = problem.execute(check.form, precision, {}, candidates, facts);
    } else {
      Portfolio portfolio(problem, state_.deadline, state_.result.statistics, &state_.budget);
      attempt.execution =
          executeToEnd(problem, check.form, precision, {}, candidates, facts, portfolio);
    }
    if (!attempt.execution || (precision.unrolled && !attempt.execution->hasUnrolled()))
      return std::nullopt;
    dumpStages(problem, *attempt.execution, check.form, precision, candidates);
    attempt.errors = openErrors(problem, *attempt.execution);
    std::erase_if(attempt.errors, [&](const ErrorCondition& e) {
      return reporter_.isReported(e, check.mode) || !isAsked(e.kind, state_.options.checks) ||
             isExcluded(e, check);
    });
    if (state_.options.ignoreOverflow)
      for (ErrorCondition& error : attempt.errors)
        error.condition = withoutOverflow(problem, *attempt.execution, error);
    if (!ofRaces) keepShownOnly(attempt);
    attempt.portfolio = std::make_unique<Portfolio>(
        problem, state_.deadline, state_.result.statistics, &state_.budget, &experience_);
    attempt.portfolio->afterChecks([this] { lookAside(); });
    // Whether threads come together is seldom known without invariants.
    constexpr double untilInvariants = 0.5;  // seconds
    attempt.isBrief = !ofRaces && !precision.candidates && !check.levels.empty();
    if (attempt.isBrief) attempt.portfolio->limitQuestions(untilInvariants);
    return attempt;
  }

  // Where loops have few iterations, products of what they count are of numbers that are known in
  // each: what is hard to tell of all iterations may be seen at once of one after the other, and of
  // one error after the other. Where sizes are open products stay what they are.
  bool isExcludedUnrolled(const FormCheck& check, Level level) {
    if (check.form != Form::Races || level.precision.unrolled || level.precision.candidates ||
        state_.budget.isLimited() || hasOpenSize(subject(Conflicts::All).launch))
      return false;
    constexpr unsigned few = 32;
    const unsigned bodies = check.last.execution->bodiesNotUnrolled();
    if (bodies == 0 || bodies > few) return false;
    level.precision.unrolled = true;
    level.loops = Loops::All;
    const std::optional<Attempt> exact = encode(check, level);
    if (!exact || isLarge(exact->anyError())) return false;
    auto work = static_cast<std::uint64_t>(workPerSecond);
    return std::ranges::all_of(exact->errors, [&](const ErrorCondition& error) {
      return exact->portfolio->tryCheaply(check.name, {error.condition}, work).answer ==
             Answer::Unsatisfiable;
    });
  }

  // Where races on several arrays are hard to tell together, each is asked about by itself for a
  // moment: those without are put aside, and what stays is given, easy ones first.
  std::vector<std::size_t> hardTogether(FormCheck& check) {
    constexpr auto moment = static_cast<std::uint64_t>(workPerSecond / 4);
    Attempt& attempt = check.last;
    constexpr double patience = 0.6;  // seconds of work
    if (check.form != Form::Races || check.array || check.fitting || state_.budget.isLimited() ||
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
    if (races.size() < 2 || isLarge(attempt.anyError()) ||
        answer(attempt.anyError()) != Answer::Unknown)
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

  bool isExcluded(const ErrorCondition& error, const FormCheck& check) const {
    return (check.array && check.array != error.array) ||
           (check.form == Form::Races && excluded_.contains({check.mode, error.array}));
  }

  // Whether one of the errors of the last attempt can happen; adds those that runs show.
  void ask(FormCheck& check, const Level& level) {
    Attempt& attempt = check.last;
    Fitting& fitting = check.fitting;
    publishQuestion(state_.options, state_.result,
                    notDecided(state_.program, check.name, attempt.errors));
    const bool wasFitting = fitting.known;
    auto askOtherwise = [&, isAsked = false]() mutable {
      if (!isAsked && hasTakenLong()) {
        isAsked = true;
        if (isExcludedUnrolled(check, level)) return Answer::Unsatisfiable;
      }
      return showsSoon(check) ? Answer::Satisfiable : Answer::Unknown;
    };
    check.answer =
        state_.overflow.decide(*attempt.portfolio, check.name, *attempt.problem, *attempt.execution,
                               attempt.errors, attempt.anyError(), fitting, askOtherwise);
    // Where overflow makes a condition, that has asked for it.
    if (check.answer == Answer::Satisfiable && !state_.options.overflowIsCondition &&
        requireCountersFit(attempt.errors, *attempt.problem, *attempt.execution))
      check.answer = attempt.portfolio->decide(check.name, attempt.anyError());
    if (check.answer == Answer::Unsatisfiable && state_.options.established)
      state_.options.established(state_.result);
    // Where indices that wrap around meet, equal values are often written: no invariants needed.
    if (fitting && !wasFitting && state_.options.benignTolerance &&
        level.conflicts == Conflicts::All)
      check.levels.push_front({Conflicts::NotBenign, level.precision, level.loops});
    attempt.needsOverflow = fitting && fitting.notNegative.empty();
    if (check.answer == Answer::Satisfiable) {
      state_.noteTime(state_.result.statistics.firstSatisfiable);
      showsSoon(check);
      std::erase_if(attempt.errors,
                    [&](const ErrorCondition& e) { return reporter_.isReported(e, check.mode); });
      if (state_.options.confirm) check.answer = reporter_.report(attempt, check.name, true);
      if (attempt.errors.empty()) check.answer = Answer::Unsatisfiable;
    }
    if (check.answer == Answer::Unsatisfiable) noteEnded(check);
    const bool isCoarse = check.form == Form::Checks || level.conflicts == Conflicts::All;
    if (isCoarse && level.precision.candidates && attempt.mayNeedOverflow && !fitting)
      fitting.known = state_.overflow.isNeeded(*attempt.portfolio, check.name, *attempt.problem,
                                               *attempt.execution, attempt.errors);
  }

  // Where nothing excludes it, the kernel may rely on that.
  void noteEnded(const FormCheck& check) {
    const Attempt& attempt = check.last;
    if (check.form != Form::Checks || !attempt.execution) return;
    const Expr goesWithout = attempt.execution->goesWithoutEnded();
    if (goesWithout->isFalse() || std::ranges::count(state_.result.notes, goesWithoutEnded) > 0)
      return;
    auto work = static_cast<std::uint64_t>(workPerSecond / 4);
    const Reply reply =
        attempt.portfolio->tryCheaply("threads that have ended", {goesWithout}, work);
    if (reply.answer != Answer::Unsatisfiable) state_.result.notes.emplace_back(goesWithoutEnded);
  }

  // Invariants alone do not tell whether writes are benign: the next level is one that does.
  void skipCoarse(FormCheck& check) const {
    auto isExact = [](const Level& level) { return level.conflicts == Conflicts::NotBenign; };
    const auto exact = std::ranges::find_if(check.levels, isExact);
    if (exact != check.levels.end()) check.levels.erase(check.levels.begin(), exact);
  }

  // Of what the levels leave open, or have found and no run has shown.
  void conclude(FormCheck& check) {
    const Attempt& last = check.last;
    const Answer& answer = check.answer;
    const Fitting& fitting = check.fitting;
    const std::string& name = check.name;
    if (reporter_.isFull()) return;
    // A finding of a level that is too coarse is none, and there are others that stand.
    if (state_.budget.isSpent()) return noteRest();
    if (last.execution)
      for (const std::string& note : last.execution->notes()) state_.result.notes.push_back(note);
    if (answer == Answer::Unknown && last.isBrief) {
      last.portfolio->limitQuestions(0);
      check.answer = last.portfolio->decide(name, last.anyError());
    }
    const bool isSettled = fitting && check.form == Form::Checks;
    if (answer == Answer::Satisfiable && !isSettled)
      check.answer = reporter_.report(check.last, name, false);
    constexpr double patience = 0.6;  // seconds
    if (answer == Answer::Unknown && fitting)
      check.answer = last.portfolio->decideSoon(name, last.anyError(), patience);
    if (answer == Answer::Unsatisfiable || fitting) noteEnded(check);
    if (answer == Answer::Unsatisfiable) return;
    if (fitting) return state_.overflow.assume(fitting);
    if (answer != Answer::Unknown) return;
    if (state_.budget.isSpent()) return noteRest();
    state_.result.undecided.push_back(notDecided(state_.program, name, last.errors));
  }

  void begin(FormCheck& check) {
    if (check.form != Form::Races || check.isBegun || check.fitting) return;
    check.isBegun = true;
    reporter_.showSeen();
    if (reporter_.isFull() || state_.budget.isSpent()) return;
    reporter_.showFirstIterations(check.mode, Reporter::Launches::All);
  }

  // Once of each mode. The search for a condition looks there itself.
  void beginSmall(Mode mode) {
    if (state_.options.overflowIsCondition && !state_.budget.isLimited() &&
        begunSmall_.insert(mode).second)
      reporter_.showFirstIterations(mode, Reporter::Launches::Small);
  }

  // Once questions take long, to show what goes wrong at the beginning is cheaper than to ask more.
  // Whether that has added a finding.
  bool showsSoon(FormCheck& check) {
    const std::size_t known = state_.result.findings.size();
    if (check.form == Form::Races && !check.fitting && hasTakenLong()) {
      reporter_.showSeen();
      beginSmall(check.mode);
    }
    return state_.result.findings.size() > known;
  }

  // In this mode.
  bool hasTakenLong(double seconds = 0.125) const {
    return static_cast<double>(workIn(state_.result.statistics) - workBefore_) >=
           seconds * workPerSecond;
  }

  // They are put aside for `showOnly`.
  void keepShownOnly(Attempt& attempt) {
    Attempt rest;
    auto& errors = attempt.errors;
    std::copy_if(
        errors.begin(), errors.end(), std::back_inserter(rest.errors),
        [&](const ErrorCondition& e) { return isShownOnly(e.kind, state_.options.checks); });
    std::erase_if(errors, [&](const ErrorCondition& e) {
      return isShownOnly(e.kind, state_.options.checks);
    });
    rest.problem = attempt.problem;
    rest.execution = attempt.execution;
    shownOnly_[attempt.problem->mode()] = std::move(rest);
  }

  // Asks about each that the last encoding has put aside, within a work of its own. One that is not
  // confirmed is dropped.
  void showOnly(Mode mode) {
    Attempt& attempt = shownOnly_[mode];
    if (attempt.errors.empty() || state_.deadline.passed()) return;
    Budget budget;
    budget.limit();
    attempt.portfolio = std::make_unique<Portfolio>(*attempt.problem, state_.deadline,
                                                    state_.result.statistics, &budget);
    const std::vector<ErrorCondition> aside = std::move(attempt.errors);
    for (const ErrorCondition& error : aside) {
      if (reporter_.isReported(error, mode) || budget.isSpent()) continue;
      attempt.errors = {error};
      reporter_.report(attempt,
                       std::string(toString(error.kind)) + " " + std::string(toString(mode)), true);
    }
  }

  // What the search for further findings leaves open, once.
  void noteRest() {
    auto& undecided = state_.result.undecided;
    if (std::ranges::count(undecided, furtherNotSearched) == 0)
      undecided.emplace_back(furtherNotSearched);
  }

  VerificationState state_;
  Reporter reporter_{state_};
  Experience experience_;
  std::uint64_t workBefore_ = 0;  // the mode that is looked at
  std::map<Problem*, std::vector<Candidate>> invariants_;
  std::map<Mode, DroppedCandidates> dropped_;
  std::map<Mode, Attempt> shownOnly_;
  std::set<std::pair<Mode, std::size_t>> excluded_;  // arrays without races
  std::set<Mode> begunSmall_;      // their first iterations have been looked at, of small launches
  std::optional<Mode> modeAside_;  // that another process may look at
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
