// What accesses have in common in both machines.
#include <algorithm>

#include "interpreter/atomics.h"
#include "interpreter/machine.h"
#include "interpreter/words.h"

namespace barricade {

std::uint64_t Machine::comparable(const std::uint64_t* words, unsigned limbs) {
  std::uint64_t value = words[0];
  for (unsigned k = 1; k < limbs; ++k) value = mixBits(value, words[k]);
  return value;
}

bool Machine::inBounds(Thread& thread, std::uint32_t array, std::uint64_t offset,
                       std::uint32_t site) {
  const CompiledArray& info = code_.arrays[array];
  const unsigned bits = std::min(64u, program_.pointerWidth);
  const bool negative = (offset >> (bits - 1)) & 1;
  if (!negative && (!info.size || BigInt(offset) < *info.size)) return true;
  reportAt(thread, FindingKind::Bounds, site,
           negative ? "a negative offset" : "the array has " + info.size->str() + " elements",
           array, offset);
  return false;
}

void Machine::load(Thread& thread, const Instruction& i, std::uint64_t* registers) {
  const std::uint32_t array = i.width;
  const std::uint64_t offset = registers[i.b];
  const auto site = static_cast<std::uint32_t>(i.imm);
  if (options_.checkBounds) inBounds(thread, array, offset, site);
  ArrayStore& memory = storeOf(array);
  const std::uint32_t slot = memory.slot(offset);
  const std::uint64_t* source = memory.at(slot);
  if (options_.checkInitialization) noteRead(thread, array, slot, site);
  if (watched_[array]) recordRead(thread, {array, offset, slot, site, source});
  std::copy(source, source + memory.limbs(), registers + i.d);
  if (traced_) {
    trace(TraceStep::Kind::Read, thread, site, code_.arrays[array].variable, offset,
          memory.value(slot));
  }
}

void Machine::store(Thread& thread, const Instruction& i, const std::uint64_t* registers) {
  const std::uint32_t array = i.width;
  const std::uint64_t offset = registers[i.b];
  const auto site = static_cast<std::uint32_t>(i.imm);
  const CompiledArray& info = code_.arrays[array];
  if (info.space == AddressSpace::Constant) {
    reportAt(thread, FindingKind::ConstantWrite, site, {}, array, offset);
    return;
  }
  if (options_.checkBounds) inBounds(thread, array, offset, site);
  ArrayStore& memory = storeOf(array);
  const std::uint32_t slot = memory.slot(offset);
  write(thread, {array, offset, slot, site, registers + i.d});
  if (traced_) {
    trace(TraceStep::Kind::Write, thread, site, info.variable, offset, memory.value(slot));
  }
}

void Machine::countLoops(const Thread& thread, std::uint32_t site,
                         std::vector<std::uint32_t>& counters) const {
  for (const Thread::Caller& caller : thread.callers) {
    for (const auto& loop : code_.sites[code_.calls[caller.call].site].loops) {
      counters.push_back(static_cast<std::uint32_t>(thread.registers[caller.base + loop.counter]));
    }
  }
  for (const auto& loop : code_.sites[site].loops) {
    counters.push_back(static_cast<std::uint32_t>(thread.registers[thread.base + loop.counter]));
  }
}

// The first part of an operation on narrower elements does the work for all parts.
void Machine::changeWord(Thread& thread, const AtomicOperation& operation,
                         const std::uint64_t* registers) {
  ArrayStore& memory = storeOf(operation.array);
  const std::uint64_t offset = registers[operation.index];
  const unsigned width = code_.arrays[operation.array].width;
  const unsigned parts = operation.parts;
  std::uint64_t old = 0;
  for (unsigned k = 0; k < parts; ++k) old |= *memory.at(memory.slot(offset + k)) << (k * width);
  std::uint64_t operands[2] = {};
  for (std::size_t k = 0; k < operation.operands.size() && k < 2; ++k) {
    operands[k] = registers[operation.operands[k]];
  }
  const std::uint64_t value = operation.kind == AtomicOperation::Kind::Unknown
                                  ? arbitrary(thread, width * parts)
                                  : atomicResult(operation, old, operands, width * parts);
  for (unsigned k = 0; k < parts; ++k) {
    *memory.at(memory.slot(offset + k)) =
        width == 0 ? value : (value >> (k * width)) & maskOf(width);
  }
  thread.atomicOld = old;
}

}  // namespace barricade
