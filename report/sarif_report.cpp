#include "report/sarif_report.h"

#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>

#include "report/fingerprint.h"
#include "report/wording.h"

namespace barricade {

namespace {

struct Rule {
  FindingKind kind;
  std::string_view name;
  std::string_view summary;
  std::string_view help;
};

// In the order of FindingKind, so that a kind is the index of its rule.
constexpr std::array rules = std::to_array<Rule>({
    {FindingKind::Race, "DataRace", "Two threads access the same memory, one of them writes.",
     "Separate the two accesses by a barrier that all threads of the block reach, or by a grid "
     "barrier when the threads are in different blocks. `barricade repair` finds the cheapest."},
    {FindingKind::Divergence, "BarrierDivergence", "Not all threads of a block reach a barrier.",
     "Move the barrier out of code that depends on the thread."},
    {FindingKind::Assertion, "AssertionFailure", "An assertion does not hold.",
     "The values of the finding make the asserted condition false."},
    {FindingKind::Invariant, "InvariantFailure", "A loop invariant does not hold.",
     "The invariant fails on entry or is not maintained by the body."},
    {FindingKind::Precondition, "PreconditionFailure", "A call breaks a precondition.",
     "The arguments of the call make the callee's `requires` false."},
    {FindingKind::Postcondition, "PostconditionFailure", "A postcondition does not hold.",
     "The procedure can return with its `ensures` false."},
    {FindingKind::Bounds, "ArrayBounds", "An access is outside of its array.",
     "The index is negative or at least the array's size."},
    {FindingKind::ConstantWrite, "ConstantWrite", "Constant memory is written.",
     "Memory of the constant address space must not be written by a kernel."},
    {FindingKind::NullPointer, "NullPointer", "A null pointer is dereferenced.",
     "The pointer does not point into any array."},
    {FindingKind::BarrierInvariant, "BarrierInvariantFailure", "A barrier invariant does not hold.",
     "The invariant must hold for every thread when it reaches the barrier."},
    {FindingKind::Async, "AsyncCopyDivergence",
     "A group does not make an asynchronous copy, or a wait for one, together.",
     "All threads of a group have to reach it, with the same arguments."},
    {FindingKind::Synchronization, "SynchronizationMisuse",
     "A primitive of synchronisation is used as it must not be.",
     "The message names what is wrong: a mask, a count, an id, a phase."},
    {FindingKind::Uninitialized, "UninitializedShared",
     "Shared memory is read where no thread has written.",
     "Write the element before, by some thread, and separate the two by a barrier."},
    {FindingKind::Overflow, "ArithmeticOverflow",
     "Arithmetic leaves its type, or C leaves its result undefined.",
     "Use a wider type, or state as a precondition what keeps the values small."},
    {FindingKind::Misaligned, "MisalignedAccess",
     "An address is no multiple of what the type of the access demands.",
     "Begin at a multiple of the vector's size, or declare the array with __align__."},
    {FindingKind::SharedMemory, "SharedMemorySize",
     "A launch takes more shared memory than there is.",
     "Give the launch as many bytes as the kernel uses, and use no more than the device has."},
});

constexpr bool rulesCoverAllKinds() {
  for (std::size_t i = 0; i < rules.size(); ++i)
    if (rules[i].kind != static_cast<FindingKind>(i)) return false;
  return rules.back().kind == FindingKind::SharedMemory;  // the last kind
}
static_assert(rulesCoverAllKinds());

Json message(const std::string& text) {
  return {{"text", text}};
}

Json rulesJson() {
  Json array = Json::array();
  for (const Rule& rule : rules) {
    array.push_back({{"id", toString(rule.kind)},
                     {"name", rule.name},
                     {"shortDescription", message(std::string(rule.summary))},
                     {"fullDescription", message(std::string(rule.summary))},
                     {"help", message(std::string(rule.help))},
                     {"defaultConfiguration", {{"level", "error"}}}});
  }
  return array;
}

// A relative reference (RFC 3986), or a file URI for an absolute path.
std::string uriOf(const std::string& path) {
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (unsigned char c : path) {
    bool plain = std::isalnum(c) ||
                 std::string_view("-._~/!$&'()*+,;=@").find(char(c)) != std::string_view::npos;
    if (plain) {
      uri += char(c);
    } else {
      char escaped[4];
      std::snprintf(escaped, sizeof escaped, "%%%02X", c);
      uri += escaped;
    }
  }
  return uri;
}

// Relative to the current folder where the file lies below it: code scanning looks for the paths of
// a repository.
std::string belowCurrent(const std::string& path) {
  std::error_code error;
  const std::filesystem::path current = std::filesystem::current_path(error);
  const std::filesystem::path relative = std::filesystem::path(path).lexically_relative(current);
  if (error || !path.starts_with('/') || relative.empty() || *relative.begin() == "..") return path;
  return relative.string();
}

// Compilers count bytes, SARIF as we write it UTF-16 code units (`columnKind`).
unsigned utf16Column(std::string_view line, unsigned column) {
  unsigned units = 1;
  for (unsigned char c : line.substr(0, column - 1)) {
    if ((c & 0xC0U) != 0x80U) units += c >= 0xF0U ? 2 : 1;
  }
  return units;
}

// "Add a block barrier before k.cu:3; remove the block barrier at k.cu:5."
std::string descriptionOf(const std::vector<KernelOutcome>& kernels) {
  std::string text;
  for (const KernelOutcome& kernel : kernels)
    if (kernel.repair)
      for (const std::string& edit : describe(kernel.repair->edits))
        text += (text.empty() ? "" : "; ") + edit;
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text + ".";
}

class SarifWriter {
 public:
  explicit SarifWriter(const ReportContext& context) : context_(context) {}

