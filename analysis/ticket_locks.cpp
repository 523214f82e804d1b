#include "analysis/ticket_locks.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "analysis/atomic_meaning.h"
#include "analysis/signals.h"
#include "ir/semantics.h"
#include "ir/uses.h"

namespace barricade {
namespace {

using Meaning = AtomicMeaning::Kind;

// The number in an index that is one, or the sum of one and something else.
BigInt numberIn(Expr index) {
  if (index->isLiteral()) return index->value();
  if (index->op() == Op::BvAdd)
    for (unsigned side : {0u, 1u})
      if (index->arg(side)->isLiteral()) return index->arg(side)->value();
  return 0;
}

// By how much one index is greater, where they differ by such a number.
BigInt distance(Expr from, Expr to) {
  const unsigned width = from->type()->width();
  return toSigned(toUnsigned(numberIn(to) - numberIn(from), width), width);
}

class Finder {
 public:
  explicit Finder(const Kernel& kernel)
      : kernel_(kernel), flow_(kernel.flow()), blocks_(kernel.procedure().blocks) {}

  std::vector<TicketLock> find() {
    for (const auto& block : blocks_)
      if (flow_.reachable(block->index))
        for (std::size_t i = 0; i < block->statements.size(); ++i) addTurn({block->index, i});
    std::vector<TicketLock> found;
    for (auto& [next, lock] : locks_)
      if (isLock(lock)) found.push_back(std::move(lock));
    std::map<const Variable*, unsigned> users;
    for (const TicketLock& lock : found)
      for (const Variable* array : std::set{lock.next, lock.serving}) ++users[array];
    std::erase_if(found, [&](const TicketLock& lock) {
      return users[lock.next] > 1 || users[lock.serving] > 1;
    });
    return found;
  }

 private:
  const Statement& at(StatementPlace place) const {
    return blocks_[place.block]->statements[place.position];
  }
  ElementOperation operationAt(StatementPlace place) const { return *elementOperation(at(place)); }

  void addTurn(StatementPlace draw) {
    const auto drawn = elementOperation(at(draw));
    if (!drawn || !isStep(drawn->meaning) || !isOfDevice(draw)) return;
    const Loop* loop = loopAfter(draw);
    if (!loop) return;
    const std::vector<StatementPlace> polls = pollsOf(draw, *loop, *drawn->result);
    if (polls.empty()) return;
    const ElementOperation polled = operationAt(polls.back());
    TicketLock& lock = locks_[drawn->array];
    if (lock.turns.empty()) {
      lock.next = drawn->array;
      lock.serving = polled.array;
      lock.distance = distance(drawn->offset, polled.offset);
    }
    if (lock.serving != polled.array) lock.serving = nullptr;
    lock.turns.push_back({draw, loop->index, polls});
  }

  static bool isStep(const AtomicMeaning& meaning) {
    return meaning.kind == Meaning::Count && meaning.step == 1 && !meaning.bound;
  }

  static bool passes(const AtomicMeaning& meaning) {
    return isStep(meaning) || meaning.kind == Meaning::Store || meaning.kind == Meaning::Exchange;
  }

  bool isOfDevice(StatementPlace place) const {
    const Call& call = *at(place).as<Call>();
    const Array* array = call.args[0]->variable()->array;
    return array && array->space == AddressSpace::Global && includesOtherBlocks(call.atomic->scope);
  }

  // Nothing is done but arithmetic, with what has been drawn and where as it is.
  bool isIdle(const Statement& statement, const Variable& drawn) const {
    if (const Call* call = statement.as<Call>()) return call->callee->isFence();
    bool isIdle = true;
    forEachAssigned(statement, [&](const Variable* variable) {
      isIdle = isIdle && !variable->array && variable != &drawn;
    });
    return isIdle;
  }

  // What its block alone leads to, and leads to alone.
  const Loop* loopAfter(StatementPlace draw) const {
    const Block& block = *blocks_[draw.block];
    if (block.successors.size() != 1) return nullptr;
    const unsigned head = block.successors.front()->index;
    const auto loop = std::ranges::find(flow_.loops(), head, &Loop::header);
    const bool isEntered = loop != flow_.loops().end() && !flow_.inLoop(draw.block, loop->index);
    return isEntered && isEnteredAndLeftOnce(*loop) ? &*loop : nullptr;
  }

