// Types of the IR: bool, int (math-int mode), bit vectors of any width, and maps.
//
// Types are interned for the life of the process, so that equal types are equal pointers.
// Synonyms (`type ptr = bv32;`) are expanded when a name is resolved; a declaration keeps the
// spelling of its type beside it (Variable::typeSpelling) for printing.
#pragma once

#include <string>

namespace barricade {

class TypeNode;
using Type = const TypeNode*;

class TypeNode {
 public:
  enum class Kind { Bool, Int, BitVector, Map };

  Kind kind() const { return kind_; }
  bool isBool() const { return kind_ == Kind::Bool; }
  bool isInt() const { return kind_ == Kind::Int; }
  bool isBitVector() const { return kind_ == Kind::BitVector; }
  bool isMap() const { return kind_ == Kind::Map; }
  unsigned width() const { return width_; }  // bits; bit vectors only
  Type domain() const { return domain_; }    // maps only
  Type range() const { return range_; }      // maps only
  std::string toString() const;              // as in the IR: "bv32", "[bv32]bv8"

 private:
  friend struct TypeTable;
  TypeNode(Kind kind, unsigned width, Type domain, Type range)
      : kind_(kind), width_(width), domain_(domain), range_(range) {}
  Kind kind_;
  unsigned width_;
  Type domain_;
  Type range_;
};

Type boolType();
Type intType();
Type bitVectorType(unsigned width);  // width >= 1
Type mapType(Type domain, Type range);

}  // namespace barricade
