// The documentation of commands and options, made from the option table: `--help`,
// docs/options.md and the manual page docs/barricade.1.
#pragma once

#include <string>

#include "barricade/settings.h"

namespace barricade {

std::string generalHelp();                 // `barricade --help`
std::string commandHelp(Command command);  // `barricade verify --help`
std::string optionsMarkdown();             // docs/options.md
std::string manualPage();                  // docs/barricade.1, in roff
std::string optionsJson();                 // for programs that pass options on (docs/json.md)

}  // namespace barricade
