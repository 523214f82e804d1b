// All sets of places are looked at of which no thread passes two. What the arms do to an array of
// each other is to be ordered one way: all read behind the writes, or all before them. Where both
// occur, one arm is done with the array before the other begins. Of the sets in which that is so
// the best one
//   leaves the fewest races unparted;
//   has the writes before the reads;
//   takes the place of the most barriers that are there, which no thread may pass alone;
//   cuts the fewest arms.
// Races that stay are parted by another cut.
#include "repair/joint_cut.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "ir/cfg.h"
#include "repair/arm_site.h"
#include "restructure/split_branch.h"

namespace barricade {
namespace {

constexpr std::size_t mostCuts = 20'000;  // looked at for one branch

struct CutPlace {
  Site site;
  AccessPlace next{};              // the first statement behind it
  bool isThere = false;            // in the kernel; otherwise it is to be inserted
  bool divides = false;            // a barrier there has a branch around it, not only other arms
  std::set<unsigned> second{};     // blocks
  std::set<AccessPlace> behind{};  // those accesses of the races that run behind the barrier

  bool isBefore(const AccessPlace& access) const {
    return second.contains(access.block) ||
           (access.block == next.block && access.statement >= next.statement);
  }
  bool excludes(const CutPlace& other) const {
    return next.block != other.next.block && !second.contains(other.next.block) &&
           !other.second.contains(next.block);
  }
};

class CutSearch {
 public:
  CutSearch(const std::vector<CutPlace>& places, const std::vector<BranchRace>& races)
      : races_(races) {
    for (const CutPlace& place : places) {
      if (!place.behind.empty()) addOnce(place);
      existing_ += place.site.existing ? 1 : 0;
    }
  }

  // The places of the best cut; empty when none parts a race.
  std::vector<const CutPlace*> best() {
    extend({}, 0);
    return best_;
  }

 private:
  // Whether no race is parted, arrays ordered both ways, races left, reads before writes, barriers
  // left out, arms.
  using Score = std::tuple<bool, std::size_t, std::size_t, std::size_t, std::size_t, std::size_t>;

  // Of places with the same accesses behind them the first, or a barrier that is there.
  void addOnce(const CutPlace& place) {
    const auto same = std::ranges::find(places_, place.behind, &CutPlace::behind);
    if (same == places_.end())
      places_.push_back(place);
    else if (rank(place) < rank(*same))
      *same = place;
  }

  static std::tuple<bool, bool, bool> rank(const CutPlace& place) {
    return {!place.site.existing, place.site.insideStatement, !place.isThere};
  }

  void extend(std::vector<const CutPlace*> cut, std::size_t next) {
    if (++looked_ > mostCuts) return;
    if (!cut.empty())
      if (const Score score = scoreOf(cut); best_.empty() || score < bestScore_) {
        best_ = cut;
        bestScore_ = score;
      }
    for (std::size_t i = next; i < places_.size(); ++i) {
      if (!std::ranges::all_of(cut,
                               [&](const CutPlace* other) { return places_[i].excludes(*other); }))
        continue;
      cut.push_back(&places_[i]);
      extend(cut, i + 1);
      cut.pop_back();
    }
  }

  Score scoreOf(const std::vector<const CutPlace*>& cut) const {
    std::size_t unparted = 0, both = 0, early = 0;
    std::map<std::size_t, std::pair<std::size_t, std::size_t>> orders;  // by array
    for (const BranchRace& race : races_) {
      const bool first = isBehind(cut, race.first), second = isBehind(cut, race.second);
      if (first == second) {
        ++unparted;
      } else if (race.inArms && race.firstWrites != race.secondWrites) {
        const bool writeIsBehind = race.firstWrites ? first : second;
        auto& [writesFirst, readsFirst] = orders[race.array];
        ++(writeIsBehind ? readsFirst : writesFirst);
      }
    }
    for (const auto& [array, order] : orders) {
      both += std::min(order.first, order.second);
      early += order.second;
    }
    const auto taken =
        std::ranges::count_if(cut, [](const CutPlace* place) { return place->site.existing; });
    return {unparted == races_.size(),
            both,
            unparted,
            early,
            existing_ - static_cast<std::size_t>(taken),
            cut.size()};
  }

  static bool isBehind(const std::vector<const CutPlace*>& cut, const AccessPlace& access) {
    return std::ranges::any_of(
        cut, [&](const CutPlace* place) { return place->behind.contains(access); });
  }

