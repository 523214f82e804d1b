// Names of Bugle's functions (FADD32, FP32_TO_SI8, BV32_CTPOP, ...) to host operations.
#include "interpreter/functions.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <optional>

#include "interpreter/evaluate.h"
#include "interpreter/words.h"

namespace barricade {
namespace {

template <typename Float>
using BitsOf = std::conditional_t<sizeof(Float) == 4, std::uint32_t, std::uint64_t>;

template <typename Float>
Float fromBits(std::uint64_t bits) {
  return std::bit_cast<Float>(static_cast<BitsOf<Float>>(bits));
}
template <typename Float>
std::uint64_t toBits(Float value) {
  return std::bit_cast<BitsOf<Float>>(value);
}

constexpr std::string_view unaryNames[] = {"FABS",   "FCEIL", "FCOS",   "FEXP",  "FEXP2",
                                           "FFLOOR", "FLOG",  "FLOG10", "FLOG2", "FRINT",
                                           "FRSQRT", "FSIN",  "FSQRT",  "FTRUNC"};
constexpr std::string_view binaryNames[] = {"FADD", "FSUB", "FMUL", "FDIV",
                                            "FREM", "FPOW", "FMAX", "FMIN"};
constexpr std::string_view relationNames[] = {"FEQ", "FLT", "FUNO"};

template <std::size_t n>
std::optional<unsigned> position(const std::string_view (&names)[n], std::string_view name) {
  for (unsigned i = 0; i < n; ++i) {
    if (names[i] == name) return i;
  }
  return std::nullopt;
}

template <typename Float>
Float unary(unsigned operation, Float x) {
  switch (operation) {
    case 0: return std::fabs(x);
    case 1: return std::ceil(x);
    case 2: return std::cos(x);
    case 3: return std::exp(x);
    case 4: return std::exp2(x);
    case 5: return std::floor(x);
    case 6: return std::log(x);
    case 7: return std::log10(x);
    case 8: return std::log2(x);
    case 9: return std::rint(x);
    case 10: return Float(1) / std::sqrt(x);
    case 11: return std::sin(x);
    case 12: return std::sqrt(x);
    default: return std::trunc(x);
  }
}

template <typename Float>
Float binary(unsigned operation, Float x, Float y) {
  switch (operation) {
    case 0: return x + y;
    case 1: return x - y;
    case 2: return x * y;
    case 3: return x / y;
    case 4: return std::fmod(x, y);
    case 5: return std::pow(x, y);
    case 6: return std::fmax(x, y);
    default: return std::fmin(x, y);
  }
}

// Conversions out of range saturate, and a NaN becomes 0, as on the hardware.
template <typename Float>
std::uint64_t toInteger(Float x, unsigned width, bool isSigned) {
  if (std::isnan(x)) return 0;
  const Float low = isSigned ? -std::ldexp(Float(1), static_cast<int>(width) - 1) : Float(0);
  const Float high = std::ldexp(Float(1), static_cast<int>(isSigned ? width - 1 : width));
  if (x <= low) return isSigned ? 1ull << (width - 1) : 0;
  if (x >= high) return maskOf(width) >> (isSigned ? 1 : 0);
  return isSigned ? static_cast<std::uint64_t>(static_cast<std::int64_t>(x)) & maskOf(width)
                  : static_cast<std::uint64_t>(x);
}

bool takeWidth(std::string_view& name, unsigned& width) {
  const char* end = name.data() + name.size();
  auto [rest, error] = std::from_chars(name.data(), end, width);
  if (error != std::errc{} || width == 0 || width > 64) return false;
  name.remove_prefix(static_cast<std::size_t>(rest - name.data()));
  return true;
}

bool take(std::string_view& name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return false;
  name.remove_prefix(prefix.size());
  return true;
}

bool isFloatWidth(unsigned width) {
  return width == 32 || width == 64;
}

}  // namespace

struct NativeFunctions {
  template <typename Float>
  static std::uint64_t unaryOf(const HostFunction& f, const std::uint64_t* args) {
    return toBits(unary<Float>(f.operation_, fromBits<Float>(args[0])));
  }
  template <typename Float>
  static std::uint64_t binaryOf(const HostFunction& f, const std::uint64_t* args) {
    return toBits(binary<Float>(f.operation_, fromBits<Float>(args[0]), fromBits<Float>(args[1])));
  }
  template <typename Float>
  static std::uint64_t relationOf(const HostFunction& f, const std::uint64_t* args) {
    const Float x = fromBits<Float>(args[0]);
    const Float y = fromBits<Float>(args[1]);
    if (f.operation_ == 0) return x == y;
    return f.operation_ == 1 ? x < y : std::isunordered(x, y);
  }
  template <typename Float>
  static std::uint64_t integerPower(const HostFunction& f, const std::uint64_t* args) {
    return toBits(static_cast<Float>(std::pow(
        fromBits<Float>(args[0]), static_cast<double>(signExtended(args[1], f.operation_)))));
  }
  static std::uint64_t convert(const HostFunction& f, const std::uint64_t* args) {
    if (f.from_ == f.to_) return args[0];
    return f.from_ == 32 ? toBits(static_cast<double>(fromBits<float>(args[0])))
                         : toBits(static_cast<float>(fromBits<double>(args[0])));
  }
  template <bool isSigned>
  static std::uint64_t floatToInteger(const HostFunction& f, const std::uint64_t* args) {
    return f.from_ == 32 ? toInteger(fromBits<float>(args[0]), f.to_, isSigned)
                         : toInteger(fromBits<double>(args[0]), f.to_, isSigned);
  }
  template <bool isSigned>
  static std::uint64_t integerToFloat(const HostFunction& f, const std::uint64_t* args) {
    if constexpr (isSigned) {
      const std::int64_t x = signExtended(args[0], f.from_);
      return f.to_ == 32 ? toBits(static_cast<float>(x)) : toBits(static_cast<double>(x));
    }
    return f.to_ == 32 ? toBits(static_cast<float>(args[0])) : toBits(static_cast<double>(args[0]));
  }
  static std::uint64_t countOnes(const HostFunction&, const std::uint64_t* args) {
    return static_cast<std::uint64_t>(std::popcount(args[0]));
  }
  static std::uint64_t firstLane(const HostFunction&, const std::uint64_t* args) {
    return static_cast<std::uint64_t>(std::countr_zero(args[0]));
  }
  template <bool exponent>
  static std::uint64_t decompose(const HostFunction& f, const std::uint64_t* args) {
    int power = 0;
    const double fraction = std::frexp(
        f.from_ == 32 ? static_cast<double>(fromBits<float>(args[0])) : fromBits<double>(args[0]),
        &power);
    if (exponent)
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(power)) & maskOf(f.to_);
    return f.from_ == 32 ? toBits(static_cast<float>(fraction)) : toBits(fraction);
  }
};

