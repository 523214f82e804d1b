// Backwards from the barrier along all paths to the barriers that stay, and forwards likewise: the
// accesses met on both sides, in pairs that conflict, are the obligations.
#include "repair/obligations.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "instrument/guarded_barrier.h"
#include "instrument/racing_accesses.h"
#include "ir/cfg.h"

namespace barricade {
namespace {

constexpr std::size_t mostPairsNamed = 2;

struct PlacedAccess {
  RacingAccess access;
  LocationId location = noLocation;
};

class ObligationFinder {
 public:
  ObligationFinder(const Program& program, const Procedure& kernel, const Placement& placement)
      : program_(program),
        kernel_(kernel),
        placement_(placement),
        flow_(kernel),
        accesses_(kernel) {}

  std::string run(const SiteId& site) {
    for (const auto& block : kernel_.blocks)
      for (std::size_t i = 0; i < block->statements.size(); ++i)
        if (const Call* call = block->statements[i].as<Call>();
            call && isBarrier(block->statements[i]) && call->site == site)
          collect(block->index, i);
    return inWords();
  }

 private:
  const std::vector<Statement>& statements(unsigned block) const {
    return kernel_.blocks[block]->statements;
  }

  // Whether no access is followed past this statement.
  bool stays(const Statement& statement) const {
    if (!isBarrier(statement)) return false;
    const SiteId site = statement.as<Call>()->site;
    return site.isNone() || placement_.contains(site);
  }

  void collect(unsigned block, std::size_t index) {
    const auto before = walk(block, index, false);
    const auto after = walk(block, index, true);
    for (const PlacedAccess& a : before)
      for (const PlacedAccess& b : after)
        if (conflict(a.access, b.access)) addOnce(inWords(a) + " and " + inWords(b));
  }

  std::vector<PlacedAccess> walk(unsigned block, std::size_t index, bool forwards) const {
    std::vector<PlacedAccess> found;
    std::set<unsigned> seen;
    std::vector<unsigned> work;
    auto go = [&](unsigned b, std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        const Statement& statement = statements(b)[forwards ? k : begin + end - 1 - k];
        if (stays(statement)) return;
        for (const RacingAccess& access : accesses_.of(statement))
          found.push_back({access, statement.location});
      }
      for (unsigned next : forwards ? flow_.successors(b) : flow_.predecessors(b))
        if (seen.insert(next).second) work.push_back(next);
    };
    if (forwards)
      go(block, index + 1, statements(block).size());
    else
      go(block, 0, index);
    while (!work.empty()) {
      const unsigned b = work.back();
      work.pop_back();
      go(b, 0, statements(b).size());
    }
    return found;
  }

  static bool conflict(const RacingAccess& a, const RacingAccess& b) {
    if (a.array != b.array) return false;
    if (a.kind == AccessKind::Read && b.kind == AccessKind::Read) return false;
    return a.kind != AccessKind::Atomic || b.kind != AccessKind::Atomic || a.narrow || b.narrow;
  }

  std::string inWords(const PlacedAccess& placed) const {
    const SourceChain& chain = program_.sources.chain(placed.location);
    const char* kind = placed.access.kind == AccessKind::Read    ? "read of '"
                       : placed.access.kind == AccessKind::Write ? "write of '"
                                                                 : "atomic update of '";
    return kind + placed.access.array->sourceName + "'" +
           (chain.empty() ? "" : " at " + chain.front().toString());
  }

  void addOnce(std::string pair) {
    if (std::find(pairs_.begin(), pairs_.end(), pair) == pairs_.end())
      pairs_.push_back(std::move(pair));
  }

  std::string inWords() const {
    if (pairs_.empty()) return "only accesses that cannot conflict lie on its two sides";
    std::string text = "proven without it: ";
    for (std::size_t i = 0; i < std::min(pairs_.size(), mostPairsNamed); ++i)
      text += (i > 0 ? ", nor " : "") + pairs_[i];
    if (pairs_.size() > mostPairsNamed)
      text += " (nor " + std::to_string(pairs_.size() - mostPairsNamed) + " more pairs)";
    return text + " never meet unordered";
  }

  const Program& program_;
  const Procedure& kernel_;
  const Placement& placement_;
  const ControlFlow flow_;
  const RacingAccesses accesses_;
  std::vector<std::string> pairs_;
};

}  // namespace

std::string obligationWithout(const Program& program, const Procedure& kernel, const SiteId& site,
                              const Placement& placement) {
  return ObligationFinder(program, kernel, placement).run(site);
}

}  // namespace barricade
