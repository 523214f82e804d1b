// From candidates to sites: copies of one source position become one candidate, interchangeable
// ones are thinned out, and barrier calls are inserted at what remains.
#include "instrument/instrument.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <tuple>
#include <unordered_set>

#include "instrument/candidates.h"
#include "instrument/guarded_barrier.h"
#include "ir/loop_location.h"

namespace barricade {
namespace {

// One barrier of the source: a candidate, or all its inlined copies.
struct Group {
  std::vector<const CandidateSite*> copies;
  double weight = 0;  // at block level
  std::vector<unsigned> segments;
  bool kept[3] = {false, false, false};  // by scope
  const CandidateSite& first() const { return *copies.front(); }
  bool existing() const { return first().kind == SiteKind::Existing; }
};

class Instrumenter {
 public:
  Instrumenter(Program& program, Procedure& kernel, const SiteOptions& options)
      : program_(program),
        kernel_(kernel),
        options_(options),
        flow_(kernel),
        accesses_(kernel),
        regions_(kernel, flow_, [&](const Statement& s) { return accesses_.separates(s); }) {
    Analysis analysis{program_, kernel_, flow_, accesses_, regions_, {}, options.warpBarriers};
    for (const Loop& loop : flow_.loops())
      analysis.shapes.push_back(shapeOf(program_, kernel_, flow_, loop));
    candidates_ = findCandidates(analysis);
  }

  Instrumentation run() {
    findUseful();
    groupCopies();
    prune(BarrierScope::Block);
    if (options_.gridBarriers) prune(BarrierScope::Grid);
    if (options_.warpBarriers) prune(BarrierScope::Warp);
    return insert();
  }

 private:
  //--- What a barrier at a point could separate ---------------------------------------------

  // A barrier is of use where accesses before and after it conflict.
  void findUseful() {
    const std::size_t count = kernel_.blocks.size();
    std::vector<AccessSet> own(count, accesses_.none());
    for (unsigned b : flow_.order())
      for (const Statement& statement : kernel_.blocks[b]->statements)
        accesses_.addTo(own[b], statement);
    std::vector<AccessSet> before(count, accesses_.none());
    std::vector<AccessSet> after(count, accesses_.none());  // at the block's end
    for (bool changed = true; changed;) {
      changed = false;
      for (unsigned b : flow_.order())
        for (unsigned s : flow_.successors(b)) {
          changed |= before[s].merge(before[b]);
          changed |= before[s].merge(own[b]);
        }
      for (auto it = flow_.order().rbegin(); it != flow_.order().rend(); ++it)
        for (unsigned s : flow_.successors(*it)) {
          changed |= after[*it].merge(after[s]);
          changed |= after[*it].merge(own[s]);
        }
    }
    for (auto* facts : {&ordersLocal_, &ordersGlobal_, &partial_})
      facts->resize(candidates_.size());
    for (std::size_t c = 0; c < candidates_.size();) {
      const unsigned b = candidates_[c].point.block;
      std::size_t end = c;
      while (end < candidates_.size() && candidates_[end].point.block == b) ++end;
      usefulInBlock(b, c, end, before[b], after[b]);
      c = end;
    }
  }

  // Candidates `begin` to `end` are those of block `b`, in order.
  void usefulInBlock(unsigned b, std::size_t begin, std::size_t end, AccessSet before,
                     AccessSet after) {
    const auto& statements = kernel_.blocks[b]->statements;
    std::vector<AccessSet> afterEach(end - begin, accesses_.none());
    std::size_t at = statements.size();
    for (std::size_t c = end; c-- > begin;) {
      while (at > candidates_[c].point.index) accesses_.addTo(after, statements[--at]);
      afterEach[c - begin] = after;
    }
    at = 0;
    for (std::size_t c = begin; c < end; ++c) {
      while (at < candidates_[c].point.index) accesses_.addTo(before, statements[at++]);
      const CandidateSite& candidate = candidates_[c];
      const AccessSet& behind = afterEach[c - begin];
      const bool signals = options_.besideAtomics && ((before.hasAtomics() && !behind.isEmpty()) ||
                                                      (behind.hasAtomics() && !before.isEmpty()));
      const bool local = signals || before.conflicts(behind, accesses_.shared());
      const bool global = signals || before.conflicts(behind, accesses_.global());
      ordersLocal_[c] = local;
      ordersGlobal_[c] = global;
      partial_[c] = (local && !candidate.localFence) || (global && !candidate.globalFence);
    }
  }

