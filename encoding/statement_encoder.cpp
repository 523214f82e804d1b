#include "encoding/statement_encoder.h"

#include <cassert>

#include "analysis/signals.h"
#include "encoding/result_rules.h"
#include "ir/launch_postcondition.h"
#include "ir/printer.h"

namespace barricade {
namespace {

FindingKind kindOf(const Assert& check) {
  switch (check.kind) {
    case Assert::Kind::BadPointerAccess: return FindingKind::NullPointer;
    case Assert::Kind::Arithmetic: return FindingKind::Overflow;
    case Assert::Kind::Alignment:
    case Assert::Kind::Declaration: return FindingKind::Misaligned;
    case Assert::Kind::Precondition: return FindingKind::Precondition;
    case Assert::Kind::Postcondition: return FindingKind::Postcondition;
    case Assert::Kind::Check:
    case Assert::Kind::Marker:
    case Assert::Kind::BlockMarker:
    case Assert::Kind::Invariant: break;
  }
  return FindingKind::Assertion;
}

// Whether others may store behind it, and before the next barrier, where the thread has before it.
bool mayOrder(const Call& call) {
  const Procedure::Role role = call.callee->role;
  return !call.callee->isBarrier() && role != Procedure::Role::BarrierInvariant &&
         role != Procedure::Role::BinaryBarrierInvariant;
}

}  // namespace

void StatementEncoder::execute(const Step& step) {
  if (const Assign* assignment = step.statement.as<Assign>()) {
    assignments_.assign(*assignment, step);
  } else if (const Havoc* havoc = step.statement.as<Havoc>()) {
    for (const Variable* variable : havoc->targets) assignments_.havoc(variable, step.path);
  } else if (const Assert* check = step.statement.as<Assert>()) {
    checkAssertion(*check, step);
  } else if (const Assume* assumption = step.statement.as<Assume>()) {
    assume(*assumption, step);
  } else if (const Call* callee = step.statement.as<Call>()) {
    call(*callee, step);
  }
  const auto& [scans, summands, sums, sumsAfter] = run_.subject.scans;
  if (const auto summand = summands.find(&step.statement);
      summand != summands.end() && summand->second.variable &&
      run_.kernel.inSlice(summand->second.variable)) {
    const std::size_t v = run_.kernel.indexOf(summand->second.variable);
    run_.prefixSums.store(run_, summand->second, {run_.state.values[0][v], run_.state.values[1][v]},
                          step);
  }
  if (const auto sum = sums.find(&step.statement); sum != sums.end())
    run_.prefixSums.assumeSum(run_, evaluator_, sum->second, step.path);
  const auto total = run_.subject.totals.find(&step.statement);
  if (total != run_.subject.totals.end() && total->second.value)
    ResultRules(run_).addTotal(total->second, step.path);
}

void StatementEncoder::assume(const Assume& assumption, const Step& step) {
  const PerThread running = run_.running(step.path);
  for (unsigned t = 0; t < run_.threads(); ++t) {
    const Expr condition = evaluator_.evaluate(assumption.condition, t, step.path);
    run_.assume(assumption.predicated ? run_.terms.implies(running[t], condition) : condition);
  }
}

void StatementEncoder::checkAssertion(const Assert& check, const Step& step) {
  if (check.isMarker()) return;
  if (check.kind == Assert::Kind::Invariant) return;  // with the loop
  if (check.candidate) return;                        // an assertion only to be tried says nothing
  const Checks& checks = run_.subject.options.checks;
  const bool shownOnly =
      (check.kind == Assert::Kind::Arithmetic && checks.overflow == CheckDepth::Shown) ||
      (check.kind == Assert::Kind::Alignment && checks.misaligned == CheckDepth::Shown);
  if (shownOnly && (!step.pass.check || !isShown(check.condition))) return;
  // What speaks of pending accesses is exact in form Races only.
  if (mentionsPending(check.condition) != run_.isRaces()) return;
  const PerThread running = run_.running(step.path);
  PerThread holds{};
  for (unsigned t = 0; t < run_.threads(); ++t) {
    const Expr condition = evaluator_.evaluate(check.condition, t, step.path);
    holds[t] = check.predicated ? run_.terms.implies(running[t], condition)
                                : run_.terms.lor(run_.state.paused[t], condition);
  }
  if (step.pass.check) {
    ErrorCondition error;
    error.kind = kindOf(check);
    error.condition = run_.terms.lnot(holds[0]);
    error.statement = &step.statement;
    error.message = toString(run_.kernel.program(), check.condition);
    run_.report(std::move(error));
  }
  // Where an array begins has no say in what comes after.
  const bool isAssumed = !shownOnly && check.kind != Assert::Kind::Declaration;
  if (!mentionsPending(check.condition) && isAssumed)
    for (unsigned t = 0; t < run_.threads(); ++t) run_.assume(holds[t]);
}

bool StatementEncoder::isShown(Expr condition) const {
  return run_.kernel.inSlice(condition) && run_.subject.launchOnly->decides(condition);
}

void StatementEncoder::checkPostconditions(const PerThread& path) {
  for (const Specification& spec : run_.kernel.procedure().specifications) {
    if (spec.kind != Specification::Kind::Ensures || spec.free || isLaunchPostcondition(spec))
      continue;
    const Expr holds = evaluator_.evaluate(spec.condition, 0, path);
    ErrorCondition error;
    error.kind = FindingKind::Postcondition;
    error.condition = run_.terms.land(run_.running(path)[0], run_.terms.lnot(holds));
    error.location = spec.location;
    run_.report(std::move(error));
  }
}

void StatementEncoder::call(const Call& call, const Step& step) {
  switch (call.callee->role) {
    case Procedure::Role::Barrier:
    case Procedure::Role::GridBarrier: barriers_.barrier(call, step); break;
    case Procedure::Role::BarrierInvariant:
    case Procedure::Role::BinaryBarrierInvariant: barriers_.barrierInvariant(call, step); break;
    case Procedure::Role::AtomicOp: calls_.atomic(call, step); break;
    case Procedure::Role::AsyncCopy: calls_.asyncCopy(call, step); break;
    case Procedure::Role::WaitEvents: calls_.waitEvents(call, step); break;
    case Procedure::Role::Synchronization: synchronization_.execute(call, step); break;
    case Procedure::Role::Ordinary:
    case Procedure::Role::Kernel: calls_.contractCall(call, step); break;
  }
  if (mayOrder(call)) memory_.forgetStored();
  if (isSignal(call)) revealBySignal(call, step);
}

// An atomic operation changes its array, at a place where others may do the same. Where threads
// order each other by atomic operations and fences, what they have done is visible from here on.
void StatementEncoder::revealBySignal(const Call& call, const Step& step) {
  const PerThread running = run_.running(step.path);
  if (run_.subject.signalsReveal)
    memory_.reveal(step.statement, running);
  else if (call.callee->role == Procedure::Role::AtomicOp)
    memory_.forget(run_.kernel.arrayIndex(call.args[0]->variable()), running);
}

}  // namespace barricade
