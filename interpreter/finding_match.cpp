#include "interpreter/finding_match.h"

#include <algorithm>

namespace barricade {
namespace {

bool samePosition(const SourceChain& claimed, const SourceChain& seen) {
  if (!isKnown(claimed)) return true;
  if (seen.empty()) return false;
  // A verifier that does not inline knows the innermost position only.
  return claimed == seen ||
         ((claimed.size() == 1 || seen.size() == 1) && claimed.front() == seen.front());
}

bool sameKinds(const std::string& claimed, const std::string& seen) {
  return claimed.empty() || claimed == seen;
}

}  // namespace

bool matches(const Finding& claimed, const RunFinding& seen) {
  if (claimed.kind != seen.kind) return false;
  if (claimed.array && claimed.array != seen.array) return false;
  if (claimed.kind == FindingKind::Race) {
    if (claimed.interGroup != seen.interGroup || seen.places.size() != 2) return false;
    if (claimed.places.size() != 2) return true;
    auto agree = [&](std::size_t a, std::size_t b) {
      return samePosition(claimed.places[a].location, seen.places[b].chain) &&
             sameKinds(claimed.places[a].kind, seen.places[b].kind);
    };
    return (agree(0, 0) && agree(1, 1)) || (agree(0, 1) && agree(1, 0));
  }
  if (claimed.places.empty()) return true;
  if (claimed.kind == FindingKind::Divergence) {
    // The barrier that a thread waits at; where the other is instead does not matter. Nor does from
    // where it is called: lanes that are somewhere else meet at what is the same instruction.
    return std::any_of(claimed.places.begin(), claimed.places.end(), [&](const FindingPlace& c) {
      return c.reached &&
             std::any_of(seen.places.begin(), seen.places.end(), [&](const RunPlace& s) {
               return s.kind != "end" &&
                      (samePosition(c.location, s.chain) ||
                       (isKnown(s.chain) && c.location.front() == s.chain.front()));
             });
    });
  }
  return !seen.places.empty() &&
         samePosition(claimed.places.front().location, seen.places[0].chain);
}

}  // namespace barricade
