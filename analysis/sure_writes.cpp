#include "analysis/sure_writes.h"

#include "analysis/expressions.h"
#include "ir/uses.h"

namespace barricade {
namespace {

struct Anchor {
  unsigned block = 0;
  int done = -1;
};

// Climbs the dominators as long as the launch alone decides about the path down.
Anchor anchorOf(const Kernel& kernel, const LaunchOnly& launchOnly, unsigned block) {
  const ControlFlow& flow = kernel.flow();
  Anchor anchor{block, static_cast<int>(block)};
  while (flow.immediateDominator(anchor.block) >= 0) {
    const auto above = static_cast<unsigned>(flow.immediateDominator(anchor.block));
    const bool always = flow.postDominates(anchor.block, above);
    const bool decided = flow.predecessors(anchor.block) == std::vector<unsigned>{above} &&
                         launchOnly.decidesBranch(above);
    if (!always && !decided) break;
    if (!always) anchor.done = flow.immediatePostDominator(above);
    for (int l = flow.innermostLoop(anchor.block); l >= 0;) {
      const Loop& loop = flow.loops()[static_cast<unsigned>(l)];
      if (flow.inLoop(above, loop.index)) break;
      while (launchOnly.decidesLoop(loop) && anchor.done >= 0 &&
             flow.inLoop(static_cast<unsigned>(anchor.done), loop.index))
        anchor.done = flow.immediatePostDominator(static_cast<unsigned>(anchor.done));
      l = loop.parent;
    }
    anchor.block = above;
  }
  return anchor;
}

bool isInDecidedLoop(const Kernel& kernel, const LaunchOnly& launchOnly, unsigned block) {
  const ControlFlow& flow = kernel.flow();
  for (int l = flow.innermostLoop(block); l >= 0; l = flow.loops()[static_cast<unsigned>(l)].parent)
    if (launchOnly.decidesLoop(flow.loops()[static_cast<unsigned>(l)])) return true;
  return false;
}

bool isShared(const Variable* array) {
  return array->array && array->array->space == AddressSpace::GroupShared;
}

}  // namespace

std::vector<SharedAccess> findSharedAccesses(const Kernel& kernel, const LaunchOnly& launchOnly) {
  const Uniformity uniformity(kernel, Mode::Intra);
  std::vector<SharedAccess> accesses;
  for (unsigned b : kernel.flow().order()) {
    const Anchor anchor = anchorOf(kernel, launchOnly, b);
    const bool together =
        uniformity.block(anchor.block) && !isInDecidedLoop(kernel, launchOnly, anchor.block);
    std::size_t position = 0;
    auto add = [&](const Statement& statement, AccessKind kind, const Variable* array, Expr index) {
      if (!isShared(array)) return;
      accesses.push_back({&statement, array->array, kind, b, position, anchor.block, anchor.done,
                          together && launchOnly.decides(index)});
    };
    for (const Statement& statement : kernel.procedure().blocks[b]->statements) {
      ++position;
      std::vector<Expr> reads;
      forEachExpression(statement, [&](Expr e) { collectReads(e, reads); });
      for (Expr read : reads)
        add(statement, AccessKind::Read, read->arg(0)->variable(), read->arg(1));
      if (const Assign* assign = statement.as<Assign>()) {
        for (const Target& target : assign->targets)
          if (!target.indices.empty())
            add(statement, AccessKind::Write, target.variable, target.indices.front());
      } else if (const Call* call = statement.as<Call>(); call && call->atomic) {
        add(statement, AccessKind::Atomic, call->args[0]->variable(), call->args[1]);
      }
    }
  }
  return accesses;
}

bool isDoneBefore(const ControlFlow& flow, const SharedAccess& write, const SharedAccess& read) {
  if (write.done < 0 || !flow.dominates(write.anchor, read.block)) return false;
  const auto done = static_cast<unsigned>(write.done);
  if (done == write.block && done == read.block) return write.position < read.position;
  return flow.dominates(done, read.block);
}

bool hasOtherSharedAccesses(const Kernel& kernel) {
  for (unsigned b : kernel.flow().order())
    for (const Statement& statement : kernel.procedure().blocks[b]->statements) {
      bool other = false;
      if (const Assign* assign = statement.as<Assign>()) {
        for (const Target& target : assign->targets)
          other |= target.indices.empty() && isShared(target.variable);
      } else if (const Call* call = statement.as<Call>(); call && !call->atomic) {
        for (Expr arg : call->args) other |= arg->op() == Op::Variable && isShared(arg->variable());
        for (const Variable* result : call->results) other |= isShared(result);
      }
      if (other) return true;
    }
  return false;
}

}  // namespace barricade
