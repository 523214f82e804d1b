// Core-guided MaxSAT by OLL: Andres, Kaufmann, Matheis, Schaub, "Unsatisfiability-based
// optimization in clasp" (ICLP 2012); for MaxSAT Morgado, Dodaro, Marques-Silva, "Core-guided
// MaxSAT with soft cardinality constraints" (CP 2014); refinements as in RC2: Ignatiev, Morgado,
// Marques-Silva, "RC2: an efficient MaxSAT solver" (JSAT 11, 2019). See also implicit hitting sets,
// the dual view: Davies and Bacchus, "Solving MaxSAT by solving a sequence of simpler SAT
// instances" (CP 2011).
//
// Assume at first that nothing costs anything: every variable with a cost is off. The SAT solver
// answers with a core, assumptions that cannot all hold. One of them must be given up, so the
// smallest weight in the core is added to the lower bound and subtracted from the weights in it; a
// totalizer over the core then supplies a new assumption: "no second one is given up". Its
// violation raises the bound further. When the assumptions hold together, the model costs exactly
// the lower bound.
//
// Refinements: assumptions join in order of weight (stratification), totalizers are built only when
// no more cores are found without them, cores are minimised, bounds of new totalizers are raised at
// once as far as easy, and assumptions that weigh more than the gap between the bounds become facts
// (hardening). In the end one of all models of minimum cost is chosen by a rule, so that the answer
// does not depend on the solver's path.
//
// Weights are Cost pairs. The algorithm only adds, subtracts and compares them, so it works in any
// ordered group, and minimises both parts in one run.
#include "solver/maxsat/core_guided.h"

#include <algorithm>
#include <cadical.hpp>
#include <cassert>
#include <map>
#include <memory>
#include <utility>

#include "solver/maxsat/answers.h"
#include "solver/maxsat/hitting_set.h"
#include "solver/maxsat/totalizer.h"

namespace barricade::sat {

namespace {

// What can be given up at a price: `weight` is due when the assumption literal is false.
struct Assumption {
  Cost weight;
  std::shared_ptr<Totalizer> counter;  // set: the assumption is "fewer than `bound`"
  int bound = 0;
};

class Terminator : public CaDiCaL::Terminator {
 public:
  explicit Terminator(const std::function<bool()>& stop) : stop_(stop) {}
  bool terminate() override { return stop_ && stop_(); }

 private:
  const std::function<bool()>& stop_;
};

class Oll {
 public:
  Oll(const WeightedCnf& problem, const Limits& limits)
      : problem_(problem), terminator_(limits.stop), variables_(problem.variableCount()) {
    solver_.set("quiet", 1);
    solver_.connect_terminator(&terminator_);
    for (const Clause& clause : problem.clauses) {
      for (Literal literal : clause) solver_.add(toDimacs(literal));
      solver_.add(0);
    }
    for (int v = 0; v < variables_; ++v) {
      Cost cost = problem.costs[static_cast<std::size_t>(v)];
      solver_.phase(toDimacs({v, false}));
      if (cost > Cost{}) assumptions_[toDimacs({v, false})] = {cost, nullptr, 0};
    }
  }

  ~Oll() { solver_.disconnect_terminator(); }

  Minimum run() {
    Cost level = nextLevel(std::nullopt);
    while (true) {
      if (best_.model && best_.lowerBound >= best_.cost) return finish(true);
      std::vector<int> active;
      for (const auto& [literal, assumption] : assumptions_) {
        if (assumption.weight >= level) active.push_back(literal);
      }
      int answer = solve(active);
      if (answer == satisfiable) {
        offer(currentModel());
        if (pending_.empty() && active.size() == assumptions_.size()) {
          assert(best_.lowerBound == best_.cost);
          return finish(true);
        }
        harden();
        if (pending_.empty()) {
          level = nextLevel(level);
        } else {
          relaxPending();
        }
      } else if (answer == unsatisfiable) {
        std::vector<int> core = failedAmong(active);
        minimise(core);
        if (core.empty()) {
          // Nothing satisfies the clauses, or nothing is as good as the best model known.
          if (best_.model) best_.lowerBound = best_.cost;
          return finish(true);
        }
        charge(core);
        harden();
      } else {
        return finish(false);
      }
    }
  }

 private:
  static int toDimacs(Literal literal) {
    return literal.positive ? literal.variable + 1 : -literal.variable - 1;
  }

  Minimum finish(bool complete) {
    // A bound found among hardened assumptions holds for better models only.
    if (best_.model) best_.lowerBound = std::min(best_.lowerBound, best_.cost);
    best_.complete = complete;
    if (complete && best_.model) chooseLast();
    return best_;
  }

  // Of all models of minimum cost the one that comes first when variables that are off come first:
  // it does not depend on the path of the search, and of equally good sites the later ones are on.
  // Once the lower bound is the minimum, the models of minimum cost are those of all assumptions.
  void chooseLast() {
    relaxPending();
    std::vector<int> fixed;
    for (const auto& [literal, assumption] : assumptions_) fixed.push_back(literal);
    if (solve(fixed) != satisfiable) return;  // stopped
    Model model = currentModel();
    for (int v = 0; v < problem_.variableCount(); ++v) {
      fixed.push_back(toDimacs({v, false}));
      if (!model[static_cast<std::size_t>(v)]) continue;
      const int answer = solve(fixed);
      if (answer == satisfiable)
        model = currentModel();
      else if (answer == unsatisfiable)
        fixed.back() = toDimacs({v, true});
      else
        return;  // stopped
    }
    assert(costOf(model, problem_) == best_.cost);
    best_.model = std::move(model);
  }

