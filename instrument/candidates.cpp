#include "instrument/candidates.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "instrument/guarded_barrier.h"

namespace barricade {
namespace {

std::string_view verb(AccessKind kind) {
  switch (kind) {
    case AccessKind::Read: return "read";
    case AccessKind::Write: return "write";
    case AccessKind::Atomic: return "atomic update";
  }
  return "";
}

class Finder {
 public:
  explicit Finder(const Analysis& analysis) : a_(analysis), tests_(analysis.kernel.blocks.size()) {
    for (const LoopShape& shape : a_.shapes)
      for (unsigned block : shape.tests) tests_[block] = true;
  }

  std::vector<CandidateSite> run() {
    for (unsigned b : a_.flow.order()) {
      statements(b);
      // In a loop without accesses a barrier does nothing that one outside would not do.
      if (!inQuietLoop(b)) {
        branch(b);
        merge(b);
      }
    }
    for (const Loop& loop : a_.flow.loops()) this->loop(loop);
    sort();
    addCalls();
    return std::move(found_);
  }

 private:
  const Block& block(unsigned b) const { return *a_.kernel.blocks[b]; }

  bool inQuietLoop(unsigned b) const {
    const int loop = a_.flow.innermostLoop(b);
    return loop >= 0 && !a_.regions.loopSeparates(static_cast<unsigned>(loop));
  }

  SourceChain chain(LocationId location) const { return a_.program.sources.chain(location); }

  CandidateSite& add(SiteKind kind, Point point, SourceChain location, std::string reason) {
    CandidateSite candidate;
    candidate.kind = kind;
    candidate.point = point;
    candidate.location = std::move(location);
    candidate.reason = std::move(reason);
    found_.push_back(std::move(candidate));
    return found_.back();
  }

  // Accesses and existing barriers.
  void statements(unsigned b) {
    const auto& list = block(b).statements;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (const auto scope = placeableScope(list[i]);
          scope && (scope != BarrierScope::Warp || a_.warpBarriers)) {
        existing(b, i, *scope);
        continue;
      }
      const auto accesses = a_.accesses.of(list[i]);
      if (accesses.empty()) continue;
      const Call* call = list[i].as<Call>();
      // An atomic operation on several model elements is one operation of the source.
      if (call && call->atomic && call->atomic->part > 1) continue;
      std::size_t at = i;
      while (at > 0 && belongsToAccess(list[at - 1])) --at;
      CandidateSite& site = add(SiteKind::Before, {b, at}, chain(list[i].location),
                                std::string(verb(accesses.back().kind)) + " of '" +
                                    accesses.back().array->sourceName + "'");
      site.access = accesses.back().kind;
    }
  }

  static bool belongsToAccess(const Statement& statement) {
    const Assert* check = statement.as<Assert>();
    return check &&
           (check->kind == Assert::Kind::Marker || check->kind == Assert::Kind::BadPointerAccess);
  }

  void existing(unsigned b, std::size_t i, BarrierScope scope) {
    const Statement& statement = block(b).statements[i];
    const Call& call = *statement.as<Call>();
    if (call.delegates > 0) return;  // what one lane does for its warp hangs on it
    auto fences = [&](std::size_t argument) {
      if (scope == BarrierScope::Warp || call.args.size() <= argument) return true;
      const Expr flag = call.args[argument];
      return flag->isLiteral() && flag->value() != 0;
    };
    CandidateSite& site =
        add(SiteKind::Existing, {b, i}, chain(statement.location), "barrier as given");
    site.scope = scope;
    site.holdsInvariant = i > 0 && isBarrierInvariant(block(b).statements[i - 1]);
    site.localFence = fences(0);
    site.globalFence = fences(1);
    const bool partial = !site.localFence || !site.globalFence;
    if (!partial && !a_.warpBarriers) return;
    CandidateSite full = site;
    full.kind = SiteKind::BesideExisting;
    full.point.index = i + 1;
    full.reason = partial ? "beside a barrier with a partial fence" : "in place of a barrier";
    found_.push_back(std::move(full));
  }

