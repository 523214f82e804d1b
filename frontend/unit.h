// What the parts of the front end share while one program is read: the program being built, its
// name spaces, the diagnostics, and the file of source locations.
#pragma once

#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "frontend/diagnostics.h"
#include "frontend/loc_file.h"
#include "frontend/syntax.h"
#include "ir/program.h"

namespace barricade {

// One name space. The names are views into the texts, which outlive it.
template <typename T>
class NameTable {
 public:
  struct Entry {
    T* item = nullptr;
    const TextToken* token = nullptr;  // of the declaration
  };

  explicit NameTable(std::string_view kind) : kind_(kind) {}

  std::string_view kind() const { return kind_; }  // "variable"
  T* find(std::string_view name) const {
    auto it = entries_.find(name);
    return it == entries_.end() ? nullptr : it->second.item;
  }
  // Of a declared name.
  const TextToken* token(std::string_view name) const { return entries_.find(name)->second.token; }
  // Reports a name that is declared already, with a note at its first declaration.
  bool declare(const TextToken& name, T* item, Diagnostics& diagnostics) {
    auto [it, added] = entries_.try_emplace(name.text(), Entry{item, &name});
    if (added) return true;
    Diagnostic& error = diagnostics.error(
        rangeOf(name), "duplicate " + std::string(kind_) + " '" + std::string(name.text()) + "'");
    diagnostics.note(error, rangeOf(*it->second.token), "first declared here");
    return false;
  }
  void consider(NearestName& nearest) const {
    for (const auto& entry : entries_) nearest.consider(entry.first);
  }

 private:
  std::string_view kind_;
  std::unordered_map<std::string_view, Entry> entries_;
};

struct Unit {
  Unit(Program& p, Diagnostics& d) : program(p), diagnostics(d) {}

  Program& program;
  Diagnostics& diagnostics;
  LocFile locations;

  NameTable<TypeSynonym> types{"type"};
  NameTable<Variable> variables{"variable"};
  NameTable<Function> functions{"function"};
  NameTable<Procedure> procedures{"procedure"};

  std::unordered_set<std::string> warnedAttributes;

  // So that one error does not cause others: declarations with errors of their own, whose uses
  // are not checked, and whether some declaration could not be read, so that names are missing.
  std::unordered_set<const void*> broken;
  bool namesMissing = false;

  bool isBroken(const void* declaration) const { return broken.contains(declaration); }

  void error(const TextToken& token, std::string message) {
    diagnostics.error(rangeOf(token), std::move(message));
  }
  void error(const antlr4::Token* token, std::string message) {
    error(textToken(token), std::move(message));
  }
  void unknownName(const TextToken& token, std::string message) {
    if (!namesMissing) error(token, std::move(message));
  }
  void error(const antlr4::ParserRuleContext* tree, std::string message) {
    diagnostics.error(rangeOf(textToken(tree->start), textToken(tree->stop)), std::move(message));
  }
};

inline std::string_view textOf(const antlr4::Token* token) {
  return textToken(token).text();
}

inline TextPosition positionOf(const antlr4::Token* token) {
  return {textToken(token).line(), textToken(token).column()};
}

}  // namespace barricade
