#include "testsuite/fuzz/twins.h"

#include "testsuite/fuzz/lane_twins.h"
#include "testsuite/fuzz/signal_twins.h"
#include "testsuite/fuzz/twin_statements.h"

namespace barricade::fuzz {
namespace {

// Each of its many methods makes one kind of part.
class TwinMaker {
 public:
  explicit TwinMaker(Random& random) : r_(random) {}

  Twin make() {
    chooseLaunch();
    twin_.kernel.excused = true;
    const unsigned parts = r_.percent(30) ? 2 : 1;
    const unsigned broken = r_.percent(50) ? r_.below(parts) : parts;
    for (unsigned i = 0; i < parts; ++i) {
      Body& body = twin_.kernel.body;
      if (i > 0) body.push_back(blockBarrier());
      noise(body);
      append(body, part(i == broken));
      noise(body);
    }
    twin_.right = broken == parts;
    return std::move(twin_);
  }

 private:
  void chooseLaunch() {
    warp_ = r_.between(2, 4);
    warps_ = r_.between(1, 3);
    threads_ = warp_ * warps_;
    groups_ = r_.between(1, 3);
    twin_.kernel.warpSize = warp_;
    twin_.kernel.groupSize = {std::to_string(threads_)};
    twin_.kernel.numGroups = {std::to_string(groups_)};
  }

  // What no other thread takes notice of: the thread's own element of another array.
  void noise(Body& body) {
    if (r_.percent(30)) body.push_back(write("q", tid, number(r_.below(9))));
    if (r_.percent(20)) body.push_back(read("x1", "q", tid));
    if (r_.percent(20)) body.push_back(primitive("xor", allLanes() + ", " + tid + ", 1bv32", "x2"));
  }

  std::string allLanes() const { return number((1u << warp_) - 1); }
  void name(const std::string& part) { twin_.name += (twin_.name.empty() ? "" : ", ") + part; }

  Body part(bool broken) {
    ++salt_;
    switch (r_.below(25)) {
      case 0: return inWarps(broken);
      case 1: return inTiles(broken);
      case 2: return named(broken);
      case 3: return objects(broken);
      case 4: return halves(broken);
      case 5: return pipeline(broken);
      case 6: return masks(broken);
      case 7: return matrices(broken);
      case 8: return announced(broken);
      case 9: return ring(broken);
      case 10: return scan(broken);
      case 11: return announcedAhead(broken);
      case 12: return compaction(broken);
      case 13: return ownSums(broken);
      case 14: return drawn(broken);
      case 15: return fed(broken);
      case 16: return kept(broken);
      case 17:
      case 18: return lanes(broken);
      case 19: return drawnAhead(broken);
      case 20: return ranked(broken);
      default: return signals(broken);
    }
  }
  // Arrays that groups share are used by one part only, and so is that of signals within a group.
  Body signals(bool broken) {
    if (twin_.atomics) return inWarps(broken);
    TwinPart part = makeSignalTwin(r_, place(), broken);
    twin_.atomics = true;
    name(part.name);
    return std::move(part.body);
  }
  Body lanes(bool broken) {
    TwinPart part = makeLaneTwin(r_, place(), broken);
    name(part.name);
    return std::move(part.body);
  }
  TwinPlace place() {
    return {threads_, groups_, warp_, fresh(), "i" + std::to_string(counters_++)};
  }
  // A value that nobody has written before, for all threads or by thread: writes of what is there
  // already are no race.
  std::string fresh() const { return number(1000 * salt_ + 17); }
  std::string ownFresh() const { return add(tid, fresh()); }
  std::string isOne() const { return tid + (" == " + number(r_.below(threads_))); }

  // Writes the own element, meets, reads another one, in each of a few rounds.
  Body rounds(const Body& meet, const std::string& partner, const Body& between) {
    Body body = {write("s", tid, add(ownFresh(), mul("x0", "100bv32")))};
    append(body, meet);
    body.push_back(read("x1", "s", partner));
    append(body, between);
    body.push_back(assign("x0", add("x0", "1bv32")));
    const std::string counter = "i" + std::to_string(counters_++);
    if (r_.percent(50)) return body;
    return {assign(counter, "0bv32"),
            loop(ult(counter, number(r_.between(2, 3))), {}, std::move(body),
                 {assign(counter, add(counter, "1bv32"))})};
  }
  std::string neighbour(unsigned by = 1) const {
    return urem(add(tid, number(by)), number(threads_));
  }

