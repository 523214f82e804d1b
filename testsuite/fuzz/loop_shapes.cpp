// Shapes of loops that are hard to summarize: variables that are carried along through nests, that
// take turns, or that follow no formula in the few iterations there are; private arrays; calls.
#include <array>

#include "testsuite/fuzz/generator.h"
#include "testsuite/fuzz/terms.h"

namespace barricade::fuzz {

using Kind = Statement::Kind;

// An inner loop goes on with a variable where it was left in the iteration of the outer loop
// before. Threads may be at different values then.
Body Generator::carriedThroughNest(Parts& p) {
  const std::string k = freshCounter("i"), carried = "x3";
  const std::string most = number(r_.between(1, 3));
  const std::string ofThread = r_.percent(50) ? tid_ : mul(tid_, most);
  const std::string tripCount = r_.percent(20) ? most : r_.percent(30) ? tid_ : add(ofThread, most);
  Scope deep = p.in;
  deep.divergent = true;
  deep.counters.push_back(k);
  const std::string where[] = {"0bv32",
                               "0bv32",
                               carried,
                               add(p.own, carried),
                               sub(carried, ofThread),
                               add(mul(carried, size()), tid_)};
  Body use = {r_.percent(70) ? write(p.array, where[r_.below(6)], value(deep))
                             : read("x0", p.array, where[r_.below(6)])};
  if (r_.percent(60)) {
    const std::string conditions[] = {carried + " == " + tripCount, carried + " == " + most,
                                      ult(carried, tripCount), ult(tripCount, carried)};
    use = {branch(conditions[r_.percent(40) ? 0 : r_.below(4)], std::move(use))};
  }
  if (r_.percent(50))
    use = {branch(p.i + " == 1bv32" + (r_.percent(50) ? " && " + k + " == 0bv32" : ""),
                  std::move(use))};
  if (r_.percent(40)) use = {branch(carried + " == " + tripCount, {write(p.array, "0bv32", tid_)})};
  Body inside = std::move(use);
  inside.push_back(assign(carried, add(carried, number(r_.percent(80) ? 1 : 2))));
  const bool again = r_.percent(80);
  Body around;
  if (again) around.push_back(assign(k, "0bv32"));
  around.push_back(loop(ult(k, again ? tripCount : add(tripCount, p.i)), {}, std::move(inside),
                        {assign(k, add(k, "1bv32"))}, r_.percent(15)));
  if (r_.percent(50)) around.push_back(p.barrier);
  return {assign(p.i, "0bv32"),
          loop(ult(p.i, number(r_.between(2, 3))), {}, std::move(around), p.next)};
}

Generator::Orbit Generator::orbit() {
  const unsigned first = r_.below(3), second = r_.below(3), modulus = r_.between(2, 4);
  auto counted = [&](const std::string& v) {
    return assign(v, urem(add(v, "1bv32"), number(modulus)));
  };
  Orbit orbit{{assign("x3", number(first))}, {}, {"x3"}};
  switch (r_.below(8)) {
    case 0:
    case 1: {  // rotated, or exchanged
      const unsigned count = r_.between(2, 4);
      std::string targets, values;
      orbit = {};
      for (unsigned i = 0; i < count; ++i) {
        orbit.variables.push_back("x" + std::to_string(3 + i));
        orbit.start.push_back(assign(orbit.variables.back(), number(r_.percent(80) ? i : first)));
        targets += (i ? ", x" : "x") + std::to_string(3 + i);
        values += (i ? ", x" : "x") + std::to_string(3 + (i + 1) % count);
      }
      orbit.step = {assign(targets, values)};
      break;
    }
    case 2: orbit.step = {assign("x3", sub(number(r_.between(1, 4)), "x3"))}; break;
    case 3: orbit.step = {assign("x3", bxor("x3", number(r_.between(1, 3))))}; break;
    case 4:
      orbit.start.push_back(assign("x4", number(second)));
      orbit.step = {counted("x3"), counted("x4")};
      orbit.variables.emplace_back("x4");
      break;
    case 5:  // up to a value, and no further
      orbit.step = {branch(ult("x3", number(modulus)), {assign("x3", add("x3", "1bv32"))})};
      break;
    case 6:
      orbit.step = {assign("x3", add("x3", "1bv32")),
                    branch("x3 == " + number(modulus), {assign("x3", number(second))})};
      break;
    default:
      orbit.step = {assign("x3", urem(add(mul("x3", number(r_.between(1, 3))), number(second)),
                                      number(r_.between(3, 7))))};
      break;
  }
  return orbit;
}

// Parts of an array that take turns.
Body Generator::partsInTurn(Parts& p) {
  const Orbit orbit = this->orbit();
  auto part = [&] {
    return r_.percent(80) ? mul(r_.of(orbit.variables), size()) : number(size_ * r_.below(3));
  };
  const std::string other = urem(add(tid_, "1bv32"), size());
  auto some = [&](Statement s) {
    return r_.percent(70) ? std::move(s)
                          : branch(p.i + " == " + number(r_.below(6)), {std::move(s)});
  };
  Body inside = {some(read("x0", p.array, add(part(), other))),
                 some(write(p.array, add(part(), tid_), value(p.in)))};
  if (r_.percent(60))
    inside.insert(inside.begin() + r_.below(3),
                  r_.percent(70) ? p.barrier : branch(uniformCondition(p.in), {p.barrier}));
  for (const std::string& variable : orbit.variables) p.in.counters.push_back(variable);
  if (r_.percent(30)) append(inside, body(p.in, 1));
  append(inside, orbit.step);
  Body result = orbit.start;
  if (r_.percent(30)) result.push_back(write(p.array, add(part(), tid_), tid_));
  result.push_back(assign(p.i, "0bv32"));
  result.push_back(loop(ult(p.i, r_.percent(30) ? "$n" : number(r_.between(2, 9))), {},
                        r_.percent(50) ? orbit.step : std::move(inside), p.next));
  // The part it ends with, and one that it may be.
  if (r_.percent(70)) {
    if (r_.percent(60)) result.push_back(barrier());
    result.push_back(write(p.array, add(mul(orbit.variables[0], size()), tid_), tid_));
    if (r_.percent(80)) result.push_back(barrier());
    result.push_back(read("x1", p.array, add(number(size_ * r_.below(4)), other)));
  }
  return result;
}

// One iteration of many does something else.
Body Generator::oneIteration(Parts& p) {
  const bool sixtyFour = r_.percent(50);
  const std::string wideCounter = freshCounter("l");
  const std::string i = sixtyFour ? lowWord(wideCounter) : p.i;
  const unsigned tripCount = r_.between(2, 9);
  p.in.counters = {i};
  Body special = {write(p.array, index(p.in, p.array), value(p.in))};
  if (r_.percent(40)) special.push_back(read("x1", p.array, index(p.in, p.array)));
  Body inside = {branch(i + " == " + number(r_.below(tripCount)), std::move(special))};
  if (r_.percent(40)) inside.push_back(p.barrier);
  append(inside, body(p.in, 1));
  const bool parameter = r_.percent(40);
  if (!sixtyFour)
    return {assign(p.i, "0bv32"),
            loop(ult(p.i, parameter ? "$n" : number(tripCount)), {}, std::move(inside), p.next)};
  return {
      assign(wideCounter, "0bv64"),
      loop(narrowApply(64, "ULT", wideCounter, parameter ? wide("$n") : wideNumber(tripCount)), {},
           std::move(inside), {assign(wideCounter, narrowApply(64, "ADD", wideCounter, "1bv64"))},
           r_.percent(20))};
}

// Values that few iterations make, in a way of their own.
Body Generator::fewIterations(Parts& p) {
  const std::string x = "x3", y = "x4";
  Body inside, next = p.next, result = {assign(x, number(r_.below(2))), assign(y, tid_)};
  std::string first = "0bv32";
  unsigned most = r_.between(1, 9);
  switch (r_.below(6)) {
    case 0:
    case 1:  // the bits in reverse
      inside = {assign(x, bor(shl(x, "1bv32"), band(y, "1bv32"))), assign(y, lshr(y, "1bv32"))};
      if (r_.percent(60)) most = r_.between(1, 4);
      break;
    case 2:
      inside = {assign(x, add(mul(x, "3bv32"), band(y, "1bv32"))), assign(y, lshr(y, "1bv32"))};
      break;
    case 3: inside = {assign(x, bxor(x, shl(y, p.i)))}; break;
    case 4: inside = {assign(x, add(x, y)), assign(y, bxor(x, y))}; break;
    default:
      inside = {assign(x, add(mul(x, p.i), tid_))};
      first = "1bv32";
      most = 3 * r_.between(1, 30);
      next = {assign(p.i, mul(p.i, "3bv32"))};
      break;
  }
  const std::string where[] = {x, x, band(x, "7bv32"), urem(x, size()), add(tid_, x)};
  auto chosen = [&] { return where[r_.below(5)]; };
  if (r_.percent(25)) inside.push_back(write("q", chosen(), value(p.in)));
  if (r_.percent(20)) append(inside, body(p.in, 1));
  append(result, {assign(p.i, first),
                  loop(ult(p.i, number(most)), {}, std::move(inside), std::move(next))});
  if (r_.percent(30)) append(result, {write(p.array, tid_, tid_), p.barrier});
  result.push_back(write(p.array, chosen(), value(p.scope)));
  if (r_.percent(40)) {
    if (r_.percent(60)) result.push_back(barrier());
    result.push_back(read("x1", p.array, r_.percent(50) ? tid_ : chosen()));
  }
  return result;
}

// A search that ends with what it computes, after few iterations or many: as many as are run one by
// one, and one more or less.
Body Generator::endedByValue(Parts& p) {
  static constexpr std::array most{3u, 7u, 8u, 9u, 20u, 63u, 64u, 65u, 80u};
  const std::string x = "x3";
  const std::string next =
      urem(add(mul(x, number(r_.between(1, 6))), number(r_.below(5))), number(r_.between(5, 53)));
  const std::string from = add(mul(tid_, number(r_.between(1, 8))), number(r_.below(9)));
  Body inside = {assign(x, next)};
  if (r_.percent(40))
    inside.push_back(branch(urem(x, "3bv32") + " == 0bv32",
                            {write(p.array, add(mul(x, size()), p.i), value(p.in))}));
  if (r_.percent(20)) inside.push_back(p.barrier);
  const std::string goesOn = ult(number(r_.below(r_.percent(50) ? 2 : 12)), x) + " && " +
                             ult(p.i, number(most[r_.below(most.size())]));
  const std::string where[] = {x, p.i, add(x, mul(p.i, size())), add(mul(x, size()), tid_),
                               add(p.i, mul(x, number(128)))};
  Body result = {assign(x, from), assign(p.i, "0bv32"),
                 loop(goesOn, {}, std::move(inside), p.next)};
  if (r_.percent(30)) result.push_back(barrier());
  result.push_back(write(p.array, where[r_.below(5)], value(p.scope)));
  return result;
}

// A private array, filled in one loop and used as indices in another.
Body Generator::privateTable(Parts& p) {
  const unsigned count = r_.between(1, 4);
  const std::string j = freshCounter("i");
  const std::string contents[] = {add(tid_, p.i), add(mul(p.i, size()), tid_), bxor(tid_, p.i),
                                  sub(number(size_), p.i), add(mul(tid_, number(count)), p.i)};
  Scope in = p.in;
  in.counters = {j};
  Body use = {read("x3", "p", r_.percent(70) ? j : urem(add(j, "1bv32"), number(count))),
              write(p.array, r_.percent(70) ? "x3" : add("x3", j), value(in))};
  if (r_.percent(40)) use.push_back(p.barrier);
  if (r_.percent(30)) use.push_back(read("x0", p.array, "x3"));
  Body fill = {write("p", p.i, contents[r_.below(5)])};
  if (r_.percent(20)) append(fill, body(p.in, 1));
  return {assign(p.i, "0bv32"), loop(ult(p.i, number(count)), {}, std::move(fill), p.next),
          assign(j, "0bv32"),
          loop(ult(j, number(count)), {}, std::move(use), {assign(j, add(j, "1bv32"))})};
}

// A private array that lives through a loop that threads leave at different times.
Body Generator::privateAcrossExit(Parts& p) {
  const std::string leaves[] = {tid_ + " == " + p.i, tid_ + " == 0bv32", ult(p.i, tid_),
                                ult(tid_, p.i)};
  Body exit = {branch(leaves[r_.below(4)], {make(Kind::Break)})};
  Body inside;
  const std::string values[] = {p.i, add(tid_, p.i), number(r_.below(2 * size_))};
  if (r_.percent(80)) inside.push_back(write("p", number(r_.below(2)), values[r_.below(3)]));
  if (r_.percent(50)) inside = {branch(p.i + " == " + number(r_.below(4)), std::move(inside))};
  p.in.divergent = true;
  if (r_.percent(50)) append(inside, body(p.in, 1));
  if (r_.percent(70)) append(exit, std::move(inside)), inside = {};
  append(inside, std::move(exit));
  Body result = {write("p", "0bv32", r_.percent(70) ? tid_ : add(tid_, "1bv32")),
                 assign(p.i, "0bv32")};
  if (r_.percent(50)) result.push_back(write("p", "1bv32", value(p.scope)));
  result.push_back(loop(ult(p.i, number(r_.between(2, size_ + 1))), {}, std::move(inside), p.next));
  if (r_.percent(30)) result.push_back(p.barrier);
  append(result, {read("x3", "p", number(r_.below(2))),
                  write(p.array, r_.percent(70) ? "x3" : add("x3", size()), value(p.scope))});
  return result;
}

// What a procedure left behind in its variables is gone in its next call.
Body Generator::callsInLoop(Parts& p) {
  const unsigned budget = budget_;
  addForgetfulProcedure();
  budget_ = budget;
  Statement call = make(Kind::Call);
  call.procedure = kernel_.procedures.size() - 1;
  call.target = "x0";
  call.index = r_.percent(50) ? tid_ : value(p.in);
  call.value = r_.percent(70) ? p.i : uniform(p.in);
  Body inside = {call};
  if (r_.percent(40)) inside.push_back(p.barrier);
  if (r_.percent(40)) inside.push_back(write(p.array, index(p.in, p.array), value(p.in)));
  Body result = {assign(p.i, "0bv32"),
                 loop(ult(p.i, r_.percent(30) ? "$n" : number(r_.between(2, 4))), {},
                      std::move(inside), p.next)};
  if (r_.percent(40)) append(result, {barrier(), write(p.array, "x0", tid_)});
  return result;
}

}  // namespace barricade::fuzz
