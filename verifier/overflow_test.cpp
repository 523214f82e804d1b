// Which operations overflow, against arithmetic without limits; and which findings say so.
#include "encoding/overflow.h"

#include "ir/semantics.h"
#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

constexpr unsigned width = 8;

BigInt exact(Op op, const BigInt& a, const BigInt& b) {
  switch (op) {
    case Op::BvAdd: return a + b;
    case Op::BvSub: return a - b;
    case Op::BvMul: return a * b;
    default: return a << b.convert_to<unsigned>();
  }
}

// Whether the result is that of signed or that of unsigned numbers without limits.
bool fits(Op op, unsigned a, unsigned b) {
  if (op == Op::BvShl && b >= width) return false;
  const BigInt inUnsigned = exact(op, a, b);
  const BigInt inSigned = exact(op, toSigned(a, width), op == Op::BvShl ? b : toSigned(b, width));
  return (inUnsigned >= 0 && inUnsigned < 256) || (inSigned >= -128 && inSigned < 128);
}

TEST(Overflow, IsWhatNeitherSignedNorUnsignedNumbersHold) {
  Program program;
  Terms terms(program);
  auto either = [&](const Fits& fits) { return terms.lor(fits.asSigned, fits.asUnsigned); };
  const Type type = bitVectorType(width);
  const Expr left = terms.fresh("left", type);
  const Expr right = terms.fresh("right", type);
  const unsigned values[] = {0,  1,   2,   3,   7,   8,   15,  16,  17,  31,  63,  64,  65,
                             85, 126, 127, 128, 129, 130, 170, 191, 192, 240, 253, 254, 255};
  for (Op op : {Op::BvAdd, Op::BvSub, Op::BvMul, Op::BvShl}) {
    const Expr general = either(fitsWidth(terms, op, left, right));
    for (unsigned b : values) {
      const Expr literal = terms.number(b, type);
      const Expr withLiteral = either(fitsWidth(terms, op, left, literal));
      for (unsigned a : values) {
        std::unordered_map<Expr, Expr> memo, memoOfLiteral;
        const std::unordered_map<Expr, Expr> map{{left, terms.number(a, type)}, {right, literal}};
        const bool expected = fits(op, a, b);
        EXPECT_EQ(terms.substitute(general, map, memo), terms.boolean(expected))
            << int(op) << ' ' << a << ' ' << b;
        EXPECT_EQ(terms.substitute(withLiteral, map, memoOfLiteral), terms.boolean(expected))
            << int(op) << ' ' << a << ' ' << b;
      }
    }
  }
}

// "-" for a finding without overflow, else what wraps around, and "?" after it where a
// counterexample without was not ruled out.
std::string overflowsOf(const std::string& body, const Launch& launch = {"256", "1"}) {
  std::string text;
  for (const Finding& finding : verifyText(kernelText(body, launch)).findings) {
    if (!text.empty()) text += ", ";
    if (!finding.overflow)
      text += "-";
    else
      text += finding.overflow->what + (finding.overflow->needed ? "" : "?");
  }
  return text;
}

TEST(Overflow, IsNamedWhereARaceNeedsIt) {
  EXPECT_EQ(overflowsOf("$$s[mul(tid, 67108864bv32)] := tid;"), "the index");
  EXPECT_EQ(overflowsOf("$$s[shl(tid, 26bv32)] := tid;"), "the index");
  EXPECT_EQ(overflowsOf("if (tid == 0bv32 || ult(mul(tid, 1073741824bv32), tid)) "
                        "{ $$s[0bv32] := tid; }"),
            "a value in a condition");
  EXPECT_EQ(overflowsOf("$$s[shl(tid, add(and($n, 1bv32), 26bv32))] := tid;"), "the index");
}

