#include "testsuite/fuzz/signal_twins.h"

#include "testsuite/fuzz/twin_statements.h"

namespace barricade::fuzz {
namespace {

class SignalTwinMaker {
 public:
  SignalTwinMaker(Random& random, const TwinPlace& place) : r_(random), place_(place) {}

  TwinPart make(bool broken) {
    part_.body = body(broken);
    return std::move(part_);
  }

 private:
  Body body(bool broken) {
    switch (r_.below(place_.groups > 1 ? 16 : 11)) {
      case 0: return lock(broken);
      case 1: return tickets(broken);
      case 2: return claim(broken);
      case 3: return sharedFlag(broken);
      case 4: return lastThread(broken);
      case 5: return lockAroundLoop(broken);
      case 6: return storedTickets(broken);
      case 7: return handshake(broken);
      case 8: return lockInStruct(broken);
      case 9: return flagOfWarp(broken);
      case 10: return mailbox(broken);
      case 11: return lastBlock(broken);
      case 12: return gridBarriers(broken);
      case 13: return roundsOfGrid(broken);
      case 14: return lockOfBlock(broken);
      default: return flag(broken);
    }
  }

  std::string ownFresh() const { return add(tid, place_.fresh); }
  static std::string isFirst() { return std::string(tid).append(" == 0bv32"); }  // for GCC 12
  std::string isLast() const { return std::string(tid) + " == " + number(place_.threads - 1); }

  Body lock(bool broken) {
    const bool wide = place_.groups > 1;
    const unsigned what = broken ? r_.between(1, wide ? 4 : 2) : 0;
    static constexpr const char* names[] = {
        "lock", "lock without a fence after it", "lock without a fence before its end",
        "lock with a fence of the block", "lock of the block's scope"};
    part_.name = names[what];
    const Statement fence = primitive(what == 3 ? "fence_block" : "fence");
    const std::string scope = what == 4 ? "{:scope \"block\"} " : "";
    Statement take = atomicOperation("CAS", "x2", "b", "0bv32", "0bv32", "{:arg2 1bv32} " + scope);
    Body section = {read("x1", "a", "0bv32"), write("a", "0bv32", add("x1", "1bv32"))};
    Body body = {take, loop("x2 != 0bv32", {}, {take}, {})};
    if (what != 1) body.push_back(fence);
    append(body, section);
    if (what != 2) body.push_back(fence);
    body.push_back(atomicOperation("Exch", "x2", "b", "0bv32", "0bv32", scope));
    return body;
  }

  // Beside the words that it guards; a thread takes that of one of a few structs. Fences of threads
  // that come one after the other order what these do, whichever locks they hold.
  Body lockInStruct(bool broken) {
    const unsigned what = broken ? r_.between(1, 4) : 0;
    static constexpr const char* names[] = {"lock in a struct",
                                            "lock in a struct without a fence after it",
                                            "lock in a struct without a fence before its end",
                                            "lock in a struct beside what another one guards",
                                            "lock in a struct that is stored plainly"};
    part_.name = names[what];
    const unsigned buckets = !broken ? r_.between(1, 3) : what == 3 ? 2 : 1;
    const std::string bucket = mul(urem(tid, number(buckets)), "3bv32");
    const std::string guarded = what == 3 ? "1bv32" : add(bucket, "1bv32");
    const std::string counted = add(bucket, "2bv32");
    Statement take = atomicOperation("CAS", "x2", "buckets", bucket, "0bv32", "{:arg2 1bv32} ");
    Body body = {take, loop("x2 != 0bv32", {}, {take}, {})};
    if (what != 1 && what != 3) body.push_back(primitive("fence"));
    append(body, {read("x1", "buckets", guarded), write("buckets", guarded, add("x1", "1bv32")),
                  read("x1", "buckets", counted), write("buckets", counted, add("x1", tid))});
    if (what != 2 && what != 3) body.push_back(primitive("fence"));
    if (what == 4)
      body.push_back(write("buckets", bucket, "0bv32"));
    else
      body.push_back(atomicOperation("Exch", "x2", "buckets", bucket, "0bv32"));
    return body;
  }

