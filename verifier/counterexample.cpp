#include "verifier/counterexample.h"

#include <algorithm>

#include "analysis/alignment_checks.h"
#include "analysis/arithmetic_checks.h"
#include "ir/loop_location.h"
#include "ir/semantics.h"
#include "verifier/unordered.h"

namespace barricade {
namespace {

std::optional<Scope> scopeOf(const Event& access) {
  const Call* call = access.statement->as<Call>();
  return call && call->atomic ? std::optional(call->atomic->scope) : std::nullopt;
}

class FindingBuilder {
 public:
  FindingBuilder(Problem& problem, const Execution& execution, const ErrorCondition& error,
                 SolverSession& model)
      : problem_(problem), execution_(execution), error_(error), model_(model) {}

  Finding build() {
    finding_.kind = error_.kind;
    finding_.interGroup = problem_.mode() == Mode::Inter;
    switch (error_.kind) {
      case FindingKind::Race: buildRace(); break;
      case FindingKind::Divergence: buildDivergence(); break;
      case FindingKind::Assertion:
      case FindingKind::Invariant:
      case FindingKind::Precondition:
      case FindingKind::Postcondition:
      case FindingKind::Bounds:
      case FindingKind::ConstantWrite:
      case FindingKind::NullPointer:
      case FindingKind::BarrierInvariant:
      case FindingKind::Async:
      case FindingKind::Synchronization:
      case FindingKind::Uninitialized:
      case FindingKind::Overflow:
      case FindingKind::Misaligned:
      case FindingKind::SharedMemory: buildSingle(); break;
    }
    addValues();
    addWitness();
    return std::move(finding_);
  }

 private:
  ThreadId threadId(unsigned t) {
    ThreadId id;
    for (unsigned d = 0; d < 3; ++d) {
      id.local[d] = model_.value(problem_.pair().localId[t][d]).str();
      id.group[d] = model_.value(problem_.pair().groupId[t][d]).str();
    }
    return id;
  }

  std::vector<LoopIteration> iterations(const std::vector<LoopPosition>& loops) {
    std::vector<LoopIteration> result;
    const Kernel& kernel = problem_.subject().kernel;
    for (const LoopPosition& position : loops) {
      const SourceChain location =
          loopLocation(kernel.program(), kernel.procedure(), kernel.flow().loops()[position.loop]);
      result.push_back({location.empty() ? SourcePosition{} : location.front(),
                        model_.value(position.iteration).str()});
    }
    return result;
  }

  FindingPlace place(LocationId location, std::string kind, unsigned thread,
                     const std::vector<LoopPosition>& loops) {
    return {problem_.subject().program.sources.chain(location), std::move(kind), threadId(thread),
            iterations(loops), true};
  }

  void buildRace() {
    const Event& checked = execution_.events()[error_.event];
    const Event& logged = execution_.events()[loggedEvent(execution_, error_, model_)];
    finding_.array = problem_.subject().kernel.arrays()[error_.array].array;
    const Type index = finding_.array->variable->type->domain();
    const BigInt offset = model_.value(execution_.watchedOffset(index));
    finding_.offset = offset.str();
    finding_.element = elementName(*finding_.array, offset);
    std::array<std::string, 2> kinds = {std::string(toString(logged.access)),
                                        std::string(toString(checked.access))};
    finding_.places.push_back(place(logged.statement->location, kinds[0], 0, logged.loops));
    finding_.places.push_back(
        place(checked.statement->location, kinds[1], checked.own ? 0 : 1, checked.loops));
    finding_.places[0].scope = scopeOf(logged);
    finding_.places[1].scope = scopeOf(checked);
    std::sort(kinds.begin(), kinds.end());
    finding_.detail = kinds[0] + "-" + kinds[1];
    finding_.lostUpdate = isLostUpdate(problem_.subject(), logged, checked);
    finding_.message = finding_.detail + " race on " + finding_.element +
                       (finding_.interGroup ? " between blocks" : "") +
                       (checked.own ? " of a thread with its own asynchronous copy" : "") +
                       (finding_.lostUpdate ? " (lost update)" : "");
  }

