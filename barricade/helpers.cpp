#include "barricade/helpers.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <unistd.h>

namespace barricade {

namespace {

constexpr std::array commands = std::to_array<HelperCommand>({
    {"lower", "KERNEL", "write the IR of a CUDA, HIP or OpenCL kernel"},
    {"suite", "FOLDER", "many kernels against what their heads expect"},
    {"explain", "KIND", "what a kind of finding means and what to do about it"},
    {"lsp", "", "the language server, for editors"},
    {"mcp", "", "verify, repair and explain as tools of coding assistants"},
    {"doctor", "", "what is found on this machine, and what is missing"},
    {"completion", "bash|zsh|fish", "print the completions for a shell"},
});

constexpr std::array sourceEndings =
    std::to_array<std::string_view>({".cu", ".cuh", ".hip", ".cl"});

bool isForProgram(const std::string& argument) {
  return argument == "-" || argument.ends_with(".gbpl") || argument.ends_with(".bpl");
}

// An input that only the scripts read. Whether a folder is meant is asked of the file system.
bool isForLowering(const std::string& argument) {
  if (argument.starts_with('-')) return false;
  if (std::ranges::any_of(sourceEndings, [&](auto ending) { return argument.ends_with(ending); }))
    return true;
  std::error_code error;
  return std::filesystem::is_directory(argument, error);
}

// Where the scripts are: beside an installed program under share/, else in the source tree that
// the program was built in.
std::filesystem::path entry(const std::filesystem::path& program) {
  const auto installed =
      program.parent_path().parent_path() / "share" / "barricade" / "scripts" / "helper";
  std::error_code error;
  if (std::filesystem::exists(installed, error)) return installed;
  return std::filesystem::path(BARRICADE_SOURCE_DIRECTORY) / "scripts" / "helper";
}

}  // namespace

std::span<const HelperCommand> helperCommands() {
  return commands;
}

bool isForHelpers(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return false;
  const std::string& command = arguments.front();
  if (std::ranges::any_of(commands, [&](const auto& helper) { return helper.name == command; }))
    return true;
  return (command == "verify" || command == "repair" || command == "advise") &&
         std::ranges::none_of(arguments, isForProgram) &&
         std::any_of(arguments.begin() + 1, arguments.end(), isForLowering);
}

std::string becomeHelper(const std::vector<std::string>& arguments) {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return "/proc/self/exe: " + error.message();
  const std::string script = entry(program).string();
  if (access(script.c_str(), X_OK) != 0)
    return script + ": " + std::strerror(errno) + "; source and '" + arguments.front() +
           "' need the scripts that are installed with the program";
  setenv("BARRICADE_PROGRAM", program.c_str(), 1);
  std::vector<std::string> words = arguments;
  std::vector<char*> pointers{const_cast<char*>(script.c_str())};
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execv(script.c_str(), pointers.data());
  return script + ": " + std::strerror(errno) + "; python3 is needed";
}

}  // namespace barricade
