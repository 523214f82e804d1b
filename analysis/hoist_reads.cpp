#include "analysis/hoist_reads.h"

#include <unordered_map>

#include "analysis/kernel.h"

namespace barricade {
namespace {

class ReadHoister {
 public:
  ReadHoister(Program& program, Procedure& procedure) : program_(program), procedure_(procedure) {}

  void run() {
    for (const auto& block : procedure_.blocks) {
      for (std::size_t i = 0; i < block->statements.size(); ++i) {
        Call* call = block->statements[i].as<Call>();
        if (!call || call->callee->statesBarrierInvariant()) continue;
        begin(block->statements[i].location);
        for (Expr& arg : call->args) replace(arg);
        if (call->atomic)
          for (Expr& operand : call->atomic->args) replace(operand);
        const auto at = block->statements.begin() + static_cast<std::ptrdiff_t>(i);
        block->statements.insert(at, added_.begin(), added_.end());
        i += added_.size();
      }
      // Guards of all paths on are evaluated once, at the end of the block.
      begin(block->statements.empty() ? block->location : block->statements.back().location);
      for (Block* successor : block->successors)
        for (Statement& statement : successor->statements)
          if (Assume* assume = statement.as<Assume>(); assume && assume->partition)
            replace(assume->condition);
      block->statements.insert(block->statements.end(), added_.begin(), added_.end());
    }
  }

 private:
  void begin(LocationId location) {
    location_ = location;
    added_.clear();
    temporaries_.clear();
  }

  void replace(Expr& e) {
    std::vector<Expr> reads;
    collectReads(e, reads);
    for (Expr read : reads) {
      if (temporaries_.contains(read)) continue;
      Variable* temporary = program_.newVariable();
      temporary->name = "$read." + std::to_string(count_++);
      temporary->kind = Variable::Kind::Local;
      temporary->type = read->type();
      procedure_.locals.push_back(temporary);
      std::unordered_map<Expr, Expr> memo;
      Statement statement;
      statement.node =
          Assign{{{temporary, {}}}, {substitute(program_.pool(), read, temporaries_, memo)}};
      statement.location = location_;
      added_.push_back(std::move(statement));
      temporaries_[read] = program_.pool().variable(temporary);
    }
    std::unordered_map<Expr, Expr> memo;
    e = substitute(program_.pool(), e, temporaries_, memo);
  }

  Program& program_;
  Procedure& procedure_;
  LocationId location_ = noLocation;
  std::vector<Statement> added_;
  std::unordered_map<Expr, Expr> temporaries_;
  unsigned count_ = 0;
};

}  // namespace

void hoistReads(Program& program, Procedure& procedure) {
  ReadHoister(program, procedure).run();
}

}  // namespace barricade
