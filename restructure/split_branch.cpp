// How a region is split. Let h be the nearest block above the barrier that all threads reach
// together, and m the one where all paths from h meet again (or the end of the kernel). The blocks
// between them that the barrier leads to are the second half, all others the first; both run in
// the old order for each thread:
//
//   h ... first half ...   every edge into the second half or to m sets flags that say where the
//                          thread was going, and leads to `mid`
//   mid                    the barrier, which all threads of h reach
//   then                   by the flags, to where the thread was going
//
// A thread does what it did before, in the same order, so that its own results are the same; only
// what other threads do meanwhile is ordered more. There is no path back from the second half to
// the first, as the barrier is in no loop between h and m.
//
// Of several barriers on paths that exclude each other, what follows any of them is the second
// half.
#include "restructure/split_branch.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "analysis/kernel.h"
#include "analysis/uniformity.h"
#include "restructure/flow_editor.h"
#include "restructure/waiting_loops.h"

namespace barricade {
namespace {

using Blocks = std::set<unsigned>;

class BranchSplitter {
 public:
  BranchSplitter(Program& program, Procedure& kernel, SplitPoint point)
      : program_(program),
        kernel_(kernel),
        editor_(program, kernel, "split"),
        points_{point},
        flow_(kernel) {}

  SplitResult run() {
    if (!findRegion() || !findHalves() || holdsUpWaits()) return refused();
    return split();
  }

  std::optional<SplitRegion> region() {
    if (!findRegion() || !findHalves()) return std::nullopt;
    return SplitRegion{head_, region_};
  }

  SplitResult runJoining(const std::vector<SplitPoint>& others) {
    if (!findRegion() || !findHalves()) return refused();
    for (const SplitPoint& other : others) {
      points_.push_back(other);
      if (!region_.contains(other.block->index) || isTaken(other) || !findHalves())
        points_.pop_back();
    }
    if (points_.size() == 1) return {false, "no other barrier stands in its place", {}};
    findHalves();
    if (holdsUpWaits()) return refused();
    return split();
  }

 private:
  SplitResult split() {
    SplitResult result;
    result.done = true;
    result.rewrite.kind =
        merge_ < 0 && returnsEarly() ? Rewrite::Kind::PredicateReturn : Rewrite::Kind::SplitBranch;
    result.rewrite.location = branchLocation();
    result.rewrite.loopDepth = flow_.loopDepth(head_);
    for (std::size_t i = 1; i < points_.size(); ++i)
      result.rewrite.joined.push_back(program_.sources.chain(barrierAt(points_[i]).location));
    rebuild(result);
    return result;
  }

  SplitResult refused() const { return {false, why_, {}}; }

  bool isTaken(const SplitPoint& last) const {
    return std::any_of(points_.begin(), points_.end() - 1,
                       [&](const SplitPoint& point) { return point.block == last.block; });
  }

  static Statement& barrierAt(const SplitPoint& point) {
    return point.block->statements[point.index];
  }

  //--- The region ---------------------------------------------------------------------------

  bool findRegion() {
    const Kernel kernel(program_, kernel_, {});
    const Uniformity uniformity(kernel, isOfGrid() ? Mode::Inter : Mode::Intra);
    const unsigned at = points_.front().block->index;
    const int head = outermostBranch(uniformity, at);
    if (head < 0) {
      why_ = flow_.innermostLoop(at) >= 0 ? "it is in a loop that threads leave at different times"
                                          : "no branch is around it";
      return false;
    }
    head_ = static_cast<unsigned>(head);
    merge_ = flow_.immediatePostDominator(head_);
    std::vector<unsigned> work = flow_.successors(head_);
    while (!work.empty()) {
      const unsigned b = work.back();
      work.pop_back();
      if (static_cast<int>(b) == merge_ || region_.contains(b)) continue;
      if (b == head_ || !flow_.dominates(head_, b)) {
        why_ = "control flow enters the branch from elsewhere";
        return false;
      }
      region_.insert(b);
      work.insert(work.end(), flow_.successors(b).begin(), flow_.successors(b).end());
    }
    return true;
  }

