// How read-modify-writes are found: the index of a store and the index of a load are compared as
// expressions over what is known at the kernel's entry, with the definitions of variables that are
// set only once put in their places. A variable that is set several times stands for itself; then
// it must keep its value between the load and the store.
#include "analysis/updates.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "ir/uses.h"
#include "ir/walk.h"

namespace barricade {
namespace {

struct StatementPosition {
  unsigned block = 0;
  std::size_t index = 0;
};

// A read of one element of an array that threads share.
struct ElementLoad {
  const Statement* statement = nullptr;
  StatementPosition at;
};

bool isSharedElement(Expr e) {
  return e->op() == Op::Select && e->arg(0)->op() == Op::Variable && e->arg(0)->variable()->array &&
         e->arg(0)->variable()->array->canRace();
}

class UpdateFinder {
 public:
  UpdateFinder(const Program& program, const Procedure& procedure, const ControlFlow& flow,
               const Placement& placed)
      : pool_(program.pool()), procedure_(procedure), flow_(flow), placed_(placed) {
    for (const auto& block : procedure.blocks)
      for (const Statement& statement : block->statements)
        forEachAssigned(statement, [&](const Variable* variable) {
          definitions_[variable].push_back(&statement);
          if (variable->array) written_.insert(variable);
        });
  }

  void run() {
    for (unsigned b : flow_.order())
      for (std::size_t i = 0; i < statements(b).size(); ++i) visit({b, i});
  }

  std::vector<Update> takeUpdates() { return std::move(found_); }
  std::unordered_set<const Statement*> takeWrittenBack() { return std::move(writtenBack_); }

 private:
  const std::vector<Statement>& statements(unsigned block) const {
    return procedure_.blocks[block]->statements;
  }

  void visit(StatementPosition at) {
    const Statement& statement = statements(at.block)[at.index];
    const Assign* assign = statement.as<Assign>();
    if (!assign || assign->targets.size() != 1) return;
    forEachNode({assign->values.front()}, [&](Expr e) {
      if (isSharedElement(e)) loads_[elementAt(e->arg(0), e->arg(1))].push_back({&statement, at});
    });
    const Target& target = assign->targets.front();
    if (target.indices.size() != 1 || !target.variable->array || !target.variable->array->canRace())
      return;
    const Expr element = elementAt(pool_.variable(target.variable), target.indices.front());
    const auto loads = loads_.find(element);
    if (loads == loads_.end()) return;
    for (auto load = loads->second.rbegin(); load != loads->second.rend(); ++load) {
      if (!dependsOn(statement, *load->statement)) continue;
      const auto sites = sitesBetween(load->at, at, element->arg(1));
      if (!sites) continue;
      if (isWrittenBack(*load, at, element))
        writtenBack_.insert(&statement);
      else
        found_.push_back({load->statement, &statement, target.variable, *sites});
      return;
    }
  }

  bool isWrittenBack(const ElementLoad& load, StatementPosition store, Expr element) {
    const Assign& loads = *load.statement->as<Assign>();
    const Assign& stores = *statements(store.block)[store.index].as<Assign>();
    const Expr read = loads.values.front();
    if (read->op() != Op::Select || elementAt(read->arg(0), read->arg(1)) != element) return false;
    const Expr value = stores.values.front();
    if (&loads == &stores) return true;
    return value->op() == Op::Variable && value->variable() == loads.targets.front().variable &&
           sitesBetween({load.at.block, load.at.index + 1}, store, value);
  }

  Expr elementAt(Expr array, Expr index) {
    return pool_.make(Op::Select, array, expand(index, deepest));
  }

  // A variable that is defined over more others than these stands for itself.
  static constexpr unsigned deepest = 64;

  Expr expand(Expr e, unsigned depth) {
    std::unordered_map<Expr, Expr> memo;
    return fold<Expr>(
        e, memo,
        [&](Expr node) -> std::optional<Expr> {
          if (node->op() != Op::Variable) return std::nullopt;
          return valueOf(node, depth);
        },
        [&](Expr node, std::vector<Expr> args) {
          return args.empty() ? node : pool_.withArgs(node, std::move(args));
        });
  }

  Expr valueOf(Expr variable, unsigned depth) {
    if (auto known = values_.find(variable); known != values_.end()) return known->second;
    const Expr definition = depth > 0 ? definitionOf(variable->variable()) : nullptr;
    const Expr value = definition ? expand(definition, depth - 1) : variable;
    return values_[variable] = value;
  }

