#include "encoding/problem.h"

#include <algorithm>

namespace barricade {

Problem::Problem(Subject& subject, Mode mode)
    : subject_(subject),
      mode_(mode),
      pair_(makeThreadPair(subject.terms, subject.launch, mode)),
      uniformity_(subject.kernel, mode),
      quantifiers_(
          std::any_of(pair_.constraints.begin(), pair_.constraints.end(), containsQuantifier)) {}

std::unique_ptr<Execution> Problem::execute(ExecutionOptions::Form form, const Precision& precision,
                                            const std::map<SiteId, Expr>& siteVariables,
                                            std::span<const Candidate> candidates,
                                            std::vector<SignalFacts> signalFacts) {
  const VerifyOptions& given = subject_.options;
  ExecutionOptions options;
  options.form = form;
  options.benignTolerance = given.benignTolerance && subject_.writtenValuesMatter;
  options.asyncNeedsBarrier = given.asyncNeedsBarrier;
  options.warpSync = given.warpSync;
  options.explicitBodies = precision.explicitBodies;
  options.order = subject_.signalsMatter && form == ExecutionOptions::Form::Races;
  options.signalFacts = std::move(signalFacts);
  options.unroll = precision.unrolled;
  options.bounded = precision.bounded;
  options.keepsOwn = precision.keepsOwn;
  options.unwind = given.loopUnwind;
  options.isBeginning = precision.isBeginning;
  options.isBrief = precision.isBrief;
  options.siteVariables = siteVariables;
  for (const KernelArray& array : subject_.kernel.arrays()) {
    const bool changed =
        array.atomic ? array.changedByAtomics && !subject_.signalsReveal : array.written;
    const bool wanted = given.arrayModel == ArrayModel::Equality || array.influences;
    options.precise.push_back(changed && !array.async && wanted &&
                              given.arrayModel != ArrayModel::Adversarial);
  }
  return std::make_unique<Execution>(subject_, pair_, uniformity_, candidates, std::move(options));
}

bool Problem::isBitVectors() const {
  return !subject_.program.mathInt && !quantifiers_;
}

std::unique_ptr<SolverSession> Problem::newSession(SessionOptions options) {
  options.dump = subject_.options.dumpQueries;
  options.integers = subject_.program.mathInt;
  options.quantifiers = quantifiers_;
  auto session = std::make_unique<SolverSession>(subject_.terms.pool(), options);
  for (Expr constraint : pair_.constraints) session->assertTrue(constraint);
  return session;
}

}  // namespace barricade
