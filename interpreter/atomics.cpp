// Atomic functions on words.
#include "interpreter/atomics.h"

#include <bit>

#include "interpreter/words.h"

namespace barricade {
namespace {

using Kind = AtomicOperation::Kind;

struct Name {
  std::string_view cuda, openCl;
  Kind kind;
};

constexpr Name functionNames[] = {
    {"Add", "add", Kind::Add},
    {"Sub", "sub", Kind::Sub},
    {"Exch", "xchg", Kind::Exchange},
    {"Min", "min", Kind::Min},
    {"Max", "max", Kind::Max},
    {"And", "and", Kind::And},
    {"Or", "or", Kind::Or},
    {"Xor", "xor", Kind::Xor},
    {"Inc", "inc", Kind::Increment},
    {"Dec", "dec", Kind::Decrement},
    {"CAS", "cmpxchg", Kind::CompareAndSwap},
    {"Load", "load", Kind::Load},
    {"Store", "store", Kind::Store},
};

template <typename Float, typename Bits>
std::uint64_t floatResult(Kind kind, std::uint64_t old, std::uint64_t operand) {
  const Float x = std::bit_cast<Float>(static_cast<Bits>(old));
  const Float y = std::bit_cast<Float>(static_cast<Bits>(operand));
  Float result = y;
  switch (kind) {
    case Kind::Add: result = x + y; break;
    case Kind::Sub: result = x - y; break;
    case Kind::Min: result = y < x ? y : x; break;
    case Kind::Max: result = x < y ? y : x; break;
    default: break;
  }
  return std::bit_cast<Bits>(result);
}

}  // namespace

AtomicOperation parseAtomicFunction(std::string_view name) {
  AtomicOperation operation;
  const bool openCl = name.starts_with("__bugle_atomic_");
  if (openCl)
    name.remove_prefix(sizeof("__bugle_atomic_") - 1);
  else if (name.starts_with("__atomic"))
    name.remove_prefix(sizeof("__atomic") - 1);
  else
    return operation;
  const std::size_t end = name.find('_');
  const std::string_view function = name.substr(0, end);
  std::string_view type = end == name.npos ? std::string_view{} : name.substr(end + 1);
  for (std::string_view space : {"local_", "global_"}) {
    if (openCl && type.starts_with(space)) type.remove_prefix(space.size());
  }
  operation.isSigned = type.starts_with("int") || type.starts_with("long");
  operation.isFloat = type.starts_with("float") || type.starts_with("double");
  for (const Name& known : functionNames) {
    if (function == (openCl ? known.openCl : known.cuda)) operation.kind = known.kind;
  }
  operation.wraps =
      !openCl && (operation.kind == Kind::Increment || operation.kind == Kind::Decrement);
  return operation;
}

std::size_t operandCount(const AtomicOperation& operation) {
  switch (operation.kind) {
    case Kind::Increment:
    case Kind::Decrement: return operation.wraps ? 1 : 0;
    case Kind::CompareAndSwap: return 2;
    case Kind::Load:
    case Kind::Unknown: return 0;
    default: return 1;
  }
}

std::uint64_t atomicResult(const AtomicOperation& operation, std::uint64_t old,
                           const std::uint64_t* operands, unsigned width) {
  const std::uint64_t mask = maskOf(width);
  const std::uint64_t operand = operandCount(operation) > 0 ? operands[0] : 0;
  const bool moves = operation.kind == Kind::Exchange || operation.kind == Kind::CompareAndSwap ||
                     operation.kind == Kind::Load || operation.kind == Kind::Store;
  if (operation.isFloat && !moves) {
    return width == 32 ? floatResult<float, std::uint32_t>(operation.kind, old, operand)
                       : floatResult<double, std::uint64_t>(operation.kind, old, operand);
  }
  // Signed words compare as unsigned ones with the sign bit flipped; so do integers.
  const std::uint64_t flip =
      operation.isSigned || width == 0 ? 1ull << ((width == 0 ? 64 : width) - 1) : 0;
  const bool less = (operand ^ flip) < (old ^ flip);
  switch (operation.kind) {
    case Kind::Add: return (old + operand) & mask;
    case Kind::Sub: return (old - operand) & mask;
    case Kind::Exchange:
    case Kind::Store: return operand;
    case Kind::Load: return old;
    case Kind::Min: return less ? operand : old;
    case Kind::Max: return less ? old : operand;
    case Kind::And: return old & operand;
    case Kind::Or: return old | operand;
    case Kind::Xor: return old ^ operand;
    case Kind::Increment: return operation.wraps && old >= operand ? 0 : (old + 1) & mask;
    case Kind::Decrement:
      if (operation.wraps && (old == 0 || old > operand)) return operand;
      return (old - 1) & mask;
    case Kind::CompareAndSwap: return old == operands[0] ? operands[1] : old;
    case Kind::Unknown: break;
  }
  return old;
}

}  // namespace barricade
