// The functions without a body: floating-point operations by the host's IEEE arithmetic, bit
// counts, and for all others a fixed arbitrary function (same arguments, same value).
#pragma once

#include <span>
#include <string_view>

#include "interpreter/contents.h"
#include "ir/program.h"

namespace barricade {

class HostFunction {
 public:
  explicit HostFunction(const Function& function);

  BigInt evaluate(std::span<const BigInt> args, std::uint64_t seed) const;
  // For arguments and results of at most 64 bits; args[i] is the value of argument i.
  std::uint64_t evaluateNarrow(const std::uint64_t* args, std::uint64_t seed) const;
  bool narrow() const { return narrow_; }
  // Whether it is what its name says, no arbitrary function.
  bool isComputed() const { return native_ != nullptr; }

 private:
  using Native = std::uint64_t (*)(const HostFunction&, const std::uint64_t* args);
  static Native find(std::string_view name, HostFunction& function);

  friend struct NativeFunctions;
  Native native_ = nullptr;
  unsigned from_ = 0;  // bits of the (first) operand
  unsigned to_ = 0;    // bits of the result
  unsigned operation_ = 0;
  std::uint64_t nameHash_ = 0;
  std::size_t arity_ = 0;
  unsigned resultWidth_ = 0;  // 0 for int
  bool narrow_ = true;
};

}  // namespace barricade
