#include "encoding/channel_members.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/counters.h"
#include "analysis/thread_roles.h"
#include "analysis/warp_convergence.h"
#include "analysis/warp_paths.h"
#include "encoding/execution.h"
#include "encoding/linear_thread.h"
#include "ir/walk.h"

namespace barricade {
namespace {

constexpr unsigned mostThreads = 1024;
constexpr std::size_t mostRanges = 8;

class MemberFinder {
 public:
  explicit MemberFinder(Subject& subject)
      : subject_(subject),
        terms_(subject.terms),
        pair_(makeThreadPair(terms_, subject.launch, Mode::Single)),
        channels_(subject.kernel.counters().channels) {}

  std::vector<ChannelMembers> find() {
    const Uniformity uniformity(subject_.kernel, Mode::Single);
    ExecutionOptions options;
    options.form = ExecutionOptions::Form::Checks;
    options.unroll = true;  // objects are often initialised in a loop over them
    const Execution execution(subject_, pair_, uniformity, {}, options);
    std::vector<ChannelMembers> found;
    for (std::size_t c = 0; c < channels_.size(); ++c)
      found.push_back(channels_[c].kind == Channel::Kind::Halves
                          ? ChannelMembers{""}
                          : ofChannel(c, execution.channelCalls()));
    if (hasManyRoles() && mayWaitInCircle())
      for (std::size_t c = 0; c < channels_.size(); ++c)
        if (channels_[c].kind != Channel::Kind::Halves && found[c].problem.empty())
          found[c].problem = "more than two branches wait for each other at " +
                             channels_[c].name() + " and others, which is not followed";
    return found;
  }

 private:
  ChannelMembers ofChannel(std::size_t channel, const std::vector<ChannelCall>& calls) {
    ChannelMembers result;
    const std::string name = channels_[channel].name();
    const auto unknown = [&](const std::string& why) {
      result.problem = name + " is not followed: " + why;
      return result;
    };
    if (channels_[channel].kind == Channel::Kind::Objects) {
      if (channels_[channel].array->array->space != AddressSpace::GroupShared)
        return unknown("it is no object of shared memory");
      if (beginsAgain(channel)) return unknown("it may begin anew after it has been used");
      if (channels_[channel].stages == 0) return unknown("the number of objects is not known");
    }
    for (Expr size : subject_.launch.groupSize)
      if (!size->isLiteral()) return unknown("the size of a block is not known");
    if (blockSize() > mostThreads) return unknown("the block is too large");
    if (!findElection(channel, calls)) return unknown("lanes are elected in several ways");
    if (channels_[channel].kind == Channel::Kind::Objects &&
        !whoeverIsElected([&](unsigned) { return allBegin(channel, calls); }))
      return unknown("not every object of it surely begins");

    std::optional<BigInt> expected;
    std::set<unsigned> coming, waiting, arriving;
    for (const ChannelCall& call : calls) {
      if (call.channel != channel) continue;
      if (call.expected) {
        if (!call.expected->isLiteral()) return unknown("how many it waits for is no constant");
        if (expected && *expected != call.expected->value())
          return unknown("it waits for different numbers of threads");
        expected = call.expected->value();
      }
      if (!call.weight) continue;
      if (!call.weight->isLiteral() || call.weight->value() != 1)
        return unknown("an arrival counts for more than one");
      const std::set<unsigned> comers = comersAt(call);
      coming.insert(comers.begin(), comers.end());
      (call.waits ? waiting : arriving).insert(comers.begin(), comers.end());
    }
    coming_[channel] = coming;
    if (!expected) return unknown("nobody says how many it waits for");
    if (*expected != coming.size()) {
      result.problem = name + " waits for " + expected->str() + " arrivals, and " +
                       std::to_string(coming.size()) +
                       (coming.size() == 1 ? " thread comes to it" : " threads may come to it");
      // Who waits comes once. That who arrives at an object waits before the next time is checked.
      const bool comeOnce = channels_[channel].kind == Channel::Kind::Objects || arriving.empty();
      result.neverComplete = comeOnce && *expected > coming.size() && !coming.empty();
      return result;
    }
    const auto leaders = static_cast<unsigned>(coming.size());
    const bool elected = areElected(channel, calls);
    if (elected && !onlyElectedCome(channel, calls))
      return unknown("not one elected lane of each warp comes to it");
    if (!electAlike(channel, calls, coming))
      return unknown("which lane arrives for its warp is not the same everywhere");
    const bool forWarps = isDelegated(channel, calls) && comeTogether(coming);
    if (elected || forWarps) coming_[channel] = coming = withTheirWarps(coming);
    if (coming.empty()) return unknown("no thread comes to it");
    result.ranges = rangesOf(coming);
    if (result.ranges.size() > mostRanges)
      return unknown("the threads that come to it are scattered over the block");
    result.problem.clear();
    if (elected && !forWarps) result.elected = election_;
    result.someOnlyArrive =
        !arriving.empty() && std::none_of(arriving.begin(), arriving.end(),
                                          [&](unsigned x) { return waiting.contains(x); });
    result.count = leaders;
    return result;
  }

