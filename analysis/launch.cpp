#include "analysis/launch.h"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

#include "analysis/launch_usage.h"
#include "ir/printer.h"

namespace barricade {

std::string_view toString(Mode mode) {
  switch (mode) {
    case Mode::Intra: return "within a group";
    case Mode::Inter: return "between groups";
    case Mode::Single: return "one thread";
  }
  return {};
}

namespace {

using Kind = LaunchConstant::Kind;

bool dependsOnThread(Expr e) {
  return anyNode(e, [](Expr part) {
    return part->op() == Op::Variable && part->variable()->launch &&
           part->variable()->launch->isThreadId();
  });
}

bool mentions(Expr e, const std::unordered_set<const Variable*>& variables) {
  return anyNode(e, [&](Expr part) {
    return part->op() == Op::Variable && variables.contains(part->variable());
  });
}

// `e` with inline functions expanded and everything simplified.
Expr simplified(Terms& terms, Expr e, const std::unordered_map<Expr, Expr>& values) {
  std::unordered_map<Expr, Expr> memo = values;
  return fold<Expr>(
      e, memo,
      [](Expr part) -> std::optional<Expr> {
        const bool opaque =
            part->args().empty() || part->op() == Op::Forall || part->op() == Op::Exists;
        return opaque ? std::optional(part) : std::nullopt;
      },
      [&](Expr part, std::vector<Expr> args) {
        if (part->op() != Op::Apply || !part->function()->body)
          return terms.rebuild(part, std::move(args));
        std::unordered_map<Expr, Expr> actuals;
        for (std::size_t i = 0; i < args.size(); ++i)
          actuals[terms.pool().variable(part->function()->parameters[i])] = args[i];
        return simplified(terms, part->function()->body, actuals);
      });
}

unsigned bitsFor(const BigInt& count) {  // to hold 0 .. count-1
  return count <= 1 ? 0 : static_cast<unsigned>(boost::multiprecision::msb(count - 1)) + 1;
}

//--- Sizes ----------------------------------------------------------------------------------

using Overridden = std::unordered_set<const Variable*>;  // sizes of which axioms say nothing

// Sizes of launches are declared by Bugle; the type of any of them, else that of an id.
Type sizeTypeOf(const Program& program) {
  Type type = program.mathInt ? intType() : bitVectorType(32);
  for (const Variable* v : program.globals())
    if (v->launch && v->launch->kind != Kind::WorkDim && v->launch->kind != Kind::SubGroupSize)
      type = v->type;
  return type;
}

// The number of groups in each dimension as options give it: any number where a global size makes
// it a consequence.
LaunchSizes numGroupsOf(const VerifyOptions& options) {
  LaunchSizes numGroups = options.numGroups;
  for (unsigned d = 0; d < 3; ++d)
    if (!numGroups[d] && options.globalSize[d]) numGroups[d] = LaunchSize{};
  return numGroups;
}

// Makes each size a term, and a constant when the options give a number. Returns the sizes that
// the options give, whatever the axioms say.
Overridden declareSizes(Terms& terms, const VerifyOptions& options, LaunchFacts& facts) {
  Program& program = terms.program();
  Overridden overridden;
  auto sizeOf = [&](Kind kind, unsigned d, const LaunchSizes& given) -> Expr {
    Variable* variable = program.launchConstant({kind, d});
    if (!variable) {
      variable = program.newVariable();
      variable->kind = Variable::Kind::Constant;
      variable->type = facts.sizeType;
      variable->launch = LaunchConstant{kind, d};
      variable->name =
          std::string(kind == Kind::GroupSize ? "group_size_" : "num_groups_") + "xyz"[d];
    }
    if (given[d]) {
      overridden.insert(variable);
      if (given[d]->value)
        facts.constants[variable] = terms.number(*given[d]->value, variable->type);
    }
    return terms.pool().variable(variable);
  };
  const LaunchSizes numGroups = numGroupsOf(options);
  for (unsigned d = 0; d < 3; ++d) {
    facts.groupSize[d] = sizeOf(Kind::GroupSize, d, options.groupSize);
    facts.numGroups[d] = sizeOf(Kind::NumGroups, d, numGroups);
  }
  return overridden;
}

// `x == literal`, where x is the same for all threads.
std::optional<std::pair<const Variable*, Expr>> equation(Expr e) {
  if (e->op() != Op::Equal) return std::nullopt;
  for (auto [x, y] : {std::pair{e->arg(0), e->arg(1)}, std::pair{e->arg(1), e->arg(0)}})
    if (x->op() == Op::Variable && y->isLiteral() && !dependsOnThread(x))
      return std::pair{x->variable(), y};
  return std::nullopt;
}

// Equations with a literal fix a constant; repeated, since one can enable the next.
void propagateEquations(Terms& terms, const Overridden& overridden, LaunchFacts& facts) {
  const Program& program = terms.program();
  auto contradict = [&](Expr axiom) {
    facts.contradictory = true;
    facts.contradiction = toString(program, axiom);
  };
  std::vector<Expr> open;
  for (const Axiom* axiom : program.axioms())
    if (!mentions(axiom->condition, overridden)) open.push_back(axiom->condition);
  std::unordered_map<Expr, Expr> values;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [variable, value] : facts.constants)
      values[terms.pool().variable(variable)] = value;
    std::vector<Expr> rest;
    for (Expr axiom : open) {
      std::vector<Expr> conjuncts;
      collectConjuncts(simplified(terms, axiom, values), conjuncts);
      for (Expr e : conjuncts) {
        if (e->isFalse()) contradict(axiom);
        const auto fixed = equation(e);
        if (!fixed) {
          rest.push_back(e);
          continue;
        }
        const auto [it, added] = facts.constants.insert(*fixed);
        changed = changed || added;
        if (it->second != fixed->second) contradict(axiom);
      }
    }
    open = std::move(rest);
  }
  facts.axioms = std::move(open);
}

