// How a kernel uses its arrays: which are read, written, updated atomically or copied
// asynchronously, and which of that happens in each loop.
#pragma once

#include <unordered_map>
#include <vector>

#include "analysis/atomic_results.h"
#include "analysis/slice.h"
#include "ir/cfg.h"
#include "ir/program.h"

namespace barricade {

struct KernelArray {
  Array* array = nullptr;
  bool read = false;     // by the kernel's statements
  bool written = false;  // plainly
  bool atomic = false;
  bool async = false;  // touched by asynchronous copies
  bool changedByAtomics = false;
  ResultRule results{};        // of the atomics that change it (analysis/array_results.h)
  bool storesApart = false;    // plain ones, from these (analysis/struct_parts.h)
  bool addsUnbounded = false;  // they add what may be large, for all that is known of it
  bool readOnly() const { return !written && !atomic && !async; }
  bool influences = false;  // contents reach a condition, an assertion or an index
};

struct ArrayUsage {
  std::vector<KernelArray> arrays;
  std::unordered_map<const Variable*, std::size_t> indices;
  // By loop and array: changed by any means, or otherwise than by atomics.
  std::vector<std::vector<bool>> loopWrites;
  std::vector<std::vector<bool>> loopStores;
};

ArrayUsage findArrayUsage(const Program& program, const Procedure& procedure,
                          const ControlFlow& flow, const Slice& slice);

}  // namespace barricade