  //--- Arrivals for a warp (analysis/delegated_arrivals.h)

  static bool isDelegated(std::size_t channel, const std::vector<ChannelCall>& calls) {
    return std::any_of(calls.begin(), calls.end(), [&](const ChannelCall& call) {
      return call.channel == channel && call.elects;
    });
  }

  // Whether each of the threads arrives whenever its warp counts that.
  bool electAlike(std::size_t channel, const std::vector<ChannelCall>& calls,
                  const std::set<unsigned>& threads) {
    return std::all_of(calls.begin(), calls.end(), [&](const ChannelCall& call) {
      return call.channel != channel || !call.elects ||
             std::all_of(threads.begin(), threads.end(),
                         [&](unsigned x) { return at(call.elects, x)->isTrue(); });
    });
  }

  // Whether the lanes of each of the threads' warps come together to where one arrives for them.
  bool comeTogether(const std::set<unsigned>& threads) const {
    const Kernel& kernel = subject_.kernel;
    const unsigned size = warpSize();
    return std::all_of(threads.begin(), threads.end(), [&](unsigned x) {
      const std::vector<bool> comes = blocksOfWarp(kernel, subject_.launch, x / size, size);
      const WarpConvergence convergence(kernel, subject_.launch, comes);
      for (unsigned b : kernel.flow().order())
        for (const Statement& statement : kernel.procedure().blocks[b]->statements)
          if (const Call* call = statement.as<Call>();
              call && call->delegates > 0 && comes[b] &&
              (call->delegates % size != 0 || !convergence.block(b)))
            return false;
      return true;
    });
  }

  // All lanes of the threads' warps, if each of these has but one; else the threads alone.
  std::set<unsigned> withTheirWarps(const std::set<unsigned>& threads) const {
    std::set<unsigned> warps, lanes;
    for (unsigned x : threads) warps.insert(x / warpSize());
    if (warps.size() < threads.size()) return threads;
    for (unsigned x = 0; x < blockSize(); ++x)
      if (warps.contains(x / warpSize())) lanes.insert(x);
    return lanes;
  }

  //--- Elected lanes

  // The lane that the calls at the channel speak of, the same of all warps: null, where there is
  // none. Not where there are several, or one that is not of a whole warp.
  bool findElection(std::size_t channel, const std::vector<ChannelCall>& calls) {
    election_ = nullptr;
    lane_ = 0;
    std::vector<Expr> conditions;
    for (const ChannelCall& call : calls)
      if (call.channel == channel)
        for (Expr e : {call.path, call.begins, call.elects})
          if (e) conditions.push_back(e);
    bool one = true;
    forEachNode(conditions, [&](Expr e) {
      if (e->op() != Op::Apply || !e->function()->isElectedLane()) return;
      one = one && (!election_ || election_ == e);
      election_ = e;
    });
    if (!one || !election_) return one;
    const BigInt lanes = (BigInt(1) << warpSize()) - 1;
    const Expr mask = election_->arg(0);
    return mask->isLiteral() && (mask->value() & lanes) == lanes;
  }

  // Whether it holds whichever lane is.
  template <typename Holds>
  bool whoeverIsElected(const Holds& holds) {
    bool always = true;
    for (lane_ = 0; always && lane_ < (election_ ? warpSize() : 1); ++lane_) always = holds(lane_);
    lane_ = 0;
    return always;
  }