// A global size fixes the number of groups when the size of a group is known, else their product.
void applyGlobalSize(Terms& terms, const VerifyOptions& options, LaunchFacts& facts) {
  for (unsigned d = 0; d < 3; ++d) {
    if (options.numGroups[d] || !options.globalSize[d] || !options.globalSize[d]->value) continue;
    const BigInt total = *options.globalSize[d]->value;
    auto size = facts.constants.find(facts.groupSize[d]->variable());
    if (size == facts.constants.end()) {
      facts.axioms.push_back(terms.equal(terms.mul(facts.groupSize[d], facts.numGroups[d]),
                                         terms.number(total, facts.groupSize[d]->type())));
    } else if (size->second->value() == 0 || total % size->second->value() != 0) {
      facts.contradictory = true;
      facts.contradiction =
          "a global size of " + total.str() + " in groups of " + size->second->value().str();
    } else {
      facts.constants[facts.numGroups[d]->variable()] =
          terms.number(total / size->second->value(), facts.numGroups[d]->type());
    }
  }
}

// A dimension of which nothing is said is 1 when the user gave sizes for another one.
void applyDefaults(Terms& terms, const VerifyOptions& options, LaunchFacts& facts) {
  auto complete = [&](const std::array<Expr, 3>& sizes, const LaunchSizes& given) {
    if (!given[0] && !given[1] && !given[2]) return;
    for (unsigned d = 0; d < 3; ++d)
      if (!given[d])
        facts.constants.try_emplace(sizes[d]->variable(), terms.number(1, sizes[d]->type()));
  };
  complete(facts.groupSize, options.groupSize);
  complete(facts.numGroups, numGroupsOf(options));
}

// Sizes that nobody fixes are those of hardware: a group has at most `--max-threads` threads. What
// the program itself fixes above that stays as it is.
void limitGroup(Terms& terms, const VerifyOptions& options, LaunchFacts& facts) {
  BigInt room = options.maxThreads;
  std::vector<Expr> open;
  for (Expr size : facts.groupSize) {
    if (!size->isLiteral())
      open.push_back(size);
    else if (size->value() != 0)
      room /= size->value();
  }
  if (open.empty() || room == 0) return;
  Expr product = nullptr;
  for (Expr size : open) {
    const unsigned width = size->type()->isBitVector() ? size->type()->width() : 0;
    if (width == 0 || bitsFor(room + 1) < width)
      facts.axioms.push_back(terms.lessEqual(size, terms.number(room, size->type()), true));
    terms.limit(size, room);
    // Wide enough for three sizes within the limit.
    Expr wide = width != 0 ? terms.zeroExtend(size, std::max(width, 64U)) : size;
    product = product ? terms.mul(product, wide) : wide;
  }
  if (open.size() > 1)
    facts.axioms.push_back(terms.lessEqual(product, terms.number(room, product->type()), true));
}

// Whether all groups wait for each other, so that a device has to hold them at once.
bool meetsAsGrid(const Procedure& kernel) {
  return std::ranges::any_of(kernel.blocks, [](const auto& block) {
    return std::ranges::any_of(block->statements, [](const Statement& statement) {
      const Call* call = statement.as<Call>();
      return call && call->callee->role == Procedure::Role::GridBarrier && call->site.isNone();
    });
  });
}

