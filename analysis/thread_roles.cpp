#include "analysis/thread_roles.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "analysis/counters.h"
#include "analysis/uniformity.h"
#include "analysis/warp_convergence.h"
#include "analysis/warp_paths.h"
#include "ir/copy.h"

namespace barricade {
namespace {

using Role = std::set<std::size_t>;

constexpr std::size_t mostRoles = 16;
constexpr unsigned mostThreads = 1024;

class RoleFinder {
 public:
  RoleFinder(const Kernel& kernel, const std::function<bool(std::size_t)>& matters)
      : program_(kernel.program()), counters_(kernel.counters()), matters_(matters) {}

  // Warps that may come to the same calls are of one role as far as their ids tell.
  bool find(const Kernel& kernel, const LaunchFacts& launch) {
    for (const std::vector<bool>& comes : divisionsOf(kernel, launch))
      if (!find(*restrictedTo(kernel.procedure(), comes))) return false;
    return true;
  }

  std::vector<Role> roles() && { return std::move(roles_); }

 private:
  // Of the threads that go through the procedure.
  bool find(Procedure& procedure) {
    const Kernel kernel(program_, procedure, {});
    const Uniformity uniformity(kernel, Mode::Intra);
    const std::vector<unsigned> waiting = blocksThatWait(kernel);
    if (std::all_of(waiting.begin(), waiting.end(),
                    [&](unsigned b) { return uniformity.block(b); })) {
      if (!waiting.empty()) roles_.push_back(channelsOf(kernel));
      return roles_.size() <= mostRoles;
    }
    const auto branch = dividingBranch(kernel, uniformity, waiting);
    if (!branch) return false;
    for (const Block* taken : procedure.blocks[*branch]->successors) {
      const auto copy = copyOf(procedure);
      copy->blocks[*branch]->successors = {copy->blocks[taken->index].get()};
      if (!find(*copy)) return false;
    }
    return true;
  }

  // By division of the block: the blocks of code that it may come to.
  std::vector<std::vector<bool>> divisionsOf(const Kernel& kernel,
                                             const LaunchFacts& launch) const {
    const std::size_t blocks = kernel.procedure().blocks.size();
    const auto& [x, y, z] = launch.groupSize;
    const auto isOne = [](Expr size) { return size->isLiteral() && size->value() == 1; };
    if (!x->isLiteral() || x->value() > mostThreads || !isOne(y) || !isOne(z))
      return {std::vector<bool>(blocks, true)};
    const unsigned size = warpSizeOf(kernel, launch);
    std::map<std::vector<bool>, std::vector<bool>> byCalls;
    for (unsigned warp = 0; warp * size < x->value(); ++warp) {
      const std::vector<bool> comes = blocksOfWarp(kernel, launch, warp, size);
      std::vector<bool> calls(blocks);
      forEachCall(kernel, [&](unsigned b, const Call&, std::size_t channel) {
        if (comes[b] && matters_(channel)) calls[b] = true;
      });
      std::vector<bool>& division = byCalls.try_emplace(calls, blocks).first->second;
      for (std::size_t b = 0; b < blocks; ++b) division[b] = division[b] || comes[b];
    }
    std::vector<std::vector<bool>> divisions;
    for (auto& [calls, division] : byCalls) divisions.push_back(std::move(division));
    return divisions;
  }

  static std::unique_ptr<Procedure> restrictedTo(const Procedure& procedure,
                                                 const std::vector<bool>& comes) {
    auto copy = copyOf(procedure);
    for (const auto& block : copy->blocks) {
      const auto isTaken = [&](const Block* next) { return comes[next->index]; };
      if (std::ranges::any_of(block->successors, isTaken))
        std::erase_if(block->successors, std::not_fn(isTaken));
    }
    return copy;
  }

  static bool waits(const Call& call) {
    const auto& what = call.callee->synchronization;
    return what && (what->primitive == SyncPrimitive::ObjectWait ||
                    (what->primitive == SyncPrimitive::NamedBarrier && what->waits));
  }

  template <typename Visit>
  void forEachCall(const Kernel& kernel, const Visit& visit) const {
    for (unsigned b : kernel.flow().order())
      for (const Statement& statement : kernel.procedure().blocks[b]->statements)
        if (const Call* call = statement.as<Call>())
          if (const auto channel = counters_.channelOf(kernel.procedure(), *call))
            visit(b, *call, *channel);
  }

  std::vector<unsigned> blocksThatWait(const Kernel& kernel) const {
    std::vector<unsigned> blocks;
    forEachCall(kernel, [&](unsigned b, const Call& call, std::size_t channel) {
      if (waits(call) && matters_(channel)) blocks.push_back(b);
    });
    return blocks;
  }

  Role channelsOf(const Kernel& kernel) const {
    Role channels;
    forEachCall(kernel, [&](unsigned, const Call& call, std::size_t channel) {
      if (call.callee->synchronization->primitive != SyncPrimitive::ObjectInit)
        channels.insert(channel);
    });
    return channels;
  }

  // The first one that all come to once, and not all leave the same way.
  static std::optional<unsigned> dividingBranch(const Kernel& kernel, const Uniformity& uniformity,
                                                const std::vector<unsigned>& waiting) {
    const ControlFlow& flow = kernel.flow();
    for (unsigned b : flow.order()) {
      const auto& successors = flow.successors(b);
      const bool divides = std::any_of(successors.begin(), successors.end(),
                                       [&](unsigned s) { return !uniformity.block(s); });
      if (successors.size() < 2 || !uniformity.block(b) || !divides || flow.innermostLoop(b) >= 0)
        continue;
      const std::vector<bool> influenced = flow.influencedBy(b);
      if (std::any_of(waiting.begin(), waiting.end(), [&](unsigned w) { return influenced[w]; }))
        return b;
    }
    return std::nullopt;
  }

  Program& program_;
  const Counters& counters_;
  const std::function<bool(std::size_t)>& matters_;
  std::vector<Role> roles_;
};

bool share(const Role& a, const Role& b) {
  return std::any_of(a.begin(), a.end(), [&](std::size_t channel) { return b.contains(channel); });
}

}  // namespace

std::optional<std::vector<Role>> findRoles(const Kernel& kernel, const LaunchFacts& launch,
                                           const std::function<bool(std::size_t)>& matters) {
  RoleFinder finder(kernel, matters);
  if (!finder.find(kernel, launch)) return std::nullopt;
  return std::move(finder).roles();
}

// Roles that share a channel are put together, each pair once: who is together already closes a
// circle.
bool formCircle(const std::vector<Role>& roles) {
  std::vector<std::size_t> group(roles.size());
  std::iota(group.begin(), group.end(), 0);
  for (std::size_t i = 0; i < roles.size(); ++i)
    for (std::size_t j = i + 1; j < roles.size(); ++j) {
      if (!share(roles[i], roles[j])) continue;
      if (group[i] == group[j]) return true;
      std::replace(group.begin(), group.end(), std::size_t(group[j]), std::size_t(group[i]));
    }
  return false;
}

}  // namespace barricade
