// Histories of array contents: what a read makes of the writes and havocs before it.
#include "encoding/contents.h"

#include <gtest/gtest.h>

namespace barricade {
namespace {

class ContentsTest : public testing::Test {
 protected:
  ContentsTest() {
    array_ = program_.newVariable();
    array_->name = "a";
    array_->type = mapType(word_, word_);
  }
  Expr number(int value) { return terms_.number(value, word_); }
  Expr condition(const char* name) { return terms_.fresh(name, boolType()); }

  Program program_;
  Terms terms_{program_};
  Type word_ = bitVectorType(32);
  Variable* array_ = nullptr;
  ContentsPool pool_{terms_};
  Expr i_ = terms_.fresh("i", word_);
  Expr j_ = terms_.fresh("j", word_);
};

TEST_F(ContentsTest, UnknownContentsAreAFunctionOfTheIndex) {
  const Contents a = pool_.unknown(array_);
  EXPECT_EQ(pool_.read(a, i_), pool_.read(a, i_));
  EXPECT_NE(pool_.read(a, i_), pool_.read(a, j_));
  EXPECT_NE(pool_.read(a, i_), pool_.read(pool_.unknown(array_), i_));
}

TEST_F(ContentsTest, AWriteIsReadBackAtItsIndexOnly) {
  const Contents before = pool_.unknown(array_);
  const Contents after = pool_.write(before, terms_.yes(), i_, number(7));
  EXPECT_EQ(pool_.read(after, i_), number(7));
  EXPECT_EQ(pool_.read(after, terms_.add(i_, number(1))),
            pool_.read(before, terms_.add(i_, number(1))));
  EXPECT_EQ(pool_.read(after, j_),
            terms_.ite(terms_.equal(i_, j_), number(7), pool_.read(before, j_)));
}

TEST_F(ContentsTest, AConditionalWriteKeepsTheOldValueOtherwise) {
  const Expr c = condition("c");
  const Contents before = pool_.unknown(array_);
  EXPECT_EQ(pool_.read(pool_.write(before, c, i_, number(7)), i_),
            terms_.ite(c, number(7), pool_.read(before, i_)));
  EXPECT_EQ(pool_.write(before, terms_.no(), i_, number(7)), before);
}

TEST_F(ContentsTest, TheLastWriteCounts) {
  Contents a = pool_.write(pool_.unknown(array_), terms_.yes(), i_, number(7));
  a = pool_.write(a, terms_.yes(), i_, number(8));
  EXPECT_EQ(pool_.read(a, i_), number(8));
}

TEST_F(ContentsTest, AHavocForgetsWhereItHolds) {
  const Expr c = condition("c");
  const Contents before = pool_.write(pool_.unknown(array_), terms_.yes(), i_, number(7));
  EXPECT_EQ(pool_.havoc(before, terms_.no(), array_), before);
  const Expr after = pool_.read(pool_.havoc(before, c, array_), i_);
  ASSERT_EQ(after->op(), Op::Ite);
  EXPECT_EQ(after->arg(0), c);
  EXPECT_EQ(after->arg(1)->op(), Op::Apply);
  EXPECT_EQ(after->arg(2), number(7));
  EXPECT_EQ(pool_.read(pool_.havoc(before, terms_.yes(), array_), i_)->op(), Op::Apply);
}

TEST_F(ContentsTest, ALoopMakesNewContentsOfThoseAtItsEntry) {
  const Contents entry = pool_.write(pool_.unknown(array_), terms_.yes(), i_, number(7));
  const Contents inside = pool_.write(entry, terms_.yes(), i_, number(9));
  auto doubled = [&](Expr, Expr before) { return terms_.add(before, before); };
  EXPECT_EQ(pool_.read(pool_.fill(inside, terms_.yes(), entry, doubled), i_), number(14));
  EXPECT_EQ(pool_.fill(inside, terms_.no(), entry, doubled), inside);
  const Expr maybe = condition("maybe");
  EXPECT_EQ(pool_.read(pool_.fill(inside, maybe, entry, doubled), i_),
            terms_.ite(maybe, number(14), number(9)));
}

}  // namespace
}  // namespace barricade
