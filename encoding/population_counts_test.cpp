// What is stated of numbers of set bits holds for those of every vote.
#include "encoding/population_counts.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <random>

#include "solver/smt/term_values.h"

namespace barricade {
namespace {

class PopulationCountsTest : public testing::Test {
 protected:
  Expr number(unsigned value) { return terms_.number(value, byte_); }
  Expr make(Op op, Expr a, Expr b) { return terms_.rebuild(terms_.pool().make(op, a, b), {a, b}); }
  Expr count(Expr bits) { return terms_.pool().apply(function_, {bits}); }
  Expr factsOf(const PopulationCounts& counts, const PopulationCountSubtractions& subtractions) {
    return counts.facts(terms_, subtractions);
  }

  Program program_;
  Terms terms_{program_};
  Type byte_ = bitVectorType(8);
  const Function* function_ = terms_.freshFunction("count", {byte_}, byte_);
};

TEST_F(PopulationCountsTest, OfVotesAndOfLanesBeforeAndAfterAThread) {
  PopulationCounts counts;
  for (const char* thread : {"1", "2"}) {
    const Expr vote = terms_.fresh(std::string("vote") + thread, byte_);
    const Expr lane = terms_.fresh(std::string("lane") + thread, byte_);
    for (Expr mask : {terms_.sub(make(Op::BvShl, number(1), lane), number(1)),
                      terms_.sub(make(Op::BvShl, number(2), lane), number(1)),
                      make(Op::BvLShr, number(255), lane)}) {
      const Expr bits = make(Op::BvAnd, vote, mask);
      counts.add(bits, count(bits));
    }
    counts.add(vote, count(vote));
  }
  const Expr facts = factsOf(counts, {true, {4}});
  EXPECT_NE(facts, factsOf(counts, {true, {}}));
  EXPECT_NE(factsOf(counts, {true, {}}), factsOf(counts, {false, {}}));

  std::mt19937 random(3);
  for (unsigned trial = 0; trial < 3000; ++trial) {
    std::map<Expr, BigInt> leaves;
    TermValues values([&](Expr leaf, std::span<const BigInt> arguments) {
      if (!arguments.empty()) return BigInt(std::popcount(arguments[0].convert_to<unsigned>()));
      const bool isLane = leaf->variable()->name.starts_with("lane");
      return leaves.try_emplace(leaf, random() % (isLane         ? 10
                                                  : random() % 2 ? 16
                                                                 : 256))
          .first->second;
    });
    ASSERT_EQ(values.value(facts), 1) << "trial " << trial;
  }
}

}  // namespace
}  // namespace barricade
