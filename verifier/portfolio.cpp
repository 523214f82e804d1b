#include "verifier/portfolio.h"

#include <algorithm>
#include <iostream>

#include "solver/smt/clock.h"

namespace barricade {
namespace {

// What an engine gets before the next one is tried, in seconds; more in each round.
constexpr double firstSlice = 0.25;
constexpr double growth = 4.0;
// Shares of that. Most of what is hard falls to bits in the end.
constexpr double bitShare = 10.0;
constexpr double integerShare = 3.0;
constexpr double indexShare = 2.0;
constexpr double indexShareOfRings = 8.0;  // bits are bad at these
constexpr unsigned greatestRing = 64;
// Of the time that the last hard question took, for the engine that has answered it.
constexpr double againFactor = 2.0;
// Of products as unknowns, for one question: about half a second at most, a moment mostly. What is
// too much for all errors together may not be for each, with what has been learned.
constexpr auto workForRows = static_cast<std::uint64_t>(workPerSecond * 2);
constexpr std::uint64_t workForRowsOfOne = workForRows * 4;
constexpr std::uint64_t briefWorkForRows = workForRows / 16;
constexpr double secondsForRowSets = 0.5;
// A question of no more seconds goes without integer sets once these have taken `slowFactor` times
// what they were given: an operation on them cannot be interrupted.
constexpr double brief = 1;
constexpr double slowFactor = 5;
// Before integer sets are asked for the first time: most questions are answered by then.
constexpr double firstBits = 0.25;
constexpr double leastBits = 0.02;

// What the search for further findings gets: a second or two at least, several at most.
constexpr auto leastFurtherWork = static_cast<std::uint64_t>(2 * workPerSecond);
constexpr auto mostFurtherWork = static_cast<std::uint64_t>(6 * workPerSecond);
constexpr std::uint64_t furtherShare = 2;  // of what the first finding took
constexpr std::uint64_t attempts = 4;  // that a question with a limit of its own leaves room for
constexpr std::uint64_t firstWork = leastFurtherWork / 8;  // of an engine, before the next is asked
constexpr std::uint64_t workGrowth = 4;

double partOf(double left, double most) {
  const double positive = std::max(left, 0.001);
  return most > 0 ? std::min(most, positive) : positive;
}

// Remainders by small numbers that are no powers of two: rings of three buffers.
bool hasRings(const std::vector<Expr>& conditions) {
  bool found = false;
  forEachNode(conditions, [&](Expr e) {
    if (e->op() != Op::BvURem && e->op() != Op::BvSRem) return;
    const Expr size = e->arg(1);
    found = found || (size->isLiteral() && size->value() > 0 && size->value() <= greatestRing &&
                      (size->value() & (size->value() - 1)) != 0);
  });
  return found;
}

bool isProduct(Expr e) {
  switch (e->op()) {
    case Op::BvMul:
    case Op::BvUDiv:
    case Op::BvURem:
    case Op::BvSDiv:
    case Op::BvSRem:
    case Op::BvSMod: return !e->arg(0)->isLiteral() && !e->arg(1)->isLiteral();
    default: return false;
  }
}

bool isHash(Expr e) {
  return e->op() == Op::BvMul && std::ranges::any_of(e->args(), [](Expr factor) {
           return factor->isLiteral() && scatters(factor);
         });
}

// Whether OpaqueProducts has something to replace.
bool hasOpaque(const std::vector<Expr>& conditions) {
  bool found = false;
  forEachNode(conditions, [&](Expr e) { found = found || isProduct(e) || isHash(e); });
  return found;
}

}  // namespace

bool hasProducts(const std::vector<Expr>& conditions) {
  bool found = false;
  forEachNode(conditions, [&](Expr e) { found = found || isProduct(e); });
  return found;
}

Deadline::Deadline(double seconds, double processorSeconds)
    : end_(seconds > 0 ? clockSeconds() + seconds : 0),
      processorEnd_(processorSeconds > 0 ? barricade::processorSeconds() + processorSeconds : 0) {}

bool Deadline::passed() const {
  return (end_ > 0 && clockSeconds() >= end_) ||
         (processorEnd_ > 0 && processorSeconds() >= processorEnd_);
}

double Deadline::slice(double most) const {
  return end_ > 0 ? partOf(end_ - clockSeconds(), most) : most;
}

double Deadline::processorSlice(double most) const {
  return processorEnd_ > 0 ? partOf(processorEnd_ - processorSeconds(), most) : most;
}

void Budget::limit() {
  if (limited_) return;
  limited_ = true;
  left_ = std::clamp(furtherShare * done_, leastFurtherWork, mostFurtherWork);
}

void Budget::spend(std::uint64_t work) {
  done_ += work;
  left_ -= std::min(left_, work);
}

void countChecks(SolverSession& session, Statistics& statistics, bool verbose,
                 std::function<void()> then) {
  session.onCheck([&statistics, verbose, then = std::move(then)](const CheckRecord& record) {
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
    if (then) then();
  });
}

Portfolio::Portfolio(Problem& problem, const Deadline& deadline, Statistics& statistics,
                     Budget* budget, Experience* experience)
    : problem_(problem),
      deadline_(deadline),
      statistics_(statistics),
      budget_(budget),
      experience_(experience ? experience : &own_) {
  if (problem.isBitVectors()) session(bits_, SessionOptions::Kind::Bits);
}

SolverSession& Portfolio::session(std::unique_ptr<SolverSession>& session,
                                  SessionOptions::Kind kind, bool models) {
  if (!session) {
    SessionOptions options;
    options.kind = kind;
    options.models = models;
    session = problem_.newSession(std::move(options));
    count(*session);
  }
  return *session;
}

void Portfolio::count(SolverSession& session) {
  countChecks(session, statistics_, problem_.subject().options.verbose, [this] {
    if (afterChecks_) afterChecks_();
  });
}

double Portfolio::limit() const {
  return questionLimit_ > 0 ? questionLimit_ : problem_.subject().options.queryTimeout;
}

Reply Portfolio::decide(const std::string& name, const std::vector<Expr>& assumptions,
                        double limit) {
  const Deadline query(0, limit);
  auto passed = [&] { return deadline_.passed() || query.passed(); };
  auto within = [&](double seconds) {
    return Limit{.seconds = deadline_.slice(0),
                 .processorSeconds = deadline_.processorSlice(query.processorSlice(seconds))};
  };
  const bool isBrief = limit > 0 && limit <= brief;
  if (isExcludedInRows(name, assumptions, isBrief ? Effort::Brief : Effort::Full))
    return {Answer::Unsatisfiable};
  if (bits_ && !passed()) {
    // Where another engine has answered sooner it is its turn sooner.
    const bool isOther = experience_->answered && *experience_->answered != EngineKind::Bits;
    const double seconds =
        isOther ? std::clamp(experience_->processorSeconds, leastBits, firstBits) : firstBits;
    const Reply reply = askBits(name, assumptions, within(seconds));
    if (reply.answer != Answer::Unknown) return reply;
  }
  std::vector<std::pair<EngineKind, double>> turns{{EngineKind::Smt, 1}};  // and shares
  if (bits_)
    turns = {{EngineKind::Index, hasRings(assumptions) ? indexShareOfRings : indexShare},
             {EngineKind::Smt, 1},
             {EngineKind::Bits, bitShare}};
  if (bits_ && experience_->setsAreSlow && isBrief) turns.erase(turns.begin());
  if (bits_ && hasProducts(assumptions)) turns.emplace_back(EngineKind::Integers, integerShare);
  if (experience_->answered && !passed()) {
    const double seconds = std::max(firstSlice, againFactor * experience_->processorSeconds);
    const EngineKind first = *experience_->answered;
    const Reply reply = ask(first, name, assumptions, within(seconds));
    if (reply.answer != Answer::Unknown) return reply;
    // The others come before it has another turn.
    std::ranges::stable_partition(turns, [&](const auto& turn) { return turn.first != first; });
  }
  double slice = limit > 0 ? std::min(firstSlice, limit / (1 + indexShare)) : firstSlice;
  for (; !turns.empty(); slice *= growth)
    for (std::size_t i = 0; i < turns.size();) {
      if (passed()) return {};
      const auto [kind, share] = turns[i];
      const Limit limited = within(share * slice);
      const Deadline turn(0, limited.processorSeconds);
      const Reply reply = ask(kind, name, assumptions, limited);
      if (reply.answer != Answer::Unknown) return reply;
      // It has no better idea next time.
      const bool hasGivenUp =
          (kind == EngineKind::Index || (kind == EngineKind::Smt && !bits_)) && !turn.passed();
      if (hasGivenUp)
        turns.erase(turns.begin() + static_cast<std::ptrdiff_t>(i));
      else
        ++i;
    }
  return {};
}

// An answer becomes part of the experience.
Reply Portfolio::ask(EngineKind kind, const std::string& name, const std::vector<Expr>& assumptions,
                     const Limit& limit) {
  const double start = processorSeconds();
  Reply reply;
  switch (kind) {
    case EngineKind::Bits: reply = askBits(name, assumptions, limit); break;
    case EngineKind::Index: reply = askIndex(name, assumptions, limit); break;
    case EngineKind::Smt:
      reply.answer = session(smt_, SessionOptions::Kind::Smt).check(name, assumptions, limit);
      break;
    case EngineKind::Integers:
      // Of its answers only this one is to be trusted.
      if (decideAsIntegers(name + " (integers)", assumptions, limit) == Answer::Unsatisfiable)
        reply.answer = Answer::Unsatisfiable;
      break;
  }
  const double taken = processorSeconds() - start;
  if (reply.answer != Answer::Unknown)
    *experience_ = {kind, taken, experience_->setsAreSlow};
  else if (kind == EngineKind::Index && limit.processorSeconds > 0 &&
           taken > slowFactor * limit.processorSeconds)
    experience_->setsAreSlow = true;
  return reply;
}

Answer Portfolio::decide(const std::string& name, Expr condition) {
  if (condition->isFalse()) return Answer::Unsatisfiable;
  if (budget_ && budget_->isLimited())
    return decideWithinBudget(name, {condition}, budget_->left()).answer;
  return decide(name, {condition}, limit()).answer;
}

Answer Portfolio::decideSoon(const std::string& name, Expr condition, double seconds) {
  if (condition->isFalse()) return Answer::Unsatisfiable;
  return decide(name, {condition}, seconds).answer;
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
  if (isExcludedInRows(name, assumptions, Effort::Brief)) return {Answer::Unsatisfiable};
  const Limit limited{deadline_.slice(0), deadline_.processorSlice(limit()), work};
  if (bits_) {
    const Reply reply = askBits(name, assumptions, limited);
    work -= std::min(work, bits_->work());
    return reply;
  }
  const Reply reply = askSmt(name, assumptions, limited);
  if (reply.answer == Answer::Unknown) work = 0;
  return reply;
}

Answer Portfolio::askRows(RowSession& rows, SessionOptions::Kind kind, const std::string& name,
                          const std::vector<Expr>& assumptions, const Limit& limit) {
  if (!opaque_) {
    opaque_ = std::make_unique<OpaqueProducts>(problem_.subject().terms);
    for (Expr constraint : problem_.pair().constraints)
      rowFacts_.push_back(opaque_->replace(constraint));
  }
  std::vector<Expr> replaced;
  for (Expr e : assumptions) replaced.push_back(opaque_->replace(e));
  rowFacts_.push_back(opaque_->newFacts());
  if (!rows.session) {
    SessionOptions options;
    options.kind = kind;
    options.dump = problem_.subject().options.dumpQueries;
    rows.session = std::make_unique<SolverSession>(problem_.subject().terms.pool(), options);
    count(*rows.session);
  }
  for (; rows.told < rowFacts_.size(); ++rows.told) rows.session->assertTrue(rowFacts_[rows.told]);
  return rows.session->check(name + " (rows)", replaced, limit);
}

void Portfolio::forgetRows() {
  opaque_.reset();
  rowFacts_.clear();
  rowBits_ = {};
  rowSets_ = {};
}

Answer Portfolio::askRowBits(const std::string& name, const std::vector<Expr>& assumptions,
                             std::uint64_t work) {
  const Answer answer = askRows(rowBits_, SessionOptions::Kind::Bits, name, assumptions,
                                {deadline_.slice(0), deadline_.processorSlice(0), work});
  if (budget_ && answer != Answer::Unknown) budget_->spend(rowBits_.session->work());
  return answer;
}

Answer Portfolio::askRowSets(const std::string& name, const std::vector<Expr>& assumptions) {
  if (isLimited()) return Answer::Unknown;
  return askRows(rowSets_, SessionOptions::Kind::Index, name, assumptions,
                 {deadline_.slice(0), deadline_.processorSlice(secondsForRowSets)});
}

bool Portfolio::mayBeExcludedInRows(const std::vector<Expr>& assumptions) const {
  return bits_ && !deadline_.passed() && hasOpaque(assumptions) &&
         !notExcluded_.contains(assumptions);
}

bool Portfolio::isExcludedInRows(const std::string& name, const std::vector<Expr>& assumptions,
                                 Effort effort) {
  if (!mayBeExcludedInRows(assumptions)) return false;
  const bool isBrief = effort == Effort::Brief;
  Answer answer = askRowBits(name, assumptions, isBrief ? briefWorkForRows : workForRows);
  if (answer == Answer::Unknown && !isBrief) answer = askRowSets(name, assumptions);
  if (answer == Answer::Satisfiable || (answer == Answer::Unknown && !isBrief))
    notExcluded_.insert(assumptions);
  return answer == Answer::Unsatisfiable;
}

bool Portfolio::areExcludedInRows(const std::string& name, const ErrorCases& errors,
                                  Effort effort) {
  const Expr any = problem_.subject().terms.anyOf(errors.errors);
  if (!mayBeExcludedInRows({any})) return false;
  const bool isBrief = effort == Effort::Brief;
  constexpr std::size_t few = 4;  // of many, most are easy one by one
  const bool areMany = errors.cases.size() > few;
  auto areExcludedOneByOne = [&](std::uint64_t work) {
    return std::ranges::all_of(errors.cases, [&](Expr one) {
      return askRowBits(name, {one}, work) == Answer::Unsatisfiable;
    });
  };
  Answer answer = askRowBits(name, {any}, isBrief || areMany ? briefWorkForRows : workForRows);
  if (answer == Answer::Unknown && !isBrief && areMany && areExcludedOneByOne(workForRows / 4))
    answer = Answer::Unsatisfiable;
  if (answer == Answer::Unknown && !isBrief) answer = askRowSets(name, {any});
  if (answer == Answer::Unknown && !isBrief && areExcludedOneByOne(workForRowsOfOne))
    answer = Answer::Unsatisfiable;
  if (answer == Answer::Satisfiable || (answer == Answer::Unknown && !isBrief))
    notExcluded_.insert({any});
  return answer == Answer::Unsatisfiable;
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
  const Deadline query(0, limit());
  std::uint64_t slice = firstWork;
  auto limited = [&] {
    return Limit{deadline_.slice(0), deadline_.processorSlice(query.processorSlice(0)),
                 std::min({slice, work, budget_->left()})};
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
                                   const Limit& limit) {
  std::unique_ptr<SolverSession> integers;
  return session(integers, SessionOptions::Kind::Integers).check(name, assumptions, limit);
}

}  // namespace barricade
