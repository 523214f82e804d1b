// A text without the blanks around it, as values of options are read.
#pragma once

#include <cctype>
#include <string_view>

namespace barricade {

inline std::string_view trimmed(std::string_view text) {
  auto isSpace = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace barricade
