#include "verifier/kernel.h"

#include <algorithm>
#include <cassert>
#include <set>

#include "ir/uses.h"

namespace barricade {

void collectReads(Expr e, std::vector<Expr>& reads) {
  for (Expr a : e->args()) collectReads(a, reads);
  if (e->op() == Op::Select && e->arg(0)->op() == Op::Variable &&
      e->arg(0)->variable()->role == VariableRole::Array)
    reads.push_back(e);
}

namespace {

// The condition of the partition assumption that opens `block` (behind markers), or null.
Expr openingGuard(const Block& block) {
  for (const Statement& statement : block.statements) {
    if (const Assert* check = statement.as<Assert>(); check && check->isMarker()) continue;
    const Assume* assume = statement.as<Assume>();
    return assume && assume->partition ? assume->condition : nullptr;
  }
  return nullptr;
}

// Results repeat after so many operations at the earliest, as a power of two; a launch is taken to
// have fewer on one element.
constexpr unsigned distinctResultsBits = 24;

// Results of these atomics on one element are all different (GPUVerify's refined atomic
// abstraction): counting, or adding one and the same literal. A sum of 2^k repeats after
// 2^(width - k) operations.
bool isMonotonic(const Call& call) {
  if (!call.atomic || call.atomic->parts != 1) return false;
  const AtomicInfo& info = *call.atomic;
  auto named = [&](std::string_view part) { return info.function.find(part) != std::string::npos; };
  const unsigned width = call.args[0]->variable()->array->elementWidth;
  // CUDA's atomicInc and atomicDec wrap at their operand.
  if (named("_inc_") || named("_dec_")) return width >= distinctResultsBits;
  if (!named("Add") && !named("Sub") && !named("_add_") && !named("_sub_")) return false;
  if (named("float") || info.args.size() != 1 || !info.args[0]->isLiteral()) return false;
  const BigInt addend = abs(info.args[0]->value());
  return addend != 0 && width >= distinctResultsBits + lsb(addend);
}

bool sameAtomic(const Call& a, const Call& b) {
  return a.atomic && b.atomic && a.atomic->function == b.atomic->function &&
         a.atomic->args == b.atomic->args;
}

bool complementary(Expr a, Expr b) {
  if (a->op() == Op::Not && a->arg(0) == b) return true;
  if (b->op() == Op::Not && b->arg(0) == a) return true;
  if ((a->isTrue() && b->isFalse()) || (a->isFalse() && b->isTrue())) return true;
  if (a->op() == Op::NotEqual) std::swap(a, b);
  return a->op() == Op::Equal && b->op() == Op::NotEqual && a->arg(0) == b->arg(0) &&
         a->arg(1) == b->arg(1);
}

// A `switch`: x == literal for distinct literals, and one successor for all other values.
bool isSwitch(const std::vector<Expr>& guards) {
  std::set<Expr> cases;
  std::set<Expr> excluded;
  Expr scrutinee = nullptr;
  Expr fallback = nullptr;
  for (Expr guard : guards) {
    if (guard->op() == Op::Equal && guard->arg(1)->isLiteral()) {
      if (scrutinee && scrutinee != guard->arg(0)) return false;
      scrutinee = guard->arg(0);
      if (!cases.insert(guard->arg(1)).second) return false;
    } else if (!fallback) {
      fallback = guard;
    } else {
      return false;
    }
  }
  if (!fallback) return false;
  std::vector<Expr> work{fallback};
  while (!work.empty()) {
    Expr e = work.back();
    work.pop_back();
    if (e->op() == Op::And) {
      work.insert(work.end(), e->args().begin(), e->args().end());
    } else if (e->op() == Op::NotEqual && e->arg(0) == scrutinee && e->arg(1)->isLiteral()) {
      excluded.insert(e->arg(1));
    } else {
      return false;
    }
  }
  return excluded == cases;
}

}  // namespace

bool mentionsPending(Expr e) {
  bool found = false;
  forEachVariable(
      e, [&](const Variable* v) { found = found || v->role == VariableRole::HasOccurred; });
  return found;
}

bool containsQuantifier(Expr e) {
  return e->op() == Op::Forall || e->op() == Op::Exists ||
         std::any_of(e->args().begin(), e->args().end(), containsQuantifier);
}

bool mentionsOther(Expr e) {
  return (e->op() == Op::Apply && e->function()->isOtherThread()) ||
         std::any_of(e->args().begin(), e->args().end(), mentionsOther);
}

bool surelyFences(const Call& barrier, std::optional<AddressSpace> space) {
  const std::size_t fence = space == AddressSpace::Global ? 1 : 0;
  if (!space || barrier.args.size() <= fence) return true;
  return barrier.args[fence]->isLiteral() && barrier.args[fence]->value() != 0;
}

Kernel::Kernel(Program& program, Procedure& procedure, Interest interest)
    : program_(program), procedure_(procedure), flow_(procedure), liveness_(procedure) {
  assert(!flow_.irreducible());
  numberVariables();
  findBranches();
  buildRegions();
  findArrays();
  findTemporaries();
  findUninitialized();
  findRelevant(interest);
  findLoopFacts();
}

void Kernel::numberVariables() {
  for (const auto* list : {&procedure_.parameters, &procedure_.results, &procedure_.locals})
    for (Variable* variable : *list) {
      indices_[variable] = variables_.size();
      variables_.push_back(variable);
    }
}

//--- Branches and regions -------------------------------------------------------------------

void Kernel::findBranches() {
  branches_.resize(procedure_.blocks.size());
  guardIsBranch_.assign(procedure_.blocks.size(), false);
  for (unsigned b : flow_.order()) {
    const auto& successors = flow_.successors(b);
    if (successors.size() < 2) continue;
    Branch& branch = branches_[b];
    bool allGuarded = true;
    for (unsigned s : successors) {
      Expr guard =
          flow_.predecessors(s).size() == 1 ? openingGuard(*procedure_.blocks[s]) : nullptr;
      branch.guards.push_back(guard);
      allGuarded &= guard != nullptr;
      if (guard) guardIsBranch_[s] = true;
    }
    const bool decided =
        allGuarded &&
        ((branch.guards.size() == 2 && complementary(branch.guards[0], branch.guards[1])) ||
         isSwitch(branch.guards));
    branch.kind = decided ? Branch::Kind::Guarded : Branch::Kind::Choice;
  }
}

void Kernel::buildRegions() {
  regions_.resize(flow_.loops().size() + 1);
  for (int loop = -1; loop < static_cast<int>(flow_.loops().size()); ++loop) {
    Region& region = regions_[static_cast<std::size_t>(loop) + 1];
    region.loop = loop;
    for (unsigned block : flow_.order()) {
      const int innermost = flow_.innermostLoop(block);
      Region::Item item;
      item.index = block;
      if (innermost != loop) {
        // The header of a loop directly inside stands for that loop.
        if (innermost < 0) continue;
        const Loop& inner = flow_.loops()[static_cast<unsigned>(innermost)];
        if (inner.header != block || inner.parent != loop) continue;
        item.isLoop = true;
        item.index = inner.index;
      }
      region.itemOfBlock[block] = static_cast<unsigned>(region.items.size());
      region.items.push_back(item);
    }
    findSameControl(region);
  }
}

// Control equivalence on the graph of items with one end node.
void Kernel::findSameControl(Region& region) const {
  const auto end = static_cast<unsigned>(region.items.size());
  std::vector<std::vector<unsigned>> successors(region.items.size() + 1);
  auto addEdge = [&](unsigned from, unsigned target) {
    const bool isHeader =
        region.loop >= 0 && flow_.loops()[static_cast<unsigned>(region.loop)].header == target;
    auto it = region.itemOfBlock.find(target);
    const unsigned to = isHeader || it == region.itemOfBlock.end() ? end : it->second;
    if (std::find(successors[from].begin(), successors[from].end(), to) == successors[from].end())
      successors[from].push_back(to);
  };
  for (unsigned i = 0; i < region.items.size(); ++i) {
    const Region::Item& item = region.items[i];
    if (item.isLoop) {
      for (const auto& [from, to] : flow_.loops()[item.index].exits) addEdge(i, to);
    } else {
      for (unsigned s : flow_.successors(item.index)) addEdge(i, s);
    }
    if (successors[i].empty()) successors[i].push_back(end);
  }
  const std::vector<int> dominator = immediateDominators(successors, 0);
  const std::vector<int> postDominator = immediateDominators(successors, end, true);
  for (unsigned i = 1; i < region.items.size(); ++i) {
    const int above = dominator[i];
    if (above >= 0 && postDominator[static_cast<unsigned>(above)] == static_cast<int>(i))
      region.items[i].sameControl = above;
  }
}

//--- Arrays ---------------------------------------------------------------------------------

void Kernel::findArrays() {
  for (Array* array : program_.arrays()) {
    arrayIndices_[array->variable] = arrays_.size();
    arrays_.push_back({.array = array});
  }
  auto markReads = [&](Expr e) {
    std::vector<Expr> reads;
    collectReads(e, reads);
    for (Expr read : reads) arrays_[arrayIndices_.at(read->arg(0)->variable())].read = true;
  };
  loopWrites_.assign(flow_.loops().size(), std::vector<bool>(arrays_.size()));
  loopStores_ = loopWrites_;
  for (unsigned b : flow_.order())
    for (const Statement& statement : procedure_.blocks[b]->statements) {
      const Assert* check = statement.as<Assert>();
      if (!check && !statement.as<Assume>()) forEachExpression(statement, markReads);
      const Call* call = statement.as<Call>();
      forEachAssigned(statement, [&](const Variable* variable) {
        if (variable->role == VariableRole::HasOccurred && call) {
          KernelArray& array = arrays_[arrayIndices_.at(variable->subject)];
          if (variable->access == AccessKind::Read) array.read = true;
          if (variable->access == AccessKind::Write) array.written = true;
          if (variable->access == AccessKind::Atomic) array.atomic = true;
        }
        auto it = arrayIndices_.find(variable);
        if (it == arrayIndices_.end()) return;
        KernelArray& array = arrays_[it->second];
        const auto role = call ? call->callee->role : Procedure::Role::Ordinary;
        if (role == Procedure::Role::AtomicOp) {
          array.monotonic = isMonotonic(*call) && (!array.atomic || array.monotonic) &&
                            (!array.atomic || sameAtomic(*array.firstAtomic, *call));
          if (!array.firstAtomic) array.firstAtomic = call;
          array.atomic = true;
        } else if (role == Procedure::Role::AsyncCopy)
          array.async = array.written = true;
        else
          array.written = true;
        for (int l = flow_.innermostLoop(b); l >= 0;
             l = flow_.loops()[static_cast<unsigned>(l)].parent) {
          loopWrites_[static_cast<unsigned>(l)][it->second] = true;
          if (role != Procedure::Role::AtomicOp)
            loopStores_[static_cast<unsigned>(l)][it->second] = true;
        }
      });
      if (call && call->callee->role == Procedure::Role::AsyncCopy &&
          call->args[1]->op() == Op::Variable) {
        KernelArray& source = arrays_[arrayIndices_.at(call->args[1]->variable())];
        source.read = true;
      }
    }
}

//--- Variables ------------------------------------------------------------------------------

void Kernel::findTemporaries() {
  struct Place {
    unsigned block;
    std::size_t statement;
  };
  std::vector<std::vector<Place>> definitions(variables_.size());
  std::vector<std::vector<Place>> uses(variables_.size());
  for (unsigned b : flow_.order()) {
    const auto& statements = procedure_.blocks[b]->statements;
    for (std::size_t s = 0; s < statements.size(); ++s) {
      forEachExpression(statements[s], [&](Expr e) {
        forEachVariable(e, [&](const Variable* v) {
          if (auto it = indices_.find(v); it != indices_.end()) uses[it->second].push_back({b, s});
        });
      });
      forEachAssigned(statements[s], [&](const Variable* v) {
        if (auto it = indices_.find(v); it != indices_.end())
          definitions[it->second].push_back({b, s});
      });
    }
  }
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    if (definitions[v].size() != 1 || variables_[v]->kind != Variable::Kind::Local) continue;
    const Place definition = definitions[v].front();
    const int loop = flow_.innermostLoop(definition.block);
    const bool local = std::all_of(uses[v].begin(), uses[v].end(), [&](const Place& use) {
      if (use.block == definition.block) return use.statement > definition.statement;
      return flow_.dominates(definition.block, use.block) &&
             (loop < 0 || flow_.inLoop(use.block, static_cast<unsigned>(loop)));
    });
    if (local) temporaries_.insert(variables_[v]);
  }
}

