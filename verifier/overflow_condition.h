// That nothing overflows as the condition of a verdict (VerifyOptions::overflowIsCondition): races
// that only happen where the kernel's arithmetic wraps around are kept aside, unless a run has
// shown them that hangs on no size or parameter that is open.
#pragma once

#include "encoding/problem.h"
#include "finding/result.h"
#include "verifier/portfolio.h"

namespace barricade {

// A run has shown it, whatever the sizes and parameters that are open: there is nothing to require.
bool isUnconditional(const Finding& finding);

class OverflowCondition {
 public:
  explicit OverflowCondition(const VerifyOptions& options) : options_(options) {}

  // Whether one of the errors, `any`, can happen. Whether products of unknowns wrap around is dear
  // to decide, and seldom what a reader asks: what is not decided soon is asked without overflow.
  // Unknown with `fitting` set: nothing goes wrong without. As that holds at a level that is too
  // coarse for all, it holds for the finer ones.
  Answer decide(Portfolio& portfolio, const std::string& name, Problem& problem,
                const Execution& execution, const std::vector<ErrorCondition>& errors, Expr any,
                bool& fitting) const;

  // Whether `finding` is none without overflow; it is kept then.
  bool keeps(Finding& finding);
  // Something was decided only without overflow.
  void assume() { assumed_ = true; }
  // Where nothing else is wrong or open, that nothing overflows is the condition.
  void settle(VerificationResult& result);

 private:
  bool fits(Portfolio& portfolio, const std::string& name, Problem& problem,
            const Execution& execution, const std::vector<ErrorCondition>& errors) const;

  const VerifyOptions& options_;
  bool assumed_ = false;
  std::vector<Finding> kept_;
};

}  // namespace barricade
