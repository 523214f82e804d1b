#include "analysis/thread_roles.h"

#include <algorithm>
#include <numeric>

#include "analysis/counters.h"
#include "analysis/uniformity.h"
#include "ir/copy.h"

namespace barricade {
namespace {

using Role = std::set<std::size_t>;

constexpr std::size_t mostRoles = 16;

class RoleFinder {
 public:
  RoleFinder(const Kernel& kernel, const std::function<bool(std::size_t)>& matters)
      : program_(kernel.program()), counters_(kernel.counters()), matters_(matters) {}

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

  std::vector<Role> roles() && { return std::move(roles_); }

 private:
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

std::optional<std::vector<Role>> findRoles(const Kernel& kernel,
                                           const std::function<bool(std::size_t)>& matters) {
  RoleFinder finder(kernel, matters);
  if (!finder.find(kernel.procedure())) return std::nullopt;
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
