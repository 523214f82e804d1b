#include "analysis/atomic_meaning.h"

namespace barricade {
namespace {

using Meaning = AtomicMeaning::Kind;

constexpr std::string_view openClPrefix = "__bugle_atomic_", cudaPrefix = "__atomic";

// "Add" of "__atomicAdd_unsigned_int", "add" of "__bugle_atomic_add_global_int".
std::string_view functionIn(std::string_view name) {
  for (std::string_view prefix : {openClPrefix, cudaPrefix})
    if (name.starts_with(prefix)) {
      name.remove_prefix(prefix.size());
      return name.substr(0, name.find('_'));
    }
  return {};
}

bool isZero(Expr e) {
  return e->isLiteral() && !e->type()->isBool() && e->value() == 0;
}

void count(AtomicMeaning& meaning, const BigInt& step, Type element) {
  // A large step is a negative one.
  if (element->isBitVector() && step >= BigInt(1) << (element->width() - 1)) return;
  meaning.kind = step == 0 ? Meaning::Load : Meaning::Count;
  meaning.step = step;
}

}  // namespace

AtomicMeaning meaningOf(const Call& call) {
  AtomicMeaning meaning;
  if (!call.atomic || call.atomic->parts != 1) return meaning;
  const std::string_view function = functionIn(call.atomic->function);
  const auto& args = call.atomic->args;
  const Type element = call.args[0]->type()->range();
  const bool isFloat = call.atomic->function.find("float") != std::string::npos ||
                       call.atomic->function.find("double") != std::string::npos;
  auto isNamed = [&](std::string_view cuda, std::string_view openCl, std::size_t operands) {
    return (function == cuda || function == openCl) && args.size() == operands;
  };
  if (isNamed("Load", "load", 0)) {
    meaning.kind = Meaning::Load;
  } else if (isNamed("Store", "store", 1)) {
    meaning.kind = Meaning::Store;
    meaning.written = args[0];
  } else if (isNamed("Exch", "xchg", 1)) {
    meaning.kind = Meaning::Exchange;
    meaning.written = args[0];
  } else if (isNamed("CAS", "cmpxchg", 2)) {
    meaning.kind = Meaning::CompareAndSwap;
    meaning.expected = args[0];
    meaning.written = args[1];
  } else if (isFloat) {
    return meaning;
  } else if (isNamed("Add", "add", 1) && args[0]->isLiteral()) {
    count(meaning, args[0]->value(), element);
  } else if (isNamed("Or", "or", 1) && isZero(args[0])) {
    meaning.kind = Meaning::Load;
  } else if (isNamed("Inc", "", 1)) {
    count(meaning, 1, element);
    meaning.bound = args[0];
  } else if (isNamed("", "inc", 0)) {
    count(meaning, 1, element);
  }
  return meaning;
}

std::optional<ElementOperation> elementOperation(const Statement& statement) {
  const Call* call = statement.as<Call>();
  if (!call || !call->atomic || call->atomic->parts != 1 || call->args.size() != 2)
    return std::nullopt;
  return ElementOperation{call->results.front(), call->args[0]->variable(), call->args[1],
                          meaningOf(*call)};
}

std::string nameWithFunction(const std::string& name, std::string_view cuda,
                             std::string_view openCl) {
  const bool isOpenCl = name.starts_with(openClPrefix);
  const std::size_t begin = (isOpenCl ? openClPrefix : cudaPrefix).size();
  const std::size_t end = std::min(name.find('_', begin), name.size());
  return std::string(name).replace(begin, end - begin, isOpenCl ? openCl : cuda);
}

std::string nameOfAtomic(const Call& call) {
  if (!call.atomic) return call.callee->sourceName;
  return "atomic" + std::string(functionIn(call.atomic->function));
}

}  // namespace barricade
