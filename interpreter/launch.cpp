// Solving and checking what the program says of its launches.
#include "interpreter/launch.h"

#include <algorithm>
#include <functional>
#include <set>

#include "interpreter/evaluate.h"
#include "ir/uses.h"

namespace barricade {
namespace {

void collectVariables(Expr e, std::set<const Variable*>& into) {
  forEachVariable(e, [&](const Variable* v) { into.insert(v); });
}

void collectConjuncts(Expr e, std::vector<Expr>& into) {
  e = plainCondition(e);
  if (e->op() != Op::And) {
    into.push_back(e);
    return;
  }
  for (Expr arg : e->args()) collectConjuncts(arg, into);
}

std::string positionOf(const Program& program, LocationId location, TextPosition text) {
  if (location != noLocation && program.sources.position(location).line != 0) {
    return program.sources.position(location).toString();
  }
  return program.fileName + ":" + std::to_string(text.line) + ":" + std::to_string(text.column);
}

class Completion {
 public:
  Completion(const Program& program, const Procedure& kernel,
             const LaunchConfiguration& configuration, std::uint64_t seed, Launch& launch)
      : program_(program),
        kernel_(kernel),
        configuration_(configuration),
        seed_(seed),
        launch_(launch) {}

  void run();

 private:
  struct Condition {
    Expr expression;
    bool axiom;
    std::string where;
  };

  void collect();
  void takeInitialisers();
  void solve();
  bool solveEquation(Expr e);
  void chooseSizes();
  void chooseOthers();
  void readTeams();
  void checkConditions();
  void sizesToArrays();

  std::optional<BigInt> valueOf(Expr e) {
    Evaluator evaluator(
        [this](const Variable* v) -> std::optional<BigInt> {
          auto found = launch_.values.find(v);
          if (found == launch_.values.end()) return std::nullopt;
          return found->second;
        },
        [](const Variable*, const BigInt&) { return std::optional<BigInt>(); }, seed_);
    try {
      return evaluator.evaluate(e);
    } catch (const NotEvaluable&) {
      return std::nullopt;
    }
  }

  const Program& program_;
  const Procedure& kernel_;
  const LaunchConfiguration& configuration_;
  std::uint64_t seed_;
  Launch& launch_;
  std::vector<Condition> conditions_;
};

void Completion::collect() {
  auto add = [&](Expr e, bool axiom, const std::string& where) {
    std::vector<Expr> conjuncts;
    collectConjuncts(e, conjuncts);
    for (Expr conjunct : conjuncts) {
      if (!conjunct->isTrue()) conditions_.push_back({conjunct, axiom, where});
    }
  };
  for (const Axiom* axiom : program_.axioms()) {
    add(axiom->condition, true, "the axiom at " + positionOf(program_, noLocation, axiom->text));
  }
  for (const Specification& specification : kernel_.specifications) {
    if (specification.kind != Specification::Kind::Requires || specification.procedureWide) {
      continue;
    }
    add(specification.condition, false,
        "the precondition at " + positionOf(program_, specification.location, specification.text));
  }
}

// `requires $$x[i] == literal` gives the element its value, unless the caller gave it another.
void Completion::takeInitialisers() {
  for (const Condition& condition : conditions_) {
    Expr e = condition.expression;
    if (e->op() != Op::Equal) continue;
    for (unsigned side : {0u, 1u}) {
      Expr read = e->arg(side);
      if (read->op() != Op::Select || read->arg(0)->op() != Op::Variable) continue;
      const auto index = valueOf(read->arg(1));
      const auto value = valueOf(e->arg(1 - side));
      if (!index || !value || *index < 0 || *index > BigInt(~0ull)) continue;
      const Variable* array = read->arg(0)->variable();
      const auto offset = static_cast<std::uint64_t>(*index);
      auto given = configuration_.contents.find(array);
      if (given != configuration_.contents.end() &&
          (given->second.elements.contains(offset) || offset < given->second.leading.size())) {
        continue;
      }
      launch_.contents.try_emplace(array, launch_.contentsOf(array))
          .first->second.elements[offset] = *value;
    }
  }
}

bool Completion::solveEquation(Expr e) {
  if (e->op() == Op::Variable && e->type()->isBool()) {
    return !e->variable()->isThreadId() && launch_.values.try_emplace(e->variable(), 1).second;
  }
  if (e->op() != Op::Equal && e->op() != Op::Iff) return false;
  for (unsigned side : {0u, 1u}) {
    if (e->arg(side)->op() != Op::Variable) continue;
    const Variable* v = e->arg(side)->variable();
    if (v->isThreadId() || v->type->isMap() || launch_.values.contains(v)) continue;
    if (v->kind != Variable::Kind::Constant && v->kind != Variable::Kind::Parameter) continue;
    if (auto value = valueOf(e->arg(1 - side))) {
      launch_.values[v] = *value;
      return true;
    }
  }
  return false;
}

void Completion::solve() {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Condition& condition : conditions_) changed |= solveEquation(condition.expression);
  }
}

