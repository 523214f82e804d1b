// Read-modify-writes: an element is read, and what is made of the value is stored to it again,
// with no barrier between (`bins[k]++`, `a[i] = a[i] + x`, `t = a[i]; a[i] = t + x`).
//
// Where two threads do that to one element unordered, one thread's change is overwritten: a *lost
// update*, even if both store equal values, and even if a barrier were put between the read and
// the write.
//
// A store of the very value that was read (`t = a[i]; a[i] = t`) changes nothing and is no update:
// of two of them none is lost, and what another thread writes between is a race of its own.
#pragma once

#include <set>
#include <unordered_set>
#include <vector>

#include "ir/cfg.h"
#include "ir/program.h"

namespace barricade {

struct Update {
  const Statement* load = nullptr;
  const Statement* store = nullptr;  // may be the load itself
  const Variable* array = nullptr;
  std::set<SiteId> between{};  // the sites placed that would take it apart
};

class Updates {
 public:
  Updates() = default;
  // `placed`: sites of barriers that the programmer did not write.
  Updates(const Program& program, const Procedure& procedure, const ControlFlow& flow,
          const Placement& placed);

  const std::vector<Update>& all() const { return all_; }
  // Whether the statement is the read or the write of one.
  bool has(const Statement& statement) const;
  // Whether it stores the very value that was read from the element.
  bool writesBack(const Statement& store) const { return writtenBack_.contains(&store); }

 private:
  std::vector<Update> all_;
  std::unordered_set<const Statement*> writtenBack_;
};

}  // namespace barricade