  bool isEnteredAndLeftOnce(const Loop& loop) const {
    const auto entries = std::ranges::count_if(
        flow_.predecessors(loop.header), [&](unsigned b) { return !flow_.inLoop(b, loop.index); });
    return entries == 1 && std::ranges::all_of(loop.exits, [&](const auto& exit) {
             return flow_.predecessors(exit.second).size() == 1;
           });
  }

  // The operations that look at an element until it holds the ticket; none where there is anything
  // else.
  std::vector<StatementPlace> pollsOf(StatementPlace draw, const Loop& loop,
                                      const Variable& drawn) const {
    std::vector<StatementPlace> places, polls;
    for (std::size_t i = draw.position + 1; i < blocks_[draw.block]->statements.size(); ++i)
      places.push_back({draw.block, i});
    for (unsigned b : loop.blocks)
      for (std::size_t i = 0; i < blocks_[b]->statements.size(); ++i) places.push_back({b, i});
    for (StatementPlace place : places) {
      if (isIdle(at(place), drawn)) continue;
      const auto operation = elementOperation(at(place));
      const bool isPoll = operation && operation->meaning.kind == Meaning::Load &&
                          operation->result != &drawn && operation->result->type == drawn.type &&
                          isOfDevice(place);
      if (!isPoll || (!polls.empty() && !isAlike(*operation, operationAt(polls.back())))) return {};
      polls.push_back(place);
    }
    const bool isInLoop = !polls.empty() && polls.back().block != draw.block;
    return isInLoop ? polls : std::vector<StatementPlace>();
  }

  static bool isAlike(const ElementOperation& a, const ElementOperation& b) {
    return a.array == b.array && a.result == b.result;
  }

  bool isLock(TicketLock& lock) const {
    if (!lock.serving || lock.next->type != lock.serving->type) return false;
    const auto signals = findSignals(kernel_);
    for (const Variable* array : {lock.next, lock.serving})
      if (signals[kernel_.arrayIndex(array)].hasKnownStart) return false;
    const bool isRepeated = std::ranges::any_of(lock.turns, [&](const TicketLock::Turn& turn) {
      return flow_.innermostLoop(turn.draw.block) >= 0;
    });
    return isRepeated && addPasses(lock) && !lock.passes.empty();
  }

  // All else that is done with the arrays.
  bool addPasses(TicketLock& lock) const {
    std::set<StatementPlace> known;
    for (const TicketLock::Turn& turn : lock.turns) {
      known.insert(turn.draw);
      known.insert(turn.polls.begin(), turn.polls.end());
    }
    for (const auto& block : blocks_)
      for (std::size_t i = 0; i < block->statements.size(); ++i) {
        const StatementPlace place{block->index, i};
        if (known.contains(place) || !uses(at(place), lock)) continue;
        const auto operation = elementOperation(at(place));
        const bool isPass = operation && operation->array == lock.serving && isOfDevice(place) &&
                            passes(operation->meaning);
        if (!isPass) return false;
        lock.passes.push_back(place);
      }
    return true;
  }

  static bool uses(const Statement& statement, const TicketLock& lock) {
    bool found = false;
    auto visit = [&](const Variable* v) { found = found || v == lock.next || v == lock.serving; };
    forEachAssigned(statement, visit);
    forEachExpression(statement, [&](Expr e) { forEachVariable(e, visit); });
    return found;
  }

  const Kernel& kernel_;
  const ControlFlow& flow_;
  const std::vector<std::unique_ptr<Block>>& blocks_;
  std::map<const Variable*, TicketLock> locks_;
};

}  // namespace

std::vector<TicketLock> findTicketLocks(const Kernel& kernel) {
  if (kernel.flow().irreducible()) return {};
  std::vector<TicketLock> found = Finder(kernel).find();
  std::ranges::sort(found, {}, [](const TicketLock& lock) { return lock.turns.front().draw; });
  return found;
}

}  // namespace barricade