  Body inWarps(bool broken) {
    const Statement meet = primitive("syncwarp", allLanes());
    // neighbourInWarp goes wrong where warp * (t / warp) + (t + 1) % warp is not in the warp:
    // never, as lanes are t % warp only when the warp size divides what is before it.
    if (!broken) {
      name("warp barrier");
      return rounds({meet}, neighbourOfLane(), {meet});
    }
    if (warps_ > 1 && r_.percent(40)) {
      name("warp barrier between warps");
      return rounds({meet}, neighbour(warp_), {meet});
    }
    if (r_.percent(40)) {
      name("shuffle for a warp barrier");
      return rounds({primitive("xor", allLanes() + ", x0, 1bv32", "x2")}, neighbourOfLane(),
                    {meet});
    }
    name("no warp barrier");
    return rounds({}, neighbourOfLane(), {meet});
  }
  std::string neighbourOfLane() const {
    const std::string lane = urem(tid, number(warp_));
    return add(sub(tid, lane), urem(add(lane, "1bv32"), number(warp_)));
  }

  Body inTiles(bool broken) {
    // Tiles of the warp's size, or of the whole block.
    const bool wide = r_.percent(50);
    const std::string size = number(wide ? threads_ : warp_);
    const Statement meet = primitive("tile", size);
    const std::string partner = wide ? neighbour() : neighbourOfLane();
    name(broken ? "no tile barrier" : "tile barrier");
    return rounds(broken ? Body{} : Body{meet}, partner, {meet});
  }

  // Two lanes meet and read each other's elements.
  Body masks(bool broken) {
    const unsigned one = r_.below(warp_), other = (one + r_.between(1, warp_ - 1)) % warp_;
    const unsigned mask = (1u << one) | (1u << other);
    const std::string lane = urem(tid, number(warp_));
    const std::string chosen =
        "(" + lane + ") == " + number(one) + " || (" + lane + ") == " + number(other);
    const std::string partner =
        add(sub(tid, lane), "(if (" + lane + ") == " + number(one) + " then " + number(other) +
                                " else " + number(one) + ")");
    Body yes = {write("s", tid, ownFresh())};
    if (!broken) {
      name("mask of two lanes");
      yes.push_back(primitive("syncwarp", number(mask)));
    } else if (r_.percent(50)) {
      name("no barrier of two lanes");
    } else {
      name("mask without the caller");
      yes.push_back(primitive("syncwarp", number(1u << one)));
    }
    yes.push_back(read("x1", "s", partner));
    Body body = {branch(chosen, std::move(yes))};
    body.push_back(blockBarrier());
    return body;
  }

  // A warp loads or stores the elements of its lanes, or each names one of a neighbour.
  Body matrices(bool broken) {
    const unsigned what = broken ? r_.between(1, warps_ > 1 ? 2 : 1) : 0;
    const bool stores = r_.percent(50), single = what != 2 && r_.percent(40);
    name(std::string(stores ? "matrix stored" : "matrix loaded") + (what == 0 ? ""
                                                                    : what == 1
                                                                        ? " without a warp barrier"
                                                                        : " of another warp"));
    const std::string first = sub(what == 2 ? neighbour(warp_) : tid, urem(tid, number(warp_)));
    const unsigned rows = warp_ % 2 == 0 ? 2 : 1;
    const std::string columns = number(warp_ / rows);
    const std::string matrix =
        allLanes() + ", $$s, " +
        (single ? neighbourOfLane() + ", 1bv32, 1bv32, 1bv32"
                : first + ", " + number(rows) + ", " + columns + ", " + columns);
    const Statement meet = primitive("syncwarp", allLanes());
    Body body;
    if (stores) {
      body.push_back(primitive("warp_write", matrix, "$$s"));
      if (what != 1) body.push_back(meet);
      body.push_back(read("x1", "s", tid));
    } else {
      body.push_back(write("s", tid, ownFresh()));
      if (what != 1) body.push_back(meet);
      body.push_back(primitive("warp_read", matrix));
    }
    body.push_back(blockBarrier());
    return body;
  }