// Numbers of threads stay below 2^31 in each dimension, so that an `int` can hold them: launches
// have no more, and indices that wrap around for want of that are no finding of interest. Groups
// that meet are no more than devices hold.
void limitGrid(Terms& terms, const VerifyOptions& options, const Procedure* kernel,
               LaunchFacts& facts) {
  const BigInt largestInt = (BigInt(1) << 31) - 1;
  const BigInt mostGroups = kernel && meetsAsGrid(*kernel) ? BigInt(1) << 16 : largestInt;
  for (unsigned d = 0; d < 3; ++d) {
    const Expr groups = facts.numGroups[d];
    const Expr size = facts.groupSize[d];
    if (groups->isLiteral() || !groups->type()->isBitVector()) continue;
    const BigInt each = size->isLiteral() ? size->value() : BigInt(options.maxThreads);
    const BigInt fitting = each == 0 ? largestInt : std::max(BigInt(1), BigInt(largestInt / each));
    const BigInt most = std::min(mostGroups, fitting);
    if (bitsFor(most + 1) < groups->type()->width())
      facts.axioms.push_back(terms.lessEqual(groups, terms.number(most, groups->type()), true));
    terms.limit(groups, most);
  }
}

// Nothing is said of it, by options or axioms.
bool isOpen(const LaunchFacts& facts, Expr size, const Overridden& overridden) {
  const Variable* variable = size->variable();
  return !facts.constants.contains(variable) && !overridden.contains(variable) &&
         std::none_of(facts.axioms.begin(), facts.axioms.end(),
                      [&](Expr axiom) { return mentions(axiom, {variable}); });
}

void takeUnreadAsOne(Terms& terms, const Procedure& kernel, const Overridden& overridden,
                     LaunchFacts& facts) {
  const LaunchUsage usage = launchUsage(kernel);
  auto take = [&](Expr size, bool isRead) {
    if (isRead || !isOpen(facts, size, overridden)) return;
    facts.constants[size->variable()] = terms.number(1, size->type());
    facts.takenAsOne.push_back(sizeName(*size->variable()->launch));
  };
  for (unsigned d = 0; d < 3; ++d) take(facts.groupSize[d], tellsThreads(usage, d));
  for (unsigned d = 0; d < 3; ++d) take(facts.numGroups[d], tellsGroups(usage, d));
}

// Without threads everything would be verified.
void rejectEmptyLaunch(LaunchFacts& facts) {
  for (unsigned d = 0; d < 3; ++d)
    for (const auto& [size, name] :
         {std::pair{facts.groupSize[d], "group_size_"}, {facts.numGroups[d], "num_groups_"}})
      if (size->isLiteral() && size->value() == 0) {
        facts.contradictory = true;
        facts.contradiction = std::string(name) + "xyz"[d] + " is 0";
      }
}

}  // namespace

std::string sizeName(LaunchConstant size) {
  return std::string(size.kind == Kind::GroupSize ? "blockDim." : "gridDim.") +
         "xyz"[size.dimension];
}

LaunchFacts findLaunchFacts(Terms& terms, const VerifyOptions& options, const Procedure* kernel) {
  LaunchFacts facts;
  facts.sizeType = sizeTypeOf(terms.program());
  const Overridden overridden = declareSizes(terms, options, facts);
  propagateEquations(terms, overridden, facts);
  applyGlobalSize(terms, options, facts);
  applyDefaults(terms, options, facts);
  if (kernel) takeUnreadAsOne(terms, *kernel, overridden, facts);
  for (unsigned d = 0; d < 3; ++d)
    for (Expr* size : {&facts.groupSize[d], &facts.numGroups[d]})
      if (auto it = facts.constants.find((*size)->variable()); it != facts.constants.end())
        *size = it->second;
  limitGroup(terms, options, facts);
  limitGrid(terms, options, kernel, facts);
  rejectEmptyLaunch(facts);
  return facts;
}

bool hasSingleThreadGroups(const LaunchFacts& facts) {
  for (Expr size : facts.groupSize)
    if (!size->isLiteral() || size->value() != 1) return false;
  return true;
}

bool hasSingleGroup(const LaunchFacts& facts) {
  for (Expr size : facts.numGroups)
    if (!size->isLiteral() || size->value() != 1) return false;
  return true;
}

std::vector<Mode> modesFor(const LaunchFacts& facts, const VerifyOptions& options) {
  // A group of symbolic size may have one thread only, whose assertions count too.
  const bool symbolic = std::any_of(facts.groupSize.begin(), facts.groupSize.end(),
                                    [](Expr size) { return !size->isLiteral(); });
  std::vector<Mode> modes;
  if (symbolic || hasSingleThreadGroups(facts)) modes.push_back(Mode::Single);
  if (!hasSingleThreadGroups(facts)) modes.push_back(Mode::Intra);
  if (!options.onlyIntraGroup && !hasSingleGroup(facts)) modes.push_back(Mode::Inter);
  return modes;
}

