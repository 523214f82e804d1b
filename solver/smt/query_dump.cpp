#include "solver/smt/query_dump.h"

#include <cctype>
#include <fstream>
#include <stdexcept>

namespace barricade {

void QueryDump::add(const std::string& name, const std::function<void(std::ostream&)>& print) {
  std::filesystem::create_directories(folder_);
  std::string file = std::to_string(++count_);
  file.insert(0, file.size() < 4 ? 4 - file.size() : 0, '0');
  for (char c : name) file += std::isalnum(static_cast<unsigned char>(c)) ? c : '-';
  const std::filesystem::path path = folder_ / (file + ".smt2");
  std::ofstream out(path);
  out << "; " << name << "\n";
  print(out);
  if (!out.flush()) throw std::runtime_error("cannot write " + path.string());
}

}  // namespace barricade
