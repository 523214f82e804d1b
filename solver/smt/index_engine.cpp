// Integer sets for questions about indices: division, remainders, pitches and strides that are no
// powers of two, which bit-blasting is bad at.
//
// The Boolean structure is a SAT solver's (skeleton.h), and so is the choice of a path through it.
// Conjuncts with choices come in when a solution violates them: most say what does not matter.
// The comparisons on a path are a conjunction of linear constraints over the integers
// (quasi_affine.h), which isl decides (integer_system.h); why there is no solution becomes a
// clause. What a solution gets wrong is put right by further clauses, where we know them: terms
// that have to differ, functions whose results differ for equal arguments, products (the greater
// factor has the greater product, by a whole row at least, which is what mixed radix and pitches
// are about). An answer "satisfiable" is checked by evaluating the terms; where that fails, because
// something on the path is outside the vocabulary, the answer is unknown.
#include <algorithm>
#include <map>

#include "ir/walk.h"
#include "solver/index/abort_timer.h"
#include "solver/index/integer_system.h"
#include "solver/index/quasi_affine.h"
#include "solver/smt/clock.h"
#include "solver/smt/engine.h"
#include "solver/smt/product_lemmas.h"
#include "solver/smt/skeleton.h"
#include "solver/smt/term_values.h"
#include "solver/smt/terms.h"

namespace barricade {
namespace {

// Translations of one path, each with the bounds that the last one has found.
constexpr unsigned translations = 4;
// Paths in one check: beyond, other engines are better.
constexpr unsigned maximalPaths = 20000;
// A path counts as so many steps of the bit engine.
constexpr std::uint64_t pathWork = 40;

// Whether a condition is more than a comparison.
bool hasChoices(Expr condition) {
  bool found = false;
  forEachNode({condition}, [&](Expr e) {
    found = found || e->op() == Op::Ite || e->op() == Op::Or || e->op() == Op::Implies ||
            e->op() == Op::And;
  });
  return found;
}

class IndexEngine : public Engine {
 public:
  explicit IndexEngine(ExprPool& pool)
      : pool_(pool),
        context_(isl::makeContext()),
        skeleton_(pool),
        products_(unknowns_, skeleton_),
        values_([this](Expr leaf, std::span<const BigInt> arguments) {
          return value(leaf, arguments);
        }) {}

  void assertTrue(Expr e) override {
    const Literal clause[] = {skeleton_.literal(e)};
    skeleton_.addClause(clause);
    asserted_.push_back(e);
  }

  Answer check(std::span<const Expr> assumptions, const Limit& limit) override {
    const TimeLimit time(limit);
    const AbortTimer timer(context_.get(), limit.processorSeconds);
    work_ = 0;
    literals_.clear();
    taken_.clear();
    waiting_.clear();
    std::vector<Expr> conjuncts;
    for (Expr e : assumptions) collectConjuncts(e, conjuncts);
    for (Expr e : conjuncts) hasChoices(e) ? waiting_.push_back(e) : take(e);
    for (unsigned path = 0; path < maximalPaths; ++path) {
      if (time.passed()) break;
      if (limit.work > 0 && work_ >= limit.work) break;
      work_ += pathWork;
      const int status = skeleton_.solve(literals_);
      if (status == 20) return Answer::Unsatisfiable;
      if (status != 10) break;
      std::vector<Expr> conditions = asserted_;
      conditions.insert(conditions.end(), taken_.begin(), taken_.end());
      const Outcome outcome = follow(conditions);
      if (outcome == Outcome::Model) return Answer::Satisfiable;
      if (outcome == Outcome::Stuck && !takeAll()) break;
    }
    return Answer::Unknown;
  }

  std::uint64_t work() const override { return work_; }

  BigInt value(Expr leaf, std::span<const BigInt> arguments) override {
    if (leaf->op() == Op::Apply) {
      const auto table = tables_.find(leaf->function());
      if (table == tables_.end()) return 0;
      const auto entry = table->second.find({arguments.begin(), arguments.end()});
      return entry == table->second.end() ? BigInt(0) : resultOf(entry->second);
    }
    return resultOf(leaf);
  }

 private:
  using Literal = Skeleton::Literal;
  using Disequalities = std::vector<QuasiAffine::Disequality>;
  // Of a path: clauses exclude it or make it more precise, it is real, or neither.
  enum class Outcome { Refined, Model, Stuck };

  void take(Expr conjunct);
  bool takeViolated();
  bool takeAll();
  Outcome follow(std::span<const Expr> conditions);
  Disequalities translate(const SkeletonPath& path, IntegerSystem& system);
  void exclude(const Reasons& reasons);
  bool separate(const IntegerSystem& system, const Disequalities& disequalities);
  void keepModel(const IntegerSystem& system);
  bool makeCongruent(const SkeletonPath& path);
  bool areReal(std::span<const Expr> conditions);

  // Why a condition holds, or does not.
  Reasons why(Literal literal) {
    if (!skeleton_.holds(literal)) literal = -literal;
    return skeleton_.solver().fixed(literal) > 0 ? Reasons{} : Reasons{literal};
  }

  // Of a variable or an application, in the last solution.
  BigInt resultOf(Expr leaf) {
    if (leaf->type()->isBool()) return skeleton_.holds(leaf) ? 1 : 0;
    const auto it = model_.find(leaf);
    return it == model_.end() ? BigInt(0) : it->second;
  }

