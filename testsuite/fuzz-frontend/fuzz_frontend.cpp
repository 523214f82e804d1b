// What the fuzzer and the replay of its corpus check: any bytes are either refused with a
// diagnostic or read as a program that prints and reads back as itself. The input is IR text and,
// after a byte 0xFF, a file of source locations.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "frontend/frontend.h"
#include "ir/printer.h"

namespace {

void require(bool holds, const char* what, const std::string& detail) {
  if (holds) return;
  std::fprintf(stderr, "%s\n%s\n", what, detail.c_str());
  std::abort();
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace barricade;
  std::string text(data, data + size);
  std::optional<InputFile> loc;
  if (const std::size_t split = text.find('\xff'); split != std::string::npos) {
    loc = InputFile{"fuzz.loc", text.substr(split + 1)};
    text.resize(split);
  }
  Diagnostics diagnostics;
  const auto program = parseProgram({"fuzz.gbpl", text}, {}, std::move(loc), diagnostics);
  const std::string messages = diagnostics.toString();
  require((program == nullptr) == diagnostics.hasErrors(),
          "refused without an error, or read with one", messages);
  if (!program) return 0;
  const std::string printed = toString(*program);
  Diagnostics again;
  const auto reread = parseProgram({"printed.gbpl", printed}, {}, std::nullopt, again);
  require(reread != nullptr, "the printed program is refused", again.toString() + printed);
  const std::string second = toString(*reread);
  require(second == printed, "the second print differs", printed + "\n-----\n" + second);
  return 0;
}
