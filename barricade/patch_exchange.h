// How a front end turns a repair into a patch before the reports are written: it gets the result as
// one line of JSON and answers with one line (docs/json.md).
#pragma once

#include <optional>
#include <string>

#include "barricade/settings.h"
#include "report/json_report.h"
#include "report/patch.h"

namespace barricade {

// Whether the settings name a front end that makes patches.
bool makesPatches(const Settings& settings);

// The patch for the repair in `document`. Withheld, with the reason, where the answer does not come
// or is none.
Patch exchangePatch(const Settings& settings, const Json& document);

// What one line says; nothing where it is no patch.
std::optional<Patch> parsePatch(const std::string& line);

}  // namespace barricade
