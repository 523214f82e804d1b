// What an atomic function does to a word, by Bugle's name for it:
// `__atomicAdd_unsigned_int` (CUDA), `__bugle_atomic_cmpxchg_local_int` (OpenCL).
#pragma once

#include <string_view>

#include "interpreter/bytecode.h"

namespace barricade {

// Kind Unknown when the name is not understood.
AtomicOperation parseAtomicFunction(std::string_view name);

std::size_t operandCount(const AtomicOperation& operation);

// The new value of a word of `width` bits (0: an integer). Not for Unknown.
std::uint64_t atomicResult(const AtomicOperation& operation, std::uint64_t old,
                           const std::uint64_t* operands, unsigned width);

}  // namespace barricade