  // A section that is a loop.
  Body lockAroundLoop(bool broken) {
    const unsigned what = broken ? r_.between(1, place_.groups > 1 ? 4 : 3) : 0;
    static constexpr const char* names[] = {
        "lock around a loop", "lock around a loop without a fence after it",
        "lock around a loop without a fence before its end", "lock that is freed in its loop",
        "lock around a loop with a fence of the block"};
    part_.name = names[what];
    const Statement fence = primitive(what == 4 ? "fence_block" : "fence");
    const Statement take = atomicOperation("CAS", "x2", "b", "0bv32", "0bv32", "{:arg2 1bv32} ");
    const Statement leave = atomicOperation("Exch", "x2", "b", "0bv32", "0bv32");
    const std::string i = place_.counter;
    Body section = {read("x1", "a", i), write("a", i, add("x1", "1bv32"))};
    if (what == 3) append(section, {fence, leave});
    Body body = {take, loop("x2 != 0bv32", {}, {take}, {})};
    if (what != 1) body.push_back(fence);
    append(body, {assign(i, "0bv32"), loop(ult(i, number(r_.between(2, 3))), {}, section,
                                           {assign(i, add(i, "1bv32"))})});
    if (what != 2) body.push_back(fence);
    if (what != 3) body.push_back(leave);
    return body;
  }

  // Thread 0 takes it for its group, of which all threads go through a loop.
  Body lockOfBlock(bool broken) {
    const unsigned what = broken ? r_.between(place_.threads > 1 ? 1 : 3, 4) : 0;
    static constexpr const char* names[] = {"lock of a group", "lock of a group that does not wait",
                                            "lock of a group that is freed too early",
                                            "lock of a group without a fence after it",
                                            "lock of a group without a fence before its end"};
    part_.name = names[what];
    const Statement take = atomicOperation("CAS", "x2", "b", "0bv32", "0bv32", "{:arg2 1bv32} ");
    Body takes = {take, loop("x2 != 0bv32", {}, {take}, {})};
    if (what != 3) takes.push_back(primitive("fence"));
    Body body = {branch(isFirst(), std::move(takes))};
    if (what != 1) body.push_back(blockBarrier());
    const std::string i = place_.counter;
    append(body, {assign(i, tid), loop(ult(i, number(2 * place_.threads)), {},
                                       {read("x1", "a", i), write("a", i, add("x1", "1bv32"))},
                                       {assign(i, add(i, number(place_.threads)))})});
    if (what != 2) body.push_back(blockBarrier());
    Body frees = {atomicOperation("Exch", "x2", "b", "0bv32", "0bv32")};
    if (what != 4) frees.insert(frees.begin(), primitive("fence"));
    body.push_back(branch(isFirst(), std::move(frees)));
    return body;
  }

  // As tickets, where who leaves stores whose turn is next, which he may read once more; the last
  // one may set it back.
  Body storedTickets(bool broken) {
    const unsigned what = broken ? r_.between(1, place_.groups > 1 ? 4 : 3) : 0;
    static constexpr const char* names[] = {"stored tickets",
                                            "stored tickets without a wait and a fence",
                                            "stored tickets without a fence after the wait",
                                            "stored tickets without a fence before the next turn",
                                            "stored tickets with a fence of the block"};
    part_.name = names[what];
    const bool ordered = what != 4 && r_.percent(50);  // by the operations instead of fences
    auto order = [&](const char* name, bool missing) {
      return ordered && !missing ? "{:order \"" + std::string(name) + "\"} " : std::string();
    };
    const Statement fence = primitive(what == 4 ? "fence_block" : "fence");
    const Statement look =
        atomicOperation("Load", "x2", "b", "0bv32", "", order("acquire", what == 2));
    Body body = {atomicOperation("Add", "x1", "tickets", "0bv32", "1bv32")};
    if (what != 1) append(body, {look, loop("x2 != x1", {}, {look}, {})});
    if (!ordered && what != 1 && what != 2) body.push_back(fence);
    append(body,
           {read(place_.counter, "a", "0bv32"), write("a", "0bv32", add(place_.counter, "1bv32"))});
    if (!ordered && what != 3) body.push_back(fence);
    const bool readsAgain = r_.percent(40);
    if (readsAgain) body.push_back(atomicOperation("Load", "x2", "b", "0bv32", ""));
    const std::string next = add(readsAgain ? "x2" : "x1", "1bv32"),
                      last = number(place_.threads * place_.groups - 1);
    body.push_back(atomicOperation(
        "Store", "x2", "b", "0bv32",
        r_.percent(50) ? next : "(if x1 == " + last + " then 0bv32 else " + next + ")",
        order("release", what == 3)));
    return body;
  }

