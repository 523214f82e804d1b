// The memory of one array: elements at any 64-bit offset, in pages, with their first contents when
// they are touched. An element is named by its slot, which is dense, never moves and indexes the
// race detector's cells too.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "interpreter/contents.h"

namespace barricade {

struct OutOfMemory : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class ArrayStore {
 public:
  static constexpr unsigned pageBits = 6;
  static constexpr std::uint64_t pageSize = 1u << pageBits;

  // `width` in bits, 0 for integers (one 64-bit limb).
  ArrayStore(unsigned width, const ArrayContents& contents)
      : contents_(&contents), width_(width), limbs_(width <= 64 ? 1 : (width + 63) / 64) {}

  unsigned limbs() const { return limbs_; }

  std::uint32_t slot(std::uint64_t offset) {
    const std::uint64_t page = offset >> pageBits;
    const std::uint32_t known = page < near_.size() ? near_[page] : 0;
    const std::uint32_t index = known != 0 ? known - 1 : findPage(page);
    const std::uint32_t result =
        (index << pageBits) | static_cast<std::uint32_t>(offset & (pageSize - 1));
    if (touched_[result] == 0) touch(result, offset);
    return result;
  }
  std::uint64_t* at(std::uint32_t slot) { return data_.data() + std::size_t{slot} * limbs_; }
  const std::uint64_t* at(std::uint32_t slot) const {
    return data_.data() + std::size_t{slot} * limbs_;
  }
  std::uint64_t& word(std::size_t index) { return data_[index]; }

  std::uint64_t offsetOf(std::uint32_t slot) const {
    return (pages_[slot >> pageBits] << pageBits) | (slot & (pageSize - 1));
  }
  bool touched(std::uint32_t slot) const { return touched_[slot] != 0; }
  std::uint32_t slots() const { return static_cast<std::uint32_t>(pages_.size() << pageBits); }
  BigInt value(std::uint32_t slot) const;
  // The contents as they are now become those of `other`.
  void copyFrom(ArrayStore& other);

 private:
  std::uint32_t findPage(std::uint64_t page);
  void touch(std::uint32_t slot, std::uint64_t offset);

  const ArrayContents* contents_;
  unsigned width_;
  unsigned limbs_;
  std::vector<std::uint64_t> data_;
  std::vector<std::uint8_t> touched_;  // by slot: somebody has asked for it
  std::vector<std::uint64_t> pages_;   // page number by page index
  std::vector<std::uint32_t> near_;    // page index + 1 by page number, 0 when absent
  std::unordered_map<std::uint64_t, std::uint32_t> far_;  // page index of high page numbers
};

// Limbs (least significant first) of a value; a negative integer as two's complement of 64 bits.
void toLimbs(const BigInt& value, std::uint64_t* limbs, unsigned count);
// `width` 0: one limb, signed.
BigInt fromLimbs(const std::uint64_t* limbs, unsigned width);

}  // namespace barricade
