// Writes WCNF (https://maxsat-evaluations.github.io/2022/rules.html#input). Costs of true variables
// become soft clauses with the negated variable; a negative cost is a soft clause with the variable
// itself, and a constant that is told in a comment since WCNF has no offset. Weights of zero are
// left out, the format wants at least 1.
#include "solver/maxsat/certificate.h"

#include <cassert>
#include <locale>
#include <sstream>
#include <string_view>

namespace barricade::sat {

namespace {

// Every line of `text` as a comment, so that no witness can pass for a clause.
void comment(std::ostream& out, std::string_view text) {
  while (true) {
    std::size_t end = text.find_first_of("\r\n");
    out << "c " << text.substr(0, end) << '\n';
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

std::string certificate(const WeightedCnf& problem, const Model& model,
                        const CertificateText& text) {
  assert(text.variables.size() == problem.costs.size());
  assert(text.witnesses.size() == problem.clauses.size());
  assert(satisfies(model, problem));
  std::int64_t violated = 0;  // weight of the soft clauses that the model violates
  std::int64_t offset = 0;
  std::string values;
  for (std::size_t v = 0; v < problem.costs.size(); ++v) {
    std::int64_t cost = problem.costs[v].primary;
    if (model[v] ? cost > 0 : cost < 0) violated += cost > 0 ? cost : -cost;
    if (cost < 0) offset += cost;
    values += model[v] ? '1' : '0';
  }

  std::ostringstream out;
  out.imbue(std::locale::classic());
  comment(out, "Barricade: certificate of a minimum-cost barrier placement");
  comment(out, "kernel: " + text.kernel);
  comment(out, "");
  comment(
      out,
      "Every hard clause is necessary in any correct placement, for the reason in the comment\n"
      "above it. A soft clause is violated by paying for its barrier. To check that the placement\n"
      "is minimal, solve this file with any MaxSAT solver and compare the optimum. To check that\n"
      "it is correct, verify the repaired kernel.\n");
  out << "c format: WCNF of the MaxSAT Evaluation since 2022 (h = hard, else weight first)\n";
  out << "c units per weight 1: " << text.unitsPerOne << '\n';
  if (offset != 0) out << "c constant to be added to the optimum: " << offset << '\n';
  comment(out, "the lines o (optimum) and v (model) as a MaxSAT solver prints them:");
  out << "c o " << violated << '\n';
  out << "c v " << values << '\n';
  for (std::size_t v = 0; v < problem.costs.size(); ++v) {
    comment(out, "variable " + std::to_string(v + 1) + ": " + text.variables[v]);
  }
  for (std::size_t c = 0; c < problem.clauses.size(); ++c) {
    comment(out, "clause " + std::to_string(c + 1) + ": " + text.witnesses[c]);
    out << 'h';
    for (Literal literal : problem.clauses[c]) {
      out << ' ' << (literal.positive ? "" : "-") << literal.variable + 1;
    }
    out << " 0\n";
  }
  for (std::size_t v = 0; v < problem.costs.size(); ++v) {
    std::int64_t cost = problem.costs[v].primary;
    if (cost > 0) out << cost << " -" << v + 1 << " 0\n";
    if (cost < 0) out << -cost << ' ' << v + 1 << " 0\n";
  }
  return out.str();
}

}  // namespace barricade::sat
