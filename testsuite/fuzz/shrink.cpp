#include "testsuite/fuzz/shrink.h"

#include <optional>

namespace barricade::fuzz {
namespace {

using Kind = Statement::Kind;

// The arguments of an operator's application, and small constants.
std::vector<std::string> simpler(const std::string& text) {
  std::vector<std::string> result;
  if (text.empty() || text == "0bv32" || text == "true") return result;
  const std::size_t open = text.find('(');
  if (text.back() == ')' && open != text.npos && text.find(' ') > open) {
    int depth = 0;
    std::size_t start = open + 1;
    for (std::size_t i = open; i < text.size(); ++i) {
      if (text[i] == '(') ++depth;
      if (text[i] == ')') --depth;
      if ((text[i] == ',' && depth == 1) || (text[i] == ')' && depth == 0)) {
        result.push_back(text.substr(start, i - start));
        start = i + 2;
      }
    }
  }
  if (text.find("bv32") != text.npos || text.find('(') != text.npos || text[0] == 'x')
    for (const char* constant : {"0bv32", "1bv32", "local_id_x"})
      if (text != constant && text != "1bv32") result.emplace_back(constant);
  return result;
}

class Shrinker {
 public:
  Shrinker(Kernel kernel, const std::function<bool(const Kernel&)>& fails, unsigned tries)
      : kernel_(std::move(kernel)), fails_(fails), tries_(tries) {}

  Kernel run() {
    bool changed = true;
    while (changed && tries_ > 0) {
      changed = launch();
      changed = structure() || changed;
      changed = expressions() || changed;
    }
    return std::move(kernel_);
  }

 private:
  bool attempt(Kernel candidate) {
    if (tries_ == 0) return false;
    --tries_;
    if (!fails_(candidate)) return false;
    kernel_ = std::move(candidate);
    return true;
  }

  bool launch() {
    bool changed = false;
    auto tryWith = [&](const std::function<bool(Kernel&)>& edit) {
      Kernel candidate = kernel_;
      if (edit(candidate)) changed = attempt(std::move(candidate)) || changed;
    };
    for (const char* size : {"1", "2"})
      tryWith([&](Kernel& k) {
        if (k.numGroups[0] <= size && !k.numGroups[0].empty()) return false;
        k.numGroups = {size};
        return true;
      });
    for (const char* size : {"2", "3", "4"})
      tryWith([&](Kernel& k) {
        if (k.groupSize.size() == 1 && k.groupSize[0] <= size && !k.groupSize[0].empty())
          return false;
        k.groupSize = {size};
        return true;
      });
    for (std::size_t i = kernel_.preconditions.size(); i-- > 0;)
      tryWith([&](Kernel& k) {
        k.preconditions.erase(k.preconditions.begin() + static_cast<std::ptrdiff_t>(i));
        return true;
      });
    tryWith([](Kernel& k) {
      const bool had = !k.procedures.empty();
      k.procedures.clear();
      return had;
    });
    return changed;
  }

  // The n-th body of the kernel.
  static Body* nth(Kernel& kernel, std::size_t n) {
    Body* result = nullptr;
    std::size_t position = 0;
    forEachBody(kernel, [&](Body& body) {
      if (position++ == n) result = &body;
    });
    return result;
  }

  bool structure() {
    bool changed = false;
    for (std::size_t b = 0; nth(kernel_, b); ++b)
      for (std::size_t i = 0; nth(kernel_, b) && i < nth(kernel_, b)->size();) {
        if (editStatement(b, i))
          changed = true;
        else
          ++i;
      }
    return changed;
  }

  bool editStatement(std::size_t b, std::size_t i) {
    Kernel candidate = kernel_;
    Body* body = nth(candidate, b);
    const auto offset = static_cast<std::ptrdiff_t>(i);
    body->erase(body->begin() + offset);
    if (attempt(std::move(candidate))) return true;
    const Statement statement = (*nth(kernel_, b))[i];
    for (const Body& inner : statement.bodies) {
      if (inner.empty()) continue;
      candidate = kernel_;
      body = nth(candidate, b);
      body->erase(body->begin() + offset);
      body->insert(body->begin() + offset, inner.begin(), inner.end());
      if (attempt(std::move(candidate))) return true;
    }
    if (statement.kind == Kind::Switch && statement.bodies.size() > 2) {
      candidate = kernel_;
      (*nth(candidate, b))[i].bodies.pop_back();
      if (attempt(std::move(candidate))) return true;
    }
    return false;
  }

  bool expressions() {
    bool changed = false;
    for (std::size_t b = 0; nth(kernel_, b); ++b)
      for (std::size_t i = 0; i < nth(kernel_, b)->size(); ++i)
        for (auto member : {&Statement::index, &Statement::value, &Statement::condition}) {
          bool again = true;
          while (again) {
            again = false;
            for (const std::string& text : simpler((*nth(kernel_, b))[i].*member)) {
              Kernel candidate = kernel_;
              (*nth(candidate, b))[i].*member = text;
              if (attempt(std::move(candidate))) {
                changed = again = true;
                break;
              }
            }
          }
        }
    return changed;
  }

  Kernel kernel_;
  const std::function<bool(const Kernel&)>& fails_;
  unsigned tries_;
};

}  // namespace

Kernel shrink(Kernel kernel, const std::function<bool(const Kernel&)>& fails, unsigned tries) {
  return Shrinker(std::move(kernel), fails, tries).run();
}

}  // namespace barricade::fuzz
