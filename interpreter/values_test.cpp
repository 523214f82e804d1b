// The values the bytecode computes: operators against the exact evaluator, floating point, atomic
// functions, calls, contracts, and how runs end.
#include <bit>
#include <random>

#include "interpreter/atomics.h"
#include "interpreter/evaluate.h"
#include "interpreter/functions.h"
#include "interpreter/test_program.h"

namespace barricade {
namespace {

// Random expressions over parameters of many widths.
class ExpressionMaker {
 public:
  ExpressionMaker(Program& program, const std::vector<Variable*>& variables, unsigned seed)
      : pool_(program.pool()), variables_(variables), random_(seed) {}

  Expr make(unsigned width, unsigned depth) {
    if (depth == 0 || pick(6) == 0) return leaf(width);
    switch (pick(10)) {
      case 0: return pool_.make(pick(2) ? Op::BvNot : Op::BvNeg, make(width, depth - 1));
      case 1:
        return pool_.ite(condition(depth - 1), make(width, depth - 1), make(width, depth - 1));
      case 2: {
        const unsigned inner = width + pick(70);
        const unsigned low = pick(inner - width + 1);
        return pool_.extract(make(inner, depth - 1), low + width, low);
      }
      case 3: {
        if (width == 1) return leaf(width);
        const unsigned inner = 1 + pick(width - 1);
        return pool_.extend(pick(2) ? Op::ZeroExtend : Op::SignExtend, make(inner, depth - 1),
                            width);
      }
      case 4: {
        if (width == 1) return leaf(width);
        const unsigned high = 1 + pick(width - 1);
        return pool_.make(Op::Concat, make(high, depth - 1), make(width - high, depth - 1));
      }
      default: {
        static constexpr Op binary[] = {Op::BvAdd,  Op::BvSub,  Op::BvMul,  Op::BvSDiv, Op::BvUDiv,
                                        Op::BvSRem, Op::BvURem, Op::BvSMod, Op::BvShl,  Op::BvLShr,
                                        Op::BvAShr, Op::BvAnd,  Op::BvOr,   Op::BvXor};
        return pool_.make(binary[pick(std::size(binary))], make(width, depth - 1),
                          make(width, depth - 1));
      }
    }
  }

 private:
  unsigned pick(std::size_t below) { return static_cast<unsigned>(random_() % below); }

  Expr condition(unsigned depth) {
    static constexpr Op relations[] = {Op::Equal, Op::NotEqual, Op::BvUlt, Op::BvUle, Op::BvUgt,
                                       Op::BvUge, Op::BvSlt,    Op::BvSle, Op::BvSgt, Op::BvSge};
    if (depth > 0 && pick(4) == 0) {
      static constexpr Op connectives[] = {Op::And, Op::Or, Op::Implies, Op::Iff};
      return pool_.make(connectives[pick(4)], condition(depth - 1),
                        pool_.make(Op::Not, condition(depth - 1)));
    }
    const unsigned width = 1 + pick(100);
    return pool_.make(relations[pick(std::size(relations))], make(width, depth),
                      make(width, depth));
  }

  Expr leaf(unsigned width) {
    if (pick(3) == 0) {
      // Corners of the number range among the literals.
      const BigInt corners[] = {0, 1, (BigInt(1) << width) - 1, BigInt(1) << (width - 1),
                                random_()};
      return pool_.bitVector(corners[pick(std::size(corners))], width);
    }
    Expr v = pool_.variable(variables_[pick(variables_.size())]);
    const unsigned own = v->type()->width();
    if (own == width) return v;
    return own > width ? pool_.extract(v, width, 0) : pool_.extend(Op::SignExtend, v, width);
  }

