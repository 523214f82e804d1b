#include "testsuite/fuzz/generate.h"

#include "testsuite/fuzz/terms.h"

namespace barricade::fuzz {
namespace {

using Kind = Statement::Kind;

// What kind of kernel this one becomes: without such a bias all kernels look alike, and nearly
// all of them race.
struct Style {
  unsigned barrierRate = 20;   // percent of the statements
  unsigned ownSlot = 60;       // percent of the accesses that stay with the thread's element
  unsigned wildBarriers = 10;  // percent of divergent places that may get a barrier
  unsigned loops = 15, branches = 15, atomics = 5, rare = 4;
  unsigned barrierAfterWrite = 40;
  bool data = true;  // contents reach indices and conditions
};

class Generator {
 public:
  Generator(Random& random, bool small) : r_(random), small_(small) {}

  Kernel generate() {
    chooseLaunch();
    chooseStyle();
    if (r_.percent(15)) {
      KernelProcedure procedure;
      inProcedure_ = true;
      Scope scope;
      budget_ = 4;
      procedure.body = body(scope, r_.between(1, 3));
      procedure.body.push_back(assign("r", value(scope)));
      kernel_.procedures.push_back(std::move(procedure));
      inProcedure_ = false;
    }
    budget_ = r_.between(3, 9);
    loopsLeft_ = std::stoul(r_.of({"0", "1", "1", "1", "1", "2", "2", "3"}));
    Scope scope;
    if (small_) {
      budget_ = r_.between(2, 7);
      loopsLeft_ = r_.percent(10) ? 1 : 0;
      kernel_.body = body(scope, r_.between(2, 6));
    } else if (r_.percent(40)) {
      budget_ = 2;
      loopsLeft_ = r_.percent(20) ? 1 : 0;
      kernel_.body = pattern(scope);
      append(kernel_.body, body(scope, r_.below(3)));
    } else {
      kernel_.body = body(scope, r_.between(2, 6));
    }
    for (unsigned i = r_.below(3); i > 0; --i) mutate(kernel_, r_);
    return std::move(kernel_);
  }

 private:
  struct Scope {
    unsigned loops = 0;
    unsigned branches = 0;
    bool divergent = false;
    bool inLoop = false;
    std::vector<std::string> counters;
  };

  static Statement make(Kind kind) {
    Statement s;
    s.kind = kind;
    return s;
  }
  static Statement assign(const std::string& target, const std::string& value) {
    Statement s = make(Kind::Assign);
    s.target = target;
    s.value = value;
    return s;
  }
  static Statement read(const std::string& target, const std::string& array,
                        const std::string& index) {
    Statement s = make(Kind::Read);
    s.target = target;
    s.array = array;
    s.index = index;
    return s;
  }
  static Statement write(const std::string& array, const std::string& index,
                         const std::string& value) {
    Statement s = make(Kind::Write);
    s.array = array;
    s.index = index;
    s.value = value;
    return s;
  }
  static Statement branch(const std::string& condition, Body yes, Body no = {}) {
    Statement s = make(Kind::Branch);
    s.condition = condition;
    s.bodies = {std::move(yes), std::move(no)};
    return s;
  }
  static Statement loop(const std::string& condition, Body before, Body body, Body step,
                        bool testAtEnd = false) {
    Statement s = make(Kind::Loop);
    s.condition = condition;
    s.testAtEnd = testAtEnd;
    s.bodies = {std::move(before), std::move(body), std::move(step)};
    return s;
  }
  static void append(Body& body, Body more) {
    for (Statement& s : more) body.push_back(std::move(s));
  }

  //--- The launch -----------------------------------------------------------------------------

