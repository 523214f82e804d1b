// Places for memory fences, and fences and atomic operations whose scope may be too narrow: what a
// kernel can lack that orders its threads by atomic operations (docs/ir.md, "Fences and atomic
// operations").
//
//   std::vector<FenceSite> sites = addFences(program, kernel, atomics, options);   // all of them
//   ... choose a set of ids ...
//   keepFences(program, kernel, sites, chosen);
//
// A fence that makes a release stands best directly before the atomic operation, as it then follows
// all that the thread has done; one that makes an acquire anywhere before the next access. Of
// points that are executed equally often with no access between them (instrument.h) one is a site,
// and none where a fence stands already: that one may have to be wider.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "instrument/site.h"
#include "ir/program.h"

namespace barricade {

// An atomic operation by which threads may order each other.
struct OrderingAtomic {
  std::string name;       // "atomicAdd"
  bool releases = false;  // others may learn from it what its thread has done
  bool acquires = false;  // its thread may learn from it what others have done
};
using OrderingAtomics = std::map<const Statement*, OrderingAtomic>;

struct FenceOptions {
  Scope scope = Scope::Device;  // of the threads that race
  double fenceWeight = 1;
  double widerFenceWeight = 1;
  double widerAtomicWeight = 1;
  double loopWeight = 10;
  std::function<std::optional<double>(const SourcePosition&)> measuredWeight;  // as SiteOptions
};

struct FenceSite {
  enum class Kind { Fence, WiderFence, WiderAtomic };
  Kind kind = Kind::Fence;
  Site site;                    // where, and what it weighs
  Scope scope = Scope::Device;  // that it has then
  std::string operation;        // that is added or made wider: "__threadfence", "atomicAdd"
  std::string subject;          // WiderAtomic: the array
  Call narrower;                // what a wider one was
};

// Calls are inlined already. Changes the kernel at all sites that it returns.
std::vector<FenceSite> addFences(Program& program, Procedure& kernel,
                                 const OrderingAtomics& atomics, const FenceOptions& options);

// Takes back all changes but the chosen ones.
void keepFences(Procedure& kernel, const std::vector<FenceSite>& sites,
                const std::set<SiteId>& chosen);

}  // namespace barricade
