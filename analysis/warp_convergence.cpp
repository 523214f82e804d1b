// An optimistic fixpoint, sound for the reason that uniformity.cpp gives: take the first step at
// which two lanes of a warp decide differently at a branch that is taken to be decided alike. All
// lanes have come there with values that had the shares seen. A vote has met with all lanes then,
// and the lane that a shuffle reads from had not ended.
#include "analysis/warp_convergence.h"

#include <algorithm>
#include <utility>

#include "ir/walk.h"

namespace barricade {
namespace {

bool isOne(Expr e) {
  return e->isLiteral() && e->value() == 1;
}

// Whether it matters who comes together: for an exchange, or to an arrival for the warp.
bool lanesMeet(const Kernel& kernel) {
  for (const auto& block : kernel.procedure().blocks)
    for (const Statement& statement : block->statements)
      if (const Call* call = statement.as<Call>())
        if (const auto& primitive = call->callee->synchronization)
          if (primitive->primitive == SyncPrimitive::Exchange || call->delegates > 0) return true;
  return false;
}

BigInt wrapped(const BigInt& value, Type type) {
  if (!type->isBitVector()) return value;
  const BigInt size = BigInt(1) << type->width();
  const BigInt rest = value % size;
  return rest < 0 ? BigInt(rest + size) : rest;
}

}  // namespace

unsigned warpSizeOf(const Kernel& kernel, const LaunchFacts& launch) {
  const Variable* size = kernel.program().launchConstant({LaunchConstant::Kind::SubGroupSize, 0});
  const auto fixed = size ? launch.constants.find(size) : launch.constants.end();
  return fixed != launch.constants.end() && fixed->second->isLiteral()
             ? static_cast<unsigned>(fixed->second->value())
             : 32;
}

// Where blocks have one dimension, the lane is the id modulo the warp's size.
WarpConvergence::WarpConvergence(const Kernel& kernel, const LaunchFacts& launch,
                                 std::vector<bool> comes, bool always)
    : kernel_(kernel),
      warp_(warpSizeOf(kernel, launch)),
      shares_(kernel.variableCount()),
      comes_(std::move(comes)) {
  const auto& size = launch.groupSize;
  if (!(always || lanesMeet(kernel)) || !isOne(size[1]) || !isOne(size[2])) return;
  intervals_.emplace(kernel);
  fullWarps_ = size[0]->isLiteral() && size[0]->value() % warp_ == 0;
  converged_.assign(kernel.procedure().blocks.size(), true);
  for (std::size_t v = 0; v < kernel.variableCount(); ++v) {
    if (!kernel.isEqualAtEntry(v))
      shares_[v].kind = Share::Kind::Unknown;
    else if (kernel.variable(v)->kind == Variable::Kind::Parameter)
      shares_[v].kind = Share::Kind::Multiple;
  }
  do {
    changed_ = false;
    for (unsigned b : kernel.flow().order()) {
      if (!comes_.empty() && !comes_[b]) continue;
      for (const Statement& statement : kernel.procedure().blocks[b]->statements)
        execute(statement, converged_[b]);
      if (!decidesAlike(kernel.branch(b))) diverge(b);
    }
  } while (changed_);
}

bool WarpConvergence::decidesAlike(const Branch& branch) const {
  return branch.kind != Branch::Kind::Choice &&
         std::all_of(branch.guards.begin(), branch.guards.end(), [&](Expr guard) {
           const Share share = shareOf(guard);
           return share.kind == Share::Kind::Unset || share.isEqual();
         });
}

void WarpConvergence::execute(const Statement& statement, bool converged) {
  const Share unknown{Share::Kind::Unknown};
  if (const Assign* assign = statement.as<Assign>()) {
    for (std::size_t i = 0; i < assign->targets.size(); ++i)
      take(assign->targets[i].variable, converged ? shareOf(assign->values[i]) : unknown);
  } else if (const Havoc* havoc = statement.as<Havoc>()) {
    for (const Variable* v : havoc->targets) take(v, unknown);
  } else if (const Call* call = statement.as<Call>()) {
    for (const Variable* v : call->results) take(v, converged ? resultOf(*call) : unknown);
  }
}

void WarpConvergence::take(const Variable* variable, const Share& share) {
  if (!kernel_.isLocal(variable) || share.kind == Share::Kind::Unset) return;
  Share& known = shares_[kernel_.indexOf(variable)];
  if (known.kind == Share::Kind::Unknown) return;
  Share joined = share;
  if (share.kind == Share::Kind::Multiple && known.kind == Share::Kind::Multiple) {
    joined.aligned = known.aligned && share.aligned;
    if (known.factor != share.factor) joined = {Share::Kind::Unknown};
  }
  if (joined == known) return;
  known = joined;
  changed_ = true;
}

// One value for all lanes, where the mask names all of them. What a lane reads that does not exist
// is not said.
WarpConvergence::Share WarpConvergence::resultOf(const Call& call) const {
  const Share one{Share::Kind::Multiple}, unknown{Share::Kind::Unknown};
  const auto& primitive = call.callee->synchronization;
  if (!primitive) return unknown;
  if (primitive->reduction) return one;
  if (primitive->primitive != SyncPrimitive::Exchange) return unknown;
  auto argument = [&](SyncParameter parameter) -> Expr {
    const auto position = primitive->position(parameter);
    return position ? call.args[*position] : nullptr;
  };
  const Expr mask = argument(SyncParameter::Mask);
  const BigInt all = (BigInt(1) << warp_) - 1;
  if (!mask || !mask->isLiteral() || (mask->value() & all) != all) return unknown;
  switch (primitive->row->exchange) {
    case ExchangeFunction::Shuffle: {
      const Expr width = argument(SyncParameter::Width);
      const Expr source = argument(SyncParameter::Lane);
      const bool ofWarp = !width || (width->isLiteral() && width->value() == warp_);
      const bool exists = fullWarps_ || (source->isLiteral() && source->value() == 0);
      return ofWarp && exists && shareOf(source).isEqual() ? one : unknown;
    }
    case ExchangeFunction::Ballot:
    case ExchangeFunction::Any:
    case ExchangeFunction::All:
    case ExchangeFunction::MatchAll:
    case ExchangeFunction::ReduceAdd:
    case ExchangeFunction::ReduceMin:
    case ExchangeFunction::ReduceMax:
    case ExchangeFunction::ReduceUnsignedMin:
    case ExchangeFunction::ReduceUnsignedMax:
    case ExchangeFunction::ReduceAnd:
    case ExchangeFunction::ReduceOr:
    case ExchangeFunction::ReduceXor: return one;
    case ExchangeFunction::MatchAny:
    case ExchangeFunction::ShuffleUp:
    case ExchangeFunction::ShuffleDown:
    case ExchangeFunction::ShuffleXor:
    case ExchangeFunction::Opaque: break;
  }
  return unknown;
}

WarpConvergence::Share WarpConvergence::shareOf(Expr e) const {
  std::unordered_map<Expr, Share> memo;
  return fold<Share>(
      e, memo,
      [&](Expr part) -> std::optional<Share> {
        if (part->op() == Op::Variable) return shareOf(part->variable());
        return std::nullopt;
      },
      [&](Expr part, const std::vector<Share>& args) { return combine(part, args); });
}

WarpConvergence::Share WarpConvergence::shareOf(const Variable* v) const {
  const Share unknown{Share::Kind::Unknown};
  if (kernel_.isLocal(v)) return shares_[kernel_.indexOf(v)];
  // Of the ids in one dimension only the first differs; arrays by what they hold.
  if (v->launch) {
    const bool first = v->launch->dimension == 0;
    if (v->launch->kind == LaunchConstant::Kind::LocalId && first)
      return {Share::Kind::Multiple, 1, true};
    const bool ofWarps = v->launch->kind == LaunchConstant::Kind::GroupSize && first && fullWarps_;
    return {Share::Kind::Multiple, 0, ofWarps};
  }
  if (v->array) {
    const KernelArray& array = kernel_.arrays()[kernel_.arrayIndex(v)];
    const bool equal = v->array->space != AddressSpace::Private &&
                       (array.readOnly() || intervals_->isReadApart(v));
    return equal ? Share{Share::Kind::Multiple} : unknown;
  }
  return v->kind == Variable::Kind::Constant || v->kind == Variable::Kind::Bound
             ? Share{Share::Kind::Multiple}
             : unknown;
}

WarpConvergence::Share WarpConvergence::combine(Expr e, const std::vector<Share>& args) const {
  const Share unknown{Share::Kind::Unknown};
  bool equal = true, aligned = true;
  for (const Share& share : args) {
    if (share.kind == Share::Kind::Unset) return {};
    if (share.kind == Share::Kind::Unknown) return unknown;
    equal = equal && share.factor == 0;
    aligned = aligned && share.aligned;
  }
  if (e->op() == Op::Apply && e->function()->isOtherThread()) return unknown;
  if (e->isLiteral())
    return {Share::Kind::Multiple, 0, e->type()->isBitVector() && e->value() % warp_ == 0};
  auto multiple = [&](const BigInt& factor, bool ofWarps) {
    return Share{Share::Kind::Multiple, wrapped(factor, e->type()), ofWarps};
  };
  switch (e->op()) {
    case Op::BvAdd: return multiple(args[0].factor + args[1].factor, aligned);
    case Op::BvSub: return multiple(args[0].factor - args[1].factor, aligned);
    case Op::BvMul:
      if (equal) return multiple(0, args[0].aligned || args[1].aligned);
      if (e->arg(0)->isLiteral()) return multiple(e->arg(0)->value() * args[1].factor, aligned);
      if (e->arg(1)->isLiteral()) return multiple(args[0].factor * e->arg(1)->value(), aligned);
      return unknown;
    case Op::ZeroExtend:
    case Op::SignExtend:
      // Where a warp begins the lanes neither wrap around nor change the sign.
      return equal || (args[0].factor == 1 && args[0].aligned) ? args[0] : unknown;
    case Op::BvAnd:
      if (equal) return multiple(0, args[0].aligned || args[1].aligned);
      break;
    case Op::BvShl:
      if (equal) return multiple(0, args[0].aligned || shiftsByWarps(e));
      break;
    default: break;
  }
  if (equal || (aligned && isBoundOfWarps(e, args))) return {Share::Kind::Multiple};
  return e->args().size() == 2 && e->arg(1)->isLiteral() ? combineWithLiteral(e, args[0]) : unknown;
}

bool WarpConvergence::shiftsByWarps(Expr shift) const {
  return shift->arg(1)->isLiteral() && shift->arg(1)->value() < shift->type()->width() &&
         (BigInt(1) << static_cast<unsigned>(shift->arg(1)->value())) % warp_ == 0;
}

// Whether a comparison has one number of the warp on one side and numbers that go up with the lanes
// on the other, all of which are below it or none, as both begin where a warp does.
bool WarpConvergence::isBoundOfWarps(Expr comparison, const std::vector<Share>& args) const {
  auto ascends = [&](std::size_t side) {
    return args[side].factor == 1 && args[1 - side].factor == 0;
  };
  switch (comparison->op()) {
    case Op::BvUlt:
    case Op::BvSlt:
    case Op::BvUge:
    case Op::BvSge: return ascends(0);
    case Op::BvUgt:
    case Op::BvSgt:
    case Op::BvUle:
    case Op::BvSle: return ascends(1);
    default: return false;
  }
}

// The thread's lane and warp, from its id.
WarpConvergence::Share WarpConvergence::combineWithLiteral(Expr e, const Share& first) const {
  const Share unknown{Share::Kind::Unknown}, lane{Share::Kind::Multiple, 1, true};
  const Share ofWarp{Share::Kind::Multiple};
  if (first.factor != 1 || !first.aligned) return unknown;
  const BigInt value = e->arg(1)->value();
  const bool isId = e->arg(0)->op() == Op::Variable && e->arg(0)->variable()->launch;
  switch (e->op()) {
    case Op::BvAnd: return value == warp_ - 1 ? lane : value % warp_ == 0 ? ofWarp : unknown;
    case Op::BvSRem:
      if (!isId) return unknown;  // it may be negative
      [[fallthrough]];
    case Op::BvURem: return value == warp_ ? lane : unknown;
    case Op::BvSDiv:
      if (!isId) return unknown;
      [[fallthrough]];
    case Op::BvUDiv: return value > 0 && value % warp_ == 0 ? ofWarp : unknown;
    case Op::BvLShr:
    case Op::BvAShr:
      return value < 64 && (BigInt(1) << static_cast<unsigned>(value)) % warp_ == 0 ? ofWarp
                                                                                    : unknown;
    case Op::BvUlt:
    case Op::BvSlt:
    case Op::BvUge:
    case Op::BvSge: return value % warp_ == 0 ? ofWarp : unknown;
    case Op::BvUle:
    case Op::BvSle:
    case Op::BvUgt:
    case Op::BvSgt: return value % warp_ == warp_ - 1 ? ofWarp : unknown;
    default: return unknown;
  }
}

void WarpConvergence::diverge(unsigned branch) {
  const std::vector<bool> influenced = kernel_.flow().influencedBy(branch);
  for (unsigned b = 0; b < influenced.size(); ++b) {
    if (!influenced[b] || !converged_[b]) continue;
    converged_[b] = false;
    changed_ = true;
  }
}

}  // namespace barricade
