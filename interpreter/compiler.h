// The compiler from the IR to bytecode, as the state its parts share: one object compiles the
// kernel and every procedure that is reachable from it. One method for each form of the IR.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <unordered_map>

#include "interpreter/bytecode.h"
#include "interpreter/evaluate.h"
#include "ir/cfg.h"

namespace barricade {

class Compiler {
 public:
  Compiler(const Program& program, const std::map<const Variable*, BigInt>& values, Telling telling)
      : program_(program), values_(values), telling_(telling) {}

  CompiledProgram compile(const Procedure& kernel);

 private:
  using Environment = std::unordered_map<const Variable*, std::uint32_t>;
  static constexpr std::uint32_t nowhere = ~0u;

  // What belongs to the procedure being compiled.
  struct Frame {
    const Procedure* procedure = nullptr;
    std::uint32_t index = 0;
    std::unique_ptr<ControlFlow> flow;
    std::vector<std::uint64_t> image;
    std::vector<ThreadConstant> threadConstants;
    Environment variables;
    std::map<std::pair<BigInt, unsigned>, std::uint32_t> constants;  // by value and limbs
    std::vector<std::uint32_t> loopCounters;
    std::uint32_t firstLoop = 0;  // CompiledProgram::loops
    std::vector<std::uint32_t> freeTemporaries;
    std::vector<std::uint32_t> usedTemporaries;
    std::vector<std::uint32_t> blockStarts;
    std::vector<std::pair<std::size_t, unsigned>> jumpsToBlocks;  // instruction, block
  };

  // compile_expression.cpp
  std::uint32_t expression(Expr e, std::uint32_t target = nowhere);
  std::uint32_t compute(Expr e, std::uint32_t target);
  std::uint32_t application(Expr e, std::uint32_t target);
  std::uint32_t select(Expr e, std::uint32_t target);
  std::uint32_t lazyConditional(Expr e, std::uint32_t target);
  std::uint32_t wide(Expr e, std::uint32_t target);
  std::uint32_t narrow(Expr e, std::uint32_t target);
  std::uint32_t variable(const Variable* variable);
  std::uint32_t constant(const BigInt& value, unsigned limbs);
  std::uint32_t quietly(Expr e);  // reads are no accesses of the thread
  bool readsMemory(Expr e);

  // compile_statement.cpp
  void statement(const Statement& statement);
  void assign(const Assign& assign);
  void store(const Target& target, std::uint32_t index, std::uint32_t value);
  void copyArray(const Variable* target, Expr source);
  void check(Expr condition, FindingKind kind, LocationId location, TextPosition text);
  void assume(const Assume& assume);
  void call(const Call& call);
  void barrierInvariant(const Call& call);
  void callBody(const Call& call);
  void callUnknown(const Call& call);
  void chooseResults(const Procedure& callee, const Call& call);
  bool leadingZeros(const Call& call);
  void atomic(const Call& call);
  void asyncCopy(const Call& call);
  void synchronize(const Call& call);
  void arbitrary(const Variable* target);
  void traceAssignment(const Variable* variable);

  // compile_procedure.cpp
  void procedure(std::uint32_t index);
  void block(const Block& block);
  void transfer(const Block& block);
  void tellBranch(std::uint32_t condition, const Block& target);
  void leave();
  void goAnywhere(const Block& from, const std::vector<const Block*>& targets);
  void edge(const Block& from, const Block& to);
  std::optional<std::size_t> guardIndex(const Block& block) const;
  bool guardCheckedBefore(const Block& block) const;
  std::uint32_t procedureIndex(const Procedure& procedure);
  void skipped(const std::string& what);

  // Registers and instructions.
  std::uint32_t allocate(unsigned limbs);
  std::uint32_t temporary(unsigned limbs);
  void releaseTemporaries();
  std::size_t emit(Instruction instruction);
  std::uint32_t address() const { return static_cast<std::uint32_t>(result_.code.size()); }
  std::uint32_t site(const Array* array = nullptr);
  std::uint32_t arrayIndex(const Variable* variable);
  [[noreturn]] void unsupported(const std::string& what) const;

  const Program& program_;
  const std::map<const Variable*, BigInt>& values_;
  Telling telling_;
  CompiledProgram result_;
  std::unordered_map<const Variable*, std::uint32_t> arrays_;
  std::unordered_map<const Procedure*, std::uint32_t> procedures_;
  Frame frame_;
  const Block* block_ = nullptr;
  LocationId location_ = noLocation;  // of the statement being compiled
  TextPosition text_;
  bool quiet_ = false;
  std::unordered_map<Expr, std::uint32_t> memo_;  // of one statement
  std::vector<const Environment*> environments_;  // of inline functions being expanded
  std::vector<Environment> modelled_;             // parameters of bodiless procedures being called
  std::unordered_map<Expr, bool> readsMemory_;
  std::set<std::string> skipped_;
  std::uint32_t statementSite_ = nowhere;
};

inline unsigned limbsOf(Type type) {
  return type->isBitVector() && type->width() > 64 ? (type->width() + 63) / 64 : 1;
}

}  // namespace barricade
