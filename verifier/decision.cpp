#include "verifier/decision.h"

#include <algorithm>
#include <iostream>

namespace barricade {
namespace {

// What an engine gets before the next one is tried, in seconds; more in each round.
constexpr double firstSlice = 0.25;
constexpr double growth = 4.0;
constexpr double bitShare = 2.0;  // of that
constexpr double integerShare = 3.0;

// Products and quotients of unknowns: what the integer lane is for.
bool hasProducts(const std::vector<Expr>& conditions) {
  bool found = false;
  forEachNode(conditions, [&](Expr e) {
    switch (e->op()) {
      case Op::BvMul:
      case Op::BvUDiv:
      case Op::BvURem:
      case Op::BvSDiv:
      case Op::BvSRem:
      case Op::BvSMod: found = found || (!e->arg(0)->isLiteral() && !e->arg(1)->isLiteral()); break;
      default: break;
    }
  });
  return found;
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
    : problem_(problem), deadline_(deadline), statistics_(statistics) {
  if (problem.isBitVectors()) session(bits_, SessionOptions::Kind::Bits);
}

SolverSession& Decider::session(std::unique_ptr<SolverSession>& session, SessionOptions::Kind kind,
                                bool models) {
  if (!session) {
    SessionOptions options;
    options.kind = kind;
    options.models = models;
    session = problem_.newSession(std::move(options));
    countChecks(*session, statistics_, problem_.subject().options.verbose);
  }
  return *session;
}

double Decider::limit() const {
  return questionLimit_ > 0 ? questionLimit_ : problem_.subject().options.queryTimeout;
}

Answer Decider::decide(const std::string& name, const std::vector<Expr>& assumptions,
                       double limit) {
  const Deadline query(limit);
  auto passed = [&] { return deadline_.passed() || query.passed(); };
  auto within = [&](double seconds) { return deadline_.slice(query.slice(seconds)); };
  model_ = nullptr;
  double slice = limit > 0 ? std::min(firstSlice, limit / (1 + bitShare)) : firstSlice;
  const bool products = hasProducts(assumptions);
  for (; !passed(); slice *= growth) {
    if (bits_) {
      const Answer answer = bits_->check(name, assumptions, within(bitShare * slice));
      if (answer == Answer::Satisfiable) model_ = bits_.get();
      if (answer != Answer::Unknown) return answer;
      if (passed()) break;
    }
    const Deadline turn(within(slice));
    const Answer answer =
        session(smt_, SessionOptions::Kind::Smt).check(name, assumptions, within(slice));
    if (answer != Answer::Unknown) return answer;
    // Quantifiers: it gave up, and has no better idea next time.
    if (!bits_ && !turn.passed()) break;
    if (products && !passed() &&
        decideAsIntegers(name + " (integers)", assumptions, within(integerShare * slice)) ==
            Answer::Unsatisfiable)
      return Answer::Unsatisfiable;
  }
  return Answer::Unknown;
}

Answer Decider::decide(const std::string& name, Expr condition) {
  if (condition->isFalse()) return Answer::Unsatisfiable;
  return decide(name, {condition}, limit());
}

Answer Decider::findModel(const std::string& name, const std::vector<Expr>& assumptions) {
  return tryModel(name, assumptions, limit());
}

Answer Decider::tryModel(const std::string& name, const std::vector<Expr>& assumptions,
                         double seconds) {
  const Answer answer = decide(name, assumptions, seconds);
  if (answer != Answer::Satisfiable || model_) return answer;
  model_ = &session(smtModels_, SessionOptions::Kind::Smt, true);
  return model_->check(name, assumptions, 0);
}

Answer Decider::decideAsIntegers(const std::string& name, const std::vector<Expr>& assumptions,
                                 double seconds) {
  std::unique_ptr<SolverSession> integers;
  return session(integers, SessionOptions::Kind::Integers).check(name, assumptions, seconds);
}

}  // namespace barricade
