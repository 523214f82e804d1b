// Command lines whose options all take a number.
#pragma once

#include <cstdint>
#include <functional>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>

namespace barricade::fuzz {

using NumberOptions = std::map<std::string, std::function<void(std::uint64_t)>>;

// Hands each option its number. Else says how the program is used, and returns false.
inline bool readNumbers(int argc, char** argv, const NumberOptions& options, const char* usage) {
  try {
    if (argc % 2 == 0) throw std::invalid_argument(argv[argc - 1]);
    for (int i = 1; i < argc; i += 2) options.at(argv[i])(std::stoull(argv[i + 1]));
    return true;
  } catch (const std::exception&) {
    std::cerr << "usage: " << usage << '\n';
    return false;
  }
}

}  // namespace barricade::fuzz
