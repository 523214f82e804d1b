#include "verifier/execution.h"

namespace barricade {

Execution::Execution(Subject& subject, const ThreadPair& pair, const Uniformity& uniformity,
                     std::span<const Candidate> candidates, ExecutionOptions options)
    : subject_(subject),
      kernel_(subject.kernel),
      terms_(subject.terms),
      facts_(subject.launch),
      pair_(pair),
      uniformity_(uniformity),
      candidates_(candidates),
      options_(std::move(options)),
      contentsPool_(subject.terms) {
  const std::size_t arrays = kernel_.arrays().size();
  options_.kept.resize(arrays);
  state_.assumption = terms_.yes();
  state_.paused = {terms_.no(), terms_.no()};
  for (auto& values : state_.values) values.assign(kernel_.variableCount(), nullptr);
  const Expr no = terms_.no();
  state_.pending.assign(arrays, Pending{no, no, no, no, no, no});
  for (std::size_t a = 0; a < arrays; ++a) {
    const KernelArray& array = kernel_.arrays()[a];
    const Contents first = contentsPool_.unknown(array.array->variable);
    state_.contents[0].push_back(first);
    state_.contents[1].push_back(sameContents(a) ? first
                                                 : contentsPool_.unknown(array.array->variable));
    watchedValue_.push_back(nullptr);
  }
  noneIsBenign_ = writesChange_ = terms_.yes();
}

Expr Execution::watchedOffset(Type index) const {
  Expr& watched = watched_[index];
  if (!watched) watched = terms_.fresh("watched", index);
  return watched;
}

// Whether both threads look at one copy of the array.
bool Execution::sameContents(std::size_t array) const {
  switch (kernel_.arrays()[array].array->space) {
    case AddressSpace::Global:
    case AddressSpace::Constant: return true;
    case AddressSpace::GroupShared: return pair_.mode != Mode::Inter;
    case AddressSpace::Private: return pair_.mode == Mode::Single;
  }
  return false;
}

void Execution::forget(std::size_t array, const PerThread& condition) {
  const Variable* variable = kernel_.arrays()[array].array->variable;
  auto& contents = state_.contents;
  contents[0][array] = contentsPool_.havoc(contents[0][array], condition[0], variable);
  contents[1][array] = sameContents(array)
                           ? contents[0][array]
                           : contentsPool_.havoc(contents[1][array], condition[1], variable);
}

PerThread Execution::contentsAt(std::size_t array, const PerThread& index) {
  PerThread values{};
  for (unsigned t = 0; t < threads(); ++t)
    values[t] = contentsPool_.read(state_.contents[t][array], index[t]);
  return values;
}

void Execution::run() {
  std::size_t nextArgument = 0;
  for (std::size_t v = 0; v < kernel_.variableCount(); ++v) {
    const Variable* variable = kernel_.variable(v);
    const bool parameter = variable->kind == Variable::Kind::Parameter;
    Expr first = nullptr;
    const bool given = parameter && nextArgument < options_.arguments.size() &&
                       options_.arguments[nextArgument] && !variable->type->isBool();
    if (given)
      first = terms_.number(*options_.arguments[nextArgument], variable->type);
    else if (parameter || kernel_.maybeUninitialized(v))
      first = anyValue(v);
    state_.values[0][v] = first;
    nextArgument += parameter ? 1 : 0;
    state_.values[1][v] =
        first && !given && !kernel_.isEqualAtEntry(v) && threads() == 2 ? anyValue(v) : first;
  }
  initial_ = state_.values[0];
  const PerThread all{terms_.yes(), terms_.yes()};
  for (const Specification& spec : kernel_.procedure().specifications)
    if (spec.kind == Specification::Kind::Requires && spec.condition)
      for (unsigned t = 0; t < threads(); ++t) assume(evaluate(spec.condition, t, all));
  preconditions_ = state_.assumption;
  Incoming returns;
  runRegion(-1, all, returns, Pass{isRaces(), true, true});
}

Expr Execution::runBody(unsigned loop, std::vector<Expr>& after) {
  for (auto& values : state_.values) values = subject_.placeholders.variables;
  const PerThread all{terms_.yes(), terms_.yes()};
  Incoming outside;
  PerThread back = runRegion(static_cast<int>(loop), all, outside, Pass{false, false, false});
  after = state_.values[0];
  return back[0];
}

PerThread Execution::running(const PerThread& active) const {
  return {terms_.land(active[0], terms_.lnot(state_.paused[0])),
          terms_.land(active[1], terms_.lnot(state_.paused[1]))};
}

void Execution::report(ErrorCondition error) {
  error.condition = terms_.land(state_.assumption, error.condition);
  if (error.condition->isFalse()) return;
  error.loops = position_;
  if (error.kind != FindingKind::Race) error.event = events_.size();
  if (error.location == noLocation && error.statement) error.location = error.statement->location;
  errors_.push_back(std::move(error));
}

//--- Expressions ----------------------------------------------------------------------------

Expr Execution::evaluate(Expr e, unsigned thread, const PerThread& active) {
  switch (e->op()) {
    case Op::BoolLiteral:
    case Op::BvLiteral:
    case Op::IntLiteral:
    case Op::Forall:
    case Op::Exists: return e;
    case Op::Variable: {
      const Variable* variable = e->variable();
      if (actuals_)
        if (auto it = (*actuals_)[thread].find(e); it != (*actuals_)[thread].end())
          return it->second;
      if (kernel_.isLocal(variable)) return currentValue(kernel_.indexOf(variable), thread);
      switch (variable->role) {
        case VariableRole::Launch: {
          const auto& launch = *variable->launch;
          if (instantiatedIds_ && launch == LaunchConstant{LaunchConstant::Kind::LocalId, 0})
            return (*instantiatedIds_)[thread];
          if (isSummary()) {
            auto it = facts_.constants.find(variable);
            return it != facts_.constants.end() ? it->second : e;
          }
          return pair_.constant(terms_, facts_, variable, thread);
        }
        case VariableRole::Enabled:
        case VariableRole::DominatorEnabled: return active[thread];
        case VariableRole::HasOccurred: {
          auto it = contractAccesses_.find(variable);
          return it != contractAccesses_.end() ? it->second.second : annotation(variable);
        }
        case VariableRole::WatchedOffset:
        case VariableRole::AccessOffset: return watchedOffset(variable->type);
        default: return pair_.constant(terms_, facts_, variable, thread);
      }
    }
    case Op::Select: {
      if (e->arg(0)->op() == Op::Select) return wasReturned(e, thread, active);
      return readArray(e->arg(0)->variable(), evaluate(e->arg(1), thread, active), thread);
    }
    case Op::Apply: {
      const Function* function = e->function();
      if (function->isOtherThread())
        return evaluate(e->arg(0), threads() == 2 ? 1 - thread : thread, active);
      std::vector<Expr> args;
      for (Expr a : e->args()) args.push_back(evaluate(a, thread, active));
      return terms_.rebuild(e, std::move(args));
    }
    case Op::Old: {
      // Inlining has replaced what it can remember (ir/inline.h).
      if (!oldState_) return terms_.fresh("old", e->type());
      auto accesses = contractAccesses_;
      for (auto& [variable, occurred] : contractAccesses_) occurred.second = occurred.first;
      State now = state_;
      state_ = *oldState_;
      Expr before = evaluate(e->arg(0), thread, active);
      state_ = std::move(now);
      contractAccesses_ = std::move(accesses);
      return before;
    }
    default: {
      std::vector<Expr> args;
      args.reserve(e->args().size());
      for (Expr a : e->args()) args.push_back(evaluate(a, thread, active));
      return terms_.rebuild(e, std::move(args));
    }
  }
}

Expr Execution::anyValue(std::size_t variable) {
  return terms_.fresh(kernel_.variable(variable)->name, kernel_.variable(variable)->type);
}

// A variable that has no value yet may have any.
Expr Execution::currentValue(std::size_t variable, unsigned thread) {
  Expr& value = state_.values[thread][variable];
  if (!value) value = anyValue(variable);
  return value;
}

PerThread Execution::evaluate(Expr e, const PerThread& active) {
  PerThread values{};
  for (unsigned t = 0; t < threads(); ++t) values[t] = evaluate(e, t, active);
  return values;
}

Expr Execution::annotation(const Variable* variable) const {
  const Pending& pending = state_.pending[kernel_.arrayIndex(variable->subject)];
  switch (variable->access) {
    case AccessKind::Read: return terms_.lor(pending.read, pending.asyncRead);
    case AccessKind::Write: return terms_.lor(pending.write, pending.asyncWrite);
    case AccessKind::Atomic: return pending.atomic;
  }
  return terms_.no();
}

// _USED_$$A[offset][value]: whether an atomic on that element has returned the value. What this
// run's atomics have returned is in the map; of other values nothing is known.
Expr Execution::wasReturned(Expr used, unsigned thread, const PerThread& active) {
  const Variable* array = used->arg(0)->arg(0)->variable()->subject;
  const Expr offset = evaluate(used->arg(0)->arg(1), thread, active);
  const Expr value = evaluate(used->arg(1), thread, active);
  const bool ownOnly =
      array->array->space == AddressSpace::GroupShared && pair_.mode == Mode::Inter;
  Expr returned = terms_.fresh("used", boolType());
  for (const AtomicResult& atomic : atomicResults_[kernel_.arrayIndex(array)])
    if (!ownOnly || atomic.thread == thread)
      returned =
          terms_.lor(returned, terms_.land(atomic.active, terms_.equal(atomic.offset, offset),
                                           terms_.equal(atomic.result, value)));
  return returned;
}

Expr Execution::readArray(const Variable* variable, Expr index, unsigned thread) {
  const std::size_t a = kernel_.arrayIndex(variable);
  const KernelArray& array = kernel_.arrays()[a];
  const AddressSpace space = array.array->space;
  if (array.readOnly() && space != AddressSpace::Private && space != AddressSpace::GroupShared)
    return readOnlyContents(variable, index);
  const bool kept = space == AddressSpace::Private || array.readOnly() || options_.kept[a];
  if (kept && !isSummary()) return contentsPool_.read(state_.contents[thread][a], index);
  return terms_.fresh(variable->name, variable->type->range());
}

Expr Execution::readOnlyContents(const Variable* array, Expr index) {
  return terms_.pool().apply(subject_.readOnlyFunctions.at(array), {index});
}

}  // namespace barricade
