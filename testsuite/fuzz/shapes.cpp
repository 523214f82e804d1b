// Shapes of real kernels, each with random parts.
#include <array>

#include "testsuite/fuzz/generator.h"
#include "testsuite/fuzz/terms.h"

namespace barricade::fuzz {

using Kind = Statement::Kind;

Body Generator::shape(Scope& scope) {
  static constexpr std::array shapes{
      &Generator::reduction,
      &Generator::pingPong,
      &Generator::flagForAll,
      &Generator::barrierInSomeIterations,
      &Generator::neighbours,
      &Generator::swappedBuffers,
      &Generator::nest,
      &Generator::equalValues,
      &Generator::unevenExits,
      &Generator::contentsAsIndices,
      &Generator::mailboxes,
      &Generator::stopOnData,
      &Generator::nestOfThree,
      &Generator::resetCounter,
      &Generator::privateCounter,
      &Generator::ringOfBuffers,
      &Generator::slotFromCounter,
      &Generator::carriedThroughNest,
      &Generator::carriedThroughNest,
      &Generator::partsInTurn,
      &Generator::partsInTurn,
      &Generator::partsInTurn,
      &Generator::oneIteration,
      &Generator::fewIterations,
      &Generator::endedByValue,
      &Generator::endedByValue,
      &Generator::endedByValue,
      &Generator::privateTable,
      &Generator::privateAcrossExit,
      &Generator::callsInLoop,
      &Generator::callsInLoop,
      &Generator::callsInLoop,
  };
  Parts p{scope, scope, freshCounter("i"), r_.of(arrays_), {}, {}, {}};
  p.own = ownSlot(p.array);
  p.barrier = barrier();
  p.next = {assign(p.i, add(p.i, "1bv32"))};
  ++p.in.loops;
  p.in.inLoop = true;
  p.in.counters.push_back(p.i);
  Body result = (this->*shapes[r_.below(shapes.size())])(p);
  // What goes wrong in few runs is looked at closely.
  if (r_.percent(35)) result = {branch("$n == " + number(r_.below(8)), std::move(result))};
  return result;
}

Body Generator::reduction(Parts& p) {
  const std::string other = add(tid_, p.i);
  return {assign(p.i, number(size_ / 2)),
          loop(ugt(p.i, "0bv32"), {},
               {branch(ult(tid_, p.i), {read("x0", "s", other), read("x1", "s", tid_),
                                        write("s", tid_, add("x0", "x1"))}),
                p.barrier},
               {assign(p.i, lshr(p.i, "1bv32"))})};
}

Body Generator::pingPong(Parts& p) {
  return {
      assign(p.i, "0bv32"),
      loop(ult(p.i, r_.percent(50) ? "$n" : number(r_.between(1, 4))), {},
           {read("x0", "s", add(mul(band(p.i, "1bv32"), size()), urem(add(tid_, "1bv32"), size()))),
            write("s", add(mul(bxor(band(p.i, "1bv32"), "1bv32"), size()), tid_), "x0"), p.barrier},
           p.next)};
}

// A flag that one thread sets and all read.
Body Generator::flagForAll(Parts& p) {
  Body inside = {branch(tid_ + " == " + uniform(p.scope), {write("s", "0bv32", value(p.in))}),
                 p.barrier, read("x0", "s", "0bv32")};
  if (r_.percent(50)) inside.push_back(barrier());
  inside.push_back(branch("x0 == " + number(r_.below(2)), {make(Kind::Break)}));
  if (r_.percent(70)) inside.push_back(barrier());
  append(inside, body(p.in, 1));
  return {assign(p.i, "0bv32"), loop(ult(p.i, number(r_.between(2, 4))), {}, inside, p.next)};
}

// A barrier in some iterations.
Body Generator::barrierInSomeIterations(Parts& p) {
  Body inside = {
      write(p.array, index(p.in, p.array), value(p.in)),
      branch(urem(p.i, number(r_.between(2, 3))) + " == " + number(r_.below(2)), {p.barrier})};
  append(inside, body(p.in, 1));
  return {assign(p.i, "0bv32"),
          loop(ult(p.i, r_.percent(50) ? "$n" : number(r_.between(2, 6))), {}, inside, p.next)};
}

// Neighbours, read before and written after a barrier.
Body Generator::neighbours(Parts& p) {
  return {read("x0", p.array, add(p.own, "1bv32")), p.barrier, write(p.array, p.own, "x0"),
          barrier(), read("x1", p.array, index(p.scope, p.array))};
}

Body Generator::swappedBuffers(Parts& p) {
  Body inside = {read("x0", p.array, add("x1", urem(add(tid_, "1bv32"), size()))),
                 write(p.array, add("x2", tid_), "x0"),
                 p.barrier,
                 assign("x0", "x1"),
                 assign("x1", "x2"),
                 assign("x2", "x0")};
  return {assign("x1", "0bv32"), assign("x2", size()), assign(p.i, "0bv32"),
          loop(ult(p.i, number(r_.between(2, 3))), {}, inside, p.next)};
}

// A nest whose inner loop has the barrier.
Body Generator::nest(Parts& p) {
  const std::string j = freshCounter("i");
  Scope deep = p.in;
  deep.counters.push_back(j);
  Body inside = body(deep, 1);
  inside.push_back(p.barrier);
  Body around = {write(p.array, index(p.in, p.array), value(p.in)), assign(j, "0bv32"),
                 loop(ult(j, r_.percent(40) ? p.i : number(r_.below(3))), {}, inside,
                      {assign(j, add(j, "1bv32"))}, r_.percent(30))};
  append(around, body(p.in, 1));
  return {assign(p.i, "0bv32"), loop(ult(p.i, number(r_.between(2, 3))), {}, around, p.next)};
}

Body Generator::equalValues(Parts& p) {
  return {write(p.array, number(r_.below(2)), r_.percent(60) ? number(1) : uniform(p.scope)),
          branch(divergentCondition(p.scope), {write(p.array, "0bv32", number(r_.below(2)))}),
          p.barrier, read("x0", p.array, "0bv32")};
}

// Threads leave a loop at different times, and go on.
Body Generator::unevenExits(Parts& p) {
  Body inside = {branch(p.i + " == " + tid_, {make(Kind::Break)}),
                 write(p.array, index(p.in, p.array), value(p.in))};
  Body result = {assign(p.i, "0bv32"), loop(ult(p.i, size()), {}, inside, p.next)};
  if (r_.percent(50)) result.push_back(p.barrier);
  result.push_back(write(p.array, r_.percent(50) ? add(mul(p.i, size()), tid_) : p.own, "7bv32"));
  return result;
}

Body Generator::contentsAsIndices(Parts& p) {
  Body result = {read("x0", p.array, p.own), read("x1", "c", p.own)};
  result.push_back(write("s", r_.percent(50) ? band("x0", "3bv32") : "x1", value(p.scope)));
  if (r_.percent(50)) result.push_back(p.barrier);
  result.push_back(read("x2", "s", r_.percent(50) ? "x1" : tid_));
  return result;
}

// Messages into the boxes of others, read as the way to go on.
Body Generator::mailboxes(Parts& p) {
  const std::string other = urem(add(tid_, number(r_.between(1, 2))), size());
  Body result = {write("s", tid_, r_.percent(50) ? tid_ : add(tid_, "1bv32")), barrier()};
  if (r_.percent(50)) {
    append(result, {read("x0", "s", other), p.barrier, write("s", tid_, "x0")});
  } else {
    result.push_back(write("s", other, value(p.scope)));
  }
  append(result, {barrier(), read("x1", "s", r_.percent(70) ? tid_ : "0bv32")});
  if (r_.percent(50))
    result.push_back(write("q", "x1", value(p.scope)));
  else
    result.push_back(branch(ult("x1", number(r_.between(1, size_))), {write("q", "0bv32", tid_)}));
  return result;
}

// Threads stop when their data say so.
Body Generator::stopOnData(Parts& p) {
  Body inside = {read("x0", p.array, p.own), branch("x0 == " + value(p.in), {make(Kind::Break)}),
                 write(p.array, index(p.in, p.array), value(p.in))};
  if (r_.percent(50)) inside.push_back(p.barrier);
  return {assign(p.i, "0bv32"), loop(ult(p.i, number(r_.between(2, 3))), {}, inside, p.next),
          write("q", tid_, p.i)};
}

// A nest of three whose bounds hang together.
Body Generator::nestOfThree(Parts& p) {
  const std::string j = freshCounter("i"), k = freshCounter("i");
  Scope deep = p.in;
  deep.counters = {p.i, j, k};
  Body inside = {write(p.array, index(deep, p.array), value(deep))};
  if (r_.percent(60)) inside.push_back(p.barrier);
  append(inside, body(deep, 1));
  Body middle = {assign(k, r_.percent(50) ? j : "0bv32"),
                 loop(ult(k, r_.percent(50) ? p.i : "2bv32"), {}, inside,
                      {assign(k, add(k, "1bv32"))}, r_.percent(20))};
  Body outer = {assign(j, "0bv32"),
                loop(r_.percent(70) ? "BV32_ULE(" + j + ", " + p.i + ")" : ult(j, "2bv32"), {},
                     middle, {assign(j, add(j, "1bv32"))})};
  if (r_.percent(40)) outer.push_back(barrier());
  return {assign(p.i, "0bv32"), loop(ult(p.i, number(r_.between(2, 3))), {}, outer, p.next)};
}

// Takes the next number of a counter to x0.
Statement Generator::ticket(Parts& p) {
  Statement count = atomic(p.scope);
  count.array = "s";
  count.index = "0bv32";
  count.value = addend();
  count.function = "__atomicAdd_int";
  count.target = "x0";
  return count;
}

// A counter that is set back, and slots taken by it.
Body Generator::resetCounter(Parts& p) {
  Statement count = ticket(p);
  Body reset = {branch(tid_ + " == 0bv32", {write("s", "0bv32", "0bv32")}), barrier()};
  Body result = reset;
  append(result, {count, write("q", "x0", tid_), p.barrier});
  if (r_.percent(60)) append(result, reset);
  count.target = "x1";
  append(result, {count, write("q", r_.percent(70) ? "x1" : add("x1", size()), tid_)});
  return result;
}

// Each thread counts what concerns it, and goes on from there.
Body Generator::privateCounter(Parts& p) {
  Body inside = {branch(r_.percent(40) ? tid_ + " == " + p.i : divergentCondition(p.in),
                        {assign("x1", r_.percent(60) ? add("x1", "1bv32") : p.i)})};
  if (r_.percent(40)) inside.push_back(write("s", add(mul("x1", size()), tid_), value(p.in)));
  if (r_.percent(30)) inside.push_back(p.barrier);
  Body result = {
      assign(p.i, "0bv32"),
      loop(ult(p.i, r_.percent(30) ? "$n" : number(r_.between(2, 6))), {}, inside, p.next)};
  if (r_.percent(30)) result.push_back(barrier());
  result.push_back(write("s", r_.percent(60) ? add(tid_, "x1") : "x1", tid_));
  return result;
}

// A ring of buffers: what is written is read some iterations later.
Body Generator::ringOfBuffers(Parts& p) {
  const std::string depth = number(r_.between(2, 4));
  const std::string other = urem(add(tid_, "1bv32"), size());
  Body inside = {read("x0", "s", add(mul(urem(add(p.i, "1bv32"), depth), size()), other)),
                 write("s", add(mul(urem(p.i, depth), size()), tid_), value(p.in))};
  if (r_.percent(80))
    inside.insert(inside.begin() + r_.below(3),
                  r_.percent(50) ? p.barrier : branch(uniformCondition(p.in), {p.barrier}));
  return {assign(p.i, "0bv32"),
          loop(ult(p.i, r_.percent(50) ? "$n" : number(r_.between(3, 5))), {}, inside, p.next)};
}

// A slot taken by an atomic counter.
Body Generator::slotFromCounter(Parts& p) {
  Statement count = ticket(p);
  return {count, r_.percent(50) ? write("q", "x0", tid_) : p.barrier, write("q", tid_, "x0")};
}

}  // namespace barricade::fuzz
