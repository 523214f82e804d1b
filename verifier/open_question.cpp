#include "verifier/open_question.h"

#include <algorithm>

#include "verifier/portfolio.h"

namespace barricade {

std::string notDecided(const Program& program, const std::string& name,
                       const std::vector<ErrorCondition>& errors) {
  constexpr std::size_t most = 3;
  std::vector<std::string> places;
  std::vector<Expr> conditions;
  for (const ErrorCondition& error : errors) {
    conditions.push_back(error.condition);
    const SourcePosition& position = program.sources.position(error.location);
    if (position.isKnown() && std::ranges::find(places, position.toString()) == places.end())
      places.push_back(position.toString());
  }
  std::string text = name + ": not decided in time";
  for (std::size_t i = 0; i < std::min(most, places.size()); ++i)
    text += (i == 0 ? " at " : ", ") + places[i];
  if (places.size() > most) text += " and " + std::to_string(places.size() - most) + " more";
  if (hasProducts(conditions))
    text += ", where unknown numbers are multiplied or divided by each other";
  return text;
}

void publishQuestion(const VerifyOptions& options, VerificationResult soFar,
                     const std::string& open) {
  if (!options.established) return;
  soFar.undecided.push_back(open);
  options.established(soFar);
}

}  // namespace barricade
