// Queries as SMT-LIB files in one folder, numbered in the order in which they are asked, whichever
// session asks them.
#pragma once

#include <filesystem>
#include <functional>
#include <ostream>
#include <string>

namespace barricade {

class QueryDump {
 public:
  explicit QueryDump(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Writes "0001name.smt2", "0002name.smt2", ...; makes the folder. Throws std::runtime_error when
  // that fails.
  void add(const std::string& name, const std::function<void(std::ostream&)>& print);

 private:
  std::filesystem::path folder_;
  unsigned count_ = 0;
};

}  // namespace barricade
