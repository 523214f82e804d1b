#include "encoding/region_walk.h"

namespace barricade {

void addEdge(Terms& terms, EdgeConditions& edges, unsigned target, const PerThread& condition) {
  auto& sum = edges.try_emplace(target, PerThread{terms.no(), terms.no()}).first->second;
  for (unsigned t = 0; t < 2; ++t) sum[t] = terms.lor(sum[t], condition[t]);
}

PerThread walkRegion(const Kernel& kernel, Terms& terms, int loop, const PerThread& entry,
                     EdgeConditions& outside, RegionVisitor& visitor) {
  const Region& region = kernel.region(loop);
  const ControlFlow& flow = kernel.flow();
  const Expr no = terms.no();
  const unsigned header =
      loop < 0 ? flow.order().front() : flow.loops()[static_cast<unsigned>(loop)].header;
  EdgeConditions inside;
  EdgeConditions back;
  std::vector<PerThread> path(region.items.size());
  auto follow = [&](unsigned target, const PerThread& condition) {
    EdgeConditions& edges = loop >= 0 && target == header         ? back
                            : region.itemOfBlock.contains(target) ? inside
                                                                  : outside;
    addEdge(terms, edges, target, condition);
  };

  for (unsigned i = 0; i < region.items.size(); ++i) {
    const Region::Item& item = region.items[i];
    const unsigned first = item.isLoop ? flow.loops()[item.index].header : item.index;
    if (i == 0)
      path[i] = entry;
    else if (item.controlEquivalent >= 0)
      path[i] = path[static_cast<unsigned>(item.controlEquivalent)];
    else
      path[i] = inside.try_emplace(first, PerThread{no, no}).first->second;

    if (item.isLoop) {
      const Loop& inner = flow.loops()[item.index];
      EdgeConditions exits = visitor.visitLoop(inner, path[i]);
      for (const auto& [from, to] : inner.exits)
        if (auto exit = exits.extract(to)) follow(to, exit.mapped());
    } else {
      const std::vector<PerThread> conditions = visitor.visitBlock(item.index, path[i]);
      for (std::size_t s = 0; s < conditions.size(); ++s)
        follow(flow.successors(item.index)[s], conditions[s]);
    }
  }
  return back.try_emplace(header, PerThread{no, no}).first->second;
}

std::vector<PerThread> conditionsOfSuccessors(const Kernel& kernel, Terms& terms, unsigned block,
                                              const PerThread& path, const Choice& choice) {
  const Branch& branch = kernel.branch(block);
  const std::size_t count = kernel.flow().successors(block).size();
  std::vector<PerThread> conditions(count, path);
  if (branch.kind == Branch::Kind::Always) return conditions;
  for (unsigned t = 0; t < choice.threads; ++t) {
    Expr left = path[t];  // not yet sent to a successor
    for (std::size_t s = 0; s < count; ++s) {
      if (branch.kind == Branch::Kind::Guarded) {
        conditions[s][t] = terms.land(path[t], choice.evaluate(branch.guards[s], t));
        continue;
      }
      const Expr chosen = s + 1 < count ? terms.fresh("choice", boolType()) : terms.yes();
      conditions[s][t] = terms.land(left, chosen);
      left = terms.land(left, terms.lnot(chosen));
      if (branch.guards[s]) choice.demand(branch.guards[s], t, conditions[s][t]);
    }
  }
  if (choice.threads == 1)
    for (PerThread& condition : conditions) condition[1] = condition[0];
  return conditions;
}

}  // namespace barricade
