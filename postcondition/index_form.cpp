#include "postcondition/index_form.h"

#include <algorithm>

#include "ir/semantics.h"
#include "ir/uses.h"
#include "ir/walk.h"

namespace barricade {
namespace {

using LaunchKind = LaunchConstant::Kind;

bool isBlockStart(Expr e) {
  return e->op() == Op::BvMul && e->arg(0)->op() == Op::Variable &&
         e->arg(1)->op() == Op::Variable && e->arg(0)->variable()->launch &&
         e->arg(0)->variable()->launch->kind == LaunchKind::GroupId;
}

}  // namespace

IndexForms::IndexForms(Program& program, const Procedure& kernel, const ControlFlow& flow,
                       const LaunchFacts& launch, const FixedParameters& fixed, bool isSigned)
    : program_(program),
      pool_(program.pool()),
      kernel_(kernel),
      flow_(flow),
      launch_(launch),
      fixed_(fixed),
      isSigned_(isSigned) {
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements) {
      if (const Assign* assign = statement.as<Assign>()) {
        for (std::size_t i = 0; i < assign->targets.size(); ++i)
          definitions_[assign->targets[i].variable].push_back({block.get(), assign->values[i]});
        continue;
      }
      forEachAssigned(statement, [&](const Variable* v) {
        definitions_[v].push_back({block.get(), nullptr});
      });
    }
}

UnknownId IndexForms::add(IndexUnknown unknown) {
  unknowns_.push_back(std::move(unknown));
  return static_cast<UnknownId>(unknowns_.size() - 1);
}

Interval IndexForms::rangeOf(Type type) const {
  const BigInt half = BigInt(1) << (type->width() - 1);
  return isSigned_ ? Interval{-half, half - 1} : Interval{0, 2 * half - 1};
}

// A number of which a relation says more.
UnknownId IndexForms::chosen(IndexUnknown::Kind kind, const std::string& name) {
  Variable* variable = program_.newVariable();
  variable->name = "$postcondition." + name + std::to_string(unknowns_.size());
  variable->kind = Variable::Kind::Parameter;
  variable->type = bitVectorType(32);
  IndexUnknown unknown;
  unknown.kind = kind;
  unknown.term = pool_.variable(variable);
  return add(std::move(unknown));
}

UnknownId IndexForms::given(Expr term) {
  auto [known, added] = known_.try_emplace(term, 0);
  if (!added) return known->second;
  IndexUnknown unknown;
  unknown.term = term;
  unknown.range = rangeOf(term->type());
  const auto& launch = term->op() == Op::Variable ? term->variable()->launch : std::nullopt;
  if (launch && (launch->kind == LaunchKind::GroupSize || launch->kind == LaunchKind::NumGroups))
    unknown.range = {1, (BigInt(1) << 31) - 1};
  return known->second = add(std::move(unknown));
}

std::optional<LinearForm> IndexForms::guess(Expr index, unsigned block) {
  block_ = block;
  const auto found = form(index);
  if (!found) return std::nullopt;
  const LinearForm result = withGlobalIds(*found);
  return isComplete(result) ? std::optional(result) : std::nullopt;
}

// What a block begins at says nothing without the thread in it.
bool IndexForms::isComplete(const LinearForm& form) const {
  return std::ranges::all_of(form.terms, [&](const auto& term) {
    const IndexUnknown& unknown = unknowns_[term.first];
    return unknown.kind != IndexUnknown::Kind::Wrap && isComplete(unknown.dividend);
  });
}

std::optional<LinearForm> IndexForms::form(Expr e) {
  if (!e->type()->isBitVector()) return std::nullopt;
  auto combined = [&](const BigInt& factor) -> std::optional<LinearForm> {
    const auto a = form(e->arg(0));
    const auto b = a ? form(e->arg(1)) : std::nullopt;
    if (!b) return opaque(e);
    return sum(*a, *b, factor);
  };
  switch (e->op()) {
    case Op::BvLiteral: return LinearForm::number(toSigned(e->value(), e->type()->width()));
    case Op::Variable: return variable(e);
    case Op::BvAdd: return combined(1);
    case Op::BvSub: return combined(-1);
    case Op::BvMul: return multiply(e);
    case Op::BvShl: {
      const auto a = form(e->arg(0));
      const auto by = form(e->arg(1));
      if (!a || !by || !by->isConstant() || by->constant < 0 || by->constant > 62) return opaque(e);
      return scaled(*a, BigInt(1) << static_cast<unsigned>(by->constant));
    }
    case Op::ZeroExtend:
    case Op::SignExtend: return form(e->arg(0));
    case Op::Concat:
      return e->arg(0)->isLiteral() && e->arg(0)->value() == 0 ? form(e->arg(1)) : std::nullopt;
    case Op::Extract: return e->low() == 0 ? form(e->arg(0)) : std::nullopt;
    case Op::BvUDiv:
    case Op::BvSDiv:
    case Op::BvURem:
    case Op::BvSRem:
    case Op::BvLShr:
    case Op::BvAShr:
    case Op::BvAnd: return divide(e);
    default: return opaque(e);
  }
}

