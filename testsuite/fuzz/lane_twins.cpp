#include "testsuite/fuzz/lane_twins.h"

#include "testsuite/fuzz/twin_statements.h"

namespace barricade::fuzz {
namespace {

class LaneTwinMaker {
 public:
  LaneTwinMaker(Random& random, const TwinPlace& place) : r_(random), place_(place) {}

  TwinPart make(bool broken) {
    part_.body = body(broken);
    return std::move(part_);
  }

 private:
  Body body(bool broken) {
    switch (r_.below(place_.warp == 4 ? 4 : 3)) {
      case 0: return votes(broken);
      case 1: return peers(broken);
      case 2: return split(broken);
      default: return splitInHalves(broken);
    }
  }

  std::string allLanes() const { return number((1u << place_.warp) - 1); }
  std::string lane() const { return urem(tid, number(place_.warp)); }
  std::string ownFresh() const { return add(tid, place_.fresh); }

  // The lanes of a warp vote as often as a word of shared memory says, which one thread has set.
  Body votes(bool broken) {
    const unsigned what = broken ? r_.between(1, 2) : 0;
    part_.name = what == 0   ? "votes as a word says"
                 : what == 1 ? "votes as words of each lane say"
                             : "votes as a word says too early";
    const std::string& i = place_.counter;
    const std::string from = what == 1 ? tid : number(r_.below(place_.threads));
    Body body = {read("x1", "c", from),
                 branch(what == 1 ? "true" : tid + (" == " + number(r_.below(place_.threads))),
                        {write("s", from, what == 1 ? ownFresh() : add("x1", place_.fresh))})};
    if (what != 2) body.push_back(blockBarrier());
    append(body,
           {read("x1", "s", from), assign(i, "0bv32"),
            loop(ult(i, urem("x1", "3bv32")), {},
                 {primitive("ballot", allLanes() + ", true", "x2")}, {assign(i, add(i, "1bv32"))}),
            blockBarrier()});
    return body;
  }

  // Lanes that have one value go through all of them, or each through those behind it.
  Body peers(bool broken) {
    part_.name = broken ? "loop over the peers behind a lane" : "loop over the peers of a match";
    const std::string& rest = place_.counter;
    const std::string behind = shl(number((1u << place_.warp) - 1), lane());
    return {
        read("x0", "c", tid),
        primitive("match_any", allLanes() + ", " + (broken ? "0bv32" : band("x0", "1bv32")), "x2"),
        assign(rest, broken ? band("x2", behind) : "x2"),
        loop(rest + " != 0bv32", {}, {primitive("ballot", "x2, true", "x1")},
             {assign(rest, band(rest, sub(rest, "1bv32")))}),
        blockBarrier()};
  }

  // Lanes that vote store to the first of 32 elements, those that don't to the ones behind.
  Body split(bool broken) {
    const unsigned what = broken ? r_.between(1, 2) : 0;
    part_.name = what == 0   ? "split by a vote"
                 : what == 1 ? "split into one place"
                             : "split by a place that is counted too early";
    const std::string before = sub(shl(number(what == 2 ? 2 : 1), lane()), "1bv32");
    const std::string others = what == 1 ? "0bv32" : setBits("x2");
    // In a wrong one every other lane votes, so that each run shows it.
    return {read("x0", "c", tid),
            assign("x0", band(broken ? lane() : "x0", "1bv32")),
            primitive("ballot", allLanes() + ", x0 != 0bv32", "x2"),
            assign("x1", setBits(band("x2", before))),
            branch("x0 == 0bv32", {assign("x1", add(others, sub(lane(), "x1")))}),
            write("s", add(mul(udiv(tid, number(place_.warp)), "32bv32"), "x1"), ownFresh()),
            blockBarrier()};
  }

  // The same in both halves of a warp, where those that don't vote come first.
  Body splitInHalves(bool broken) {
    part_.name = broken ? "half split into one place" : "halves split by votes of their own";
    const std::string half = band(tid, "2bv32"), place = band(tid, "1bv32");
    const std::string others = broken ? "0bv32" : sub("2bv32", setBits("x2"));
    return {
        read("x0", "c", tid),
        assign("x0", band(broken ? tid : "x0", "1bv32")),
        primitive("ballot", shl("3bv32", half) + ", x0 != 0bv32", "x2"),
        assign("x2", lshr("x2", half)),
        assign("x1", setBits(band("x2", sub(shl("1bv32", place), "1bv32")))),
        branch("x0 == 0bv32", {assign("x1", sub(place, "x1"))}, {assign("x1", add(others, "x1"))}),
        write("s", add(sub(tid, place), "x1"), ownFresh()),
        blockBarrier()};
  }

  Random& r_;
  const TwinPlace& place_;
  TwinPart part_;
};

}  // namespace

TwinPart makeLaneTwin(Random& random, const TwinPlace& place, bool broken) {
  return LaneTwinMaker(random, place).make(broken);
}

}  // namespace barricade::fuzz
