#include "verifier/decision.h"

#include <algorithm>

namespace barricade {
namespace {

// The incremental session gets this long before the other lane is tried, in seconds.
constexpr double firstSlice = 2.0;
constexpr double integerSlice = 10.0;

}  // namespace

Deadline::Deadline(double seconds)
    : limited_(seconds > 0),
      end_(std::chrono::steady_clock::now() +
           std::chrono::duration_cast<std::chrono::steady_clock::duration>(
               std::chrono::duration<double>(seconds))) {}

bool Deadline::passed() const { return limited_ && std::chrono::steady_clock::now() >= end_; }

double Deadline::slice(double most) const {
  if (!limited_) return most;
  const double left =
      std::chrono::duration<double>(end_ - std::chrono::steady_clock::now()).count();
  const double positive = std::max(left, 0.001);
  return most > 0 ? std::min(most, positive) : positive;
}

void countChecks(SolverSession& session, Statistics& statistics) {
  session.onCheck([&statistics](const CheckRecord& record) {
    QueryStatistics& query = statistics.queries[record.name];
    ++query.count;
    query.satisfiable += record.answer == Answer::Satisfiable;
    query.unknown += record.answer == Answer::Unknown;
    query.seconds += record.seconds;
    statistics.solverSeconds += record.seconds;
  });
}

Decider::Decider(Problem& problem, const Deadline& deadline, Statistics& statistics)
    : problem_(problem),
      deadline_(deadline),
      statistics_(statistics),
      session_(problem.newSession({})) {
  countChecks(*session_, statistics_);
}

Answer Decider::check(const std::string& name, Expr condition) {
  if (condition->isFalse()) return Answer::Unsatisfiable;
  return check(name, std::vector<Expr>{condition});
}

Answer Decider::tryCheck(const std::string& name, const std::vector<Expr>& assumptions,
                         double seconds) {
  if (deadline_.passed()) return Answer::Unknown;
  auto ask = [&](SolverSession& session, double limit) {
    std::vector<Expr> literals;
    for (Expr e : assumptions) literals.push_back(session.literalFor(e));
    return session.check(name, literals, limit);
  };
  const Answer answer = ask(*session_, deadline_.slice(seconds));
  if (answer != Answer::Satisfiable) return answer;
  if (!models_) {
    SessionOptions options;
    options.models = true;
    models_ = problem_.newSession(options);
    countChecks(*models_, statistics_);
  }
  return ask(*models_, 0);
}

Answer Decider::check(const std::string& name, const std::vector<Expr>& assumptions) {
  const double limit = problem_.subject().options.queryTimeout;
  const double first = limit > 0 ? std::min(limit, firstSlice) : firstSlice;
  const Answer answer = tryCheck(name, assumptions, first);
  if (answer != Answer::Unknown || deadline_.passed()) return answer;
  if (checkAsIntegers(name + " (integers)", assumptions) == Answer::Unsatisfiable)
    return Answer::Unsatisfiable;
  if (limit > 0 && limit <= firstSlice) return Answer::Unknown;
  return tryCheck(name, assumptions, limit);
}

Answer Decider::checkAsIntegers(const std::string& name, const std::vector<Expr>& assumptions) {
  SessionOptions options;
  options.engine = SessionOptions::Engine::Integers;
  options.incremental = false;
  auto session = problem_.newSession(options);
  countChecks(*session, statistics_);
  const double limit = problem_.subject().options.queryTimeout;
  return session->check(name, assumptions,
                        deadline_.slice(limit > 0 ? std::min(limit, integerSlice) : integerSlice));
}

}  // namespace barricade
