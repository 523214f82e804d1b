#include "repair/trip_counts.h"

#include <fstream>
#include <map>
#include <sstream>

namespace barricade {

std::function<std::optional<double>(const SourcePosition&)> readTripCounts(
    const std::string& path) {
  std::ifstream in(path);
  if (!in) throw BadTripCounts({{path, "", 0, 0}, "cannot be read"});
  std::map<std::pair<std::string, unsigned>, double> counts;  // file is empty for any
  std::string text;
  for (unsigned number = 1; std::getline(in, text); ++number) {
    text.resize(std::min(text.find('#'), text.size()));
    std::istringstream fields(text);
    std::string place;
    double count = 0;
    if (!(fields >> place)) continue;
    const std::size_t colon = place.rfind(':');
    const std::string file = colon == std::string::npos ? "" : place.substr(0, colon);
    const std::string line = colon == std::string::npos ? place : place.substr(colon + 1);
    std::string rest;
    if (!(fields >> count) || count < 0 || fields >> rest || line.empty() ||
        line.find_first_not_of("0123456789") != std::string::npos || line.size() > 9)
      throw BadTripCounts({{path, "", number, 0}, "expected 'line count' or 'file:line count'"});
    counts[{file, static_cast<unsigned>(std::stoul(line))}] = count;
  }
  return [counts = std::move(counts)](const SourcePosition& position) -> std::optional<double> {
    for (const std::string& file : {position.file, std::string()})
      if (auto it = counts.find({file, position.line}); it != counts.end()) return it->second;
    return std::nullopt;
  };
}

}  // namespace barricade
