// Asking the solvers: named queries within the time that is left, one engine after the other, and
// statistics.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "encoding/opaque_products.h"
#include "encoding/problem.h"
#include "finding/result.h"

namespace barricade {

// What is left of the time that the user gave, by the clock, and of what something may take of the
// processor.
class Deadline {
 public:
  explicit Deadline(double seconds, double processorSeconds = 0);  // 0: none
  bool passed() const;
  // Seconds for a part: what is left, at most `most` (0: no limit of its own); 0 is unlimited.
  double slice(double most) const;
  double processorSlice(double most) const;

 private:
  double end_;  // 0: none
  double processorEnd_;
};

// The work that the search for further findings may take once there is one: twice what the first
// one took, some at least, and no more than a few seconds. It is counted in steps of our own engine
// and in processor time of cvc5, so that what is reported is the same under every load.
class Budget {
 public:
  // From now on work is limited.
  void limit();
  void spend(std::uint64_t work);
  void spendAll() { left_ = 0; }
  bool isLimited() const { return limited_; }
  bool isSpent() const { return limited_ && left_ == 0; }
  std::uint64_t left() const { return left_; }

 private:
  bool limited_ = false;
  std::uint64_t done_ = 0;
  std::uint64_t left_ = 0;
};

enum class EngineKind { Bits, Index, Smt, Integers };

// Which engine has answered the last question that was none of a moment, and how long it took: the
// questions of one verification are alike.
struct Experience {
  std::optional<EngineKind> answered;
  double processorSeconds = 0;
  bool setsAreSlow = false;  // one operation on integer sets took far longer than it was given
};

// Counts every check of `session` under the query's name, then calls `then`, if it is not empty;
// with `verbose` tells of it on standard error.
void countChecks(SolverSession& session, Statistics& statistics, bool verbose,
                 std::function<void()> then = {});

// Whether there are products or quotients of unknowns, which are dear for bits.
bool hasProducts(const std::vector<Expr>& conditions);

// What the solvers say of a question.
struct Reply {
  Answer answer = Answer::Unknown;
  // Set exactly when the answer is Satisfiable; valid until the next question.
  SolverSession* model = nullptr;
};

// Errors, and their cases: where one of those happens, one of these does.
struct ErrorCases {
  std::vector<Expr> errors, cases;

  template <typename Map>
  ErrorCases mapped(const Map& map) const {
    ErrorCases result = *this;
    for (auto* all : {&result.errors, &result.cases})
      for (Expr& condition : *all) condition = map(condition);
    return result;
  }
};

// Asks what is known of products as unknowns (encoding/opaque_products.h), where there are any, and
// our own bit-blasting, for a moment, and integer sets for what that leaves; then bits for longer,
// then cvc5, whose rewriting settles some of what both cannot, in a child process each time; then
// all, in turns; before that the engine that has answered the last such question. Quantifiers and
// integers are cvc5's alone. Each way to ask, and each engine, is one of its many methods.
class Portfolio {
 public:
  // `budget` may be null: work is not limited then. Once it is limited the engines get shares of
  // it, and no time of their own. `experience` is that of several portfolios; null: its own.
  Portfolio(Problem& problem, const Deadline& deadline, Statistics& statistics,
            Budget* budget = nullptr, Experience* experience = nullptr);
  Portfolio(const Portfolio&) = delete;
  Portfolio& operator=(const Portfolio&) = delete;

  // Whether `condition` can hold for the pair, by all means there are; without a model.
  Answer decide(const std::string& name, Expr condition);
  // The same within about `seconds` of the processor.
  Answer decideSoon(const std::string& name, Expr condition, double seconds);
  // The same for a conjunction, with a model.
  Reply findModel(const std::string& name, const std::vector<Expr>& assumptions);
  // The same within about `seconds` of the processor.
  Reply tryModel(const std::string& name, const std::vector<Expr>& assumptions, double seconds);
  // The same by our own bits alone, where they suffice, within `work`, of which it takes what it
  // needs: what comes out does not depend on the machine.
  Reply tryCheaply(const std::string& name, const std::vector<Expr>& assumptions,
                   std::uint64_t& work);
  // Whether what is said of products as unknowns, without multipliers, excludes it: so cheap that
  // it is asked before all else.
  enum class Effort { Full, Brief };
  bool isExcludedInRows(const std::string& name, const std::vector<Expr>& assumptions,
                        Effort effort = Effort::Full);
  // The same of each of several errors: of all together, then with more work of one case after the
  // other.
  bool areExcludedInRows(const std::string& name, const ErrorCases& errors,
                         Effort effort = Effort::Full);
  // What is said of the products of questions before does not burden the next.
  void forgetRows();
  // From now on no question takes much longer than this, in seconds of the processor.
  void limitQuestions(double seconds) { questionLimit_ = seconds; }
  // Called from now on after each check of an engine.
  void afterChecks(std::function<void()> call) { afterChecks_ = std::move(call); }
  const Deadline& deadline() const { return deadline_; }
  // Whether the engines get shares of a budget.
  bool isLimited() const { return budget_ && budget_->isLimited(); }

 private:
  // A model may be missing.
  Reply decide(const std::string& name, const std::vector<Expr>& assumptions, double limit);
  Reply ask(EngineKind kind, const std::string& name, const std::vector<Expr>& assumptions,
            const Limit& limit);
  Reply decideWithinBudget(const std::string& name, const std::vector<Expr>& assumptions,
                           std::uint64_t work);
  Reply askBits(const std::string& name, const std::vector<Expr>& assumptions, const Limit& limit);
  Reply askIndex(const std::string& name, const std::vector<Expr>& assumptions, const Limit& limit);
  Reply askSmt(const std::string& name, const std::vector<Expr>& assumptions, const Limit& limit);
  Reply withModel(const std::string& name, const std::vector<Expr>& assumptions);
  Answer decideAsIntegers(const std::string& name, const std::vector<Expr>& assumptions,
                          const Limit& limit);
  // Of products as unknowns; `told` is how many of the facts it knows.
  struct RowSession {
    std::unique_ptr<SolverSession> session;
    std::size_t told = 0;
  };
  Answer askRows(RowSession& rows, SessionOptions::Kind kind, const std::string& name,
                 const std::vector<Expr>& assumptions, const Limit& limit);
  Answer askRowBits(const std::string& name, const std::vector<Expr>& assumptions,
                    std::uint64_t work);
  Answer askRowSets(const std::string& name, const std::vector<Expr>& assumptions);
  bool mayBeExcludedInRows(const std::vector<Expr>& assumptions) const;
  SolverSession& session(std::unique_ptr<SolverSession>& session, SessionOptions::Kind kind,
                         bool models = false);
  void count(SolverSession& session);
  double limit() const;

  Problem& problem_;
  const Deadline& deadline_;
  Statistics& statistics_;
  Budget* budget_;
  Experience own_;
  Experience* experience_;
  std::unique_ptr<SolverSession> bits_;     // null where they do not suffice
  std::unique_ptr<OpaqueProducts> opaque_;  // made when asked first, with its session
  std::vector<Expr> rowFacts_;
  RowSession rowBits_, rowSets_;
  std::set<std::vector<Expr>> notExcluded_;   // what it has been asked without success
  std::unique_ptr<SolverSession> index_;      // made when asked first
  std::unique_ptr<SolverSession> smt_;        // made when asked first; decides within limits
  std::unique_ptr<SolverSession> smtModels_;  // the same; gives models, without limits
  double questionLimit_ = 0;                  // 0: none
  std::function<void()> afterChecks_;
};

}  // namespace barricade
