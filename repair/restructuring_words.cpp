#include "repair/restructuring_words.h"

namespace barricade {

std::string inWords(const std::vector<RestructuringStep>& steps) {
  std::string text;
  for (const RestructuringStep& step : steps)
    text +=
        (text.empty() ? "" : ", ") + std::string(toString(step.edit.action)) + " at " +
        (isKnown(step.edit.location) ? step.edit.location.front().toString() : "an unknown place");
  return text;
}

std::string comparedWith(const VerifiedRepair& first, const VerifiedRepair& other) {
  if (other.result.editWeight > first.result.editWeight) return "it changes more of the code";
  if (other.result.costAfter > first.result.costAfter) return "its barriers cost more";
  return "it costs the same as the first";
}

std::string reasonFor(const Rewrite& rewrite, const std::vector<std::string>& lines) {
  const std::string race = rewrite.subject.empty() ? "race" : "race on " + rewrite.subject;
  for (const std::string& line : lines)
    if (line.starts_with(rewrite.subject.empty() ? race : race + ":")) return line;
  return rewrite.subject.empty() ? "" : race;
}

}  // namespace barricade
