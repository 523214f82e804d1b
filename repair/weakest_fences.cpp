#include "repair/weakest_fences.h"

#include <algorithm>

#include "ir/synchronization.h"
#include "repair/quiet_options.h"
#include "restructure/body.h"
#include "verifier/verify.h"

namespace barricade {
namespace {

struct Fences {
  bool local = true;
  bool global = true;
};

class FenceWeakener {
 public:
  FenceWeakener(Program& program, Procedure& kernel, const VerifyOptions& options,
                const Deadline& deadline)
      : program_(program),
        kernel_(kernel),
        options_(quietly(options)),
        deadline_(deadline),
        verified_(kernel) {}

  // All edits of one kind first: most repairs order one kind of memory only.
  void run(const std::vector<RepairEdit*>& edits) {
    for (const Fences fences : {Fences{true, false}, Fences{false, true}})
      if (tryFor(edits, fences)) return;
    if (edits.size() == 1) return;
    for (RepairEdit* edit : edits)
      for (const Fences fences : {Fences{true, false}, Fences{false, true}})
        if (tryFor({edit}, fences)) break;
  }

 private:
  // Whether the kernel verifies with these fences; else it stays as it was.
  bool tryFor(const std::vector<RepairEdit*>& edits, Fences fences) {
    if (deadline_.passed()) return false;
    for (const RepairEdit* edit : edits) setFences(edit->location.front(), fences);
    VerifyOptions options = options_;
    options.timeout = deadline_.slice(0);
    if (verifyProcedure(program_, kernel_, options).verdict != Verdict::Verified) {
      verified_.restore(kernel_);
      return false;
    }
    verified_ = Body(kernel_);
    for (RepairEdit* edit : edits) {
      edit->fencesLocal = fences.local;
      edit->fencesGlobal = fences.global;
    }
    return true;
  }

  // Of all copies where a function was inlined several times.
  void setFences(const SourcePosition& position, Fences fences) {
    for (auto& block : kernel_.blocks)
      for (Statement& statement : block->statements) {
        Call* call = statement.as<Call>();
        if (!call || call->callee->role != Procedure::Role::Barrier) continue;
        const SourceChain location = program_.sources.chain(statement.location);
        if (!isKnown(location) || location.front() != position) continue;
        setFence(*call, SyncParameter::LocalFence, fences.local);
        setFence(*call, SyncParameter::GlobalFence, fences.global);
      }
  }

  void setFence(Call& barrier, SyncParameter parameter, bool on) const {
    const auto position = barrier.callee->synchronization->position(parameter);
    if (!position) return;
    Expr& flag = barrier.args[*position];
    ExprPool& pool = program_.pool();
    flag = flag->type()->isBool()  ? pool.boolean(on)
           : flag->type()->isInt() ? pool.integer(on ? 1 : 0)
                                   : pool.bitVector(on ? 1 : 0, flag->type()->width());
  }

  Program& program_;
  Procedure& kernel_;
  const VerifyOptions options_;
  const Deadline& deadline_;
  Body verified_;
};

}  // namespace

void weakenFences(Program& program, Procedure& kernel, const VerifyOptions& options,
                  const Deadline& deadline, std::vector<RepairEdit*> edits) {
  if (!program.launchConstant({LaunchConstant::Kind::WorkDim, 0})) return;
  std::erase_if(edits, [](const RepairEdit* edit) {
    return edit->scope != BarrierScope::Block || !isKnown(edit->location);
  });
  for (RepairEdit* edit : edits) edit->fencesLocal = edit->fencesGlobal = true;
  if (!edits.empty()) FenceWeakener(program, kernel, options, deadline).run(edits);
}

}  // namespace barricade