void Completion::chooseSizes() {
  solve();
  for (LaunchConstant::Kind kind :
       {LaunchConstant::Kind::GroupSize, LaunchConstant::Kind::NumGroups}) {
    for (unsigned dimension = 0; dimension < 3; ++dimension) {
      const Variable* v = program_.launchConstant({kind, dimension});
      if (!v || launch_.values.contains(v)) continue;
      const bool inGroup = kind == LaunchConstant::Kind::GroupSize;
      const std::uint64_t usual = dimension > 0 ? 1 : inGroup ? configuration_.otherGroupSize : 2;
      launch_.values[v] = usual;
      launch_.notes.push_back(v->name + " is not given: " + std::to_string(usual));
      solve();
    }
  }
}

void Completion::sizesToArrays() {
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    for (LaunchConstant::Kind kind :
         {LaunchConstant::Kind::GroupSize, LaunchConstant::Kind::NumGroups}) {
      auto& size = kind == LaunchConstant::Kind::GroupSize ? launch_.groupSize : launch_.numGroups;
      const Variable* v = program_.launchConstant({kind, dimension});
      if (!v) continue;
      const BigInt value = launch_.values.at(v);
      if (value <= 0)
        launch_.violated.push_back("the launch does not give " + v->name + " a positive value");
      else
        size[dimension] = value > BigInt(1u << 31) ? 1ull << 31 : static_cast<std::uint64_t>(value);
    }
  }
}

// What the launch says of warps and clusters.
void Completion::readTeams() {
  auto positive = [&](LaunchConstant which, std::uint64_t otherwise) -> std::uint64_t {
    const Variable* v = program_.launchConstant(which);
    if (v == nullptr) return otherwise;
    const BigInt value = launch_.values.at(v);
    if (value <= 0)
      launch_.violated.push_back("the launch does not give " + v->name + " a positive value");
    constexpr std::uint64_t most = 1ull << 31;
    return value <= 0 ? 1 : value > BigInt(most) ? most : static_cast<std::uint64_t>(value);
  };
  launch_.warpSize = positive({LaunchConstant::Kind::SubGroupSize, 0}, 32);
  for (unsigned d = 0; d < 3; ++d)
    launch_.clusterSize[d] = positive({LaunchConstant::Kind::ClusterSize, d}, 1);
}

void Completion::chooseOthers() {
  std::set<BigInt> taken;
  for (const auto& [v, value] : launch_.values) {
    if (v->unique) taken.insert(value);
  }
  for (const Variable* v : program_.globals()) {
    if (v->kind != Variable::Kind::Constant || v->isThreadId() || v->type->isMap() ||
        launch_.values.contains(v)) {
      continue;
    }
    BigInt value = 0;
    if (v->launch && v->launch->kind == LaunchConstant::Kind::SubGroupSize) value = 32;
    if (v->launch && v->launch->kind == LaunchConstant::Kind::ClusterSize) value = 1;
    if (v->launch && v->launch->kind == LaunchConstant::Kind::WorkDim) {
      for (unsigned d = 0; d < 3; ++d) {
        if (launch_.groupSize[d] > 1 || launch_.numGroups[d] > 1 || d == 0) value = d + 1;
      }
    }
    while (v->unique && !taken.insert(value).second) ++value;
    launch_.values[v] = value;
    solve();
  }
  for (const Variable* v : kernel_.parameters) {
    const std::uint64_t wanted = configuration_.otherParameters;
    const unsigned width = v->type->isBitVector() ? v->type->width() : 0;
    const bool fits = width >= 64 || (width > 0 && wanted >> (width - 1) == 0);
    const BigInt value = fits ? wanted : 0;
    if (!launch_.values.try_emplace(v, value).second) continue;
    launch_.notes.push_back("the parameter " + v->name + " is not given: " + value.str());
    solve();
  }
}