  void chooseLaunch() {
    size_ = std::stoul(r_.of({"2", "4", "4", "4", "8", "3", "5"}));
    groups_ = std::stoul(r_.of({"1", "1", "2", "2", "3"}));
    kernel_.groupSize = {std::to_string(size_)};
    kernel_.numGroups = {std::to_string(groups_)};
    if (r_.percent(8)) kernel_.groupSize = {"2", "2"}, size_ = 4;
    if (r_.percent(4)) kernel_.groupSize = {""};
    if (r_.percent(4)) kernel_.numGroups = {""}, groups_ = 2;
    kernel_.gridBarriers = groups_ > 1 && r_.percent(50);
    kernel_.locations = !r_.percent(10);
    if (r_.percent(30)) kernel_.preconditions.push_back(ult("$n", number(r_.between(2, 9))));
    if (r_.percent(10)) kernel_.preconditions.push_back(ult("0bv32", "$n"));
    if (r_.percent(10)) kernel_.preconditions.push_back("$n == " + number(size_));
    if (r_.percent(10)) kernel_.preconditions.push_back(ult("$m", "$n"));
    tid_ = kernel_.groupSize.size() == 2 ? add(mul("local_id_y", "2bv32"), "local_id_x")
                                         : "local_id_x";
  }

  void chooseStyle() {
    style_.barrierRate = std::stoul(r_.of({"0", "10", "20", "30", "40"}));
    style_.ownSlot = std::stoul(r_.of({"20", "50", "70", "85", "95"}));
    style_.wildBarriers = std::stoul(r_.of({"0", "5", "40"}));
    style_.loops = std::stoul(r_.of({"5", "15", "30"}));
    style_.branches = std::stoul(r_.of({"5", "15", "30"}));
    style_.atomics = std::stoul(r_.of({"0", "0", "5", "15"}));
    style_.rare = std::stoul(r_.of({"0", "0", "2", "6"}));
    style_.barrierAfterWrite = std::stoul(r_.of({"0", "40", "80"}));
    style_.data = r_.percent(60);
    arrays_ = {"s"};
    if (r_.percent(60)) arrays_.emplace_back("a");
    if (r_.percent(25)) arrays_.emplace_back("q");
    if (r_.percent(20)) arrays_.emplace_back("b");
  }

  //--- Expressions ----------------------------------------------------------------------------

  std::string global() const {
    return kernel_.groupSize.size() == 2 ? add(mul("group_id_x", "4bv32"), tid_)
                                         : add(mul("group_id_x", "group_size_x"), tid_);
  }

  std::string variable() { return "x" + std::to_string(r_.below(3)); }
  std::string size() { return number(size_); }

  std::string uniform(const Scope& scope) {
    if (inProcedure_ && r_.percent(30)) return "$b";
    if (!scope.counters.empty() && r_.percent(50)) return r_.of(scope.counters);
    switch (r_.below(6)) {
      case 0: return inProcedure_ ? "$a" : "$n";
      case 1: return inProcedure_ ? "$b" : "$m";
      case 2: return groups_ > 1 ? "group_id_x" : number(r_.below(4));
      default: return number(r_.below(5));
    }
  }

  std::string ownSlot(const std::string& array) {
    return array == "a" || array == "b" ? global() : tid_;
  }

  std::string index(const Scope& scope, const std::string& array) {
    if (r_.percent(style_.ownSlot)) {
      std::string own = ownSlot(array);
      switch (r_.below(scope.counters.empty() ? 10 : 14)) {
        case 0: return add(own, size());
        case 1: return mul(own, "2bv32");
        case 2: return add(mul(own, "2bv32"), "1bv32");
        case 3: return sub(number(size_ - 1), tid_);
        case 10: return add(mul(r_.of(scope.counters), size()), tid_);
        case 11: return add(mul(band(r_.of(scope.counters), "1bv32"), size()), tid_);
        case 12: return add(mul(own, "4bv32"), r_.of(scope.counters));
        case 13: return add(own, mul(r_.of(scope.counters), number(size_ * groups_)));
        default: return own;
      }
    }
    switch (r_.below(15)) {
      case 0: return add(tid_, "1bv32");
      case 1: return r_.percent(50) ? add(global(), "1bv32") : global();
      case 2: return bxor(tid_, "1bv32");
      case 3: return urem(add(tid_, number(r_.between(1, 3))), size());
      case 4: return lshr(tid_, "1bv32");
      case 5: return band(tid_, "1bv32");
      case 6: return uniform(scope);
      case 7: return add(tid_, uniform(scope));
      case 8: return mul(tid_, uniform(scope));
      case 9: return style_.data ? variable() : tid_;
      case 10: return style_.data ? band(variable(), "3bv32") : number(0);
      case 11: return add(mul(uniform(scope), size()), urem(add(tid_, "1bv32"), size()));
      case 12: return bxor(tid_, uniform(scope));
      case 13: return sub(tid_, uniform(scope));
      default: return number(r_.below(3));
    }
  }

