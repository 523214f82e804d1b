#include "analysis/array_usage.h"

#include <algorithm>

#include "analysis/atomic_meaning.h"
#include "analysis/expressions.h"
#include "ir/uses.h"

namespace barricade {
namespace {

class UsageFinder {
 public:
  UsageFinder(const Program& program, const ControlFlow& flow, const Slice& slice) : flow_(flow) {
    for (Array* array : program.arrays()) {
      usage_.indices[array->variable] = usage_.arrays.size();
      usage_.arrays.push_back({.array = array, .influences = slice.all.contains(array->variable)});
    }
    usage_.loopWrites.assign(flow.loops().size(), std::vector<bool>(usage_.arrays.size()));
    usage_.loopStores = usage_.loopWrites;
  }

  ArrayUsage find(const Procedure& procedure) {
    for (unsigned b : flow_.order()) {
      const auto& statements = procedure.blocks[b]->statements;
      for (std::size_t i = 0; i < statements.size(); ++i) {
        markReads(statements[i]);
        forEachAssigned(statements[i],
                        [&](const Variable* v) { markAssigned(b, statements[i], v); });
      }
    }
    return std::move(usage_);
  }

 private:
  KernelArray& array(const Variable* variable) {
    return usage_.arrays[usage_.indices.at(variable)];
  }

  void markReads(const Statement& statement) {
    if (statement.as<Assert>() || statement.as<Assume>()) return;
    std::vector<Expr> reads;
    forEachExpression(statement, [&](Expr e) { collectReads(e, reads); });
    for (Expr read : reads) array(read->arg(0)->variable()).read = true;
    const Call* call = statement.as<Call>();
    if (call && call->callee->role == Procedure::Role::AsyncCopy &&
        call->args[1]->op() == Op::Variable)
      array(call->args[1]->variable()).read = true;
    const auto& primitive = call ? call->callee->synchronization : std::nullopt;
    // Barrier objects: no matter how, but never read only.
    if (primitive && primitive->position(SyncParameter::Object)) {
      KernelArray& objects =
          array(call->args[*primitive->position(SyncParameter::Object)]->variable());
      objects.written = objects.atomic = true;
    }
    if (primitive && primitive->primitive == SyncPrimitive::WarpRead)
      array(call->args[*primitive->position(SyncParameter::Array)]->variable()).read = true;
    if (primitive && primitive->primitive == SyncPrimitive::AsyncCopy)
      array(call->args[*primitive->position(SyncParameter::Source)]->variable()).read = true;
  }

  void markAssigned(unsigned block, const Statement& statement, const Variable* variable) {
    const Call* call = statement.as<Call>();
    if (variable->role == VariableRole::HasOccurred && call) {
      KernelArray& accessed = array(variable->subject);
      switch (variable->access) {
        case AccessKind::Read: accessed.read = true; break;
        case AccessKind::Write: accessed.written = true; break;
        case AccessKind::Atomic: accessed.atomic = true; break;
      }
    }
    auto it = usage_.indices.find(variable);
    if (it == usage_.indices.end()) return;
    KernelArray& assigned = usage_.arrays[it->second];
    const auto role = call ? call->callee->role : Procedure::Role::Ordinary;
    if (role == Procedure::Role::AtomicOp) {
      assigned.atomic = true;
      if (meaningOf(*call).kind != AtomicMeaning::Kind::Load) assigned.changedByAtomics = true;
    } else {
      assigned.written = true;
      assigned.async = assigned.async || role == Procedure::Role::AsyncCopy ||
                       role == Procedure::Role::Synchronization;
    }
    for (int l = flow_.innermostLoop(block); l >= 0;
         l = flow_.loops()[static_cast<unsigned>(l)].parent) {
      usage_.loopWrites[static_cast<unsigned>(l)][it->second] = true;
      if (role != Procedure::Role::AtomicOp)
        usage_.loopStores[static_cast<unsigned>(l)][it->second] = true;
    }
  }

  const ControlFlow& flow_;
  ArrayUsage usage_;
};

}  // namespace

ArrayUsage findArrayUsage(const Program& program, const Procedure& procedure,
                          const ControlFlow& flow, const Slice& slice) {
  return UsageFinder(program, flow, slice).find(procedure);
}

}  // namespace barricade