  ExprPool& pool_;
  isl::Context context_;
  Skeleton skeleton_;
  Unknowns unknowns_;
  ProductLemmas products_;
  std::uint64_t work_ = 0;  // of the last check
  std::vector<Expr> asserted_;
  // Conjuncts of the assumptions: those that count so far, with their literals, and those that no
  // solution has violated yet.
  std::vector<Expr> taken_;
  std::vector<Literal> literals_;
  std::vector<Expr> waiting_;
  std::unordered_map<Expr, BigInt> model_;  // leaves of bit vectors
  // By function and arguments: an application that tells the result.
  std::map<const Function*, std::map<std::vector<BigInt>, Expr>> tables_;
  TermValues values_;
};

//--- Conjuncts --------------------------------------------------------------------------------

void IndexEngine::take(Expr conjunct) {
  taken_.push_back(conjunct);
  literals_.push_back(skeleton_.literal(conjunct));
}

// One that waits and that the solution violates; false: there is none.
bool IndexEngine::takeViolated() {
  for (auto it = waiting_.begin(); it != waiting_.end(); ++it) {
    skeleton_.literal(*it);  // knows its leaves
    if (values_.value(*it) != 0) continue;
    take(*it);
    waiting_.erase(it);
    return true;
  }
  return false;
}

// All that wait; false: there are none.
bool IndexEngine::takeAll() {
  if (waiting_.empty()) return false;
  for (Expr e : waiting_) take(e);
  waiting_.clear();
  return true;
}

//--- Paths ------------------------------------------------------------------------------------

IndexEngine::Outcome IndexEngine::follow(std::span<const Expr> conditions) {
  SkeletonPath path = skeleton_.path(conditions);
  IntegerSystem system(unknowns_, context_.get());
  const Disequalities disequalities = translate(path, system);
  skeleton_.addLemmaForms(path, [&](const LinearForm& form) { return system.knows(form); });
  for (const LinearForm& form : path.forms)
    system.addAtLeastZero(form, why(skeleton_.literal(form)));
  if (!system.hasConflict()) system.propagate();
  switch (system.solve()) {
    case IntegerSystem::Answer::Infeasible: exclude(system.conflict()); return Outcome::Refined;
    case IntegerSystem::Answer::GaveUp: return Outcome::Stuck;
    case IntegerSystem::Answer::Feasible: break;
  }
  if (separate(system, disequalities)) return Outcome::Refined;
  keepModel(system);
  if (makeCongruent(path)) return Outcome::Refined;
  if (takeViolated()) return Outcome::Refined;
  if (areReal(conditions)) return Outcome::Model;
  return products_.refine(system) ? Outcome::Refined : Outcome::Stuck;
}

IndexEngine::Disequalities IndexEngine::translate(const SkeletonPath& path, IntegerSystem& system) {
  Disequalities disequalities;
  for (unsigned round = 0; round < translations && !system.hasConflict(); ++round) {
    system.clearConstraints();
    QuasiAffine terms(pool_, unknowns_, system,
                      {[this](Expr e) { return skeleton_.holds(e); },
                       [this](Expr e) { return why(skeleton_.literal(e)); }});
    for (Expr atom : path.atoms) {
      const Literal literal = skeleton_.literal(atom);
      terms.require(atom, skeleton_.holds(literal), why(literal));
      if (system.hasConflict()) return {};
    }
    disequalities = terms.disequalities();
    if (!system.propagate()) break;
  }
  return disequalities;
}

void IndexEngine::exclude(const Reasons& reasons) {
  std::vector<Literal> clause;
  for (Literal literal : reasons) clause.push_back(-literal);
  skeleton_.addClause(clause);
}

//--- Solutions --------------------------------------------------------------------------------

// Where the solution makes equal what must differ: it is less or greater.
bool IndexEngine::separate(const IntegerSystem& system, const Disequalities& disequalities) {
  bool any = false;
  for (const auto& [form, reasons] : disequalities) {
    if (system.value(form) != 0) continue;
    std::vector<Literal> lemma;
    for (Literal literal : reasons) lemma.push_back(-literal);
    lemma.push_back(skeleton_.literal(shifted(form, -1)));
    lemma.push_back(skeleton_.literal(shifted(scaled(form, -1), -1)));
    skeleton_.addLemma(std::move(lemma));
    any = true;
  }
  return any;
}

void IndexEngine::keepModel(const IntegerSystem& system) {
  model_.clear();
  for (const auto& [id, value] : system.values())
    if (const Expr leaf = unknowns_[id].leaf) model_.emplace(leaf, value);
}

// Whether there are equal arguments with different results: the next path has to take care of it.
bool IndexEngine::makeCongruent(const SkeletonPath& path) {
  tables_.clear();
  values_.clear();
  std::vector<std::pair<Expr, Expr>> violations;
  for (Expr e : path.applications) {
    std::vector<BigInt> arguments;
    for (Expr a : e->args()) arguments.push_back(values_.value(a));
    const auto [it, added] = tables_[e->function()].try_emplace(std::move(arguments), e);
    if (!added && resultOf(it->second) != resultOf(e)) violations.emplace_back(it->second, e);
  }
  values_.clear();
  for (const auto& [one, other] : violations) {
    Expr same = pool_.boolean(true);
    for (std::size_t i = 0; i < one->args().size(); ++i)
      same = pool_.make(Op::And, same, pool_.make(Op::Equal, one->arg(i), other->arg(i)));
    assertTrue(pool_.make(Op::Implies, same, pool_.make(Op::Equal, one, other)));
  }
  return !violations.empty();
}

bool IndexEngine::areReal(std::span<const Expr> conditions) {
  return !skeleton_.hasOpaque() && std::all_of(conditions.begin(), conditions.end(),
                                               [&](Expr e) { return values_.value(e) != 0; });
}

}  // namespace

std::unique_ptr<Engine> makeIndexEngine(ExprPool& pool) {
  return std::make_unique<IndexEngine>(pool);
}

}  // namespace barricade
