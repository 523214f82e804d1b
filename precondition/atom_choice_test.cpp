// What is chosen to exclude counterexamples, and what there is to choose from.
#include "precondition/atom_choice.h"

#include <algorithm>

#include "analysis/test_kernel.h"

namespace barricade::test {
namespace {

class AtomChoices : public ::testing::Test {
 protected:
  AtomChoices()
      : program_(parse(kernelText("x := add($n, $m); $$s[urem(tid, 32bv32)] := and(tid, 63bv32); "
                                  "$$s[x] := 1bv32;"))),
        vocabulary_(*program_->kernels().front()) {
    for (const Variable* parameter : program_->kernels().front()->parameters)
      if (vocabulary_.knows(parameter)) parameters_.push_back(parameter);
  }

  // factor * parameter + constant >= 0
  CandidateAtom bound(std::size_t parameter, int factor, int constant, int cost) {
    CandidateAtom candidate;
    candidate.atom.form.columns = {{vocabulary_.column({parameters_[parameter]}), factor}};
    candidate.atom.form.constant = constant;
    candidate.cost = cost;
    return candidate;
  }

  // `region`: in the notation of isl, of what goes wrong in the same way.
  void exclude(AtomChoice& choice, int n, int m, const char* region = nullptr) {
    Wrong wrong;
    wrong.numbers = {{parameters_[0], n}, {parameters_[1], m}};
    if (region) wrong.region.reset(isl_set_read_from_str(context_.get(), region));
    choice.exclude(wrong);
  }

  std::string text(AtomChoice& choice) {
    const auto formula = choice.cheapest(all_);
    return formula ? toC(*formula, vocabulary_) : "none";
  }

  std::unique_ptr<Program> program_;
  Vocabulary vocabulary_;
  std::vector<const Variable*> parameters_;
  isl::Context context_ = isl::makeContext();
  isl::BasicSet all_{isl_basic_set_read_from_str(
      context_.get(), "{ [n, m] : -100 <= n <= 100 and -100 <= m <= 100 }")};
};

TEST_F(AtomChoices, TheCheapestThatExcludesAll) {
  AtomChoice choice({bound(0, -1, 8, 10), bound(1, -1, 1, 5)}, vocabulary_, all_);
  EXPECT_EQ(text(choice), "1");
  exclude(choice, 9, 2);
  EXPECT_EQ(text(choice), "m <= 1");
  exclude(choice, 9, 1);
  EXPECT_EQ(text(choice), "n <= 8");
  exclude(choice, 8, 1);
  EXPECT_EQ(text(choice), "none");
}

TEST_F(AtomChoices, NoneThatFollowsFromTheOthers) {
  CandidateAtom ordered = bound(0, 1, 0, 40);  // n >= m
  ordered.atom.form.columns.emplace_back(vocabulary_.column({parameters_[1]}), -1);
  AtomChoice choice({bound(0, 1, 0, 5), bound(1, 1, 0, 50), ordered}, vocabulary_, all_);
  exclude(choice, -1, -1);
  EXPECT_EQ(text(choice), "n >= 0");
  exclude(choice, 1, 2);
  exclude(choice, 1, -1);
  EXPECT_EQ(text(choice), "m >= 0 && n >= m");
}

// All that goes wrong in the same way is excluded with it, by what some launch fulfils.
TEST_F(AtomChoices, ARegionAtOnce) {
  AtomChoice choice({bound(0, -1, 8, 10), bound(1, -1, 1, 5)}, vocabulary_, all_);
  exclude(choice, 9, 2, "{ [n, m] : n >= 9 and m >= 1 }");
  EXPECT_EQ(text(choice), "n <= 8");
  AtomChoice other({bound(0, -1, 8, 10), bound(1, -1, 1, 5), bound(1, 1, -9, 2)}, vocabulary_,
                   all_);
  exclude(other, 9, 2, "{ [n, m] : n >= 9 and m >= 2 and n + m <= 20 or m = 1 and n >= 30 }");
  EXPECT_EQ(text(other), "n <= 8");
}

TEST_F(AtomChoices, ADemandForMoreOrLess) {
  AtomChoice choice({bound(0, -1, 8, 10), bound(1, -1, 1, 5)}, vocabulary_, all_);
  exclude(choice, 9, 2);
  EXPECT_EQ(text(choice), "m <= 1");
  choice.demandMore();
  EXPECT_EQ(text(choice), "n <= 8");
  AtomChoice other({bound(0, -1, 8, 10), bound(1, -1, 1, 5)}, vocabulary_, all_);
  exclude(other, 9, 2);
  EXPECT_EQ(text(other), "m <= 1");
  other.demandLess();
  EXPECT_EQ(text(other), "n <= 8");
}

// The numbers that the kernel names, and those that its masks stand for.
TEST_F(AtomChoices, CandidatesNameWhatTheKernelNames) {
  std::vector<std::string> texts;
  for (const CandidateAtom& candidate :
       candidateAtoms(*program_->kernels().front(), {}, {}, vocabulary_, true))
    texts.push_back(toC(candidate.atom, vocabulary_));
  for (const char* expected : {"n >= m", "n <= 32", "n >= 64", "m >= 1"})
    EXPECT_NE(std::find(texts.begin(), texts.end(), expected), texts.end()) << expected;
  EXPECT_EQ(std::find(texts.begin(), texts.end(), "n <= 63"), texts.end());
}

// Others, as fields of a struct that is given whole, cannot help.
TEST_F(AtomChoices, CandidatesAreAboutWhatTheKernelReads) {
  const auto program = parse(kernelText("$$s[$m] := 1bv32;"));
  const Procedure& kernel = *program->kernels().front();
  Vocabulary vocabulary(kernel);
  for (const CandidateAtom& candidate : candidateAtoms(kernel, {}, {}, vocabulary, true))
    EXPECT_EQ(toC(candidate.atom, vocabulary).find('n'), std::string::npos);
}

// How often a loop runs at least is what nobody demands for races.
TEST_F(AtomChoices, LowerBoundsOfLoopsAreDear) {
  const auto program =
      parse(kernelText("i := 0bv32; while (slt(i, $n)) { i := add(i, 1bv32); } $$s[$m] := 1bv32;"));
  const Procedure& kernel = *program->kernels().front();
  const auto costOf = [&](const std::string& text, bool ofRaces) {
    Vocabulary vocabulary(kernel);
    for (const CandidateAtom& candidate : candidateAtoms(kernel, {}, {}, vocabulary, ofRaces))
      if (toC(candidate.atom, vocabulary) == text) return candidate.cost;
    return 0;
  };
  EXPECT_GT(costOf("n >= 1", true), costOf("n >= 1", false));
  EXPECT_EQ(costOf("m >= 1", true), costOf("m >= 1", false));
}

}  // namespace
}  // namespace barricade::test
