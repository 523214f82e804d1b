#include "postcondition/postcondition.h"

#include <algorithm>
#include <set>

#include "analysis/signals.h"
#include "ir/semantics.h"
#include "ir/uses.h"
#include "ir/walk.h"
#include "postcondition/coverage.h"
#include "verifier/verify.h"

namespace barricade {
namespace {

constexpr double secondsOfAssertion = 20;

class Prover {
 public:
  Prover(Program& program, const Procedure& kernel, const VerifyOptions& options)
      : program_(program),
        kernel_(kernel),
        options_(options),
        terms_(program),
        flow_(kernel),
        launch_(findLaunchFacts(terms_, options, &kernel)),
        fixed_(fixedParameters(terms_, kernel, launch_, options.kernelArgs)),
        unfollowed_(orderBeyondBarriers(kernel)) {
    options_.timeout =
        options.timeout > 0 ? std::min(options.timeout, secondsOfAssertion) : secondsOfAssertion;
  }

  PostconditionProof prove(const LaunchPostcondition& ensured) {
    PostconditionProof proof;
    proof.ensured = ensured;
    auto watched = watchElement(program_, kernel_, ensured);
    if (const auto* reason = std::get_if<std::string>(&watched)) {
      proof.open = *reason;
      return proof;
    }
    proof.open = unfollowed_;
    const WatchedElement& element = std::get<WatchedElement>(watched);
    const std::string name = element.array->array->sourceName;
    const bool kept = holds(withLastWriteAsserted(program_, kernel_, element), proof);
    if (!kept && proof.open.empty())
      proof.open =
          "that what a thread writes last to an element of " + name + " satisfies it is not shown";
    if (!isCovered(element, proof) && proof.open.empty())
      proof.open = "that each element of " + name + " is written is not shown";
    return proof;
  }

 private:
  bool holds(std::unique_ptr<Procedure> copy, PostconditionProof& proof) {
    const VerificationResult result = verifyAlone(program_, *copy, options_);
    for (const Finding& finding : result.findings) {
      Witness witness = finding.witness;
      std::erase_if(witness.parameters, [&](const auto& value) {
        return std::ranges::find(kernel_.parameters, value.first) == kernel_.parameters.end();
      });
      witness.threadIds = {};
      proof.witnesses.push_back(std::move(witness));
    }
    return result.verdict == Verdict::Verified;
  }

  bool isCovered(const WatchedElement& element, PostconditionProof& proof) {
    if (saysOfThreads()) return false;
    IndexForms forms(program_, kernel_, flow_, launch_, fixed_, element.ensured.isSigned);
    const auto target = forms.guess(element.element, kernel_.entry()->index);
    if (!target) return false;
    std::vector<std::pair<LinearForm, Writer>> writers = writersOf(element, *target, forms);
    const auto domain = domainOf(element, forms);
    auto covered = [&] {
      std::vector<LinearForm> reached;
      for (const auto& [form, writer] : writers) reached.push_back(form);
      return coverageOf(forms, domain, reached);
    };
    const Coverage first = covered();
    if (!first.isWhole) {
      addMissing(first, proof);
      return false;
    }
    const auto all = writers.size();
    std::erase_if(writers, [&](const auto& writer) {
      return !holds(withWriterAsserted(program_, kernel_, element, writer.second), proof);
    });
    return writers.size() == all || covered().isWhole;
  }

  // Axioms and preconditions may leave out threads.
  bool saysOfThreads() const {
    auto ofThread = [](Expr condition) {
      bool found = false;
      forEachVariable(condition, [&](const Variable* v) { found = found || v->isThreadId(); });
      return found;
    };
    return std::ranges::any_of(program_.axioms(),
                               [&](const Axiom* axiom) { return ofThread(axiom->condition); }) ||
           std::ranges::any_of(kernel_.specifications, [&](const Specification& s) {
             return s.kind == Specification::Kind::Requires && ofThread(s.condition);
           });
  }

  std::vector<std::pair<LinearForm, Writer>> writersOf(const WatchedElement& element,
                                                       const LinearForm& target,
                                                       IndexForms& forms) {
    std::vector<std::pair<LinearForm, Writer>> writers;
    for (const auto& block : kernel_.blocks)
      for (const Statement& statement : block->statements) {
        const Assign* assign = statement.as<Assign>();
        if (!assign || !flow_.reachable(block->index)) continue;
        for (const Target& written : assign->targets) {
          if (written.variable != element.array) continue;
          const auto form = forms.guess(written.indices.front(), block->index);
          if (!form) continue;
          const LinearForm zero = difference(*form, target);
          if (std::ranges::any_of(writers, [&](const auto& w) { return w.first == zero; }))
            continue;
          writers.emplace_back(zero, writerOf(zero, block->index, forms));
        }
      }
    return writers;
  }

