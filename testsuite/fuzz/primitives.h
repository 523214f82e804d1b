// Primitives of synchronisation (docs/ir.md) as random kernels call them. Offsets have 32 bits.
#pragma once

namespace barricade::fuzz {

struct PrimitiveDeclaration {
  const char *name, *attributes, *signature;
};

inline constexpr PrimitiveDeclaration primitiveDeclarations[] = {
    {"syncwarp", "{:barrier} {:scope \"warp\"}", "(m : bv32)"},
    {"tile", "{:barrier} {:scope \"tile\"}", "(n : bv32)"},
    {"arrive", "{:barrier} {:arrive}", "()"},
    {"arrive_relaxed", "{:barrier} {:arrive} {:order \"relaxed\"}", "()"},
    {"finish", "{:barrier} {:wait}", "()"},
    {"named", "{:named_barrier}", "(i : bv32, n : bv32)"},
    {"named_arrive", "{:named_barrier} {:arrive}", "(i : bv32, n : bv32)"},
    {"init", "{:mbarrier \"init\"}", "(B : [bv32]bv64, o : bv32, n : bv32)"},
    {"object_arrive", "{:mbarrier \"arrive\"}", "(B : [bv32]bv64, o : bv32)"},
    {"parity", "{:mbarrier \"wait\"} {:parity}", "(B : [bv32]bv64, o : bv32, p : bv32)"},
    {"xor", "{:exchange \"shfl_xor\"}", "(m : bv32, v : bv32, d : bv32) returns (r : bv32)"},
    {"ballot", "{:exchange \"ballot\"}", "(m : bv32, p : bool) returns (r : bv32)"},
    {"match_any", "{:exchange \"match_any\"}", "(m : bv32, v : bv32) returns (r : bv32)"},
    {"warp_read", "{:warp_read}",
     "(m : bv32, A : [bv32]bv32, o : bv32, r : bv32, c : bv32, s : bv32)"},
    {"warp_write", "{:warp_write}",
     "(m : bv32, A : [bv32]bv32, o : bv32, r : bv32, c : bv32, s : bv32) returns (R : [bv32]bv32)"},
    {"fence", "{:fence}", "()"},
    {"fence_block", "{:fence} {:scope \"block\"}", "()"},
    {"copy", "{:async_copy}",
     "(d : bv32, S : [bv32]bv32, s : bv32, n : bv32) returns (D : [bv32]bv32)"},
    {"copy_to", "{:async_copy} {:bulk}",
     "(d : bv32, S : [bv32]bv32, s : bv32, n : bv32, B : [bv32]bv64, o : bv32) "
     "returns (D : [bv32]bv32)"},
    {"expect", "{:mbarrier \"expect\"}", "(B : [bv32]bv64, o : bv32, b : bv32)"},
    {"commit", "{:copy_commit}", "()"},
    {"wait_group", "{:copy_wait}", "(n : bv32)"},
    {"exit", "{:exit}", "()"},
};

}  // namespace barricade::fuzz
