// What the lanes of a warp do together: the steps of one warp at one place in the same iterations
// of the loops around it. Lanes arrive one by one; an instance is handed on when the warp is
// complete, the others at the end, as lanes of a warp that has diverged are missing there.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "interpreter/observer.h"

namespace barricade {

template <typename Value>
class WarpInstances {
 public:
  struct Member {
    unsigned lane;
    Value value;
  };
  using Members = std::vector<Member>;

  // Calls `done(place, members)` when the instance is complete.
  template <typename Done>
  void add(const ObservedStep& step, std::uint32_t flavour, Value value, Done done) {
    Key key{step.place, flavour, step.thread.group, step.thread.warp};
    key.insert(key.end(), step.iterations.begin(), step.iterations.end());
    const auto instance = open_.try_emplace(std::move(key)).first;
    Members& members = instance->second;
    members.push_back({step.thread.lane, std::move(value)});
    if (members.size() < step.thread.lanes) return;
    done(step.place, flavour, members);
    open_.erase(instance);
  }

  template <typename Done>
  void finish(Done done) {
    for (const auto& [key, members] : open_) done(key[0], key[1], members);
    open_.clear();
  }

 private:
  using Key = std::vector<std::uint32_t>;
  std::map<Key, Members> open_;
};

}  // namespace barricade