  // One warp hands over to all others.
  Body named(bool broken) {
    const std::string first = ult(tid, number(warp_));
    const std::string id = number(r_.between(1, 15));
    unsigned count = threads_;
    const char* what = "named barrier";
    if (warps_ == 1) {
      name(broken ? "no named barrier" : "named barrier of one warp");
      const Statement meet = primitive("named", id + ", " + number(threads_));
      return rounds(broken ? Body{} : Body{meet}, neighbour(), {meet});
    }
    if (broken) {
      const bool more = r_.percent(50);
      count = more ? threads_ + warp_ : threads_ - warp_;
      what = more ? "named barrier with too many" : "named barrier with too few";
    }
    name(what);
    const std::string arguments = id + ", " + number(count);
    return {branch(first, {write("s", tid, ownFresh()), primitive("named_arrive", arguments)},
                   {primitive("named", arguments), read("x1", "s", urem(tid, number(warp_)))}),
            blockBarrier()};
  }

  // A warp hands rows to the others by turns, each with two named barriers of its own.
  Body fed(bool broken) {
    const unsigned workers = warps_ - 1, rounds = r_.between(2, 3);
    if (workers < 2) return named(broken);
    const bool isEarly = broken && r_.percent(50);
    name(!broken   ? "rows for workers"
         : isEarly ? "row given back before it is read"
                   : "row of another worker");
    const auto barrier = [&](const char* kind, unsigned id) {
      return primitive(kind, number(id) + ", " + number(2 * warp_));
    };
    const std::string turn = "i" + std::to_string(counters_++);
    const std::string round = "i" + std::to_string(counters_++);
    const auto row = [&](const std::string& worker) {
      return add(mul(worker, number(warp_)), urem(tid, number(warp_)));
    };
    const auto ofTurn = [&](const char* kind, unsigned first) {
      Body calls;
      for (unsigned w = 0; w < workers; ++w)
        calls.push_back(branch("x0 == " + number(w), {barrier(kind, first + w)}));
      return calls;
    };
    Body fill = {assign("x0", urem(turn, number(workers)))};
    append(fill, ofTurn("named", 8));
    fill.push_back(
        write("s", row(broken && !isEarly ? "0bv32" : "x0"), add(ownFresh(), shl(turn, "8bv32"))));
    append(fill, ofTurn("named_arrive", 1));
    Body roles = {
        branch(ult(tid, number(warp_)),
               {assign(turn, "0bv32"), loop(ult(turn, number(workers * rounds)), {},
                                            std::move(fill), {assign(turn, add(turn, "1bv32"))})})};
    for (unsigned w = 0; w < workers; ++w) {
      Body take = {read("x1", "s", row(number(w)))};
      const Statement giveBack =
          branch(ult(add(round, "1bv32"), number(rounds)), {barrier("named_arrive", 8 + w)});
      take.insert(isEarly ? take.begin() : take.end(), giveBack);
      take.insert(take.begin(), barrier("named", 1 + w));
      roles.push_back(branch(udiv(tid, number(warp_)) + " == " + number(w + 1),
                             {barrier("named_arrive", 8 + w), assign(round, "0bv32"),
                              loop(ult(round, number(rounds)), {}, std::move(take),
                                   {assign(round, add(round, "1bv32"))})}));
    }
    roles.push_back(blockBarrier());
    return roles;
  }

  Body objects(bool broken) {
    const unsigned what = broken ? r_.between(1, 3) : 0;
    name(what == 0   ? "barrier object"
         : what == 1 ? "barrier object used before it is there"
         : what == 2 ? "barrier object that nobody waits for"
                     : "barrier object that expects too many");
    const std::string z = "$$z, 0bv32";
    Body body = {branch(std::string(tid) + " == 0bv32",
                        {primitive("init", z + ", " + number(threads_ + (what == 3 ? 1 : 0)))})};
    if (what != 1) body.push_back(blockBarrier());
    const std::string counter = "i" + std::to_string(counters_++);
    Body round = {write("s", tid, add(ownFresh(), mul(counter, "100bv32"))),
                  primitive("object_arrive", z)};
    const Statement wait = primitive("parity", z + ", " + band(counter, "1bv32"));
    if (what != 2) round.push_back(wait);
    round.push_back(read("x1", "s", neighbour()));
    if (what == 2) round.push_back(wait);
    round.push_back(blockBarrier());
    append(body, {assign(counter, "0bv32"),
                  loop(ult(counter, number(r_.between(1, 3))), {}, std::move(round),
                       {assign(counter, add(counter, "1bv32"))})});
    return body;
  }

