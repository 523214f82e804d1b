// Diagnostics in the manner of a good compiler: collected, never thrown; printed as
//
//   kernel.gbpl:12:8: error: unknown variable 'v7'; did you mean 'v1'?
//     v2 := v7;
//           ^~
//
// sorted by place and limited in number.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace barricade {

// `length` characters from (line, column), both counted from 1. Line 0 is the file as a whole.
struct TextRange {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  unsigned length = 1;
};

struct Diagnostic {
  enum class Severity { Error, Warning, Note };

  Severity severity = Severity::Error;
  TextRange range;
  std::string message;
  std::string snippet;            // the line of the text, empty when not known
  std::vector<Diagnostic> notes;  // printed after it

  std::string toString() const;  // with the notes; ends in a newline
};

class Diagnostics {
 public:
  explicit Diagnostics(unsigned errorLimit = 20) : errorLimit_(errorLimit) {}

  // Makes the lines of `file` available as snippets.
  void addText(const std::string& file, std::shared_ptr<const std::string> text);

  // The reference is good until the next report; add notes with `note`.
  Diagnostic& error(TextRange range, std::string message);
  Diagnostic& warning(TextRange range, std::string message);
  void note(Diagnostic& to, TextRange range, std::string message);

  bool hasErrors() const { return errors_ != 0; }
  // There are more errors than the limit; they are counted, not kept, and looking for still more
  // is in vain.
  bool full() const { return errorLimit_ != 0 && errors_ > errorLimit_; }

  // By file (in order of addText), line and column. When errors were left out, the last one
  // says so.
  std::vector<Diagnostic> sorted() const;
  std::string toString() const;  // of all, sorted

 private:
  struct Text {
    std::shared_ptr<const std::string> text;
    std::vector<std::size_t> lineStarts;  // found at the first report
    unsigned order = 0;
  };

  Diagnostic make(Diagnostic::Severity severity, TextRange range, std::string message);
  std::string line(const std::string& file, unsigned number);

  unsigned errorLimit_;
  unsigned errors_ = 0;
  std::vector<Diagnostic> kept_;
  Diagnostic dropped_;  // where errors beyond the limit go
  std::map<std::string, Text> texts_;
};

// The candidate nearest to `name` by edit distance, when it is near enough to be a typing error.
class NearestName {
 public:
  explicit NearestName(std::string_view name);
  void consider(std::string_view candidate);
  // "; did you mean 'x'?" or nothing.
  std::string suggestion() const;

 private:
  std::string_view name_;
  std::size_t bestDistance_;
  std::string best_;
};

}  // namespace barricade
