#include "frontend/tokens.h"

#include <algorithm>

namespace barricade {

using grammar::BarricadeLexer;

namespace {

// Hands the bytes of the text to the lexer as they are, so that names and strings in any encoding
// pass through unchanged, and without a copy in four times the size.
class ByteStream final : public antlr4::CharStream {
 public:
  explicit ByteStream(std::string_view text) : text_(text) {}

  void consume() override { ++position_; }
  std::size_t LA(ssize_t i) override {
    const std::size_t at = position_ + static_cast<std::size_t>(i > 0 ? i - 1 : i);
    return at < text_.size() ? static_cast<unsigned char>(text_[at]) : IntStream::EOF;
  }
  ssize_t mark() override { return -1; }
  void release(ssize_t) override {}
  std::size_t index() override { return position_; }
  void seek(std::size_t index) override { position_ = std::min(index, text_.size()); }
  std::size_t size() override { return text_.size(); }
  std::string getSourceName() const override { return {}; }
  std::string getText(const antlr4::misc::Interval& interval) override {
    const auto first = static_cast<std::size_t>(interval.a);
    return std::string(text_.substr(first, static_cast<std::size_t>(interval.b) + 1 - first));
  }
  std::string toString() const override { return std::string(text_); }

 private:
  std::string_view text_;
  std::size_t position_ = 0;
};

std::string describeUnexpected(std::string_view rest) {
  if (rest.starts_with('"')) return "the string is not closed on its line";
  if (rest.starts_with("/*")) return "the comment is not closed";
  const auto c = static_cast<unsigned char>(rest.front());
  if (c > 0x20 && c < 0x7f) return std::string("unexpected character '") + rest.front() + "'";
  static const char digits[] = "0123456789abcdef";
  return std::string("unexpected byte 0x") + digits[c >> 4] + digits[c & 15];
}

}  // namespace

std::string_view TextToken::text() const {
  return std::string_view(buffer_->text()).substr(start_, end_ - start_);
}

TextToken TextToken::asEndOfFile() const {
  TextToken token = *this;
  token.type_ = endType;
  return token;
}

TokenBuffer::TokenBuffer(std::string file, std::shared_ptr<const std::string> text,
                         Diagnostics& diagnostics)
    : file_(std::move(file)), text_(std::move(text)) {
  lex(diagnostics);
}

void TokenBuffer::lex(Diagnostics& diagnostics) {
  ByteStream stream(*text_);
  BarricadeLexer lexer(&stream);
  lexer.removeErrorListeners();
  tokens_.reserve(text_->size() / 5 + 16);
  for (;;) {
    const std::unique_ptr<antlr4::Token> token = lexer.nextToken();
    const auto start = static_cast<unsigned>(token->getStartIndex());
    const auto line = static_cast<unsigned>(token->getLine());
    const auto column = static_cast<unsigned>(token->getCharPositionInLine()) + 1;
    const auto index = static_cast<unsigned>(tokens_.size());
    if (token->getType() == antlr4::Token::EOF) {
      const auto size = static_cast<unsigned>(text_->size());
      tokens_.push_back(TextToken(this, 0, line, column, size, size, index).asEndOfFile());
      return;
    }
    const auto end = static_cast<unsigned>(token->getStopIndex()) + 1;
    if (token->getType() == BarricadeLexer::UNEXPECTED) {
      const std::string_view rest = std::string_view(*text_).substr(start);
      diagnostics.error({file_, line, column, 1}, describeUnexpected(rest));
      // What follows an open comment or string is no IR.
      if (diagnostics.full() || rest.starts_with("/*")) stream.seek(text_->size());
      if (rest.starts_with('"')) stream.seek(std::min(rest.find('\n'), rest.size()) + start);
      continue;
    }
    tokens_.emplace_back(this, token->getType(), line, column, start, end, index);
  }
}

TokenWindow::TokenWindow(const TokenBuffer& buffer)
    : buffer_(&buffer), endToken_(buffer.tokens().back()) {
  show(0, buffer.tokens().size() - 1);
}

void TokenWindow::show(std::size_t begin, std::size_t end) {
  position_ = begin;
  end_ = end;
  endToken_ = buffer_->tokens()[end].asEndOfFile();
}

antlr4::Token* TokenWindow::LT(ssize_t k) {
  const std::size_t index = k > 0 ? position_ + static_cast<std::size_t>(k) - 1
                                  : position_ - static_cast<std::size_t>(-k);
  return get(index);
}

antlr4::Token* TokenWindow::get(std::size_t index) const {
  // The runtime's interface is not const-correct; it never writes to a token.
  return const_cast<TextToken*>(&at(index));
}

TextRange rangeOf(const TextToken& token) {
  return {token.buffer().file(), token.line(), token.column(), token.end() - token.start()};
}

TextRange rangeOf(const TextToken& first, const TextToken& last) {
  TextRange range = rangeOf(first);
  if (last.end() > first.start()) range.length = last.end() - first.start();
  return range;
}

}  // namespace barricade