  ExprPool& pool_;
  const std::vector<Variable*>& variables_;
  std::mt19937_64 random_;
};

TEST(Values, BytecodeAgreesWithTheExactEvaluator) {
  std::mt19937_64 random(7);
  for (unsigned trial = 0; trial < 400; ++trial) {
    Program program;
    const unsigned widths[] = {1, 7, 8, 32, 33, 64, 65, 100};
    std::vector<Variable*> variables;
    LaunchConfiguration launch;
    launch.groupSize = launch.numGroups = {1, 1, 1};
    Procedure* kernel = program.addProcedure();
    kernel->name = kernel->sourceName = "k";
    kernel->role = Procedure::Role::Kernel;
    for (unsigned width : widths) {
      Variable* v = program.newVariable();
      v->name = "$x" + std::to_string(width);
      v->kind = Variable::Kind::Parameter;
      v->type = bitVectorType(width);
      variables.push_back(v);
      kernel->parameters.push_back(v);
      launch.values[v] = truncateTo((BigInt(random()) << 64) | random(), width);
    }
    const unsigned width = 1 + static_cast<unsigned>(random() % 100);
    Expr value = ExpressionMaker(program, variables, trial).make(width, 5);
    Variable* memory = program.addVariable();
    memory->name = "$$out";
    memory->kind = Variable::Kind::Global;
    memory->type = mapType(bitVectorType(32), bitVectorType(width));
    memory->role = VariableRole::Array;
    memory->array = program.newArray();
    memory->array->variable = memory;
    memory->array->space = AddressSpace::Global;
    memory->array->sourceName = "out";
    Block* block = kernel->addBlock("$entry");
    Statement statement;
    statement.node = Assign{{Target{memory, {program.pool().bitVector(3, 32)}}}, {value}};
    block->statements.push_back(std::move(statement));

    Evaluator exact([&](const Variable* v) -> std::optional<BigInt> { return launch.values.at(v); },
                    [](const Variable*, const BigInt&) { return std::optional<BigInt>(); }, 0);
    const RunResult result = run(program, *kernel, launch, {});
    ASSERT_EQ(result.status, RunStatus::Finished) << result.message;
    ASSERT_EQ(elementAfter(result, "out", 3), *exact.evaluate(value)) << "trial " << trial;
  }
}

Function& functionOf(Program& program, const std::string& name, const std::vector<unsigned>& widths,
                     unsigned result) {
  Function& function = *program.addFunction();
  function.name = name;
  for (unsigned width : widths) {
    Variable* parameter = program.newVariable();
    parameter->type = bitVectorType(width);
    function.parameters.push_back(parameter);
  }
  function.result = result == 0 ? boolType() : bitVectorType(result);
  return function;
}

TEST(Values, FloatingPointIsThatOfTheHost) {
  Program program;
  auto evaluate = [&](const std::string& name, const std::vector<unsigned>& widths, unsigned result,
                      std::vector<std::uint64_t> args) {
    return HostFunction(functionOf(program, name, widths, result)).evaluateNarrow(args.data(), 1);
  };
  auto f = [](float x) { return std::uint64_t{std::bit_cast<std::uint32_t>(x)}; };
  auto d = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  EXPECT_EQ(evaluate("FADD32", {32, 32}, 32, {f(1.5f), f(2.25f)}), f(3.75f));
  EXPECT_EQ(evaluate("FMUL64", {64, 64}, 64, {d(1.5), d(-3)}), d(-4.5));
  EXPECT_EQ(evaluate("FSQRT32", {32}, 32, {f(9)}), f(3));
  EXPECT_EQ(evaluate("FEXP232", {32}, 32, {f(5)}), f(32));
  EXPECT_EQ(evaluate("FLOG1064", {64}, 64, {d(1000)}), d(3));
  EXPECT_EQ(evaluate("FLOG264", {64}, 64, {d(8)}), d(3));
  EXPECT_EQ(evaluate("FLT32", {32, 32}, 0, {f(-1), f(0)}), 1u);
  EXPECT_EQ(evaluate("FUNO32", {32, 32}, 0, {f(NAN), f(0)}), 1u);
  EXPECT_EQ(evaluate("SI32_TO_FP32", {32}, 32, {0xfffffffeu}), f(-2));
  EXPECT_EQ(evaluate("UI8_TO_FP64", {8}, 64, {200}), d(200));
  EXPECT_EQ(evaluate("FP32_TO_SI8", {32}, 8, {f(-3.7f)}), 0xfdu);
  EXPECT_EQ(evaluate("FP64_TO_UI8", {64}, 8, {d(1e9)}), 255u);
  EXPECT_EQ(evaluate("FP32_CONV64", {32}, 64, {f(0.5f)}), d(0.5));
  EXPECT_EQ(evaluate("FPOWI32_I32", {32, 32}, 32, {f(2), 0xffffffffu}), f(0.5f));
  EXPECT_EQ(evaluate("BV32_CTPOP", {32}, 32, {0xff00ffu}), 16u);
  // A function of that name with another signature is just some function, and always the same.
  const std::uint64_t odd = evaluate("FADD32", {64, 64}, 64, {1, 2});
  EXPECT_EQ(odd, evaluate("FADD32", {64, 64}, 64, {1, 2}));
  EXPECT_NE(odd, evaluate("FADD32", {64, 64}, 64, {2, 1}));
}

TEST(Values, AtomicFunctions) {
  auto apply = [](const char* name, std::uint64_t old, std::vector<std::uint64_t> operands) {
    operands.resize(2);
    const AtomicOperation operation = parseAtomicFunction(name);
    EXPECT_NE(operation.kind, AtomicOperation::Kind::Unknown) << name;
    return atomicResult(operation, old, operands.data(), 32);
  };
  EXPECT_EQ(apply("__atomicAdd_int", 0xffffffffu, {2}), 1u);
  EXPECT_EQ(apply("__atomicSub_unsigned_int", 1, {2}), 0xffffffffu);
  EXPECT_EQ(apply("__atomicMin_int", 5, {0xffffffffu}), 0xffffffffu);
  EXPECT_EQ(apply("__atomicMin_unsigned_int", 5, {0xffffffffu}), 5u);
  EXPECT_EQ(apply("__bugle_atomic_max_local_int", 5, {0xffffffffu}), 5u);
  EXPECT_EQ(apply("__atomicInc_unsigned_int", 8, {8}), 0u);
  EXPECT_EQ(apply("__atomicDec_unsigned_int", 0, {8}), 8u);
  EXPECT_EQ(apply("__bugle_atomic_inc_global_uint", 8, {}), 9u);
  EXPECT_EQ(apply("__atomicCAS_int", 3, {3, 4}), 4u);
  EXPECT_EQ(apply("__bugle_atomic_cmpxchg_global_int", 2, {3, 4}), 2u);
  EXPECT_EQ(apply("__atomicExch_float", 2, {3}), 3u);
  EXPECT_EQ(apply("__atomicAdd_float", std::bit_cast<std::uint32_t>(1.5f),
                  {std::bit_cast<std::uint32_t>(2.0f)}),
            std::bit_cast<std::uint32_t>(3.5f));
  EXPECT_EQ(parseAtomicFunction("__something").kind, AtomicOperation::Kind::Unknown);
}

TEST(Values, AnAtomicOnBytesWorksOnTheWholeWord) {
  std::string body;
  for (unsigned part = 1; part <= 4; ++part) {
    body +=
        "  call {:atomic} {:atomic_function \"__atomicAdd_unsigned_int\"} {:arg1 255bv32} "
        "{:parts 4} {:part " +
        std::to_string(part) + "} x" + std::to_string(part) + ", $$b := _ATOMIC_OP8($$b, " +
        std::to_string(part - 1) + "bv32);\n";
  }
  std::string locals;
  for (unsigned part = 1; part <= 4; ++part) locals += "  var x" + std::to_string(part) + ":bv8;\n";
  const std::string text = programText(body + "  return;\n");
  std::string withLocals = text;
  withLocals.insert(withLocals.find("  var v0"), locals);
  Diagnostics diagnostics;
  auto program = parseProgram({"t.gbpl", withLocals}, {}, std::nullopt, diagnostics);
  ASSERT_NE(program, nullptr) << diagnostics.toString();
  LaunchConfiguration launch;
  launch.groupSize = {4, 1, 1};
  launch.numGroups = {1, 1, 1};
  const RunResult result = run(*program, *program->kernels().front(), launch, {});
  EXPECT_EQ(summaryOf(result), Lines{});
  EXPECT_EQ(elementAfter(result, "b", 0), (4 * 255) & 255);
  EXPECT_EQ(elementAfter(result, "b", 1), (4 * 255) >> 8);
}

TEST(Values, ParallelAssignmentsReadFirst) {
  TestKernel kernel(
      "  v0, v1 := 1bv32, 2bv32;\n  v0, v1 := v1, v0;\n"
      "  $$g[local_id_x], v0 := v0, 5bv32;\n  $$h[local_id_x] := v0;\n  return;\n");
  const RunResult result = kernel.run();
  EXPECT_EQ(elementAfter(result, "g", 1), 2);
  EXPECT_EQ(elementAfter(result, "h", 1), 5);
}

TEST(Values, CallsAndRecursion) {
  const std::string factorial =
      "procedure {:source_name \"f\"} $f($x:bv32) returns ($ret:bv32)\n{\n  var t:bv32;\n"
      "$entry:\n  goto $zero, $more;\n$zero:\n  assume {:partition} $x == 0bv32;\n"
      "  $ret := 1bv32;\n  return;\n$more:\n  assume {:partition} $x != 0bv32;\n"
      "  call t := $f(BV32_SUB($x, 1bv32));\n  $ret := BV32_MUL($x, t);\n  return;\n}\n";
  TestKernel kernel(
      "  call v0 := $f(BV32_ADD(local_id_x, 2bv32));\n  $$g[local_id_x] := v0;\n"
      "  return;\n",
      "", factorial);
  const RunResult result = kernel.run();
  EXPECT_EQ(elementAfter(result, "g", 3), 120);
}

TEST(Values, ContractsOfUnknownProcedures) {
  const std::string unknown =
      "procedure {:source_name \"u\"} $u($x:bv32) returns ($ret:bv32);\n"
      "requires BV32_ULT($x, 3bv32);\nensures BV32_ULT($ret, 10bv32);\n"
      "procedure {:source_name \"next\"} $next($x:bv32) returns ($ret:bv32);\n"
      "ensures $ret == BV32_ADD($x, 1bv32);\n"
      "procedure BV32_CTLZ(val : bv32, isZeroUndef : bool) returns (count : bv32);\n";
  TestKernel kernel(
      "  call v0 := $u(local_id_x);\n  assert BV32_ULT(v0, 10bv32);\n"
      "  v1 := local_id_x;\n  call v1 := $next(v1);\n  $$g[local_id_x] := v1;\n"
      "  call v2 := BV32_CTLZ(256bv32, false);\n  $$h[local_id_x] := v2;\n"
      "  return;\n",
      "", unknown);
  const RunResult result = kernel.run();
  EXPECT_EQ(summaryOf(result), Lines{"precondition"});
  EXPECT_EQ(elementAfter(result, "g", 2), 3);
  EXPECT_EQ(elementAfter(result, "h", 2), 23);
}

TEST(Values, PrivateArraysAndArbitraryValues) {
  TestKernel kernel(
      "  $$p[1bv32] := local_id_x;\n  v0 := $$p[1bv32];\n  $$g[local_id_x] := v0;\n"
      "  havoc v1;\n  $$h[local_id_x] := v1;\n  return;\n");
  const RunResult first = kernel.run();
  EXPECT_EQ(summaryOf(first), Lines{});
  EXPECT_EQ(elementAfter(first, "g", 3), 3);
  kernel.options.seed = 99;
  const RunResult second = kernel.run();
  bool differs = false;
  for (unsigned i = 0; i < 4; ++i) {
    EXPECT_EQ(elementAfter(kernel.run(), "h", i), elementAfter(second, "h", i));
    differs |= elementAfter(first, "h", i) != elementAfter(second, "h", i);
  }
  EXPECT_TRUE(differs);
}

TEST(Endings, PreconditionsAndInitialisers) {
  const std::string requirement =
      "requires (if $n == 6bv32 then 1bv1 else 0bv1) != 0bv1;\nrequires $$c[2bv32] == 77bv32;\n";
  TestKernel kernel("  v0 := $$c[2bv32];\n  $$g[local_id_x] := BV32_ADD(v0, $n);\n  return;\n",
                    requirement);
  EXPECT_EQ(elementAfter(kernel.run(), "g", 0), 83);
  kernel.set("$n", 5);
  const RunResult result = kernel.run();
  EXPECT_EQ(result.status, RunStatus::PreconditionViolated);
  EXPECT_NE(result.message.find("precondition at"), std::string::npos) << result.message;
}

TEST(Endings, AxiomsGiveSizes) {
  TestKernel kernel("  $$g[local_id_x] := group_size_x;\n  return;\n", "",
                    "axiom (if group_size_x == 16bv32 then 1bv1 else 0bv1) != 0bv1;\n");
  kernel.launch.groupSize[0].reset();
  const RunResult result = kernel.run();
  EXPECT_EQ(result.threads, 16u);
  EXPECT_EQ(elementAfter(result, "g", 15), 16);
  kernel.launch.groupSize[0] = 8;
  EXPECT_EQ(kernel.run().status, RunStatus::PreconditionViolated);
}

TEST(Endings, StepLimitAndAssumptions) {
  TestKernel endless("  goto $loop;\n$loop:\n  goto $loop;\n");
  endless.options.stepLimit = 1000;
  const RunResult result = endless.run();
  EXPECT_EQ(result.status, RunStatus::StepLimit);
  EXPECT_NE(result.message.find("step limit reached"), std::string::npos);
  TestKernel assumption("  $$g[0bv32] := local_id_x;\n  assume $n == 3bv32;\n  return;\n");
  EXPECT_EQ(assumption.run().status, RunStatus::AssumptionFailed);
  EXPECT_EQ(summaryOf(assumption.run()), Lines{});  // no execution gets beyond the write
  assumption.set("$n", 3);
  EXPECT_EQ(summaryOf(assumption.run()), Lines{"race write-write g"});
}

TEST(Endings, TooManyThreads) {
  TestKernel kernel("  return;\n");
  kernel.launch.numGroups[0] = 1u << 30;
  EXPECT_EQ(kernel.run().status, RunStatus::TooLarge);
  // Two threads of it are no problem.
  kernel.options.selected = {ThreadIndex{{0, 0, 0}, {1u << 29, 0, 0}},
                             ThreadIndex{{1, 0, 0}, {1u << 29, 0, 0}}};
  const RunResult result = kernel.run();
  EXPECT_EQ(result.status, RunStatus::Finished) << result.message;
  EXPECT_EQ(result.threads, 4u);
}

TEST(Endings, TraceListsTheSteps) {
  TestKernel kernel(
      "  v0 := $$g[local_id_x];\n  $$h[local_id_x] := BV32_ADD(v0, 1bv32);\n"
      "  call $barrier(1bv1, 1bv1);\n  return;\n");
  kernel.launch.groupSize[0] = 1;
  std::vector<TraceStep> steps;
  kernel.options.trace = [&](const TraceStep& step) { steps.push_back(step); };
  kernel.run();
  ASSERT_EQ(steps.size(), 5u);
  EXPECT_EQ(steps[0].kind, TraceStep::Kind::Read);
  EXPECT_EQ(steps[1].kind, TraceStep::Kind::Assign);
  EXPECT_EQ(steps[2].kind, TraceStep::Kind::Write);
  EXPECT_EQ(steps[2].value, 1);
  EXPECT_EQ(steps[3].kind, TraceStep::Kind::Barrier);
  EXPECT_EQ(steps[4].kind, TraceStep::Kind::End);
}

}  // namespace
}  // namespace barricade