  void buildDivergence() {
    const Synchronization& primitive = *error_.statement->as<Call>()->callee->synchronization;
    const bool lanes = primitive.row->participants == Participants::LanesOfMask;
    const bool phases = primitive.row->participants == Participants::CountOfThreads ||
                        primitive.row->participants == Participants::ArrivalsExpected ||
                        primitive.arrives != primitive.waits;
    finding_.message =
        phases  ? "a thread may wait here for arrivals that never come"
        : lanes ? "some lanes that the mask names may not reach this " +
                      std::string(primitive.row->name)
                : "some threads of " +
                      std::string(primitive.primitive == SyncPrimitive::TileBarrier ? "a tile"
                                  : primitive.scope == Scope::Device                ? "the grid"
                                  : primitive.scope == Scope::Cluster               ? "a cluster"
                                                                                    : "a block") +
                      " may not reach this barrier";
    if (!error_.message.empty()) finding_.message += ": " + error_.message;
    for (unsigned t = 0; t < 2; ++t) {
      finding_.places.push_back(place(error_.location, "barrier", t, error_.loops));
      finding_.places.back().reached = model_.holds(error_.running[t]);
    }
    // First the thread that waits.
    std::stable_sort(
        finding_.places.begin(), finding_.places.end(),
        [](const FindingPlace& a, const FindingPlace& b) { return a.reached && !b.reached; });
  }

  void buildSingle() {
    std::string kind = "assertion";
    switch (error_.kind) {
      case FindingKind::Assertion: finding_.message = "assertion may fail"; break;
      case FindingKind::Invariant:
        finding_.message = "loop invariant may not hold " + error_.message;
        kind = "invariant";
        break;
      case FindingKind::Precondition: finding_.message = "precondition may not hold"; break;
      case FindingKind::Postcondition: finding_.message = "postcondition may not hold"; break;
      case FindingKind::BarrierInvariant:
        finding_.message = "barrier invariant may not hold";
        break;
      case FindingKind::Async:
        finding_.message =
            "asynchronous copy or wait is not made by the whole group with the same "
            "arguments";
        kind = "asynchronous copy";
        break;
      case FindingKind::Synchronization:
        finding_.message = error_.message;
        kind = "barrier";
        break;
      case FindingKind::NullPointer:
        finding_.message = "pointer may be null or point to no array";
        kind = "access";
        break;
      case FindingKind::ConstantWrite:
        finding_.message = "write to constant memory";
        kind = "write";
        break;
      case FindingKind::Bounds: kind = "access"; break;
      case FindingKind::Overflow:
        finding_.message = overflowOf(*error_.statement);
        kind = "arithmetic";
        break;
      case FindingKind::Misaligned:
        finding_.message = misalignmentOf(*error_.statement);
        if (error_.statement->as<Assert>()->kind == Assert::Kind::Declaration)
          finding_.detail = "declaration";
        kind = "access";
        break;
      case FindingKind::Race:
      case FindingKind::Divergence:
      case FindingKind::Uninitialized:
      case FindingKind::SharedMemory: break;  // built elsewhere
    }
    if (error_.kind == FindingKind::Bounds || error_.kind == FindingKind::ConstantWrite)
      finding_.array = problem_.subject().kernel.arrays()[error_.array].array;
    if (error_.kind == FindingKind::ConstantWrite)
      finding_.message += " of " + finding_.array->sourceName;
    if (error_.kind == FindingKind::Bounds) describeBounds();
    finding_.places.push_back(place(error_.location, kind, 0, error_.loops));
  }

