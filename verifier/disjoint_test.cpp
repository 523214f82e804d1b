// Accesses called apart never meet: random linear offsets, against all pairs of threads.
#include "verifier/disjoint.h"

#include <random>

#include "ir/semantics.h"
#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

constexpr unsigned sizeX = 5, sizeY = 2, groupCount = 3;

BigInt valueOf(Expr e, const std::unordered_map<Expr, BigInt>& leaves) {
  if (auto it = leaves.find(e); it != leaves.end()) return it->second;
  if (e->isLiteral()) return e->value();
  std::vector<BigInt> args;
  for (Expr a : e->args()) args.push_back(valueOf(a, leaves));
  return evaluateOperator(e, args);
}

class DisjointTest : public testing::TestWithParam<Mode> {
 protected:
  Staged a_{kernelText("return;", {.size = std::to_string(sizeX),
                                   .groups = std::to_string(groupCount),
                                   .sizeY = std::to_string(sizeY)})};
  Problem problem_{*a_.subject, GetParam()};
  Terms& terms_ = a_.subject->terms;
  Type word_ = bitVectorType(32);

  Expr number(const BigInt& value) { return terms_.number(value, word_); }

  bool canMeet(Expr first, Expr second) {
    const ThreadPair& pair = problem_.pair();
    for (unsigned x = 0; x < sizeX * sizeX; ++x)
      for (unsigned y = 0; y < sizeY * sizeY; ++y)
        for (unsigned g = 0; g < groupCount * groupCount; ++g) {
          const bool sameGroup = g / groupCount == g % groupCount;
          if (sameGroup != (GetParam() == Mode::Intra)) continue;
          if (sameGroup && x / sizeX == x % sizeX && y / sizeY == y % sizeY) continue;
          const std::unordered_map<Expr, BigInt> leaves{
              {pair.localId[0][0], x / sizeX},      {pair.localId[1][0], x % sizeX},
              {pair.localId[0][1], y / sizeY},      {pair.localId[1][1], y % sizeY},
              {pair.groupId[0][0], g / groupCount}, {pair.groupId[1][0], g % groupCount}};
          if (valueOf(first, leaves) == valueOf(second, leaves)) return true;
        }
    return false;
  }
};

// As the round says: as it is, or with 64 bits, the sums before or after they are extended.
Expr wide(Terms& terms, Expr sum, Expr part, unsigned round) {
  const Op op = round % 2 ? Op::ZeroExtend : Op::SignExtend;
  auto extend = [&](Expr e) { return terms.pool().extend(op, e, 64); };
  switch (round / 2 % 3) {
    case 0: return terms.add(sum, part);
    case 1: return extend(terms.add(sum, part));
    default: return terms.add(extend(sum), extend(part));
  }
}

TEST_P(DisjointTest, ApartMeansNeverEqual) {
  std::mt19937 random(7);
  const std::array<BigInt, 9> factors{
      0, 1, 2, 5, 10, 12, BigInt(1) << 30, BigInt(1) << 31, (BigInt(1) << 32) - 1};
  unsigned apart = 0;
  for (unsigned round = 0; round < 3000; ++round) {
    std::array<Expr, 2> offset{};
    const BigInt& x = factors[random() % 9];
    const BigInt& y = factors[random() % 9];
    const BigInt& g = factors[random() % 9];
    for (unsigned t = 0; t < 2; ++t) {
      const ThreadPair& pair = problem_.pair();
      offset[t] = number(random() % 3 ? 0 : factors[random() % 9]);
      for (const auto& [id, factor] :
           {std::pair{pair.localId[t][0], x}, {pair.localId[t][1], y}, {pair.groupId[t][0], g}})
        offset[t] = terms_.add(
            offset[t], terms_.mul(id, number(random() % 8 ? factor : factors[random() % 9])));
      const Expr last = terms_.mul(pair.localId[t][0], number(factors[round / 6 % 9]));
      offset[t] = wide(terms_, offset[t], last, round);
    }
    if (!Disjointness(problem_).apart(offset[0], offset[1])) continue;
    ++apart;
    ASSERT_FALSE(canMeet(offset[0], offset[1])) << "round " << round;
  }
  EXPECT_GT(apart, 20U);
}

INSTANTIATE_TEST_SUITE_P(Modes, DisjointTest, testing::Values(Mode::Intra, Mode::Inter));

