#include "verifier/decision.h"

#include <algorithm>
#include <iostream>

namespace barricade {
namespace {

// The incremental session gets this long before the other lane is tried, in seconds.
constexpr double firstSlice = 2.0;
constexpr double integerSlice = 10.0;

// A session whose checks all took less is asked for models right away, in seconds.
constexpr double quick = 0.25;

// Products and quotients of unknowns: what the integer lane is for.
bool hasProducts(const std::vector<Expr>& conditions) {
  std::unordered_set<Expr> seen;
  std::vector<Expr> work = conditions;
  while (!work.empty()) {
    Expr e = work.back();
    work.pop_back();
    if (!seen.insert(e).second) continue;
    switch (e->op()) {
      case Op::BvMul:
      case Op::BvUDiv:
      case Op::BvURem:
      case Op::BvSDiv:
      case Op::BvSRem:
      case Op::BvSMod:
        if (!e->arg(0)->isLiteral() && !e->arg(1)->isLiteral()) return true;
        break;
      default: break;
    }
    work.insert(work.end(), e->args().begin(), e->args().end());
  }
  return false;
}

}  // namespace

Deadline::Deadline(double seconds)
    : limited_(seconds > 0),
      end_(std::chrono::steady_clock::now() +
           std::chrono::duration_cast<std::chrono::steady_clock::duration>(
               std::chrono::duration<double>(seconds))) {}

bool Deadline::passed() const {
  return limited_ && std::chrono::steady_clock::now() >= end_;
}

double Deadline::slice(double most) const {
  if (!limited_) return most;
  const double left =
      std::chrono::duration<double>(end_ - std::chrono::steady_clock::now()).count();
  const double positive = std::max(left, 0.001);
  return most > 0 ? std::min(most, positive) : positive;
}

void countChecks(SolverSession& session, Statistics& statistics, bool verbose) {
  session.onCheck([&statistics, verbose](const CheckRecord& record) {
    QueryStatistics& query = statistics.queries[record.name];
    ++query.count;
    query.satisfiable += record.answer == Answer::Satisfiable;
    query.unknown += record.answer == Answer::Unknown;
    query.seconds += record.seconds;
    statistics.solverSeconds += record.seconds;
    if (verbose)
      std::cerr << "query '" << record.name << "': "
                << (record.answer == Answer::Satisfiable     ? "satisfiable"
                    : record.answer == Answer::Unsatisfiable ? "unsatisfiable"
                                                             : "undecided")
                << " in " << record.seconds << " s\n";
  });
}

Decider::Decider(Problem& problem, const Deadline& deadline, Statistics& statistics)
    : problem_(problem),
      deadline_(deadline),
      statistics_(statistics),
      session_(problem.newSession({})) {
  countChecks(*session_, statistics_, problem_.subject().options.verbose);
}

Answer Decider::ask(SolverSession& session, const std::string& name,
                    const std::vector<Expr>& assumptions, double limit) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<Expr> literals;
  for (Expr e : assumptions) literals.push_back(session.literalFor(e));
  const Answer answer = session.check(name, literals, limit);
  slowest_ = std::max(
      slowest_, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  return answer;
}

Answer Decider::decideOnce(const std::string& name, const std::vector<Expr>& assumptions,
                           double seconds) {
  if (deadline_.passed()) return Answer::Unknown;
  return ask(*session_, name, assumptions, deadline_.slice(seconds));
}

Answer Decider::decide(const std::string& name, Expr condition) {
  if (condition->isFalse()) return Answer::Unsatisfiable;
  return decide(name, std::vector<Expr>{condition});
}

Answer Decider::decide(const std::string& name, const std::vector<Expr>& assumptions) {
  const double limit = problem_.subject().options.queryTimeout;
  const double first = limit > 0 ? std::min(limit, firstSlice) : firstSlice;
  const Answer answer = decideOnce(name, assumptions, first);
  if (answer != Answer::Unknown || deadline_.passed()) return answer;
  if (hasProducts(assumptions) &&
      decideAsIntegers(name + " (integers)", assumptions) == Answer::Unsatisfiable)
    return Answer::Unsatisfiable;
  if (limit > 0 && limit <= firstSlice) return Answer::Unknown;
  return decideOnce(name, assumptions, limit);
}

Answer Decider::askForModel(const std::string& name, const std::vector<Expr>& assumptions) {
  if (!models_) {
    SessionOptions options;
    options.models = true;
    models_ = problem_.newSession(options);
    countChecks(*models_, statistics_, problem_.subject().options.verbose);
  }
  return ask(*models_, name, assumptions, 0);
}

Answer Decider::findModel(const std::string& name, const std::vector<Expr>& assumptions) {
  if (deadline_.passed()) return Answer::Unknown;
  if (questionLimit_ > 0) {
    const Answer answer = decideOnce(name, assumptions, questionLimit_);
    return answer == Answer::Satisfiable ? askForModel(name, assumptions) : answer;
  }
  if (slowest_ >= 0 && slowest_ < quick) return askForModel(name, assumptions);
  const Answer answer = decide(name, assumptions);
  return answer == Answer::Satisfiable ? askForModel(name, assumptions) : answer;
}

Answer Decider::tryModel(const std::string& name, const std::vector<Expr>& assumptions,
                         double seconds) {
  if (deadline_.passed()) return Answer::Unknown;
  if (slowest_ >= 0 && slowest_ < quick) return askForModel(name, assumptions);
  const Answer answer = decideOnce(name, assumptions, seconds);
  return answer == Answer::Satisfiable ? askForModel(name, assumptions) : answer;
}

Answer Decider::decideAsIntegers(const std::string& name, const std::vector<Expr>& assumptions) {
  SessionOptions options;
  options.engine = SessionOptions::Engine::Integers;
  options.incremental = false;
  auto session = problem_.newSession(options);
  countChecks(*session, statistics_, problem_.subject().options.verbose);
  const double limit = problem_.subject().options.queryTimeout;
  return session->check(name, assumptions,
                        deadline_.slice(limit > 0 ? std::min(limit, integerSlice) : integerSlice));
}

}  // namespace barricade