  // One thread copies for all, who wait for the phase that its bytes belong to.
  Body announced(bool broken) {
    const unsigned what = broken ? r_.between(1, 2) : 0;
    name(what == 0   ? "announced copy"
         : what == 1 ? "copy that is not announced"
                     : "announced copy that is not waited for");
    const std::string z = "$$z, 1bv32";
    const std::string one = isOne();
    Body copies = {
        primitive("copy_to", "0bv32, $$c, 0bv32, " + number(threads_) + ", " + z, "$$s")};
    if (what != 1)
      copies.insert(r_.percent(50) ? copies.begin() : copies.end(),
                    primitive("expect", z + ", " + number(4 * threads_)));
    Body body = {
        branch(std::string(tid) + " == 0bv32", {primitive("init", z + ", " + number(threads_))}),
        blockBarrier(), branch(one, std::move(copies)), primitive("object_arrive", z)};
    const Statement wait = primitive("parity", z + ", 0bv32");
    if (what != 2) body.push_back(wait);
    body.push_back(read("x1", "s", neighbour()));
    if (what == 2) body.push_back(wait);
    body.push_back(blockBarrier());
    return body;
  }

  // The same for each of a ring of buffers, which are filled some rounds before they are read.
  Body announcedAhead(bool broken) {
    const unsigned what = broken ? r_.between(1, 3) : 0;
    name(std::string("copies announced ahead") + (what == 0   ? ""
                                                  : what == 1 ? " to a buffer that is still read"
                                                  : what == 2 ? " of which the next one is read"
                                                              : " that are waited for too late"));
    const unsigned stages = 2u << r_.below(2);
    const unsigned ahead = what == 1 ? stages - 1 : r_.between(1, stages - 1);
    const unsigned steps = stages + r_.between(1, 3);
    const std::string objects = "$$ring" + std::to_string(stages / 2) + ", ";
    const std::string i = "i" + std::to_string(counters_++);
    auto slot = [&](const std::string& round, const std::string& element) {
      return add(mul(urem(round, number(stages)), number(threads_)), element);
    };
    auto fill = [&](const std::string& round) -> Body {
      const std::string object = objects + urem(round, number(stages));
      return {primitive("expect", object + ", " + number(4 * threads_)),
              primitive("copy_to",
                        slot(round, "0bv32") + ", $$c, 0bv32, " + number(threads_) + ", " + object,
                        "$$s")};
    };
    const std::string isFirst = std::string(tid) + " == 0bv32", later = add(i, number(ahead));
    Body first;
    for (unsigned s = 0; s < stages; ++s)
      first.push_back(primitive("init", objects + number(s) + ", " + number(threads_)));
    for (unsigned s = 0; s < ahead; ++s) append(first, fill(number(s)));
    Body round = {branch("(" + isFirst + ") && " + ult(later, number(steps)), fill(later)),
                  primitive("object_arrive", objects + urem(i, number(stages)))};
    const Statement wait = primitive("parity", objects + urem(i, number(stages)) + ", " +
                                                   band(udiv(i, number(stages)), "1bv32"));
    if (what != 3) round.push_back(wait);
    round.push_back(read("x1", "s", slot(what == 2 ? add(i, "1bv32") : i, neighbour())));
    if (what == 3) round.push_back(wait);
    if (what != 1) round.push_back(blockBarrier());
    return {branch(isFirst, std::move(first)), blockBarrier(), assign(i, "0bv32"),
            loop(ult(i, number(steps)), {}, std::move(round), {assign(i, add(i, "1bv32"))}),
            blockBarrier()};
  }

  // Each thread arrives, or a lane of each warp for all of them.
  Body gives(Statement arrival, bool delegated, bool synced) {
    if (!delegated) return {std::move(arrival)};
    const std::string lane = urem(tid, number(warp_));
    const std::string one =
        r_.percent(30) ? "__elected_32(" + allLanes() + ")" : number(r_.below(warp_));
    Body body;
    if (synced) body.push_back(primitive("syncwarp", allLanes()));
    body.push_back(branch("(" + lane + ") == " + one, {std::move(arrival)}));
    return body;
  }

