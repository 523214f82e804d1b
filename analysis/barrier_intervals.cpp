#include "analysis/barrier_intervals.h"

#include <algorithm>
#include <vector>

#include "ir/uses.h"

namespace barricade {
namespace {

// One that a repair might take away divides nothing.
bool isBarrier(const Statement& statement) {
  const Call* call = statement.as<Call>();
  return call && call->callee->isBarrier() && call->site.isNone();
}

}  // namespace

BarrierIntervals::BarrierIntervals(const Kernel& kernel) {
  const ControlFlow& flow = kernel.flow();
  const auto& blocks = kernel.procedure().blocks;
  auto isShared = [&](const Variable* v) {
    return v->array && v->array->space == AddressSpace::GroupShared &&
           !kernel.arrays()[kernel.arrayIndex(v)].async;
  };
  std::vector<Barriers> before(blocks.size());
  before[flow.order().front()] = {0};
  std::size_t count = 0;
  std::unordered_map<const Statement*, std::size_t> numbers;
  for (unsigned b : flow.order())
    for (const Statement& statement : blocks[b]->statements)
      if (isBarrier(statement)) numbers.emplace(&statement, ++count);
  auto follow = [&](unsigned b, auto visit) {
    Barriers last = before[b];
    for (const Statement& statement : blocks[b]->statements) {
      visit(statement, last);
      if (isBarrier(statement)) last = {numbers.at(&statement)};
    }
    return last;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned b : flow.order()) {
      const Barriers last = follow(b, [](const Statement&, const Barriers&) {});
      for (unsigned next : flow.successors(b)) {
        const std::size_t known = before[next].size();
        before[next].insert(last.begin(), last.end());
        changed |= before[next].size() != known;
      }
    }
  }
  for (unsigned b : flow.order())
    follow(b, [&](const Statement& statement, const Barriers& last) {
      const Call* call = statement.as<Call>();
      if (call && call->callee->isBarrier()) beforeBarrier_[&statement] = last;
      forEachExpression(statement, [&](Expr e) {
        forEachVariable(e, [&](const Variable* v) {
          if (!isShared(v)) return;
          accesses_[v].read.insert(last.begin(), last.end());
          if (call) accesses_[v].written.insert(last.begin(), last.end());
        });
      });
      forEachAssigned(statement, [&](const Variable* v) {
        if (isShared(v)) accesses_[v].written.insert(last.begin(), last.end());
      });
    });
}

bool BarrierIntervals::isReadApart(const Variable* array) const {
  const auto known = accesses_.find(array);
  if (known == accesses_.end()) return false;
  const auto& [read, written] = known->second;
  return std::ranges::none_of(read, [&](std::size_t barrier) { return written.contains(barrier); });
}

bool BarrierIntervals::mayChangeAt(const Variable* array, const Statement& statement) const {
  const auto before = beforeBarrier_.find(&statement);
  if (before == beforeBarrier_.end()) return !isReadApart(array);
  const auto known = accesses_.find(array);
  if (known == accesses_.end()) return true;
  return std::ranges::any_of(
      before->second, [&](std::size_t last) { return known->second.written.contains(last); });
}

}  // namespace barricade
