// What the threads of a kernel may do, for the tests of restructurings: the lines of the accesses
// and assignments on each path, with `|` for a barrier.
//
// A path decides each condition once. Flags, which are set to constants, have their values, so that
// a thread goes on where its flag says. Loops are entered at most twice.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "analysis/test_kernel.h"
#include "ir/printer.h"

namespace barricade::test {

class Traces {
 public:
  Traces(const Program& program, const Procedure& kernel) : program_(program) {
    follow(*kernel.blocks.front(), {});
  }
  const std::set<std::string>& all() const { return traces_; }

 private:
  struct Path {
    std::map<const Variable*, bool> flags{};
    std::map<Expr, bool> decisions{};
    std::map<const Block*, unsigned> visits{};
    std::string trace{};
  };

  void follow(const Block& block, Path path) {
    if (++path.visits[&block] > 2) return;
    for (const Statement& statement : block.statements)
      if (!execute(statement, path)) return;
    if (block.successors.empty()) traces_.insert(path.trace);
    for (const Block* next : block.successors) follow(*next, path);
  }

  // False where the path does not go on.
  bool execute(const Statement& statement, Path& path) const {
    if (const Assume* assume = statement.as<Assume>(); assume && assume->partition)
      return decide(assume->condition, path);
    if (const Call* call = statement.as<Call>(); call && isBarrier(*call->callee))
      return add(path, "|");
    const Assign* assign = statement.as<Assign>();
    if (assign && assign->values.front()->op() == Op::BoolLiteral) {
      path.flags[assign->targets.front().variable] = assign->values.front()->isTrue();
      return true;
    }
    const SourceChain& chain = program_.sources.chain(statement.location);
    if (assign && isKnown(chain)) add(path, std::to_string(chain.front().line));
    return true;
  }

  static bool isBarrier(const Procedure& callee) {
    return callee.role == Procedure::Role::Barrier || callee.role == Procedure::Role::GridBarrier ||
           callee.role == Procedure::Role::Synchronization;
  }

  static bool add(Path& path, const std::string& step) {
    path.trace += (path.trace.empty() ? "" : " ") + step;
    return true;
  }

  // Of flags.
  static std::optional<bool> valueOf(Expr condition, const Path& path) {
    if (condition->op() == Op::Variable) {
      const auto flag = path.flags.find(condition->variable());
      return flag == path.flags.end() ? std::nullopt : std::optional(flag->second);
    }
    if (condition->op() == Op::Not) {
      const auto value = valueOf(condition->arg(0), path);
      return value ? std::optional(!*value) : std::nullopt;
    }
    if (condition->op() != Op::And) return std::nullopt;
    const auto a = valueOf(condition->arg(0), path);
    const auto b = valueOf(condition->arg(1), path);
    return a && b ? std::optional(*a && *b) : std::nullopt;
  }

  static bool decide(Expr condition, Path& path) {
    bool wanted = true;
    while (condition->op() == Op::Not) {
      condition = condition->arg(0);
      wanted = !wanted;
    }
    if (const auto known = valueOf(condition, path)) return *known == wanted;
    return path.decisions.try_emplace(condition, wanted).first->second == wanted;
  }

  const Program& program_;
  std::set<std::string> traces_;
};

// A kernel's text, parsed, with calls inlined, to be restructured.
struct Restructured {
  explicit Restructured(const std::string& body, const Launch& launch = {})
      : program(parse(kernelText(body, launch))), kernel(prepare(*program, {}).procedure) {}

  std::set<std::string> traces() const { return Traces(*program, *kernel).all(); }

  // The statement of a line; the last one where there are several.
  LocationId at(unsigned line) const {
    LocationId found = noLocation;
    for (const auto& block : kernel->blocks)
      for (const Statement& statement : block->statements) {
        const SourceChain& chain = program->sources.chain(statement.location);
        if (isKnown(chain) && chain.front().line == line) found = statement.location;
      }
    return found;
  }

  std::string text() const { return toString(*program); }

  std::unique_ptr<Program> program;
  Procedure* kernel;
};

}  // namespace barricade::test
