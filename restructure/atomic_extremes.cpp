// The load of the element becomes the atomic operation, the store goes, and the branch is left with
// nothing to do.
#include "restructure/atomic_extremes.h"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

#include "analysis/definitions.h"
#include "ir/uses.h"
#include "ir/walk.h"
#include "restructure/atomic_operation.h"

namespace barricade {
namespace {

const Assign* storeOfElement(const Statement& statement) {
  const Assign* assign = statement.as<Assign>();
  const bool stores = assign && assign->targets.size() == 1 &&
                      assign->targets.front().indices.size() == 1 &&
                      assign->targets.front().variable->array;
  return stores ? assign : nullptr;
}

// `x > m[i]` in the block that the branch ends, and `m[i] = x` in its arm.
struct Replacement {
  StatementPlace load, store;
  std::size_t test = 0;  // the statement that compares, in the block of the load
  Variable* old = nullptr;
  AtomicForm form;
};

class Finder {
 public:
  Finder(Program& program, const Procedure& kernel, const ControlFlow& flow)
      : pool_(program.pool()), kernel_(kernel), flow_(flow), definitions_(kernel, flow) {
    for (const auto& block : kernel.blocks)
      for (const Statement& statement : block->statements)
        forEachAssigned(statement, [&](const Variable* variable) { written_.insert(variable); });
  }

  std::optional<Replacement> of(const StatementPlace& store) {
    const auto head = headOfArm(store.block);
    if (!head || !rejoins(store.block, *head)) return std::nullopt;
    const Expr guard = guardOf(head->second);
    const auto test = guard ? testIn(head->first, guard) : std::nullopt;
    if (!test) return std::nullopt;
    head_ = head->first;
    setInHead_.clear();
    for (const Statement& statement : statements(head->first))
      forEachAssigned(statement, [&](const Variable* v) { setInHead_.insert(v); });
    return match(store, head->first, *test);
  }

 private:
  using Branch = std::pair<unsigned, unsigned>;  // the block that it ends, the first of the arm

  const std::vector<Statement>& statements(unsigned block) const {
    return kernel_.blocks[block]->statements;
  }

  // The arm is a chain of blocks that sets nothing but the element, and variables of its own.
  std::optional<Branch> headOfArm(unsigned store) const {
    unsigned arm = store;
    while (flow_.predecessors(arm).size() == 1) {
      const unsigned above = flow_.predecessors(arm).front();
      if (flow_.successors(above).size() == 2) return Branch{above, arm};
      arm = above;
    }
    return std::nullopt;
  }

  // Whether both ways from the branch meet again with one store done, and nothing else.
  bool rejoins(unsigned store, const Branch& branch) const {
    const auto& ways = flow_.successors(branch.first);
    const unsigned other = ways[ways.front() == branch.second ? 1 : 0];
    std::size_t stores = 0;
    const int end = endOf(branch.second, &stores);
    return end >= 0 && stores == 1 && flow_.successors(store).size() == 1 &&
           endOf(other, nullptr) == end;
  }

  // Where a chain of blocks that begins with `b` meets another path; -1: it does more than store.
  int endOf(unsigned b, std::size_t* stores) const {
    while (flow_.predecessors(b).size() == 1) {
      for (const Statement& statement : statements(b)) {
        if (statement.as<Assume>() || statement.as<Assert>()) continue;
        if (stores && storeOfElement(statement))
          ++*stores;
        else if (!stores || !setsOwnVariable(statement))
          return -1;
      }
      if (flow_.successors(b).size() != 1) return -1;
      b = flow_.successors(b).front();
    }
    return static_cast<int>(b);
  }

  // A variable that is used in this block only.
  bool setsOwnVariable(const Statement& statement) const {
    const Assign* assign = statement.as<Assign>();
    if (!assign || assign->targets.size() != 1 || assign->targets.front().variable->array)
      return false;
    const Variable* own = assign->targets.front().variable;
    std::set<unsigned> users;
    forEachUseOf(own, [&](unsigned block, std::size_t) { users.insert(block); });
    return users.size() <= 1;
  }

  template <typename Visit>
  void forEachUseOf(const Variable* variable, const Visit& visit) const {
    for (const auto& block : kernel_.blocks)
      for (std::size_t i = 0; i < block->statements.size(); ++i) {
        bool used = false;
        forEachExpression(block->statements[i], [&](Expr e) {
          forEachVariable(e, [&](const Variable* part) { used = used || part == variable; });
        });
        if (used) visit(block->index, i);
      }
  }