// Forward dataflow: the variables that are assigned on every path.
void Kernel::findUninitialized() {
  uninitialized_.assign(variables_.size(), false);
  std::vector<std::optional<std::vector<bool>>> atEnd(procedure_.blocks.size());
  auto transfer = [&](unsigned b, std::vector<bool>& assigned, bool record) {
    for (const Statement& statement : procedure_.blocks[b]->statements) {
      if (record)
        forEachExpression(statement, [&](Expr e) {
          forEachVariable(e, [&](const Variable* v) {
            auto it = indices_.find(v);
            if (it != indices_.end() && !assigned[it->second]) uninitialized_[it->second] = true;
          });
        });
      forEachAssigned(statement, [&](const Variable* v) {
        if (auto it = indices_.find(v); it != indices_.end()) assigned[it->second] = true;
      });
    }
  };
  auto atStart = [&](unsigned b) {
    std::vector<bool> assigned(variables_.size(), b != 0);
    if (b == 0)
      for (const Variable* p : procedure_.parameters) assigned[indexOf(p)] = true;
    for (unsigned p : flow_.predecessors(b))
      if (atEnd[p])
        for (std::size_t v = 0; v < assigned.size(); ++v)
          if (!(*atEnd[p])[v]) assigned[v] = false;
    return assigned;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned b : flow_.order()) {
      std::vector<bool> assigned = atStart(b);
      transfer(b, assigned, false);
      if (atEnd[b] != assigned) {
        atEnd[b] = std::move(assigned);
        changed = true;
      }
    }
  }
  for (unsigned b : flow_.order()) {
    std::vector<bool> assigned = atStart(b);
    transfer(b, assigned, true);
  }
}

