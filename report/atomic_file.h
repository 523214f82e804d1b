// Writes a file so that it is either there in full or not changed at all.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace barricade {

// Writes `text` to a new file in the same folder, syncs it and renames it to `path`; an existing
// file keeps its permissions. What is not a regular file (/dev/null, a pipe) is written to
// directly, and a symbolic link's target is replaced, not the link. Returns what went wrong:
// "K.json: No space left on device".
std::optional<std::string> writeFileAtomically(const std::string& path, std::string_view text);

// Writes all of `text`, retrying after interrupts. Returns the error number, 0 when it worked.
int writeAll(int descriptor, std::string_view text);

}  // namespace barricade
