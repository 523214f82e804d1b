// The ANTLR parser, driven one rule at a time over the tokens of one text.
//
// A rule is tried in ANTLR's SLL mode and, when that fails, in full LL mode; only the second
// failure is reported. Nothing is repaired by guessing: an error ends the rule, and the caller
// goes on after the next `;`. The tree of a rule is alive until the next call of `parse`.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "frontend/antlr.h"
#include "frontend/diagnostics.h"
#include "frontend/tokens.h"

namespace barricade {

using Grammar = grammar::BarricadeParser;

// Levels of nesting (of parentheses, calls, statements, ...) beyond this are refused, since the
// parser and all later stages recurse over what is nested. A level takes up to two rules.
inline constexpr unsigned maximalNesting = 2000;
inline constexpr unsigned maximalRuleDepth = 2 * maximalNesting;
inline const std::string nestedTooDeeply =
    "nested too deeply (more than " + std::to_string(maximalNesting) + " levels)";

class Syntax {
 public:
  Syntax(const TokenBuffer& buffer, Diagnostics& diagnostics);
  ~Syntax();

  TokenWindow& window() { return window_; }

  // The tree of `rule` at the window's position, which moves past it; null when it was
  // reported as wrong, and then the position is where the error was found.
  template <typename Context>
  Context* parse(Context* (Grammar::*rule)()) {
    return static_cast<Context*>(run([rule](Grammar& parser) { return (parser.*rule)(); }));
  }

  // Moves past the statement or clause that begins at this token, or to the closing brace of
  // the block it stands in.
  void skipStatement(std::size_t begin);
  // Reports that something else was expected at the window's position.
  void expected(const std::string& what);

 private:
  class GuardedParser;

  using Attempt = std::function<antlr4::ParserRuleContext*(Grammar&)>;

  antlr4::ParserRuleContext* run(const Attempt& attempt);
  void report(const antlr4::RecognitionException& error);

  Diagnostics& diagnostics_;
  TokenWindow window_;
  std::unique_ptr<GuardedParser> parser_;
};

}  // namespace barricade
