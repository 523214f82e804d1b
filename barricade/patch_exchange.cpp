#include "barricade/patch_exchange.h"

#include <fstream>

namespace barricade {

namespace {

Patch withheld(const std::string& reason) {
  Patch patch;
  patch.status = Patch::Status::Withheld;
  patch.reason = reason;
  return patch;
}

PatchedFile fileOf(const Json& json) {
  PatchedFile file{json.at("path").get<std::string>(), {}};
  for (const Json& replacement : json.at("replacements")) {
    file.replacements.push_back(
        {replacement.at("start_line").get<unsigned>(),
         replacement.at("start_column").get<unsigned>(), replacement.at("end_line").get<unsigned>(),
         replacement.at("end_column").get<unsigned>(), replacement.at("text").get<std::string>()});
  }
  return file;
}

AlternativePatch alternativeOf(const Json& json) {
  AlternativePatch patch{json.at("kernel").get<std::string>(), std::nullopt,
                         json.at("reason").get<std::string>()};
  if (!json.at("lines_changed").is_null())
    patch.linesChanged = json.at("lines_changed").get<unsigned>();
  return patch;
}

}  // namespace

bool makesPatches(const Settings& settings) {
  return !settings.report.editsTo.empty() && !settings.report.patchFrom.empty();
}

Patch exchangePatch(const Settings& settings, const Json& document) {
  {
    std::ofstream edits(settings.report.editsTo);
    edits << document.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
    if (!edits) return withheld("the edits cannot be written to " + settings.report.editsTo);
  }
  std::ifstream answer(settings.report.patchFrom);
  std::string line;
  if (!std::getline(answer, line)) return withheld("no patch was made");
  return parsePatch(line).value_or(withheld("what was made is no patch"));
}

std::optional<Patch> parsePatch(const std::string& line) {
  try {
    const Json json = Json::parse(line);
    const auto status = json.at("status").get<std::string>();
    Patch patch;
    if (status == "verified") {
      patch.status = Patch::Status::Verified;
      patch.diff = json.at("diff").get<std::string>();
      patch.linesChanged = json.value("lines_changed", 0U);
      patch.leftOut = json.at("left_out").get<std::vector<std::string>>();
      patch.stays = json.value("stays", std::vector<std::string>());
      patch.reason = json.value("reason", "");
      for (const Json& file : json.at("files")) patch.files.push_back(fileOf(file));
    } else if (status == "withheld") {
      patch.status = Patch::Status::Withheld;
      patch.reason = json.at("reason").get<std::string>();
    } else if (status != "none") {
      return std::nullopt;
    }
    if (json.contains("alternatives"))
      for (const Json& other : json.at("alternatives"))
        patch.alternatives.push_back(alternativeOf(other));
    return patch;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace barricade
