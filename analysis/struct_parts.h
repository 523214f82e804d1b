// Parts of structs in one array: `slots[i].key` and `slots[j].value` are never one element, nor are
// `counts[0]` and `counts[1]`. An element's part is its index modulo the number of elements in a
// struct. Where that is a power of two it is known also of indices that wrap around, else only of
// those that surely do not. Of any other index `{:member}` (docs/ir.md) may say which it is.
#pragma once

#include <map>
#include <optional>

#include "analysis/kernel.h"

namespace barricade {

// Elements of the array in a struct; 1: there are no structs.
unsigned partsOf(const Array& array);

// Which parts of an array the statements of a kernel use.
class StructParts {
 public:
  StructParts(const Kernel& kernel, const Array& array);

  // Whether no statement that stores in the array by other means than atomic operations may store
  // in a part that these change.
  bool areStoresApart() const;
  // Whether that is so of one statement, and of all parts that atomic operations read or change.
  bool isApart(const Statement& store) const;

 private:
  struct Parts {
    unsigned first = 0, last = 0;
  };
  enum class Use { Stored, Read, Changed };  // the last two by atomic operations
  struct Used {
    Use use;
    std::optional<Parts> parts;     // nothing: any
    std::optional<BigInt> element;  // where the text names one
  };
  static std::optional<Parts> memberNamedBy(const Statement& statement, unsigned count);
  static bool mayMeet(const Used& a, const Used& b);
  friend class PartsOfIndices;

  std::multimap<const Statement*, Used> used_;
};

}  // namespace barricade