  void loop(const Loop& loop) {
    if (!a_.regions.loopSeparates(loop.index)) return;
    const LoopShape& shape = a_.shapes[loop.index];
    if (shape.before.block != loop.header)
      add(SiteKind::BeforeLoop, shape.before, shape.location, "loop");
    add(SiteKind::LoopStart, shape.start, shape.location, "start of the loop body");
    add(SiteKind::LoopEnd, shape.end, shape.location, "end of the loop body");
  }

  // The position of a branch: compilers give it to the partition blocks.
  SourceChain branchLocation(unsigned b) const {
    for (unsigned s : a_.flow.successors(b)) {
      SourceChain chain = this->chain(block(s).location);
      const auto& statements = block(s).statements;
      const bool partition =
          std::any_of(statements.begin(), statements.end(), [](const Statement& statement) {
            const Assume* assume = statement.as<Assume>();
            return assume && assume->partition;
          });
      if (partition && isKnown(chain)) return chain;
    }
    return chain(block(b).location);
  }

  void branch(unsigned b) {
    const auto& successors = a_.flow.successors(b);
    if (successors.size() < 2 || tests_[b]) return;
    const int around = a_.flow.innermostLoop(b);
    const bool endsLoop = around >= 0 && a_.shapes[static_cast<unsigned>(around)].end.block == b;
    const SourceChain location = branchLocation(b);
    const Point end{b, block(b).statements.size()};
    if (const Loop* loop = leftBy(b, location))
      add(SiteKind::AfterLoop, end, a_.shapes[loop->index].location, "loop");
    else if (!endsLoop)
      add(SiteKind::BeforeBranch, end, location, "branch");
    for (std::size_t i = 0; i < successors.size(); ++i) {
      const unsigned first = successors[i];
      if (a_.flow.predecessors(first).size() > 1 || !a_.regions.separatesBelow(first)) continue;
      const unsigned arm = afterPartition(a_.kernel, a_.flow, first);
      if (around >= 0 && (!a_.flow.inLoop(arm, static_cast<unsigned>(around)) ||
                          arm == a_.flow.loops()[static_cast<unsigned>(around)].header))
        continue;
      // The cases of a switch are known by what stands in them.
      const bool two = successors.size() == 2;
      const SourceChain inside = chain(block(arm).location);
      CandidateSite& site = add(SiteKind::BranchStart, {arm, startOf(block(arm))},
                                two || !isKnown(inside) ? location : inside, "start of a branch");
      if (two) site.arm = comesFirst(arm, successors[1 - i], i == 0) ? Arm::Then : Arm::Else;
    }
  }

  // The loop after which threads go on by a branch: of one that they leave together
  // (restructure/uniform_loop.h) that has the position of its header, and is none of the source.
  const Loop* leftBy(unsigned branch, const SourceChain& location) const {
    const auto& loops = a_.flow.loops();
    const auto left = std::ranges::find_if(loops, [&](const Loop& loop) {
      return isKnown(location) && chain(block(loop.header).location) == location &&
             !a_.flow.inLoop(branch, loop.index) && a_.flow.dominates(loop.header, branch);
    });
    return left == loops.end() ? nullptr : &*left;
  }

  // Whether an arm is the one written first; compilers negate conditions by exchanging the arms.
  bool comesFirst(unsigned arm, unsigned otherArm, bool byOrder) const {
    const SourceChain here = chain(block(arm).location);
    const SourceChain other = chain(block(afterPartition(a_.kernel, a_.flow, otherArm)).location);
    if (!isKnown(here) || !isKnown(other)) return byOrder;
    const SourcePosition& x = here.front();
    const SourcePosition& y = other.front();
    if (x.file != y.file || (x.line == y.line && x.column == y.column)) return byOrder;
    return std::tie(x.line, x.column) < std::tie(y.line, y.column);
  }

  void merge(unsigned b) {
    const auto& predecessors = a_.flow.predecessors(b);
    if (predecessors.size() < 2 || tests_[b]) return;
    for (unsigned p : predecessors)
      if (a_.flow.dominates(b, p)) return;  // a loop's header
    const int above = a_.flow.immediateDominator(b);
    SourceChain location = chain(block(b).location);
    // Of an `if` in the same loop; after a loop left by `break` the block's own position stands.
    if (above >= 0 &&
        a_.flow.innermostLoop(static_cast<unsigned>(above)) == a_.flow.innermostLoop(b))
      location = branchLocation(static_cast<unsigned>(above));
    add(SiteKind::Merge, {b, startOf(block(b))}, std::move(location), "after the branch");
  }

