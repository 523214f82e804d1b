#include "barricade/kernel_arguments.h"

#include <algorithm>
#include <cctype>

#include "barricade/trimmed.h"

namespace barricade {

namespace {

bool isName(std::string_view part) {
  return !part.empty() &&
         (std::isalpha(static_cast<unsigned char>(part[0])) || part[0] == '_' || part[0] == '$');
}

// `7`, `-7`, `0x1F`.
std::optional<BigInt> parseInteger(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  auto isDigit = [&](unsigned char c) {
    return hexadecimal ? std::isxdigit(c) != 0 : std::isdigit(c) != 0;
  };
  if (text.empty() || !std::all_of(text.begin(), text.end(), isDigit)) return std::nullopt;
  BigInt value = 0;
  for (char c : text) {
    const int lower = std::tolower(static_cast<unsigned char>(c));
    value = value * (hexadecimal ? 16 : 10) + (lower >= 'a' ? lower - 'a' + 10 : lower - '0');
  }
  return negative ? BigInt(-value) : value;
}

}  // namespace

std::variant<KernelArguments, std::string> parseKernelArguments(std::string_view text) {
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']')
    text = text.substr(1, text.size() - 2);
  KernelArguments arguments;
  for (bool first = true, more = true; more; first = false) {
    const std::size_t comma = text.find(',');
    more = comma != std::string_view::npos;
    const std::string_view part = trimmed(text.substr(0, comma));
    if (more) text.remove_prefix(comma + 1);
    if (first && isName(part)) {
      arguments.kernel = part;
    } else if (part == "*") {
      arguments.values.emplace_back(std::nullopt);
    } else if (auto value = parseInteger(part)) {
      arguments.values.emplace_back(std::move(value));
    } else {
      return "takes a kernel's name, which may be left out, and numbers or *; '" +
             std::string(part) + "' is none";
    }
  }
  return arguments;
}

}  // namespace barricade
