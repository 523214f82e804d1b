// What a thread of a block may have, where a whole block is run with unknown data (block_scans.h):
// a number, the sum of a range of summands, or anything up to a bound. What a loop adds up may come
// on top of what is unknown: the *base*, a variable as the thread has it when it enters the loop.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "ir/expr.h"
#include "ir/synchronization.h"

namespace barricade {

struct LaneValue {
  enum class Kind : std::uint8_t { Unknown, Number, Sum };
  static constexpr std::uint64_t anything = std::numeric_limits<std::uint64_t>::max();

  Kind kind = Kind::Unknown;
  std::uint32_t scan = 0;          // Sum
  std::uint64_t first = anything;  // Number: it; Unknown: the greatest that it may be; Sum: of the
  std::uint64_t end = 0;           // range [first, end) of summands
  std::uint32_t base = 0;          // Sum, Unknown: the number of the variable, from 1; 0: none

  static LaneValue number(std::uint64_t n) { return {Kind::Number, 0, n}; }
  static LaneValue upTo(std::uint64_t most) { return {Kind::Unknown, 0, most}; }
  // The base alone.
  static LaneValue ofBase(std::uint32_t base) { return {Kind::Unknown, 0, anything, 0, base}; }
  static LaneValue sum(std::uint32_t scan, std::uint64_t first, std::uint64_t end) {
    return first == end ? number(0) : LaneValue{Kind::Sum, scan, first, end};
  }
  bool isNumber() const { return kind == Kind::Number; }
  bool isUnknown() const { return kind == Kind::Unknown; }
  // No summand, but for what the base is.
  bool isEmptySum() const { return base != 0 ? isUnknown() : isNumber() && first == 0; }
  // As seen by who does not know the base.
  LaneValue withoutBase() const { return base != 0 ? LaneValue{} : *this; }
  bool operator==(const LaneValue&) const = default;
};

// The greatest sum of a scan.
struct ScanBound {
  virtual ~ScanBound() = default;
  virtual std::uint64_t mostOf(const LaneValue& sum) const = 0;
};

// What either is.
LaneValue eitherOf(const LaneValue& a, const LaneValue& b, const ScanBound& bounds);

// The greatest that it may be.
std::uint64_t mostOf(const LaneValue& value, const ScanBound& bounds);

// The thread that a shuffle in segments of that size reads from; nothing: it is not known.
std::optional<std::uint64_t> sourceOf(ExchangeFunction shuffle, std::uint64_t thread,
                                      std::uint64_t operand, std::uint64_t segment);

// The value of `e`'s operator, which is neither a leaf nor a read, on those of its arguments.
LaneValue apply(Expr e, std::span<const LaneValue> args, const ScanBound& bounds);

}  // namespace barricade
