// Which sites a repair looks at: the instrumenter's options as the launch, the language and the
// user's wishes give them.
#pragma once

#include "analysis/options.h"
#include "instrument/instrument.h"
#include "repair/options.h"

namespace barricade {

// Grid barriers are for launches of several groups, and for languages that have them. Throws
// BadTripCounts when the file of measured trip counts cannot be read.
SiteOptions siteOptions(Program& program, const VerifyOptions& verifyOptions,
                        const RepairOptions& options);

}  // namespace barricade