  std::string value(const Scope& scope) {
    switch (r_.below(9)) {
      case 0:
      case 1: return number(r_.below(3));
      case 2: return tid_;
      case 3:
      case 4: return variable();
      case 5: return add(variable(), number(r_.between(1, 2)));
      case 6: return uniform(scope);
      case 7: return add(variable(), uniform(scope));
      default: return band(variable(), "1bv32");
    }
  }

  std::string uniformCondition(const Scope& scope) {
    const std::string u = uniform(scope);
    switch (r_.below(6)) {
      case 0: return ult(u, number(r_.between(1, 4)));
      case 1: return u + " == " + number(r_.below(3));
      case 2: return band(u, "1bv32") + " == 0bv32";
      case 3: return ult(uniform(scope), u);
      case 4: return urem(u, "3bv32") + " == " + number(r_.below(3));
      default: return u + " != " + uniform(scope);
    }
  }

  std::string divergentCondition(const Scope& scope) {
    switch (r_.below(9)) {
      case 0: return ult(tid_, uniform(scope));
      case 1: return tid_ + " == " + uniform(scope);
      case 2: return tid_ + " == 0bv32";
      case 3: return band(tid_, "1bv32") + " == 0bv32";
      case 4: return ult(tid_, number(r_.between(1, size_)));
      case 5: return ult(global(), "$n");
      case 6: return ult(variable(), number(r_.between(1, 3)));
      case 7: return variable() + " == " + value(scope);
      default: return "BV32_SLT(" + variable() + ", " + uniform(scope) + ")";
    }
  }

  // Sets `divergent` where threads may disagree.
  std::string condition(const Scope& scope, bool& divergent) {
    if (r_.percent(50)) return uniformCondition(scope);
    divergent = true;
    std::string c = divergentCondition(scope);
    if (inProcedure_)
      for (std::size_t i; (i = c.find("$n")) != c.npos;) c.replace(i, 2, "$a");
    if (style_.data && r_.percent(30)) divergent = false;  // the author takes it for uniform
    return c;
  }

  //--- Statements -----------------------------------------------------------------------------

  Statement barrier() {
    Statement s = make(kernel_.gridBarriers && r_.percent(30) ? Kind::GridBarrier : Kind::Barrier);
    const unsigned fences = r_.below(5);
    s.localFence = fences != 0;
    s.globalFence = fences != 1;
    return s;
  }
  bool barrierAllowed(const Scope& scope) {
    return !scope.divergent || r_.percent(style_.wildBarriers);
  }

  Body body(Scope& scope, unsigned count) {
    Body result;
    for (unsigned i = 0; i < count && budget_ > 0; ++i) {
      --budget_;
      const unsigned choice = r_.below(100);
      unsigned limit = style_.loops;
      if (choice < limit && scope.loops < 3 && loopsLeft_ > 0) {
        --loopsLeft_;
        append(result, randomLoop(scope));
        continue;
      }
      if (choice < (limit += style_.branches) && scope.branches < 3) {
        result.push_back(randomBranch(scope));
        continue;
      }
      if (choice < (limit += style_.atomics)) {
        result.push_back(atomic(scope));
        continue;
      }
      if (choice < (limit += style_.rare)) {
        result.push_back(rare(scope));
        continue;
      }
      if (choice < limit + style_.barrierRate / 2 && barrierAllowed(scope)) {
        result.push_back(barrier());
        continue;
      }
      if (!kernel_.procedures.empty() && !inProcedure_ && r_.percent(25)) {
        Statement s = make(Kind::Call);
        s.target = variable();
        s.index = r_.percent(50) ? value(scope) : tid_;
        s.value = uniform(scope);
        result.push_back(s);
        continue;
      }
      access(scope, result);
    }
    return result;
  }

