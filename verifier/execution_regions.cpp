// One pass through a region: its blocks and inner loops in topological order, each under the
// condition that a thread is there. Items that are control equivalent share one condition.
#include "verifier/execution.h"

namespace barricade {

PerThread Execution::runRegion(int loop, const PerThread& entry, Incoming& outside, Pass pass) {
  const Region& region = kernel_.region(loop);
  const ControlFlow& flow = kernel_.flow();
  const Expr no = terms_.no();
  const unsigned header =
      region.loop < 0 ? flow.order().front() : flow.loops()[static_cast<unsigned>(loop)].header;
  Incoming incoming;
  std::vector<PerThread> active(region.items.size());
  PerThread back{no, no};
  auto addTo = [&](PerThread& sum, const PerThread& condition) {
    for (unsigned t = 0; t < 2; ++t) sum[t] = terms_.lor(sum[t], condition[t]);
  };
  auto addEdge = [&](unsigned target, const PerThread& condition) {
    if (loop >= 0 && target == header) {
      addTo(back, condition);
      return;
    }
    Incoming& edges = region.itemOfBlock.contains(target) ? incoming : outside;
    addTo(edges.try_emplace(target, PerThread{no, no}).first->second, condition);
  };

  for (unsigned i = 0; i < region.items.size(); ++i) {
    const Region::Item& item = region.items[i];
    const unsigned first = item.isLoop ? flow.loops()[item.index].header : item.index;
    if (i == 0)
      active[i] = entry;
    else if (item.sameControl >= 0)
      active[i] = active[static_cast<unsigned>(item.sameControl)];
    else
      active[i] = incoming.try_emplace(first, PerThread{no, no}).first->second;

    if (item.isLoop) {
      const Loop& inner = flow.loops()[item.index];
      Incoming exits;
      runLoop(inner, active[i], exits, pass);
      for (const auto& [from, to] : inner.exits) {
        auto it = exits.find(to);
        if (it == exits.end()) continue;
        addEdge(to, it->second);
        exits.erase(it);
      }
    } else {
      runBlock(item.index, active[i], pass);
      const std::vector<PerThread> conditions = edgeConditions(item.index, active[i]);
      for (std::size_t s = 0; s < conditions.size(); ++s)
        addEdge(flow.successors(item.index)[s], conditions[s]);
    }
  }
  return back;
}

void Execution::runBlock(unsigned index, const PerThread& active, Pass pass) {
  const Block& block = *kernel_.procedure().blocks[index];
  bool guardPending = kernel_.guardIsBranch(index);
  if (pass.check) synchronizeWarp(running(active));
  for (const Statement& statement : block.statements) {
    if (const Assume* assumption = statement.as<Assume>();
        guardPending && assumption && assumption->partition) {
      guardPending = false;  // part of the branch into this block
      continue;
    }
    execute({statement, active, pass});
  }
  if (!block.successors.empty() || !isChecks() || !pass.check) return;
  for (const Specification& spec : kernel_.procedure().specifications) {
    if (spec.kind != Specification::Kind::Ensures || spec.free) continue;
    const Expr holds = evaluate(spec.condition, 0, active);
    ErrorCondition error;
    error.kind = FindingKind::Postcondition;
    error.condition = terms_.land(running(active)[0], terms_.lnot(holds));
    error.location = spec.location;
    report(std::move(error));
  }
}

std::vector<PerThread> Execution::edgeConditions(unsigned block, const PerThread& active) {
  const Branch& branch = kernel_.branch(block);
  const std::size_t count = kernel_.flow().successors(block).size();
  std::vector<PerThread> conditions(count, active);
  if (branch.kind == Branch::Kind::Always) return conditions;
  for (unsigned t = 0; t < threads(); ++t) {
    Expr left = active[t];  // not yet sent to a successor
    for (std::size_t s = 0; s < count; ++s) {
      if (branch.kind == Branch::Kind::Guarded) {
        conditions[s][t] = terms_.land(active[t], evaluate(branch.guards[s], t, active));
        continue;
      }
      // An arbitrary choice; a guard on the chosen way is an assumption.
      const Expr chosen = s + 1 < count ? terms_.fresh("choice", boolType()) : terms_.yes();
      conditions[s][t] = terms_.land(left, chosen);
      left = terms_.land(left, terms_.lnot(chosen));
      if (branch.guards[s])
        assume(terms_.implies(terms_.land(conditions[s][t], terms_.lnot(state_.paused[t])),
                              evaluate(branch.guards[s], t, active)));
    }
  }
  if (threads() == 1)
    for (PerThread& condition : conditions) condition[1] = condition[0];
  return conditions;
}

}  // namespace barricade