TEST(Overflow, IsAvoidedWhereARaceDoesWithout) {
  EXPECT_EQ(overflowsOf("x := $$s[add(tid, 1bv32)]; $$s[tid] := x;"), "-");
  EXPECT_EQ(overflowsOf("x := $$s[sub(tid, 1bv32)]; $$s[tid] := x;"), "-");
  EXPECT_EQ(overflowsOf("$$s[mul(tid, $n)] := tid;"), "-");  // n = 0
  EXPECT_EQ(overflowsOf("if (ult(1000bv32, mul($n, 3bv32))) { $$s[0bv32] := tid; }"), "-");
  // The access is the same; only one way to it overflows, in every thread.
  EXPECT_EQ(overflowsOf("if (ult($n, 8bv32)) { x := 0bv32; } else { x := mul(or(tid, 64bv32), "
                        "67108864bv32); } @7; $$s[x] := tid;"),
            "-");
  // What has nothing to do with the access.
  EXPECT_EQ(overflowsOf("if (ult(mul(tid, 67108864bv32), 5bv32)) { x := 1bv32; } "
                        "$$s[0bv32] := tid;"),
            "-");
}

// The read of an iteration meets a write of a later one after a wrap-around only; the write meets
// the read of the next one anyway, and is what a reader wants to see first.
TEST(Overflow, ComesAfterRacesThatDoWithout) {
  EXPECT_EQ(overflowsOf("i := 0bv32; while (slt(i, $n)) { "
                        "x := $$s[add(mul(i, 64bv32), xor(tid, 1bv32))]; "
                        "$$s[add(mul(add(i, 1bv32), 64bv32), tid)] := x; i := add(i, 1bv32); }",
                        {"64", "1"}),
            "-, the index");
}

// n + 1 + tid * 2^30 wraps around, and no sum does in the order in which the term has them.
TEST(Overflow, IsSeenInTheOrderOfTheKernel) {
  EXPECT_EQ(overflowsOf("x := $$s[0bv32]; if (slt(0bv32, $n) && slt(add(add(add($n, 1bv32), "
                        "mul(tid, 1073741824bv32)), tid), 0bv32)) { $$s[0bv32] := tid; }",
                        {"2", "1"}),
            "a value in a condition");
}

TEST(Overflow, OfALoopCounterIsNamed) {
  // i grows by 3, so that two different iterations only meet after a wrap-around.
  EXPECT_EQ(overflowsOf("i := 0bv32; while (i != 1bv32) { if (i == mul(tid, 3bv32)) { "
                        "$$s[0bv32] := tid; } i := add(i, 3bv32); }",
                        {"2", "1"}),
            "-");
  EXPECT_EQ(overflowsOf("i := 0bv32; while (i != 4bv32) { if (i == add(tid, 1bv32)) { "
                        "$$s[0bv32] := tid; } i := add(i, 3bv32); }",
                        {"2", "1"}),
            "a loop counter");
}

// Hashes wrap around on purpose, with what is added to them: a race of two that are equal is not
// for the arithmetic's sake.
TEST(Overflow, IsNotLookedForInHashes) {
  const Launch pair{"2", "1"};
  const std::string spread = "mul(add(mul(tid, 1000bv32), $n), 16777619bv32)";
  EXPECT_EQ(overflowsOf("$$s[lshr(" + spread + ", 31bv32)] := tid;", pair), "-");
  EXPECT_EQ(
      overflowsOf("x := add(" + spread + ", 1013904223bv32); $$s[lshr(x, 31bv32)] := tid;", pair),
      "-");
  EXPECT_EQ(overflowsOf("$$s[lshr(mul(add(mul(tid, 1000bv32), $n), 16777618bv32), 31bv32)] := tid;",
                        pair),
            "the index");
}

// A sum beyond 2^32 whose operand, read as signed, is negative.
TEST(Overflow, IsSeenInOneReadingOfAllOperands) {
  EXPECT_EQ(overflowsOf("x := 0bv32; if (tid == 2bv32) { x := 1073741824bv32; } "
                        "$$s[add(mul(tid, 1610612736bv32), x)] := tid;",
                        {"3", "1"}),
            "the index");
}

}  // namespace
}  // namespace barricade::test