TEST(Disjoint, RowMajorIndicesAreApart) {
  Staged a(kernelText("return;", {.size = "16", .sizeY = "16"}));
  Problem problem(*a.subject, Mode::Intra);
  Terms& terms = a.subject->terms;
  auto index = [&](unsigned t, int pitch) {
    const auto& id = problem.pair().localId[t];
    return terms.add(terms.mul(id[1], terms.number(pitch, bitVectorType(32))), id[0]);
  };
  EXPECT_TRUE(Disjointness(problem).apart(index(0, 16), index(1, 16)));
  EXPECT_TRUE(Disjointness(problem).apart(index(0, 17), index(1, 17)));
  EXPECT_FALSE(Disjointness(problem).apart(index(0, 15), index(1, 15)));
}

// A barrier that all pass leaves nothing pending and nobody behind, loops before it or not: what
// may be open is what happens within one phase.
TEST(Disjoint, PhasesAddUp) {
  const std::string loop =
      "i := tid; while (ult(i, $n)) { $$s[i] := i; i := add(i, 64bv32); } sync; ";
  auto openIn = [](const std::string& body) {
    Staged a(kernelText(body + "return;", {.size = "64"}));
    Problem problem(*a.subject, Mode::Intra);
    const auto execution = problem.execute(ExecutionOptions::Form::Races, {}, {}, {});
    return openErrors(problem, *execution).size();
  };
  EXPECT_EQ(openIn(loop + loop + loop), 3 * openIn(loop));
}

TEST(Disjoint, ColumnsOfRowsAreApartWhateverThePitch) {
  Staged a(kernelText("return;", {.size = "16"}));
  Problem problem(*a.subject, Mode::Intra);
  Terms& terms = a.subject->terms;
  Disjointness disjointness(problem);
  auto index = [&](unsigned t, unsigned pitch, int column) {
    const Expr row = problem.pair().localId[t][0];
    return terms.add(terms.mul(row, terms.number(pitch, bitVectorType(32))),
                     terms.number(column, bitVectorType(32)));
  };
  EXPECT_TRUE(disjointness.apart(index(0, 10, 3), index(1, 10, 9)));
  EXPECT_TRUE(disjointness.apart(index(0, 10, 3), index(1, 10, -6)));
  EXPECT_FALSE(disjointness.apart(index(0, 10, 3), index(1, 10, 13)));
  // Rows that wrap around: 12 * 0x15555555 is 2^32 - 4.
  EXPECT_FALSE(disjointness.apart(index(0, 0x15555555, 0), index(1, 0x15555555, 4)));
}

// Blocks of 100 cells, in which each thread works on a row, in an order of its own.
TEST(Disjoint, PiecesOfGroupsAndThreadsAreApart) {
  for (const Mode mode : {Mode::Intra, Mode::Inter}) {
    Staged a(kernelText("return;", {.size = "12", .groups = "7"}));
    Problem problem(*a.subject, mode);
    Terms& terms = a.subject->terms;
    const Type word = bitVectorType(32);
    Expr cell[2];
    for (Expr& e : cell) e = terms.zeroExtend(terms.fresh("cell", bitVectorType(3)), 32);
    auto index = [&](unsigned t, int ofGroup, int ofThread) {
      return terms.add(
          terms.add(terms.mul(problem.pair().groupId[t][0], terms.number(ofGroup, word)),
                    terms.mul(problem.pair().localId[t][0], terms.number(ofThread, word))),
          cell[t]);
    };
    auto areApart = [&](int ofGroup, int ofThread) {
      return Disjointness(problem).apart(index(0, ofGroup, ofThread), index(1, ofGroup, ofThread));
    };
    EXPECT_TRUE(areApart(96, 8));
    EXPECT_EQ(areApart(96, 7), mode == Mode::Inter);
    EXPECT_EQ(areApart(95, 8), mode == Mode::Intra);
    EXPECT_EQ(areApart(0, 8), mode == Mode::Intra);
  }
}

// What is read only, and what comes later, is in conflict with nothing.
TEST(Disjoint, OnlyConflictsBeforeCount) {
  Staged a(
      kernelText("x := $$s[1bv32]; y := $$s[0bv32]; sync; $$s[tid] := x; return;", {.size = "64"}));
  Problem problem(*a.subject, Mode::Intra);
  const auto execution = problem.execute(ExecutionOptions::Form::Races, {}, {}, {});
  EXPECT_TRUE(openErrors(problem, *execution).empty());
}

}  // namespace
}  // namespace barricade::test
