// An optimistic fixpoint like that of uniformity.cpp, over data and control dependence. All is
// taken to be decided by the launch at first; then what contradicts that is opened:
//
//   data      what is assigned a value that mentions something open: a parameter that is not fixed,
//             an element of an array, a symbolic size, a function that is not interpreted. What is
//             havocked or returned by a call is open as well.
//   branches  what is assigned between an open branch and its immediate post-dominator, and used
//             after that: which of several values it has is open.
//   loops     what a loop carries from one iteration to the next, when the number of iterations is
//             open.
//
// A value that is assigned and used after an open branch only is not opened: it is the same for
// all threads that come there.
#include "analysis/launch_only.h"

#include <algorithm>

#include "ir/uses.h"

namespace barricade {

LaunchOnly::LaunchOnly(const Kernel& kernel, const LaunchFacts& launch,
                       const FixedParameters& fixed)
    : kernel_(kernel),
      launch_(launch),
      liveness_(kernel.procedure()),
      variable_(kernel.variableCount(), true),
      block_(kernel.procedure().blocks.size(), true) {
  for (std::size_t v = 0; v < kernel.variableCount(); ++v) {
    const Variable* variable = kernel.variable(v);
    const bool parameter = variable->kind == Variable::Kind::Parameter;
    if (parameter ? !fixed.contains(variable) : kernel.maybeUninitialized(v)) variable_[v] = false;
  }
  do {
    changed_ = false;
    for (unsigned b : kernel.flow().order()) {
      for (const Statement& statement : kernel.procedure().blocks[b]->statements)
        openTargets(statement);
      if (!decidesBranch(b)) openAfter(b);
    }
  } while (changed_);
}

bool LaunchOnly::decidesBranch(unsigned block) const {
  const Branch& branch = kernel_.branch(block);
  return branch.kind != Branch::Kind::Choice &&
         std::ranges::all_of(branch.guards, [&](Expr guard) { return decides(guard); });
}

bool LaunchOnly::decidesLoop(const Loop& loop) const {
  return std::ranges::all_of(loop.exits,
                             [&](const auto& edge) { return decidesBranch(edge.first); });
}

void LaunchOnly::openTargets(const Statement& statement) {
  if (const Assign* assign = statement.as<Assign>()) {
    for (std::size_t i = 0; i < assign->targets.size(); ++i)
      if (!decides(assign->values[i])) open(assign->targets[i].variable);
  } else {
    forEachAssigned(statement, [&](const Variable* variable) { open(variable); });
  }
}

void LaunchOnly::open(const Variable* variable) {
  if (!kernel_.isLocal(variable)) return;
  const std::size_t index = kernel_.indexOf(variable);
  changed_ |= variable_[index];
  variable_[index] = false;
}

void LaunchOnly::openAfter(unsigned branch) {
  const ControlFlow& flow = kernel_.flow();
  const int merge = flow.immediatePostDominator(branch);
  const std::vector<bool> influenced = flow.influencedBy(branch);
  for (unsigned b = 0; b < influenced.size(); ++b) {
    if (!influenced[b]) continue;
    changed_ |= block_[b];
    block_[b] = false;
    if (merge < 0) continue;
    for (const Statement& statement : kernel_.procedure().blocks[b]->statements)
      forEachAssigned(statement, [&](const Variable* variable) {
        if (liveness_.atStart(static_cast<unsigned>(merge), variable)) open(variable);
      });
  }
  for (int loop = flow.innermostLoop(branch); loop >= 0;
       loop = flow.loops()[static_cast<std::size_t>(loop)].parent) {
    const Loop& around = flow.loops()[static_cast<std::size_t>(loop)];
    if (merge < 0 || !flow.inLoop(static_cast<unsigned>(merge), around.index))
      openLoop(around.index);
  }
}

void LaunchOnly::openLoop(unsigned loop) {
  for (std::size_t v : kernel_.modifiedIn(loop))
    if (kernel_.liveAtHead(v, loop)) open(kernel_.variable(v));
}

bool LaunchOnly::decides(Expr value) const {
  return !anyNode(value, [&](Expr e) {
    switch (e->op()) {
      case Op::Variable: return !decides(e->variable());
      case Op::Select:
      case Op::Apply: return true;
      default: return false;
    }
  });
}

bool LaunchOnly::decides(const Variable* variable) const {
  if (kernel_.isLocal(variable)) return variable_[kernel_.indexOf(variable)];
  if (launch_.constants.contains(variable)) return true;
  if (!variable->isThreadId()) return false;
  const auto& sizes = variable->launch->kind == LaunchConstant::Kind::LocalId ? launch_.groupSize
                                                                              : launch_.numGroups;
  return sizes[variable->launch->dimension]->isLiteral();
}

}  // namespace barricade
