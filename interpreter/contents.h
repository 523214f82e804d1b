// What an array holds when the kernel starts: a rule for every element, so that memory can be
// created as it is touched, whatever offsets a kernel comes up with.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "ir/expr.h"

namespace barricade {

struct ArrayContents {
  enum class Fill { Zeros, Iota, Offsets, Links, Random, Among, Floats };
  Fill fill = Fill::Zeros;
  std::uint64_t seed = 0;       // of all but Zeros and Iota
  std::uint64_t modulus = 0;    // Random: values below it, 0 for all values of the width
  std::vector<BigInt> choices;  // Among: one of these each, never empty
  std::vector<BigInt> leading;  // elements 0, 1, ... ahead of the fill
  std::map<std::uint64_t, BigInt> elements;  // single elements, ahead of all else

  bool operator==(const ArrayContents&) const = default;
  static ArrayContents zeros() { return {}; }
  static ArrayContents iota();
  // Where rows of 1 to 3 elements begin, as in a sparse matrix or the edges of a graph.
  static ArrayContents offsets(std::uint64_t seed);
  // A number up to the element's own: lists and trees that end.
  static ArrayContents links(std::uint64_t seed);
  static ArrayContents random(std::uint64_t seed, std::uint64_t modulus = 0);
  static ArrayContents among(std::vector<BigInt> choices, std::uint64_t seed);
  // 1.0 to 1.875 where elements are floats, of 16, 32 or 64 bits.
  static ArrayContents floats(std::uint64_t seed);

  // Element `offset` of an array whose elements have `width` bits; width 0 is an integer array
  // (math-int mode), whose random values stay below 2^31.
  BigInt element(std::uint64_t offset, unsigned width) const;
  // The same of 1 to 64 bits, without big numbers, where that is simple.
  std::optional<std::uint64_t> word(std::uint64_t offset, unsigned width) const;
};

// A well-mixed function of its arguments: the source of all arbitrary values.
std::uint64_t mixBits(std::uint64_t a, std::uint64_t b);

// `value` modulo 2^width.
BigInt truncateTo(const BigInt& value, unsigned width);

}  // namespace barricade
