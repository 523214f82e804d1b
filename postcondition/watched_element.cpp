// Copies of a kernel with ghost variables: `written`, whether the thread has written the watched
// element, and `kept`, whether what it wrote last satisfies the condition. Invariants that a loop
// may need are given as candidates, which Houdini keeps or drops:
//
//   kept                                      where the loop writes the array
//   !written ==> array[element] == old value  where the condition speaks of the old value
//   counter <= count || written               of the loops around the write
#include "postcondition/watched_element.h"

#include <algorithm>
#include <set>

#include "ir/cfg.h"
#include "ir/copy.h"
#include "ir/uses.h"
#include "ir/walk.h"

namespace barricade {
namespace {

Expr replaced(Program& program, Expr e, const std::unordered_map<Expr, Expr>& map) {
  std::unordered_map<Expr, Expr> memo;
  return substitute(program.pool(), e, map, memo);
}

std::set<const Variable*> writtenArrays(const Procedure& kernel) {
  std::set<const Variable*> written;
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements)
      forEachAssigned(statement, [&](const Variable* v) {
        if (v->array) written.insert(v);
      });
  return written;
}

// Statements that change the array otherwise than by one element.
bool isFollowed(const Statement& statement, const Variable* array) {
  unsigned writes = 0;
  forEachAssigned(statement, [&](const Variable* v) { writes += v == array; });
  if (writes == 0) return true;
  const Assign* assign = statement.as<Assign>();
  return assign && writes == 1 && std::ranges::all_of(assign->targets, [&](const Target& target) {
           return target.variable != array || target.indices.size() == 1;
         });
}

class Ghosts {
 public:
  Ghosts(Program& program, const Procedure& kernel, const WatchedElement& watched)
      : program_(program),
        pool_(program.pool()),
        kernel_(kernel),
        flow_(kernel),
        watched_(watched),
        copy_(copyDeclaration(kernel)) {
    takeWatchedIndex();
    written_ = local("written", boolType());
    findOldValues();
    copy_->addBlock("$postcondition.entry");
    for (const auto& block : kernel.blocks)
      copy_->addBlock(block->label)->location = block->location;
    copy_->entry()->successors = {copyOf(*kernel.entry())};
    for (const auto& block : kernel.blocks)
      for (const Block* successor : block->successors)
        copyOf(*block)->successors.push_back(copyOf(*successor));
  }

  std::unique_ptr<Procedure> withLastWrite() {
    kept_ = local("kept", boolType());
    begin();
    set(*copy_->entry(), kept_, pool_.boolean(true));
    copyBlocks();
    for (const Loop& loop : flow_.loops())
      if (writes(loop)) {
        addCandidate(loop, read(kept_));
        addFrame(loop);
      }
    assertAtEnds(read(kept_));
    return std::move(copy_);
  }

  std::unique_ptr<Procedure> withWriter(const Writer& writer) {
    // What nobody writes is what it was.
    const Expr first = oldValueOf(watchedRead());
    begin();
    copy_->parameters.insert(copy_->parameters.end(), writer.chosen.begin(), writer.chosen.end());
    assume(*copy_->entry(), writer.relation);
    copyBlocks();
    countLoops(writer);
    assertAtEnds(pool_.make(Op::Or, read(written_), conditionOf(first)));
    return std::move(copy_);
  }

 private:
  Expr read(const Variable* variable) { return pool_.variable(variable); }
  Expr watchedRead() { return pool_.make(Op::Select, read(watched_.array), watched_.element); }
  Block* copyOf(const Block& block) { return copy_->blocks[block.index + 1].get(); }

  Variable* local(const std::string& name, Type type) {
    Variable* variable = program_.newVariable();
    variable->name = "$postcondition." + name;
    variable->kind = Variable::Kind::Local;
    variable->type = type;
    copy_->locals.push_back(variable);
    return variable;
  }

  void takeWatchedIndex() {
    copy_->parameters.push_back(watched_.index);
    std::erase_if(copy_->specifications,
                  [](const Specification& s) { return s.kind == Specification::Kind::Ensures; });
  }