//--- Threads --------------------------------------------------------------------------------

ThreadPair makeThreadPair(Terms& terms, const LaunchFacts& facts, Mode mode) {
  ThreadPair pair;
  pair.mode = mode;
  auto makeId = [&](const std::string& name, unsigned d, Expr size) -> Expr {
    Type type = size->type();
    Expr zero = terms.number(0, type);
    if (size->isLiteral() && size->value() <= 1) return zero;
    if (size->isLiteral() && type->isBitVector()) {
      const unsigned bits = bitsFor(size->value());
      if (bits < type->width()) {
        Expr narrow = terms.fresh(name + "xyz"[d], bitVectorType(bits));
        if (size->value() != BigInt(1) << bits)
          pair.constraints.push_back(
              terms.less(narrow, terms.pool().bitVector(size->value(), bits), false));
        return terms.zeroExtend(narrow, type->width());
      }
    }
    Expr id = terms.fresh(name + "xyz"[d], type);
    pair.constraints.push_back(terms.lessEqual(zero, id, true));
    pair.constraints.push_back(terms.less(id, size, true));
    if (const BigInt* most = terms.limitOf(size)) terms.limit(id, *most - 1);
    return id;
  };
  for (unsigned d = 0; d < 3; ++d) {
    for (Expr size : {facts.groupSize[d], facts.numGroups[d]})
      if (!size->isLiteral())
        pair.constraints.push_back(terms.less(terms.number(0, size->type()), size, true));
    pair.localId[0][d] = makeId("lid1_", d, facts.groupSize[d]);
    pair.groupId[0][d] = makeId(mode == Mode::Inter ? "gid1_" : "gid_", d, facts.numGroups[d]);
    pair.localId[1][d] =
        mode == Mode::Single ? pair.localId[0][d] : makeId("lid2_", d, facts.groupSize[d]);
    pair.groupId[1][d] =
        mode == Mode::Inter ? makeId("gid2_", d, facts.numGroups[d]) : pair.groupId[0][d];
  }
  if (mode != Mode::Single) {
    const auto& ids = mode == Mode::Intra ? pair.localId : pair.groupId;
    Expr same = terms.yes();
    for (unsigned d = 0; d < 3; ++d) same = terms.land(same, terms.equal(ids[0][d], ids[1][d]));
    pair.constraints.push_back(terms.lnot(same));
  }
  // Axioms hold for both threads.
  for (Expr axiom : facts.axioms)
    for (unsigned thread = 0; thread < (dependsOnThread(axiom) ? 2U : 1U); ++thread) {
      std::unordered_map<Expr, Expr> ids;
      for (Variable* v : terms.program().globals())
        if (v->launch) ids[terms.pool().variable(v)] = pair.constant(terms, facts, v, thread);
      std::unordered_map<Expr, Expr> memo;
      pair.constraints.push_back(terms.substitute(axiom, ids, memo));
    }
  return pair;
}

bool hasOpenSize(const LaunchFacts& facts) {
  auto isOpen = [](Expr size) { return !size->isLiteral(); };
  return std::ranges::any_of(facts.groupSize, isOpen) ||
         std::ranges::any_of(facts.numGroups, isOpen);
}

std::optional<GreatestSize> greatestSize(const Terms& terms, const LaunchFacts& facts) {
  auto most = [&](Expr size) -> std::optional<BigInt> {
    if (size->isLiteral()) return BigInt(size->value());
    const BigInt* limit = terms.limitOf(size);
    return limit ? std::optional(*limit) : std::nullopt;
  };
  GreatestSize size;
  for (unsigned d = 0; d < 3; ++d) {
    const auto group = most(facts.groupSize[d]), groups = most(facts.numGroups[d]);
    if (!group || !groups) return std::nullopt;
    size.group[d] = *group;
    size.groups *= *groups;
  }
  return size;
}

Expr ThreadPair::constant(Terms& terms, const LaunchFacts& facts, const Variable* variable,
                          unsigned thread) const {
  if (auto it = facts.constants.find(variable); it != facts.constants.end()) return it->second;
  if (variable->launch) {
    const unsigned d = variable->launch->dimension;
    if (variable->launch->kind == Kind::LocalId) return localId[thread][d];
    if (variable->launch->kind == Kind::GroupId) return groupId[thread][d];
  }
  return terms.pool().variable(variable);
}

}  // namespace barricade
