// The tokens of one text, and windows on them for the ANTLR parser.
//
// The text is lexed once into small tokens (40 bytes instead of the runtime's 130); a declaration
// or a procedure's part is then parsed through a TokenWindow, which shows the parser only the
// tokens [begin, end) and an end-of-file token after them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/antlr.h"
#include "frontend/diagnostics.h"

namespace barricade {

class TokenBuffer;

class TextToken final : public antlr4::Token {
 public:
  TextToken(const TokenBuffer* buffer, std::size_t type, unsigned line, unsigned column,
            unsigned start, unsigned end, unsigned index)
      : buffer_(buffer),
        type_(static_cast<unsigned>(type)),
        line_(line),
        column_(column),
        start_(start),
        end_(end),
        index_(index) {}

  const TokenBuffer& buffer() const { return *buffer_; }
  std::string_view text() const;
  unsigned line() const { return line_; }      // from 1
  unsigned column() const { return column_; }  // from 1
  unsigned start() const { return start_; }    // bytes into the text
  unsigned end() const { return end_; }
  TextToken asEndOfFile() const;

  std::string getText() const override { return std::string(text()); }
  std::size_t getType() const override { return type_ == endType ? Token::EOF : type_; }
  std::size_t getLine() const override { return line_; }
  std::size_t getCharPositionInLine() const override { return column_ - 1; }
  std::size_t getChannel() const override { return DEFAULT_CHANNEL; }
  std::size_t getTokenIndex() const override { return index_; }
  std::size_t getStartIndex() const override { return start_; }
  std::size_t getStopIndex() const override { return end_ - 1; }
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  antlr4::CharStream* getInputStream() const override { return nullptr; }
  std::string toString() const override { return getText(); }

 private:
  static constexpr unsigned endType = ~0u;

  const TokenBuffer* buffer_;
  unsigned type_;
  unsigned line_;
  unsigned column_;
  unsigned start_;
  unsigned end_;
  unsigned index_;
};

// All tokens that the parser meets are ours.
inline const TextToken& textToken(const antlr4::Token* token) {
  return static_cast<const TextToken&>(*token);
}

class TokenBuffer {
 public:
  // Lexes the text; characters that begin no token are reported.
  TokenBuffer(std::string file, std::shared_ptr<const std::string> text, Diagnostics&);
  TokenBuffer(const TokenBuffer&) = delete;
  TokenBuffer& operator=(const TokenBuffer&) = delete;

  const std::string& file() const { return file_; }
  const std::string& text() const { return *text_; }
  // The last one is the end of the file.
  const std::vector<TextToken>& tokens() const { return tokens_; }

 private:
  void lex(Diagnostics&);

  std::string file_;
  std::shared_ptr<const std::string> text_;
  std::vector<TextToken> tokens_;
};

class TokenWindow final : public antlr4::TokenStream {
 public:
  explicit TokenWindow(const TokenBuffer& buffer);
  void show(std::size_t begin, std::size_t end);

  const TokenBuffer& buffer() const { return *buffer_; }
  const TextToken& current() const { return at(position_); }
  std::size_t position() const { return position_; }  // index into the buffer's tokens
  std::size_t end() const { return end_; }
  bool atEnd() const { return position_ >= end_; }

  void consume() override { ++position_; }
  std::size_t LA(ssize_t k) override { return LT(k)->getType(); }
  antlr4::Token* LT(ssize_t k) override;
  antlr4::Token* get(std::size_t index) const override;
  ssize_t mark() override { return 0; }
  void release(ssize_t) override {}
  std::size_t index() override { return position_; }
  void seek(std::size_t index) override { position_ = index; }
  std::size_t size() override { return end_; }
  std::string getSourceName() const override { return buffer_->file(); }
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  std::string getText(const antlr4::misc::Interval&) override { return {}; }
  std::string getText() override { return {}; }
  std::string getText(antlr4::RuleContext*) override { return {}; }
  std::string getText(antlr4::Token*, antlr4::Token*) override { return {}; }

 private:
  const TextToken& at(std::size_t index) const {
    return index < end_ ? buffer_->tokens()[index] : endToken_;
  }

  const TokenBuffer* buffer_;
  std::size_t position_ = 0;
  std::size_t end_ = 0;
  TextToken endToken_;
};

// Where a token, or the text from one token to another (its first line), stands.
TextRange rangeOf(const TextToken& token);
TextRange rangeOf(const TextToken& first, const TextToken& last);

}  // namespace barricade