  // A variable for each value that the condition asks for from before the launch.
  void findOldValues() {
    forEachNodeWhile({watched_.condition}, [&](Expr e) {
      if (e->op() == Op::Old) {
        oldValueOf(e->arg(0));
        values_[e] = read(old_.at(e->arg(0)));
      }
      return e->op() != Op::Old;
    });
  }

  Expr oldValueOf(Expr e) {
    auto [known, added] = old_.try_emplace(e, nullptr);
    if (added) known->second = local("old" + std::to_string(old_.size()), e->type());
    return read(known->second);
  }

  // That the watched element satisfies it when it holds `value`.
  Expr conditionOf(Expr value) {
    auto values = values_;
    values[watchedRead()] = value;
    return replaced(program_, watched_.condition, values);
  }

  template <typename Node>
  void add(Block& block, Node node) {
    Statement& statement = block.statements.emplace_back();
    statement.node = std::move(node);
    statement.location = location();
  }
  void set(Block& block, Variable* variable, Expr value) {
    add(block, Assign{{{variable, {}}}, {value}});
  }
  void assume(Block& block, Expr condition) { add(block, Assume{condition, false, true}); }
  LocationId location() const { return watched_.ensured.specification->location; }

  void begin() {
    Block& entry = *copy_->entry();
    entry.location = location();
    for (const auto& [e, variable] : old_) {
      add(entry, Havoc{{variable}});
      assume(entry, pool_.make(Op::Equal, read(variable), e));
    }
    assume(entry, watched_.range);
    set(entry, written_, pool_.boolean(false));
  }

  void copyBlocks() {
    for (const auto& block : kernel_.blocks)
      for (const Statement& statement : block->statements) {
        noteWrite(statement, *copyOf(*block));
        copyOf(*block)->statements.push_back(asAssumption(statement));
      }
  }

  // What the kernel asserts is verified by itself.
  static Statement asAssumption(Statement statement) {
    const Assert* check = statement.as<Assert>();
    if (check && !check->candidate &&
        (check->isCheck() || check->kind == Assert::Kind::BadPointerAccess))
      statement.node = Assume{check->condition, false, check->predicated};
    return statement;
  }

  void noteWrite(const Statement& statement, Block& block) {
    const Assign* assign = statement.as<Assign>();
    if (!assign) return;
    for (std::size_t i = 0; i < assign->targets.size(); ++i) {
      if (assign->targets[i].variable != watched_.array) continue;
      const Expr here = pool_.make(Op::Equal, assign->targets[i].indices.front(), watched_.element);
      if (kept_) set(block, kept_, pool_.ite(here, conditionOf(assign->values[i]), read(kept_)));
      set(block, written_, pool_.make(Op::Or, read(written_), here));
    }
  }

  bool writes(const Loop& loop) const {
    return std::ranges::any_of(loop.blocks, [&](unsigned b) {
      return std::ranges::any_of(kernel_.blocks[b]->statements, [&](const Statement& statement) {
        bool found = false;
        forEachAssigned(statement,
                        [&](const Variable* v) { found = found || v == watched_.array; });
        return found;
      });
    });
  }

  void addCandidate(const Loop& loop, Expr invariant) {
    auto& statements = copy_->blocks[loop.header + 1]->statements;
    const auto after = std::ranges::find_if_not(statements, [](const Statement& statement) {
      const Assert* check = statement.as<Assert>();
      return (check && check->isMarker()) || statement.as<Assume>();
    });
    Assert check;
    check.kind = Assert::Kind::Invariant;
    check.condition = invariant;
    check.optional = true;
    statements.insert(after, {check, {}, location(), {}});
  }

  void addFrame(const Loop& loop) {
    const auto first = old_.find(watchedRead());
    if (first != old_.end())
      addCandidate(loop, pool_.make(Op::Or, read(written_),
                                    pool_.make(Op::Equal, watchedRead(), read(first->second))));
  }