  static constexpr const char* ringFaults[] = {
      "", " that is read too early", " that is filled without waiting",
      " that is given back too early", " that is given back without a warp barrier"};

  // Objects that expect so many: of the buffers that are full, and behind them of the empty ones.
  static Body ringOf(const std::string& objects, unsigned stages, unsigned fill, unsigned empty) {
    Body init;
    for (unsigned s = 0; s < stages; ++s) {
      init.push_back(primitive("init", objects + number(s) + ", " + number(fill)));
      init.push_back(primitive("init", objects + number(stages + s) + ", " + number(empty)));
    }
    return init;
  }

  // The first warp, or one thread of it by bulk copies, fills a ring of buffers that the others
  // read: each buffer has an object that says that it is full, and one that says that it is empty.
  Body ring(bool broken) {
    if (warps_ == 1) return inWarps(broken);
    const bool bulk = r_.percent(50);
    // Who fills is one step ahead, counts stages round, and leaves the last step out: of so many
    // that they are not run one by one.
    const bool counts = !bulk && r_.percent(50);
    // Or the first round does not wait, and the last one gives nothing back.
    const bool late = !bulk && !counts && r_.percent(50);
    const unsigned stages = 1u << r_.below(3);
    const unsigned steps = (counts || late ? 9 : stages) + r_.between(1, 3);
    // A lane of each warp gives a buffer back for all of them.
    const bool delegated = r_.percent(40);
    const unsigned what = broken ? r_.between(1, delegated ? 4 : 3) : 0;
    name(std::string(bulk     ? "ring of bulk copies"
                     : counts ? "ring of buffers counted round"
                     : late   ? "ring of buffers begun late"
                              : "ring of buffers") +
         (delegated ? " given back by lanes" : "") + ringFaults[what]);
    const std::string i = "i" + std::to_string(counters_++);
    const std::string objects = "$$ring" + std::to_string(stages) + ", ";
    struct Place {
      std::string stage, phase;
    };
    const Place used{urem(i, number(stages)), udiv(i, number(stages))};
    const Place filled = counts ? Place{"x2", "x3"} : used;
    auto full = [&](const Place& place) { return objects + place.stage; };
    auto empty = [&](const Place& place) { return objects + add(place.stage, number(stages)); };
    auto parity = [&](const Place& place, bool before) {
      return ", " + band(before ? add(place.phase, "1bv32") : place.phase, "1bv32");
    };
    auto slot = [&](const Place& place, const std::string& element) {
      return add(mul(place.stage, number(threads_)), element);
    };
    auto rounds = [&](Body round) {
      return Body{assign(i, "0bv32"),
                  loop(ult(i, number(steps)), {}, std::move(round), {assign(i, add(i, "1bv32"))})};
    };
    Body init =
        ringOf(objects, stages, bulk ? 1 : warp_, delegated ? warps_ - 1 : threads_ - warp_);
    Body fills;
    const Statement awaits = primitive("parity", empty(filled) + parity(filled, true));
    if (what != 2) fills.push_back(late ? branch(ult(i, number(stages)), {}, {awaits}) : awaits);
    if (bulk) {
      fills.push_back(primitive("expect", full(filled) + ", " + number(4 * warp_)));
      fills.push_back(primitive("object_arrive", full(filled)));
      fills.push_back(primitive("copy_to",
                                slot(filled, "0bv32") + ", $$c, " + mul(i, number(warp_)) + ", " +
                                    number(warp_) + ", " + full(filled),
                                "$$s"));
    } else {
      fills.push_back(write("s", slot(filled, tid), add(ownFresh(), mul(i, "100bv32"))));
      fills.push_back(primitive("object_arrive", full(filled)));
    }
    if (counts) {
      fills.push_back(assign("x2", add("x2", "1bv32")));
      fills.push_back(branch("x2 == " + number(stages),
                             {assign("x2", "0bv32"), assign("x3", sub("1bv32", "x3"))}));
    }
    Body filling;
    if (counts) {
      filling = {assign("x2", "0bv32"), assign("x3", "0bv32"), assign(i, "0bv32")};
      append(filling, fills);
      fills = {branch(ult(add(i, "1bv32"), number(steps)), std::move(fills))};
    }
    append(filling, rounds(std::move(fills)));
    Body empties = {primitive("parity", full(used) + parity(used, what == 1)),
                    read("x1", "s", slot(used, urem(tid, number(warp_))))};
    Body givesBack = gives(primitive("object_arrive", empty(used)), delegated, what != 4);
    if (late) givesBack = {branch(ult(add(i, number(stages)), number(steps)), givesBack)};
    empties.insert(what == 3 ? empties.end() - 1 : empties.end(), givesBack.begin(),
                   givesBack.end());
    return {
        branch(std::string(tid) + " == 0bv32", std::move(init)), blockBarrier(),
        branch(bulk ? std::string(tid) + " == 0bv32" : ult(tid, number(warp_)), std::move(filling),
               {branch(ult(tid, number(warp_)), {}, rounds(std::move(empties)))}),
        blockBarrier()};
  }