  Expr guardOf(unsigned arm) const {
    for (const Statement& statement : statements(arm))
      if (const Assume* assume = statement.as<Assume>(); assume && assume->partition)
        return assume->condition;
    return nullptr;
  }

  // Where a block compares: a statement, or the branch at its end.
  struct Test {
    std::size_t position = 0;
    Expr comparison = nullptr;
  };

  std::optional<Test> testIn(unsigned block, Expr guard) const {
    if (guard->op() != Op::Variable) return Test{statements(block).size(), guard};
    const auto* definition = definitions_.of(guard->variable(), {block, statements(block).size()});
    if (!definition || !definition->value || definition->place.block != block) return std::nullopt;
    return Test{definition->place.position, definition->value};
  }

  std::optional<Replacement> match(const StatementPlace& store, unsigned block, const Test& test) {
    const Assign& assign = *storeOfElement(statements(store.block)[store.position]);
    const Expr comparison = test.comparison;
    if (comparison->args().size() != 2) return std::nullopt;
    for (unsigned side : {0U, 1U}) {
      const Expr old = comparison->arg(side);
      const Expr value = comparison->arg(1 - side);
      const auto load = loadOf(old, {block, test.position}, assign.targets.front(), store);
      if (!load || !isSame(value, {block, test.position}, assign.values.front(), store, 16))
        continue;
      // What is kept is an `if` of the element and the value.
      const Expr kept = pool_.ite(comparison, value, old);
      auto form = atomicFormOf(pool_, kept, old);
      if (!form) continue;
      Replacement found{*load, store, test.position, nullptr, std::move(*form)};
      found.old = const_cast<Variable*>(old->variable());
      return found;
    }
    return std::nullopt;
  }

  // Of variables: it may come before or behind an access.
  static bool isCalculation(const Statement& statement) {
    const Assign* assign = statement.as<Assign>();
    return statement.as<Assume>() || statement.as<Assert>() ||
           (assign && std::none_of(assign->targets.begin(), assign->targets.end(),
                                   [](const Target& target) { return target.variable->array; }));
  }

  // Where `old` is loaded from the element that is stored, for the comparison only.
  std::optional<StatementPlace> loadOf(Expr old, const StatementPlace& use, const Target& stored,
                                       const StatementPlace& store) const {
    if (old->op() != Op::Variable) return std::nullopt;
    const auto* definition = definitions_.of(old->variable(), use);
    if (!definition || !definition->value || definition->place.block != use.block ||
        definition->value->op() != Op::Select ||
        definition->value->arg(0) != pool_.variable(stored.variable) ||
        !isSame(definition->value->arg(1), definition->place, stored.indices.front(), store, 16))
      return std::nullopt;
    for (std::size_t i = definition->place.position; i < use.position; ++i)
      if (!isCalculation(statements(use.block)[i])) return std::nullopt;
    bool isUsed = false;  // for something else than the comparison
    forEachUseOf(old->variable(), [&](unsigned block, std::size_t i) {
      const bool isTest = block == use.block && i == use.position;
      isUsed = isUsed || !(isTest || statements(block)[i].as<Assume>());
    });
    return isUsed ? std::nullopt : std::optional(definition->place);
  }

  // Whether two expressions have one value, where they stand.
  bool isSame(Expr a, const StatementPlace& atA, Expr b, const StatementPlace& atB,
              unsigned depth) const {
    a = definitions_.expanded(pool_, a, atA);
    b = definitions_.expanded(pool_, b, atB);
    if (a == b && isSteady(a, atA)) return true;
    if (depth == 0) return false;
    const Expr loadA = steadyLoad(a, atA);
    const Expr loadB = steadyLoad(b, atB);
    if (loadA && loadB)
      return loadA->arg(0) == loadB->arg(0) &&
             isSame(loadA->arg(1), atA, loadB->arg(1), atB, depth - 1);
    if (a->op() != b->op() || a->type() != b->type() || a->args().empty() ||
        a->args().size() != b->args().size() || a->op() == Op::Apply)
      return false;
    for (std::size_t i = 0; i < a->args().size(); ++i)
      if (!isSame(a->arg(i), atA, b->arg(i), atB, depth - 1)) return false;
    return true;
  }