  void access(Scope& scope, Body& result) {
    const std::string array = r_.of(arrays_);
    switch (r_.below(7)) {
      case 0:
      case 1: result.push_back(read(variable(), array, index(scope, array))); break;
      case 2: {
        const std::string x = variable();
        const std::string where = index(scope, array);
        result.push_back(read(x, array, r_.percent(50) ? where : index(scope, array)));
        if (r_.percent(40) && barrierAllowed(scope)) result.push_back(barrier());
        result.push_back(write(array, where, r_.percent(70) ? add(x, "1bv32") : x));
        break;
      }
      case 3:
        if (r_.percent(50)) {
          const std::string other = r_.of({"c", "p", "b"});
          if (other == "p" && r_.percent(60))
            result.push_back(write("p", index(scope, "s"), value(scope)));
          else
            result.push_back(read(variable(), other, index(scope, "s")));
        } else {
          result.push_back(assign(variable(), value(scope)));
        }
        return;
      default: result.push_back(write(array, index(scope, array), value(scope))); break;
    }
    if (r_.percent(style_.barrierAfterWrite) && style_.barrierRate > 0 && barrierAllowed(scope))
      result.push_back(barrier());
  }

  Statement atomic(Scope& scope) {
    Statement s = make(Kind::Atomic);
    s.array = r_.of(arrays_);
    s.target = variable();
    s.index = r_.percent(50) ? number(r_.below(2)) : index(scope, s.array);
    s.value = r_.percent(50) ? number(r_.between(1, 2)) : value(scope);
    s.function = r_.of({"__atomicAdd_int", "__atomicMax_int", "__atomicExch_int", "__atomicOr_int",
                        "__atomicMin_int"});
    return s;
  }

  Statement rare(Scope& scope) {
    bool divergent = false;
    Statement s = make(Kind::Assert);
    switch (r_.below(6)) {
      case 0: s.condition = ult(tid_, number(size_)); return s;
      case 1: s.condition = condition(scope, divergent); return s;
      case 2: s.condition = variable() + " == " + value(scope); return s;
      case 3:
        s.kind = Kind::Assume;
        s.condition = uniformCondition(scope);
        return s;
      case 4:
        s.kind = Kind::Havoc;
        s.target = variable();
        return s;
      default:
        s.kind = Kind::Return;
        bool disagree = scope.divergent;
        s = branch(condition(scope, disagree), {s});
        scope.divergent = scope.divergent || disagree;
        return s;
    }
  }

  Body inner(Scope scope, unsigned most) { return body(scope, r_.between(1, most)); }

  Statement randomBranch(Scope& scope) {
    Scope arm = scope;
    ++arm.branches;
    if (r_.percent(15)) {
      Statement s = make(Kind::Switch);
      s.value = r_.percent(50) ? uniform(scope) : band(r_.percent(50) ? tid_ : variable(), "3bv32");
      arm.divergent = arm.divergent || r_.percent(50);
      for (unsigned i = r_.between(2, 3); i > 0; --i) s.bodies.push_back(inner(arm, 2));
      return s;
    }
    std::string c = condition(scope, arm.divergent);
    Body no;
    if (r_.percent(35)) no = inner(arm, 2);
    Body yes = inner(arm, 3);
    if (scope.inLoop && r_.percent(20)) {
      yes.push_back(make(r_.percent(60) ? Kind::Break : Kind::Continue));
      scope.divergent = arm.divergent;
    }
    return branch(c, std::move(yes), std::move(no));
  }