  void sort() {
    std::vector<unsigned> rank(a_.kernel.blocks.size());
    for (std::size_t i = 0; i < a_.flow.order().size(); ++i)
      rank[a_.flow.order()[i]] = static_cast<unsigned>(i);
    // Points at one place: what ends before what begins.
    auto key = [&](const CandidateSite& c) {
      return std::tuple(rank[c.point.block], c.point.index, c.kind == SiteKind::Existing,
                        -static_cast<int>(c.kind));
    };
    std::stable_sort(
        found_.begin(), found_.end(),
        [&](const CandidateSite& x, const CandidateSite& y) { return key(x) < key(y); });
    for (CandidateSite& candidate : found_)
      candidate.insideStatement = isInsideStatement(candidate);
  }

  // Whether an access before the point belongs to the statement that the point is said to be
  // before of. Positions tell lines, not statements; a line is taken for a statement.
  bool isInsideStatement(const CandidateSite& candidate) const {
    if (!isKnown(candidate.location)) return false;
    if (candidate.kind != SiteKind::Before && candidate.kind != SiteKind::BeforeLoop &&
        candidate.kind != SiteKind::BeforeBranch)
      return false;
    const Statement* access =
        a_.regions.separatorBefore(candidate.point.block, candidate.point.index);
    if (!access) return false;
    const SourceChain& other = a_.program.sources.chain(access->location);
    // Compared in the function where the candidate stands.
    if (other.size() < candidate.location.size()) return false;
    const SourcePosition& before = other[other.size() - candidate.location.size()];
    const SourcePosition& here = candidate.location.front();
    return std::equal(candidate.location.begin() + 1, candidate.location.end(),
                      other.end() - static_cast<std::ptrdiff_t>(candidate.location.size()) + 1) &&
           before.file == here.file && before.line == here.line &&
           (candidate.kind == SiteKind::Before || before.column >= here.column);
  }

  // Before the first point of an inlined call stands the point before the call.
  void addCalls() {
    std::set<SourceChain> seen;
    std::vector<CandidateSite> all;
    for (CandidateSite& candidate : found_) {
      const SourceChain& location = candidate.location;
      const bool ends = candidate.kind == SiteKind::Merge || candidate.kind == SiteKind::LoopEnd;
      for (std::size_t outer = 1; isKnown(location) && outer < location.size(); ++outer) {
        const std::size_t level = location.size() - outer;  // outermost calls first
        SourceChain call(location.begin() + static_cast<std::ptrdiff_t>(level), location.end());
        if (!isKnown(call) || !seen.insert(call).second || ends) continue;
        CandidateSite before;
        before.kind = SiteKind::Before;
        before.point = candidate.point;
        before.location = std::move(call);
        before.reason = "call";
        before.insideStatement = isInsideStatement(before);
        all.push_back(std::move(before));
      }
      all.push_back(std::move(candidate));
    }
    found_ = std::move(all);
  }

  const Analysis& a_;
  std::vector<bool> tests_;
  std::vector<CandidateSite> found_;
};

}  // namespace

SitePlace placeOf(SiteKind kind) {
  switch (kind) {
    case SiteKind::Existing: return SitePlace::At;
    case SiteKind::BesideExisting:
    case SiteKind::Before: return SitePlace::Before;
    case SiteKind::LoopStart: return SitePlace::LoopStart;
    case SiteKind::BeforeLoop: return SitePlace::BeforeLoop;
    case SiteKind::LoopEnd: return SitePlace::LoopEnd;
    case SiteKind::AfterLoop: return SitePlace::AfterLoop;
    case SiteKind::BeforeBranch: return SitePlace::BeforeBranch;
    case SiteKind::BranchStart: return SitePlace::BranchStart;
    case SiteKind::Merge: return SitePlace::Merge;
  }
  return SitePlace::Before;
}

std::vector<CandidateSite> findCandidates(const Analysis& analysis) {
  return Finder(analysis).run();
}

}  // namespace barricade