  // Whether nothing in it changes between the branch and its arm, which sets only what is its own.
  bool isSteady(Expr e, const StatementPlace& use) const {
    return !anyNode(e, [&](Expr node) {
      if (node->op() != Op::Variable) return false;
      const Variable* variable = node->variable();
      if (variable->array) return written_.contains(variable);
      return setInHead_.contains(variable) && !definitions_.of(variable, use);
    });
  }

  // The load that sets a variable, where a second one in the arm has the same value: nobody writes
  // the array, or nobody does between the two. Other threads would race with the load that stays,
  // which the verification of the repaired kernel finds.
  Expr steadyLoad(Expr e, const StatementPlace& use) const {
    const auto* definition =
        e->op() == Op::Variable ? definitions_.of(e->variable(), use) : nullptr;
    const Expr load = definition ? definition->value : e;
    if (!load || load->op() != Op::Select || load->arg(0)->op() != Op::Variable) return nullptr;
    const bool isSteady = !written_.contains(load->arg(0)->variable()) ||
                          (definition && isNearTheStore(definition->place, use));
    return isSteady ? load : nullptr;
  }

  // In the arm, which only stores, or with nothing but calculations between it and the arm.
  bool isNearTheStore(const StatementPlace& load, const StatementPlace& use) const {
    if (load.block != use.block) return false;
    const auto& after = statements(load.block);
    return load.block != head_ ||
           std::all_of(after.begin() + static_cast<std::ptrdiff_t>(load.position), after.end(),
                       isCalculation);
  }

  ExprPool& pool_;
  const Procedure& kernel_;
  const ControlFlow& flow_;
  const SingleDefinitions definitions_;
  std::unordered_set<const Variable*> written_;
  unsigned head_ = 0;  // the block that the branch ends
  std::unordered_set<const Variable*> setInHead_;
};

void replace(Program& program, Procedure& kernel, const Replacement& found) {
  auto& stores = kernel.blocks[found.store.block]->statements;
  const Statement store = stores[found.store.position];
  stores.erase(stores.begin() + static_cast<std::ptrdiff_t>(found.store.position));
  const Target& target = store.as<Assign>()->targets.front();
  auto& statements = kernel.blocks[found.load.block]->statements;
  const Expr index = statements[found.load.position].as<Assign>()->values.front()->arg(1);
  Call call;
  call.callee = atomicProcedure(program, *target.variable->array);
  call.results = {found.old, target.variable};
  call.args = {program.pool().variable(target.variable), index};
  call.atomic = AtomicInfo{found.form.function(), {found.form.operand}, 1, 1,
                           MemoryOrder::Relaxed,  Scope::Device};
  statements.insert(
      statements.begin() + static_cast<std::ptrdiff_t>(found.test),
      {std::move(call), Attributes{Attribute{"atomic", {}}}, store.location, store.text});
  statements.erase(statements.begin() + static_cast<std::ptrdiff_t>(found.load.position));
}

// One of them; the places of statements have changed then.
bool replaceOne(Program& program, Procedure& kernel, const std::set<LocationId>& places,
                Rewrites& rewrites) {
  const ControlFlow flow(kernel);
  Finder finder(program, kernel, flow);
  for (const auto& block : kernel.blocks)
    for (std::size_t i = 0; i < block->statements.size(); ++i) {
      const Statement& statement = block->statements[i];
      if (!places.contains(statement.location) || !storeOfElement(statement)) continue;
      const auto found = finder.of({block->index, i});
      if (!found) continue;
      Rewrite rewrite;
      rewrite.location = program.sources.chain(statement.location);
      rewrite.loopDepth = flow.loopDepth(block->index);
      rewrite.operation = found->form.operation;
      rewrite.subject = storeOfElement(statement)->targets.front().variable->array->sourceName;
      replace(program, kernel, *found);
      rewrites.made.push_back(std::move(rewrite));
      return true;
    }
  return false;
}

}  // namespace

Rewrites makeExtremesAtomic(Program& program, Procedure& kernel,
                            const std::set<LocationId>& places) {
  Rewrites rewrites;
  while (replaceOne(program, kernel, places, rewrites)) {
  }
  return rewrites;
}

}  // namespace barricade