  std::size_t indexOf(const CandidateSite& candidate) const {
    return static_cast<std::size_t>(&candidate - candidates_.data());
  }

  bool useful(const CandidateSite& candidate, BarrierScope scope) const {
    const std::size_t c = indexOf(candidate);
    if (scope == BarrierScope::Grid)
      return ordersGlobal_[c] && (!options_.gridAtTopLevel || isAtTopLevel(candidate.point.block));
    if (candidate.kind == SiteKind::BesideExisting && candidate.scope == scope) return partial_[c];
    return ordersLocal_[c] || ordersGlobal_[c];
  }

  bool isAtTopLevel(unsigned block) const {
    return flow_.innermostLoop(block) < 0 && flow_.postDominates(block, kernel_.entry()->index);
  }

  // Whether something that an existing barrier would have to order is not fenced by it.
  bool partial(const CandidateSite& candidate) const { return partial_[indexOf(candidate)]; }
  bool partial(const Group& group) const {
    return std::any_of(group.copies.begin(), group.copies.end(),
                       [&](const CandidateSite* copy) { return partial(*copy); });
  }

  //--- Groups -------------------------------------------------------------------------------

  void groupCopies() {
    using Key = std::tuple<SourcePosition, SiteKind, std::string, BarrierScope, unsigned>;
    std::map<Key, std::size_t> shared;
    // Several points of one position in one copy (the loads of a vector) are told apart by
    // counting them.
    std::map<std::tuple<SourceChain, SiteKind, std::string>, unsigned> occurrences;
    for (const CandidateSite& candidate : candidates_) {
      std::size_t group = groups_.size();
      if (candidate.location.size() > 1 && isKnown(candidate.location)) {
        const std::string detail = candidate.reason + std::string(toString(candidate.arm));
        const unsigned ordinal = occurrences[{candidate.location, candidate.kind, detail}]++;
        group = shared
                    .try_emplace({candidate.location.front(), candidate.kind, detail,
                                  candidate.scope, ordinal},
                                 group)
                    .first->second;
      }
      if (group == groups_.size()) groups_.emplace_back();
      groups_[group].copies.push_back(&candidate);
    }
    for (Group& group : groups_) {
      for (const CandidateSite* copy : group.copies)
        group.segments.push_back(regions_.segment(copy->point.block, copy->point.index));
      group.weight = weightOf(group);
    }
  }

  double weightOf(const Group& group) const {
    if (options_.measuredWeight)
      // Counted by source line, so for all copies at once.
      for (const CandidateSite* copy : group.copies)
        if (const auto measured = options_.measuredWeight(measuredPosition(*copy)))
          return *measured;
    double sum = 0;
    for (const CandidateSite* copy : group.copies)
      sum += std::pow(options_.loopWeight, flow_.loopDepth(copy->point.block)) *
             std::pow(options_.branchWeight, regions_.conditionals(copy->point.block));
    return sum;
  }