void Completion::checkConditions() {
  for (const Condition& condition : conditions_) {
    std::set<const Variable*> variables;
    collectVariables(condition.expression, variables);
    if (std::any_of(variables.begin(), variables.end(), std::mem_fn(&Variable::isThreadId))) {
      launch_.perThread.push_back({condition.expression, condition.axiom, condition.where});
      continue;
    }
    const auto holds = launch_.holds(condition.expression, nullptr, seed_);
    if (!holds)
      launch_.notes.push_back(condition.where + " cannot be checked on a launch");
    else if (!*holds)
      launch_.violated.push_back("the launch does not satisfy " + condition.where);
  }
}

void Completion::run() {
  collect();
  for (unsigned d = 0; d < 3; ++d) {
    for (LaunchConstant::Kind kind :
         {LaunchConstant::Kind::GroupSize, LaunchConstant::Kind::NumGroups}) {
      const auto& size = kind == LaunchConstant::Kind::GroupSize ? configuration_.groupSize
                                                                 : configuration_.numGroups;
      const Variable* v = program_.launchConstant({kind, d});
      if (size[d] && v)
        launch_.values[v] = *size[d];
      else if (size[d])
        (kind == LaunchConstant::Kind::GroupSize ? launch_.groupSize : launch_.numGroups)[d] =
            *size[d];
    }
  }
  chooseSizes();
  sizesToArrays();
  chooseOthers();
  readTeams();
  takeInitialisers();
  checkConditions();
}

}  // namespace

const ArrayContents& Launch::contentsOf(const Variable* array) const {
  auto found = contents.find(array);
  return found == contents.end() ? otherContents : found->second;
}

std::optional<bool> Launch::holds(Expr condition, const ThreadIndex* thread,
                                  std::uint64_t seed) const {
  auto lookup = [&](const Variable* v) -> std::optional<BigInt> {
    if (v->isThreadId()) {
      if (!thread) return std::nullopt;
      const auto& ids =
          v->launch->kind == LaunchConstant::Kind::LocalId ? thread->local : thread->group;
      return BigInt(ids[v->launch->dimension]);
    }
    switch (v->role) {
      case VariableRole::HasOccurred: return BigInt(0);  // nothing has, at the entry
      case VariableRole::Enabled:
      case VariableRole::DominatorEnabled: return BigInt(1);
      case VariableRole::Plain:
      case VariableRole::Array:
      case VariableRole::Launch:
      case VariableRole::WatchedOffset:
      case VariableRole::AccessOffset:
      case VariableRole::UsedMap:
      case VariableRole::Candidate:
      case VariableRole::ArrayId:
      case VariableRole::FunctionId: break;
    }
    auto found = values.find(v);
    if (found == values.end()) return std::nullopt;
    return found->second;
  };
  auto read = [&](const Variable* array, const BigInt& index) -> std::optional<BigInt> {
    if (!array->type->isMap() || array->type->range()->isMap() || index < 0 ||
        index > BigInt(~0ull)) {
      return std::nullopt;
    }
    return contentsOf(array).element(static_cast<std::uint64_t>(index),
                                     widthOf(array->type->range()));
  };
  try {
    const auto value = Evaluator(lookup, read, seed).evaluate(condition);
    if (!value) return std::nullopt;
    return *value != 0;
  } catch (const NotEvaluable&) {
    return std::nullopt;
  }
}

Launch completeLaunch(const Program& program, const Procedure& kernel,
                      const LaunchConfiguration& configuration, std::uint64_t seed) {
  Launch launch;
  launch.values = configuration.values;
  launch.contents = configuration.contents;
  launch.otherContents = configuration.otherContents;
  Completion(program, kernel, configuration, seed, launch).run();
  return launch;
}

}  // namespace barricade