  void describeBounds() {
    const Array& array = *finding_.array;
    const Type type = error_.element->type();
    BigInt element = model_.value(error_.element);
    if (type->isBitVector()) element = toSigned(element, type->width());
    finding_.offset = element.str();
    finding_.element = elementName(array, element);
    finding_.message = "access to " + finding_.element + " is out of bounds";
    if (element < 0)
      finding_.message += ": it is before the array";
    else if (const auto extent = extentOf(array))
      finding_.message +=
          ": " + array.sourceName + " has " + sourceElements(array, *extent).str() + " elements";
  }

  // Of so many elements of the model.
  static BigInt sourceElements(const Array& array, const BigInt& elements) {
    if (array.sourceElementWidth == 0) return elements;
    return elements * array.elementWidth / array.sourceElementWidth;
  }

  void addValues() {
    const auto leaves = leavesOf(error_.condition);
    const Kernel& kernel = problem_.subject().kernel;
    for (std::size_t v = 0; v < kernel.variableCount(); ++v) {
      const Variable* variable = kernel.variable(v);
      if (variable->kind != Variable::Kind::Parameter) continue;
      const Expr symbol = execution_.parameter(v);
      finding_.values.push_back({sourceNameOf(*variable),
                                 valueInWords(model_.value(symbol), kernel.procedure(), *variable),
                                 leaves.contains(symbol->variable())});
    }
    const LaunchFacts& launch = problem_.subject().launch;
    auto addSize = [&](const char* name, Expr size, unsigned d) {
      if (!size->isLiteral())
        finding_.values.push_back({name + std::string(1, "xyz"[d]), model_.value(size).str(),
                                   leaves.contains(size->variable()), true});
    };
    for (unsigned d = 0; d < 3; ++d) {
      addSize("blockDim.", launch.groupSize[d], d);
      addSize("gridDim.", launch.numGroups[d], d);
    }
  }

  void addWitness() {
    const Subject& subject = problem_.subject();
    Witness& witness = finding_.witness;
    for (Variable* v : subject.program.globals()) {
      if (v->kind != Variable::Kind::Constant || v->type->isMap()) continue;
      const bool id = v->isThreadId();
      for (unsigned t = 0; t < 2; ++t) {
        const Expr term = problem_.pair().constant(problem_.subject().terms, subject.launch, v, t);
        const BigInt value = model_.value(term);
        if (id)
          witness.threadIds[t][v] = value;
        else
          witness.constants[v] = value;
      }
    }
    for (std::size_t v = 0; v < subject.kernel.variableCount(); ++v)
      if (subject.kernel.variable(v)->kind == Variable::Kind::Parameter)
        witness.parameters[subject.kernel.variable(v)] = model_.value(execution_.parameter(v));
    // Contents at entry, as far as the condition reads them.
    std::unordered_map<const Function*, const Variable*> arrays;
    for (const auto& [array, function] : subject.readOnlyFunctions) arrays[function] = array;
    forEachNode({error_.condition}, [&](Expr e) {
      if (e->op() != Op::Apply) return;
      if (auto it = arrays.find(e->function()); it != arrays.end())
        witness.contents[it->second].emplace_back(model_.value(e->arg(0)), model_.value(e));
    });
    for (auto& [array, contents] : witness.contents) {
      std::sort(contents.begin(), contents.end());
      contents.erase(std::unique(contents.begin(), contents.end()), contents.end());
    }
  }

