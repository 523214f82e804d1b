// Paged array memory.
#include "interpreter/store.h"

#include <algorithm>

namespace barricade {
namespace {

constexpr std::uint64_t nearPages = 1u << 14;
constexpr std::size_t maximalWords = std::size_t{1} << 28;  // 2 GiB an array

}  // namespace

void toLimbs(const BigInt& value, std::uint64_t* limbs, unsigned count) {
  if (count == 1) {
    limbs[0] = value < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value))
                         : static_cast<std::uint64_t>(value & ~0ull);
    return;
  }
  BigInt rest = value;
  for (unsigned i = 0; i < count; ++i, rest >>= 64) {
    limbs[i] = static_cast<std::uint64_t>(rest & ~0ull);
  }
}

BigInt fromLimbs(const std::uint64_t* limbs, unsigned width) {
  if (width == 0) return static_cast<std::int64_t>(limbs[0]);
  BigInt value = 0;
  for (unsigned i = (width + 63) / 64; i-- > 0;) value = (value << 64) | limbs[i];
  return value;
}

std::uint32_t ArrayStore::findPage(std::uint64_t page) {
  if (page >= nearPages) {
    if (auto found = far_.find(page); found != far_.end()) return found->second;
  }
  if (data_.size() + pageSize * limbs_ > maximalWords) {
    throw OutOfMemory("an array takes more than 2 GiB");
  }
  const auto index = static_cast<std::uint32_t>(pages_.size());
  pages_.push_back(page);
  if (page >= nearPages) {
    far_[page] = index;
  } else {
    if (page >= near_.size()) near_.resize(page + page / 2 + 1);
    near_[page] = index + 1;
  }
  data_.resize(data_.size() + pageSize * limbs_);
  touched_.resize(touched_.size() + pageSize);
  return index;
}

void ArrayStore::touch(std::uint32_t slot, std::uint64_t offset) {
  touched_[slot] = 1;
  if (const auto word = contents_->word(offset, width_))
    *at(slot) = *word;
  else
    toLimbs(contents_->element(offset, width_), at(slot), limbs_);
}

BigInt ArrayStore::value(std::uint32_t slot) const {
  return fromLimbs(at(slot), width_);
}

void ArrayStore::copyFrom(ArrayStore& other) {
  contents_ = other.contents_;
  // Slots stay what they are: the race detector knows elements by them.
  for (std::uint32_t s = 0; s < other.slots(); s += pageSize) slot(other.offsetOf(s));
  for (std::uint32_t s = 0; s < slots(); ++s) {
    touched_[s] = 1;
    const std::uint64_t* source = other.at(other.slot(offsetOf(s)));
    std::copy(source, source + limbs_, at(s));
  }
}

}  // namespace barricade
