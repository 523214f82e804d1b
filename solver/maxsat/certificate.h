// Evidence of minimality that needs no trust in this program: the clauses, each with the witness
// that makes it necessary, and the costs, in a format that any MaxSAT solver reads.
#pragma once

#include <string>
#include <vector>

#include "solver/maxsat/weighted_cnf.h"

namespace barricade::sat {

struct CertificateText {
  std::string kernel;
  std::vector<std::string> variables;  // one per variable: what choosing it means
  std::vector<std::string> witnesses;  // one per clause: the race or divergence behind it
  double unitsPerOne = 1;              // of the weights (ScaledWeights)
};

// The problem as WCNF, in the format of the MaxSAT Evaluation since 2022: lines "c ..." are
// comments, "h <literals> 0" are hard clauses, "<weight> <literals> 0" are soft ones; literals
// count from 1. The optimum, the model that attains it and how to check both are in comments.
// Weights are the primary costs, so what is certified is that the primary cost of `model` is
// minimal. `model` must satisfy `problem`; whether it is a minimum is for the reader's solver to
// confirm.
std::string certificate(const WeightedCnf& problem, const Model& model,
                        const CertificateText& text);

}  // namespace barricade::sat
