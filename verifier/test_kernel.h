// Kernels for the verifier's tests: encoding/test_kernel.h, and verdicts about them.
#pragma once

#include "encoding/test_kernel.h"
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

}  // namespace barricade::test
