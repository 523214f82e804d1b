// The session against facts that are known: answers, models that satisfy what was asserted, limits
// that hold inside a call, and dumps that say the whole query.
#include "solver/smt/session.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <unistd.h>

#include "ir/program.h"

namespace barricade {
namespace {

class Session : public testing::Test {
 protected:
  Expr constant(const std::string& name, Type type) {
    Variable* variable = program_.addVariable();
    variable->name = name;
    variable->kind = Variable::Kind::Constant;
    variable->type = type;
    return pool_.variable(variable);
  }
  Expr word(const std::string& name) { return constant(name, bitVectorType(32)); }
  Expr number(unsigned long value) { return pool_.bitVector(value, 32); }
  Answer ask(SolverSession& session, std::vector<Expr> assumptions, double seconds = 0) {
    return session.check("question", assumptions, {.seconds = seconds});
  }

  // A product of two words, none of them 1, is the prime 2^61 - 1: the refutation takes long.
  Expr hardQuestion() {
    Expr x = pool_.extend(Op::ZeroExtend, word("x"), 64);
    Expr y = pool_.extend(Op::ZeroExtend, word("y"), 64);
    Expr one = pool_.bitVector(1, 64);
    Expr prime = pool_.bitVector(BigInt("2305843009213693951"), 64);
    return pool_.make(
        Op::And, pool_.make(Op::Equal, pool_.make(Op::BvMul, x, y), prime),
        pool_.make(Op::And, pool_.make(Op::BvUgt, x, one), pool_.make(Op::BvUgt, y, one)));
  }

  Program program_;
  ExprPool& pool_ = program_.pool();
};

using Kind = SessionOptions::Kind;

TEST_F(Session, AssumptionsHoldForOneCheckOnly) {
  for (Kind kind : {Kind::Bits, Kind::Smt}) {
    SessionOptions options;
    options.kind = kind;
    SolverSession session(pool_, options);
    Expr x = word("x");
    session.assertTrue(pool_.make(Op::BvUlt, x, number(4)));
    Expr large = pool_.make(Op::BvUgt, x, number(3));
    EXPECT_EQ(ask(session, {large}), Answer::Unsatisfiable);
    EXPECT_EQ(ask(session, {pool_.make(Op::Not, large)}), Answer::Satisfiable);
    EXPECT_EQ(ask(session, {large}, 20), Answer::Unsatisfiable);
    EXPECT_EQ(ask(session, {}, 20), Answer::Satisfiable);
  }
}

TEST_F(Session, AModelSatisfiesWhatWasAsserted) {
  for (Kind kind : {Kind::Bits, Kind::Smt}) {
    SessionOptions options;
    options.kind = kind;
    options.models = true;
    SolverSession session(pool_, options);
    Expr x = word("x");
    Expr y = word("y");
    Function* f = program_.newFunction();
    f->name = "f";
    f->result = bitVectorType(32);
    Variable* parameter = program_.newVariable();
    parameter->type = bitVectorType(32);
    f->parameters = {parameter};
    Expr sum = pool_.make(Op::BvAdd, x, pool_.apply(f, {y}));
    Expr condition = pool_.make(Op::Equal, sum, number(7));
    session.assertTrue(condition);
    session.assertTrue(pool_.make(Op::BvUgt, x, number(100)));
    session.assertTrue(pool_.make(Op::NotEqual, pool_.apply(f, {x}), pool_.apply(f, {y})));
    ASSERT_EQ(ask(session, {}), Answer::Satisfiable);
    EXPECT_EQ(session.value(sum), 7);
    EXPECT_TRUE(session.holds(condition));
    EXPECT_GT(session.value(x), 100);
    EXPECT_NE(session.value(x), session.value(y));
    EXPECT_EQ(session.value(pool_.ite(condition, number(3), x)), 3);
    EXPECT_EQ(session.value(word("never seen")), 0);
    // Equal arguments have equal results.
    EXPECT_EQ(ask(session, {pool_.make(Op::Equal, x, y)}), Answer::Unsatisfiable);
  }
}

TEST_F(Session, ALimitHoldsInsideACallAndTheSessionGoesOn) {
  Expr hard = hardQuestion();
  for (Kind kind : {Kind::Bits, Kind::Smt}) {
    SessionOptions options;
    options.kind = kind;
    SolverSession session(pool_, options);
    std::vector<CheckRecord> records;
    session.onCheck([&](const CheckRecord& record) { records.push_back(record); });
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(ask(session, {hard}, 0.5), Answer::Unknown);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
    EXPECT_EQ(ask(session, {pool_.make(Op::Not, hard)}, 20), Answer::Satisfiable);
    ASSERT_EQ(records.size(), 2u);
    EXPECT_EQ(records[0].name, "question");
    EXPECT_GE(records[0].seconds, 0.4);
  }
}

TEST_F(Session, IntegersAndQuantifiers) {
  SessionOptions options;
  options.kind = Kind::Smt;
  options.quantifiers = options.integers = true;
  SolverSession session(pool_, options);
  Expr n = constant("n", intType());
  Variable* bound = program_.newVariable();
  bound->name = "i";
  bound->kind = Variable::Kind::Bound;
  bound->type = intType();
  session.assertTrue(
      pool_.quantifier(Op::Forall, {bound}, pool_.make(Op::IntLt, pool_.variable(bound), n), {}));
  EXPECT_EQ(ask(session, {}), Answer::Unsatisfiable);
}

TEST_F(Session, DumpsHoldTheWholeQueryAndAreNumberedOverAllSessions) {
  const auto folder =
      std::filesystem::path(testing::TempDir()) / ("dump-" + std::to_string(getpid()));
  SessionOptions options;
  options.dump = std::make_shared<QueryDump>(folder);
  SolverSession session(pool_, options);
  Expr x = word("x");
  session.assertTrue(pool_.make(Op::BvUlt, x, number(4)));
  ask(session, {pool_.make(Op::Equal, x, number(9))});
  SolverSession other(pool_, options);
  ask(other, {});
  std::ostringstream text;
  text << std::ifstream(folder / "0001question.smt2").rdbuf();
  EXPECT_TRUE(std::filesystem::exists(folder / "0002question.smt2"));
  std::filesystem::remove_all(folder);
  for (const char* part : {"(declare-const x (_ BitVec 32))", "(assert (bvult x #b", "(check-sat)"})
    EXPECT_NE(text.str().find(part), std::string::npos) << text.str();
}

}  // namespace
}  // namespace barricade
