// Commands that are carried out by the scripts beside the program: `verify` and `repair` of source,
// and tools around them. The scripts call the program again, on IR.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace barricade {

struct HelperCommand {
  std::string_view name;
  std::string_view arguments;
  std::string_view summary;  // one line
};

// In the order of the help.
std::span<const HelperCommand> helperCommands();

// Whether the scripts are asked: one of the commands above, or `verify` or `repair` of a source
// file or a folder.
bool isForHelpers(const std::vector<std::string>& arguments);

// Becomes the scripts' process. Returns only when they cannot be started, with what to say.
std::string becomeHelper(const std::vector<std::string>& arguments);

}  // namespace barricade
