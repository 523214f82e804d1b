// Parsing of launch values and array contents, with messages that name what would have been right.
#include "interpreter/run_request.h"

#include <bit>
#include <charconv>
#include <fstream>
#include <sstream>

#include "interpreter/evaluate.h"

namespace barricade {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) {
    text.remove_prefix(1);
  }
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) {
    text.remove_suffix(1);
  }
  return text;
}

std::string inQuotes(std::string_view text) {
  return "'" + std::string(text) + "'";
}

std::optional<std::uint64_t> parseNumber(std::string_view text) {
  std::uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<BigInt> parseDigits(std::string_view text) {
  unsigned base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  }
  if (text.empty()) return std::nullopt;
  BigInt value = 0;
  for (char c : text) {
    unsigned digit = 0;
    if (c >= '0' && c <= '9')
      digit = static_cast<unsigned>(c - '0');
    else if (base == 16 && c >= 'a' && c <= 'f')
      digit = static_cast<unsigned>(c - 'a') + 10;
    else if (base == 16 && c >= 'A' && c <= 'F')
      digit = static_cast<unsigned>(c - 'A') + 10;
    else
      return std::nullopt;
    value = value * base + digit;
  }
  return value;
}

std::optional<BigInt> parseFloat(std::string_view text, unsigned width) {
  const bool hexadecimal = text.find('x') != text.npos || text.find('X') != text.npos;
  if (hexadecimal || text.find_first_of(".eE") == text.npos) return std::nullopt;
  if (text.ends_with('f') || text.ends_with('F')) text.remove_suffix(1);
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (width == 32) return BigInt(std::bit_cast<std::uint32_t>(static_cast<float>(value)));
  if (width == 64) return BigInt(std::bit_cast<std::uint64_t>(value));
  return std::nullopt;
}

// The name of an array or parameter with and without its decorations.
bool hasName(const Variable* v, std::string_view name) {
  std::string_view own = v->name;
  if (own == name) return true;
  while (own.starts_with('$')) own.remove_prefix(1);
  if (own == name) return true;
  return v->array &&
         (v->array->sourceName == name || (own.starts_with("arg.") && own.substr(4) == name));
}

std::optional<std::string> splitAssignment(std::string_view text, std::string_view option,
                                           std::string_view& name, std::string_view& value) {
  const std::size_t equals = text.find('=');
  if (equals == text.npos || equals == 0) {
    return std::string(option) + " takes NAME=VALUE, not " + inQuotes(text);
  }
  name = trimmed(text.substr(0, equals));
  value = trimmed(text.substr(equals + 1));
  return std::nullopt;
}

std::optional<std::string> parseList(std::string_view text, const std::string& origin, Type type,
                                     std::vector<BigInt>& values) {
  std::string word;
  unsigned line = 1;
  bool comment = false;
  auto take = [&]() -> std::optional<std::string> {
    if (word.empty()) return std::nullopt;
    auto value = parseValue(word, type);
    if (!value) {
      return origin + (origin.empty() ? "" : ":" + std::to_string(line) + ": ") + inQuotes(word) +
             " is no value of " + type->toString();
    }
    values.push_back(std::move(*value));
    word.clear();
    return std::nullopt;
  };
  for (char c : text) {
    if (c == '#') comment = true;
    const bool separator = comment || c == ',' || std::isspace(static_cast<unsigned char>(c));
    if (!separator)
      word += c;
    else if (auto problem = take())
      return problem;
    if (c == '\n') {
      ++line;
      comment = false;
    }
  }
  return take();
}

