#include "barricade/outcome.h"

#include <cstring>
#include <nlohmann/json.hpp>
#include <string_view>

#include <unistd.h>

#include "report/atomic_file.h"

namespace barricade {

namespace {

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

Outcome withStopReason(Outcome outcome, std::string_view reason) {
  replaceAll(outcome.text, stopReason, reason);
  replaceAll(outcome.messages, stopReason, reason);
  for (OutputFile& file : outcome.files) replaceAll(file.contents, stopReason, reason);
  return outcome;
}

std::string serialize(const Outcome& outcome) {
  nlohmann::json value;
  value["code"] = int(outcome.code);
  value["text"] = outcome.text;
  value["messages"] = outcome.messages;
  value["standing"] = outcome.standing;
  value["files"] = nlohmann::json::array();
  for (const OutputFile& file : outcome.files) {
    value["files"].push_back({file.path, file.contents});
  }
  std::string bytes;
  nlohmann::json::to_cbor(value, bytes);
  return bytes;
}

Outcome deserializeOutcome(std::string_view bytes) {
  nlohmann::json value = nlohmann::json::from_cbor(bytes);
  Outcome outcome;
  outcome.code = ExitCode(value.at("code").get<int>());
  outcome.text = value.at("text").get<std::string>();
  outcome.messages = value.at("messages").get<std::string>();
  outcome.standing = value.at("standing").get<std::size_t>();
  for (const auto& file : value.at("files")) {
    outcome.files.push_back({file.at(0).get<std::string>(), file.at(1).get<std::string>()});
  }
  return outcome;
}

ExitCode emit(const Outcome& outcome) {
  std::string messages = outcome.messages;
  bool failed = false;
  const std::string* standardOutput = &outcome.text;
  for (const OutputFile& file : outcome.files) {
    if (file.path == "-") {
      standardOutput = &file.contents;
    } else if (auto problem = writeFileAtomically(file.path, file.contents)) {
      messages += "error: cannot write " + *problem + "\n";
      failed = true;
    }
  }
  if (int error = writeAll(STDOUT_FILENO, *standardOutput)) {
    messages +=
        "error: cannot write to standard output: " + std::string(std::strerror(error)) + "\n";
    failed = true;
  }
  // With standard error gone too, the exit code is all that is left to say it.
  if (writeAll(STDERR_FILENO, messages) != 0) failed = true;
  return failed ? ExitCode::Internal : outcome.code;
}

}  // namespace barricade