  // The patch as a fix (section 3.55), to be called after all results: files are called as there.
  // Nothing where there is none.
  std::optional<Json> fix(const std::vector<KernelOutcome>& kernels) const {
    if (!context_.patch || context_.patch->status != Patch::Status::Verified) return std::nullopt;
    Json changes = Json::array();
    for (const PatchedFile& file : context_.patch->files)
      if (!file.replacements.empty()) changes.push_back(changeOf(file));
    if (changes.empty()) return std::nullopt;
    return Json{{"description", message(descriptionOf(kernels))},
                {"artifactChanges", std::move(changes)}};
  }

  // What a condition excludes, as notes: they happen only in launches that do not fulfil it.
  std::vector<Json> excluded(const Condition& condition, const std::string& kernel) const {
    std::vector<Json> results;
    for (const ConditionClause& clause : condition.clauses)
      for (const Finding& finding : clause.excluded) {
        Json object = result(finding, kernel);
        object["level"] = "note";
        object["message"] = message("unless " + clause.text + ": " + messageOf(finding, kernel));
        object["properties"]["condition"] = condition.text;
        object["properties"]["condition_exact"] = condition.exact;
        results.push_back(std::move(object));
      }
    return results;
  }

  Json result(const Finding& finding, const std::string& kernel) const {
    Json object;
    object["ruleId"] = toString(finding.kind);
    object["ruleIndex"] = static_cast<std::size_t>(finding.kind);
    object["level"] = "error";
    object["message"] = message(messageOf(finding, kernel));
    object["locations"] = Json::array({location(firstChain(finding), 0, "")});
    Json related = Json::array();
    for (std::size_t i = 1; i < finding.places.size(); ++i) {
      related.push_back(location(finding.places[i].location, i, describePlace(finding, i)));
    }
    if (isKnown(finding.confirmation.place()))
      related.push_back(location(finding.confirmation.place(), finding.places.size(),
                                 describeConfirmation(finding)));
    if (!related.empty()) object["relatedLocations"] = std::move(related);
    if (!finding.places.empty()) object["codeFlows"] = Json::array({codeFlow(finding)});
    object["partialFingerprints"] = {
        {"barricadeFinding/v2", fingerprint(finding, kernel, context_.sources)}};
    object["properties"] = {{"kernel", kernel},
                            {"confirmed", finding.confirmation.isConfirmed()},
                            {"unconfirmedReason", finding.confirmation.reason()},
                            {"overflow", finding.overflow.has_value()}};
    return object;
  }

 private:
  static const SourceChain& firstChain(const Finding& finding) {
    static const SourceChain none;
    return finding.places.empty() ? none : finding.places.front().location;
  }

  static std::string messageOf(const Finding& finding, const std::string& kernel) {
    std::string text = headline(finding);
    for (std::size_t i = 0; i < finding.places.size(); ++i) {
      std::string role = describePlace(finding, i);
      if (!role.empty()) text += (i == 0 ? ": " : ", ") + role;
    }
    std::string values = describeValues(finding);
    if (!values.empty()) text += "; " + values;
    text += "; " + describeConfirmation(finding);
    return text + (kernel.empty() ? "." : " (kernel " + kernel + ").");
  }

