// Whether a launch can have the shared memory that it takes: the static arrays of the kernel and
// the dynamic memory that the launch gives, against what a block may have. The program says both of
// a launch that is known, {:dynamic_shared_memory BYTES} and {:shared_memory_limit BYTES}.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "finding/result.h"

namespace barricade {

// Adds a finding to what verify() has made of the kernel. `limit`: bytes that a block may have;
// nothing: as the program says, and where it says nothing all sizes will do.
void checkSharedMemory(Program& program, Procedure& kernel, std::optional<std::uint64_t> limit,
                       VerificationResult& result,
                       const std::function<void(const Finding&)>& found);

}  // namespace barricade
