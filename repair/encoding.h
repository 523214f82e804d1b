// The kernel with a Boolean for each barrier site, encoded once for every mode: a placement is a
// set of assumptions, and checking another one builds nothing anew.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "encoding/problem.h"
#include "instrument/instrument.h"
#include "repair/placement.h"
#include "verifier/portfolio.h"

namespace barricade {

struct ModeEncoding {
  std::unique_ptr<Problem> problem;
  std::vector<Candidate> invariants;
  std::unique_ptr<Execution> races;
  std::vector<ErrorCondition> raceErrors;  // races that are not settled without the solver
  std::unique_ptr<Execution> checks;       // divergence, assertions, ...
  std::unique_ptr<Portfolio> portfolio;
  bool asksForMany = true;  // for models with many races, as long as they come quickly
};

class Encoding {
 public:
  // Of the instrumented `kernel`. `before` is what verification found for the kernel as written;
  // its statistics go on counting. `writtenValuesMatter`: equal writes are no race, if the options
  // say so; else every conflict is one.
  Encoding(Program& program, Procedure& kernel, const std::vector<Site>& sites,
           const VerifyOptions& options, bool writtenValuesMatter, const Deadline& deadline,
           VerificationResult& before, const Precision& precision);

  const Kernel& kernel() const { return subject_.kernel; }
  Terms& terms() { return subject_.terms; }
  std::vector<ModeEncoding>& modes() { return modes_; }
  bool hasUnrolled() const;
  // No two writes that may be equal meet, wherever barriers are, as far as that is known soon.
  // Writes that do not meet with the barriers `asWritten` are of different steps of a computation:
  // if they are equal, then by chance, but for repeated stores.
  bool isWithoutEqualWrites(const Placement& asWritten);
  // To run loops one by one costs little, and more is known of them then.
  bool haveFewIterations();

  // Exactly the sites of `placement` are enabled.
  std::vector<Expr> assumptionsFor(const Placement& placement);

 private:
  ModeEncoding encode(Mode mode, const Precision& precision, const Deadline& deadline);
  std::vector<ErrorCondition> openRaces(Problem& problem, const Execution& execution) const;

  Subject subject_;
  VerificationResult& before_;
  std::map<SiteId, Expr> variables_;  // of the sites
  std::vector<ModeEncoding> modes_;
};

}  // namespace barricade
