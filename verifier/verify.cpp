#include "verifier/verify.h"

#include <sys/resource.h>

#include <algorithm>
#include <set>

#include "verifier/counterexample.h"
#include "verifier/disjoint.h"
#include "verifier/houdini.h"
#include "verifier/prepare.h"

namespace barricade {
namespace {

using Form = ExecutionOptions::Form;

// One level of the ladder from cheap to exact that is climbed as long as an error remains.
struct Level {
  bool writtenValues = false;  // benign races are told apart
  Precision precision;
};

class Verification {
 public:
  Verification(Program& program, Procedure& kernel, const VerifyOptions& options,
               VerificationResult& result)
      : program_(program),
        kernel_(kernel),
        options_(options),
        result_(result),
        deadline_(options.timeout) {}

  void run() {
    Subject& subject = this->subject(false);
    if (subject.launch.contradictory) {
      result_.verdict = Verdict::Rejected;
      result_.rejections.push_back("the axioms contradict each other or the given sizes: " +
                                   subject.launch.contradiction);
      return;
    }
    std::vector<Mode> modes = modesFor(subject.launch, options_);
    std::erase_if(modes, [&](Mode mode) { return !isPossible(problem(mode, false)); });
    // No pair of threads: what one thread does still counts.
    if (std::find(modes.begin(), modes.end(), Mode::Intra) == modes.end() &&
        std::find(modes.begin(), modes.end(), Mode::Single) == modes.end()) {
      if (!isPossible(problem(Mode::Single, false))) {
        result_.verdict = Verdict::Rejected;
        result_.rejections.push_back("the axioms and preconditions admit no thread at all");
        return;
      }
      modes.insert(modes.begin(), Mode::Single);
    }
    for (Mode mode : modes) {
      if (mode != Mode::Inter || program_.gridBarrier()) checkForm(mode, Form::Checks);
      if (mode != Mode::Single && !options_.onlyDivergence) checkForm(mode, Form::Races);
    }
    if (!result_.findings.empty()) result_.verdict = Verdict::Refuted;
    else if (!result_.undecided.empty()) result_.verdict = Verdict::Undecided;
    else result_.verdict = Verdict::Verified;
  }

 private:
  Subject& subject(bool writtenValues) {
    auto& subject = subjects_[writtenValues];
    if (!subject) subject = std::make_unique<Subject>(program_, kernel_, options_, writtenValues);
    return *subject;
  }

  Problem& problem(Mode mode, bool writtenValues) {
    auto& problem = problems_[{mode, writtenValues}];
    if (!problem) problem = std::make_unique<Problem>(subject(writtenValues), mode);
    return *problem;
  }

  // Preconditions and axioms that admit no pair of threads would make everything true.
  bool isPossible(Problem& problem) {
    Decider decider(problem, deadline_, result_.statistics);
    const auto execution = problem.execute(Form::Checks, {}, {});
    const Answer answer = decider.decide("launch", execution->preconditions());
    if (answer == Answer::Unsatisfiable && problem.mode() != Mode::Single)
      result_.notes.push_back("no two threads " + std::string(toString(problem.mode())) +
                              " satisfy the axioms and preconditions");
    return answer != Answer::Unsatisfiable;
  }

  std::vector<Level> ladder(Form form) {
    std::vector<Level> levels{{}};
    if (options_.loopUnwind > 0) {
      levels.front().writtenValues = options_.benignTolerance;
      return levels;
    }
    const bool loops = !subject(false).kernel.flow().loops().empty();
    const bool infer = loops && options_.infer;
    if (infer) levels.push_back({false, {true, 0}});
    if (form == Form::Races) {
      if (options_.benignTolerance) levels.push_back({true, {infer, 0}});
      if (subject(false).kernel.hasConditionalBarrier() && options_.explicitBodies > 0)
        levels.push_back({options_.benignTolerance, {infer, options_.explicitBodies}});
    }
    return levels;
  }

  void checkForm(Mode mode, Form form) {
    std::unique_ptr<Execution> execution;
    std::vector<ErrorCondition> errors;
    std::unique_ptr<Decider> decider;
    Problem* problem = nullptr;
    Answer answer = Answer::Unknown;
    for (const auto& [writtenValues, precision] : ladder(form)) {
      if (deadline_.passed()) break;
      problem = &this->problem(mode, writtenValues);
      if (precision.candidates && inferred_.insert(problem).second)
        inferInvariants(*problem, {}, {}, deadline_, result_.statistics);
      // Without invariants this level would ask the last one's question again.
      if (precision.candidates && !writtenValues && problem->candidates().empty()) continue;
      execution = problem->execute(form, precision, {});
      decider = std::make_unique<Decider>(*problem, deadline_, result_.statistics);
      Expr any = problem->subject().terms.no();
      errors = openErrors(*problem, *execution);
      for (const ErrorCondition& error : errors)
        any = problem->subject().terms.lor(any, error.condition);
      answer = decider->decide(nameOf(*problem, form), any);
      if (answer == Answer::Unsatisfiable) return;
    }
    if (execution)
      for (const std::string& note : execution->notes()) result_.notes.push_back(note);
    if (answer == Answer::Unknown) {
      result_.undecided.push_back((form == Form::Races ? "races " : "divergence and assertions ") +
                                  std::string(toString(mode)) + ": not decided in time");
      return;
    }
    collectFindings(*problem, *execution, errors, *decider, form);
  }