  // The position of a statement that runs as often as a barrier at the point would.
  SourcePosition measuredPosition(const CandidateSite& candidate) const {
    switch (candidate.kind) {
      case SiteKind::Existing:
      case SiteKind::BesideExisting:
      case SiteKind::Before:
        if (isKnown(candidate.location)) return candidate.location.front();
        break;
      case SiteKind::LoopStart:
      case SiteKind::BeforeLoop:
      case SiteKind::LoopEnd:
      case SiteKind::AfterLoop:
      case SiteKind::BeforeBranch:
      case SiteKind::BranchStart:
      case SiteKind::Merge: break;
    }
    const Block& block = *kernel_.blocks[candidate.point.block];
    SourcePosition last = program_.sources.position(block.location);
    for (std::size_t i = 0; i < block.statements.size(); ++i) {
      const SourcePosition& position = program_.sources.position(block.statements[i].location);
      if (position.line == 0) continue;
      last = position;
      if (i >= candidate.point.index) break;
    }
    return last;
  }

  //--- Pruning ------------------------------------------------------------------------------

  // Keeps the best of the interchangeable candidates. A candidate with copies goes only when each
  // copy has a substitute that can be chosen without the others.
  void prune(BarrierScope scope) {
    const auto s = static_cast<std::size_t>(scope);
    std::unordered_set<unsigned> covered;
    std::vector<Group*> order;
    for (Group& group : groups_) {
      if (!group.existing()) {
        order.push_back(&group);
        continue;
      }
      if (group.first().scope != scope) continue;
      // Where a barrier invariant is stated the rest of the kernel may rely on it: it stays.
      group.kept[s] = options_.inspectExisting && !group.first().holdsInvariant;
      for (std::size_t i = 0; i < group.copies.size(); ++i)
        if (!partial(*group.copies[i]) && (group.copies.size() == 1 || !group.kept[s]))
          covered.insert(group.segments[i]);
    }
    auto preference = [](const Group* group) {
      const CandidateSite& first = group->first();
      return std::tuple(group->copies.size() > 1, group->weight, !isKnown(first.location),
                        first.insideStatement, first.kind);
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](const Group* a, const Group* b) { return preference(a) < preference(b); });
    std::set<std::vector<unsigned>> coveredTogether;
    for (const Group& group : groups_)
      if (group.existing() && group.copies.size() > 1 && !partial(group) &&
          group.first().scope == scope)
        coveredTogether.insert(group.segments);
    for (Group* group : order) {
      bool needed = false;
      for (std::size_t i = 0; i < group->copies.size(); ++i)
        needed |= useful(*group->copies[i], scope) && !covered.contains(group->segments[i]);
      if (!needed) continue;
      if (group->copies.size() > 1) {
        if (!coveredTogether.insert(group->segments).second) continue;
      } else {
        covered.insert(group->segments.front());
      }
      group->kept[s] = true;
    }
  }

  //--- Insertion ----------------------------------------------------------------------------

  // "b", or longer when the program has names like "b1" already.
  std::string variablePrefix() const {
    std::string prefix = "b";
    auto clashes = [&](const std::string& name) {
      return name.size() > prefix.size() && name.starts_with(prefix) &&
             std::all_of(name.begin() + static_cast<std::ptrdiff_t>(prefix.size()), name.end(),
                         [](char c) { return c >= '0' && c <= '9'; });
    };
    std::vector<std::string> names;
    for (const Variable* variable : program_.globals()) names.push_back(variable->name);
    for (const Function* function : program_.functions()) names.push_back(function->name);
    for (const Procedure* procedure : program_.procedures()) {
      names.push_back(procedure->name);
      for (const auto* list : {&procedure->parameters, &procedure->results, &procedure->locals})
        for (const Variable* variable : *list) names.push_back(variable->name);
    }
    while (std::any_of(names.begin(), names.end(), clashes)) prefix += "_";
    return prefix;
  }

