// The instruction loop: one thread runs until it comes to a barrier or to its end.
#include <algorithm>
#include <bit>

#include "interpreter/compiler.h"
#include "interpreter/evaluate.h"
#include "interpreter/machine.h"
#include "interpreter/words.h"

namespace barricade {
namespace {

std::uint64_t signedDivision(Code code, std::uint64_t x, std::uint64_t y, unsigned width,
                             std::uint64_t mask) {
  const std::int64_t a = signExtended(x, width);
  const std::int64_t b = signExtended(y, width);
  if (b == 0) return code == Code::SDiv ? (a < 0 ? 1 : mask) : x;
  if (b == -1) return code == Code::SDiv ? (0 - x) & mask : 0;  // the quotient may overflow
  if (code == Code::SDiv) return static_cast<std::uint64_t>(a / b) & mask;
  std::int64_t rest = a % b;
  if (code == Code::SMod && rest != 0 && (rest < 0) != (b < 0)) rest += b;
  return static_cast<std::uint64_t>(rest) & mask;
}

// Nothing when the result leaves 64 bits.
std::optional<std::uint64_t> integerResult(Code code, std::uint64_t x, std::uint64_t y) {
  const auto a = static_cast<std::int64_t>(x);
  const auto b = static_cast<std::int64_t>(y);
  std::int64_t result = 0;
  switch (code) {
    case Code::IntAdd:
      if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
      break;
    case Code::IntSub:
      if (__builtin_sub_overflow(a, b, &result)) return std::nullopt;
      break;
    case Code::IntMul:
      if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
      break;
    case Code::IntNeg:
      if (__builtin_sub_overflow(std::int64_t{0}, a, &result)) return std::nullopt;
      break;
    default: {  // Euclidean division and remainder; by 0: 0 and the dividend
      if (b == 0) return code == Code::IntDiv ? 0 : x;
      if (b == -1) {
        if (code == Code::IntMod) return 0;
        return integerResult(Code::IntNeg, x, 0);
      }
      std::int64_t quotient = a / b;
      std::int64_t rest = a % b;
      if (rest < 0) {
        quotient += b > 0 ? -1 : 1;
        rest += b > 0 ? b : -b;
      }
      result = code == Code::IntDiv ? quotient : rest;
    }
  }
  return static_cast<std::uint64_t>(result);
}

}  // namespace

void Machine::enterProcedure(Thread& thread, std::uint32_t procedure) {
  const CompiledProcedure& callee = code_.procedures[procedure];
  thread.procedure = procedure;
  thread.pc = callee.entry;
  thread.registers.resize(thread.base);
  thread.registers.insert(thread.registers.end(), callee.image.begin(), callee.image.end());
  for (const ThreadConstant& constant : callee.threadConstants) {
    const auto& ids =
        constant.which.kind == LaunchConstant::Kind::LocalId ? thread.id.local : thread.id.group;
    thread.registers[thread.base + constant.target] = ids[constant.which.dimension];
  }
}

// False, and the run is stopped, when calls are nested too deeply.
bool Machine::enterCall(Thread& thread, const Instruction& instruction, std::uint32_t returnTo) {
  constexpr std::size_t deepest = 10'000;
  const auto number = static_cast<std::uint32_t>(instruction.imm);
  const CallOperation& call = code_.calls[number];
  if (thread.callers.size() >= deepest) {
    stop(RunStatus::TooLarge, "calls are nested deeper than " + std::to_string(deepest) + " at " +
                                  positionOf(call.site, 0));
    return false;
  }
  const std::uint32_t callerBase = thread.base;
  thread.callers.push_back({returnTo, callerBase, thread.procedure, thread.context, number});
  thread.context = contextOf(thread.context, call.site);
  thread.base = static_cast<std::uint32_t>(thread.registers.size());
  enterProcedure(thread, call.procedure);
  const std::uint64_t* caller = thread.registers.data() + callerBase;
  std::uint64_t* callee = thread.registers.data() + thread.base;
  const auto& parameters = code_.procedures[call.procedure].parameters;
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    const std::uint64_t* source = caller + call.arguments[p];
    std::copy(source, source + parameters[p].limbs, callee + parameters[p].first);
  }
  return true;
}