std::optional<LinearForm> IndexForms::variable(Expr e) {
  const Variable* v = e->variable();
  if (v->launch) return launchConstant(e);
  if (const auto it = fixed_.find(v); it != fixed_.end()) return form(it->second);
  switch (v->kind) {
    case Variable::Kind::Parameter:
    case Variable::Kind::Constant: return LinearForm::unknown(given(e));
    case Variable::Kind::Local: return local(v);
    default: return std::nullopt;
  }
}

std::optional<LinearForm> IndexForms::launchConstant(Expr e) {
  const LaunchConstant which = *e->variable()->launch;
  if (const auto it = launch_.constants.find(e->variable()); it != launch_.constants.end())
    return form(it->second);
  const bool isLocal = which.kind == LaunchKind::LocalId;
  if (!isLocal && which.kind != LaunchKind::GroupId) return LinearForm::unknown(given(e));
  auto [known, added] = known_.try_emplace(e, 0);
  if (added) {
    const Expr size =
        isLocal ? launch_.groupSize[which.dimension] : launch_.numGroups[which.dimension];
    const auto limit = form(size);
    if (!limit) return std::nullopt;
    if (limit->isConstant() && limit->constant == 1) {
      known_.erase(e);
      return LinearForm::number(0);
    }
    IndexUnknown id;
    id.kind = IndexUnknown::Kind::Id;
    id.term = e;
    id.limit = *limit;
    known_[e] = add(std::move(id));
  }
  return LinearForm::unknown(known_.at(e));
}

std::optional<LinearForm> IndexForms::local(const Variable* v) {
  if (const auto it = open_.find(v); it != open_.end()) {
    if (!it->second) {
      IndexUnknown self;
      self.kind = IndexUnknown::Kind::Wrap;
      it->second = add(std::move(self));
    }
    return LinearForm::unknown(*it->second);
  }
  const auto it = definitions_.find(v);
  if (it == definitions_.end()) return std::nullopt;
  const auto& definitions = it->second;
  if (std::ranges::any_of(definitions, [](const Definition& d) { return !d.value; }))
    return std::nullopt;
  if (definitions.size() == 1) {
    // Behind its loop it is that of the last round.
    const int loop = flow_.innermostLoop(definitions.front().block->index);
    if (loop >= 0 && !flow_.inLoop(block_, static_cast<unsigned>(loop))) return std::nullopt;
    return form(definitions.front().value);
  }
  return induction(v, definitions);
}

// Set before a loop, and moved by one step in it.
std::optional<LinearForm> IndexForms::induction(const Variable* v,
                                                const std::vector<Definition>& definitions) {
  if (definitions.size() != 2) return std::nullopt;
  for (const Loop& loop : flow_.loops()) {
    const bool first = flow_.inLoop(definitions[0].block->index, loop.index);
    if (first == flow_.inLoop(definitions[1].block->index, loop.index) ||
        !flow_.inLoop(block_, loop.index))
      continue;
    const Definition& within = definitions[first ? 0 : 1];
    const auto start = form(definitions[first ? 1 : 0].value);
    open_[v];
    const auto next = form(within.value);
    const auto self = open_.at(v);
    open_.erase(v);
    if (!start || !next || !self) return std::nullopt;
    const LinearForm step = difference(*next, LinearForm::unknown(*self));
    if (!step.isConstant() || step.constant == 0) return std::nullopt;
    auto [known, added] = counts_.try_emplace(loop.index, 0);
    if (added) {
      known->second = chosen(IndexUnknown::Kind::Count, "count");
      unknowns_[known->second].loop = loop.index;
    }
    const bool moved =
        flow_.dominates(within.block->index, block_) && within.block->index != loop.header;
    LinearForm result = sum(*start, LinearForm::unknown(known->second), step.constant);
    if (moved) result = sum(result, step);
    return result;
  }
  return std::nullopt;
}