  Writer writerOf(const LinearForm& zero, unsigned block, const IndexForms& forms) {
    ExprPool& pool = program_.pool();
    Writer writer;
    writer.relation = relationOf(pool, forms, zero);
    forEachVariable(writer.relation, [&](const Variable* v) {
      for (UnknownId id = 0; id < forms.size(); ++id)
        if ((forms[id].kind == IndexUnknown::Kind::Count ||
             forms[id].kind == IndexUnknown::Kind::Quotient) &&
            forms[id].term->variable() == v)
          writer.chosen.push_back(const_cast<Variable*>(v));
    });
    for (int l = flow_.innermostLoop(block); l >= 0;) {
      const Loop& loop = flow_.loops()[static_cast<unsigned>(l)];
      LoopCount count{loop.index, pool.bitVector(0, 32)};
      for (UnknownId id = 0; id < forms.size(); ++id)
        if (forms[id].loop == loop.index &&
            std::ranges::find(writer.chosen, forms[id].term->variable()) != writer.chosen.end())
          count.count = forms[id].term;
      writer.counts.push_back(count);
      l = loop.parent;
    }
    std::ranges::reverse(writer.counts);
    return writer;
  }

  // The range, and what preconditions and axioms say of what is given.
  std::vector<IndexConstraint> domainOf(const WatchedElement& element, IndexForms& forms) {
    std::vector<IndexConstraint> domain;
    addConstraints(element.range, forms, domain);
    for (const Specification& spec : kernel_.specifications)
      if (spec.kind == Specification::Kind::Requires && !spec.procedureWide)
        addConstraints(spec.condition, forms, domain);
    for (const Expr axiom : launch_.axioms) addConstraints(axiom, forms, domain);
    return domain;
  }

  // What is left out makes the domain larger.
  void addConstraints(Expr e, IndexForms& forms, std::vector<IndexConstraint>& domain) {
    if (e->op() == Op::And) {
      for (Expr arg : e->args()) addConstraints(arg, forms, domain);
      return;
    }
    const bool isSigned = e->op() == Op::BvSlt || e->op() == Op::BvSle || e->op() == Op::BvSgt ||
                          e->op() == Op::BvSge;
    const bool isUnsigned = e->op() == Op::BvUlt || e->op() == Op::BvUle || e->op() == Op::BvUgt ||
                            e->op() == Op::BvUge;
    if (forms.isSigned() && isUnsigned) return addUnsigned(e, forms, domain);
    const bool isEquation = e->op() == Op::Equal && e->arg(0)->type()->isBitVector();
    if (!isEquation && !(forms.isSigned() ? isSigned : isUnsigned)) return;
    if (anyNode(e, [](Expr part) { return part->op() == Op::Select; })) return;
    const LinearForm a = forms.exact(e->arg(0)), b = forms.exact(e->arg(1));
    switch (e->op()) {
      case Op::BvSlt:
      case Op::BvUlt: domain.push_back({shifted(difference(b, a), -1), false}); break;
      case Op::BvSle:
      case Op::BvUle: domain.push_back({difference(b, a), false}); break;
      case Op::BvSgt:
      case Op::BvUgt: domain.push_back({shifted(difference(a, b), -1), false}); break;
      case Op::BvSge:
      case Op::BvUge: domain.push_back({difference(a, b), false}); break;
      default: domain.push_back({difference(a, b), true}); break;
    }
  }

  // What is at most a number without its sign bit, unsigned, is not negative either.
  void addUnsigned(Expr e, IndexForms& forms, std::vector<IndexConstraint>& domain) {
    const bool isLess = e->op() == Op::BvUlt || e->op() == Op::BvUle;
    const bool isStrict = e->op() == Op::BvUlt || e->op() == Op::BvUgt;
    const Expr high = e->arg(isLess ? 1 : 0);
    if (high->op() != Op::BvLiteral || toSigned(high->value(), high->type()->width()) < 0) return;
    const LinearForm low = forms.exact(e->arg(isLess ? 0 : 1));
    domain.push_back({low, false});
    domain.push_back({shifted(difference(forms.exact(high), low), isStrict ? -1 : 0), false});
  }

  void addMissing(const Coverage& coverage, PostconditionProof& proof) const {
    Witness witness;
    for (const auto& [term, value] : coverage.missing) {
      if (term->op() != Op::Variable) continue;
      const Variable* v = term->variable();
      const BigInt bits = value < 0 ? BigInt(value + (BigInt(1) << term->type()->width())) : value;
      if (v->kind == Variable::Kind::Constant)
        witness.constants[v] = bits;
      else if (std::ranges::find(kernel_.parameters, v) != kernel_.parameters.end())
        witness.parameters[v] = bits;
    }
    if (!coverage.missing.empty()) proof.witnesses.push_back(std::move(witness));
  }

  Program& program_;
  const Procedure& kernel_;
  VerifyOptions options_;
  Terms terms_;
  ControlFlow flow_;
  LaunchFacts launch_;
  FixedParameters fixed_;
  std::string unfollowed_;
};

}  // namespace

std::vector<PostconditionProof> provePostconditions(Program& program, const Procedure& kernel,
                                                    const VerifyOptions& options) {
  std::vector<PostconditionProof> proofs;
  for (const Specification& specification : kernel.specifications) {
    if (!isLaunchPostcondition(specification) || specification.free) continue;
    const auto read = readLaunchPostcondition(program.pool(), specification);
    if (const auto* ensured = std::get_if<LaunchPostcondition>(&read))
      proofs.push_back(Prover(program, kernel, options).prove(*ensured));
  }
  return proofs;
}

}  // namespace barricade
