// Kernels for the verifier's tests: analysis/test_kernel.h, and verdicts about them.
#pragma once

#include "analysis/test_kernel.h"
#include "encoding/problem.h"
#include "verifier/verify.h"

namespace barricade::test {

inline VerificationResult verifyText(const std::string& text, const VerifyOptions& options = {}) {
  const auto program = parse(text);
  return verify(*program, options);
}

// "verified", or the kinds of the findings in order: "race", "divergence race", ...
inline std::string verdictOf(const VerificationResult& result) {
  if (result.verdict != Verdict::Refuted) return std::string(toString(result.verdict));
  std::string kinds;
  for (const Finding& finding : result.findings) {
    const std::string kind(toString(finding.kind));
    if ((" " + kinds + " ").find(" " + kind + " ") == std::string::npos)
      kinds += (kinds.empty() ? "" : " ") + kind;
  }
  return kinds;
}

inline std::string verdictOf(const std::string& body, const Launch& launch = {},
                             const VerifyOptions& options = {}) {
  return verdictOf(verifyText(kernelText(body, launch), options));
}

// A kernel up to what the stages before the solver make of it.
struct Staged {
  explicit Staged(const std::string& text, const VerifyOptions& given = {},
                  bool writtenValuesMatter = false)
      : options(given), program(parse(text)) {
    const Prepared prepared = prepare(*program, options);
    EXPECT_TRUE(prepared.procedure);
    subject =
        std::make_unique<Subject>(*program, *prepared.procedure, options, writtenValuesMatter);
  }
  const Kernel& kernel() const { return subject->kernel; }
  std::size_t variable(const std::string& name) const { return variableOf(kernel(), name); }

  VerifyOptions options;
  std::unique_ptr<Program> program;
  std::unique_ptr<Subject> subject;
};

}  // namespace barricade::test
