#include "report/source_files.h"

#include <filesystem>
#include <fstream>

namespace barricade {

namespace {

namespace fs = std::filesystem;

// An excerpt is for source text; what is larger than this is something else.
constexpr std::uintmax_t largestFile = 64 << 20;

std::optional<std::vector<std::string>> readLines(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error) || fs::file_size(path, error) > largestFile || error) {
    return std::nullopt;
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

SourceFiles::SourceFiles(const std::string& input) {
  if (input != "-") directory_ = fs::path(input).parent_path().string();
}

const SourceFiles::File* SourceFiles::find(const SourcePosition& position) const {
  if (!position.isKnown()) return nullptr;
  auto [entry, isNew] = files_.try_emplace({position.directory, position.file});
  if (!isNew) return entry->second.get();
  fs::path file(position.file);
  fs::path directory(position.directory);
  fs::path beside(directory_);
  std::vector<fs::path> candidates;
  if (file.is_absolute()) {
    candidates = {file, beside / file.filename()};
  } else {
    if (directory.is_absolute()) candidates.push_back(directory / file);
    candidates.push_back(beside / file);
    candidates.push_back(beside / file.filename());
    if (!directory.is_absolute()) candidates.push_back(directory / file);
  }
  for (const fs::path& candidate : candidates) {
    if (auto lines = readLines(candidate)) {
      entry->second = std::make_unique<File>(File{candidate.string(), std::move(*lines)});
      break;
    }
  }
  return entry->second.get();
}

std::optional<std::string> SourceFiles::resolve(const SourcePosition& position) const {
  const File* file = find(position);
  if (file == nullptr) return std::nullopt;
  return file->path;
}

std::optional<std::string> SourceFiles::line(const SourcePosition& position) const {
  return line(position, position.line);
}

std::optional<std::string> SourceFiles::line(const SourcePosition& position,
                                             unsigned number) const {
  const File* file = find(position);
  if (file == nullptr || number == 0 || number > file->lines.size()) return std::nullopt;
  return file->lines[number - 1];
}

unsigned SourceFiles::lineCount(const SourcePosition& position) const {
  const File* file = find(position);
  return file == nullptr ? 0 : unsigned(file->lines.size());
}

std::string lineOf(const SourcePosition& position) {
  return position.file + ":" + std::to_string(position.line);
}

}  // namespace barricade
