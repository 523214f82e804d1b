// Asking the solver: answers, models, the second lane, and time.
#include "verifier/portfolio.h"

#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

class PortfolioTest : public testing::Test {
 protected:
  Staged a_{kernelText("return;")};
  Problem problem_{*a_.subject, Mode::Intra};
  Terms& terms_ = a_.subject->terms;
  Statistics statistics_;
  Deadline unlimited_{0};
  Type word_ = bitVectorType(32);
};

TEST_F(PortfolioTest, KnowsThePairsConstraints) {
  Portfolio portfolio(problem_, unlimited_, statistics_);
  const auto& ids = problem_.pair().localId;
  EXPECT_EQ(portfolio.decide("ids", terms_.equal(ids[0][0], ids[1][0])), Answer::Unsatisfiable);
  EXPECT_EQ(portfolio.decide("ids", terms_.less(ids[0][0], ids[1][0], true)), Answer::Satisfiable);
}

TEST_F(PortfolioTest, AModelSatisfiesWhatWasAsked) {
  Portfolio portfolio(problem_, unlimited_, statistics_);
  const Expr x = terms_.fresh("x", word_);
  const Expr condition =
      terms_.equal(terms_.mul(x, terms_.number(3, word_)), terms_.number(21, word_));
  const Reply reply =
      portfolio.findModel("product", {condition, terms_.less(x, terms_.number(100, word_), false)});
  ASSERT_EQ(reply.answer, Answer::Satisfiable);
  ASSERT_NE(reply.model, nullptr);
  EXPECT_EQ(reply.model->value(x), 7);
  EXPECT_TRUE(reply.model->holds(condition));
}

TEST_F(PortfolioTest, EveryCheckIsCountedUnderItsName) {
  Portfolio portfolio(problem_, unlimited_, statistics_);
  const Expr x = terms_.fresh("x", word_);
  portfolio.decide("odd",
                   terms_.equal(terms_.mul(x, terms_.number(2, word_)), terms_.number(1, word_)));
  portfolio.decide("odd", terms_.equal(x, terms_.number(1, word_)));
  EXPECT_EQ(statistics_.queries["odd"].count, 2U);
  EXPECT_EQ(statistics_.queries["odd"].satisfiable, 1U);
}

TEST_F(PortfolioTest, ABudgetIsTwiceTheWorkBeforeWithinBounds) {
  Budget small;
  small.spend(10);
  EXPECT_FALSE(small.isLimited());
  EXPECT_FALSE(small.isSpent());
  small.limit();
  EXPECT_GT(small.left(), 10000U);
  Budget large;
  const std::uint64_t least = small.left();
  large.spend(least);
  large.limit();
  EXPECT_EQ(large.left(), 2 * least);
  large.spend(2 * least);
  EXPECT_TRUE(large.isSpent());
  large.limit();  // once only
  EXPECT_TRUE(large.isSpent());
  Budget largest;
  largest.spend(100 * least);
  largest.limit();
  EXPECT_LT(largest.left(), 10 * least);
}

TEST_F(PortfolioTest, NothingIsAskedOnceTheBudgetIsSpent) {
  Budget budget;
  Portfolio portfolio(problem_, unlimited_, statistics_, &budget);
  const Expr x = terms_.fresh("x", word_);
  const Expr odd = terms_.equal(terms_.mul(x, terms_.number(3, word_)), terms_.number(21, word_));
  budget.limit();
  const Reply reply = portfolio.findModel("product", {odd});
  ASSERT_TRUE(reply.model);
  EXPECT_EQ(reply.model->value(x), 7);
  budget.spendAll();
  EXPECT_EQ(portfolio.findModel("product", {odd}).answer, Answer::Unknown);
}

TEST_F(PortfolioTest, AFalseConditionIsNoQuery) {
  Portfolio portfolio(problem_, unlimited_, statistics_);
  EXPECT_EQ(portfolio.decide("nothing", terms_.no()), Answer::Unsatisfiable);
  EXPECT_TRUE(statistics_.queries.empty());
}

TEST_F(PortfolioTest, AfterTheDeadlineNothingIsDecided) {
  const Deadline over(1e-9);
  EXPECT_TRUE(over.passed());
  Portfolio portfolio(problem_, over, statistics_);
  const Expr x = terms_.fresh("x", word_);
  const Reply reply = portfolio.findModel("late", {terms_.equal(x, terms_.number(1, word_))});
  EXPECT_EQ(reply.answer, Answer::Unknown);
  EXPECT_EQ(reply.model, nullptr);
}

TEST(Deadlines, BoundASlice) {
  EXPECT_EQ(Deadline(0).slice(0), 0);
  EXPECT_EQ(Deadline(0).slice(5), 5);
  EXPECT_LE(Deadline(3).slice(5), 3);
  EXPECT_EQ(Deadline(30).slice(5), 5);
  EXPECT_GT(Deadline(1e-9).slice(5), 0);  // 0 would mean no limit
}

// Rows of a matrix with a symbolic pitch: beyond bit-blasting, decided by the integer lane.
TEST(Lanes, ASymbolicPitchIsDecided) {
  const std::string body =
      "assume ult($n, 1024bv32) && ult(31bv32, $n); "
      "$$g[add(mul(tidy, $n), tid)] := tid;";
  EXPECT_EQ(verdictOf(body, {.size = "32", .sizeY = "8"}), "verified");
  EXPECT_EQ(verdictOf(replaced(body, "ult\\(31bv32", "ult(30bv32"), {.size = "32", .sizeY = "8"}),
            "race");
}

}  // namespace
}  // namespace barricade::test