// Sets from_, to_ and operation_; the widths are compared with the signature by the caller.
HostFunction::Native HostFunction::find(std::string_view name, HostFunction& f) {
  using N = NativeFunctions;
  for (unsigned width : {32u, 64u}) {
    const std::string_view suffix = width == 32 ? "32" : "64";
    if (!name.ends_with(suffix)) continue;
    const std::string_view stem = name.substr(0, name.size() - 2);
    f.from_ = f.to_ = width;
    if (auto op = position(unaryNames, stem); op && f.arity_ == 1) {
      f.operation_ = *op;
      return width == 32 ? N::unaryOf<float> : N::unaryOf<double>;
    }
    if (auto op = position(binaryNames, stem); op && f.arity_ == 2) {
      f.operation_ = *op;
      return width == 32 ? N::binaryOf<float> : N::binaryOf<double>;
    }
    if (auto op = position(relationNames, stem); op && f.arity_ == 2) {
      f.operation_ = *op;
      f.to_ = 1;
      return width == 32 ? N::relationOf<float> : N::relationOf<double>;
    }
  }
  std::string_view rest = name;
  if (take(rest, "FPOWI") && takeWidth(rest, f.from_) && take(rest, "_I") &&
      takeWidth(rest, f.operation_) && rest.empty() && f.arity_ == 2) {
    f.to_ = f.from_;
    return f.from_ == 32 ? N::integerPower<float> : N::integerPower<double>;
  }
  if (f.arity_ != 1) return nullptr;
  rest = name;
  if (take(rest, "FREXP") && takeWidth(rest, f.from_) && isFloatWidth(f.from_)) {
    f.to_ = f.resultWidth_;
    if (rest == "_EXP") return N::decompose<true>;
    if (rest.starts_with("_FRAC")) return N::decompose<false>;
    return nullptr;
  }
  rest = name;
  if (take(rest, "FP") && takeWidth(rest, f.from_) && isFloatWidth(f.from_)) {
    if (take(rest, "_CONV")) {
      return takeWidth(rest, f.to_) && rest.empty() && isFloatWidth(f.to_) ? N::convert : nullptr;
    }
    const bool isSigned = rest.starts_with("_TO_SI");
    if (!take(rest, "_TO_SI") && !take(rest, "_TO_UI")) return nullptr;
    if (!takeWidth(rest, f.to_) || !rest.empty()) return nullptr;
    return isSigned ? N::floatToInteger<true> : N::floatToInteger<false>;
  }
  rest = name;
  const bool isSigned = rest.starts_with("SI");
  if ((take(rest, "SI") || take(rest, "UI")) && takeWidth(rest, f.from_) && take(rest, "_TO_FP") &&
      takeWidth(rest, f.to_) && rest.empty() && isFloatWidth(f.to_)) {
    return isSigned ? N::integerToFloat<true> : N::integerToFloat<false>;
  }
  rest = name;
  if (take(rest, "BV") && takeWidth(rest, f.from_) && rest == "_CTPOP") {
    f.to_ = f.resultWidth_;
    return N::countOnes;
  }
  rest = name;
  if (take(rest, "__elected_") && takeWidth(rest, f.from_) && rest.empty()) {
    f.to_ = f.resultWidth_;
    return N::firstLane;
  }
  return nullptr;
}