  Body randomLoop(Scope& scope) {
    const std::string i = "i" + std::to_string(counters_++ % 10);
    Scope in = scope;
    ++in.loops;
    in.inLoop = true;
    Body result, before;
    std::string start = "0bv32", c, step = add(i, "1bv32");
    bool divergent = false;
    switch (r_.below(12)) {
      case 0:
      case 1:
      case 2: c = ult(i, number(r_.below(5))); break;
      case 3: c = ult(i, "$n"); break;
      case 4:
        c = "BV32_SLT(" + i + ", $n)";
        step = add(i, number(r_.between(1, 3)));
        break;
      case 5:
        start = tid_;
        c = ult(i, number(size_ * r_.between(1, 3)));
        step = add(i, size());
        divergent = size_ % 2 != 0;
        break;
      case 6:
        start = number(size_ / 2);
        c = ugt(i, "0bv32");
        step = lshr(i, "1bv32");
        break;
      case 7:
        start = "1bv32";
        c = ult(i, size());
        step = shl(i, "1bv32");
        break;
      case 8:
        c = ult(i, tid_);
        divergent = true;
        break;
      case 9:
        start = "$n";
        c = ugt(i, "0bv32");
        step = sub(i, "1bv32");
        break;
      case 10:
        start = tid_;
        c = ult(i, "$n");
        divergent = true;
        break;
      default: {
        // Contents decide whether the loop goes on.
        const std::string array = r_.of(arrays_);
        before.push_back(read("x0", array, r_.percent(50) ? number(0) : index(scope, array)));
        if (r_.percent(50) && barrierAllowed(scope)) before.push_back(barrier());
        c = "(" + ult(i, "4bv32") + ") && x0 == " + number(r_.below(3));
        divergent = !style_.data || r_.percent(50);
        break;
      }
    }
    if (inProcedure_)
      for (std::string* text : {&start, &c})
        for (std::size_t at; (at = text->find("$n")) != text->npos;) text->replace(at, 2, "$a");
    in.divergent = in.divergent || divergent;
    if (!divergent || r_.percent(30)) in.counters.push_back(i);
    if (r_.percent(5)) c = "true";
    Body statements = body(in, r_.between(1, 4));
    if (r_.percent(10)) {
      bool disagree = in.divergent;
      Statement exit = branch(condition(in, disagree),
                              {make(r_.of({"b", "b", "r"}) == "b" ? Kind::Break : Kind::Return)});
      statements.insert(statements.begin() + r_.below(statements.size() + 1), std::move(exit));
    }
    result.push_back(assign(i, start));
    result.push_back(
        loop(c, std::move(before), std::move(statements), {assign(i, step)}, r_.percent(20)));
    return result;
  }

  //--- Shapes of real kernels, each with random parts -----------------------------------------