  // Counters of the loops around the write. An inner loop is begun anew in each round of the outer
  // ones: those before and after the round of the write do not matter in it.
  void countLoops(const Writer& writer) {
    Expr elsewhere = read(written_);
    for (const LoopCount& count : writer.counts) {
      const Loop& loop = flow_.loops()[count.loop];
      Variable* counter = local("counter" + std::to_string(count.loop), count.count->type());
      const unsigned width = counter->type->width();
      for (unsigned b : flow_.predecessors(loop.header)) {
        const bool again = flow_.inLoop(b, loop.index);
        set(*copy_->blocks[b + 1], counter,
            again ? pool_.make(Op::BvAdd, read(counter), pool_.bitVector(1, width))
                  : pool_.bitVector(0, width));
      }
      if (loop.header == kernel_.entry()->index)
        set(*copy_->entry(), counter, pool_.bitVector(0, width));
      const Expr toCome = pool_.make(Op::BvUle, read(counter), count.count);
      for (const Loop& inner : flow_.loops())
        if (inner.index == loop.index || flow_.inLoop(inner.header, loop.index))
          addCandidate(inner, pool_.make(Op::Or, elsewhere, toCome));
      elsewhere =
          pool_.make(Op::Or, elsewhere, pool_.make(Op::NotEqual, read(counter), count.count));
    }
    for (const Loop& loop : flow_.loops()) addFrame(loop);
  }

  void assertAtEnds(Expr condition) {
    for (const auto& block : kernel_.blocks)
      if (block->successors.empty()) {
        Assert check;
        check.condition = condition;
        copyOf(*block)->statements.push_back({check, {{"postcondition", {}}}, location(), {}});
      }
  }

  Program& program_;
  ExprPool& pool_;
  const Procedure& kernel_;
  ControlFlow flow_;
  const WatchedElement& watched_;
  std::unique_ptr<Procedure> copy_;
  Variable* written_ = nullptr;
  Variable* kept_ = nullptr;
  std::unordered_map<Expr, Variable*> old_;  // values from before the launch
  std::unordered_map<Expr, Expr> values_;    // of `old(e)`
};

}  // namespace

std::variant<WatchedElement, std::string> watchElement(Program& program, const Procedure& kernel,
                                                       const LaunchPostcondition& ensured) {
  ExprPool& pool = program.pool();
  WatchedElement watched;
  watched.ensured = ensured;
  watched.index = program.newVariable();
  watched.index->name = ensured.index->name;
  watched.index->kind = Variable::Kind::Parameter;
  watched.index->type = ensured.index->type;
  const std::unordered_map<Expr, Expr> own{
      {pool.variable(ensured.index), pool.variable(watched.index)}};
  watched.range = replaced(program, ensured.range, own);
  watched.condition = replaced(program, ensured.condition, own);

  const auto written = writtenArrays(kernel);
  std::set<Expr> reads;
  bool oldOfOld = false;
  forEachNodeWhile({watched.condition}, [&](Expr e) {
    if (e->op() == Op::Select && e->arg(0)->op() == Op::Variable &&
        written.contains(e->arg(0)->variable()))
      reads.insert(e);
    if (e->op() == Op::Old)
      oldOfOld = oldOfOld || anyNode(e->arg(0), [](Expr part) { return part->op() == Op::Old; });
    return e->op() != Op::Old;
  });
  if (oldOfOld) return "it has `old` within `old`";
  if (reads.empty()) return "it reads no array that the kernel writes";
  if (reads.size() > 1) return "it reads more than one element of what the kernel writes";
  const Expr read = *reads.begin();
  watched.array = const_cast<Variable*>(read->arg(0)->variable());
  watched.element = read->arg(1);
  const std::string& name = watched.array->array->sourceName;
  if (watched.array->array->space != AddressSpace::Global)
    return name + " is no global array, so that it is gone when the threads have ended";
  if (anyNode(watched.element, [&](Expr e) {
        return e->op() == Op::Select && written.contains(e->arg(0)->variable());
      }))
    return "the kernel writes what decides which element of " + name + " it reads";
  for (const auto& block : kernel.blocks)
    for (const Statement& statement : block->statements)
      if (!isFollowed(statement, watched.array))
        return name + " is changed by atomic operations, copies or calls, which are not followed";
  return watched;
}

std::unique_ptr<Procedure> withLastWriteAsserted(Program& program, const Procedure& kernel,
                                                 const WatchedElement& watched) {
  return Ghosts(program, kernel, watched).withLastWrite();
}

std::unique_ptr<Procedure> withWriterAsserted(Program& program, const Procedure& kernel,
                                              const WatchedElement& watched, const Writer& writer) {
  return Ghosts(program, kernel, watched).withWriter(writer);
}

}  // namespace barricade