  // Positions by a prefix sum of counts: each thread that has any writes from its own on.
  Body scan(bool broken) {
    // Without a barrier the third thread may read the sum of the first two.
    const unsigned what = broken ? r_.between(threads_ > 2 ? 1 : 2, 3) : 0;
    const std::string count = what == 2   ? band(tid, "1bv32")
                              : what == 0 ? band("x0", "3bv32")
                                          : add(band("x0", "1bv32"), "1bv32");
    name(what == 0   ? "positions by a scan"
         : what == 1 ? "scan without a barrier"
         : what == 2 ? "positions of threads that have none"
                     : "positions that overlap");
    const std::string d = "i" + std::to_string(counters_++);
    Body step = {assign("x1", "0bv32"), branch("!" + ult(tid, d), {read("x1", "f", sub(tid, d))})};
    if (what != 1) step.push_back(blockBarrier());
    append(step, {read("x2", "f", tid), write("f", tid, add("x2", "x1")), blockBarrier()});
    Body body = {read("x0", "c", tid),
                 assign("x0", count),
                 write("f", tid, "x0"),
                 blockBarrier(),
                 assign(d, "1bv32"),
                 loop(ult(d, number(threads_)), {}, std::move(step), {assign(d, shl(d, "1bv32"))}),
                 read("x2", "f", tid),
                 assign("x1", sub("x2", "x0"))};
    Body writes = {write("s", what == 3 ? lshr("x1", "2bv32") : "x1", ownFresh())};
    append(body, what == 2 ? std::move(writes) : Body{branch("x0 != 0bv32", std::move(writes))});
    body.push_back(blockBarrier());
    return body;
  }

  // One thread adds up what all have counted, in place, and reserves as many places for its group.
  Body compaction(bool broken) {
    if (twin_.atomics) return scan(broken);
    twin_.atomics = true;
    // Sums of positions are less than the sum of counts, if there are two of these.
    const bool addsPositions = broken && threads_ == 2 && groups_ > 1 && r_.percent(60);
    const bool isFlat = broken && !addsPositions;
    name(addsPositions ? "places reserved by a sum of positions"
         : isFlat      ? "positions that are all one"
                       : "places reserved by one thread");
    const std::string i = "i" + std::to_string(counters_++);
    auto overAll = [&](Body body) {
      return Body{assign(i, "0bv32"), loop(ult(i, number(threads_)), {}, std::move(body),
                                           {assign(i, add(i, "1bv32"))})};
    };
    Body elected = {assign("x1", "0bv32")};
    append(elected, overAll({read("x2", "f", i), write("f", i, "x1"),
                             assign("x1", isFlat ? "x1" : add("x1", "x2"))}));
    if (addsPositions) {
      elected.push_back(assign("x1", "0bv32"));
      append(elected, overAll({read("x2", "f", i), assign("x1", add("x1", "x2"))}));
    }
    append(elected, {atomicOperation("Add", "x2", "tickets", "0bv32", "x1"),
                     write("q", number(threads_), "x2")});
    Body writes = {read("x1", "f", tid), read("x2", "q", number(threads_)),
                   write("a", add("x1", "x2"), ownFresh())};
    Body body = {read("x0", "c", tid),
                 assign("x0", broken ? add(band("x0", "1bv32"), "1bv32") : band("x0", "3bv32")),
                 write("f", tid, "x0"),
                 blockBarrier(),
                 branch(isOne(), std::move(elected)),
                 blockBarrier(),
                 branch("x0 != 0bv32", std::move(writes))};
    body.push_back(blockBarrier());
    return body;
  }

