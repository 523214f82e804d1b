// The channels (counters.h) of a procedure, without their counters.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/counters.h"

namespace barricade {

// The primitive that the statement calls; null: it is none.
const Synchronization* primitiveOf(const Statement& statement);
std::vector<Channel> channelsOf(const Procedure& procedure);
// The one that the call is about; nothing: it is about none that is followed.
std::optional<Channel> channelFor(const Procedure& procedure, const Call& call);
// Whether what others have written is visible after the call.
bool revealsWrites(const Call& call);
// Whether threads of different groups meet at a barrier.
bool meetsOtherGroups(const Procedure& procedure);
// The same for all calls about one channel.
std::string keyOf(const Channel& channel);

}  // namespace barricade
