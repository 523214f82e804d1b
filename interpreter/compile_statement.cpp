// Statements to bytecode.
#include <algorithm>
#include <cctype>

#include "interpreter/atomics.h"
#include "interpreter/compiler.h"

namespace barricade {
namespace {

FindingKind kindOf(const Assert& assertion) {
  switch (assertion.kind) {
    case Assert::Kind::Invariant: return FindingKind::Invariant;
    case Assert::Kind::BadPointerAccess: return FindingKind::NullPointer;
    case Assert::Kind::Arithmetic: return FindingKind::Overflow;
    case Assert::Kind::Alignment:
    case Assert::Kind::Declaration: return FindingKind::Misaligned;
    case Assert::Kind::Check:
    case Assert::Kind::Precondition:
    case Assert::Kind::Postcondition:
    case Assert::Kind::Marker:
    case Assert::Kind::BlockMarker: break;
  }
  return FindingKind::Assertion;
}

}  // namespace

void Compiler::statement(const Statement& statement) {
  memo_.clear();
  releaseTemporaries();
  statementSite_ = nowhere;
  location_ = statement.location;
  text_ = statement.text;
  try {
    if (auto* assignment = statement.as<Assign>()) return assign(*assignment);
    if (auto* havoc = statement.as<Havoc>()) {
      for (const Variable* target : havoc->targets) arbitrary(target);
      return;
    }
    if (auto* assertion = statement.as<Assert>()) {
      if (assertion->isMarker()) return;
      // A candidate that does not hold is no error.
      if (assertion->candidate) return;
      // Arrays begin nowhere here.
      if (assertion->kind == Assert::Kind::Declaration) return;
      return check(assertion->condition, kindOf(*assertion), location_, text_);
    }
    if (auto* assumption = statement.as<Assume>()) return assume(*assumption);
    call(*statement.as<Call>());
  } catch (const NotEvaluable& problem) {
    unsupported(problem.what + " outside of an assertion");
  }
}

void Compiler::assign(const Assign& assign) {
  if (assign.targets.size() == 1) {
    const Target& target = assign.targets.front();
    Expr value = assign.values.front();
    if (!target.indices.empty()) {
      const std::uint32_t word = expression(value);
      return store(target, expression(target.indices.front()), word);
    }
    if (target.variable->type->isMap()) return copyArray(target.variable, value);
    expression(value, variable(target.variable));
    return traceAssignment(target.variable);
  }
  std::vector<std::uint32_t> values;
  std::vector<std::uint32_t> indices;
  for (Expr value : assign.values) {
    if (value->type()->isMap()) unsupported("a copy of an array in a parallel assignment");
    const std::uint32_t source = expression(value);
    if (value->op() != Op::Variable) {
      values.push_back(source);
      continue;
    }
    // The variable may itself be a target.
    const unsigned limbs = limbsOf(value->type());
    const std::uint32_t copy = temporary(limbs);
    emit({Code::MoveWide, static_cast<std::uint16_t>(limbs), copy, source});
    values.push_back(copy);
  }
  for (const Target& target : assign.targets) {
    indices.push_back(target.indices.empty() ? nowhere : expression(target.indices.front()));
  }
  for (std::size_t i = 0; i < assign.targets.size(); ++i) {
    if (indices[i] != nowhere) store(assign.targets[i], indices[i], values[i]);
  }
  for (std::size_t i = 0; i < assign.targets.size(); ++i) {
    if (indices[i] != nowhere) continue;
    const Variable* target = assign.targets[i].variable;
    emit({Code::MoveWide, static_cast<std::uint16_t>(limbsOf(target->type)), variable(target),
          values[i]});
    traceAssignment(target);
  }
}

void Compiler::store(const Target& target, std::uint32_t index, std::uint32_t value) {
  if (target.indices.size() != 1) unsupported("an assignment to a map of maps");
  const std::uint32_t array = arrayIndex(target.variable);
  result_.arrays[array].modified = true;
  emit({Code::Store, static_cast<std::uint16_t>(array), value, 0, index,
        site(target.variable->array)});
}

void Compiler::copyArray(const Variable* target, Expr source) {
  if (source->op() != Op::Variable) unsupported("an assignment of a computed map");
  const std::uint32_t to = arrayIndex(target);
  const std::uint32_t from = arrayIndex(source->variable());
  if (result_.arrays[to].width != result_.arrays[from].width) {
    unsupported("a copy between arrays of different element widths");
  }
  emit({Code::CopyArray, 0, to, 0, 0, from});
}

void Compiler::traceAssignment(const Variable* variable) {
  if (!telling_.assignments) return;
  result_.assignments.push_back({variable, this->variable(variable), site()});
  emit({Code::TraceAssign, 0, 0, 0, 0, result_.assignments.size() - 1});
}

void Compiler::arbitrary(const Variable* target) {
  if (target->type->isMap()) unsupported("havoc of an array (" + target->name + ")");
  emit({Code::Arbitrary, static_cast<std::uint16_t>(widthOf(target->type)), variable(target)});
  traceAssignment(target);
}

void Compiler::check(Expr condition, FindingKind kind, LocationId location, TextPosition text) {
  location_ = location;
  text_ = text;
  const std::size_t start = result_.code.size();
  const auto known = memo_;
  try {
    const std::uint32_t value = quietly(condition);
    result_.checks.push_back({kind, site()});
    emit({Code::Check, 0, 0, value, 0, result_.checks.size() - 1});
  } catch (const NotEvaluable& problem) {
    result_.code.resize(start);
    memo_ = known;
    quiet_ = false;
    environments_.clear();
    skipped("assertions that speak of " + problem.what + " are not checked");
  }
}

void Compiler::assume(const Assume& assume) {
  const std::size_t start = result_.code.size();
  try {
    const std::uint32_t value =
        assume.partition ? expression(assume.condition) : quietly(assume.condition);
    emit({Code::Assume, 0, 0, value, 0, site()});
  } catch (const NotEvaluable& problem) {
    if (assume.partition) throw;
    result_.code.resize(start);
    memo_.clear();
    quiet_ = false;
    environments_.clear();
    skipped("assumptions that speak of " + problem.what + " are ignored");
  }
}

void Compiler::call(const Call& call) {
  switch (call.callee->role) {
    case Procedure::Role::Barrier:
    case Procedure::Role::GridBarrier: {
      const bool grid = call.callee->role == Procedure::Role::GridBarrier;
      const std::uint32_t one = constant(1, 1);
      const std::uint32_t local = call.args.empty() ? one : expression(call.args[0]);
      const std::uint32_t global = call.args.size() < 2 ? one : expression(call.args[1]);
      emit({grid ? Code::GridBarrier : Code::Barrier, 0, 0, local, global, site()});
      return;
    }
    case Procedure::Role::BarrierInvariant:
    case Procedure::Role::BinaryBarrierInvariant: return barrierInvariant(call);
    case Procedure::Role::AtomicOp: return atomic(call);
    case Procedure::Role::AsyncCopy: return asyncCopy(call);
    case Procedure::Role::WaitEvents:
      emit({Code::Wait, 0, 0, expression(call.args.at(0)), 0, site()});
      return;
    case Procedure::Role::Synchronization: return synchronize(call);
    case Procedure::Role::Ordinary:
    case Procedure::Role::Kernel: break;
  }
  if (call.callee->hasBody()) return callBody(call);
  if (!leadingZeros(call)) callUnknown(call);
}

// The first argument must hold for every thread that comes to the barrier.
void Compiler::barrierInvariant(const Call& call) {
  if (call.args.empty()) return;
  check(call.args.front(), FindingKind::BarrierInvariant, location_, text_);
}

void Compiler::callBody(const Call& call) {
  CallOperation operation;
  operation.procedure = procedureIndex(*call.callee);
  operation.site = site();
  for (Expr arg : call.args) operation.arguments.push_back(expression(arg));
  for (const Variable* result : call.results) operation.results.push_back(variable(result));
  result_.calls.push_back(std::move(operation));
  emit({Code::Call, 0, 0, 0, 0, result_.calls.size() - 1});
  for (const Variable* result : call.results) traceAssignment(result);
}

// BVw_CTLZ(value, isZeroUndef).
bool Compiler::leadingZeros(const Call& call) {
  const std::string& name = call.callee->name;
  if (!name.starts_with("BV") || !name.ends_with("_CTLZ") || call.args.empty() ||
      call.results.size() != 1) {
    return false;
  }
  const unsigned width = widthOf(call.args[0]->type());
  if (width == 0 || width > 64) return false;
  emit({Code::LeadingZeros, static_cast<std::uint16_t>(width), variable(call.results[0]),
        expression(call.args[0])});
  traceAssignment(call.results[0]);
  return true;
}

// A procedure without a body: its preconditions are checked, its results are arbitrary values
// that satisfy its postconditions.
void Compiler::callUnknown(const Call& call) {
  const Procedure& callee = *call.callee;
  Environment roles;
  for (std::size_t i = 0; i < call.args.size() && i < callee.parameters.size(); ++i) {
    // A copy, as a result may go to the variable that is the argument.
    const std::uint32_t copy = temporary(limbsOf(call.args[i]->type()));
    expression(call.args[i], copy);
    roles[callee.parameters[i]] = copy;
  }
  for (std::size_t i = 0; i < call.results.size() && i < callee.results.size(); ++i) {
    roles[callee.results[i]] = variable(call.results[i]);
  }
  modelled_.push_back(std::move(roles));
  const LocationId location = location_;
  for (const Specification& specification : callee.specifications) {
    if (specification.kind == Specification::Kind::Modifies) {
      skipped("what " + callee.sourceName + " does to memory is left out: it has no body");
    }
    if (specification.kind == Specification::Kind::Requires && !specification.free &&
        !specification.procedureWide) {
      check(specification.condition, FindingKind::Precondition, location, text_);
    }
  }
  chooseResults(callee, call);
  modelled_.pop_back();
  for (const Variable* result : call.results) traceAssignment(result);
}

// Equations `result == e` are solved, for the other postconditions a number of values is tried.
void Compiler::chooseResults(const Procedure& callee, const Call& call) {
  constexpr unsigned attempts = 256;
  std::set<const Variable*> solved;
  std::vector<Expr> wanted;
  std::vector<std::pair<const Variable*, Expr>> equations;
  for (const Specification& specification : callee.specifications) {
    if (specification.kind != Specification::Kind::Ensures) continue;
    Expr condition = plainCondition(specification.condition);
    wanted.push_back(condition);
    if (condition->op() != Op::Equal) continue;
    for (unsigned side : {0u, 1u}) {
      if (condition->arg(side)->op() != Op::Variable) continue;
      const Variable* result = condition->arg(side)->variable();
      if (result->kind != Variable::Kind::Result || !solved.insert(result).second) continue;
      equations.emplace_back(result, condition->arg(1 - side));
      break;
    }
  }
  const std::uint32_t count = temporary(1);
  if (!wanted.empty()) emit({Code::Move, 0, count, constant(0, 1)});
  const std::uint32_t again = address();
  for (std::size_t i = 0; i < call.results.size() && i < callee.results.size(); ++i) {
    emit({Code::Arbitrary, static_cast<std::uint16_t>(widthOf(call.results[i]->type)),
          variable(call.results[i])});
  }
  const std::size_t start = result_.code.size();
  try {
    memo_.clear();
    for (auto& [result, value] : equations) {
      const bool before = quiet_;
      quiet_ = true;
      expression(value, variable(result));
      quiet_ = before;
    }
    if (wanted.empty()) return;
    std::uint32_t all = constant(1, 1);
    for (Expr condition : wanted) {
      const std::uint32_t both = temporary(1);
      emit({Code::And, 0, both, all, quietly(condition), 1});
      all = both;
    }
    const std::size_t done = emit({Code::JumpIf, 0, 0, all});
    emit({Code::Add, 0, count, count, constant(1, 1), ~0ull});
    const std::uint32_t more = temporary(1);
    emit({Code::Ult, 0, more, count, constant(attempts, 1)});
    emit({Code::JumpIf, 0, again, more});
    emit({Code::Assume, 0, 0, constant(0, 1), 0, site()});
    result_.code[done].d = address();
  } catch (const NotEvaluable& problem) {
    result_.code.resize(start);
    quiet_ = false;
    environments_.clear();
    skipped("postconditions that speak of " + problem.what + " are ignored");
  }
  memo_.clear();
}

void Compiler::atomic(const Call& call) {
  if (!call.atomic || call.args.size() < 2 || call.args[0]->op() != Op::Variable) {
    unsupported("an atomic operation without its array or function");
  }
  AtomicOperation operation = parseAtomicFunction(call.atomic->function);
  operation.parts = call.atomic->parts;
  operation.part = call.atomic->part;
  operation.array = arrayIndex(call.args[0]->variable());
  operation.index = expression(call.args[1]);
  for (Expr arg : call.atomic->args) operation.operands.push_back(expression(arg));
  const CompiledArray& array = result_.arrays[operation.array];
  if (array.width > 64 || array.width * operation.parts > 64) {
    unsupported("an atomic operation on more than 64 bits");
  }
  if (operation.kind == AtomicOperation::Kind::Unknown ||
      operation.operands.size() < operandCount(operation)) {
    operation.kind = AtomicOperation::Kind::Unknown;
    skipped("the atomic function " + call.atomic->function + " stores arbitrary values");
  }
  operation.result = call.results.empty() ? temporary(1) : variable(call.results[0]);
  result_.arrays[operation.array].modified = true;
  operation.site = site(call.args[0]->variable()->array);
  operation.order = call.atomic->order;
  operation.scope = call.atomic->scope;
  result_.interleaves |= operation.order != MemoryOrder::Relaxed ||
                         operation.scope < Scope::Device ||
                         operation.kind == AtomicOperation::Kind::Load ||
                         operation.kind == AtomicOperation::Kind::Store;
  result_.atomics.push_back(std::move(operation));
  emit({Code::Atomic, 0, 0, 0, 0, result_.atomics.size() - 1});
}

// Arrays are named by their number, what they are by the primitive's shape.
void Compiler::synchronize(const Call& call) {
  const Synchronization& what = *call.callee->synchronization;
  if (what.primitive == SyncPrimitive::Exit) {
    emit({Code::Exit, 0, 0, 0, 0, site()});
    return;
  }
  SyncOperation operation;
  operation.what = &what;
  const Array* accessed = nullptr;
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    const Expr argument = call.args[i];
    if (argument->type()->isMap()) {
      operation.parameters.push_back(arrayIndex(argument->variable()));
      accessed = argument->variable()->array;
      if (what.position(SyncParameter::Object))
        result_.arrays[operation.parameters.back()].modified |=
            static_cast<SyncParameter>(what.parameters[i]) == SyncParameter::Object;
      if (static_cast<SyncParameter>(what.parameters[i]) == SyncParameter::Source)
        operation.sourceSite = site(accessed);
      continue;
    }
    if (limbsOf(argument->type()) > 1) unsupported("a value of more than 64 bits between lanes");
    operation.parameters.push_back(expression(argument));
    if (static_cast<SyncParameter>(what.parameters[i]) == SyncParameter::Value)
      operation.valueWidth = widthOf(argument->type());
  }
  for (const Variable* result : call.results) {
    operation.resultWidths.push_back(widthOf(result->type));
    if (result->type->isMap()) {
      operation.results.push_back(arrayIndex(result));
      result_.arrays[operation.results.back()].modified = true;
      accessed = result->array;
    } else {
      if (limbsOf(result->type) > 1) unsupported("a value of more than 64 bits between lanes");
      operation.results.push_back(variable(result));
    }
  }
  if (what.primitive == SyncPrimitive::AsyncCopy &&
      result_.arrays[operation.results[0]].width !=
          result_.arrays[*operation.parameter(SyncParameter::Source)].width)
    unsupported("a copy between arrays of different element widths");
  operation.site = site(accessed);
  result_.syncs.push_back(std::move(operation));
  result_.interleaves = true;
  emit({Code::Synchronize, 0, 0, 0, 0, result_.syncs.size() - 1});
  for (const Variable* result : call.results)
    if (!result->type->isMap()) traceAssignment(result);
}

void Compiler::asyncCopy(const Call& call) {
  if (call.args.size() != 5 || call.results.size() != 2 || call.args[1]->op() != Op::Variable) {
    unsupported("an async copy of this form");
  }
  AsyncOperation operation;
  operation.destination = arrayIndex(call.results[1]);
  operation.source = arrayIndex(call.args[1]->variable());
  if (result_.arrays[operation.destination].width != result_.arrays[operation.source].width) {
    unsupported("an async copy between arrays of different element widths");
  }
  operation.destinationOffset = expression(call.args[0]);
  operation.sourceOffset = expression(call.args[2]);
  operation.size = expression(call.args[3]);
  operation.handle = expression(call.args[4]);
  operation.result = variable(call.results[0]);
  operation.site = site(call.results[1]->array);
  operation.sourceSite = site(call.args[1]->variable()->array);
  result_.arrays[operation.destination].modified = true;
  result_.asyncCopies.push_back(operation);
  emit({Code::AsyncCopy, 0, 0, 0, 0, result_.asyncCopies.size() - 1});
  traceAssignment(call.results[0]);
}

}  // namespace barricade