bool Kernel::matters(Expr e) const {
  bool all = true;
  forEachVariable(e, [&](const Variable* v) { all = all && (!isLocal(v) || matters(v)); });
  return all;
}

void Kernel::findRelevant(Interest interest) {
  std::vector<Expr> work;
  std::vector<Expr> stored;
  auto want = [&](Expr e) { work.push_back(e); };
  // For each variable the expressions that define it; for each array those stored in it.
  std::unordered_map<const Variable*, std::vector<Expr>> definitions;
  for (unsigned b : flow_.order())
    for (const Statement& statement : procedure_.blocks[b]->statements) {
      if (const Assign* assign = statement.as<Assign>()) {
        for (std::size_t i = 0; i < assign->targets.size(); ++i) {
          const Target& target = assign->targets[i];
          auto& defined = definitions[target.variable];
          defined.push_back(assign->values[i]);
          const bool races = target.variable->array && target.variable->array->canRace();
          const bool indexMatters = races || interest.privateIndices;
          for (Expr index : target.indices) indexMatters ? want(index) : defined.push_back(index);
          if (races && interest.writtenValues) stored.push_back(assign->values[i]);
        }
        std::vector<Expr> reads;
        forEachExpression(statement, [&](Expr e) { collectReads(e, reads); });
        for (Expr read : reads)
          if (read->arg(0)->variable()->array->canRace() || interest.privateIndices)
            want(read->arg(1));
      } else if (const Call* call = statement.as<Call>()) {
        for (Expr arg : call->args) want(arg);
        for (const Specification& spec : call->callee->specifications)
          if (spec.condition) want(spec.condition);
      } else if (const Assert* check = statement.as<Assert>()) {
        if (!check->isMarker()) want(check->condition);
      } else if (const Assume* assume = statement.as<Assume>()) {
        want(assume->condition);
      }
    }
  for (const Specification& spec : procedure_.specifications)
    if (spec.condition) want(spec.condition);
  auto close = [&] {
    while (!work.empty()) {
      Expr e = work.back();
      work.pop_back();
      forEachVariable(e, [&](const Variable* v) {
        if (!relevant_.insert(v).second) return;
        if (auto it = arrayIndices_.find(v); it != arrayIndices_.end())
          arrays_[it->second].influences = true;
        if (auto it = definitions.find(v); it != definitions.end())
          work.insert(work.end(), it->second.begin(), it->second.end());
      });
    }
  };
  close();
  steering_ = relevant_;
  work = std::move(stored);
  close();
}