  // Who draws a ticket waits for his turn, once or in each round. (Without the wait alone, fences
  // order those who happen to run one after another.)
  Body tickets(bool broken) {
    const bool wide = place_.groups > 1;
    const bool again = r_.percent(50);
    const unsigned what = broken ? r_.between(1, wide ? 5 : 3) : 0;
    static constexpr const char* names[] = {"tickets",
                                            "tickets without a wait and a fence",
                                            "tickets without a fence after the wait",
                                            "tickets without a fence before the next turn",
                                            "tickets with a fence of the block",
                                            "tickets of the block's scope"};
    part_.name = std::string(names[what]) + (again ? ", again and again" : "");
    const Statement fence = primitive(what == 4 ? "fence_block" : "fence");
    const std::string scope = what == 5 ? "{:scope \"block\"} " : "";
    const Statement look = atomicOperation("Add", "x2", "b", "1bv32", "0bv32", scope);
    Body body = {atomicOperation("Add", "x1", "b", "0bv32", "1bv32", scope)};
    if (what != 1) append(body, {look, loop("x2 != x1", {}, {look}, {})});
    if (what != 1 && what != 2) body.push_back(fence);
    append(body, {read("x2", "a", "0bv32"), write("a", "0bv32", add("x2", "1bv32"))});
    if (what != 3) body.push_back(fence);
    const bool stores = again && r_.percent(30);
    body.push_back(stores ? atomicOperation("Exch", "x2", "b", "1bv32", add("x1", "1bv32"), scope)
                          : atomicOperation("Add", "x2", "b", "1bv32", "1bv32", scope));
    if (!again) return body;
    const std::string i = place_.counter;
    return {assign(i, "0bv32"), loop(ult(i, number(r_.between(2, 3))), {}, std::move(body),
                                     {assign(i, add(i, "1bv32"))})};
  }

  // Who comes first at an element, by the result of an operation, writes another one.
  Body claim(bool broken) {
    const bool wide = place_.groups > 1;
    const unsigned what = broken ? r_.between(1, wide ? 3 : 2) : 0;
    const std::string element =
        urem(tid, number(r_.between(1, place_.threads > 3 ? place_.threads / 2 : 1)));
    const std::string scope = what == 3 ? "{:scope \"block\"} " : "";
    auto operation = [&](const char* function, const std::string& operand,
                         const std::string& more = "") {
      return atomicOperation(function, "x2", "b", element, operand, more + scope);
    };
    const std::string bit = number(1u << r_.below(8)), other = number(1u << r_.between(8, 20));
    const unsigned how = r_.below(5);
    static constexpr const char* names[] = {"compare-and-swap", "compare-and-swap of own values",
                                            "exchange", "bit", "count"};
    part_.name = std::string("claim by ") + names[how] +
                 (what == 1   ? " that leaves what was there"
                  : what == 2 ? " that is given back"
                  : what == 3 ? " of the block's scope"
                              : "");
    std::string first = "x2 == 0bv32";
    const bool leaves = what == 1;
    Body body;
    switch (how) {
      case 0:
        body = {
            operation("CAS", "0bv32", std::string("{:arg2 ") + (leaves ? "0" : "1") + "bv32} ")};
        break;
      case 1:
        body = {
            operation("CAS", "0bv32", "{:arg2 " + (leaves ? "0bv32" : add(tid, "1bv32")) + "} ")};
        break;
      case 2: body = {operation("Exch", leaves ? "0bv32" : "1bv32")}; break;
      case 3:
        body = {operation("Or", leaves ? other : bit)};
        first = band("x2", bit) + " == 0bv32";
        break;
      default: body = {operation("Add", leaves ? "0bv32" : "1bv32")}; break;
    }
    Body claimed = {write("a", element, add(ownFresh(), mul("group_id_x", "64bv32")))};
    if (what == 2) claimed.push_back(operation("Exch", "0bv32"));
    body.push_back(branch(first, std::move(claimed)));
    return body;
  }