  static std::string nameOf(const Problem& problem, Form form) {
    return std::string(form == Form::Races ? "races " : "divergence and assertions ") +
           std::string(toString(problem.mode()));
  }

  // Distinct findings: one for each pair of source positions, in order of the program.
  void collectFindings(Problem& problem, const Execution& execution,
                       const std::vector<ErrorCondition>& errors, Decider& decider, Form form) {
    Terms& terms = problem.subject().terms;
    std::vector<bool> open(errors.size(), true);
    for (;;) {
      if (options_.errorLimit > 0 && result_.findings.size() >= options_.errorLimit) return;
      Expr any = terms.no();
      for (std::size_t e = 0; e < open.size(); ++e)
        if (open[e]) any = terms.lor(any, errors[e].condition);
      const Answer answer = any->isFalse()
                                ? Answer::Unsatisfiable
                                : decider.findModel(nameOf(problem, form), {any});
      if (answer == Answer::Unsatisfiable) return;
      if (answer == Answer::Unknown) {
        result_.undecided.push_back("further findings of " + nameOf(problem, form) +
                                    " were not decided in time");
        return;
      }
      std::size_t which = 0;
      while (which < open.size() &&
             !(open[which] && decider.model().holds(errors[which].condition)))
        ++which;
      if (which == open.size()) {
        result_.undecided.push_back("the solver's model of " + nameOf(problem, form) +
                                    " satisfies no error");
        return;
      }
      const ErrorCondition& error = errors[which];
      addFinding(makeFinding(problem, execution, error, decider));
      // Errors of the same statement and kind would say the same again.
      for (std::size_t e = which; e < open.size(); ++e)
        if (errors[e].kind == error.kind &&
            (errors[e].statement == error.statement ||
             (error.location != noLocation &&
              errors[e].location == error.location)))
          open[e] = false;
      if (options_.established) options_.established(result_);
    }
  }

  void addFinding(Finding finding) {
    auto key = [](const Finding& f) {
      std::vector<SourceChain> places;
      for (const FindingPlace& place : f.places) places.push_back(place.location);
      std::sort(places.begin(), places.end());
      return std::tuple(f.kind, f.array, places);
    };
    for (const Finding& known : result_.findings)
      if (!finding.places.empty() && !finding.places.front().location.empty() &&
          key(known) == key(finding))
        return;
    result_.findings.push_back(std::move(finding));
  }

  Program& program_;
  Procedure& kernel_;
  const VerifyOptions& options_;
  VerificationResult& result_;
  Deadline deadline_;
  std::map<bool, std::unique_ptr<Subject>> subjects_;  // by whether written values matter
  std::map<std::pair<Mode, bool>, std::unique_ptr<Problem>> problems_;
  std::set<Problem*> inferred_;
};

}  // namespace

VerificationResult verifyPrepared(Program& program, Procedure& kernel,
                                  const VerifyOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  VerificationResult result;
  result.kernel = kernel.sourceName;
  Verification(program, kernel, options, result).run();
  std::stable_sort(result.findings.begin(), result.findings.end(),
                   [](const Finding& a, const Finding& b) {
                     auto line = [](const Finding& f) {
                       return f.places.empty() ? SourceChain{} : f.places.front().location;
                     };
                     return line(a) < line(b);
                   });
  std::sort(result.notes.begin(), result.notes.end());
  result.notes.erase(std::unique(result.notes.begin(), result.notes.end()), result.notes.end());
  Statistics& statistics = result.statistics;
  statistics.counters["terms"] = static_cast<double>(program.pool().size());
  statistics.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  statistics.peakMemoryMb = static_cast<double>(usage.ru_maxrss) / 1024;
  return result;
}

VerificationResult verify(Program& program, const VerifyOptions& options) {
  Prepared prepared = prepare(program, options);
  if (!prepared.procedure) {
    VerificationResult result;
    result.verdict = Verdict::Rejected;
    result.rejections = std::move(prepared.rejections);
    return result;
  }
  VerificationResult result = verifyPrepared(program, *prepared.procedure, options);
  result.notes.insert(result.notes.begin(), prepared.notes.begin(), prepared.notes.end());
  return result;
}

}  // namespace barricade
