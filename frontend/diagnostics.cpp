#include "frontend/diagnostics.h"

#include <algorithm>
#include <numeric>

namespace barricade {

//--- Printing -------------------------------------------------------------------------------

namespace {

constexpr std::size_t maximalSnippet = 160;

std::string_view severityName(Diagnostic::Severity severity) {
  switch (severity) {
    case Diagnostic::Severity::Error: return "error";
    case Diagnostic::Severity::Warning: return "warning";
    case Diagnostic::Severity::Note: return "note";
  }
  return {};
}

// The line and the caret below it; a long line is cut to a window around the caret.
std::string snippetWithCaret(const std::string& line, unsigned column, unsigned length) {
  if (column == 0 || column > line.size() + 1) return {};
  std::size_t first = 0;
  if (line.size() > maximalSnippet && column > maximalSnippet / 2)
    first = column - maximalSnippet / 2;
  const std::string shown = line.substr(first, maximalSnippet);
  const std::size_t caret = column - 1 - first;
  const std::size_t room = shown.size() > caret ? shown.size() - caret : 1;
  std::string text = "  " + shown + "\n  ";
  for (std::size_t i = 0; i < caret; ++i) text += shown[i] == '\t' ? '\t' : ' ';
  text += '^';
  text.append(std::clamp<std::size_t>(length, 1, room) - 1, '~');
  return text + "\n";
}

}  // namespace

std::string Diagnostic::toString() const {
  std::string text = range.file;
  if (range.line != 0) {
    text += ":" + std::to_string(range.line);
    if (range.column != 0) text += ":" + std::to_string(range.column);
  }
  if (!text.empty()) text += ": ";
  text += std::string(severityName(severity)) + ": " + message + "\n";
  if (!snippet.empty()) text += snippetWithCaret(snippet, range.column, range.length);
  for (const Diagnostic& note : notes) text += note.toString();
  return text;
}

//--- Collecting -----------------------------------------------------------------------------

void Diagnostics::addText(const std::string& file, std::shared_ptr<const std::string> text) {
  const auto order = static_cast<unsigned>(texts_.size());
  texts_.try_emplace(file, Text{std::move(text), {}, order});
}

std::string Diagnostics::line(const std::string& file, unsigned number) {
  auto it = texts_.find(file);
  if (it == texts_.end() || number == 0) return {};
  Text& entry = it->second;
  const std::string& text = *entry.text;
  if (entry.lineStarts.empty()) {
    entry.lineStarts.push_back(0);
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') entry.lineStarts.push_back(i + 1);
  }
  if (number > entry.lineStarts.size()) return {};
  const std::size_t start = entry.lineStarts[number - 1];
  std::size_t end = std::min(text.find('\n', start), text.size());
  if (end > start && text[end - 1] == '\r') --end;
  // Control characters (but tabs, which keep the caret in its place) would garble a terminal.
  std::string result = text.substr(start, end - start);
  for (char& c : result)
    if (static_cast<unsigned char>(c) < 0x20 && c != '\t') c = '?';
  return result;
}

Diagnostic Diagnostics::make(Diagnostic::Severity severity, TextRange range, std::string message) {
  std::string snippet = line(range.file, range.line);
  return {severity, std::move(range), std::move(message), std::move(snippet), {}};
}

Diagnostic& Diagnostics::error(TextRange range, std::string message) {
  ++errors_;
  const bool keep = !full();
  if (!keep) return dropped_ = {};
  kept_.push_back(make(Diagnostic::Severity::Error, std::move(range), std::move(message)));
  return kept_.back();
}

Diagnostic& Diagnostics::warning(TextRange range, std::string message) {
  kept_.push_back(make(Diagnostic::Severity::Warning, std::move(range), std::move(message)));
  return kept_.back();
}

void Diagnostics::note(Diagnostic& to, TextRange range, std::string message) {
  if (&to == &dropped_) return;
  to.notes.push_back(make(Diagnostic::Severity::Note, std::move(range), std::move(message)));
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  auto key = [&](const Diagnostic& d) {
    auto it = texts_.find(d.range.file);
    const unsigned order = it == texts_.end() ? ~0u : it->second.order;
    return std::tuple(order, std::string_view(d.range.file), d.range.line, d.range.column);
  };
  std::vector<Diagnostic> result = kept_;
  std::stable_sort(result.begin(), result.end(),
                   [&](const Diagnostic& a, const Diagnostic& b) { return key(a) < key(b); });
  if (full()) {
    Diagnostic last;
    last.message = "too many errors; only the first " + std::to_string(errorLimit_) + " are shown";
    result.push_back(std::move(last));
  }
  return result;
}

std::string Diagnostics::toString() const {
  std::string text;
  for (const Diagnostic& diagnostic : sorted()) text += diagnostic.toString();
  return text;
}

//--- Suggestions ----------------------------------------------------------------------------

namespace {

// Levenshtein distance with transpositions of neighbours.
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

NearestName::NearestName(std::string_view name)
    : name_(name), bestDistance_(std::max<std::size_t>(2, name.size() / 3 + 1)) {}

void NearestName::consider(std::string_view candidate) {
  const std::size_t difference = candidate.size() > name_.size() ? candidate.size() - name_.size()
                                                                 : name_.size() - candidate.size();
  if (difference >= bestDistance_ || name_.size() < 2 || name_.size() > 200) return;
  const std::size_t distance = editDistance(name_, candidate);
  if (distance < bestDistance_ || (distance == bestDistance_ && candidate < best_)) {
    bestDistance_ = distance;
    best_ = candidate;
  }
}

std::string NearestName::suggestion() const {
  return best_.empty() ? std::string() : "; did you mean '" + best_ + "'?";
}

}  // namespace barricade
