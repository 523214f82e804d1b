#include "analysis/atomic_results.h"

#include <string_view>

#include "analysis/atomic_meaning.h"

namespace barricade {
namespace {

using RuleKind = ResultRule::Kind;

// Results of counting repeat after so many operations at the earliest, as a power of two; a launch
// is taken to have fewer on one element.
constexpr unsigned distinctResultsBits = 24;

// A sum of 2^k repeats after 2^(width - k) operations.
ResultRule countingRule(const Call& call, std::string_view function) {
  auto named = [&](std::string_view part) { return function.find(part) != std::string_view::npos; };
  const AtomicInfo& info = *call.atomic;
  const Variable* array = call.args[0]->variable();
  const Type element = array->type->range();
  const unsigned width = element->isBitVector() ? element->width() : array->array->elementWidth;
  // CUDA's atomicInc and atomicDec wrap at their operand.
  if (named("_inc_") || named("_dec_"))
    return width < distinctResultsBits ? ResultRule{}
                                       : ResultRule{RuleKind::Counting, named("_inc_") ? 1 : -1};
  const bool adds = named("Add") || named("_add_");
  if (!adds && !named("Sub") && !named("_sub_")) return {};
  if (named("float") || named("double") || info.args.size() != 1) return {};
  if (!info.args[0]->isLiteral())
    return adds && element->isBitVector() ? ResultRule{RuleKind::Reserving} : ResultRule{};
  const BigInt addend = info.args[0]->value();
  if (addend == 0 || width < distinctResultsBits + lsb(abs(addend))) return {};
  return {RuleKind::Counting, adds ? addend : BigInt(-addend)};
}

bool isLiteral(Expr e) {
  return e && e->isLiteral() && !e->type()->isBool();
}

}  // namespace

ResultRule resultRuleOf(const Call& call) {
  if (!call.atomic || call.atomic->parts != 1) return {};
  const std::string_view function = call.atomic->function;
  const AtomicMeaning meaning = meaningOf(call);
  if (meaning.kind == AtomicMeaning::Kind::CompareAndSwap && isLiteral(meaning.expected))
    return {RuleKind::Swap, meaning.expected->value()};
  if (meaning.kind == AtomicMeaning::Kind::Exchange && isLiteral(meaning.written))
    return {RuleKind::Exchange, meaning.written->value()};
  if (function.starts_with("__atomicOr_") || function.starts_with("__bugle_atomic_or_"))
    return call.atomic->args.size() == 1 && call.atomic->args[0]->type()->isBitVector()
               ? ResultRule{RuleKind::Marking, 0}
               : ResultRule{};
  return countingRule(call, function);
}

const Array* counterOf(const Call& call) {
  if (!call.atomic) return nullptr;
  const ResultRule rule = resultRuleOf(call);
  const Array* array = call.args[0]->variable()->array;
  const bool adds = rule.kind == ResultRule::Kind::Reserving ||
                    (rule.kind == ResultRule::Kind::Counting && rule.value > 0);
  return adds && array->space == AddressSpace::Global ? array : nullptr;
}

ResultRule commonRule(const ResultRule& a, const ResultRule& b) {
  auto adds = [](const ResultRule& rule) {
    return rule.kind == RuleKind::Reserving || (rule.kind == RuleKind::Counting && rule.value > 0);
  };
  if (a == b) return a;
  return adds(a) && adds(b) ? ResultRule{RuleKind::Reserving} : ResultRule{};
}

BigInt largestAddend(const Call& call) {
  const Type element = call.args[0]->variable()->type->range();
  const unsigned width = element->isBitVector() ? element->width() : 0;
  return width < distinctResultsBits ? BigInt(0) : (BigInt(1) << (width - distinctResultsBits)) - 1;
}

Expr addendOf(const Call& call) {
  return call.atomic->args.empty() ? nullptr : call.atomic->args.back();
}

}  // namespace barricade
