// Uniformity as an optimistic fixpoint (Collingbourne et al., "The design and implementation of a
// verification technique for GPU kernels", TOPLAS 2015, section 5).
//
// All variables and blocks are taken for uniform at first, but for what differs at the entry. Then
// everything that contradicts it is spoiled, until nothing changes:
//
//   data      what is assigned a value that is not uniform. A value is not uniform when it mentions
//             a variable that is not, the id of the thread (or of the group, between groups), the
//             other thread's values, or an element of an array that somebody writes. What is
//             havocked or returned by a call is not uniform either.
//   control   what is assigned in a block that is not uniform; a block is not when it lies between
//             a branch that is not decided uniformly and the branch's immediate post-dominator,
//             where both threads meet again. A branch that leaves a loop has its post-dominator
//             outside, so that the rest of the loop is spoiled from then on, header and all.
//
// Optimism is sound as the result is a fixpoint: suppose that the first step at which the threads
// differ assigned a variable, or took a branch, that is called uniform. All it depends on was equal
// until then, and was called uniform as well, so the two values are equal after all. It is needed
// for loops: a counter is uniform because it is uniform in the iteration before.
//
// What "equal" means for threads at different places: whenever both threads hold a value of the
// variable at the same point, reached by the same number of iterations of the loops around it.
#include "analysis/uniformity.h"

#include <algorithm>

#include "ir/walk.h"

namespace barricade {

Uniformity::Uniformity(const Kernel& kernel, Mode mode, bool sharedReads)
    : kernel_(kernel),
      mode_(mode),
      sharedReads_(sharedReads),
      uniformVariable_(kernel.variableCount(), true),
      uniformBlock_(kernel.procedure().blocks.size(), true) {
  if (mode == Mode::Single) return;
  auto spoil = [&](const Variable* v) {
    if (!kernel_.isLocal(v)) return;
    const std::size_t index = kernel_.indexOf(v);
    changed_ |= uniformVariable_[index];
    uniformVariable_[index] = false;
  };
  for (std::size_t v = 0; v < kernel.variableCount(); ++v)
    if (!kernel.isEqualAtEntry(v)) uniformVariable_[v] = false;
  do {
    changed_ = false;
    for (unsigned b : kernel.flow().order()) {
      for (const Statement& statement : kernel.procedure().blocks[b]->statements) {
        if (const Assign* assign = statement.as<Assign>()) {
          for (std::size_t i = 0; i < assign->targets.size(); ++i)
            if (!uniformBlock_[b] || !isUniform(assign->values[i]))
              spoil(assign->targets[i].variable);
        } else if (const Havoc* havoc = statement.as<Havoc>()) {
          for (const Variable* v : havoc->targets) spoil(v);
        } else if (const Call* call = statement.as<Call>()) {
          // Only the reductions of block barriers give all threads of a block one value.
          const auto& primitive = call->callee->synchronization;
          const bool reduction = primitive && primitive->reduction && mode_ == Mode::Intra;
          if (!reduction || !uniformBlock_[b])
            for (const Variable* v : call->results) spoil(v);
        }
      }
      const Branch& branch = kernel.branch(b);
      bool uniform = branch.kind != Branch::Kind::Choice;
      for (Expr guard : branch.guards) uniform = uniform && isUniform(guard);
      if (!uniform) spoilBlocksAfter(b);
    }
  } while (changed_);
}

bool Uniformity::isUniform(Expr e) const {
  std::unordered_map<Expr, bool> memo;
  return fold<bool>(
      e, memo,
      [&](Expr part) -> std::optional<bool> {
        if (part->op() == Op::Variable) return isUniform(part->variable());
        if (part->op() == Op::Apply && part->function()->isOtherThread()) return false;
        if (part->op() == Op::Select && !hasUniformElements(part->arg(0))) return false;
        return std::nullopt;
      },
      [](Expr part, std::vector<bool> args) {
        if (part->op() == Op::Select) return bool(args[1]);
        return std::ranges::find(args, false) == args.end();
      });
}

bool Uniformity::isUniform(const Variable* v) const {
  if (kernel_.isLocal(v)) return uniformVariable_[kernel_.indexOf(v)];
  if (v->launch)
    return v->launch->kind != LaunchConstant::Kind::LocalId &&
           (v->launch->kind != LaunchConstant::Kind::GroupId || mode_ != Mode::Inter);
  return v->kind == Variable::Kind::Constant || v->kind == Variable::Kind::Bound;
}

// Whether both threads read the same value at one index.
bool Uniformity::hasUniformElements(Expr map) const {
  if (map->op() != Op::Variable || !map->variable()->array) return false;
  const AddressSpace space = map->variable()->array->space;
  const KernelArray& array = kernel_.arrays()[kernel_.arrayIndex(map->variable())];
  if (sharedReads_ && space == AddressSpace::GroupShared && mode_ == Mode::Intra)
    return !array.atomic && !array.async;
  return array.readOnly() && space != AddressSpace::Private &&
         (space != AddressSpace::GroupShared || mode_ != Mode::Inter);
}

// The branch's influence region is executed by some threads only; a branch that leaves a loop makes
// the whole loop so.
void Uniformity::spoilBlocksAfter(unsigned branch) {
  const std::vector<bool> influenced = kernel_.flow().influencedBy(branch);
  for (unsigned b = 0; b < influenced.size(); ++b) {
    if (!influenced[b]) continue;
    changed_ |= uniformBlock_[b];
    uniformBlock_[b] = false;
  }
}

}  // namespace barricade