  // Thread 0 tells the last one of the group, by an element that it has set to 0.
  Body sharedFlag(bool broken) {
    const unsigned what = broken ? r_.between(1, 4) : 0;
    static constexpr const char* names[] = {"shared flag", "shared flag without a fence before it",
                                            "shared flag without a fence after it",
                                            "shared flag without a barrier",
                                            "shared flag that begins with 1"};
    part_.name = names[what];
    const bool ordered = r_.percent(50);  // by the operations instead of fences
    const Statement fence = primitive(r_.percent(50) ? "fence_block" : "fence");
    auto order = [&](const char* name, unsigned without) {
      return ordered && what != without ? "{:order \"" + std::string(name) + "\"} " : std::string();
    };
    Body body = {branch(isFirst(), {write("f", "0bv32", what == 4 ? "1bv32" : "0bv32")})};
    if (what != 3) body.push_back(blockBarrier());
    Body tells = {write("s", "40bv32", place_.fresh)};
    if (!ordered && what != 1) tells.push_back(fence);
    tells.push_back(atomicOperation("Store", "x2", "f", "0bv32", "1bv32", order("release", 1)));
    const Statement look = atomicOperation("Load", "x2", "f", "0bv32", "", order("acquire", 2));
    Body hears = {look, loop("x2 != 1bv32", {}, {look}, {})};
    if (!ordered && what != 2) hears.push_back(fence);
    hears.push_back(read("x1", "s", "40bv32"));
    body.push_back(branch(isFirst(), std::move(tells), {branch(isLast(), std::move(hears))}));
    body.push_back(blockBarrier());
    return body;
  }

  // Thread 0 hands a word over to the last one of the group in each of a few rounds, and waits for
  // its answer. Where it does not wait, the other one takes a later round for its own.
  // The first lanes of two warps tell and hear for these.
  Body flagOfWarp(bool broken) {
    if (place_.warp < 2 || place_.threads < 2 * place_.warp) return sharedFlag(broken);
    const unsigned what = broken ? r_.between(1, 4) : 0;
    static constexpr const char* names[] = {
        "flag of a warp", "flag of a warp told before all lanes have come",
        "flag of a warp not awaited by all lanes", "flag of a warp without a release",
        "flag of a warp without a barrier"};
    part_.name = names[what];
    const std::string warp = number(place_.warp), lane = urem(tid, warp);
    const Statement meet = primitive("syncwarp", "4294967295bv32");
    const std::string release = what == 3 ? "" : "{:order \"release\"} ";
    Body tells = {write("s", add("40bv32", lane), place_.fresh)};
    if (what != 1) tells.push_back(meet);
    tells.push_back(branch(lane + " == 0bv32",
                           {atomicOperation("Store", "x2", "f", "0bv32", "1bv32", release)}));
    const Statement look = atomicOperation("Load", "x2", "f", "0bv32", "", "{:order \"acquire\"} ");
    Body hears = {branch(lane + " == 0bv32", {look, loop("x2 != 1bv32", {}, {look}, {})})};
    if (what != 2) hears.push_back(meet);
    hears.push_back(read("x1", "s", add("40bv32", urem(add(tid, "1bv32"), warp))));
    Body body = {branch(isFirst(), {write("f", "0bv32", "0bv32")})};
    if (what != 4) body.push_back(blockBarrier());
    const std::string both = number(2 * place_.warp);
    append(body,
           {branch(ult(tid, warp), std::move(tells), {branch(ult(tid, both), std::move(hears))}),
            blockBarrier()});
    return body;
  }