  int solve(const std::vector<int>& assumed, int conflictLimit = -1) {
    for (int literal : assumed) solver_.assume(literal);
    if (conflictLimit >= 0) solver_.limit("conflicts", conflictLimit);
    return solver_.solve();
  }

  std::vector<int> failedAmong(const std::vector<int>& assumed) {
    std::vector<int> core;
    std::copy_if(assumed.begin(), assumed.end(), std::back_inserter(core),
                 [&](int literal) { return solver_.failed(literal); });
    return core;
  }

  Model currentModel() {
    Model model;
    for (int v = 0; v < problem_.variableCount(); ++v) model.push_back(solver_.val(v + 1) > 0);
    return model;
  }

  void offer(Model model) {
    makeIrredundant(problem_, model);
    Cost cost = costOf(model, problem_);
    if (best_.model && cost >= best_.cost) return;
    best_.model = std::move(model);
    best_.cost = cost;
  }

  // The lightest weight of the next stratum: strata end where few weights cover many assumptions
  // (the diversity heuristic of Ansotegui, Bonet, Levy, AIJ 196, 2013).
  Cost nextLevel(std::optional<Cost> below) const {
    std::map<Cost, int, std::greater<>> byWeight;
    for (const auto& [literal, assumption] : assumptions_) ++byWeight[assumption.weight];
    int weights = 0;
    int count = 0;
    Cost level;
    for (auto [weight, occurrences] : byWeight) {
      ++weights;
      count += occurrences;
      if (below && weight >= *below) continue;
      level = weight;
      if (count * 4 > weights * 5) break;
    }
    return level;
  }

  // Removes literals one by one as long as the rest is quickly seen to be contradictory.
  void minimise(std::vector<int>& core) {
    constexpr std::size_t largest = 60;
    constexpr int conflictLimit = 200;
    std::size_t previous = 0;
    while (core.size() > 1 && core.size() != previous) {
      previous = core.size();
      std::reverse(core.begin(), core.end());
      if (solve(core) != unsatisfiable) return;  // stopped
      core = failedAmong(core);
    }
    if (core.size() > largest) return;
    // The heaviest stay: the lightest literal sets how far the bound rises.
    std::stable_sort(core.begin(), core.end(), [&](int a, int b) {
      return assumptions_.at(a).weight < assumptions_.at(b).weight;
    });
    for (std::size_t i = 0; i < core.size() && core.size() > 1;) {
      std::vector<int> rest = core;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      if (solve(rest, conflictLimit) == unsatisfiable) {
        core = std::move(rest);
      } else {
        ++i;
      }
    }
  }

  void charge(const std::vector<int>& core) {
    Cost smallest = assumptions_.at(core.front()).weight;
    for (int literal : core) smallest = std::min(smallest, assumptions_.at(literal).weight);
    // A single literal is paid in full: it is never looked at again.
    Cost step = core.size() == 1 ? smallest : boundedStep(smallest);
    best_.lowerBound += step;
    for (int literal : core) {
      auto entry = assumptions_.find(literal);
      Assumption assumption = entry->second;
      entry->second.weight -= step;
      if (entry->second.weight == Cost{}) assumptions_.erase(entry);
      if (assumption.counter) demand(assumption.counter, assumption.bound + 1, step);
    }
    if (core.size() == 1) {
      addClause({-core.front()});
    } else {
      pending_.emplace_back(core, step);
    }
  }

  // From now on it costs `weight` when `bound` inputs of the counter or more are true.
  void demand(const std::shared_ptr<Totalizer>& counter, int bound, Cost weight) {
    if (bound > counter->size()) return;
    Assumption& assumption = assumptions_[-counter->atLeast(bound)];
    assumption.weight += weight;
    assumption.counter = counter;
    assumption.bound = bound;
  }

  void relaxPending() {
    constexpr int conflictLimit = 100;
    auto pending = std::exchange(pending_, {});
    for (auto& [core, step] : pending) {
      std::vector<int> violated;
      for (int literal : core) violated.push_back(-literal);
      addClause(violated);
      Totalizer::Sink sink{[this] { return ++variables_; },
                           [this](std::span<const int> clause) { addClause(clause); }};
      auto counter = std::make_shared<Totalizer>(violated, sink);
      int bound = 2;
      while (bound <= counter->size() &&
             solve({-counter->atLeast(bound)}, conflictLimit) == unsatisfiable) {
        addClause({counter->atLeast(bound)});
        best_.lowerBound += step;
        ++bound;
      }
      demand(counter, bound, step);
    }
  }

  // Giving up an assumption that weighs more than the gap cannot lead to a model as good.
  void harden() {
    if (!best_.model || best_.lowerBound >= best_.cost) return;
    Cost gap = best_.cost - best_.lowerBound;
    std::erase_if(assumptions_, [&](const auto& entry) {
      if (entry.second.weight <= gap) return false;
      addClause({entry.first});
      return true;
    });
  }

  void addClause(std::span<const int> clause) {
    for (int literal : clause) solver_.add(literal);
    solver_.add(0);
  }
  void addClause(std::initializer_list<int> clause) {
    addClause(std::span(clause.begin(), clause.size()));
  }

  const WeightedCnf& problem_;
  Terminator terminator_;
  CaDiCaL::Solver solver_;
  int variables_;
  std::map<int, Assumption> assumptions_;  // by literal, in an order that does not vary
  std::vector<std::pair<std::vector<int>, Cost>> pending_;  // charged cores without a totalizer
  Minimum best_;
};

}  // namespace

Minimum coreGuided(const WeightedCnf& problem, const Limits& limits) {
  validate(problem);
  return Oll(problem, limits).run();
}

}  // namespace barricade::sat
