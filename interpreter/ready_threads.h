// The set of threads that can go on, by number.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

namespace barricade {

class ReadyThreads {
 public:
  void resize(std::size_t count) { words_.resize((count + 63) / 64); }
  void insert(std::uint32_t number) { words_[number / 64] |= 1ull << (number % 64); }
  void erase(std::uint32_t number) { words_[number / 64] &= ~(1ull << (number % 64)); }

  // The first at or after `from`, else the first of all.
  std::optional<std::uint32_t> next(std::uint32_t from) const {
    const std::size_t count = words_.size();
    if (count == 0) return std::nullopt;
    std::size_t w = from / 64 % count;
    std::uint64_t word = words_[w] & (~0ull << (from % 64));
    for (std::size_t looked = 0; looked <= count; ++looked) {
      if (word != 0) return static_cast<std::uint32_t>(w * 64) + lowest(word);
      w = (w + 1) % count;
      word = words_[w];
    }
    return std::nullopt;
  }
  // The last at or before `from`, else the last of all.
  std::optional<std::uint32_t> previous(std::uint32_t from) const {
    const std::size_t count = words_.size();
    if (count == 0) return std::nullopt;
    std::size_t w = from / 64 % count;
    std::uint64_t word = words_[w] & (~0ull >> (63 - from % 64));
    for (std::size_t looked = 0; looked <= count; ++looked) {
      if (word != 0)
        return static_cast<std::uint32_t>(w * 64 + 63) -
               static_cast<std::uint32_t>(std::countl_zero(word));
      w = (w + count - 1) % count;
      word = words_[w];
    }
    return std::nullopt;
  }

 private:
  static std::uint32_t lowest(std::uint64_t word) {
    return static_cast<std::uint32_t>(std::countr_zero(word));
  }
  std::vector<std::uint64_t> words_;
};

}  // namespace barricade
