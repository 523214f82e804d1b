// What conditions look like, and that text and terms mean the same.
#include "precondition/formula.h"

#include "analysis/test_kernel.h"
#include "precondition/simplify.h"

namespace barricade::test {
namespace {

class Formulas : public ::testing::Test {
 protected:
  Formulas()
      : program_(parse(kernelText("$$s[$n] := $m; $$s[$m] := 1bv32;"))),
        vocabulary_(*program_->kernels().front()) {
    for (const Variable* parameter : program_->kernels().front()->parameters)
      if (vocabulary_.knows(parameter)) vocabulary_.column({parameter});
  }

  // As it is printed, of n and m.
  std::string text(QuasiForm form, Relation relation = Relation::AtLeast) {
    return toC(Atom{std::move(form), relation}, vocabulary_);
  }

  static QuasiForm sum(std::initializer_list<std::pair<std::size_t, BigInt>> columns,
                       const BigInt& constant) {
    QuasiForm form;
    form.columns = columns;
    form.constant = constant;
    return form;
  }

  std::unique_ptr<Program> program_;
  Vocabulary vocabulary_;
};

TEST_F(Formulas, Comparisons) {
  EXPECT_EQ(text(sum({{0, 1}}, -5)), "n >= 5");
  EXPECT_EQ(text(sum({{0, -1}}, 5)), "n <= 5");
  EXPECT_EQ(text(sum({{0, 1}, {1, -2}}, 0)), "n >= 2 * m");
  EXPECT_EQ(text(sum({{0, 1}, {1, -1}}, -1)), "m < n");
  EXPECT_EQ(text(sum({{0, 1}, {1, -1}}, 3)), "m <= n + 3");
  EXPECT_EQ(text(sum({{0, 1}}, -5), Relation::NotEqual), "n != 5");
}

TEST_F(Formulas, FactorsOfQuotientsAreWritten) {
  QuasiForm form;
  form.quotients = {{FloorQuotient{sum({{0, 1}}, 2), 8}, 3}};
  EXPECT_EQ(text(form), "3 * ((n + 2) / 8) >= 0");
  form.quotients[0].second = 16;  // 16 * ((n + 2) / 8) is 2 * (n + 2 - (n + 2) % 8)
  EXPECT_EQ(text(form), "2 * ((n + 2) % 8) <= 2 * n + 4");
  form = sum({{0, -1}}, 0);
  form.quotients = {{FloorQuotient{sum({{0, 1}}, 0), 32}, 32}};
  EXPECT_EQ(text(form), "n % 32 == 0");
}

TEST_F(Formulas, PowersOfTwo) {
  EXPECT_EQ(text(sum({{0, 1}}, 0), Relation::PowerOfTwo), "n > 0 && (n & (n - 1)) == 0");
  isl::Context context = isl::makeContext();
  const isl::BasicSet all(isl_basic_set_read_from_str(context.get(), "{ [n, m] : -9 <= n <= 9 }"));
  const isl::Set powers = setOf({true, {{{sum({{0, 1}}, 0), Relation::PowerOfTwo}}}}, all);
  const isl::Set expected(
      isl_set_read_from_str(context.get(), "{ [n, m] : n = 1 or n = 2 or n = 4 or n = 8 }"));
  EXPECT_EQ(isl_set_is_equal(powers.get(), expected.get()), isl_bool_true);
}

// C rounds towards zero; (n - 4) / 3 is -1 for n = 3 where it is rounded down.
TEST_F(Formulas, ReadAsC) {
  isl::Context context = isl::makeContext();
  const isl::BasicSet all(
      isl_basic_set_read_from_str(context.get(), "{ [n, m] : 0 <= n, m <= 9 }"));
  QuasiForm form = sum({{1, -1}}, 2);
  form.quotients = {{FloorQuotient{sum({{0, 1}}, -4), 3}, 1}};
  const Atom rounded{form, Relation::AtLeast};  // m <= (n - 4) / 3 + 2
  const Atom great{sum({{0, 1}}, -4), Relation::AtLeast};
  EXPECT_FALSE(roundsAsC({true, {{rounded}}}, all));
  EXPECT_TRUE(roundsAsC({true, {{rounded}, {great}}}, all));
  EXPECT_TRUE(roundsAsC({true, {{rounded, negated(great)}}}, all));
  EXPECT_FALSE(roundsAsC({true, {{rounded, great}}}, all));
  EXPECT_TRUE(roundsAsC({false, {{rounded, great}}}, all));
  form = sum({{0, 1}}, -4);
  form.quotients = {{FloorQuotient{form, 3}, -3}};
  EXPECT_TRUE(roundsAsC({true, {{{form, Relation::Equal}}}}, all));  // (n - 4) % 3 == 0
  EXPECT_FALSE(roundsAsC({true, {{{form, Relation::AtLeast}}}}, all));
}

TEST_F(Formulas, DividendsAreNotNegated) {
  isl::Context context = isl::makeContext();
  const char* good = "{ [n, m] : 1 <= n <= 1024 and 1 <= m <= 64 }";
  const isl::BasicSet all(isl_basic_set_read_from_str(context.get(), good));
  const isl::Set bad(isl_set_read_from_str(
      context.get(), "{ [n, m] : m >= 2 and (-n - 1) % 32 <= 30 and 1 <= n <= 1024 }"));
  EXPECT_EQ(toC(complementOf(bad, all).value(), vocabulary_), "m <= 1 || n % 32 == 0");
}

TEST_F(Formulas, ComplementsAreShort) {
  isl::Context context = isl::makeContext();
  const char* good = "{ [n, m] : 1 <= n <= 1024 and 1 <= m <= 64 }";
  const isl::BasicSet all(isl_basic_set_read_from_str(context.get(), good));
  const isl::Set bad(isl_set_read_from_str(
      context.get(), "{ [n, m] : n >= 9 and m >= 2; [n, m] : n >= 65 and m >= 2 }"));
  EXPECT_EQ(toC(complementOf(bad, all).value(), vocabulary_), "n <= 8 || m <= 1");
  // Bounds of one column rather than sums.
  const isl::Set brick(isl_set_read_from_str(
      context.get(),
      "{ [n, m] : n <= 8 and n + 64 * m >= 73 and n >= 5; [n, m] : n >= 9 and m >= 2 }"));
  EXPECT_EQ(toC(complementOf(brick, all).value(), vocabulary_), "n <= 4 || m <= 1");
}

TEST_F(Formulas, NobodyDemandsHugeNumbers) {
  isl::Context context = isl::makeContext();
  const isl::BasicSet all(isl_basic_set_read_from_str(
      context.get(), "{ [n, m] : 1 <= n <= 1024 and -4294967296 <= m < 4294967296 }"));
  auto left = [&](const char* bad) {
    const isl::Set set(isl_set_read_from_str(context.get(), bad));
    const auto formula = withoutHugeNumbers(complementOf(set, all).value(), all, vocabulary_);
    return formula ? toC(*formula, vocabulary_) : "none";
  };
  EXPECT_EQ(left("{ [n, m] : n >= 2 and m < 2147483648 }"), "n <= 1");
  EXPECT_EQ(left("{ [n, m] : n >= 9 and m < 2147483648; [n, m] : n >= 2 and m < 0 }"),
            "n <= 8 && (n <= 1 || m >= 0)");
  EXPECT_EQ(left("{ [n, m] : m < 2147483648 }"), "none");
  EXPECT_EQ(left("{ [n, m] : m > 2147483392 }"), "m <= 2147483392");
}

}  // namespace
}  // namespace barricade::test
