// The result for machines: one JSON document (docs/json.md), also when the input was rejected or
// the program failed. Fields keep their order and their meaning within a schema number; new ones
// may be added.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "finding/result.h"
#include "repair/result.h"
#include "report/patch.h"

namespace barricade {

using Json = nlohmann::ordered_json;

inline constexpr int jsonSchema = 1;

// What went wrong outside of the verification: a diagnostic of the front end, a wrong command
// line, an internal error.
struct ReportedError {
  std::string kind;  // "input", "usage", "limit" (stopped before there was anything to report)
  std::string message;
  std::string file;   // empty when it has no place
  unsigned line = 0;  // 0: unknown, as for the next one
  unsigned column = 0;
};

// The fields `file`, `directory`, `line` and `column`.
void addPosition(Json& object, const SourcePosition& position);

// The innermost position likewise, and the calls it was inlined through: `call_chain`.
void addLocation(Json& object, const SourceChain& chain);

Json errorJson(const ReportedError& error);
Json findingJson(const Finding& finding);
Json repairJson(const RepairResult& result);
Json statisticsJson(const Statistics& statistics);

// One kernel of the document.
struct KernelOutcome {
  VerificationResult verification;     // of the kernel as written
  std::optional<RepairResult> repair;  // its `before` is not looked at
};

// The whole document. With one kernel its fields are those of the document; with several, the
// document has the worst verdict and all findings, each with its kernel, and "kernels" has a part
// for each. Without kernels the verdict is "rejected" for errors of input and usage, else
// "undecided". `patch` may be null.
Json documentJson(const std::string& input, const std::vector<KernelOutcome>& kernels,
                  const std::vector<ReportedError>& errors, const Patch* patch = nullptr);

// For --json-lines: a finding as it stands, and at last the document as the verdict.
std::string findingLine(const std::string& input, const std::string& kernel,
                        const Finding& finding);
std::string verdictLine(const Json& document);

// Indented by two, with a newline at the end; bytes that are not UTF-8 are replaced.
std::string serialize(const Json& document);

}  // namespace barricade