  // Who waits behind the barrier has come to it, as all others do.
  bool holdsUpWaits() {
    const WaitingLoops waits(kernel_, flow_);
    if (waits.empty()) return false;
    Blocks first, before;
    std::ranges::set_difference(region_, second_, std::inserter(first, first.end()));
    for (const Loop& loop : flow_.loops())
      if (waits.behind({loop.header}).contains(head_)) before.insert(loop.header);
    Blocks ends = second_;
    for (const SplitPoint& point : points_) ends.insert(point.block->index);
    const BarrierScope scope = isOfGrid() ? BarrierScope::Grid : BarrierScope::Block;
    if (!waits.areIn(first) && !waits.areHeldUpBetween(before, waits.behind(ends), scope))
      return false;
    why_ = "threads wait for others before it, which might come to the barrier only then";
    return true;
  }

  bool isOfGrid() const {
    return barrierAt(points_.front()).as<Call>()->callee->role == Procedure::Role::GridBarrier;
  }

  // The nearest branch that all threads come to together. Where barriers go without threads that
  // have ended, an early return is no branch that counts.
  int outermostBranch(const Uniformity& uniformity, unsigned at) const {
    const bool excused = kernel_.excusesExited;
    int head = -1;
    for (int d = flow_.immediateDominator(at); d >= 0;
         d = flow_.immediateDominator(static_cast<unsigned>(d))) {
      const auto branch = static_cast<unsigned>(d);
      if (!isInSameLoops(branch, at)) return excused ? head : -1;
      if (flow_.innermostLoop(branch) != flow_.innermostLoop(at)) continue;  // a loop before it
      const bool decides = !flow_.postDominates(at, branch) &&
                           !(excused && flow_.immediatePostDominator(branch) < 0);
      if (decides) head = d;
      if (head >= 0 && uniformity.block(branch)) return head;
    }
    return excused ? head : -1;
  }

  // Whether the block is in all loops that `at` is in.
  bool isInSameLoops(unsigned block, unsigned at) const {
    const int loop = flow_.innermostLoop(at);
    return loop < 0 ||
           std::ranges::count(flow_.loops()[static_cast<unsigned>(loop)].blocks, block) > 0;
  }

  bool findHalves() {
    second_.clear();
    std::vector<unsigned> work;
    for (const SplitPoint& point : points_)
      work.insert(work.end(), flow_.successors(point.block->index).begin(),
                  flow_.successors(point.block->index).end());
    while (!work.empty()) {
      const unsigned b = work.back();
      work.pop_back();
      if (!region_.contains(b) || !second_.insert(b).second) continue;
      work.insert(work.end(), flow_.successors(b).begin(), flow_.successors(b).end());
    }
    if (std::none_of(points_.begin(), points_.end(),
                     [&](const SplitPoint& point) { return second_.contains(point.block->index); }))
      return true;
    why_ = "control flow comes back to it";
    return false;
  }

  bool returnsEarly() const {
    return std::any_of(region_.begin(), region_.end(), [&](unsigned b) {
      return !second_.contains(b) && flow_.successors(b).empty();
    });
  }

  // Compilers give the position of a branch to the partition blocks.
  SourceChain branchLocation() const {
    for (unsigned s : flow_.successors(head_)) {
      const SourceChain& chain = program_.sources.chain(kernel_.blocks[s]->location);
      if (isKnown(chain)) return chain;
    }
    return program_.sources.chain(kernel_.blocks[head_]->location);
  }

  //--- Surgery ------------------------------------------------------------------------------

