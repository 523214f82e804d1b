// What the statements of a kernel do to the arrays that can race: arrays shared by threads that
// something in the kernel writes or updates atomically. Read-only, constant and private arrays
// never need a barrier.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "ir/program.h"

namespace barricade {

struct RacingAccess {
  AccessKind kind = AccessKind::Read;
  const Array* array = nullptr;
  bool narrow = false;  // an atomic whose scope may leave out another thread of the launch
};

// Which kinds of access there are to each racing array.
class AccessSet {
 public:
  explicit AccessSet(std::size_t arrays = 0) : bits_(arrays) {}
  void add(std::size_t array, const RacingAccess& access);
  bool merge(const AccessSet& other);  // whether anything is new
  bool isEmpty() const;
  bool hasAtomics() const;
  // An array that `this` and `after` access in conflict: at least one of the two writes, or one
  // is atomic and the other is not, or both are and one of them is narrow. Only arrays that
  // `counts` marks.
  bool conflicts(const AccessSet& after, const std::vector<bool>& counts) const;

 private:
  std::vector<std::uint8_t> bits_;
};

class RacingAccesses {
 public:
  explicit RacingAccesses(const Procedure& kernel);

  // Reads before writes; empty for a statement that accesses no racing array.
  std::vector<RacingAccess> of(const Statement& statement) const;
  void addTo(AccessSet& set, const Statement& statement) const;
  // An access, or the wait for asynchronous copies: a barrier before it and a barrier after it
  // are different things.
  bool separates(const Statement& statement) const;

  AccessSet none() const { return AccessSet(global_.size()); }
  // By index: lies in global memory, in the memory of a group.
  const std::vector<bool>& global() const { return global_; }
  const std::vector<bool>& shared() const { return shared_; }

 private:
  std::unordered_map<const Array*, std::size_t> index_;
  std::vector<bool> global_;
  std::vector<bool> shared_;
};

}  // namespace barricade