  bool areElected(std::size_t channel, const std::vector<ChannelCall>& calls) const {
    return election_ && std::any_of(calls.begin(), calls.end(), [&](const ChannelCall& call) {
             return call.channel == channel && call.weight &&
                    anyNode(call.path, [&](Expr e) { return e == election_; });
           });
  }

  // Whether the elected lane comes to each call, of the same warps whichever that is, and no other.
  bool onlyElectedCome(std::size_t channel, const std::vector<ChannelCall>& calls) {
    return std::all_of(calls.begin(), calls.end(), [&](const ChannelCall& call) {
      if (call.channel != channel || !call.weight) return true;
      std::set<unsigned> first;  // if lane 0 is elected
      return whoeverIsElected([&](unsigned lane) {
        const std::set<unsigned> comers = comersAt(call);
        if (lane == 0) first = comers;
        return comers.size() == first.size() &&
               std::all_of(comers.begin(), comers.end(), [&](unsigned x) {
                 return x % warpSize() == lane && first.contains(x - lane) &&
                        (!call.elects || at(call.elects, x)->isTrue());
               });
      });
    });
  }

  //--- Ranges

  // One with steps, or those without.
  static std::vector<ThreadRange> rangesOf(const std::set<unsigned>& threads) {
    ThreadRange all{*threads.begin(), *threads.rbegin() + 1};
    if (threads.size() > 1) all.step = *std::next(threads.begin()) - all.first;
    if ((all.end - all.first - 1) / all.step + 1 == threads.size() &&
        std::ranges::all_of(threads, [&](unsigned x) { return (x - all.first) % all.step == 0; }))
      return {all};
    std::vector<ThreadRange> ranges;
    for (unsigned x : threads)
      if (ranges.empty() || ranges.back().end != x)
        ranges.push_back({x, x + 1});
      else
        ++ranges.back().end;
    return ranges;
  }

  unsigned warpSize() const { return warpSizeOf(subject_.kernel, subject_.launch); }
  unsigned blockSize() const { return threadsOfBlock(subject_.launch, mostThreads); }

  Expr at(Expr condition, unsigned linear) {
    std::unordered_map<Expr, Expr> known;
    if (election_) known[election_] = terms_.number(lane_, election_->type());
    return ofLinearThread(terms_, subject_.launch, pair_, condition, linear, std::move(known));
  }

  // Who may come to the call.
  std::set<unsigned> comersAt(const ChannelCall& call) {
    std::set<unsigned> comers;
    for (unsigned x = 0; x < blockSize(); ++x)
      if (!at(call.path, x)->isFalse()) comers.insert(x);
    return comers;
  }

  // Whether some thread surely comes to an `init` of each object.
  bool allBegin(std::size_t channel, const std::vector<ChannelCall>& calls) {
    std::set<BigInt> begun;
    for (const ChannelCall& call : calls) {
      if (call.channel != channel || !call.begins) continue;
      for (unsigned x = 0; x < blockSize(); ++x)
        if (const Expr object = at(call.begins, x);
            at(call.path, x)->isTrue() && object->isLiteral())
          begun.insert(object->value());
    }
    for (unsigned stage = 0; stage < channels_[channel].stages; ++stage)
      if (!begun.contains(channels_[channel].number + stage)) return false;
    return true;
  }

  // Whether the call may name an object of the channel.
  static bool isAbout(const Call& call, const Channel& channel) {
    const Synchronization& what = *call.callee->synchronization;
    if (call.args[*what.position(SyncParameter::Object)]->variable() != channel.array) return false;
    const Expr offset = call.args[*what.position(SyncParameter::ObjectOffset)];
    return channel.mayBe(offset);
  }

  // Whether an object may be initialised after an arrival or a wait.
  bool beginsAgain(std::size_t channel) const {
    const ControlFlow& flow = subject_.kernel.flow();
    bool again = false;
    std::set<unsigned> after;
    std::vector<unsigned> work;
    auto scan = [&](unsigned b, bool used) {
      for (const Statement& statement : subject_.kernel.procedure().blocks[b]->statements) {
        const Call* call = statement.as<Call>();
        const auto& primitive = call ? call->callee->synchronization : std::nullopt;
        const auto object = primitive ? primitive->position(SyncParameter::Object) : std::nullopt;
        if (!object || !isAbout(*call, channels_[channel])) continue;
        const SyncPrimitive what = call->callee->synchronization->primitive;
        const bool ends =
            what == SyncPrimitive::ObjectInit || what == SyncPrimitive::ObjectInvalidate;
        again = again || (used && what == SyncPrimitive::ObjectInit);
        used = used || !ends;
      }
      return used;
    };
    auto follow = [&](unsigned b) {
      for (unsigned s : flow.successors(b))
        if (after.insert(s).second) work.push_back(s);
    };
    for (unsigned b : flow.order())
      if (scan(b, false)) follow(b);
    while (!work.empty()) {
      const unsigned b = work.back();
      work.pop_back();
      scan(b, true);
      follow(b);
    }
    return again;
  }

