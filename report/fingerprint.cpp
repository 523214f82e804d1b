#include "report/fingerprint.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <set>
#include <string_view>

namespace barricade {

namespace {

// FNV-1a, 64 bits (Fowler, Noll, Vo).
std::uint64_t fnv1a(std::string_view text, std::uint64_t hash) {
  for (unsigned char c : text) hash = (hash ^ c) * 0x100000001b3u;
  return hash;
}

// "read-write" and "write-read" are one race, seen from either thread.
std::string unordered(const std::string& detail) {
  const std::size_t middle = detail.find('-');
  if (middle == std::string::npos) return detail;
  const std::string first = detail.substr(0, middle), second = detail.substr(middle + 1);
  return first < second ? detail : second + "-" + first;
}

// "kernel.cu", and the line without what it is indented by.
std::string lineText(const FindingPlace& place, const SourceFiles& sources) {
  const SourcePosition position = place.location.empty() ? SourcePosition{} : place.location[0];
  std::string line = sources.line(position).value_or(std::to_string(position.line));
  line.erase(0, std::min(line.find_first_not_of(" \t"), line.size()));
  return std::filesystem::path(position.file).filename().string() + "\n" + line;
}

}  // namespace

std::string fingerprint(const Finding& finding, const std::string& kernel,
                        const SourceFiles& sources) {
  std::set<std::string> lines;
  for (const FindingPlace& place : finding.places) lines.insert(lineText(place, sources));
  std::uint64_t hash = fnv1a(toString(finding.kind), 0xcbf29ce484222325u);
  hash = fnv1a("\n" + unordered(finding.detail) + "\n" + kernel + "\n", hash);
  hash = fnv1a(finding.array ? finding.array->sourceName : "", hash);
  for (const std::string& line : lines) hash = fnv1a("\n" + line, hash);
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

}  // namespace barricade
