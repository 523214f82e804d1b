// What an execution is asked for, and what it leaves behind.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "encoding/candidate.h"
#include "encoding/channel_members.h"
#include "encoding/event.h"
#include "encoding/overflow.h"
#include "encoding/signal_event.h"

namespace barricade {

struct ExecutionOptions {
  enum class Form { Races, Checks };
  Form form = Form::Races;
  bool benignTolerance = true;
  bool asyncNeedsBarrier = false;
  unsigned warpSync = 0;
  unsigned explicitBodies = 0;  // exact iterations right after the logging one
  // Whether fences and atomic operations count, and what is known of them, by array (empty:
  // nothing).
  bool order = false;
  std::vector<SignalFacts> signalFacts{};
  bool unroll = false;           // loops of few iterations are run iteration by iteration
  std::set<unsigned> bounded{};  // so are these, which are to be shown to end after a few
  bool keepsOwn = false;         // what a thread has stored is known behind a barrier
  unsigned unwind = 0;           // bug finding: so many iterations, nothing skipped; 0: off
  bool isBeginning = false;      // likewise: first iterations, small loops to their end
  bool isBrief = false;          // of these no more than two
  std::vector<bool> precise;     // by array: what it holds is followed
  // The term for the variable of a guarded barrier; a barrier without one is always enabled.
  std::map<SiteId, Expr> siteVariables;
};

struct ExecutionRecord {
  std::vector<Event> events;
  std::vector<ErrorCondition> errors;
  std::vector<SignalEvent> signals;
  std::vector<Obligation> obligations;
  std::vector<std::string> notes;
  KernelArithmetic arithmetic;
  std::vector<Expr> countersFit;          // always true: where loop counters do not overflow
  std::vector<ChannelCall> channelCalls;  // of one thread alone
  std::vector<Expr> initial;              // values of variables at kernel entry
  Expr preconditions = nullptr;           // what the kernel's preconditions say of the pair
  std::map<Type, Expr> watched;           // the watched element, by type of index
  unsigned unrolledBodies = 0;
  // By loop of few iterations, of a number that is known, that is not unrolled: how many bodies it
  // would have in all iterations of the loops around it, where these are known.
  std::map<unsigned, unsigned> bodiesNotUnrolled;
  unsigned unrolledAccesses = 0;    // of bounded loops
  std::map<unsigned, Expr> goesOn;  // by bounded loop: a thread is in it after these iterations
  Expr sameWarp = nullptr;          // the pair is in one warp
  Expr goesWithoutEnded = nullptr;  // one passes a barrier after the other has ended
  // The watched value is what every logged read saw and no checked write writes, and every logged
  // write changes the element: a model of these as well shows more of the races.
  Expr noneIsBenign = nullptr;
  Expr writesChange = nullptr;
};

}  // namespace barricade