std::optional<LinearForm> IndexForms::multiply(Expr e) {
  const auto a = form(e->arg(0));
  const auto b = a ? form(e->arg(1)) : std::nullopt;
  if (!b) return opaque(e);
  if (b->isConstant()) return scaled(*a, b->constant);
  if (a->isConstant()) return scaled(*b, a->constant);
  // blockIdx.x * blockDim.x, of which a thread's id is to be added.
  for (const bool swapped : {false, true}) {
    const Expr id = closed(e->arg(swapped ? 1 : 0)), size = closed(e->arg(swapped ? 0 : 1));
    if (!id || !size || id->op() != Op::Variable || size->op() != Op::Variable) continue;
    const auto& i = id->variable()->launch;
    const auto& s = size->variable()->launch;
    if (!i || !s || i->kind != LaunchKind::GroupId || s->kind != LaunchKind::GroupSize ||
        i->dimension != s->dimension)
      continue;
    const Expr start = pool_.make(Op::BvMul, id, size);
    auto [known, added] = known_.try_emplace(start, 0);
    if (added) {
      IndexUnknown unknown;
      unknown.kind = IndexUnknown::Kind::Wrap;
      unknown.term = start;
      known->second = add(std::move(unknown));
    }
    return LinearForm::unknown(known->second);
  }
  return opaque(e);
}

// Of a number that is not negative, by a literal.
std::optional<LinearForm> IndexForms::divide(Expr e) {
  const auto by = form(e->arg(1));
  const auto dividend = by && by->isConstant() ? form(e->arg(0)) : std::nullopt;
  const Expr term = dividend ? closed(e->arg(0)) : nullptr;
  if (!term) return opaque(e);
  const bool isShift = e->op() == Op::BvLShr || e->op() == Op::BvAShr;
  const bool isMask = e->op() == Op::BvAnd;
  if (by->constant < 0 || (isShift && by->constant > 62)) return opaque(e);
  BigInt divisor = by->constant;
  if (isShift) divisor = BigInt(1) << static_cast<unsigned>(by->constant);
  if (isMask) divisor = by->constant + 1;
  if (divisor < 1 || (isMask && (divisor & (divisor - 1)) != 0)) return opaque(e);
  const LinearForm whole = withGlobalIds(*dividend);
  const unsigned width = term->type()->width();
  const Expr quotientTerm = pool_.make(Op::BvUDiv, term, pool_.bitVector(divisor, width));
  auto [known, added] = known_.try_emplace(quotientTerm, 0);
  if (added) {
    known->second = chosen(IndexUnknown::Kind::Quotient, "quotient");
    unknowns_[known->second].dividend = whole;
    unknowns_[known->second].divisor = divisor;
  }
  const LinearForm quotient = LinearForm::unknown(known->second);
  const bool isRemainder = isMask || e->op() == Op::BvURem || e->op() == Op::BvSRem;
  return isRemainder ? sum(whole, quotient, -divisor) : quotient;
}

std::optional<LinearForm> IndexForms::opaque(Expr e) {
  const Expr term = closed(e);
  if (!term) return std::nullopt;
  bool isGiven = !anyNode(term, [](Expr part) { return part->op() == Op::Select; });
  forEachVariable(term, [&](const Variable* v) { isGiven = isGiven && !v->isThreadId(); });
  return isGiven ? std::optional(LinearForm::unknown(given(term))) : std::nullopt;
}

Expr IndexForms::closed(Expr e) {
  std::unordered_map<Expr, Expr> map;
  bool good = true;
  forEachVariable(e, [&](const Variable* v) {
    if (v->kind == Variable::Kind::Constant || v->kind == Variable::Kind::Parameter) return;
    const auto it = definitions_.find(v);
    const bool single = v->kind == Variable::Kind::Local && it != definitions_.end() &&
                        it->second.size() == 1 && it->second.front().value &&
                        flow_.innermostLoop(it->second.front().block->index) < 0;
    const Expr value = single ? closed(it->second.front().value) : nullptr;
    good = good && value;
    if (value) map[pool_.variable(v)] = value;
  });
  if (!good) return nullptr;
  std::unordered_map<Expr, Expr> memo;
  return substitute(pool_, e, map, memo);
}

