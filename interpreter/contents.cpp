// The rules for initial array contents, and the mixing function behind arbitrary values.
#include "interpreter/contents.h"

namespace barricade {

ArrayContents ArrayContents::iota() {
  ArrayContents contents;
  contents.fill = Fill::Iota;
  return contents;
}

ArrayContents ArrayContents::offsets(std::uint64_t seed) {
  ArrayContents contents;
  contents.fill = Fill::Offsets;
  contents.seed = seed;
  return contents;
}

ArrayContents ArrayContents::links(std::uint64_t seed) {
  ArrayContents contents;
  contents.fill = Fill::Links;
  contents.seed = seed;
  return contents;
}

ArrayContents ArrayContents::random(std::uint64_t seed, std::uint64_t modulus) {
  ArrayContents contents;
  contents.fill = Fill::Random;
  contents.seed = seed;
  contents.modulus = modulus;
  return contents;
}

ArrayContents ArrayContents::among(std::vector<BigInt> choices, std::uint64_t seed) {
  ArrayContents contents;
  contents.fill = Fill::Among;
  contents.seed = seed;
  contents.choices = std::move(choices);
  return contents;
}

ArrayContents ArrayContents::floats(std::uint64_t seed) {
  ArrayContents contents;
  contents.fill = Fill::Floats;
  contents.seed = seed;
  return contents;
}

// The finaliser of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
// Generators) over a combination of both arguments.
std::uint64_t mixBits(std::uint64_t a, std::uint64_t b) {
  std::uint64_t z =
      a * 0x9e3779b97f4a7c15u + (b ^ (b >> 29)) * 0xd1342543de82ef95u + 0x2545f4914f6cdd1du;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

BigInt truncateTo(const BigInt& value, unsigned width) {
  BigInt modulus = BigInt(1) << width;
  BigInt rest = value % modulus;
  return rest < 0 ? BigInt(rest + modulus) : rest;
}

namespace {

// 1.0 to 1.875 by the three bits below the exponent; nothing for other widths.
std::optional<std::uint64_t> floatOf(std::uint64_t eighths, unsigned width) {
  switch (width) {
    case 16: return 0x3c00u | eighths << 7;
    case 32: return 0x3f800000u | eighths << 20;
    case 64: return 0x3ff0000000000000u | eighths << 49;
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<std::uint64_t> ArrayContents::word(std::uint64_t offset, unsigned width) const {
  if (width == 0 || width > 64 || !elements.empty() || offset < leading.size()) return std::nullopt;
  const std::uint64_t mask = ~0ull >> (64 - width);
  switch (fill) {
    case Fill::Zeros: return 0;
    case Fill::Iota: return offset & mask;
    case Fill::Offsets: return (2 * offset + (mixBits(seed, offset) & 1)) & mask;
    case Fill::Links:
    case Fill::Among: return std::nullopt;
    case Fill::Floats:
      if (const auto value = floatOf(mixBits(seed, offset) & 7, width)) return value;
      break;
    case Fill::Random: break;
  }
  const std::uint64_t mixed = mixBits(seed, offset);
  return (modulus != 0 ? mixed % modulus : mixBits(mixed, 0)) & mask;
}

BigInt ArrayContents::element(std::uint64_t offset, unsigned width) const {
  if (const auto simple = word(offset, width)) return *simple;
  auto shaped = [&](const BigInt& value) { return width == 0 ? value : truncateTo(value, width); };
  if (!elements.empty()) {
    if (auto found = elements.find(offset); found != elements.end()) return shaped(found->second);
  }
  if (offset < leading.size()) return shaped(leading[offset]);
  switch (fill) {
    case Fill::Zeros: return 0;
    case Fill::Iota: return shaped(BigInt(offset));
    case Fill::Offsets: return shaped(2 * BigInt(offset) + (mixBits(seed, offset) & 1));
    case Fill::Links: return shaped(BigInt(mixBits(seed, offset)) % (BigInt(offset) + 1));
    case Fill::Among: return shaped(choices[mixBits(seed, offset) % choices.size()]);
    case Fill::Floats:
      if (const auto value = floatOf(mixBits(seed, offset) & 7, width)) return *value;
      break;
    case Fill::Random: break;
  }
  if (modulus != 0) return shaped(BigInt(mixBits(seed, offset) % modulus));
  if (width == 0) return BigInt(mixBits(seed, offset) & 0x7fffffffu);
  BigInt value = 0;
  for (unsigned done = 0; done < width; done += 64) {
    value |= BigInt(mixBits(mixBits(seed, offset), done)) << done;
  }
  return truncateTo(value, width);
}

}  // namespace barricade
