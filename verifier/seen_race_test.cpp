// What a race that a run has shown is made to: a question that it answers, and a finding.
#include "verifier/seen_race.h"

#include "verifier/disjoint.h"
#include "verifier/portfolio.h"
#include "verifier/test_kernel.h"

namespace barricade::test {
namespace {

class SeenRaces : public testing::Test {
 protected:
  Answer ask(const std::vector<ErrorCondition>& errors) {
    Expr any = staged_.subject->terms.no();
    for (const ErrorCondition& error : errors)
      any = staged_.subject->terms.lor(any, error.condition);
    Statistics statistics;
    return Portfolio(problem_, Deadline(0), statistics, nullptr).decide("seen", any);
  }

  // Of thread `writer`, which stores in its element at line 5, and `reader`, which reads the next
  // one at line 6, in a run with $n.
  SeenRace race(unsigned writer, unsigned reader, unsigned n) const {
    SeenRace race;
    race.array = staged_.kernel().arrays().front().array;
    race.offset = writer;
    for (const Event& event : execution_->events()) {
      const bool isWrite = event.access == AccessKind::Write;
      SeenRace::Access& access = race.accesses[isWrite ? 0 : 1];
      access.location = event.statement->location;
      access.kind = isWrite ? "write" : "read";
      access.local[0] = isWrite ? writer : reader;
    }
    for (const Variable* parameter : staged_.kernel().procedure().parameters)
      race.values[parameter] = parameter->name == "$n" ? n : 7;
    return race;
  }

  Staged staged_{
      kernelText("if (ugt($n, 3bv32)) { @5; $$s[tid] := tid; @6; x := $$s[add(tid, 1bv32)]; }")};
  Problem problem_{*staged_.subject, Mode::Intra};
  std::unique_ptr<Execution> execution_ =
      problem_.execute(ExecutionOptions::Form::Races, {}, {}, {});
  std::vector<ErrorCondition> errors_ = openErrors(problem_, *execution_);
};

TEST_F(SeenRaces, AreAskedAboutWithTheThreadsOfTheRun) {
  EXPECT_EQ(ask(errorsOf(race(4, 3, 9), problem_, errors_)), Answer::Satisfiable);
  EXPECT_EQ(ask(errorsOf(race(4, 5, 9), problem_, errors_)), Answer::Unsatisfiable);
}

TEST_F(SeenRaces, AreAskedAboutWithTheValuesOfTheRun) {
  for (const auto& [n, answer] : {std::pair(9U, Answer::Satisfiable), {2, Answer::Unsatisfiable}}) {
    const SeenRace seen = race(4, 3, n);
    std::vector<ErrorCondition> errors = errorsOf(seen, problem_, errors_);
    ASSERT_FALSE(errors.empty());
    require(errors, hasValuesOf(seen, problem_, *execution_, errors.front().condition), problem_);
    EXPECT_EQ(ask(errors), answer);
  }
}

TEST_F(SeenRaces, AreFindingsWithoutAModel) {
  const Finding finding =
      findingOf(race(4, 3, 9), problem_, *execution_, errors_.front().condition);
  EXPECT_TRUE(finding.isOfRun);
  EXPECT_EQ(finding.message, "read-write race on s[4]");
  ASSERT_EQ(finding.places.size(), 2U);
  EXPECT_EQ(finding.places[0].location.front().line, 5U);
  EXPECT_EQ(finding.places[0].thread->local[0], "4");
  EXPECT_EQ(finding.places[1].thread->local[0], "3");
  ASSERT_EQ(finding.values.front().name, "n");
  EXPECT_TRUE(finding.values.front().relevant);
  EXPECT_FALSE(finding.values[1].relevant);  // $m
}

}  // namespace
}  // namespace barricade::test
