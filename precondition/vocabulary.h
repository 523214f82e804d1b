// What a condition may speak of: sizes of the launch, scalar parameters, and products of these.
// Each is a column of the integer sets that conditions are made of (region.h, formula.h).
#pragma once

#include <map>
#include <string>
#include <unordered_set>
#include <vector>

#include "ir/program.h"

namespace barricade {

struct Column {
  std::vector<const Variable*> factors;  // one, or those of a product, in a fixed order
  std::string text;                      // an expression of C
  bool isSize = false;                   // a single size: at least 1
  bool isSigned = false;                 // of a single parameter: how the source reads its bits
};

class Vocabulary {
 public:
  explicit Vocabulary(const Procedure& kernel);

  bool knows(const Variable* variable) const;
  // How the kernel reads a parameter's bits; sizes fit into either.
  bool isSigned(const Variable* variable) const { return !unsigned_.contains(variable); }
  // The number that a variable's bits stand for in the source.
  BigInt number(const Variable* variable, const BigInt& bits) const;
  // The number of a column; a new one is the last.
  std::size_t column(std::vector<const Variable*> factors);
  const std::vector<Column>& columns() const { return columns_; }
  // The value of a column as a signed number of `width` bits, which must be enough.
  Expr value(ExprPool& pool, std::size_t column, unsigned width) const;
  // Bits that hold its value.
  unsigned width(std::size_t column) const;

 private:
  std::unordered_set<const Variable*> parameters_;
  std::unordered_set<const Variable*> unsigned_;
  std::vector<Column> columns_;
  std::map<std::vector<const Variable*>, std::size_t> numbers_;
};

// "n", "blockDim.x".
std::string sourceName(const Variable& variable);

}  // namespace barricade
