// Walks come to each node once, in the order that they promise, however deep and shared the
// expression is.
#include "ir/walk.h"

#include <gtest/gtest.h>

#include "ir/program.h"
#include "ir/uses.h"

namespace barricade {
namespace {

class Walk : public testing::Test {
 protected:
  Walk() {
    variable_ = program_.newVariable();
    variable_->name = "x";
    variable_->type = bitVectorType(32);
    x_ = pool_.variable(variable_);
  }
  Expr add(Expr left, Expr right) { return pool_.make(Op::BvAdd, left, right); }
  // As a tree it has 2^depth leaves.
  Expr doubled(unsigned depth) {
    Expr e = x_;
    for (unsigned i = 0; i < depth; ++i) e = add(e, e);
    return e;
  }

  Program program_;
  ExprPool& pool_ = program_.pool();
  Variable* variable_;
  Expr x_;
};

TEST_F(Walk, AnExpressionComesBeforeItsArgumentsOrAfterThem) {
  const Expr one = pool_.bitVector(1, 32);
  const Expr inner = add(x_, one);
  const Expr outer = add(inner, x_);
  std::vector<Expr> down;
  forEachNode({outer}, [&](Expr e) { down.push_back(e); });
  EXPECT_EQ(down, (std::vector{outer, inner, x_, one}));
  std::vector<Expr> up;
  forEachNodeBottomUp(outer, [&](Expr e) { up.push_back(e); });
  EXPECT_EQ(up, (std::vector{x_, one, inner, outer}));
}

TEST_F(Walk, WhatIsRefusedHidesItsArguments) {
  const Expr inner = add(x_, x_);
  unsigned seen = 0;
  forEachNodeWhile({add(inner, inner)}, [&](Expr e) { return ++seen, e != inner; });
  EXPECT_EQ(seen, 2U);
}

TEST_F(Walk, DepthAndSharingCostNothing) {
  const Expr deep = doubled(10000);
  unsigned nodes = 0;
  forEachNodeBottomUp(deep, [&](Expr) { ++nodes; });
  EXPECT_EQ(nodes, 10001U);
  EXPECT_FALSE(anyNode(deep, [](Expr e) { return e->op() == Op::Select; }));
  unsigned variables = 0;
  forEachVariable(deep, [&](const Variable*) { ++variables; });
  EXPECT_EQ(variables, 1U);

  std::unordered_map<Expr, unsigned> depths;
  const unsigned depth = fold<unsigned>(
      deep, depths, [](Expr e) { return e->args().empty() ? std::optional(0U) : std::nullopt; },
      [](Expr, const std::vector<unsigned>& below) { return 1 + below[0]; });
  EXPECT_EQ(depth, 10000U);

  std::unordered_map<Expr, Expr> memo;
  const Expr one = pool_.bitVector(1, 32);
  const Expr replaced = substitute(pool_, deep, {{x_, one}}, memo);
  EXPECT_FALSE(anyNode(replaced, [&](Expr e) { return e == x_; }));
  EXPECT_TRUE(anyNode(replaced, [&](Expr e) { return e == one; }));
}

}  // namespace
}  // namespace barricade