  Body handshake(bool broken) {
    const unsigned what = broken ? r_.between(1, 4) : 0;
    static constexpr const char* names[] = {
        "handshake", "handshake without a fence before it", "handshake without a fence after it",
        "handshake without an answer", "handshake that is answered early"};
    part_.name = names[what];
    const std::string i = place_.counter, round = add(i, "1bv32");
    const Statement fence = primitive(r_.percent(50) ? "fence_block" : "fence");
    auto tell = [&](const char* element) {
      return atomicOperation(r_.percent(50) ? "Exch" : "Store", "x2", "f", element, round);
    };
    auto hear = [&](const char* element) {
      const Statement look = atomicOperation("Load", "x2", "f", element, "");
      return Body{look, loop(r_.percent(50) && what != 3 ? "x2 != " + round : ult("x2", round), {},
                             {look}, {})};
    };
    Body tells = {write("s", "40bv32", add(place_.fresh, i))};
    if (what != 1) tells.push_back(fence);
    tells.push_back(tell("0bv32"));
    if (what != 3) append(tells, hear("1bv32"));
    tells.push_back(fence);
    Body hears = hear("0bv32");
    if (what != 2) hears.push_back(fence);
    if (what == 4) hears.push_back(tell("1bv32"));
    hears.push_back(read("x1", "s", "40bv32"));
    if (what != 4) append(hears, {fence, tell("1bv32")});
    const std::string rounds = number(r_.between(2, 3));
    auto inRounds = [&](Body one) {
      return Body{assign(i, "0bv32"), loop(ult(i, rounds), {}, std::move(one), {assign(i, round)})};
    };
    return {branch(isFirst(), {write("f", "0bv32", "0bv32"), write("f", "1bv32", "0bv32")}),
            blockBarrier(),
            branch(isFirst(), inRounds(std::move(tells)),
                   {branch(isLast(), inRounds(std::move(hears)))}),
            blockBarrier()};
  }

  // The first and the last thread of the group hand a word to and fro that is full or empty.
  Body mailbox(bool broken) {
    const unsigned what = broken ? r_.between(1, 5) : 0;
    static constexpr const char* names[] = {"mailbox",
                                            "mailbox that is filled without a look",
                                            "mailbox that is emptied without a look",
                                            "mailbox that is full before it is filled",
                                            "mailbox without a fence before it is full",
                                            "mailbox without a fence after a look"};
    part_.name = names[what];
    const std::string i = place_.counter;
    const Statement fence = primitive(r_.percent(50) ? "fence_block" : "fence");
    const Statement look = atomicOperation("Load", "x2", "f", "0bv32", "");
    auto wait = [&](const char* until, bool missing) {
      return missing ? Body{} : Body{look, loop(std::string("x2 != ") + until, {}, {look}, {})};
    };
    auto pass = [&](const char* value) {
      return atomicOperation("Store", "x2", "f", "0bv32", value);
    };
    Body fills = wait("0bv32", what == 1);
    if (what != 1) fills.push_back(fence);
    if (what == 3) fills.push_back(pass("1bv32"));
    fills.push_back(write("s", "40bv32", add(place_.fresh, i)));
    if (what != 4) fills.push_back(fence);
    if (what != 3) fills.push_back(pass("1bv32"));
    Body empties = wait("1bv32", what == 2);
    if (what != 2 && what != 5) empties.push_back(fence);
    append(empties, {read("x1", "s", "40bv32"), fence, pass("0bv32")});
    const std::string rounds = number(r_.between(2, 3));
    auto inRounds = [&](Body one) {
      return Body{assign(i, "0bv32"),
                  loop(ult(i, rounds), {}, std::move(one), {assign(i, add(i, "1bv32"))})};
    };
    return {branch(isFirst(), {write("f", "0bv32", "0bv32")}), blockBarrier(),
            branch(isFirst(), inRounds(std::move(fills)),
                   {branch(isLast(), inRounds(std::move(empties)))}),
            blockBarrier()};
  }

