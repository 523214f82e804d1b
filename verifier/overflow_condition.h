// That nothing overflows as the condition of a verdict (VerifyOptions::overflowIsCondition): races
// and divergence that only happen where the kernel's arithmetic wraps around are kept aside, unless
// a run has shown them that hangs on no size or parameter that is open.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "encoding/problem.h"
#include "finding/result.h"
#include "verifier/portfolio.h"

namespace barricade {

// A run has shown it, whatever the sizes and parameters that are open: there is nothing to require.
bool isUnconditional(const Finding& finding);

// Under what nothing goes wrong in one form of a mode, as far as that is known.
struct Fitting {
  bool known = false;                              // where nothing overflows
  std::map<std::size_t, std::string> notNegative;  // nor are parameters, by their position

  explicit operator bool() const { return known; }
};

class OverflowCondition {
 public:
  explicit OverflowCondition(const VerifyOptions& options) : options_(options) {}

  // Whether one of the errors, `any`, can happen. Whether products of unknowns wrap around is dear
  // to decide, and seldom what a reader asks: what is not decided soon is asked without overflow,
  // and then, since sizes with a sign take part in most products, where parameters are not
  // negative. Unknown with `fitting` set: nothing goes wrong so. As that holds at a level that is
  // too coarse for all, it holds for the finer ones. Where there are products `askOtherwise` comes
  // first: whether other means tell soon.
  Answer decide(Portfolio& portfolio, const std::string& name, Problem& problem,
                const Execution& execution, const std::vector<ErrorCondition>& errors, Expr any,
                Fitting& fitting, const std::function<Answer()>& askOtherwise) const;

  // Whether it is known that none of the errors happens without.
  bool isNeeded(Portfolio& portfolio, const std::string& name, Problem& problem,
                const Execution& execution, const std::vector<ErrorCondition>& errors) const;
  // Whether `finding` is none without overflow; it is kept then.
  bool keeps(Finding& finding);
  // Something was decided only so.
  void assume(const Fitting& fitting);
  // What is assumed so far, and how many findings are kept.
  Fitting assumed() const { return {assumed_, notNegative_}; }
  std::size_t kept() const { return kept_.size(); }
  // Where nothing else is wrong or open, that nothing overflows is the condition.
  void settle(VerificationResult& result);

 private:
  static bool fits(Portfolio& portfolio, const std::string& name, Expr any);
  // `conditions` are those of the errors where nothing overflows.
  static Fitting fittingNotNegative(Portfolio& portfolio, const std::string& name, Problem& problem,
                                    const Execution& execution,
                                    const std::vector<ErrorCondition>& errors,
                                    const ErrorCases& conditions);

  const VerifyOptions& options_;
  bool assumed_ = false;
  std::map<std::size_t, std::string> notNegative_;
  std::vector<Finding> kept_;
};

}  // namespace barricade
