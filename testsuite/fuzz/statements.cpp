// Statements, branches and loops.
#include "testsuite/fuzz/generator.h"
#include "testsuite/fuzz/terms.h"

namespace barricade::fuzz {

using Kind = Statement::Kind;

Statement make(Kind kind) {
  Statement s;
  s.kind = kind;
  return s;
}
Statement assign(const std::string& target, const std::string& value) {
  Statement s = make(Kind::Assign);
  s.target = target;
  s.value = value;
  return s;
}
Statement read(const std::string& target, const std::string& array, const std::string& index) {
  Statement s = make(Kind::Read);
  s.target = target;
  s.array = array;
  s.index = index;
  return s;
}
Statement write(const std::string& array, const std::string& index, const std::string& value) {
  Statement s = make(Kind::Write);
  s.array = array;
  s.index = index;
  s.value = value;
  return s;
}
Statement branch(const std::string& condition, Body yes, Body no) {
  Statement s = make(Kind::Branch);
  s.condition = condition;
  s.bodies = {std::move(yes), std::move(no)};
  return s;
}
Statement loop(const std::string& condition, Body before, Body body, Body step, bool testAtEnd) {
  Statement s = make(Kind::Loop);
  s.condition = condition;
  s.testAtEnd = testAtEnd;
  s.bodies = {std::move(before), std::move(body), std::move(step)};
  return s;
}
void append(Body& body, Body more) {
  for (Statement& s : more) body.push_back(std::move(s));
}

Statement Generator::barrier() {
  Statement s = make(kernel_.gridBarriers && r_.percent(30) ? Kind::GridBarrier : Kind::Barrier);
  const unsigned fences = r_.below(5);
  s.localFence = fences != 0;
  s.globalFence = fences != 1;
  if (r_.percent(style_.unevenFences))
    s.condition = forProcedure(r_.percent(70) ? ult(tid_, number(size_ - 1)) +
                                                    " || $n != " + number(r_.below(8))
                                              : divergentCondition({}));
  return s;
}
bool Generator::barrierAllowed(const Scope& scope) {
  return !scope.divergent || r_.percent(style_.wildBarriers);
}

Body Generator::body(Scope& scope, unsigned count) {
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
    if (!inProcedure_ && r_.percent(style_.copies)) {
      append(result, copy(scope));
      continue;
    }
    if (!kernel_.procedures.empty() && r_.percent(25)) {
      Statement s = make(Kind::Call);
      s.procedure = r_.below(kernel_.procedures.size());
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

void Generator::access(Scope& scope, Body& result) {
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
  if (array == "e" && r_.percent(40)) result.back().asWord = true;
  if (r_.percent(style_.barrierAfterWrite) && style_.barrierRate > 0 && barrierAllowed(scope))
    result.push_back(barrier());
}

Statement Generator::atomic(Scope& scope) {
  Statement s = make(Kind::Atomic);
  do s.array = r_.of(arrays_);
  while (elementWidth(s.array) != 32);
  s.target = variable();
  s.index = r_.percent(50) ? number(r_.below(2)) : index(scope, s.array);
  s.value = r_.percent(50) ? addend() : value(scope);
  s.function = r_.of({"__atomicAdd_int", "__atomicMax_int", "__atomicExch_int", "__atomicOr_int",
                      "__atomicMin_int"});
  // Runs that follow scopes know no copies of whole groups (docs/interpreter.md).
  if (r_.percent(30) && style_.copies == 0)
    s.scope = r_.of({"block", "block", "block", "block", "system", "cluster", "thread"});
  return s;
}

// What counters count by; sums of the large ones soon repeat.
std::string Generator::addend() {
  if (r_.percent(70)) return number(r_.between(1, 2));
  return r_.of({"3bv32", "4294967295bv32", "1073741824bv32", "2147483648bv32", "0bv32"});
}

// An asynchronous copy between global and shared memory, mostly with its wait.
Body Generator::copy(Scope& scope) {
  Statement start = make(Kind::Copy);
  const bool inwards = r_.percent(70);
  start.target = "d" + std::to_string(r_.below(2));
  start.array = inwards ? "s" : "a";
  start.source = inwards ? "a" : "s";
  const std::string own = r_.percent(70) ? mul("group_id_x", size()) : uniform(scope);
  start.index = inwards ? number(r_.percent(70) ? 0 : r_.below(size_)) : own;
  start.condition = inwards ? own : "0bv32";
  start.value = r_.percent(70) ? size() : band(uniform(scope), "15bv32");
  start.function = r_.percent(80) ? "0bv32" : "d" + std::to_string(r_.below(2));
  Body result = {start};
  if (r_.percent(40)) access(scope, result);
  if (r_.percent(85)) {
    Statement wait = make(Kind::Wait);
    wait.value = r_.percent(85) ? start.target : "d" + std::to_string(r_.below(2));
    result.push_back(wait);
    if (r_.percent(40)) result.push_back(barrier());
  }
  return result;
}

Statement Generator::rare(Scope& scope) {
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

Body Generator::inner(Scope scope, unsigned most) {
  return body(scope, r_.between(1, most));
}

Statement Generator::randomBranch(Scope& scope) {
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

Body Generator::randomLoop(Scope& scope) {
  const std::string i = freshCounter("i");
  Scope in = scope;
  ++in.loops;
  in.inLoop = true;
  Body result, before;
  std::string start = "0bv32", c, step = add(i, "1bv32");
  bool divergent = false;
  if (r_.percent(style_.narrow)) return narrowLoop(scope);
  if (r_.percent(style_.wide)) return wideLoop(scope);
  switch (r_.below(13)) {
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
    case 10: c = ult(i, uniform(scope)); break;
    case 11:
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
  start = forProcedure(start);
  c = forProcedure(c);
  in.divergent = in.divergent || divergent;
  if (!divergent || r_.percent(30)) in.counters.push_back(i);
  result.push_back(assign(i, start));
  result.push_back(loop(r_.percent(5) ? "true" : c, std::move(before), loopBody(in),
                        {assign(i, step)}, r_.percent(20)));
  return result;
}

Body Generator::loopBody(Scope& in) {
  Body statements = body(in, r_.between(1, 4));
  if (r_.percent(10)) {
    bool disagree = in.divergent;
    Statement exit = branch(condition(in, disagree),
                            {make(r_.of({"b", "b", "r"}) == "b" ? Kind::Break : Kind::Return)});
    statements.insert(statements.begin() + r_.below(statements.size() + 1), std::move(exit));
  }
  return statements;
}

// A counter of 8 or 16 bits, which may wrap around on its way.
Body Generator::narrowLoop(const Scope& scope) {
  const unsigned width = r_.percent(75) ? 8 : 16;
  const std::string bits = "bv" + std::to_string(width);
  const std::string i = freshCounter(width == 8 ? "w" : "u");
  const std::string wide = widen(width, i);
  Scope in = scope;
  ++in.loops;
  in.inLoop = true;
  in.counters.push_back(wide);
  std::string start = "0" + bits, c, step = narrowApply(width, "ADD", i, "1" + bits);
  switch (r_.below(5)) {
    case 0: c = ult(wide, uniform(scope)); break;
    case 1:  // up to the largest value and on from zero
      start = std::to_string((1u << width) - r_.between(1, 3)) + bits;
      c = i + " != " + std::to_string(r_.below(4)) + bits;
      break;
    case 2:
      step = narrowApply(width, "ADD", i,
                         std::to_string(1u << r_.between(width - 3, width - 1)) + bits);
      c = r_.percent(50) ? i + " != " + std::to_string(1u << (width - 1)) + bits
                         : ult(wide, number((1u << width) - 1));
      break;
    case 3:
      start = narrow(width, number(r_.between(2, 5)));
      c = i + " != 0" + bits;
      step = narrowApply(width, "SUB", i, "1" + bits);
      break;
    default:
      start = narrow(width, tid_);
      c = ult(wide, number(size_ * r_.between(1, 2)));
      step = narrowApply(width, "ADD", i, narrow(width, size()));
      break;
  }
  return {assign(i, forProcedure(start)),
          loop(forProcedure(c), {}, loopBody(in), {assign(i, step)}, r_.percent(20))};
}

// A counter of 64 bits, of which indices see the lower half.
Body Generator::wideLoop(const Scope& scope) {
  const std::string i = freshCounter("l");
  Scope in = scope;
  ++in.loops;
  in.inLoop = true;
  in.counters.push_back(lowWord(i));
  auto below = [&](const std::string& bound) { return narrowApply(64, "ULT", i, bound); };
  std::string start = "0bv64", c, step = narrowApply(64, "ADD", i, "1bv64");
  switch (r_.below(10)) {
    case 0:
    case 1: c = below(wideNumber(r_.between(1, 9))); break;
    case 2: c = below(wide(uniform(scope))); break;
    case 3:
      c = narrowApply(64, "SLT", i, "BV32_SEXT64($n)");
      step = narrowApply(64, "ADD", i, wideNumber(r_.between(1, 3)));
      break;
    case 4:
      start = wide(tid_);
      c = below(wideNumber(size_ * r_.between(1, 3)));
      step = narrowApply(64, "ADD", i, wideNumber(size_));
      in.divergent = in.divergent || size_ % 2 != 0;
      break;
    case 5:  // the lower half wraps around
      start = wideNumber((std::uint64_t{1} << 32) - r_.between(1, 3));
      c = i + " != " + wideNumber((std::uint64_t{1} << 32) + r_.below(4));
      break;
    case 6:
      start = wide("$n");
      c = i + " != 0bv64";
      step = narrowApply(64, "SUB", i, "1bv64");
      break;
    case 7:
      start = wideNumber(-std::uint64_t{r_.between(1, 3)});
      c = i + " != " + wideNumber(r_.below(4));
      break;
    case 8:
      c = below(wide(tid_));
      in.divergent = true;
      break;
    default: c = below(wide("$n")); break;
  }
  Body inside;
  Body next = {assign(i, step)};
  if (r_.percent(25)) {  // a sum goes along
    const std::string sum = freshCounter("l");
    next.push_back(assign(sum, narrowApply(64, "ADD", sum, r_.percent(50) ? i : wide(tid_))));
    if (r_.percent(50)) in.counters.push_back(lowWord(sum));
  }
  inside = loopBody(in);
  return {assign(i, forProcedure(start)),
          loop(forProcedure(c), {}, std::move(inside), std::move(next), r_.percent(20))};
}

}  // namespace barricade::fuzz