// blockIdx.x * blockDim.x + threadIdx.x is any number below the number of all threads along x.
LinearForm IndexForms::withGlobalIds(const LinearForm& form) {
  LinearForm result = form;
  for (const auto& [id, coefficient] : form.terms) {
    const Expr start = unknowns_[id].term;
    if (unknowns_[id].kind != IndexUnknown::Kind::Wrap || !start || !isBlockStart(start)) continue;
    const unsigned d = start->arg(0)->variable()->launch->dimension;
    const Variable* own = program_.launchConstant({LaunchKind::LocalId, d});
    const auto thread = own ? known_.find(pool_.variable(own)) : known_.end();
    if (thread == known_.end() || result.coefficient(thread->second) != coefficient) continue;
    const Expr term = pool_.make(Op::BvAdd, start, pool_.variable(own));
    auto [known, added] = known_.try_emplace(term, 0);
    if (added) {
      IndexUnknown global;
      global.kind = IndexUnknown::Kind::Id;
      global.term = term;
      const Expr size = start->arg(1);
      const Variable* groups = program_.launchConstant({LaunchKind::NumGroups, d});
      const auto fixed = groups ? launch_.constants.find(groups) : launch_.constants.end();
      if (fixed != launch_.constants.end())
        global.limit = scaled(LinearForm::unknown(given(size)), BigInt(fixed->second->value()));
      else
        global.limit =
            LinearForm::unknown(given(pool_.make(Op::BvMul, launch_.numGroups[d], size)));
      known->second = add(std::move(global));
    }
    result = sum(result, LinearForm::unknown(id), -coefficient);
    result = sum(result, LinearForm::unknown(thread->second), -coefficient);
    result = sum(result, LinearForm::unknown(known->second), coefficient);
  }
  return result;
}

// Whether the form of `e` is congruent to it modulo its width, and over what is given only.
bool IndexForms::isExact(Expr e) const {
  switch (e->op()) {
    case Op::BvLiteral: return true;
    case Op::Variable:
      return e->variable()->kind == Variable::Kind::Parameter ||
             e->variable()->kind == Variable::Kind::Constant;
    case Op::BvAdd:
    case Op::BvSub:
    case Op::BvMul: return isExact(e->arg(0)) && isExact(e->arg(1));
    case Op::SignExtend:
    case Op::ZeroExtend:
      return e->arg(0)->op() == Op::Variable && isExact(e->arg(0)) &&
             isSigned_ == (e->op() == Op::SignExtend);
    default: return false;
  }
}

LinearForm IndexForms::exact(Expr e) {
  const auto found = isExact(e) ? form(e) : std::nullopt;
  if (!found) return LinearForm::unknown(given(e));
  const unsigned width = e->type()->width();
  const Interval range = rangeOf(e->type());
  const bool isUnknown = found->terms.size() == 1 && found->constant == 0 &&
                         found->terms.front().second == 1 &&
                         unknowns_[found->terms.front().first].term->type()->width() <= width;
  const bool isNumber =
      found->isConstant() && range.low <= found->constant && found->constant <= range.high;
  if (isUnknown || isNumber) return *found;
  // The value is in the range of its type, by some number of wraps.
  IndexUnknown wrap;
  wrap.kind = IndexUnknown::Kind::Wrap;
  wrap.range = rangeOf(e->type());
  wrap.dividend = *found;
  wrap.divisor = BigInt(1) << width;
  const UnknownId id = add(std::move(wrap));
  return sum(*found, LinearForm::unknown(id), BigInt(1) << width);
}

Expr IndexForms::valueOf(UnknownId id, unsigned width) const {
  const IndexUnknown& unknown = unknowns_[id];
  auto widened = [&](Expr e, bool isSigned) {
    return e->type()->width() == width
               ? e
               : pool_.extend(isSigned ? Op::SignExtend : Op::ZeroExtend, e, width);
  };
  const Expr term = unknown.term;
  if (unknown.kind == IndexUnknown::Kind::Id && term->op() == Op::BvAdd) {
    const Expr start = term->arg(0);
    return pool_.make(
        Op::BvAdd,
        pool_.make(Op::BvMul, widened(start->arg(0), false), widened(start->arg(1), false)),
        widened(term->arg(1), false));
  }
  return widened(term, unknown.kind == IndexUnknown::Kind::Given && isSigned_);
}

unsigned IndexForms::widthFor(const LinearForm& form) const {
  unsigned bits = 8;
  for (const auto& [id, coefficient] : form.terms) {
    const Expr term = unknowns_[id].term;
    const unsigned own = term ? 2 * term->type()->width() : 64;
    bits = std::max(bits, own + static_cast<unsigned>(msb(BigInt(abs(coefficient)))) + 2);
  }
  if (form.constant != 0)
    bits = std::max(bits, static_cast<unsigned>(msb(BigInt(abs(form.constant)))) + 3);
  return bits + 6;  // no form has 64 terms
}

Expr IndexForms::toTerm(const LinearForm& form, unsigned width) const {
  auto number = [&](const BigInt& value) {
    const BigInt modulus = BigInt(1) << width;
    return pool_.bitVector(value < 0 ? BigInt(value + modulus) : value, width);
  };
  Expr result = number(form.constant);
  for (const auto& [id, coefficient] : form.terms)
    result = pool_.make(Op::BvAdd, result,
                        pool_.make(Op::BvMul, number(coefficient), valueOf(id, width)));
  return result;
}

}  // namespace barricade
