// What the tests of engines share: a program with constants of any type.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "ir/program.h"

namespace barricade::test {

class WithConstants : public testing::Test {
 protected:
  Expr constant(Type type) {
    Variable* variable = program_.newVariable();
    variable->name = "x" + std::to_string(++names_);
    variable->kind = Variable::Kind::Constant;
    variable->type = type;
    return pool_.variable(variable);
  }
  Expr word(unsigned width) { return constant(bitVectorType(width)); }

  Program program_;
  ExprPool& pool_ = program_.pool();

 private:
  unsigned names_ = 0;
};

}  // namespace barricade::test