bool Kernel::liveBehind(std::size_t variable, unsigned loop) const {
  const auto& exits = flow_.loops()[loop].exits;
  return std::any_of(exits.begin(), exits.end(), [&](const auto& exit) {
    return liveness_.atStart(exit.second, variables_[variable]);
  });
}

bool Kernel::liveAtHead(std::size_t variable, unsigned loop) const {
  return liveness_.atStart(flow_.loops()[loop].header, variables_[variable]);
}

bool Kernel::hasConditionalBarrier() const {
  return std::find(conditionalBarrier_.begin(), conditionalBarrier_.end(), true) !=
         conditionalBarrier_.end();
}

void Kernel::findLoopFacts() {
  modified_.resize(flow_.loops().size());
  invariants_.resize(flow_.loops().size());
  conditionalBarrier_.assign(flow_.loops().size(), false);
  for (const Loop& loop : flow_.loops()) {
    std::set<std::size_t> modified;
    for (unsigned b : loop.blocks)
      for (const Statement& statement : procedure_.blocks[b]->statements)
        forEachAssigned(statement, [&](const Variable* v) {
          if (isLocal(v) && matters(v) && !isTemporary(v)) modified.insert(indexOf(v));
        });
    modified_[loop.index].assign(modified.begin(), modified.end());
    for (unsigned b : loop.blocks) {
      const bool always = std::all_of(loop.latches.begin(), loop.latches.end(),
                                      [&](unsigned latch) { return flow_.dominates(b, latch); });
      for (const Statement& statement : procedure_.blocks[b]->statements)
        if (const Call* call = statement.as<Call>(); call && !always && call->callee->isBarrier())
          conditionalBarrier_[loop.index] = true;
    }
    for (const Statement& statement : procedure_.blocks[loop.header]->statements)
      if (const Assert* check = statement.as<Assert>();
          check && check->kind == Assert::Kind::Invariant)
        invariants_[loop.index].push_back(&statement);
  }
}

}  // namespace barricade
