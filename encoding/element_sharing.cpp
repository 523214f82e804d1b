#include "encoding/element_sharing.h"

#include <algorithm>
#include <map>

#include "encoding/linear_thread.h"

namespace barricade {
namespace {

std::optional<unsigned> threadsOfOneElement(const OrderingView& view, const SignalEvent& count) {
  constexpr unsigned mostThreads = 1024;
  const unsigned threads = threadsOfBlock(view.launch, mostThreads);
  if (threads > mostThreads || count.offset[0]->isLiteral()) return std::nullopt;
  std::map<BigInt, unsigned> sharing;
  unsigned most = 0;
  for (unsigned linear = 0; linear < threads; ++linear) {
    auto ofThread = [&](Expr e) {
      return ofLinearThread(view.terms, view.launch, view.pair, e, linear);
    };
    if (ofThread(count.running[0])->isFalse()) continue;
    const Expr element = ofThread(count.offset[0]);
    if (!element->isLiteral()) return std::nullopt;
    most = std::max(most, ++sharing[element->value()]);
  }
  return most;
}

}  // namespace

std::optional<unsigned> threadsOfOneElement(const OrderingView& view, const SignalFacts& counter) {
  for (Expr size : view.launch.groupSize)
    if (!size->isLiteral()) return std::nullopt;
  std::optional<unsigned> most;
  for (const CountingSite& site : counter.sites) {
    bool found = false;
    for (const SignalEvent& event : view.signals) {
      if (!isCount(event) || !isSameStatement(*event.statement, *site.statement)) continue;
      const auto threads = threadsOfOneElement(view, event);
      if (!threads) return std::nullopt;
      most = std::max(most.value_or(0), *threads);
      found = true;
    }
    if (!found) return std::nullopt;
  }
  return most;
}

}  // namespace barricade
