#include "frontend/loc_file.h"

#include <algorithm>
#include <charconv>

namespace barricade {

namespace {

constexpr char groupEnd = '\x1D';
constexpr char recordEnd = '\x1E';
constexpr char fieldEnd = '\x1F';

// Takes the text up to the next `end` off `rest`; nothing when there is none.
std::optional<std::string_view> take(std::string_view& rest, char end) {
  const std::size_t at = rest.find(end);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view part = rest.substr(0, at);
  rest.remove_prefix(at + 1);
  return part;
}

bool readNumber(std::string_view text, unsigned& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

bool isPath(std::string_view text) {
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

// Empty when the record is well-formed, else what is wrong with it.
std::string readRecord(std::string_view record, SourcePosition& position) {
  const auto line = take(record, fieldEnd);
  const auto column = take(record, fieldEnd);
  const auto file = take(record, fieldEnd);
  const auto directory = take(record, fieldEnd);
  if (!directory || !record.empty())
    return "a record needs the fields line, column, file and "
           "directory";
  if (!readNumber(*line, position.line)) return "the line is no number";
  if (!readNumber(*column, position.column)) return "the column is no number";
  if (!isPath(*file) || !isPath(*directory)) return "a path has control characters";
  position.file = *file;
  position.directory = *directory;
  return {};
}

}  // namespace

bool LocFile::read(const std::string& file, std::string_view text, SourceMap& sources,
                   Diagnostics& diagnostics) {
  file_ = file;
  auto reject = [&](const std::string& what) {
    diagnostics.error({file, 0, 0, 0}, "not a file of source locations: group " +
                                           std::to_string(groups_.size()) + ": " + what);
    groups_.clear();
    return false;
  };
  while (!text.empty()) {
    auto group = take(text, groupEnd);
    if (!group) return reject("it is not complete");
    SourceChain chain;
    while (!group->empty()) {
      const auto record = take(*group, recordEnd);
      if (!record) return reject("its last record is not complete");
      const std::string problem = readRecord(*record, chain.emplace_back());
      if (!problem.empty()) return reject(problem);
    }
    groups_.push_back(sources.intern(std::move(chain)));
  }
  return true;
}

std::optional<LocationId> LocFile::find(std::size_t number) {
  used_ = std::max(used_, number + 1);
  if (number >= groups_.size()) return std::nullopt;
  return groups_[number];
}

}  // namespace barricade
