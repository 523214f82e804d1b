// The commands of the program, each a function from settings to an outcome, in a file of its own.
// They write nothing themselves (barricade/outcome.h). A command that can take long publishes what
// it has established (barricade/supervisor.h).
#pragma once

#include "barricade/command_line.h"
#include "barricade/outcome.h"
#include "barricade/settings.h"
#include "barricade/supervisor.h"

namespace barricade {

Outcome checkCommand(const Settings& settings);
Outcome printCommand(const Settings& settings);
Outcome verifyCommand(const Settings& settings, const Publish& publish);
Outcome repairCommand(const Settings& settings, const Publish& publish);
Outcome executeCommand(const Settings& settings);  // `barricade run`
Outcome adviseCommand(const Settings& settings);
Outcome instrumentCommand(const Settings& settings);
Outcome documentCommand(const Settings& settings);

// The one that `settings.command` names.
Outcome runCommand(const Settings& settings, const Publish& publish);

// The outcome of a command that is stopped before it has published anything.
Outcome outcomeBeforeStart(const Settings& settings);

// For a command line that cannot be understood.
Outcome usageOutcome(const UsageError& error);

}  // namespace barricade