  Json physical(const SourcePosition& position) const {
    if (!position.isKnown()) return {{"artifactLocation", {{"uri", uriOf(context_.input)}}}};
    Json region = {{"startLine", position.line}};
    auto line = context_.sources.line(position);
    if (position.column != 0)
      region["startColumn"] = line ? utf16Column(*line, position.column) : position.column;
    if (line) region["snippet"] = message(*line);
    const std::string path = context_.sources.resolve(position).value_or(position.file);
    const std::string uri = uriOf(belowCurrent(path));
    uris_.try_emplace(canonical(path), uri);
    return {{"artifactLocation", {{"uri", uri}}}, {"region", std::move(region)}};
  }

  static std::string canonical(const std::string& path) {
    std::error_code error;
    const std::filesystem::path known = std::filesystem::weakly_canonical(path, error);
    return error ? path : known.string();
  }

  Json changeOf(const PatchedFile& file) const {
    const auto known = uris_.find(canonical(file.path));
    Json replacements = Json::array();
    for (const Replacement& replacement : file.replacements) {
      replacements.push_back({{"deletedRegion",
                               {{"startLine", replacement.startLine},
                                {"startColumn", replacement.startColumn},
                                {"endLine", replacement.endLine},
                                {"endColumn", replacement.endColumn}}},
                              {"insertedContent", message(replacement.text)}});
    }
    const std::string uri = known == uris_.end() ? uriOf(belowCurrent(file.path)) : known->second;
    return {{"artifactLocation", {{"uri", uri}}}, {"replacements", std::move(replacements)}};
  }

  Json location(const SourceChain& chain, std::size_t id, const std::string& text) const {
    Json object = {{"id", id}};
    object["physicalLocation"] = physical(chain.empty() ? SourcePosition{} : chain.front());
    if (!text.empty()) object["message"] = message(text);
    return object;
  }

  // A thread flow leads through the calls, outermost first, to the place.
  Json threadFlow(const Finding& finding, std::size_t index) const {
    const FindingPlace& place = finding.places[index];
    Json steps = Json::array();
    auto step = [&](const SourcePosition& position, const std::string& text) {
      Json at = {{"physicalLocation", physical(position)}, {"message", message(text)}};
      steps.push_back({{"location", std::move(at)}});
    };
    for (std::size_t i = place.location.size(); i > 1; --i) {
      step(place.location[i - 1], "call");
    }
    std::string role = describePlace(finding, index);
    step(place.location.empty() ? SourcePosition{} : place.location.front(),
         role.empty() ? place.kind : role);
    Json flow = {
        {"id", place.thread ? describe(*place.thread) : "thread " + std::to_string(index + 1)}};
    flow["locations"] = std::move(steps);
    return flow;
  }

  Json codeFlow(const Finding& finding) const {
    Json flows = Json::array();
    for (std::size_t i = 0; i < finding.places.size(); ++i) flows.push_back(threadFlow(finding, i));
    return {{"threadFlows", std::move(flows)}};
  }

  const ReportContext& context_;
  // How files are called here, so that a fix calls them alike.
  mutable std::map<std::string, std::string> uris_;
};

}  // namespace

Json sarifJson(const std::vector<KernelOutcome>& kernels, const ReportContext& context) {
  SarifWriter writer(context);
  Json results = Json::array();
  Json notifications = Json::array();
  for (const KernelOutcome& outcome : kernels) {
    const VerificationResult& result = outcome.verification;
    for (const Finding& finding : result.findings) {
      results.push_back(writer.result(finding, result.kernel));
    }
    if (result.condition)
      for (Json& excluded : writer.excluded(*result.condition, result.kernel))
        results.push_back(std::move(excluded));
    for (const std::string& reason : result.undecided) {
      notifications.push_back({{"level", "warning"}, {"message", message(reason)}});
    }
  }
  // The one patch mends them all.
  if (const auto fix = writer.fix(kernels))
    for (Json& result : results) result["fixes"] = Json::array({*fix});
  Json driver = {{"name", "Barricade"}, {"version", BARRICADE_VERSION}, {"rules", rulesJson()}};
  Json run;
  run["tool"] = {{"driver", std::move(driver)}};
  run["invocations"] = Json::array({{{"executionSuccessful", notifications.empty()},
                                     {"toolExecutionNotifications", notifications}}});
  run["columnKind"] = "utf16CodeUnits";
  run["results"] = std::move(results);
  Json document;
  document["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  document["version"] = "2.1.0";
  document["runs"] = Json::array({std::move(run)});
  return document;
}

}  // namespace barricade