HostFunction::HostFunction(const Function& function)
    : arity_(function.parameters.size()), resultWidth_(widthOf(function.result)) {
  for (char c : function.name) nameHash_ = mixBits(nameHash_, static_cast<unsigned char>(c));
  narrow_ = resultWidth_ <= 64;
  bool bitVectors = !function.result->isInt();
  for (const Variable* parameter : function.parameters) {
    if (parameter->type->isMap()) throw NotEvaluable{"a function of a map (" + function.name + ")"};
    narrow_ &= widthOf(parameter->type) <= 64;
    bitVectors &= !parameter->type->isInt();
  }
  if (!narrow_ || !bitVectors) return;
  native_ = find(function.name, *this);
  // A user's function that happens to have such a name but another signature stays arbitrary.
  if (native_ && (widthOf(function.parameters[0]->type) != from_ || resultWidth_ != to_)) {
    native_ = nullptr;
  }
}

std::uint64_t HostFunction::evaluateNarrow(const std::uint64_t* args, std::uint64_t seed) const {
  if (native_) return native_(*this, args);
  std::uint64_t hash = mixBits(seed, nameHash_);
  for (std::size_t i = 0; i < arity_; ++i) hash = mixBits(hash, args[i]);
  return hash & (resultWidth_ == 0 ? 0x7fffffffu : maskOf(resultWidth_));
}

BigInt HostFunction::evaluate(std::span<const BigInt> args, std::uint64_t seed) const {
  std::vector<std::uint64_t> words;
  if (narrow_) {
    for (const BigInt& arg : args) {
      words.push_back(arg < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(arg))
                              : static_cast<std::uint64_t>(arg & ~0ull));
    }
    return evaluateNarrow(words.data(), seed);
  }
  std::uint64_t hash = mixBits(seed, nameHash_);
  for (BigInt arg : args) {
    for (; arg != 0; arg >>= 64) hash = mixBits(hash, static_cast<std::uint64_t>(arg & ~0ull));
    hash = mixBits(hash, 1);
  }
  return ArrayContents::random(hash).element(0, resultWidth_);
}

}  // namespace barricade
