// Expressions to bytecode: shared subexpressions of a statement are computed once, inline
// functions are expanded, values wider than a word go to the operators on limbs.
#include <algorithm>
#include <cassert>

#include "interpreter/compiler.h"
#include "interpreter/store.h"
#include "interpreter/words.h"

namespace barricade {

std::uint32_t Compiler::expression(Expr e, std::uint32_t target) {
  auto into = [&](std::uint32_t source) {
    if (target == nowhere || target == source) return source;
    const unsigned limbs = limbsOf(e->type());
    if (limbs == 1)
      emit({Code::Move, 0, target, source});
    else
      emit({Code::MoveWide, static_cast<std::uint16_t>(limbs), target, source});
    return target;
  };
  if (e->isLiteral()) return into(constant(e->value(), limbsOf(e->type())));
  if (e->op() == Op::Variable) return into(variable(e->variable()));
  if (auto known = memo_.find(e); known != memo_.end()) return into(known->second);
  const std::uint32_t result =
      compute(e, target != nowhere ? target : temporary(limbsOf(e->type())));
  // A target may be assigned to before the statement ends, so only temporaries are shared.
  if (target == nowhere) memo_[e] = result;
  return result;
}

std::uint32_t Compiler::compute(Expr e, std::uint32_t target) {
  switch (e->op()) {
    case Op::Forall:
    case Op::Exists: throw NotEvaluable{"a quantifier"};
    case Op::Old: throw NotEvaluable{"`old`"};
    case Op::Select: return select(e, target);
    case Op::Apply: return application(e, target);
    case Op::Ite:
      if (readsMemory(e->arg(1)) || readsMemory(e->arg(2))) return lazyConditional(e, target);
      break;
    default: break;
  }
  const bool isWide =
      limbsOf(e->type()) > 1 || std::any_of(e->args().begin(), e->args().end(),
                                            [](Expr arg) { return limbsOf(arg->type()) > 1; });
  return isWide ? wide(e, target) : narrow(e, target);
}

std::uint32_t Compiler::constant(const BigInt& value, unsigned limbs) {
  auto [entry, fresh] = frame_.constants.try_emplace({value, limbs}, 0);
  if (!fresh) return entry->second;
  if (value < 0 ? value < std::numeric_limits<std::int64_t>::min()
                : limbs == 1 && value > BigInt(~0ull)) {
    unsupported("an integer literal beyond 64 bits");
  }
  entry->second = allocate(limbs);
  toLimbs(value, &frame_.image[entry->second], limbs);
  return entry->second;
}

std::uint32_t Compiler::variable(const Variable* v) {
  if (!environments_.empty()) {
    const Environment& parameters = *environments_.back();
    if (auto found = parameters.find(v); found != parameters.end()) return found->second;
  }
  for (auto environment = modelled_.rbegin(); environment != modelled_.rend(); ++environment) {
    if (auto found = environment->find(v); found != environment->end()) return found->second;
  }
  if (auto found = frame_.variables.find(v); found != frame_.variables.end()) {
    return found->second;
  }
  switch (v->role) {
    case VariableRole::Enabled:
    case VariableRole::DominatorEnabled:
    case VariableRole::Candidate: return constant(1, 1);
    case VariableRole::WatchedOffset:
    case VariableRole::HasOccurred:
    case VariableRole::AccessOffset: throw NotEvaluable{"pending accesses"};
    case VariableRole::UsedMap: throw NotEvaluable{"values taken by atomic operations"};
    case VariableRole::Launch:
      if (v->isThreadId()) {
        const std::uint32_t target = allocate(1);
        frame_.variables[v] = target;
        frame_.threadConstants.push_back({target, *v->launch});
        return target;
      }
      break;
    default: break;
  }
  if (v->type->isMap()) unsupported("a whole array as a value (" + v->name + ")");
  if (v->kind == Variable::Kind::Constant) {
    auto known = values_.find(v);
    return constant(known == values_.end() ? BigInt(0) : known->second, limbsOf(v->type));
  }
  if (v->kind == Variable::Kind::Global) unsupported("the global variable " + v->name);
  const std::uint32_t target = allocate(limbsOf(v->type));
  frame_.variables[v] = target;
  return target;
}

std::uint32_t Compiler::application(Expr e, std::uint32_t target) {
  const Function& function = *e->function();
  if (!function.body) {
    if (function.isOtherThread()) throw NotEvaluable{"values of another thread"};
    HostCall call{HostFunction(function), {}, {}, widthOf(function.result)};
    for (Expr arg : e->args()) {
      call.args.push_back(expression(arg));
      call.widths.push_back(widthOf(arg->type()));
    }
    result_.hosts.push_back(std::move(call));
    emit({Code::Host, 0, target, 0, 0, result_.hosts.size() - 1});
    return target;
  }
  Environment parameters;
  for (std::size_t i = 0; i < e->args().size(); ++i) {
    parameters[function.parameters[i]] = expression(e->arg(i));
  }
  // The body's nodes mean something else at each application.
  std::unordered_map<Expr, std::uint32_t> outer;
  outer.swap(memo_);
  environments_.push_back(&parameters);
  expression(function.body, target);
  environments_.pop_back();
  outer.swap(memo_);
  return target;
}

bool Compiler::readsMemory(Expr e) {
  if (e->args().empty()) return false;
  if (e->op() == Op::Select) return true;
  if (auto known = readsMemory_.find(e); known != readsMemory_.end()) return known->second;
  const bool reads = std::any_of(e->args().begin(), e->args().end(),
                                 [this](Expr arg) { return readsMemory(arg); });
  return readsMemory_[e] = reads;
}

// Only the arm that is chosen reads memory.
std::uint32_t Compiler::lazyConditional(Expr e, std::uint32_t target) {
  const std::uint32_t condition = expression(e->arg(0));
  const std::size_t toElse = emit({Code::JumpIfNot, 0, 0, condition});
  const auto known = memo_;
  expression(e->arg(1), target);
  memo_ = known;
  const std::size_t toEnd = emit({Code::Jump});
  result_.code[toElse].d = address();
  expression(e->arg(2), target);
  memo_ = known;
  result_.code[toEnd].d = address();
  return target;
}

std::uint32_t Compiler::select(Expr e, std::uint32_t target) {
  if (e->arg(0)->op() == Op::Select) throw NotEvaluable{"a map of maps"};
  if (e->arg(0)->op() != Op::Variable) unsupported("a read of a computed map");
  const Variable* array = e->arg(0)->variable();
  if (array->role == VariableRole::UsedMap) {
    throw NotEvaluable{"values taken by atomic operations"};
  }
  const std::uint32_t index = expression(e->arg(1));
  const std::uint32_t number = arrayIndex(array);
  emit({quiet_ ? Code::LoadQuiet : Code::Load, static_cast<std::uint16_t>(number), target, 0, index,
        quiet_ ? 0 : site(array->array)});
  return target;
}

std::uint32_t Compiler::quietly(Expr e) {
  const bool before = quiet_;
  quiet_ = true;
  const std::uint32_t result = expression(e);
  quiet_ = before;
  return result;
}

std::uint32_t Compiler::wide(Expr e, std::uint32_t target) {
  const auto limbs = static_cast<std::uint16_t>(limbsOf(e->type()));
  if (e->op() == Op::Ite) {
    const std::uint32_t condition = expression(e->arg(0));
    const std::uint32_t then = expression(e->arg(1));
    const std::uint32_t otherwise = expression(e->arg(2));
    emit({Code::IteWide, limbs, target, condition, then, otherwise});
    return target;
  }
  WideOperation operation{e, {}};
  for (Expr arg : e->args()) operation.args.push_back(expression(arg));
  if (e->op() == Op::Equal || e->op() == Op::NotEqual) {
    emit({Code::EqualWide, static_cast<std::uint16_t>(limbsOf(e->arg(0)->type())), target,
          operation.args[0], operation.args[1], e->op() == Op::NotEqual});
    return target;
  }
  result_.wides.push_back(std::move(operation));
  emit({Code::Wide, 0, target, 0, 0, result_.wides.size() - 1});
  return target;
}

std::uint32_t Compiler::narrow(Expr e, std::uint32_t target) {
  const unsigned width = widthOf(e->type());
  const std::uint64_t mask = maskOf(width);
  std::vector<std::uint32_t> args;
  for (Expr arg : e->args()) args.push_back(expression(arg));
  const unsigned operand = widthOf(e->arg(0)->type());
  // Integers are compared as signed 64-bit numbers.
  const auto comparison = static_cast<std::uint16_t>(operand == 0 ? 64 : operand);

  auto binary = [&](Code code, std::uint64_t imm) {
    // Operators that may have more than two arguments are left-associative.
    std::uint32_t left = args[0];
    for (std::size_t i = 1; i < args.size(); ++i) {
      const std::uint32_t to = i + 1 == args.size() ? target : temporary(1);
      emit({code, comparison, to, left, args[i], imm});
      left = to;
    }
    if (args.size() == 1) emit({Code::Move, 0, target, left});
    return target;
  };
  auto swapped = [&](Code code) {
    std::swap(args[0], args[1]);
    return binary(code, mask);
  };
  auto unary = [&](Code code, std::uint64_t imm) {
    emit({code, comparison, target, args[0], 0, imm});
    return target;
  };
  auto integer = [&](Code code) {
    const std::uint64_t where = site();
    return args.size() == 1 ? unary(code, where) : binary(code, where);
  };

  switch (e->op()) {
    case Op::Not: return unary(Code::Not, mask);
    case Op::And: return binary(Code::And, mask);
    case Op::Or: return binary(Code::Or, mask);
    case Op::Implies: return binary(Code::Implies, mask);
    case Op::Iff:
    case Op::Equal: return binary(Code::Equal, mask);
    case Op::NotEqual: return binary(Code::NotEqual, mask);
    case Op::Ite: emit({Code::Ite, 0, target, args[0], args[1], args[2]}); return target;

    case Op::IntNeg: return integer(Code::IntNeg);
    case Op::IntAdd: return integer(Code::IntAdd);
    case Op::IntSub: return integer(Code::IntSub);
    case Op::IntMul: return integer(Code::IntMul);
    case Op::IntDiv: return integer(Code::IntDiv);
    case Op::IntMod: return integer(Code::IntMod);
    case Op::IntLt:
    case Op::BvSlt: return binary(Code::Slt, mask);
    case Op::IntLe:
    case Op::BvSle: return binary(Code::Sle, mask);
    case Op::IntGt:
    case Op::BvSgt: return swapped(Code::Slt);
    case Op::IntGe:
    case Op::BvSge: return swapped(Code::Sle);

    case Op::Concat: {
      std::uint32_t left = args[0];
      for (std::size_t i = 1; i < args.size(); ++i) {
        const std::uint32_t to = i + 1 == args.size() ? target : temporary(1);
        emit({Code::Concat, static_cast<std::uint16_t>(widthOf(e->arg(i)->type())), to, left,
              args[i], mask});
        left = to;
      }
      return target;
    }
    case Op::Extract:
      emit({Code::Extract, static_cast<std::uint16_t>(e->low()), target, args[0], 0, mask});
      return target;
    case Op::ZeroExtend: emit({Code::Move, 0, target, args[0]}); return target;
    case Op::SignExtend: return unary(Code::SignExtend, mask);
    case Op::BvAdd: return binary(Code::Add, mask);
    case Op::BvSub: return binary(Code::Sub, mask);
    case Op::BvMul: return binary(Code::Mul, mask);
    case Op::BvUDiv: return binary(Code::UDiv, mask);
    case Op::BvURem: return binary(Code::URem, mask);
    case Op::BvSDiv: return binary(Code::SDiv, mask);
    case Op::BvSRem: return binary(Code::SRem, mask);
    case Op::BvSMod: return binary(Code::SMod, mask);
    case Op::BvShl: return binary(Code::Shl, mask);
    case Op::BvLShr: return binary(Code::LShr, mask);
    case Op::BvAShr: return binary(Code::AShr, mask);
    case Op::BvAnd: return binary(Code::And, mask);
    case Op::BvOr: return binary(Code::Or, mask);
    case Op::BvXor: return binary(Code::Xor, mask);
    case Op::BvNot: return unary(Code::BvNot, mask);
    case Op::BvNeg: return unary(Code::Neg, mask);
    case Op::BvUlt: return binary(Code::Ult, mask);
    case Op::BvUle: return binary(Code::Ule, mask);
    case Op::BvUgt: return swapped(Code::Ult);
    case Op::BvUge: return swapped(Code::Ule);
    default: break;
  }
  unsupported("an expression without a concrete value");
}

}  // namespace barricade