  Body pattern(Scope& scope) {
    const std::string i = "i" + std::to_string(counters_++ % 10);
    const std::string array = r_.of(arrays_);
    const std::string own = ownSlot(array);
    const Statement b = barrier();
    Scope in = scope;
    ++in.loops;
    in.inLoop = true;
    in.counters.push_back(i);
    const Body next = {assign(i, add(i, "1bv32"))};
    switch (r_.below(11)) {
      case 0: {  // reduction
        const std::string other = add(tid_, i);
        return {assign(i, number(size_ / 2)),
                loop(ugt(i, "0bv32"), {},
                     {branch(ult(tid_, i), {read("x0", "s", other), read("x1", "s", tid_),
                                            write("s", tid_, add("x0", "x1"))}),
                      b},
                     {assign(i, lshr(i, "1bv32"))})};
      }
      case 1:  // ping-pong buffers
        return {assign(i, "0bv32"),
                loop(ult(i, r_.percent(50) ? "$n" : number(r_.between(1, 4))), {},
                     {read("x0", "s",
                           add(mul(band(i, "1bv32"), size()), urem(add(tid_, "1bv32"), size()))),
                      write("s", add(mul(bxor(band(i, "1bv32"), "1bv32"), size()), tid_), "x0"), b},
                     next)};
      case 2: {  // a flag that one thread sets and all read
        Body inside = {branch(tid_ + " == " + uniform(scope), {write("s", "0bv32", value(in))}), b,
                       read("x0", "s", "0bv32")};
        if (r_.percent(50)) inside.push_back(barrier());
        inside.push_back(branch("x0 == " + number(r_.below(2)), {make(Kind::Break)}));
        if (r_.percent(70)) inside.push_back(barrier());
        append(inside, body(in, 1));
        return {assign(i, "0bv32"), loop(ult(i, number(r_.between(2, 4))), {}, inside, next)};
      }
      case 3: {  // a barrier in some iterations
        Body inside = {
            write(array, index(in, array), value(in)),
            branch(urem(i, number(r_.between(2, 3))) + " == " + number(r_.below(2)), {b})};
        append(inside, body(in, 1));
        return {assign(i, "0bv32"),
                loop(ult(i, r_.percent(50) ? "$n" : number(r_.between(2, 6))), {}, inside, next)};
      }
      case 4:  // neighbours, read before and written behind a barrier
        return {read("x0", array, add(own, "1bv32")), b, write(array, own, "x0"), barrier(),
                read("x1", array, index(scope, array))};
      case 5: {  // swapped buffers
        Body inside = {read("x0", array, add("x1", urem(add(tid_, "1bv32"), size()))),
                       write(array, add("x2", tid_), "x0"),
                       b,
                       assign("x0", "x1"),
                       assign("x1", "x2"),
                       assign("x2", "x0")};
        return {assign("x1", "0bv32"), assign("x2", size()), assign(i, "0bv32"),
                loop(ult(i, number(r_.between(2, 3))), {}, inside, next)};
      }
      case 6: {  // a nest whose inner loop has the barrier
        const std::string j = "i" + std::to_string(counters_++ % 10);
        Scope deep = in;
        deep.counters.push_back(j);
        Body inside = body(deep, 1);
        inside.push_back(b);
        Body around = {write(array, index(in, array), value(in)), assign(j, "0bv32"),
                       loop(ult(j, r_.percent(40) ? i : number(r_.below(3))), {}, inside,
                            {assign(j, add(j, "1bv32"))}, r_.percent(30))};
        append(around, body(in, 1));
        return {assign(i, "0bv32"), loop(ult(i, number(r_.between(2, 3))), {}, around, next)};
      }
      case 7:  // equal values
        return {write(array, number(r_.below(2)), r_.percent(60) ? number(1) : uniform(scope)),
                branch(divergentOutside(scope), {write(array, "0bv32", number(r_.below(2)))}), b,
                read("x0", array, "0bv32")};
      case 8: {  // threads leave a loop at different times, and go on
        Body inside = {branch(i + " == " + tid_, {make(Kind::Break)}),
                       write(array, index(in, array), value(in))};
        Body result = {assign(i, "0bv32"), loop(ult(i, size()), {}, inside, next)};
        if (r_.percent(50)) result.push_back(b);
        result.push_back(write(array, r_.percent(50) ? add(mul(i, size()), tid_) : own, "7bv32"));
        return result;
      }
      case 9: {  // contents as indices
        Body result = {read("x0", array, own), read("x1", "c", own)};
        result.push_back(write("s", r_.percent(50) ? band("x0", "3bv32") : "x1", value(scope)));
        if (r_.percent(50)) result.push_back(b);
        result.push_back(read("x2", "s", r_.percent(50) ? "x1" : tid_));
        return result;
      }
      default: {  // a slot taken by an atomic counter
        Statement count = atomic(scope);
        count.array = "s";
        count.index = "0bv32";
        count.value = "1bv32";
        count.function = "__atomicAdd_int";
        count.target = "x0";
        return {count, r_.percent(50) ? write("q", "x0", tid_) : b, write("q", tid_, "x0")};
      }
    }
  }
  std::string divergentOutside(const Scope& scope) {
    std::string c = divergentCondition(scope);
    return c;
  }

  Random& r_;
  const bool small_;
  Kernel kernel_;
  Style style_;
  std::vector<std::string> arrays_;
  std::string tid_;
  std::size_t size_ = 4, groups_ = 1;
  unsigned budget_ = 0, loopsLeft_ = 1;  // what may still be generated
  unsigned counters_ = 0;
  bool inProcedure_ = false;
};

}  // namespace

Kernel generate(Random& random, bool small) {
  return Generator(random, small).generate();
}

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
      barrier.kind = Kind::Barrier;
      body.insert(body.begin() + r.below(body.size() + 1), barrier);
      break;
    }
  }
}

}  // namespace barricade::fuzz
