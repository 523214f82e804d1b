#include "barricade/launch_size.h"

#include <algorithm>

#include "barricade/trimmed.h"

namespace barricade {

std::variant<LaunchSizes, std::string> parseLaunchSizes(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('[') != text.ends_with(']')) return "has an unmatched bracket";
  if (text.starts_with('[')) text = text.substr(1, text.size() - 2);
  LaunchSizes sizes;
  std::size_t dimension = 0;
  for (std::size_t begin = 0; begin <= text.size(); ++dimension) {
    std::size_t end = std::min(text.find(',', begin), text.size());
    std::string_view part = trimmed(text.substr(begin, end - begin));
    begin = end + 1;
    if (dimension >= sizes.size()) return "has more than 3 dimensions";
    if (part == "*") {
      sizes[dimension] = LaunchSize{};
      continue;
    }
    bool digits = !part.empty() && std::all_of(part.begin(), part.end(),
                                               [](char c) { return c >= '0' && c <= '9'; });
    if (!digits) return "must be positive numbers or `*`, as in [16,16]";
    part.remove_prefix(std::min(part.find_first_not_of('0'), part.size()));
    if (part.empty()) return "must be positive";
    BigInt value(part.size() > 19 ? std::string("9999999999999999999") : std::string(part));
    if (value > 0xffffffffu) return "must be below 2^32";
    sizes[dimension] = LaunchSize{value};
  }
  return sizes;
}

std::string toString(const LaunchSizes& sizes) {
  std::string text;
  for (const std::optional<LaunchSize>& size : sizes) {
    if (!size) break;
    text += text.empty() ? "[" : ",";
    text += size->value ? size->value->str() : "*";
  }
  return text.empty() ? text : text + "]";
}

}  // namespace barricade
