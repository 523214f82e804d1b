// Shapes of real kernels, each with random parts.
#include "testsuite/fuzz/generator.h"
#include "testsuite/fuzz/terms.h"

namespace barricade::fuzz {

using Kind = Statement::Kind;

Body Generator::shape(Scope& scope) {
  const std::string i = freshCounter("i");
  const std::string array = r_.of(arrays_);
  const std::string own = ownSlot(array);
  const Statement b = barrier();
  Scope in = scope;
  ++in.loops;
  in.inLoop = true;
  in.counters.push_back(i);
  const Body next = {assign(i, add(i, "1bv32"))};
  switch (r_.below(17)) {
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
      Body inside = {write(array, index(in, array), value(in)),
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
      const std::string j = freshCounter("i");
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
              branch(divergentCondition(scope), {write(array, "0bv32", number(r_.below(2)))}), b,
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
    case 10: {  // messages into the boxes of others, read as the way to go on
      const std::string other = urem(add(tid_, number(r_.between(1, 2))), size());
      Body result = {write("s", tid_, r_.percent(50) ? tid_ : add(tid_, "1bv32")), barrier()};
      if (r_.percent(50)) {
        append(result, {read("x0", "s", other), b, write("s", tid_, "x0")});
      } else {
        result.push_back(write("s", other, value(scope)));
      }
      append(result, {barrier(), read("x1", "s", r_.percent(70) ? tid_ : "0bv32")});
      if (r_.percent(50))
        result.push_back(write("q", "x1", value(scope)));
      else
        result.push_back(
            branch(ult("x1", number(r_.between(1, size_))), {write("q", "0bv32", tid_)}));
      return result;
    }
    case 11: {  // threads stop when their data say so
      Body inside = {read("x0", array, own), branch("x0 == " + value(in), {make(Kind::Break)}),
                     write(array, index(in, array), value(in))};
      if (r_.percent(50)) inside.push_back(b);
      return {assign(i, "0bv32"), loop(ult(i, number(r_.between(2, 3))), {}, inside, next),
              write("q", tid_, i)};
    }
    case 12: {  // a nest of three whose bounds hang together
      const std::string j = freshCounter("i"), k = freshCounter("i");
      Scope deep = in;
      deep.counters = {i, j, k};
      Body inside = {write(array, index(deep, array), value(deep))};
      if (r_.percent(60)) inside.push_back(b);
      append(inside, body(deep, 1));
      Body middle = {assign(k, r_.percent(50) ? j : "0bv32"),
                     loop(ult(k, r_.percent(50) ? i : "2bv32"), {}, inside,
                          {assign(k, add(k, "1bv32"))}, r_.percent(20))};
      Body outer = {assign(j, "0bv32"),
                    loop(r_.percent(70) ? "BV32_ULE(" + j + ", " + i + ")" : ult(j, "2bv32"), {},
                         middle, {assign(j, add(j, "1bv32"))})};
      if (r_.percent(40)) outer.push_back(barrier());
      return {assign(i, "0bv32"), loop(ult(i, number(r_.between(2, 3))), {}, outer, next)};
    }
    case 13: {  // a counter that is set back, and slots taken by it
      Statement count = atomic(scope);
      count.array = "s";
      count.index = "0bv32";
      count.value = "1bv32";
      count.function = "__atomicAdd_int";
      count.target = "x0";
      Body reset = {branch(tid_ + " == 0bv32", {write("s", "0bv32", "0bv32")}), barrier()};
      Body result = reset;
      append(result, {count, write("q", "x0", tid_), b});
      if (r_.percent(60)) append(result, reset);
      count.target = "x1";
      append(result, {count, write("q", r_.percent(70) ? "x1" : add("x1", size()), tid_)});
      return result;
    }
    case 14: {  // each thread counts what concerns it, and goes on from there
      Body inside = {branch(r_.percent(40) ? tid_ + " == " + i : divergentCondition(in),
                            {assign("x1", r_.percent(60) ? add("x1", "1bv32") : i)})};
      if (r_.percent(40)) inside.push_back(write("s", add(mul("x1", size()), tid_), value(in)));
      if (r_.percent(30)) inside.push_back(b);
      Body result = {
          assign(i, "0bv32"),
          loop(ult(i, r_.percent(30) ? "$n" : number(r_.between(2, 6))), {}, inside, next)};
      if (r_.percent(30)) result.push_back(barrier());
      result.push_back(write("s", r_.percent(60) ? add(tid_, "x1") : "x1", tid_));
      return result;
    }
    case 15: {  // a ring of buffers: what is written is read some iterations later
      const std::string depth = number(r_.between(2, 4));
      const std::string other = urem(add(tid_, "1bv32"), size());
      Body inside = {read("x0", "s", add(mul(urem(add(i, "1bv32"), depth), size()), other)),
                     write("s", add(mul(urem(i, depth), size()), tid_), value(in))};
      if (r_.percent(80))
        inside.insert(inside.begin() + r_.below(3),
                      r_.percent(50) ? b : branch(uniformCondition(in), {b}));
      return {assign(i, "0bv32"),
              loop(ult(i, r_.percent(50) ? "$n" : number(r_.between(3, 5))), {}, inside, next)};
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
}  // namespace barricade::fuzz