  Site describe(const Group& group, BarrierScope scope) const {
    const CandidateSite& first = group.first();
    Site site;
    site.scope = scope;
    site.weight = group.weight;
    if (scope == BarrierScope::Warp) site.weight *= options_.warpWeight;
    if (scope == BarrierScope::Grid)
      site.weight += options_.gridWeight *
                     static_cast<double>(options_.measuredWeight ? 1 : group.copies.size());
    site.location = first.location;
    site.where = placeOf(first.kind);
    site.reason = first.reason;
    site.existing = group.existing();
    site.replaces = first.kind == SiteKind::BesideExisting && scope != BarrierScope::Grid &&
                    first.scope != BarrierScope::Grid;
    site.partialFence = site.existing && partial(group);
    site.access = first.access;
    site.arm = first.arm;
    site.insideStatement = first.insideStatement;
    site.loopDepth = flow_.loopDepth(first.point.block);
    if (const int loop = flow_.innermostLoop(first.point.block); loop >= 0) {
      const SourceChain around =
          loopLocation(program_, kernel_, flow_.loops()[static_cast<std::size_t>(loop)]);
      if (isKnown(around)) site.insideLoop = around.front();
    }
    for (const CandidateSite* copy : group.copies) {
      site.copies.push_back(copy->location);
      site.ordersLocal = site.ordersLocal || ordersLocal_[indexOf(*copy)];
      site.ordersGlobal = site.ordersGlobal || ordersGlobal_[indexOf(*copy)];
    }
    return site;
  }

  Instrumentation insert() {
    struct Insertion {
      Point point;
      Statement statement;
    };
    std::vector<Insertion> insertions;
    Instrumentation result;
    const std::string prefix = variablePrefix();
    for (const Group& group : groups_)
      for (BarrierScope scope : {BarrierScope::Block, BarrierScope::Grid, BarrierScope::Warp}) {
        if (!group.kept[static_cast<std::size_t>(scope)]) continue;
        Site site = describe(group, scope);
        site.id = {prefix + std::to_string(result.sites.size() + 1)};
        for (const CandidateSite* copy : group.copies) {
          const Point point = copy->point;
          if (group.existing()) {
            guard(program_, kernel_.blocks[point.block]->statements[point.index], site.id,
                  site.weight);
            continue;
          }
          Statement call = barrierCall(program_, barrierProcedure(program_, scope),
                                       program_.sources.intern(copy->location));
          guard(program_, call, site.id, site.weight);
          insertions.push_back({point, std::move(call)});
        }
        result.sites.push_back(std::move(site));
      }
    std::stable_sort(insertions.begin(), insertions.end(), [](const auto& x, const auto& y) {
      return std::tie(x.point.block, x.point.index) < std::tie(y.point.block, y.point.index);
    });
    for (auto it = insertions.begin(); it != insertions.end();) {
      auto& statements = kernel_.blocks[it->point.block]->statements;
      std::vector<Statement> merged;
      const unsigned block = it->point.block;
      for (std::size_t i = 0; i <= statements.size(); ++i) {
        for (; it != insertions.end() && it->point.block == block && it->point.index == i; ++it)
          merged.push_back(std::move(it->statement));
        if (i < statements.size()) merged.push_back(std::move(statements[i]));
      }
      statements = std::move(merged);
    }
    return result;
  }

  Program& program_;
  Procedure& kernel_;
  const SiteOptions& options_;
  const ControlFlow flow_;
  const RacingAccesses accesses_;
  const ControlRegions regions_;
  std::vector<CandidateSite> candidates_;
  std::vector<bool> ordersLocal_;  // by candidate
  std::vector<bool> ordersGlobal_;
  std::vector<bool> partial_;
  std::vector<Group> groups_;
};

}  // namespace

const Site* Instrumentation::find(const SiteId& id) const {
  for (const Site& site : sites)
    if (site.id == id) return &site;
  return nullptr;
}

Instrumentation instrument(Program& program, Procedure& kernel, const SiteOptions& options) {
  assert(!ControlFlow(kernel).irreducible());
  const std::vector<Block*> added = addLoopBlocks(kernel);
  Instrumentation result = Instrumenter(program, kernel, options).run();
  removeEmptyBlocks(kernel, added);
  return result;
}

}  // namespace barricade