  // The last thread of the group reads what all have written.
  Body lastThread(bool broken) {
    const unsigned what = broken ? r_.between(1, 4) : 0;
    static constexpr const char* names[] = {
        "last thread", "last thread without a fence", "last thread with another number",
        "last thread without a barrier before", "last thread by a count that begins with 1"};
    part_.name = names[what];
    const Statement fence = primitive(r_.percent(50) ? "fence_block" : "fence");
    Body body = {branch(isFirst(), {write("f", "1bv32", what == 4 ? "1bv32" : "0bv32")})};
    if (what != 3) body.push_back(blockBarrier());
    body.push_back(write("s", tid, ownFresh()));
    if (what != 1) body.push_back(fence);
    body.push_back(atomicOperation("Add", "x2", "f", "1bv32", "1bv32"));
    Body last = allOf("s", place_.threads);
    if (what != 1) last.insert(last.begin(), fence);
    body.push_back(branch("x2 == " + number(place_.threads - (what == 2 ? 2 : 1)), last));
    body.push_back(blockBarrier());
    return body;
  }

  Body allOf(const char* array, unsigned elements) const {
    const std::string i = place_.counter;
    return {assign(i, "0bv32"), loop(ult(i, number(elements)), {}, {read("x1", array, i)},
                                     {assign(i, add(i, "1bv32"))})};
  }

  // All groups meet twice in each of a few rounds, by a goal that grows.
  Body roundsOfGrid(bool broken) {
    const unsigned what = broken ? r_.between(1, 5) : 0;
    static constexpr const char* names[] = {"rounds of the grid",
                                            "rounds of the grid that do not wait for all",
                                            "rounds of the grid whose goal stays",
                                            "rounds of the grid without a fence before",
                                            "rounds of the grid without a fence after",
                                            "rounds of the grid without a barrier before"};
    part_.name = names[what];
    const unsigned groups = place_.groups;
    const std::string i = place_.counter, round = mul(i, number(2 * groups));
    const Statement fence = primitive("fence");
    // A count acquires by the fence before it.
    const Statement look = what == 4 || r_.percent(50)
                               ? atomicOperation("Load", "x2", "b", "0bv32", "")
                               : atomicOperation("Add", "x2", "b", "0bv32", "0bv32");
    auto meet = [&](const std::string& goal) {
      Body one;
      if (what != 3) one.push_back(fence);
      append(one, {atomicOperation("Add", "x2", "b", "0bv32", "1bv32"), look,
                   loop(ult("x2", goal), {}, {look}, {})});
      if (what != 4) one.push_back(fence);
      Body body;
      if (what != 5) body.push_back(blockBarrier());
      append(body, {branch(isFirst(), std::move(one)), blockBarrier()});
      return body;
    };
    const std::string own = add(mul("group_id_x", number(place_.threads)), tid);
    const std::string other =
        add(mul(urem(add("group_id_x", "1bv32"), number(groups)), number(place_.threads)), tid);
    Body body = {write("a", own, add(ownFresh(), mul(i, "100bv32")))};
    append(body, meet(add(round, number(what == 1 ? groups - 1 : groups))));
    body.push_back(read("x1", "a", other));
    append(body, meet(add(round, number(what == 2 ? groups : 2 * groups))));
    return {assign(i, "0bv32"), loop(ult(i, number(r_.between(2, 3))), {}, std::move(body),
                                     {assign(i, add(i, "1bv32"))})};
  }

