#include "report/json_report.h"

#include <algorithm>
#include <charconv>

#include "report/fingerprint.h"
#include "report/wording.h"

namespace barricade {

namespace {

// A decimal as a number where JSON readers keep it exact, else as text.
Json decimal(const std::string& text) {
  std::int64_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  constexpr std::int64_t exact = std::int64_t(1) << 53;
  bool whole = error == std::errc() && end == text.data() + text.size();
  if (whole && number >= -exact && number <= exact) return number;
  return text;
}

Json idJson(const std::array<std::string, 3>& id) {
  Json array = Json::array();
  for (const std::string& coordinate : id) array.push_back(decimal(coordinate));
  return array;
}

Json placeJson(const Finding& finding, const FindingPlace& place) {
  Json object;
  addLocation(object, place.location);
  object["kind"] = place.kind;
  object["thread"] = place.thread ? idJson(place.thread->local) : Json(nullptr);
  object["block"] = place.thread ? idJson(place.thread->group) : Json(nullptr);
  if (finding.kind == FindingKind::Divergence) object["reached"] = place.reached;
  if (place.scope) object["scope"] = toString(*place.scope);
  Json iterations = Json::array();
  for (const LoopIteration& iteration : place.iterations) {
    Json loop;
    addPosition(loop, iteration.loop);
    loop["iteration"] = decimal(iteration.iteration);
    iterations.push_back(std::move(loop));
  }
  object["iterations"] = std::move(iterations);
  return object;
}

// Which threads the barrier joins, or the operation is atomic for.
std::string_view scopeOf(const RepairEdit& edit) {
  return edit.operation.empty() ? toString(edit.scope) : toString(edit.reach);
}

template <typename Place>
void addPlace(Json& object, const Place& place) {
  addLocation(object, place.location);
  object["where"] = toString(place.where);
  object["access"] = place.access ? Json(toString(*place.access)) : Json(nullptr);
  object["arm"] = place.arm == Arm::None ? Json(nullptr) : Json(toString(place.arm));
  object["inside_statement"] = place.insideStatement;
}

Json placeJson(const PlaceInArm& place) {
  Json object;
  addPlace(object, place);
  return object;
}

Json editJson(const RepairEdit& edit, const std::string& text) {
  Json object;
  object["action"] = toString(edit.action);
  object["scope"] = scopeOf(edit);
  addPlace(object, edit);
  object["fences"] = Json::array();
  if (edit.fencesLocal) object["fences"].push_back("local");
  if (edit.fencesGlobal) object["fences"].push_back("global");
  object["optional"] = edit.optional;
  if (edit.insideLoop) {
    Json loop;
    addPosition(loop, *edit.insideLoop);
    object["inside_loop"] = std::move(loop);
  } else {
    object["inside_loop"] = nullptr;
  }
  object["reason"] = edit.reason;
  if (!edit.branch.empty()) addPosition(object["branch"], edit.branch.front());
  if (!edit.around.empty()) addPosition(object["around"], edit.around.front());
  if (!edit.destination.empty()) addPosition(object["destination"], edit.destination.front());
  for (const PlaceInArm& other : edit.joined)
    if (isKnown(other.location)) object["joined"].push_back(placeJson(other));
  if (!edit.operation.empty()) {
    object["operation"] = edit.operation;
    object["array"] = edit.subject;
  }
  if (edit.action == RepairEdit::Action::Wait || edit.groupsBefore > 0)
    object["groups"] = edit.groups;
  if (edit.groupsBefore > 0) object["groups_before"] = edit.groupsBefore;
  if (edit.action == RepairEdit::Action::DoubleBuffer) {
    object["array"] = edit.subject;
    object["bytes"] = edit.bytes;
  }
  object["text"] = text;
  return object;
}

Json editsJson(const std::vector<RepairEdit>& edits) {
  Json array = Json::array();
  const std::vector<std::string> texts = describe(edits);
  for (std::size_t i = 0; i < texts.size(); ++i) array.push_back(editJson(edits[i], texts[i]));
  return array;
}

Json keptJson(const KeptBarrier& kept) {
  Json object;
  object["scope"] = toString(kept.scope);
  addLocation(object, kept.location);
  object["prevents"] = kept.prevents;
  return object;
}

Json launchJson(const LaunchValues& values) {
  Json object = Json::object();
  for (const NamedValue& value : values) object[value.name] = decimal(value.value);
  return object;
}

void addCondition(Json& object, const std::optional<Condition>& condition) {
  object["condition"] = condition ? Json(condition->text) : Json(nullptr);
  if (!condition) return;
  object["condition_exact"] = condition->exact;
  object["condition_assumes_no_overflow"] = condition->assumesNoOverflow;
  object["condition_ordered"] = condition->ordered;
  object["condition_distinct"] = condition->distinct;
  object["condition_contents"] = condition->contents;
  object["condition_clauses"] = Json::array();
  for (const ConditionClause& clause : condition->clauses) {
    Json part{{"text", clause.text}, {"excluded", Json::array()}};
    for (const Finding& finding : clause.excluded) part["excluded"].push_back(findingJson(finding));
    object["condition_clauses"].push_back(std::move(part));
  }
  object["bad_launch"] = launchJson(condition->bad);
  object["good_launch"] = launchJson(condition->good);
}

Json equivalenceJson(const Equivalence& equivalence) {
  return {{"reference", equivalence.reference},
          {"verdict", equivalence.isRefuted ? "refuted" : "undecided"},
          {"runs", equivalence.runs},
          {"elements", equivalence.elements},
          {"rounded", equivalence.rounded},
          {"text", describe(equivalence)}};
}

Json kernelJson(const KernelOutcome& outcome, const SourceFiles& sources) {
  const VerificationResult& result = outcome.verification;
  Json object;
  object["kernel"] = result.kernel;
  object["verdict"] = toString(result.verdict);
  object["findings"] = Json::array();
  for (const Finding& finding : result.findings) {
    object["findings"].push_back(findingJson(finding));
    object["findings"].back()["fingerprint"] = fingerprint(finding, result.kernel, sources);
  }
  addCondition(object, result.condition);
  if (result.equivalence) object["equivalence"] = equivalenceJson(*result.equivalence);
  object["undecided"] = result.undecided;
  object["notes"] = result.notes;
  if (outcome.repair) object["repair"] = repairJson(*outcome.repair);
  object["stats"] = statisticsJson(result.statistics);
  return object;
}

// The verdict of several kernels is that of the worst.
int badness(Verdict verdict) {
  switch (verdict) {
    case Verdict::Verified: return 0;
    case Verdict::Conditional: return 1;
    case Verdict::Undecided: return 2;
    case Verdict::Refuted: return 3;
    case Verdict::Rejected: return 4;
  }
  return 4;
}

Verdict verdictWithoutKernels(const std::vector<ReportedError>& errors) {
  auto isRejection = [](const ReportedError& error) {
    return error.kind == "input" || error.kind == "usage";
  };
  return std::any_of(errors.begin(), errors.end(), isRejection) ? Verdict::Rejected
                                                                : Verdict::Undecided;
}

std::string serializeLine(const Json& line) {
  return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json alternativesJson(const Patch& patch) {
  Json array = Json::array();
  for (const AlternativePatch& other : patch.alternatives)
    array.push_back({{"kernel", other.kernel},
                     {"lines_changed", other.linesChanged ? Json(*other.linesChanged) : Json()},
                     {"reason", other.reason}});
  return array;
}

Json patchJson(const Patch& patch) {
  Json object;
  switch (patch.status) {
    case Patch::Status::None: return {{"status", "none"}};
    case Patch::Status::Verified:
      object = {{"status", "verified"},
                {"diff", patch.diff},
                {"lines_changed", patch.linesChanged},
                {"left_out", patch.leftOut},
                {"stays", patch.stays}};
      if (!patch.reason.empty()) object["reason"] = patch.reason;
      break;
    case Patch::Status::Withheld:
      object = {{"status", "withheld"}, {"reason", patch.reason}};
      break;
  }
  if (!patch.alternatives.empty()) object["alternatives"] = alternativesJson(patch);
  return object;
}

Json secondsJson(const std::optional<double>& seconds) {
  return seconds ? Json(*seconds) : Json(nullptr);
}

}  // namespace

void addPosition(Json& object, const SourcePosition& position) {
  object["file"] = position.file;
  object["directory"] = position.directory;
  object["line"] = position.line;
  object["column"] = position.column;
}

void addLocation(Json& object, const SourceChain& chain) {
  addPosition(object, chain.empty() ? SourcePosition{} : chain.front());
  Json calls = Json::array();
  for (std::size_t i = 1; i < chain.size(); ++i) {
    Json call;
    addPosition(call, chain[i]);
    calls.push_back(std::move(call));
  }
  object["call_chain"] = std::move(calls);
}

Json errorJson(const ReportedError& error) {
  Json object;
  object["kind"] = error.kind;
  object["message"] = error.message;
  object["file"] = error.file;
  object["line"] = error.line;
  object["column"] = error.column;
  return object;
}

Json findingJson(const Finding& finding) {
  Json object;
  object["kind"] = toString(finding.kind);
  object["detail"] = finding.detail;
  object["message"] = headline(finding);
  object["confirmed"] = finding.confirmation.isConfirmed();
  object["unconfirmed_reason"] = finding.confirmation.reason();
  object["unconfirmed_by"] = Json(nullptr);
  if (isKnown(finding.confirmation.place()))
    addLocation(object["unconfirmed_by"], finding.confirmation.place());
  object["unordered"] = finding.unordered;
  object["unordered_by"] = Json(nullptr);
  if (isKnown(finding.unorderedPlace)) addLocation(object["unordered_by"], finding.unorderedPlace);
  object["overflow"] = finding.overflow.has_value();
  object["between_blocks"] = finding.interGroup;
  if (finding.kind == FindingKind::Race) object["lost_update"] = finding.lostUpdate;
  object["accesses"] = Json::array();
  for (const FindingPlace& place : finding.places) {
    object["accesses"].push_back(placeJson(finding, place));
  }
  object["array"] = finding.array ? Json(finding.array->sourceName) : Json(nullptr);
  object["element"] = finding.element;
  object["offset"] = decimal(finding.offset);
  object["values"] = Json::object();
  object["irrelevant"] = Json::array();
  for (const NamedValue& value : finding.values) {
    object["values"][value.name] = decimal(value.value);
    if (!value.relevant) object["irrelevant"].push_back(value.name);
  }
  return object;
}

Json repairJson(const RepairResult& result) {
  Json object;
  object["status"] = toString(result.status);
  object["cost_before"] = result.costBefore;
  object["cost_after"] = result.costAfter;
  object["edit_weight"] = result.editWeight;
  object["barriers_on_hottest_path"] = result.barriersOnHottestPath;
  object["lower_bound"] = result.lowerBound;
  object["optimal"] = result.optimal;
  object["least_split"] = result.leastSplit;
  object["findings_left"] = result.findingsLeft;
  object["assumes_no_overflow"] = result.assumesNoOverflow;
  object["stores_left"] = result.storesLeft;
  object["edits"] = editsJson(result.edits);
  object["alternatives"] = Json::array();
  for (const AlternativeRepair& alternative : result.alternatives)
    object["alternatives"].push_back(
        {{"cost_after", alternative.costAfter},
         {"edit_weight", alternative.editWeight},
         {"barriers_on_hottest_path", alternative.barriersOnHottestPath},
         {"reason", alternative.reason},
         {"edits", editsJson(alternative.edits)}});
  object["kept"] = Json::array();
  for (const KeptBarrier& kept : result.kept) object["kept"].push_back(keptJson(kept));
  object["explanation"] = result.explanation;
  if (!result.clauses.empty()) object["clauses"] = result.clauses;
  return object;
}

Json statisticsJson(const Statistics& statistics) {
  Json object;
  object["seconds"] = statistics.seconds;
  object["solver_seconds"] = statistics.solverSeconds;
  object["first_satisfiable_seconds"] = secondsJson(statistics.firstSatisfiable);
  object["first_finding_seconds"] = secondsJson(statistics.firstFinding);
  unsigned asked = 0;
  Json queries = Json::object();
  for (const auto& [name, query] : statistics.queries) {
    asked += query.count;
    queries[name] = {{"count", query.count},
                     {"satisfiable", query.satisfiable},
                     {"unknown", query.unknown},
                     {"seconds", query.seconds},
                     {"work", query.work}};
  }
  object["queries"] = asked;
  object["peak_memory_mb"] = statistics.peakMemoryMb;
  for (const auto& [name, value] : statistics.counters) {
    std::string key = name;
    std::replace(key.begin(), key.end(), ' ', '_');
    object[key] = value;
  }
  object["queries_by_name"] = std::move(queries);
  return object;
}

Json documentJson(const std::string& input, const std::vector<KernelOutcome>& kernels,
                  const std::vector<ReportedError>& errors, const Patch* patch) {
  const SourceFiles sources(input);
  Json document;
  document["schema"] = jsonSchema;
  document["input"] = input;
  if (kernels.size() == 1) {
    document.update(kernelJson(kernels.front(), sources));
  } else {
    Verdict verdict = verdictWithoutKernels(errors);
    if (!kernels.empty()) verdict = Verdict::Verified;
    document["kernel"] = nullptr;
    document["verdict"] = nullptr;
    document["findings"] = Json::array();
    document["kernels"] = Json::array();
    for (const KernelOutcome& outcome : kernels) {
      Json part = kernelJson(outcome, sources);
      for (Json finding : part["findings"]) {
        finding["kernel"] = outcome.verification.kernel;
        document["findings"].push_back(std::move(finding));
      }
      if (badness(outcome.verification.verdict) > badness(verdict)) {
        verdict = outcome.verification.verdict;
      }
      document["kernels"].push_back(std::move(part));
    }
    document["verdict"] = toString(verdict);
  }
  if (patch) document["patch"] = patchJson(*patch);
  document["errors"] = Json::array();
  for (const ReportedError& error : errors) document["errors"].push_back(errorJson(error));
  return document;
}

std::string findingLine(const std::string& input, const std::string& kernel,
                        const Finding& finding) {
  Json line = {{"event", "finding"}, {"schema", jsonSchema}, {"input", input}, {"kernel", kernel}};
  line.update(findingJson(finding));
  line["fingerprint"] = fingerprint(finding, kernel, SourceFiles(input));
  return serializeLine(line);
}

std::string verdictLine(const Json& document) {
  Json line = {{"event", "verdict"}};
  line.update(document);
  return serializeLine(line);
}

std::string serialize(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace barricade
