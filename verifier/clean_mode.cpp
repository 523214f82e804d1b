#include "verifier/clean_mode.h"

#include <sstream>

namespace barricade {
namespace {

// A line for each item: its kind, its numbers, and what it is called.
constexpr char under = 'u', notNegative = '+', note = 'n', solving = 's', query = 'q',
               counter = 'c';

}  // namespace

std::string toText(const CleanMode& mode) {
  std::ostringstream text;
  text.precision(17);
  const Statistics& statistics = mode.statistics;
  if (mode.under) text << under << '\n';
  for (const auto& [position, parameter] : mode.under.notNegative)
    text << notNegative << ' ' << position << ' ' << parameter << '\n';
  for (const std::string& line : mode.notes) text << note << ' ' << line << '\n';
  text << solving << ' ' << statistics.solverSeconds << '\n';
  for (const auto& [name, asked] : statistics.queries)
    text << query << ' ' << asked.count << ' ' << asked.satisfiable << ' ' << asked.unknown << ' '
         << asked.seconds << ' ' << asked.work << ' ' << name << '\n';
  for (const auto& [name, number] : statistics.counters)
    text << counter << ' ' << number << ' ' << name << '\n';
  return text.str();
}

CleanMode cleanModeFrom(const std::string& text) {
  CleanMode mode;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream rest(line.substr(1));
    auto name = [&] {
      std::string called;
      std::getline(rest >> std::ws, called);
      return called;
    };
    switch (line.front()) {
      case under: mode.under.known = true; break;
      case notNegative: {
        std::size_t position = 0;
        rest >> position;
        mode.under.notNegative[position] = name();
        break;
      }
      case note: mode.notes.push_back(name()); break;
      case solving: rest >> mode.statistics.solverSeconds; break;
      case query: {
        QueryStatistics asked;
        rest >> asked.count >> asked.satisfiable >> asked.unknown >> asked.seconds >> asked.work;
        mode.statistics.queries[name()] = asked;
        break;
      }
      case counter: {
        double number = 0;
        rest >> number;
        mode.statistics.counters[name()] = number;
        break;
      }
      default: break;
    }
  }
  return mode;
}

void add(Statistics& statistics, const Statistics& others) {
  statistics.solverSeconds += others.solverSeconds;
  for (const auto& [name, asked] : others.queries) {
    QueryStatistics& known = statistics.queries[name];
    known.count += asked.count;
    known.satisfiable += asked.satisfiable;
    known.unknown += asked.unknown;
    known.seconds += asked.seconds;
    known.work += asked.work;
  }
  for (const auto& [name, number] : others.counters) statistics.counters[name] += number;
}

}  // namespace barricade