// False when there is none: the kernel itself returns.
bool Machine::returnToCaller(Thread& thread) {
  if (thread.callers.empty()) return false;
  const Thread::Caller caller = thread.callers.back();
  thread.callers.pop_back();
  const CallOperation& call = code_.calls[caller.call];
  const auto& results = code_.procedures[call.procedure].results;
  const std::uint64_t* from = thread.registers.data() + thread.base;
  std::uint64_t* to = thread.registers.data() + caller.base;
  for (std::size_t p = 0; p < results.size() && p < call.results.size(); ++p) {
    const std::uint64_t* source = from + results[p].first;
    std::copy(source, source + results[p].limbs, to + call.results[p]);
  }
  thread.registers.resize(thread.base);
  thread.pc = caller.returnTo;
  thread.base = caller.base;
  thread.procedure = caller.procedure;
  thread.context = caller.context;
  return true;
}

Pause Machine::waitAt(Thread& thread, const Instruction& barrier) {
  const bool grid = barrier.code == Code::GridBarrier;
  const auto site = static_cast<std::uint32_t>(barrier.imm);
  BarrierInstance& instance = thread.instance;
  instance.site = site;
  instance.context = thread.context;
  instance.grid = grid;
  instance.primitive = nullptr;
  instance.counters.clear();
  countLoops(thread, site, instance.counters);
  if (traced_) {
    trace(grid ? TraceStep::Kind::GridBarrier : TraceStep::Kind::Barrier, thread, site, nullptr, 0,
          0);
  }
  return grid ? Pause::GridBarrier : Pause::Barrier;
}

std::uint32_t Machine::contextOf(std::uint32_t parent, std::uint32_t callSite) {
  const std::uint64_t key = (std::uint64_t{parent} << 32) | callSite;
  auto [entry, fresh] =
      contextIndex_.try_emplace(key, static_cast<std::uint32_t>(contexts_.size()));
  if (fresh) contexts_.push_back({parent, callSite});
  return entry->second;
}

// Half of the arbitrary values are small: those decide more.
std::uint64_t Machine::arbitrary(Thread& thread, unsigned width) {
  result_.tookArbitrary = true;
  const std::uint64_t bits = mixBits(mixBits(options_.seed, thread.number), ++thread.choices);
  if (bits & 1) return (bits >> 1) % 64 & maskOf(width);
  return width == 0 ? (bits >> 1) & 0x7fffffff : (bits >> 1) & maskOf(width);
}

void Machine::wideOperation(const WideOperation& operation, std::uint64_t* registers,
                            std::uint32_t d) {
  std::vector<BigInt> args;
  for (std::size_t i = 0; i < operation.args.size(); ++i) {
    args.push_back(
        fromLimbs(registers + operation.args[i], widthOf(operation.expression->arg(i)->type())));
  }
  toLimbs(applyOperator(operation.expression, args), registers + d,
          limbsOf(operation.expression->type()));
}

void Machine::hostCall(const HostCall& call, std::uint64_t* registers, std::uint32_t d) {
  constexpr std::size_t few = 8;
  if (call.function.narrow() && call.args.size() <= few) {
    std::uint64_t args[few] = {};
    for (std::size_t i = 0; i < call.args.size(); ++i) args[i] = registers[call.args[i]];
    registers[d] = call.function.evaluateNarrow(args, options_.seed);
    return;
  }
  std::vector<BigInt> args;
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    args.push_back(fromLimbs(registers + call.args[i], call.widths[i]));
  }
  toLimbs(call.function.evaluate(args, options_.seed), registers + d,
          call.resultWidth <= 64 ? 1 : (call.resultWidth + 63) / 64);
}