  void rebuild(SplitResult& result) {
    Block* end = merge_ >= 0 ? kernel_.blocks[static_cast<unsigned>(merge_)].get() : nullptr;
    std::vector<Block*> first{kernel_.blocks[head_].get()};
    std::set<const Block*> second;
    for (unsigned b : region_) {
      if (second_.contains(b))
        second.insert(kernel_.blocks[b].get());
      else
        first.push_back(kernel_.blocks[b].get());
    }
    Statement barrier = std::move(barrierAt(points_.front()));
    editor_.setLocation(barrier.location);
    for (const SplitPoint& point : points_) second.insert(cutBlock(point));
    Block* middle = editor_.newBlock("middle");
    if (!end) end = editor_.newBlock("end");

    // Who was going where, first; then the edges.
    struct Edge {
      Block* from;
      std::size_t successor;
      Block* to;
    };
    std::vector<Edge> edges;
    for (Block* block : first) {
      if (block->successors.empty()) block->successors = {end};
      for (std::size_t i = 0; i < block->successors.size(); ++i)
        if (Block* to = block->successors[i]; to == end || second.contains(to))
          edges.push_back({block, i, to});
    }
    std::map<Block*, Variable*> flags;
    std::vector<Block*> targets;
    for (const Edge& edge : edges)
      if (edge.to != end && !flags.contains(edge.to)) {
        flags[edge.to] = editor_.newFlag("flag");
        targets.push_back(edge.to);
      }
    for (const Edge& edge : edges) {
      Block* through = editor_.newBlock("leave");
      FlowEditor::takeGuard(*edge.to, *through, edge.from->successors.size() > 1);
      for (Block* target : targets) editor_.assign(*through, flags[target], target == edge.to);
      through->successors = {middle};
      edge.from->successors[edge.successor] = through;
    }
    middle->statements.push_back(std::move(barrier));
    editor_.dispatch(middle, targets, flags, end);
    result.middle = middle;
    targets.push_back(end);
    findOnward(middle, targets, result.onward);
  }

  static void findOnward(Block* from, const std::vector<Block*>& targets,
                         std::vector<std::pair<Block*, Block*>>& onward) {
    for (Block* to : from->successors)
      if (std::find(targets.begin(), targets.end(), to) != targets.end())
        onward.emplace_back(from, to);
      else
        findOnward(to, targets, onward);
  }

  // What stands after the barrier, with the block's successors.
  Block* cutBlock(const SplitPoint& point) {
    Block* rest = editor_.newBlock("rest");
    auto& statements = point.block->statements;
    const auto after = statements.begin() + static_cast<std::ptrdiff_t>(point.index) + 1;
    rest->statements.assign(std::make_move_iterator(after),
                            std::make_move_iterator(statements.end()));
    statements.resize(point.index);
    rest->location = point.block->location;
    rest->successors = std::move(point.block->successors);
    point.block->successors = {rest};
    return rest;
  }

  Program& program_;
  Procedure& kernel_;
  FlowEditor editor_;
  std::vector<SplitPoint> points_;  // in different blocks
  const ControlFlow flow_;
  unsigned head_ = 0;
  int merge_ = -1;
  Blocks region_;  // between the two
  Blocks second_;  // its blocks after those of the barriers
  std::string why_;
};

}  // namespace

SplitPoint findBarrier(const Procedure& kernel, const SiteId& site) {
  for (const auto& block : kernel.blocks)
    for (std::size_t i = 0; i < block->statements.size(); ++i)
      if (const Call* call = block->statements[i].as<Call>(); call && call->site == site)
        return {block.get(), i};
  return {};
}

SplitResult splitBranch(Program& program, Procedure& kernel, SplitPoint point) {
  return BranchSplitter(program, kernel, point).run();
}

SplitResult splitBranchJoining(Program& program, Procedure& kernel, SplitPoint point,
                               const std::vector<SplitPoint>& others) {
  return BranchSplitter(program, kernel, point).runJoining(others);
}

std::optional<SplitRegion> regionOfSplit(Program& program, Procedure& kernel, SplitPoint point) {
  return BranchSplitter(program, kernel, point).region();
}

}  // namespace barricade
