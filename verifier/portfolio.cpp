#include "verifier/portfolio.h"

#include <algorithm>
#include <iostream>

namespace barricade {
namespace {

// What an engine gets before the next one is tried, in seconds; more in each round.
constexpr double firstSlice = 0.25;
constexpr double growth = 4.0;
constexpr double bitShare = 2.0;  // of that
constexpr double integerShare = 3.0;
constexpr double indexShare = 2.0;
// Before integer sets are asked for the first time: most questions are answered by then.
constexpr double firstBits = 0.25;

// What the search for further findings gets at least: a second or two.
constexpr auto leastFurtherWork = static_cast<std::uint64_t>(2 * workPerSecond);
constexpr std::uint64_t furtherShare = 2;  // of what the first finding took
constexpr std::uint64_t attempts = 4;  // that a question with a limit of its own leaves room for
constexpr std::uint64_t firstWork = leastFurtherWork / 8;  // of an engine, before the next is asked
constexpr std::uint64_t workGrowth = 4;

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

void Budget::limit() {
  if (limited_) return;
  limited_ = true;
  left_ = std::max(leastFurtherWork, furtherShare * done_);
}

void Budget::spend(std::uint64_t work) {
  done_ += work;
  left_ -= std::min(left_, work);
}

void countChecks(SolverSession& session, Statistics& statistics, bool verbose) {
  session.onCheck([&statistics, verbose](const CheckRecord& record) {
    QueryStatistics& query = statistics.queries[record.name];
    ++query.count;
    query.satisfiable += record.answer == Answer::Satisfiable;
    query.unknown += record.answer == Answer::Unknown;
    query.seconds += record.seconds;
    query.work += record.work;
    statistics.solverSeconds += record.seconds;
    if (verbose)
      std::cerr << "query '" << record.name << "': "
                << (record.answer == Answer::Satisfiable     ? "satisfiable"
                    : record.answer == Answer::Unsatisfiable ? "unsatisfiable"
                                                             : "undecided")
                << " in " << record.seconds << " s\n";
  });
}

Portfolio::Portfolio(Problem& problem, const Deadline& deadline, Statistics& statistics,
                     Budget* budget)
    : problem_(problem), deadline_(deadline), statistics_(statistics), budget_(budget) {
  if (problem.isBitVectors()) session(bits_, SessionOptions::Kind::Bits);
}

SolverSession& Portfolio::session(std::unique_ptr<SolverSession>& session,
                                  SessionOptions::Kind kind, bool models) {
  if (!session) {
    SessionOptions options;
    options.kind = kind;
    options.models = models;
    session = problem_.newSession(std::move(options));
    countChecks(*session, statistics_, problem_.subject().options.verbose);
  }
  return *session;
}

double Portfolio::limit() const {
  return questionLimit_ > 0 ? questionLimit_ : problem_.subject().options.queryTimeout;
}

Reply Portfolio::decide(const std::string& name, const std::vector<Expr>& assumptions,
                        double limit) {
  const Deadline query(limit);
  auto passed = [&] { return deadline_.passed() || query.passed(); };
  auto within = [&](double seconds) { return deadline_.slice(query.slice(seconds)); };
  double slice = limit > 0 ? std::min(firstSlice, limit / (1 + bitShare)) : firstSlice;
  const bool products = hasProducts(assumptions);
  if (bits_ && !passed()) {
    const Reply reply = askBits(name, assumptions, {.seconds = within(firstBits)});
    if (reply.answer != Answer::Unknown) return reply;
  }
  for (; !passed(); slice *= growth) {
    if (bits_) {
      Reply reply = askIndex(name, assumptions, {.seconds = within(indexShare * slice)});
      if (reply.answer != Answer::Unknown || passed()) return reply;
      reply = askBits(name, assumptions, {.seconds = within(bitShare * slice)});
      if (reply.answer != Answer::Unknown || passed()) return reply;
    }
    const Deadline turn(within(slice));
    const Answer answer = session(smt_, SessionOptions::Kind::Smt)
                              .check(name, assumptions, {.seconds = within(slice)});
    if (answer != Answer::Unknown) return {answer};
    // Quantifiers: it gave up, and has no better idea next time.
    if (!bits_ && !turn.passed()) break;
    if (products && !passed() &&
        decideAsIntegers(name + " (integers)", assumptions, within(integerShare * slice)) ==
            Answer::Unsatisfiable)
      return {Answer::Unsatisfiable};
  }
  return {};
}

Answer Portfolio::decide(const std::string& name, Expr condition) {
  if (condition->isFalse()) return Answer::Unsatisfiable;
  if (budget_ && budget_->isLimited())
    return decideWithinBudget(name, {condition}, budget_->left()).answer;
  return decide(name, {condition}, limit()).answer;
}

Reply Portfolio::findModel(const std::string& name, const std::vector<Expr>& assumptions) {
  if (budget_ && budget_->isLimited())
    return decideWithinBudget(name, assumptions, budget_->left());
  return tryModel(name, assumptions, limit());
}

Reply Portfolio::tryModel(const std::string& name, const std::vector<Expr>& assumptions,
                          double seconds) {
  if (budget_ && budget_->isLimited())
    return decideWithinBudget(name, assumptions, budget_->left() / attempts + 1);
  const Reply reply = decide(name, assumptions, seconds);
  if (reply.answer != Answer::Satisfiable || reply.model) return reply;
  return withModel(name, assumptions);
}

Reply Portfolio::tryCheaply(const std::string& name, const std::vector<Expr>& assumptions,
                            std::uint64_t& work) {
  if (work == 0) return {};
  const Limit limited{deadline_.slice(limit()), work};
  if (bits_) {
    const Reply reply = askBits(name, assumptions, limited);
    work -= std::min(work, bits_->work());
    return reply;
  }
  const Reply reply = askSmt(name, assumptions, limited);
  if (reply.answer == Answer::Unknown) work = 0;
  return reply;
}

Reply Portfolio::askBits(const std::string& name, const std::vector<Expr>& assumptions,
                         const Limit& limit) {
  const Answer answer = bits_->check(name, assumptions, limit);
  // What a limit of time has cut off is not the same each time.
  if (budget_ && answer != Answer::Unknown) budget_->spend(bits_->work());
  return {answer, answer == Answer::Satisfiable ? bits_.get() : nullptr};
}

Reply Portfolio::askIndex(const std::string& name, const std::vector<Expr>& assumptions,
                          const Limit& limit) {
  SolverSession& index = session(index_, SessionOptions::Kind::Index);
  const Answer answer = index.check(name + " (index)", assumptions, limit);
  return {answer, answer == Answer::Satisfiable ? &index : nullptr};
}

Reply Portfolio::askSmt(const std::string& name, const std::vector<Expr>& assumptions,
                        const Limit& limit) {
  const Answer answer = session(smt_, SessionOptions::Kind::Smt).check(name, assumptions, limit);
  return answer == Answer::Satisfiable ? withModel(name, assumptions) : Reply{answer};
}

Reply Portfolio::decideWithinBudget(const std::string& name, const std::vector<Expr>& assumptions,
                                    std::uint64_t work) {
  const Deadline query(limit());
  std::uint64_t slice = firstWork;
  auto limited = [&] {
    return Limit{deadline_.slice(query.slice(0)), std::min({slice, work, budget_->left()})};
  };
  auto settle = [&](const Limit& limit) {
    budget_->spend(limit.work);
    work -= std::min(work, limit.work);
  };
  for (; work > 0 && !budget_->isSpent() && !deadline_.passed() && !query.passed();
       slice *= workGrowth) {
    if (bits_) {
      const Limit limit = limited();
      const Reply reply = askBits(name, assumptions, limit);
      if (reply.answer != Answer::Unknown) return reply;
      settle(limit);
      if (work == 0 || budget_->isSpent()) break;
    }
    const Limit limit = limited();
    const Reply reply = askSmt(name, assumptions, limit);
    if (reply.answer != Answer::Unknown) return reply;
    settle(limit);
  }
  return {};
}

// Engines whose answers within limits come without a model are asked again for one.
Reply Portfolio::withModel(const std::string& name, const std::vector<Expr>& assumptions) {
  SolverSession& models = session(smtModels_, SessionOptions::Kind::Smt, true);
  const Answer answer = models.check(name, assumptions, {});
  return {answer, answer == Answer::Satisfiable ? &models : nullptr};
}

Answer Portfolio::decideAsIntegers(const std::string& name, const std::vector<Expr>& assumptions,
                                   double seconds) {
  std::unique_ptr<SolverSession> integers;
  return session(integers, SessionOptions::Kind::Integers)
      .check(name, assumptions, {.seconds = seconds});
}

}  // namespace barricade
