#include "verifier/attempt.h"

#include "ir/walk.h"

namespace barricade {

Expr Attempt::anyError() const {
  return anyOf(errors, problem->subject().terms);
}

Expr anyOf(std::span<const ErrorCondition> errors, Terms& terms) {
  Expr any = terms.no();
  for (const ErrorCondition& error : errors) any = terms.lor(any, error.condition);
  return any;
}

bool isLarge(Expr condition) {
  constexpr std::size_t many = 1u << 14;  // nodes
  return sizeOf(condition) > many;
}

std::string questionName(Mode mode, ExecutionOptions::Form form) {
  const bool ofRaces = form == ExecutionOptions::Form::Races;
  return (ofRaces ? "races " : "divergence and assertions ") + std::string(toString(mode));
}

}  // namespace barricade
