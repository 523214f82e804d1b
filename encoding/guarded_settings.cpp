// Variables that some iterations of a loop set to what is known of them, and the others leave
// alone, as what a thread knows after a wait that the first rounds leave out:
//
//   for (i = 0; i < n; ++i) {
//     if (i >= 3) free[i % 3].arrive_and_wait();
//     ...
//   }
//
// Where the condition for it comes back, or the loop's end decides it (guarded_counts.cpp), it has
// held in one of the last few iterations, or in none at all: the last of them tells the value. One
// that holds in some of the first iterations and never again is left alone.
#include <algorithm>
#include <array>

#include "analysis/counters.h"
#include "encoding/loop_head.h"

namespace barricade {
namespace {

// What is known of these suffices without (knowledgeOfCount), and twice as fast.
bool isOfNamedBarrier(const Kernel& kernel, std::size_t variable) {
  return std::ranges::any_of(kernel.counters().channels, [&](const Channel& channel) {
    return channel.kind == Channel::Kind::Named &&
           std::ranges::any_of(std::array{channel.arrived, channel.waited, channel.knew},
                               [&](const Variable* counter) {
                                 return counter && kernel.indexOf(counter) == variable;
                               });
  });
}

}  // namespace

Expr LoopHead::guardedSetting(const LoopRun& loop, std::size_t variable, unsigned thread,
                              Expr counter, Expr current) {
  const auto& next = summaryOf(loop).next;
  const auto mine = next.find(variable);
  if (mine == next.end() || !current || run_.kernel.program().mathInt ||
      isOfNamedBarrier(run_.kernel, variable))
    return nullptr;
  const Expr head = run_.subject.placeholders.variables[variable];
  return byCases(loop, thread, {mine->second}, [&](const std::vector<Expr>& now) {
    return lastSetting(loop, now.front(), head, thread, counter, current);
  });
}

Expr LoopHead::lastSetting(const LoopRun& loop, Expr next, Expr head, unsigned thread, Expr counter,
                           Expr current) {
  constexpr unsigned furthestBack = 8;
  Terms& terms = run_.terms;
  const Expr guard = changesWhen(terms, next, head);
  if (guard->isFalse()) return current;
  if (guard->isTrue()) return nullptr;
  const Expr set = terms.assuming(next, guard);
  if (leavesOf(set).contains(head->variable())) return nullptr;
  const auto [ahead, comesBack] = partsOf(loop, guard);
  const auto pattern = patternOf(loop, comesBack, thread);
  if (!pattern) return nullptr;
  const auto again = pattern->held.begin() + pattern->before;
  const bool atFirst = std::find(pattern->held.begin(), again, true) != again;
  const bool comesAgain = std::find(again, pattern->held.end(), true) != pattern->held.end();
  if (!comesAgain) return atFirst ? nullptr : current;
  const unsigned reach = ahead + pattern->period + (atFirst ? pattern->before : 0);
  if (reach > furthestBack) return nullptr;
  Expr value = current;
  for (unsigned back = reach; back > 0; --back) {
    const Expr iteration = terms.sub(counter, counterNumber(back));
    const Expr held = knownAt(guard, loop, thread, iteration);
    const Expr then = termIn(set, loop, thread, iteration);
    if (!held || !then) return nullptr;
    const Expr isSince =
        terms.lessEqual(terms.add(loop.counter, counterNumber(back)), counter, false);
    value = terms.ite(terms.land(isSince, held), then, value);
  }
  if (!pattern->limit) return value;
  const Expr isKnown = terms.lessEqual(counter, counterNumber(*pattern->limit), false);
  return terms.ite(isKnown, value, terms.fresh("set", head->type()));
}

}  // namespace barricade
