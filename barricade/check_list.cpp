#include "barricade/check_list.h"

#include "barricade/trimmed.h"
#include "frontend/diagnostics.h"

namespace barricade {

namespace {

constexpr Checks none = {.races = false, .divergence = false};

struct NamedChecks {
  std::string_view name;
  void (*add)(Checks&);
};

constexpr NamedChecks names[] = {
    {"races", [](Checks& c) { c.races = true; }},
    {"divergence", [](Checks& c) { c.divergence = true; }},
    {"bounds", [](Checks& c) { c.bounds = CheckDepth::Full; }},
    {"uninitialized", [](Checks& c) { c.uninitialized = CheckDepth::Full; }},
    {"overflow", [](Checks& c) { c.overflow = CheckDepth::Full; }},
    {"misaligned", [](Checks& c) { c.misaligned = CheckDepth::Full; }},
    {"default",
     [](Checks& c) {
       c.races = c.divergence = true;
       for (CheckDepth* depth : {&c.bounds, &c.uninitialized, &c.overflow, &c.misaligned})
         if (*depth == CheckDepth::Off) *depth = CheckDepth::Shown;
     }},
    {"all",
     [](Checks& c) {
       c.races = c.divergence = true;
       c.bounds = c.uninitialized = c.overflow = c.misaligned = CheckDepth::Full;
     }},
};

}  // namespace

Checks defaultChecks() {
  return std::get<Checks>(parseChecks("default"));
}

void leaveOutShown(CheckDepth& depth) {
  if (depth == CheckDepth::Shown) depth = CheckDepth::Off;
}

std::variant<Checks, std::string> parseChecks(std::string_view text) {
  Checks checks = none;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view name = trimmed(text.substr(begin, end - begin));
    begin = end + 1;
    NearestName nearest(name);
    bool known = false;
    for (const NamedChecks& named : names) {
      nearest.consider(named.name);
      if (named.name != name) continue;
      named.add(checks);
      known = true;
    }
    if (known) continue;
    std::string all;
    for (const NamedChecks& named : names)
      all += (all.empty() ? "" : ", ") + std::string(named.name);
    return "takes names of checks, separated by commas (" + all + "); '" + std::string(name) +
           "' is none" + nearest.suggestion();
  }
  return checks;
}

}  // namespace barricade