// `element` is the type of the elements of the array `name`.
std::optional<std::string> parseContents(std::string_view value, std::string_view name,
                                         Type element, ArrayContents& contents) {
  if (value == "zeros") {
    contents = ArrayContents::zeros();
  } else if (value == "iota") {
    contents = ArrayContents::iota();
  } else if (value.starts_with("random:")) {
    const std::string_view rest = value.substr(7);
    const std::size_t colon = rest.find(':');
    const auto seed = parseNumber(rest.substr(0, colon));
    const auto below =
        colon == rest.npos ? std::optional<std::uint64_t>(0) : parseNumber(rest.substr(colon + 1));
    if (!seed || !below) {
      return inQuotes(value) + " is not of the form random:SEED or random:SEED:BELOW";
    }
    contents = ArrayContents::random(*seed, *below);
  } else if (value.starts_with('[') && value.ends_with(']')) {
    return parseList(value.substr(1, value.size() - 2), "", element, contents.leading);
  } else {
    const std::string path(value);
    std::ifstream file(path, std::ios::binary);
    std::ostringstream read;
    if (!file || !(read << file.rdbuf())) {
      return "cannot read " + inQuotes(path) + " as contents of " + std::string(name) +
             " (known besides files: zeros, iota, random:SEED, [list])";
    }
    return parseList(read.str(), path, element, contents.leading);
  }
  return std::nullopt;
}

}  // namespace

std::optional<BigInt> parseValue(std::string_view text, Type type) {
  text = trimmed(text);
  if (type->isBool()) {
    if (text == "true" || text == "1") return BigInt(1);
    if (text == "false" || text == "0") return BigInt(0);
    return std::nullopt;
  }
  const unsigned width = widthOf(type);
  if (auto bits = parseFloat(text, width)) return bits;
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  auto value = parseDigits(text);
  if (!value) return std::nullopt;
  if (width != 0) {
    // Either reading of the bits is welcome, as long as it fits.
    const BigInt limit = negative ? BigInt(1) << (width - 1) : (BigInt(1) << width) - 1;
    if (*value > limit) return std::nullopt;
  }
  if (negative) *value = -*value;
  return width == 0 ? *value : truncateTo(*value, width);
}

std::optional<std::string> applyArgument(const Program& program, const Procedure& kernel,
                                         std::string_view text, LaunchConfiguration& launch) {
  std::string_view name;
  std::string_view value;
  if (auto problem = splitAssignment(text, "--arg", name, value)) return problem;
  const Variable* target = nullptr;
  std::string known;
  for (const Variable* v : kernel.parameters) {
    if (hasName(v, name)) target = v;
    known += (known.empty() ? "" : ", ") + v->name.substr(v->name.find_first_not_of('$'));
  }
  if (!target) {
    for (const Variable* v : program.globals()) {
      if (v->kind == Variable::Kind::Constant && !v->isThreadId() && hasName(v, name)) target = v;
      if (v->array && hasName(v, name)) {
        return inQuotes(name) + " is an array; give it by --array";
      }
    }
  }
  if (!target) {
    return kernel.sourceName + " has no parameter " + inQuotes(name) +
           (known.empty() ? " (it has none)" : "; it has " + known);
  }
  auto parsed = parseValue(value, target->type);
  if (!parsed) {
    return inQuotes(value) + " is no value of " + std::string(name) + ", which is a " +
           target->type->toString();
  }
  launch.values[target] = *parsed;
  return std::nullopt;
}

std::optional<std::string> applyArray(const Program& program, std::string_view text,
                                      LaunchConfiguration& launch) {
  std::string_view name;
  std::string_view value;
  if (auto problem = splitAssignment(text, "--array", name, value)) return problem;
  std::vector<const Variable*> matches;
  std::string known;
  for (const Array* array : program.arrays()) {
    if (hasName(array->variable, name)) matches.push_back(array->variable);
    known += (known.empty() ? "" : ", ") + array->sourceName;
  }
  if (matches.empty()) {
    return "there is no array " + inQuotes(name) +
           (known.empty() ? "; the program has none" : "; there are " + known);
  }
  if (matches.size() > 1) {
    std::string names;
    for (const Variable* v : matches) names += (names.empty() ? "" : ", ") + v->name;
    return "several arrays are called " + inQuotes(name) + ": use one of " + names;
  }
  const Variable* array = matches.front();
  ArrayContents contents;
  if (auto problem = parseContents(value, name, array->type->range(), contents)) return problem;
  launch.contents[array] = std::move(contents);
  return std::nullopt;
}

}  // namespace barricade
