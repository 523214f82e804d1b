// The Boolean structure of terms for a SAT solver, with comparisons as atoms; and paths: what of a
// model is needed for the terms to hold.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "solver/index/linear_form.h"
#include "solver/smt/circuit.h"

namespace barricade {

// What has to hold, with the choices that are made on the way.
struct SkeletonPath {
  std::vector<Expr> atoms;         // comparisons of bit vectors, in the order of their ids
  std::vector<LinearForm> forms;   // are at least 0
  std::vector<Expr> applications;  // of functions, arguments first
  std::vector<Expr> choices;       // truth values of which no atom tells: variables, quantifiers
};

// What of `conditions`, all of which hold, makes them hold where `holds` decides conditions.
SkeletonPath pathThrough(ExprPool& pool, std::span<const Expr> conditions,
                         const std::function<bool(Expr)>& holds);

class Skeleton {
 public:
  using Literal = Circuit::Literal;

  explicit Skeleton(ExprPool& pool) : pool_(pool) {}

  CaDiCaL::Solver& solver() { return circuit_.solver(); }

  // Of a condition.
  Literal literal(Expr condition);
  // That the form is at least 0.
  Literal literal(const LinearForm& form);
  void addClause(std::span<const Literal> clause);
  // A clause that a path has to take care of as far as it is about what it contains.
  void addLemma(std::vector<Literal> clause);

  // Whether there are conditions outside what atoms can say (quantifiers, unbounded integers).
  bool hasOpaque() const { return opaque_; }

  // As that of the SAT solver: 10 satisfiable, 20 unsatisfiable.
  int solve(std::span<const Literal> assumptions);
  // In the last model, also after clauses have been added.
  bool holds(Literal literal) const;
  bool holds(Expr condition) { return holds(literal(condition)); }
  SkeletonPath path(std::span<const Expr> conditions);
  // Forms that the lemmas about what `concerns` says need beside `path`.
  template <typename Concerns>
  void addLemmaForms(SkeletonPath& path, const Concerns& concerns);

 private:
  Literal encode(Expr condition);

  ExprPool& pool_;
  Circuit circuit_;
  std::unordered_map<Expr, Literal> literals_;
  std::unordered_set<Expr> words_;  // visited
  std::map<LinearForm, Literal> forms_;
  std::unordered_map<Literal, LinearForm> formOf_;  // under either sign
  std::vector<std::vector<Literal>> lemmas_;
  bool opaque_ = false;
  std::vector<bool> model_;  // by variable
};

template <typename Concerns>
void Skeleton::addLemmaForms(SkeletonPath& path, const Concerns& concerns) {
  std::unordered_set<Literal> chosen;
  for (const std::vector<Literal>& lemma : lemmas_) {
    Literal first = 0;
    bool done = false;
    for (Literal literal : lemma) {
      if (!holds(literal)) {
        if (auto it = formOf_.find(literal); it != formOf_.end())
          done = done || !concerns(it->second);
        continue;
      }
      const bool isForm = formOf_.contains(literal);
      done = done || !isForm || chosen.contains(literal) || !concerns(formOf_.at(literal));
      if (first == 0) first = literal;
    }
    if (done || first == 0) continue;
    chosen.insert(first);
    path.forms.push_back(formOf_.at(first));
  }
}

}  // namespace barricade
