#include "analysis/array_usage.h"

#include <string_view>

#include "analysis/expressions.h"
#include "ir/uses.h"

namespace barricade {
namespace {

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
  const Variable* array = call.args[0]->variable();
  const Type element = array->type->range();
  const unsigned width = element->isBitVector() ? element->width() : array->array->elementWidth;
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
    for (unsigned b : flow_.order())
      for (const Statement& statement : procedure.blocks[b]->statements) {
        markReads(statement);
        forEachAssigned(statement, [&](const Variable* v) { markAssigned(b, statement, v); });
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
      markAtomic(assigned, *call);
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

  static void markAtomic(KernelArray& array, const Call& call) {
    array.monotonic = isMonotonic(call) && (!array.atomic || array.monotonic) &&
                      (!array.atomic || sameAtomic(*array.firstAtomic, call));
    if (!array.firstAtomic) array.firstAtomic = &call;
    array.atomic = true;
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