  // Each thread adds up what those before it have, on top of where the first one begins.
  Body ownSums(bool broken) {
    const unsigned what = broken ? r_.between(1, 3) : 0;
    name(what == 0   ? "own sums"
         : what == 1 ? "own sums without a barrier"
         : what == 2 ? "own sums of half of the threads"
                     : "own sums of less than is counted");
    const std::string i = "i" + std::to_string(counters_++);
    const std::string before = what == 2 ? lshr(tid, "1bv32") : std::string(tid);
    Body step = {read("x2", "f", i), branch(ult(i, before), {assign("x1", add("x1", "x2"))})};
    // A wrong one has every thread store, so that each run shows it.
    Body body = {read("x0", "c", tid), assign("x0", broken ? "1bv32" : band("x0", "1bv32")),
                 write("f", tid, what == 3 ? lshr("x0", "1bv32") : "x0")};
    if (what != 1) body.push_back(blockBarrier());
    append(body, {read("x1", "c", "0bv32"), assign("x1", band("x1", "7bv32")), assign(i, "0bv32"),
                  loop(ult(i, number(threads_)), {}, std::move(step), {assign(i, add(i, "1bv32"))}),
                  branch("x0 != 0bv32", {write("s", "x1", ownFresh())}), blockBarrier()});
    return body;
  }

  // A word that one thread has set is found again behind further barriers.
  Body kept(bool broken) {
    const bool setAgain = broken && r_.percent(50);
    name(!broken    ? "word that is read again"
         : setAgain ? "word that is set again"
                    : "word that is read again while it is set");
    const Statement set = branch(isOne(), {write("f", "0bv32", ownFresh())});
    Body body = {set, blockBarrier(), read("x1", "f", "0bv32"), blockBarrier()};
    if (broken)
      body.push_back(branch(std::string(tid) + " == 0bv32",
                            {write("f", "0bv32", add(ownFresh(), "500bv32"))}));
    if (setAgain) body.push_back(blockBarrier());
    append(body, {read("x2", "f", "0bv32"), branch("x1 != x2", {write("q", "0bv32", ownFresh())}),
                  blockBarrier()});
    return body;
  }

  // One thread draws a place for its block in each round, and hands it on in two slots by turns.
  Body drawn(bool broken) {
    twin_.atomics = true;  // which block gets which place depends on the schedule
    const unsigned what = broken ? r_.between(1, 2) : 0;
    name(what == 0   ? "places drawn in slots by turns"
         : what == 1 ? "slot read without a barrier"
                     : "slot of the other turn");
    const std::string i = "i" + std::to_string(counters_++);
    Body round = {assign("x0", band(i, "1bv32")),
                  branch(isOne(), {atomicOperation("Add", "x1", "tickets", "1bv32", "1bv32"),
                                   write("w", "x0", "x1")})};
    if (what != 1) round.push_back(blockBarrier());
    append(round, {read("x2", "w", what == 2 ? bxor("x0", "1bv32") : "x0"),
                   branch(std::string(tid) + " == " + number(threads_ - 1),
                          {write("a", add("x2", "1000bv32"), ownFresh())})});
    return {
        assign(i, "0bv32"),
        loop(ult(i, number(r_.between(2, 4))), {}, std::move(round), {assign(i, add(i, "1bv32"))}),
        blockBarrier()};
  }

  // Each thread draws an element ahead of a loop and in each iteration: at its end, or before it
  // uses the one that it has.
  Body drawnAhead(bool broken) {
    if (twin_.atomics) return kept(broken);
    twin_.atomics = true;
    const bool atEnd = r_.percent(50);
    name(std::string(broken ? "elements drawn twice" : "elements drawn ahead") +
         (atEnd ? "" : " by an iteration"));
    const std::string i = "i" + std::to_string(counters_++);
    auto draw = [](const char* result, const char* by) {
      return atomicOperation("Add", result, "tickets", "0bv32", by);
    };
    const char* by = broken ? "0bv32" : "1bv32";
    const Statement use = write("a", "x1", ownFresh());
    return {
        assign(i, "0bv32"), draw("x1", "1bv32"),
        loop(ult(i, number(r_.between(2, 3))), {}, atEnd ? Body{use} : Body{draw("x2", by), use},
             {assign(i, add(i, "1bv32")), atEnd ? draw("x1", by) : assign("x1", "x2")}),
        blockBarrier()};
  }