  const std::vector<BranchRace>& races_;
  std::vector<CutPlace> places_;
  std::size_t existing_ = 0;
  std::size_t looked_ = 0;
  std::vector<const CutPlace*> best_;
  Score bestScore_;
};

// The blocks that a thread may come to from one, within a region.
std::set<unsigned> reached(const ControlFlow& flow, unsigned from,
                           const std::set<unsigned>& region) {
  std::set<unsigned> found;
  std::vector<unsigned> work{from};
  while (!work.empty()) {
    const unsigned block = work.back();
    work.pop_back();
    for (unsigned next : flow.successors(block))
      if (region.contains(next) && found.insert(next).second) work.push_back(next);
  }
  return found;
}

std::vector<CutPlace> cutOf(const ControlFlow& flow, const std::set<unsigned>& region,
                            std::vector<CutPlace> places, const std::vector<BranchRace>& all) {
  std::vector<BranchRace> races;
  for (const BranchRace& race : all)
    if (region.contains(race.first.block) && region.contains(race.second.block))
      races.push_back(race);
  std::erase_if(places, [&](CutPlace& place) {
    place.second = reached(flow, place.next.block, region);
    return !region.contains(place.next.block) || place.second.contains(place.next.block);
  });
  for (CutPlace& place : places)
    for (const BranchRace& race : races)
      for (const AccessPlace& access : {race.first, race.second})
        if (place.isBefore(access)) place.behind.insert(access);
  CutSearch search(places, races);
  std::vector<CutPlace> best;
  for (const CutPlace* place : search.best()) best.push_back(*place);
  if (best.size() < 2) return {};
  std::ranges::stable_sort(best, std::ranges::less{}, [](const CutPlace& place) {
    return std::tuple(!place.divides, !place.site.existing, place.site.location);
  });
  return best;
}

// All places of a cut, and the branches around them.
class Places {
 public:
  Places(Program& program, Procedure& kernel, BarrierScope scope)
      : program_(program), kernel_(kernel), scope_(scope) {}

  void addSites(const std::vector<Site>& sites) {
    for (const Site& site : sites) {
      const SplitPoint point = findBarrier(kernel_, site.id);
      if (site.scope == scope_ && point.block)
        add({site, {point.block->index, point.index + 1}, true, findRegion(point)});
    }
  }

  // Sites lie between accesses of one thread only: before one that meets another arm may be none.
  void addBefore(const AccessPlace& access, unsigned number) {
    auto& statements = kernel_.blocks[access.block]->statements;
    const SourceChain& chain = program_.sources.chain(statements[access.statement].location);
    if (!isKnown(chain)) return;
    const auto first = std::ranges::find_if(statements, [&](const Statement& statement) {
      const SourceChain& other = program_.sources.chain(statement.location);
      return !statement.as<Assert>() && !statement.as<Assume>() && isKnown(other) &&
             other.front().line == chain.front().line;
    });
    if (first != statements.begin() + static_cast<std::ptrdiff_t>(access.statement)) return;
    Site site;
    site.id = {"before.access." + std::to_string(number)};
    site.scope = scope_;
    site.location = chain;
    insertSite(program_, kernel_, access, site);
    const bool divides = findRegion({kernel_.blocks[access.block].get(), access.statement});
    statements.erase(statements.begin() + static_cast<std::ptrdiff_t>(access.statement));
    add({site, access, false, divides});
  }

  const std::vector<CutPlace>& all() const { return places_; }
  const std::map<unsigned, std::set<unsigned>>& regions() const { return regions_; }

 private:
  void add(CutPlace place) { places_.push_back(std::move(place)); }

  bool findRegion(SplitPoint point) {
    const auto region = regionOfSplit(program_, kernel_, point);
    if (region) regions_.emplace(region->head, region->blocks);
    return region.has_value();
  }

  Program& program_;
  Procedure& kernel_;
  BarrierScope scope_;
  std::vector<CutPlace> places_;
  std::map<unsigned, std::set<unsigned>> regions_;  // by branch
};

}  // namespace

std::vector<Site> addJointCut(Program& program, Procedure& kernel, const std::vector<Site>& sites,
                              const std::vector<BranchRace>& races) {
  if (races.empty()) return {};
  const bool grid = std::ranges::any_of(races, &BranchRace::betweenBlocks);
  Places places(program, kernel, grid ? BarrierScope::Grid : BarrierScope::Block);
  places.addSites(sites);
  std::set<AccessPlace> accesses;
  for (const BranchRace& race : races) accesses.insert({race.first, race.second});
  for (unsigned number = 0; const AccessPlace& access : accesses)
    places.addBefore(access, number++);
  const ControlFlow flow(kernel);
  for (const auto& [head, region] : places.regions()) {
    std::vector<CutPlace> cut = cutOf(flow, region, places.all(), races);
    std::vector<Site> found;
    for (CutPlace& place : cut) {  // in different blocks, so that none moves another one
      if (!place.isThere) insertSite(program, kernel, place.next, place.site);
      found.push_back(std::move(place.site));
    }
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace barricade
