#include "ir/type.h"

#include <cassert>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>

namespace barricade {

struct TypeTable {
  using Key = std::tuple<TypeNode::Kind, unsigned, Type, Type>;
  std::mutex mutex;
  std::map<Key, std::unique_ptr<TypeNode>> nodes;

  Type intern(TypeNode::Kind kind, unsigned width, Type domain, Type range) {
    std::lock_guard lock(mutex);
    auto& node = nodes[{kind, width, domain, range}];
    if (!node) node.reset(new TypeNode(kind, width, domain, range));
    return node.get();
  }

  static TypeTable& instance() {
    static TypeTable table;
    return table;
  }
};

std::string TypeNode::toString() const {
  switch (kind_) {
    case Kind::Bool: return "bool";
    case Kind::Int: return "int";
    case Kind::BitVector: return "bv" + std::to_string(width_);
    case Kind::Map: return "[" + domain_->toString() + "]" + range_->toString();
  }
  return {};
}

Type boolType() {
  static const Type type = TypeTable::instance().intern(TypeNode::Kind::Bool, 0, nullptr, nullptr);
  return type;
}

Type intType() {
  static const Type type = TypeTable::instance().intern(TypeNode::Kind::Int, 0, nullptr, nullptr);
  return type;
}

Type bitVectorType(unsigned width) {
  assert(width >= 1);
  return TypeTable::instance().intern(TypeNode::Kind::BitVector, width, nullptr, nullptr);
}

Type mapType(Type domain, Type range) {
  return TypeTable::instance().intern(TypeNode::Kind::Map, 0, domain, range);
}

}  // namespace barricade