  // Each thread counts the keys before its own, equal ones in their order: that is its place.
  Body ranked(bool broken) {
    const unsigned what = broken ? r_.between(1, 2) : 0;
    name(what == 0   ? "places by rank"
         : what == 1 ? "ranks of equal keys"
                     : "place stored while others count");
    const std::string i = "i" + std::to_string(counters_++);
    const std::string key = what == 1 ? "0bv32" : urem(mul(tid, number(r_.between(2, 5))), "3bv32");
    const std::string inOrder = " || (x2 == x0 && " + ult(i, tid) + ")";
    const std::string counts = ult("x2", "x0") + (what == 1 ? "" : inOrder);
    Body body = {assign("x0", key),
                 write("s", tid, "x0"),
                 blockBarrier(),
                 assign("x1", "0bv32"),
                 assign(i, "0bv32"),
                 loop(ult(i, number(threads_)), {},
                      {read("x2", "s", i), branch(counts, {assign("x1", add("x1", "1bv32"))})},
                      {assign(i, add(i, "1bv32"))})};
    if (what != 2) body.push_back(blockBarrier());
    append(body, {write("s", "x1", ownFresh()), blockBarrier()});
    return body;
  }

  Body halves(bool broken) {
    const unsigned what = broken ? r_.between(1, 2) : 0;
    name(what == 0 ? "split barrier" : what == 1 ? "relaxed split barrier" : "read between halves");
    const Statement arrive = primitive(what == 1 ? "arrive_relaxed" : "arrive");
    const Statement finish = primitive("finish");
    if (what == 2)
      return {write("s", tid, ownFresh()), arrive, read("x1", "s", neighbour()), finish,
              blockBarrier()};
    return rounds({arrive, finish}, neighbour(), {blockBarrier()});
  }

  // Copies into a ring of buffers, `depth` ahead.
  Body pipeline(bool broken) {
    const unsigned depth = r_.between(1, 2), stages = depth + 1, steps = stages + r_.between(1, 3);
    const bool shared = r_.percent(50);  // others read, too
    const unsigned what = broken ? r_.between(1, shared ? 2 : 1) : 0;
    name(what == 0   ? "pipeline of copies"
         : what == 1 ? "pipeline that waits for too few"
                     : "pipeline without a barrier");
    const std::string i = "i" + std::to_string(counters_++);
    auto slot = [&](const std::string& step, const std::string& thread) {
      return add(mul(urem(step, number(stages)), number(threads_)), thread);
    };
    auto start = [&](const std::string& step) {
      return Body{
          primitive("copy",
                    slot(step, tid) + ", $$c, " + add(mul(step, number(threads_)), tid) + ", 1bv32",
                    "$$s"),
          primitive("commit")};
    };
    Body body;
    for (unsigned step = 0; step < depth; ++step) append(body, start(number(step)));
    Body round = start(add(i, number(depth)));
    round.push_back(primitive("wait_group", number(what == 1 ? depth + 1 : depth)));
    if (shared && what != 2) round.push_back(blockBarrier());
    round.push_back(read("x1", "s", slot(i, shared ? neighbour() : tid)));
    if (shared) round.push_back(blockBarrier());
    append(body, {assign(i, "0bv32"),
                  loop(ult(i, number(steps)), {}, std::move(round), {assign(i, add(i, "1bv32"))})});
    body.push_back(primitive("wait_group", "0bv32"));
    body.push_back(blockBarrier());
    return body;
  }

  Random& r_;
  Twin twin_;
  unsigned warp_ = 2, warps_ = 1, threads_ = 2, groups_ = 1;
  unsigned counters_ = 0, salt_ = 0;
};

}  // namespace

Twin makeTwin(Random& random) {
  return TwinMaker(random).make();
}

}  // namespace barricade::fuzz
