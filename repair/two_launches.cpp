#include "repair/two_launches.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "ir/cfg.h"
#include "ir/uses.h"
#include "ir/walk.h"
#include "repair/edit_weights.h"
#include "repair/edits.h"

namespace barricade {
namespace {

using VariableSet = std::unordered_set<const Variable*>;

bool isGridBarrier(const Statement& statement) {
  const Call* call = statement.as<Call>();
  return call && call->callee->role == Procedure::Role::GridBarrier;
}

bool isAdded(const RepairEdit& edit) {
  return edit.action == RepairEdit::Action::Add && edit.scope == BarrierScope::Grid;
}

// What a statement at a border may need from before it.
class Border {
 public:
  Border(const Program& program, const Procedure& kernel, const ControlFlow& flow)
      : program_(program), kernel_(kernel), flow_(flow) {
    for (const auto& block : kernel.blocks)
      for (const Statement& statement : block->statements)
        forEachAssigned(statement, [&](const Variable* variable) {
          if (!variable->array) definitions_[variable].push_back(&statement);
        });
  }

  // All threads pass it once.
  bool isAtTopLevel(unsigned block) const {
    return flow_.innermostLoop(block) < 0 && flow_.postDominates(block, kernel_.entry()->index);
  }

  // Whether memory that ends with a launch is used on both sides.
  bool cutsMemory(unsigned block, std::size_t index) const {
    VariableSet before, after;
    for (unsigned b : flow_.order())
      for (std::size_t i = 0; i < kernel_.blocks[b]->statements.size(); ++i) {
        VariableSet& side = isAfter(b, i, block, index) ? after : before;
        const auto note = [&](const Variable* v) {
          if (v->array && v->array->space != AddressSpace::Global &&
              v->array->space != AddressSpace::Constant)
            side.insert(v);
        };
        forEachUsed(kernel_.blocks[b]->statements[i], note);
        forEachAssigned(kernel_.blocks[b]->statements[i], note);
      }
    return std::any_of(before.begin(), before.end(),
                       [&](const Variable* v) { return after.contains(v); });
  }

  // The places of values computed before that are used after and cannot be computed again.
  void addCarried(unsigned block, std::size_t index, std::set<std::string>& places) const {
    for (unsigned b : flow_.order())
      for (std::size_t i = 0; i < kernel_.blocks[b]->statements.size(); ++i) {
        if (!isAfter(b, i, block, index)) continue;
        forEachUsed(kernel_.blocks[b]->statements[i], [&](const Variable* v) {
          VariableSet seen;
          addCarried(v, {block, index}, seen, places);
        });
      }
  }

 private:
  struct Place {
    unsigned block;
    std::size_t index;
  };

  template <typename Visit>
  static void forEachUsed(const Statement& statement, Visit visit) {
    forEachExpression(statement, [&](Expr e) {
      forEachNode({e}, [&](Expr node) {
        if (node->op() == Op::Variable) visit(node->variable());
      });
    });
  }

  bool isAfter(unsigned b, std::size_t i, unsigned block, std::size_t index) const {
    return b == block ? i > index : flow_.dominates(block, b);
  }

  // A definition before the border counts unless it computes with what a thread knows at the start.
  void addCarried(const Variable* variable, Place border, VariableSet& seen,
                  std::set<std::string>& places) const {
    const auto known = definitions_.find(variable);
    if (variable->array || known == definitions_.end() || !seen.insert(variable).second) return;
    for (const Statement* definition : known->second) {
      const Assign* assign = definition->as<Assign>();
      const bool isPure =
          assign && known->second.size() == 1 &&
          !anyNode(assign->values.front(), [](Expr e) { return e->op() == Op::Select; });
      if (!isBefore(*definition, border)) continue;
      if (!isPure) {
        const SourceChain& chain = program_.sources.chain(definition->location);
        places.insert(chain.empty() ? "an unknown line" : "line " + std::to_string(chain[0].line));
        continue;
      }
      forEachUsed(*definition, [&](const Variable* v) { addCarried(v, border, seen, places); });
    }
  }

  bool isBefore(const Statement& statement, Place border) const {
    for (const auto& block : kernel_.blocks) {
      const auto& list = block->statements;
      if (list.empty() || &statement < list.data() || &statement >= list.data() + list.size())
        continue;
      return !isAfter(block->index, static_cast<std::size_t>(&statement - list.data()),
                      border.block, border.index);
    }
    return false;
  }

  const Program& program_;
  const Procedure& kernel_;
  const ControlFlow& flow_;
  std::unordered_map<const Variable*, std::vector<const Statement*>> definitions_;
};

std::string inWords(const std::set<std::string>& carried) {
  if (carried.empty()) return "no value has to be carried over";
  std::string text = "what is computed at ";
  bool first = true;
  for (const std::string& place : carried) {
    text += (first ? "" : ", ") + place;
    first = false;
  }
  return text + " has to be stored for the second";
}

// Of a launch that ends where a barrier of the grid would stand.
void makeSplit(RepairEdit& edit, const std::set<std::string>& carried) {
  edit.action = RepairEdit::Action::SplitLaunch;
  if (edit.reason.ends_with(needsCooperativeLaunch))
    edit.reason.resize(edit.reason.size() - needsCooperativeLaunch.size());
  edit.reason += inWords(carried);
}

}  // namespace

std::optional<AlternativeRepair> asSeveralLaunches(const Program& program, const Procedure& kernel,
                                                   const RepairResult& result) {
  const auto added = std::count_if(result.edits.begin(), result.edits.end(), isAdded);
  if (added == 0) return std::nullopt;
  const ControlFlow flow(kernel);
  const Border border(program, kernel, flow);
  std::set<std::string> carried;
  long found = 0;
  for (unsigned b : flow.order())
    for (std::size_t i = 0; i < kernel.blocks[b]->statements.size(); ++i) {
      if (!isGridBarrier(kernel.blocks[b]->statements[i])) continue;
      ++found;
      if (!border.isAtTopLevel(b) || border.cutsMemory(b, i)) return std::nullopt;
      border.addCarried(b, i, carried);
    }
  // Another barrier of the grid is there already: the launch is cooperative anyhow.
  if (found != added) return std::nullopt;
  AlternativeRepair repair;
  repair.costAfter = result.costAfter;
  repair.editWeight = weightOf(RepairEdit::Action::SplitLaunch) * static_cast<double>(added);
  repair.barriersOnHottestPath = result.barriersOnHottestPath - static_cast<unsigned>(added);
  repair.edits = result.edits;
  for (RepairEdit& edit : repair.edits)
    if (isAdded(edit)) makeSplit(edit, carried);
  repair.reason = "two launches need no cooperative launch; " + inWords(carried);
  return repair;
}

void repairByLaunches(const SearchInput& input, RepairResult& result) {
  SiteOptions sites = input.siteOptions;
  if (sites.gridBarriers) return;
  sites.gridBarriers = sites.gridAtTopLevel = true;
  sites.warpBarriers = false;
  RepairResult cut;
  cut.before = result.before;
  searchBarriers(
      {input.program, input.kernel, input.verifyOptions, input.options, sites, input.deadline},
      cut);
  if (cut.status != RepairStatus::Repaired) return;
  auto launches = asSeveralLaunches(input.program, input.kernel, cut);
  if (!launches) return;
  cut.edits = std::move(launches->edits);
  cut.editWeight = launches->editWeight;
  cut.barriersOnHottestPath = launches->barriersOnHottestPath;
  result = std::move(cut);
}

}  // namespace barricade