  // All groups meet twice, by one counter.
  Body gridBarriers(bool broken) {
    const unsigned what = broken ? r_.between(1, 3) : 0;
    static constexpr const char* names[] = {
        "barriers by a counter", "second barrier with the goal of the first",
        "first barrier that does not wait for all", "second barrier that does not wait for all"};
    part_.name = names[what];
    const unsigned groups = place_.groups;
    auto meet = [&](unsigned goal) {
      const Statement look = atomicOperation("Add", "x2", "b", "0bv32", "0bv32");
      Body one = {atomicOperation("Add", "x2", "b", "0bv32", "1bv32"), look,
                  loop(ult("x2", number(goal)), {}, {look}, {})};
      one.insert(one.begin(), primitive("fence"));
      one.push_back(primitive("fence"));
      return Body{blockBarrier(), branch(isFirst(), std::move(one)), blockBarrier()};
    };
    const std::string own = add(mul("group_id_x", number(place_.threads)), tid);
    const std::string other =
        add(mul(urem(add("group_id_x", "1bv32"), number(groups)), number(place_.threads)), tid);
    Body body = {write("a", own, ownFresh())};
    append(body, meet(what == 2 ? groups - 1 : groups));
    body.push_back(read("x1", "a", other));
    append(body, meet(what == 1 ? groups : what == 3 ? 2 * groups - 1 : 2 * groups));
    body.push_back(write("a", own, add(ownFresh(), "500bv32")));
    return body;
  }

  Body lastBlock(bool broken) {
    const unsigned what = broken ? r_.between(1, 3) : 0;
    static constexpr const char* names[] = {"last block", "last block without a fence",
                                            "last block with a fence of the block",
                                            "last block with another number"};
    part_.name = names[what];
    Body body = {write("a", add(mul("group_id_x", number(place_.threads)), tid), ownFresh())};
    if (what != 1) body.push_back(primitive(what == 2 ? "fence_block" : "fence"));
    body.push_back(blockBarrier());
    Body one;
    if (r_.percent(50) && what == 0) one.push_back(primitive("fence"));
    one.push_back(atomicOperation("Add", "x2", "b", "1bv32", "1bv32"));
    if (what != 1) one.push_back(primitive(what == 2 ? "fence_block" : "fence"));
    one.push_back(write("q", number(place_.threads), "x2"));
    body.push_back(branch(std::string(tid) + " == 0bv32", std::move(one)));
    body.push_back(blockBarrier());
    body.push_back(read("x2", "q", number(place_.threads)));
    const std::string last = number(place_.groups - (what == 3 ? 2 : 1));
    const std::string i = place_.counter;
    body.push_back(
        branch("x2 == " + last,
               {assign(i, "0bv32"), loop(ult(i, number(place_.groups * place_.threads)), {},
                                         {read("x1", "a", i), write("a", add(i, number(64)), "x1")},
                                         {assign(i, add(i, "1bv32"))})}));
    return body;
  }

  // Thread 0 of the first group tells all of the last group.
  Body flag(bool broken) {
    const unsigned what = broken ? r_.between(1, 4) : 0;
    static constexpr const char* names[] = {
        "flag", "flag without a fence before it", "flag without a fence after it",
        "flag with a fence of the block", "flag of the block's scope"};
    part_.name = names[what];
    const bool ordered = r_.percent(50) && what != 3;  // by the operations instead of fences
    const std::string scope = what == 4 ? "{:scope \"block\"} " : "";
    const Statement fence = primitive(what == 3 ? "fence_block" : "fence");
    auto order = [&](const char* name) {
      return ordered ? "{:order \"" + std::string(name) + "\"} " + scope : scope;
    };
    Body tells = {write("a", "40bv32", place_.fresh)};
    if (!ordered && what != 1) tells.push_back(fence);
    tells.push_back(atomicOperation("Store", "x2", "b", "2bv32", "1bv32",
                                    what == 1 ? scope : order("release")));
    const Statement look =
        atomicOperation("Load", "x2", "b", "2bv32", "", what == 2 ? scope : order("acquire"));
    Body hears = {look, loop("x2 != 1bv32", {}, {look}, {})};
    if (!ordered && what != 2) hears.push_back(fence);
    hears.push_back(read("x1", "a", "40bv32"));
    return {branch("group_id_x == 0bv32",
                   {branch(std::string(tid) + " == 0bv32", std::move(tells))},
                   {branch("group_id_x == " + number(place_.groups - 1), std::move(hears))})};
  }

  Random& r_;
  const TwinPlace place_;
  TwinPart part_;
};

}  // namespace

TwinPart makeSignalTwin(Random& random, const TwinPlace& place, bool broken) {
  return SignalTwinMaker(random, place).make(broken);
}

}  // namespace barricade::fuzz
