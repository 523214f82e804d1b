#include "frontend/syntax.h"

#include <algorithm>

namespace barricade {

using antlr4::RecognitionException;
using antlr4::atn::PredictionMode;

namespace {

struct NestedTooDeeply {
  const antlr4::Token* token;
};

// Ends the rule at the first error. `sync` looks ahead for errors at every loop of a rule, which
// costs time and finds nothing that matching the next token does not find.
class BailStrategy final : public antlr4::DefaultErrorStrategy {
 public:
  void recover(antlr4::Parser*, std::exception_ptr error) override {
    std::rethrow_exception(error);
  }
  antlr4::Token* recoverInline(antlr4::Parser* parser) override {
    throw antlr4::InputMismatchException(parser);
  }
  void sync(antlr4::Parser*) override {}
  void reportError(antlr4::Parser*, const RecognitionException&) override {}
};

std::string excerpt(std::string_view text) {
  constexpr std::size_t longest = 40;
  if (text.size() <= longest) return "'" + std::string(text) + "'";
  return "'" + std::string(text.substr(0, longest)) + "...'";
}

std::string describe(const TextToken& token) {
  return token.start() == token.buffer().text().size() ? "the end of the file"
                                                       : excerpt(token.text());
}

// A kind of token as a reader calls it: `;` for a symbol, "a name" for a class of tokens.
std::string tokenName(const antlr4::dfa::Vocabulary& vocabulary, std::size_t type) {
  switch (type) {
    case Grammar::ID: return "a name";
    case Grammar::INTEGER: return "a number";
    case Grammar::BVLITERAL: return "a bit-vector literal";
    case Grammar::BVTYPE: return "a bit-vector type";
    case Grammar::STRING: return "a string";
    case Grammar::ATTRIBUTE: return "an attribute";
    case antlr4::Token::EOF: return "the end of the file";
    default: return vocabulary.getLiteralName(type);
  }
}

}  // namespace

//--- Parsing --------------------------------------------------------------------------------

// The generated parser with a limit on the depth of its rules.
class Syntax::GuardedParser final : public Grammar {
 public:
  using Grammar::Grammar;

  void enterRule(antlr4::ParserRuleContext* context, std::size_t state, std::size_t rule) override {
    while (!open_.empty() && open_.back() != context->parent) open_.pop_back();
    open_.push_back(context);
    if (open_.size() > maximalRuleDepth) throw NestedTooDeeply{_input->LT(1)};
    Grammar::enterRule(context, state, rule);
  }

  void start() {
    open_.clear();
    _ctx = nullptr;
    getTreeTracker().reset();
  }

 private:
  std::vector<antlr4::tree::ParseTree*> open_;
};

Syntax::Syntax(const TokenBuffer& buffer, Diagnostics& diagnostics)
    : diagnostics_(diagnostics),
      window_(buffer),
      parser_(std::make_unique<GuardedParser>(&window_)) {
  parser_->removeErrorListeners();
  parser_->setBuildParseTree(false);
  parser_->setErrorHandler(std::make_shared<BailStrategy>());
}

Syntax::~Syntax() = default;

antlr4::ParserRuleContext* Syntax::run(const Attempt& attempt) {
  const std::size_t begin = window_.position();
  auto* simulator = parser_->getInterpreter<antlr4::atn::ParserATNSimulator>();
  for (const PredictionMode mode : {PredictionMode::SLL, PredictionMode::LL}) {
    simulator->setPredictionMode(mode);
    window_.seek(begin);
    parser_->start();
    try {
      return attempt(*parser_);
    } catch (const RecognitionException& error) {
      if (mode == PredictionMode::LL) report(error);
    } catch (const NestedTooDeeply& found) {
      diagnostics_.error(rangeOf(textToken(found.token)), nestedTooDeeply);
      return nullptr;
    }
  }
  return nullptr;
}

void Syntax::skipStatement(std::size_t begin) {
  window_.seek(begin);
  // The clauses of a loop end in semicolons before its body begins.
  bool loop = window_.current().getType() == Grammar::WHILE;
  bool inAttribute = false;
  int depth = 0;
  while (!window_.atEnd()) {
    const std::size_t type = window_.current().getType();
    if (type == Grammar::CLOSE_BRACE && !inAttribute) {
      if (depth == 0) return;
      --depth;
      window_.consume();
      if (depth == 0 && window_.current().getType() != Grammar::ELSE) return;
      continue;
    }
    window_.consume();
    switch (type) {
      case Grammar::ATTRIBUTE: inAttribute = true; break;
      case Grammar::CLOSE_BRACE: inAttribute = false; break;
      case Grammar::OPEN_BRACE:
        ++depth;
        loop = false;
        break;
      case Grammar::SEMICOLON:
        inAttribute = false;  // an attribute that was not closed
        if (depth == 0 && !loop) return;
        break;
      default: break;
    }
  }
}

//--- Messages -------------------------------------------------------------------------------

void Syntax::report(const RecognitionException& error) {
  std::string what;
  const auto* context = error.getCtx();
  const bool atFirstToken =
      context != nullptr &&
      error.getOffendingToken() == static_cast<const antlr4::ParserRuleContext*>(context)->start;
  const std::size_t rule = context == nullptr ? 0 : context->getRuleIndex();
  const auto expectedTypes = error.getExpectedTokens();
  window_.seek(textToken(error.getOffendingToken()).getTokenIndex());
  const bool mismatch = dynamic_cast<const antlr4::InputMismatchException*>(&error) != nullptr;
  if (expectedTypes.contains(static_cast<std::size_t>(Grammar::OLD)) &&
      (atFirstToken || mismatch || rule == Grammar::RuleOperand)) {
    what = "an expression";
  } else if (expectedTypes.contains(static_cast<std::size_t>(Grammar::BOOL))) {
    what = "a type";
  } else if (rule == Grammar::RuleStatement && atFirstToken) {
    what = "a statement";
  } else if (rule == Grammar::RuleStatement) {
    what = "':' or ':='";  // after a name: a label or an assignment
  } else if (rule == Grammar::RuleSuffix && !mismatch) {
    what = "':' or ']'";  // after a number
  } else {
    const auto types = expectedTypes.toList();
    for (std::size_t i = 0; i < types.size(); ++i) {
      if (i != 0) what += i + 1 == types.size() ? " or " : ", ";
      what += tokenName(parser_->getVocabulary(), static_cast<std::size_t>(types[i]));
    }
  }
  expected(what);
}

void Syntax::expected(const std::string& what) {
  const TextToken& found = window_.current();
  const auto& tokens = window_.buffer().tokens();
  if (window_.position() > 0 && what.starts_with('\'')) {
    const TextToken& before = tokens[window_.position() - 1];
    // A symbol that is missing at a line's end is best shown there.
    if (before.line() < found.line()) {
      diagnostics_.error({before.buffer().file(), before.line(),
                          before.column() + before.end() - before.start(), 1},
                         "expected " + what + " after " + describe(before));
      return;
    }
  }
  diagnostics_.error(rangeOf(found), "expected " + what + ", found " + describe(found));
}

}  // namespace barricade
