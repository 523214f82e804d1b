// `barricade instrument`: the kernel with a guarded barrier at each site that a repair considers,
// and the list of sites as comments above it.
#include <sstream>

#include "analysis/prepare.h"
#include "barricade/commands.h"
#include "barricade/reading.h"
#include "instrument/instrument.h"
#include "ir/printer.h"
#include "repair/site_options.h"
#include "repair/trip_counts.h"

namespace barricade {

namespace {

std::string placeOf(const SourceChain& chain) {
  if (!isKnown(chain)) return "unknown place";
  std::string text = chain.front().toString();
  for (std::size_t i = 1; i < chain.size(); ++i) {
    text += ", called at " + chain[i].toString();
  }
  return text;
}

std::string describe(const Site& site) {
  std::ostringstream line;
  line << site.id << "  " << toString(site.scope) << "  weight " << site.weight << "  "
       << placeOf(site.location);
  if (site.insideLoop) line << ", in the loop at " << site.insideLoop->toString();
  line << ": " << toString(site.where);
  if (site.arm != Arm::None) line << " (" << toString(site.arm) << ")";
  line << ", " << site.reason;
  if (site.insideStatement) line << ", inside of the statement";
  if (site.partialFence) line << ", with a partial fence";
  line << "\n";
  for (std::size_t i = 1; i < site.copies.size(); ++i) {
    line << "//     and its copy at " << placeOf(site.copies[i]) << "\n";
  }
  return line.str();
}

Json siteJson(const Site& site) {
  Json json = {{"variable", site.id.name},    {"scope", toString(site.scope)},
               {"weight", site.weight},       {"where", toString(site.where)},
               {"reason", site.reason},       {"existing", site.existing},
               {"loop_depth", site.loopDepth}};
  const SourcePosition place = site.location.empty() ? SourcePosition{} : site.location.front();
  json["file"] = place.file;
  json["line"] = place.line;
  json["column"] = place.column;
  json["call_chain"] = Json::array();
  for (std::size_t i = 1; i < site.location.size(); ++i) {
    json["call_chain"].push_back(site.location[i].toString());
  }
  json["copies"] = site.copies.size();
  return json;
}

}  // namespace

Outcome instrumentCommand(const Settings& settings) {
  Diagnostics diagnostics;
  const auto [program, kernels] = readKernels(settings, diagnostics);

  std::string listing;
  Json document = {{"schema", jsonSchema}, {"input", inputName(settings)}};
  document["kernels"] = Json::array();
  for (Procedure* kernel : kernels) {
    VerifyOptions options = settings.verify;
    options.kernel = kernel->name;
    Prepared prepared = prepare(*program, options);
    for (const Rejection& rejection : prepared.rejections) addRejection(diagnostics, rejection);
    if (!prepared.procedure) continue;
    if (settings.repair.stripBarriers) stripBarriers(*program, *kernel);
    Instrumentation found;
    try {
      found = instrument(*program, *kernel, siteOptions(*program, options, settings.repair));
    } catch (const BadTripCounts& error) {
      addRejection(diagnostics, error.rejection);
      break;
    }
    makeGuardsExplicit(*program, *kernel);
    listing += "// " + kernel->sourceName + ": " + std::to_string(found.sites.size()) +
               (found.sites.size() == 1 ? " barrier site\n" : " barrier sites\n");
    Json json = {{"kernel", kernel->sourceName}};
    json["sites"] = Json::array();
    for (const Site& site : found.sites) {
      listing += "//   " + describe(site);
      json["sites"].push_back(siteJson(site));
    }
    document["kernels"].push_back(std::move(json));
  }
  if (diagnostics.hasErrors()) return rejectedOutcome(settings, diagnostics);

  Outcome outcome;
  outcome.messages = diagnostics.toString();
  std::string text = listing + toString(*program);
  if (settings.report.output.empty() || settings.report.output == "-") {
    outcome.text = std::move(text);
  } else {
    outcome.files.push_back({settings.report.output, std::move(text)});
  }
  if (!settings.report.json.empty()) {
    document["errors"] = Json::array();
    outcome.files.push_back({settings.report.json, serialize(document)});
  }
  return outcome;
}

}  // namespace barricade