  Problem& problem_;
  const Execution& execution_;
  const ErrorCondition& error_;
  SolverSession& model_;
  Finding finding_;
};

}  // namespace

std::string sourceNameOf(const Variable& variable) {
  return variable.name.starts_with("$") ? variable.name.substr(1) : variable.name;
}

std::string valueInWords(const BigInt& value, const Procedure& kernel, const Variable& parameter) {
  const Type type = parameter.type;
  if (!type->isBitVector() || type->width() < 8) return value.str();
  if (type->width() <= 64)
    return hasArgument(kernel.attributes, "unsigned", parameter.name)
               ? value.str()
               : toSigned(value, type->width()).str();
  return value.str(0, std::ios_base::hex | std::ios_base::showbase);
}

bool isLostUpdate(Subject& subject, const Event& logged, const Event& checked) {
  if (!subject.updates)
    subject.updates.emplace(subject.program, subject.kernel.procedure(), subject.kernel.flow(),
                            Placement{});
  return subject.updates->has(*logged.statement) && subject.updates->has(*checked.statement);
}

std::size_t loggedEvent(const Execution& execution, const ErrorCondition& error,
                        SolverSession& model) {
  const auto& events = execution.events();
  // Of the accesses that are pending only some conflict: writes of the same value do not.
  const Event& check = events[error.event];
  auto differs = [&](const Event& log) {
    if (check.access == AccessKind::Write && log.access == AccessKind::Read && log.together &&
        check.together && model.holds(check.together))
      return false;
    if (check.access == AccessKind::Atomic && log.access == AccessKind::Atomic)
      return check.narrow || log.narrow;
    if (!execution.toleratesBenignRaces() || check.neverBenign || log.neverBenign) return true;
    if (check.access == AccessKind::Write && log.access != AccessKind::Atomic && log.value[0] &&
        check.value[1])
      return model.value(log.value[0]) != model.value(check.value[1]);
    return check.access != AccessKind::Read || !log.changes || model.holds(log.changes);
  };
  // A copy that a wait has ended is pending like a plain access, where a barrier must follow.
  auto lastOf = [&](const Conflict& conflict) -> std::optional<std::size_t> {
    std::array<std::optional<std::size_t>, 3> found;  // the best kind of match first
    for (std::size_t i = error.event + 1; i-- > 0;) {
      const Event& log = events[i];
      if (log.kind != Event::Kind::Log || log.array != error.array || log.access != conflict.kind ||
          (conflict.async && !log.async) || !model.holds(log.running[0]))
        continue;
      auto& match = found[log.async != conflict.async ? 2 : differs(log) ? 0 : 1];
      if (!match) match = i;
    }
    for (const auto& match : found)
      if (match) return match;
    return std::nullopt;
  };
  for (const Conflict& conflict : error.conflicts)
    if (model.holds(conflict.condition))
      if (auto event = lastOf(conflict)) return *event;
  return error.event;
}

std::string elementName(const Array& array, const BigInt& offset) {
  std::string name = array.sourceName;
  const unsigned perElement =
      array.elementWidth > 0 ? std::max(1U, array.sourceElementWidth / array.elementWidth) : 1;
  BigInt index = offset / perElement;
  const BigInt inside = offset % perElement;
  // Row-major: the outermost index is what remains.
  std::vector<std::string> indices;
  const auto& dimensions = array.sourceDimensions;
  for (std::size_t d = dimensions.size(); d-- > 1;) {
    if (!dimensions[d] || *dimensions[d] == 0) {
      indices.clear();
      index = offset / perElement;
      break;
    }
    indices.push_back(BigInt(index % *dimensions[d]).str());
    index /= *dimensions[d];
  }
  indices.push_back(index.str());
  std::reverse(indices.begin(), indices.end());
  const bool scalar = dimensions.size() == 1 && dimensions[0] && *dimensions[0] == 1 && index == 0;
  if (!scalar)
    for (const std::string& i : indices) name += "[" + i + "]";
  if (inside != 0) name += " (byte " + BigInt(inside * array.elementWidth / 8).str() + ")";
  return name;
}

Finding describeModel(Problem& problem, const Execution& execution, const ErrorCondition& error,
                      SolverSession& model) {
  const VerifyOptions& options = problem.subject().options;
  if (options.described) options.described(problem, execution, error, model);
  Finding finding = FindingBuilder(problem, execution, error, model).build();
  explainOrder(problem, execution, error, model, finding);
  return finding;
}

}  // namespace barricade
