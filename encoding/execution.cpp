#include "encoding/execution.h"

#include "encoding/loop_encoder.h"
#include "encoding/ordering.h"
#include "encoding/participation.h"
#include "encoding/statement_encoder.h"

namespace barricade {
namespace {

// The pair's path through the regions: blocks run their statements, loops their bodies.
class PairEncoder : public BodyRunner {
 public:
  explicit PairEncoder(PairRun& run)
      : run_(run),
        memory_(run),
        evaluator_(run, memory_),
        monitor_(run),
        statements_(run, memory_, evaluator_, monitor_),
        loops_(run, memory_, evaluator_, monitor_, *this) {}

  void runKernel() {
    setInitialValues();
    const PerThread all{run_.terms.yes(), run_.terms.yes()};
    for (const Specification& spec : run_.kernel.procedure().specifications)
      if (spec.kind == Specification::Kind::Requires && spec.condition)
        for (unsigned t = 0; t < run_.threads(); ++t)
          run_.assume(evaluator_.evaluate(spec.condition, t, all));
    run_.record.preconditions = run_.state.assumption;
    EdgeConditions returns;
    walk(-1, all, returns, Pass{run_.isRaces(), true, true});
    if (run_.isChecks()) PhaseChecks(run_).finish();
  }

  PerThread runBody(const Loop& loop, const PerThread& entry, EdgeConditions& exits,
                    Pass pass) override {
    return walk(static_cast<int>(loop.index), entry, exits, pass);
  }

 private:
  class Visitor : public RegionVisitor {
   public:
    Visitor(PairEncoder& encoder, Pass pass) : encoder_(encoder), pass_(pass) {}
    std::vector<PerThread> visitBlock(unsigned block, const PerThread& path) override {
      encoder_.runBlock(block, path, pass_);
      const std::vector<PerThread> conditions = encoder_.successorsOf(block, path);
      const auto& successors = encoder_.run_.kernel.flow().successors(block);
      for (std::size_t s = 0; s < conditions.size(); ++s)
        encoder_.noteEnd(successors[s], conditions[s]);
      return conditions;
    }
    EdgeConditions visitLoop(const Loop& loop, const PerThread& path) override {
      EdgeConditions exits = encoder_.loops_.runLoop(loop, path, pass_);
      for (const auto& [target, condition] : exits) encoder_.noteEnd(target, condition);
      return exits;
    }

   private:
    PairEncoder& encoder_;
    Pass pass_;
  };

  PerThread walk(int loop, const PerThread& entry, EdgeConditions& outside, Pass pass) {
    Visitor visitor(*this, pass);
    return walkRegion(run_.kernel, run_.terms, loop, entry, outside, visitor);
  }

  // Who goes to a block from where threads only return has ended, unless it stays in a loop before.
  void noteEnd(unsigned target, const PerThread& path) {
    if (!run_.kernel.onlyReturns(target)) return;
    const PerThread running = run_.running(path);
    for (unsigned t = 0; t < 2; ++t)
      run_.state.ended[t] = run_.terms.lor(run_.state.ended[t], running[t]);
  }

  // Parameters are fixed or anything, and so is what may be read before it is set.
  void setInitialValues() {
    const Kernel& kernel = run_.kernel;
    auto& values = run_.state.values;
    for (auto& ofThread : values) ofThread.assign(kernel.variableCount(), nullptr);
    const auto& [fixed, limits] = std::tie(run_.subject.fixed, run_.subject.limits);
    for (std::size_t v = 0; v < kernel.variableCount(); ++v) {
      const Variable* variable = kernel.variable(v);
      if (auto it = fixed.find(variable); it != fixed.end()) {
        values[0][v] = values[1][v] = it->second;
      } else if (variable->kind == Variable::Kind::Parameter || kernel.maybeUninitialized(v)) {
        values[0][v] = evaluator_.freshValue(v);
        if (auto limit = limits.find(variable); limit != limits.end())
          run_.terms.limit(values[0][v], limit->second);
        const bool differs = !kernel.isEqualAtEntry(v) && run_.threads() == 2;
        values[1][v] = differs ? evaluator_.freshValue(v) : values[0][v];
        if (hasArgument(kernel.procedure().attributes, "unsigned", variable->name))
          for (const auto& ofThread : values) run_.record.arithmetic.recordUnsigned(ofThread[v]);
      }
    }
    run_.record.initial = values[0];
  }

  void runBlock(unsigned index, const PerThread& path, Pass pass) {
    const Block& block = *run_.kernel.procedure().blocks[index];
    bool guardPending = run_.kernel.guardIsBranch(index);
    if (pass.check) monitor_.synchronizeWarp(run_.running(path));
    for (const Statement& statement : block.statements) {
      if (const Assume* assumption = statement.as<Assume>();
          guardPending && assumption && assumption->partition) {
        guardPending = false;  // part of the branch into this block
        continue;
      }
      statements_.execute({statement, path, pass});
    }
    if (block.successors.empty() && run_.isChecks() && pass.check)
      statements_.checkPostconditions(path);
  }

  std::vector<PerThread> successorsOf(unsigned block, const PerThread& path) {
    Choice choice;
    choice.threads = run_.threads();
    choice.evaluate = [&](Expr guard, unsigned t) { return evaluator_.evaluate(guard, t, path); };
    choice.demand = [&](Expr guard, unsigned t, Expr condition) {
      const Expr running = run_.terms.land(condition, run_.terms.lnot(run_.state.paused[t]));
      run_.assume(run_.terms.implies(running, evaluator_.evaluate(guard, t, path)));
    };
    return conditionsOfSuccessors(run_.kernel, run_.terms, block, path, choice);
  }

  PairRun& run_;
  Memory memory_;
  Evaluator evaluator_;
  AccessMonitor monitor_;
  StatementEncoder statements_;
  LoopEncoder loops_;
};

}  // namespace

Execution::Execution(Subject& subject, const ThreadPair& pair, const Uniformity& uniformity,
                     std::span<const Candidate> candidates, ExecutionOptions options)
    : options_(std::move(options)) {
  Terms& terms = subject.terms;
  options_.precise.resize(subject.kernel.arrays().size());
  record_.noneIsBenign = record_.writesChange = terms.yes();
  record_.goesWithoutEnded = terms.no();
  PairRun run{subject,    subject.kernel, terms,    subject.launch, pair,
              uniformity, candidates,     options_, record_};
  record_.sameWarp = Participation(run).sameWarp();
  run.state.assumption = terms.yes();
  run.state.logged = terms.no();
  run.state.paused = run.state.ended = {terms.no(), terms.no()};
  if (pair.mode == Mode::Inter)
    run.sameCluster = sameCluster(terms, subject.kernel, subject.launch, pair);
  PairEncoder(run).runKernel();
  assume(terms, run.populationCounts.facts(terms, subject.countSubtractions));
  run.rowOrder.assumeIn(terms, record_.errors);
  if (options_.order && !options_.signalFacts.empty()) exceptOrdered(run);
}

// Beside the conditions of all that is to be shown.
void Execution::assume(Terms& terms, Expr facts) {
  for (ErrorCondition& error : record_.errors) {
    error.condition = terms.land(error.condition, facts);
    for (Conflict& conflict : error.conflicts)
      conflict.condition = terms.land(conflict.condition, facts);
  }
  for (Obligation& obligation : record_.obligations)
    obligation.violation = terms.land(obligation.violation, facts);
}

unsigned Execution::bodiesNotUnrolled() const {
  unsigned all = 0;
  for (const auto& [loop, bodies] : record_.bodiesNotUnrolled) all += bodies;
  return all;
}

}  // namespace barricade