  // Of a variable that is set once, to something that reads no array but such as nobody writes.
  Expr definitionOf(const Variable* variable) const {
    const auto known = definitions_.find(variable);
    if (known == definitions_.end() || known->second.size() != 1) return nullptr;
    const Assign* assign = known->second.front()->as<Assign>();
    if (!assign || assign->targets.size() != 1 || !assign->targets.front().indices.empty())
      return nullptr;
    const Expr value = assign->values.front();
    return anyNode(value, [&](Expr e) { return e->op() == Op::Select && mayChange(e->arg(0)); })
               ? nullptr
               : value;
  }

  bool mayChange(Expr array) const {
    return array->op() != Op::Variable || !array->variable()->array ||
           written_.contains(array->variable());
  }

  // Whether what is stored is made of what was loaded.
  bool dependsOn(const Statement& store, const Statement& load) const {
    std::unordered_set<const Statement*> seen;
    std::vector<const Statement*> work{&store};
    while (!work.empty()) {
      const Statement* statement = work.back();
      work.pop_back();
      if (statement == &load) return true;
      const Assign* assign = statement->as<Assign>();
      if (!assign || !seen.insert(statement).second) continue;
      for (Expr value : assign->values)
        forEachNode({value}, [&](Expr e) {
          if (e->op() != Op::Variable || e->variable()->array) return;
          if (auto known = definitions_.find(e->variable()); known != definitions_.end())
            work.insert(work.end(), known->second.begin(), known->second.end());
        });
    }
    return false;
  }

  // The sites placed on the way from the load to the store; nothing unless the one leads to the
  // other in one iteration, with neither a barrier nor a change of `kept` between.
  std::optional<std::set<SiteId>> sitesBetween(StatementPosition load, StatementPosition store,
                                               Expr kept) const {
    std::set<SiteId> sites;
    const auto isQuiet = [&](unsigned block, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const Statement& statement = statements(block)[i];
        const Call* call = statement.as<Call>();
        if (call && call->callee->ordersThreads()) {
          if (!placed_.contains(call->site)) return false;
          sites.insert(call->site);
        }
        if (changes(statement, kept)) return false;
      }
      return true;
    };
    if (load.block == store.block) {
      if (load.index > store.index || !isQuiet(store.block, load.index, store.index))
        return std::nullopt;
      return sites;
    }
    if (!flow_.dominates(load.block, store.block) ||
        flow_.innermostLoop(load.block) != flow_.innermostLoop(store.block) ||
        !isQuiet(load.block, load.index, statements(load.block).size()) ||
        !isQuiet(store.block, 0, store.index))
      return std::nullopt;
    for (unsigned b : blocksBetween(load.block, store.block))
      if (!isQuiet(b, 0, statements(b).size())) return std::nullopt;
    return sites;
  }

  // Backwards from `last`, which `first` dominates.
  std::unordered_set<unsigned> blocksBetween(unsigned first, unsigned last) const {
    std::unordered_set<unsigned> between;
    std::vector<unsigned> work = flow_.predecessors(last);
    while (!work.empty()) {
      const unsigned b = work.back();
      work.pop_back();
      if (b == first || b == last || !between.insert(b).second) continue;
      work.insert(work.end(), flow_.predecessors(b).begin(), flow_.predecessors(b).end());
    }
    return between;
  }

  static bool changes(const Statement& statement, Expr kept) {
    bool found = false;
    forEachAssigned(statement, [&](const Variable* variable) {
      if (variable->array) return;
      found = found || anyNode(kept, [&](Expr e) {
                return e->op() == Op::Variable && e->variable() == variable;
              });
    });
    return found;
  }

  ExprPool& pool_;
  const Procedure& procedure_;
  const ControlFlow& flow_;
  const Placement& placed_;
  std::unordered_map<const Variable*, std::vector<const Statement*>> definitions_;
  std::unordered_set<const Variable*> written_;
  std::unordered_map<Expr, Expr> values_;                     // of variables
  std::unordered_map<Expr, std::vector<ElementLoad>> loads_;  // by element
  std::vector<Update> found_;
  std::unordered_set<const Statement*> writtenBack_;
};

}  // namespace

Updates::Updates(const Program& program, const Procedure& procedure, const ControlFlow& flow,
                 const Placement& placed) {
  UpdateFinder finder(program, procedure, flow, placed);
  finder.run();
  all_ = finder.takeUpdates();
  writtenBack_ = finder.takeWrittenBack();
}

bool Updates::has(const Statement& statement) const {
  return std::any_of(all_.begin(), all_.end(), [&](const Update& update) {
    return update.store == &statement || update.load == &statement;
  });
}

}  // namespace barricade