  // Three calls that wait, none of which can be reached from another one in an iteration.
  bool hasManyRoles() const {
    const ControlFlow& flow = subject_.kernel.flow();
    std::vector<unsigned> blocks;
    for (unsigned b : flow.order())
      for (const Statement& statement : subject_.kernel.procedure().blocks[b]->statements) {
        const Call* call = statement.as<Call>();
        if (!call || !call->callee->synchronization) continue;
        const SyncPrimitive what = call->callee->synchronization->primitive;
        const bool waits =
            what == SyncPrimitive::ObjectWait ||
            (what == SyncPrimitive::NamedBarrier && call->callee->synchronization->waits);
        const auto channel =
            waits ? subject_.kernel.counters().channelOf(subject_.kernel.procedure(), *call)
                  : std::nullopt;
        if (waits && !(channel && isApart(*channel)) && (blocks.empty() || blocks.back() != b))
          blocks.push_back(b);
      }
    auto apart = [&](std::size_t i, std::size_t j) { return !reaches(blocks[i], blocks[j]); };
    for (std::size_t i = 0; i < blocks.size(); ++i)
      for (std::size_t j = i + 1; j < blocks.size(); ++j)
        for (std::size_t k = j + 1; k < blocks.size() && apart(i, j); ++k)
          if (apart(i, k) && apart(j, k)) return true;
    return false;
  }

  bool mayWaitInCircle() const {
    const auto roles =
        findRoles(subject_.kernel, subject_.launch, [&](std::size_t c) { return !isApart(c); });
    return !roles || formCircle(*roles);
  }

  // Whether those who come to the channel come to no other one: they wait for each other only.
  bool isApart(std::size_t channel) const {
    const auto members = coming_.find(channel);
    if (members == coming_.end()) return false;
    for (std::size_t c = 0; c < channels_.size(); ++c) {
      if (c == channel || channels_[c].kind == Channel::Kind::Halves) continue;
      const auto others = coming_.find(c);
      if (others == coming_.end()) return false;
      if (std::any_of(others->second.begin(), others->second.end(),
                      [&](unsigned x) { return members->second.contains(x); }))
        return false;
    }
    return true;
  }

  // Without going round a loop that both are in.
  bool reaches(unsigned from, unsigned to) const {
    const ControlFlow& flow = subject_.kernel.flow();
    auto goesRound = [&](unsigned latch, unsigned header) {
      if (!flow.dominates(header, latch)) return false;
      for (int l = flow.innermostLoop(to); l >= 0;
           l = flow.loops()[static_cast<unsigned>(l)].parent)
        if (flow.loops()[static_cast<unsigned>(l)].header == header) return true;
      return false;
    };
    std::set<unsigned> reached{from};
    std::vector<unsigned> work{from};
    while (!work.empty()) {
      const unsigned b = work.back();
      work.pop_back();
      for (unsigned s : flow.successors(b))
        if (!goesRound(b, s) && reached.insert(s).second) work.push_back(s);
    }
    return reached.contains(to);
  }

  Subject& subject_;
  Terms& terms_;
  ThreadPair pair_;
  const std::vector<Channel>& channels_;
  std::map<std::size_t, std::set<unsigned>> coming_;  // by channel: who may, where that is known
  Expr election_ = nullptr;                           // of the channel that is looked at
  unsigned lane_ = 0;                                 // that is taken to be elected
};

}  // namespace

std::vector<ChannelMembers> findChannelMembers(Subject& subject) {
  const auto& channels = subject.kernel.counters().channels;
  if (channels.empty()) return {};
  return MemberFinder(subject).find();
}

}  // namespace barricade
