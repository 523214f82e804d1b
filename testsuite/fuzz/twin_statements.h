// Statements that the twins are made of (twins.h).
#pragma once

#include "testsuite/fuzz/generator.h"
#include "testsuite/fuzz/terms.h"

namespace barricade::fuzz {

inline constexpr const char* tid = "local_id_x";

inline Statement primitive(const char* function, const std::string& arguments = "",
                           const std::string& target = "") {
  Statement s = make(Statement::Kind::Primitive);
  s.function = function;
  s.value = arguments;
  s.target = target;
  return s;
}

inline Statement atomicOperation(const char* function, const std::string& target,
                                 const std::string& array, const std::string& index,
                                 const std::string& operand, const std::string& attributes = "") {
  Statement s = make(Statement::Kind::Atomic);
  s.function = std::string("__atomic") + function + "_unsigned_int";
  s.target = target;
  s.array = array;
  s.index = index;
  s.value = operand;
  s.attributes = attributes;
  return s;
}

inline Statement blockBarrier() {
  return make(Statement::Kind::Barrier);
}

}  // namespace barricade::fuzz