Pause Machine::execute(Thread& thread) {
  const Instruction* const code = code_.code.data();
  const Instruction* i = code + thread.pc;
  std::uint64_t* r = thread.registers.data() + thread.base;
  for (;; ++i) {
    const std::uint64_t a = r[i->a];
    const std::uint64_t b = r[i->b];
    switch (i->code) {
      case Code::Move: r[i->d] = a; break;
      case Code::Not: r[i->d] = a ^ 1; break;
      case Code::And: r[i->d] = a & b; break;
      case Code::Or: r[i->d] = a | b; break;
      case Code::Xor: r[i->d] = a ^ b; break;
      case Code::Implies: r[i->d] = (a ^ 1) | b; break;
      case Code::Add: r[i->d] = (a + b) & i->imm; break;
      case Code::Sub: r[i->d] = (a - b) & i->imm; break;
      case Code::Mul: r[i->d] = (a * b) & i->imm; break;
      case Code::UDiv: r[i->d] = b == 0 ? i->imm : a / b; break;
      case Code::URem: r[i->d] = b == 0 ? a : a % b; break;
      case Code::SDiv:
      case Code::SRem:
      case Code::SMod: r[i->d] = signedDivision(i->code, a, b, i->width, i->imm); break;
      case Code::Shl: r[i->d] = b >= i->width ? 0 : (a << b) & i->imm; break;
      case Code::LShr: r[i->d] = b >= i->width ? 0 : a >> b; break;
      case Code::AShr:
        r[i->d] = static_cast<std::uint64_t>(signExtended(a, i->width) >>
                                             (b >= i->width ? i->width - 1u : b)) &
                  i->imm;
        break;
      case Code::BvNot: r[i->d] = ~a & i->imm; break;
      case Code::Neg: r[i->d] = (0 - a) & i->imm; break;
      case Code::Equal: r[i->d] = a == b; break;
      case Code::NotEqual: r[i->d] = a != b; break;
      case Code::Ult: r[i->d] = a < b; break;
      case Code::Ule: r[i->d] = a <= b; break;
      case Code::Slt: r[i->d] = signExtended(a, i->width) < signExtended(b, i->width); break;
      case Code::Sle: r[i->d] = signExtended(a, i->width) <= signExtended(b, i->width); break;
      case Code::Ite: r[i->d] = a != 0 ? b : r[i->imm]; break;
      case Code::Concat: r[i->d] = i->width >= 64 ? b : (a << i->width) | b; break;
      case Code::Extract: r[i->d] = (a >> i->width) & i->imm; break;
      case Code::SignExtend:
        r[i->d] = static_cast<std::uint64_t>(signExtended(a, i->width)) & i->imm;
        break;
      case Code::LeadingZeros:
        r[i->d] =
            a == 0 ? i->width : static_cast<std::uint64_t>(std::countl_zero(a)) - (64u - i->width);
        break;
      case Code::IntAdd:
      case Code::IntSub:
      case Code::IntMul:
      case Code::IntDiv:
      case Code::IntMod:
      case Code::IntNeg: {
        const auto value = integerResult(i->code, a, b);
        if (!value) {
          stop(RunStatus::Unsupported,
               "an integer leaves 64 bits at " +
                   positionOf(static_cast<std::uint32_t>(i->imm), thread.context));
          return Pause::Stopped;
        }
        r[i->d] = *value;
        break;
      }
      case Code::MoveWide: std::copy(r + i->a, r + i->a + i->width, r + i->d); break;
      case Code::EqualWide:
        r[i->d] = std::equal(r + i->a, r + i->a + i->width, r + i->b) != (i->imm != 0);
        break;
      case Code::IteWide: {
        const std::uint64_t* source = a != 0 ? r + i->b : r + i->imm;
        std::copy(source, source + i->width, r + i->d);
        break;
      }
      case Code::Wide: wideOperation(code_.wides[i->imm], r, i->d); break;
      case Code::Host: hostCall(code_.hosts[i->imm], r, i->d); break;

      case Code::Load:
        if (observed_)
          observeAccess(thread, AccessKind::Read, i->width, b, static_cast<std::uint32_t>(i->imm));
        load(thread, *i, r);
        break;
      case Code::LoadQuiet: {
        ArrayStore& array = storeOf(i->width);
        const std::uint64_t* source = array.at(array.slot(b));
        std::copy(source, source + array.limbs(), r + i->d);
        break;
      }
      case Code::Store:
        if (observed_)
          observeAccess(thread, AccessKind::Write, i->width, b, static_cast<std::uint32_t>(i->imm));
        store(thread, *i, r);
        break;
      case Code::CopyArray:
        storeOf(i->d).copyFrom(storeOf(static_cast<std::uint32_t>(i->imm)));
        break;
      case Code::Atomic:
        if (yieldsAtAtomics_ && code_.atomics[i->imm].part == 1 && yieldsAtAtomic(thread)) {
          thread.pc = static_cast<std::uint32_t>(i - code);
          return Pause::Yield;
        }
        if (observed_) {
          const AtomicOperation& operation = code_.atomics[i->imm];
          observeAccess(thread, AccessKind::Atomic, operation.array, r[operation.index],
                        operation.site, operation.scope);
        }
        atomic(thread, code_.atomics[i->imm], r);
        break;
      case Code::Synchronize:
        // In every other schedule, so that there are more kinds of them.
        if (yieldsAtAtomics_ && options_.schedule.seed % 2 == 1 &&
            code_.syncs[i->imm].what->primitive == SyncPrimitive::Fence && yieldsAtAtomic(thread)) {
          thread.pc = static_cast<std::uint32_t>(i - code);
          return Pause::Yield;
        }
        thread.pc = static_cast<std::uint32_t>(i - code) + 1;
        if (!synchronize(thread, code_.syncs[i->imm], r))
          return stopped_ ? Pause::Stopped : Pause::Wait;
        break;
      case Code::Exit:
        if (traced_) trace(TraceStep::Kind::End, thread, ~0u, nullptr, 0, 0);
        return Pause::End;
      case Code::AsyncCopy:
        asyncCopy(thread, static_cast<std::uint32_t>(i->imm), r);
        if (stopped_) return Pause::Stopped;
        break;
      case Code::Wait:
        if (traced_) {
          trace(TraceStep::Kind::Wait, thread, static_cast<std::uint32_t>(i->imm), nullptr, 0, a);
        }
        wait(thread, a);
        break;

      case Code::Branch: observeBranch(thread, static_cast<std::uint32_t>(i->imm), a != 0); break;
      case Code::Jump: i = code + i->d - 1; break;
      case Code::JumpIf:
        if (a != 0) i = code + i->d - 1;
        break;
      case Code::JumpIfNot:
        if (a == 0) i = code + i->d - 1;
        break;
      case Code::Choose: {
        const auto& targets = code_.choices[i->imm];
        i = code +
            targets[mixBits(mixBits(options_.seed, thread.number), ++thread.choices) %
                    targets.size()] -
            1;
        break;
      }
      case Code::LoopEnter: r[i->d] = 0; break;
      case Code::LoopNext: ++r[i->d]; break;
      case Code::Steps:
        result_.steps += i->imm;
        if (result_.steps > turnEnd_ && result_.steps <= options_.stepLimit) {
          thread.pc = static_cast<std::uint32_t>(i - code) + 1;
          return Pause::Yield;
        }
        if (result_.steps > options_.stepLimit) {
          stop(RunStatus::StepLimit,
               "step limit reached (" + std::to_string(options_.stepLimit) + ")");
          return Pause::Stopped;
        }
        break;
      case Code::Call:
        if (!enterCall(thread, *i, static_cast<std::uint32_t>(i - code) + 1)) return Pause::Stopped;
        r = thread.registers.data() + thread.base;
        i = code + thread.pc - 1;
        break;
      case Code::Return:
        if (!returnToCaller(thread)) {
          if (traced_) trace(TraceStep::Kind::End, thread, ~0u, nullptr, 0, 0);
          return Pause::End;
        }
        r = thread.registers.data() + thread.base;
        i = code + thread.pc - 1;
        break;
      case Code::Barrier:
      case Code::GridBarrier:
        thread.pc = static_cast<std::uint32_t>(i - code) + 1;
        thread.localFence = a != 0;
        thread.globalFence = b != 0;
        return waitAt(thread, *i);
      case Code::Check:
        if (a == 0) {
          const CheckPoint& check = code_.checks[i->imm];
          reportAt(thread, check.kind, check.site, {});
        }
        break;
      case Code::Assume:
        if (a == 0) {
          thread.blockedAt = static_cast<std::uint32_t>(i->imm);
          return Pause::Blocked;
        }
        break;
      case Code::Arbitrary:
        for (unsigned done = 0; done == 0 || done < i->width; done += 64) {
          const unsigned width = i->width - done;
          r[i->d + done / 64] = arbitrary(thread, i->width == 0 ? 0 : std::min(width, 64u));
        }
        break;
      case Code::TraceAssign: {
        const TracedAssignment& traced = code_.assignments[i->imm];
        trace(TraceStep::Kind::Assign, thread, traced.site, traced.variable, 0,
              fromLimbs(r + traced.source, widthOf(traced.variable->type)));
        break;
      }
    }
  }
}

}  // namespace barricade
