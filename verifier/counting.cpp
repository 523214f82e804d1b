#include "verifier/counting.h"

#include <set>

namespace barricade {
namespace {

class CountingFinder {
 public:
  CountingFinder(const AllSignalPairs& pairs, const std::vector<SignalArray>& arrays,
                 const std::vector<SignalFacts>& facts, std::size_t a)
      : pairs_(pairs), arrays_(arrays), facts_(facts), sites_(facts[a].sites), a_(a) {}

  // Whether some of the sites cannot be told apart: copies of one call.
  bool areAlike() const {
    for (std::size_t i = 0; i < sites_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (isSameStatement(*sites_[i].statement, *sites_[j].statement)) return true;
    return false;
  }

  bool endsPhase(std::size_t site) const {
    const SignalPairs& pairs = pairs_.any();
    Terms& terms = pairs.terms();
    const SignalOrder order = orderIn(pairs);
    const Expr limit = order.limitOf(facts_[a_], site + 1);
    if (!limit) return false;
    Expr early = terms.no();
    const auto& signals = pairs.signals();
    for (std::size_t c = 0; c < signals.size(); ++c) {
      const SignalEvent& count = signals[c];
      bool later = false;
      for (std::size_t j = site + 1; j < sites_.size(); ++j) later = later || isAt(count, j);
      if (!later) continue;
      const SignalOrder::Seen seen = order.seenBefore(c, 0);
      const Expr enough =
          terms.lessEqual(limit, terms.zeroExtend(seen.value, limit->type()->width()), false);
      early = terms.lor(early, terms.land(count.assumption, count.running[0],
                                          terms.lnot(terms.land(seen.any, enough))));
    }
    return pairs.isImpossible("who counts again has seen all", early);
  }

  // Sites whose operations are in turn with all others on their elements.
  std::set<std::size_t> inTurn() const {
    std::set<std::size_t> found;
    for (std::size_t i = 0; i < sites_.size(); ++i)
      if (isApartFromAll(i)) found.insert(i);
    auto meetsOthers = [&](std::size_t i) {
      for (std::size_t j = 0; j < sites_.size(); ++j)
        if (!found.contains(j) && !neverMeet(i, j, false)) return true;
      return false;
    };
    for (auto i = found.begin(); i != found.end();) {
      if (meetsOthers(*i)) {
        found.erase(i);
        i = found.begin();
      } else {
        ++i;
      }
    }
    return found;
  }

 private:
  SignalOrder orderIn(const SignalPairs& pairs) const {
    const Subject& subject = pairs.subject();
    return SignalOrder({pairs.terms(), subject.kernel, subject.launch, pairs.pair(),
                        pairs.signals(), pairs.execution().events(), facts_, arrays_});
  }

  bool isAt(const SignalEvent& event, std::size_t site) const {
    return isCount(event) && event.array == a_ && isOwn(event) &&
           isSameStatement(*event.statement, *sites_[site].statement);
  }

  bool isApartFromAll(std::size_t site) const {
    const SignalPairs& pairs = pairs_.any();
    const SignalOrder order = orderIn(pairs);
    for (std::size_t c = 0; c < pairs.signals().size(); ++c)
      if (isAt(pairs.signals()[c], site) && order.seenBefore(c, 0).any->isFalse()) return false;
    for (std::size_t j = 0; j < sites_.size(); ++j)
      if (!neverMeet(site, j, true)) return false;
    return true;
  }

  // No operations of both sites are on one element; or, with `inOneTurn`, none after reads of one
  // value, or without a read.
  bool neverMeet(std::size_t i, std::size_t j, bool inOneTurn) const {
    return pairs_.hold(a_, [&](const SignalPairs& pairs) {
      Terms& terms = pairs.terms();
      const SignalOrder order = orderIn(pairs);
      const auto& signals = pairs.signals();
      Expr together = terms.no();
      for (std::size_t x = 0; x < signals.size(); ++x)
        for (std::size_t y = 0; y < signals.size(); ++y) {
          if (!isAt(signals[x], i) || !isAt(signals[y], j)) continue;
          for (unsigned side : {0U, 1U}) {
            if (side == 0 && x == y) continue;  // an operation and itself
            const Expr both = terms.land(signals[x].running[0], signals[y].running[side]);
            const Expr meet = terms.equal(signals[x].offset[0], signals[y].offset[side]);
            together = terms.lor(
                together, terms.land(SignalPairs::assumptionOf(signals[x], signals[y]),
                                     terms.land(both, meet),
                                     inOneTurn ? areInOneTurn(order, x, y, side) : terms.yes()));
          }
        }
      return pairs.isImpossible("counting in turn", together);
    });
  }

  // Operation x of thread 1, and y of that side.
  static Expr areInOneTurn(const SignalOrder& order, std::size_t x, std::size_t y, unsigned side) {
    const SignalOrder::Seen mine = order.seenBefore(x, 0);
    const SignalOrder::Seen other = order.seenBefore(y, side);
    Terms& terms = order.terms();
    return terms.lor(terms.lnot(terms.land(mine.any, other.any)),
                     terms.equal(mine.value, other.value));
  }

  const AllSignalPairs& pairs_;
  const std::vector<SignalArray>& arrays_;
  const std::vector<SignalFacts>& facts_;
  const std::vector<CountingSite> sites_;
  const std::size_t a_;
};

}  // namespace

void findPhasesAndTurns(const AllSignalPairs& pairs, const std::vector<SignalArray>& arrays,
                        std::vector<SignalFacts>& facts, std::size_t a) {
  const CountingFinder finder(pairs, arrays, facts, a);
  if (finder.areAlike()) return;
  std::vector<CountingSite>& sites = facts[a].sites;
  for (std::size_t i = 0; i + 1 < sites.size(); ++i) sites[i].endsPhase = finder.endsPhase(i);
  // With a bound they may begin anew.
  const auto& uses = arrays[a].sites;
  if (std::any_of(uses.begin(), uses.end(), [](const SignalSite& s) { return s.meaning.bound; }))
    return;
  for (std::size_t i : finder.inTurn()) sites[i].inTurn = true;
}

}  // namespace barricade
