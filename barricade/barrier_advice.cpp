// Each change is made in the text of the program: a call of a barrier is dropped or replaced, an
// atomic operation gets a scope. The text is read and verified like any other. Calls at one place
// of the source (of unrolled loops and inlined functions) change together.
#include "barricade/barrier_advice.h"

#include <algorithm>
#include <map>
#include <set>

#include "frontend/frontend.h"
#include "ir/printer.h"
#include "verifier/verify.h"

namespace barricade {
namespace {

constexpr double secondsOfAProof = 20;
constexpr std::string_view warpBarrier =
    "\nprocedure {:barrier} {:scope \"warp\"} $barricade.warp($lanes : bv32);\n";

// Where statements of one place of the source begin in the text, the last one first.
using Places = std::map<SourceChain, std::set<std::size_t, std::greater<>>>;

std::vector<const Procedure*> calledFrom(const Procedure& kernel) {
  std::vector<const Procedure*> reached{&kernel};
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (const auto& block : reached[i]->blocks)
      for (const Statement& statement : block->statements)
        if (const Call* call = statement.as<Call>();
            call && call->callee->hasBody() && !std::ranges::count(reached, call->callee))
          reached.push_back(call->callee);
  return reached;
}

bool isPlainBarrier(const Call& call) {
  const auto& what = call.callee->synchronization;
  return what && what->primitive == SyncPrimitive::Barrier && what->scope == Scope::Block &&
         what->arrives && what->waits && !what->reduction;
}

bool isWideAtomic(const Call& call) {
  return call.atomic && call.atomic->scope == Scope::Device &&
         call.args[0]->variable()->array->space == AddressSpace::Global;
}

class BarrierAdviser {
 public:
  BarrierAdviser(const Program& program, const Procedure& kernel, const Settings& settings)
      : text_(toString(program)), name_(kernel.name), options_(settings.verify) {
    options_.kernel = kernel.name;
    if (options_.timeout == 0) options_.timeout = secondsOfAProof;
    options_.errorLimit = 1;
    for (std::size_t at = 0; at != std::string::npos; at = text_.find('\n', at))
      lines_.push_back(lines_.empty() ? at : ++at);
  }

  BarrierAdvice run() {
    Diagnostics diagnostics;
    program_ = parseProgram({"kernel.gbpl", text_}, {}, std::nullopt, diagnostics);
    const Procedure* kernel = program_ ? findKernel() : nullptr;
    if (!kernel || !isVerified(text_)) {
      result_.notes.emplace_back(
          "barriers were not looked at, as the kernel is not verified as it stands");
      return std::move(result_);
    }
    const Places barriers = find(*kernel, isPlainBarrier);
    for (const auto& [place, starts] : barriers) adviseOnBarrier(place, starts);
    for (const auto& [place, starts] : find(*kernel, isWideAtomic)) adviseOnScope(place, starts);
    return std::move(result_);
  }

 private:
  const Procedure* findKernel() const {
    for (const Procedure* procedure : program_->procedures())
      if (procedure->name == name_) return procedure;
    return nullptr;
  }

  Places find(const Procedure& kernel, bool (*wanted)(const Call&)) const {
    Places places;
    for (const Procedure* procedure : calledFrom(kernel))
      for (const auto& block : procedure->blocks)
        for (const Statement& statement : block->statements)
          if (const Call* call = statement.as<Call>(); call && wanted(*call))
            places[placeOf(statement)].insert(lines_[statement.text.line - 1] +
                                              statement.text.column - 1);
    return places;
  }

  SourceChain placeOf(const Statement& statement) const {
    const SourceChain& chain = program_->sources.chain(statement.location);
    if (isKnown(chain)) return chain;
    return {{program_->fileName, "", statement.text.line, statement.text.column}};
  }

  bool isVerified(const std::string& text) const {
    Diagnostics diagnostics;
    const auto program = parseProgram({"kernel.gbpl", text}, {}, std::nullopt, diagnostics);
    return program && verify(*program, options_).verdict == Verdict::Verified;
  }

  // The text with another one in place of the statements; they end at the next semicolon.
  std::string replaced(const std::set<std::size_t, std::greater<>>& starts,
                       std::string_view by) const {
    std::string text = text_;
    for (std::size_t start : starts) text.replace(start, text.find(';', start) + 1 - start, by);
    return text;
  }

  void adviseOnBarrier(const SourceChain& place,
                       const std::set<std::size_t, std::greater<>>& starts) {
    if (isVerified(replaced(starts, "")))
      add(AdviceKind::RedundantBarrier, place);
    else if (isVerified(replaced(starts, "call $barricade.warp(4294967295bv32);") +
                        std::string(warpBarrier)))
      add(AdviceKind::WeakerBarrier, place);
  }

  void adviseOnScope(const SourceChain& place,
                     const std::set<std::size_t, std::greater<>>& starts) {
    std::string text = text_;
    constexpr std::string_view call = "call";
    for (std::size_t start : starts) text.insert(start + call.size(), " {:scope \"block\"}");
    if (isVerified(text)) add(AdviceKind::NarrowerScope, place);
  }

  void add(AdviceKind kind, const SourceChain& place) {
    Advice advice;
    advice.kind = kind;
    advice.place = place;
    result_.advice.push_back(std::move(advice));
  }

  const std::string text_;
  const std::string name_;
  VerifyOptions options_;
  std::vector<std::size_t> lines_;  // where each line of the text begins
  std::unique_ptr<Program> program_;
  BarrierAdvice result_;
};

}  // namespace

BarrierAdvice adviseOnBarriers(const Program& program, const Procedure& kernel,
                               const Settings& settings) {
  return BarrierAdviser(program, kernel, settings).run();
}

}  // namespace barricade
