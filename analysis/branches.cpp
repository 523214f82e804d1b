#include "analysis/branches.h"

#include <algorithm>
#include <set>

namespace barricade {
namespace {

// The condition of the partition assumption that opens `block` (after markers), or null.
Expr openingGuard(const Block& block) {
  for (const Statement& statement : block.statements) {
    if (const Assert* check = statement.as<Assert>(); check && check->isMarker()) continue;
    const Assume* assume = statement.as<Assume>();
    return assume && assume->partition ? assume->condition : nullptr;
  }
  return nullptr;
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

Branches findBranches(const Procedure& procedure, const ControlFlow& flow) {
  Branches branches;
  branches.ofBlock.resize(procedure.blocks.size());
  branches.guardIsBranch.assign(procedure.blocks.size(), false);
  for (unsigned b : flow.order()) {
    const auto& successors = flow.successors(b);
    if (successors.size() < 2) continue;
    Branch& branch = branches.ofBlock[b];
    bool allGuarded = true;
    for (unsigned s : successors) {
      Expr guard = flow.predecessors(s).size() == 1 ? openingGuard(*procedure.blocks[s]) : nullptr;
      branch.guards.push_back(guard);
      allGuarded &= guard != nullptr;
      if (guard) branches.guardIsBranch[s] = true;
    }
    const bool decided =
        allGuarded &&
        ((branch.guards.size() == 2 && complementary(branch.guards[0], branch.guards[1])) ||
         isSwitch(branch.guards));
    branch.kind = decided ? Branch::Kind::Guarded : Branch::Kind::Choice;
  }
  return branches;
}

}  // namespace barricade
