#include "frontend/input.h"

#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

namespace barricade {

std::optional<std::string> readFile(const std::string& path, Diagnostics& diagnostics) {
  auto fail = [&](const std::string& why) {
    diagnostics.error({path, 0, 0, 0}, why);
    return std::nullopt;
  };
  if (path == "-")
    return std::string(std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>());
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return fail("is a directory, not a file");
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail(std::string("cannot be opened: ") + std::strerror(errno));
  std::string text;
  if (const auto size = std::filesystem::file_size(path, error); !error) text.reserve(size);
  text.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  if (file.bad()) return fail("cannot be read");
  return text;
}

bool checkText(const std::string& file, std::string_view text, Diagnostics& diagnostics) {
  constexpr std::size_t maximalSize = 2'000'000'000;
  if (text.size() > maximalSize) {
    diagnostics.error({file, 0, 0, 0}, "is larger than 2 GB");
    return false;
  }
  unsigned line = 1;
  std::size_t lineStart = 0;
  std::size_t tokenStart = 0;
  bool blank = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto place = [&](std::size_t at) {
      return TextRange{file, line, static_cast<unsigned>(at - lineStart + 1), 1};
    };
    if (c == '\n') {
      ++line;
      lineStart = i + 1;
    } else if (c < 0x20 && c != '\t' && c != '\r' && c != '\f' && c != '\v') {
      diagnostics.error(place(i), "this is no IR text but binary data");
      return false;
    }
    if (std::isspace(c) == 0) blank = false;
    if (std::isalnum(c) == 0 && c < 0x80) tokenStart = i + 1;
    if (i - tokenStart >= maximalTokenLength && i >= tokenStart) {
      diagnostics.error(place(tokenStart), "a name or number of more than " +
                                               std::to_string(maximalTokenLength) + " characters");
      return false;
    }
  }
  if (blank) diagnostics.error({file, 0, 0, 0}, "is empty");
  return !blank;
}

}  // namespace barricade
