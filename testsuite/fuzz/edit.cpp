// Small random changes of a kernel.
#include <cctype>

#include "testsuite/fuzz/generate.h"

namespace barricade::fuzz {

void mutate(Kernel& kernel, Random& r) {
  std::vector<Body*> bodies;
  forEachBody(kernel, [&](Body& body) {
    if (!body.empty()) bodies.push_back(&body);
  });
  if (bodies.empty()) return;
  Body& body = *r.of(bodies);
  const std::size_t at = r.below(body.size());
  Statement& s = body[at];
  switch (r.below(6)) {
    case 0: body.erase(body.begin() + static_cast<std::ptrdiff_t>(at)); break;
    case 1: {
      Statement copy = s;
      body.insert(body.begin() + r.below(body.size() + 1), std::move(copy));
      break;
    }
    case 2:
      if (at + 1 < body.size()) std::swap(body[at], body[at + 1]);
      break;
    case 3: std::swap(s.localFence, s.globalFence); break;
    case 4:
      for (std::string* text : {&s.index, &s.condition, &s.value}) {
        const std::size_t digit = text->find("1bv32");
        if (digit != text->npos && (digit == 0 || !std::isdigit((*text)[digit - 1]))) {
          (*text)[digit] = r.percent(50) ? '2' : '0';
          break;
        }
      }
      break;
    default: {
      Statement barrier;
      barrier.kind = Statement::Kind::Barrier;
      body.insert(body.begin() + r.below(body.size() + 1), barrier);
      break;
    }
  }
}

}  // namespace barricade::fuzz
