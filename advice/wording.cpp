// Advice in words.
#include "advice/advice.h"

namespace barricade {

namespace {

std::string accessOf(const Advice& advice) {
  const std::string name = advice.array->sourceName;
  switch (advice.access) {
    case AccessKind::Read: return "read of " + name;
    case AccessKind::Write: return "write of " + name;
    case AccessKind::Atomic: break;
  }
  return "atomic operation on " + name;
}

std::string plural(std::uint64_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

}  // namespace

std::string_view toString(AdviceKind kind) {
  switch (kind) {
    case AdviceKind::BankConflict: return "bank-conflict";
    case AdviceKind::Coalescing: return "coalescing";
    case AdviceKind::RedundantBarrier: return "redundant-barrier";
    case AdviceKind::WeakerBarrier: return "weaker-barrier";
    case AdviceKind::NarrowerScope: return "narrower-scope";
    case AdviceKind::WarpDivergence: break;
  }
  return "warp-divergence";
}

std::string headline(const Advice& advice) {
  switch (advice.kind) {
    case AdviceKind::BankConflict:
      return "bank conflict of degree " + std::to_string(advice.degree) + ": " + accessOf(advice);
    case AdviceKind::Coalescing:
      return "uncoalesced " + accessOf(advice) + ": " + plural(advice.sectors, "sector") +
             " for a warp where " + std::to_string(advice.minimum) + " would do";
    case AdviceKind::RedundantBarrier: return "the barrier can go";
    case AdviceKind::WeakerBarrier: return "a barrier of the warp would do: __syncwarp()";
    case AdviceKind::NarrowerScope: return "the atomic operation could be of block scope";
    case AdviceKind::WarpDivergence: break;
  }
  return "warps diverge: lanes take both paths here";
}

std::string costText(const Advice& advice) {
  const std::string executions = std::to_string(advice.affected) + " of " +
                                 plural(advice.executions, "execution") + " by a warp";
  switch (advice.kind) {
    case AdviceKind::BankConflict:
      return executions + " conflict; together they take " + std::to_string(advice.taken) +
             " passes, " + std::to_string(advice.best) + " at best";
    case AdviceKind::Coalescing:
      return executions + " are uncoalesced; together they take " + plural(advice.taken, "sector") +
             ", " + std::to_string(advice.best) + " at best";
    case AdviceKind::RedundantBarrier:
      return "without it, and with all others, the kernel is verified";
    case AdviceKind::WeakerBarrier:
    case AdviceKind::NarrowerScope: return "with that change alone, the kernel is verified";
    case AdviceKind::WarpDivergence: break;
  }
  return executions + " diverge";
}

}  // namespace barricade
