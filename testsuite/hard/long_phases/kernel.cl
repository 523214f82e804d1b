//--local_size=[192] --num_groups=[46]
// expect: verified
// stages: verify
// Length: 36 phases of loop, division, remainder and barrier over one buffer per group (macros):
// each loop is copied twice, candidates and pairs grow with the square of the number of loops.
#define PHASE(w, src, dst) \
  for (int e = t; e < w * w; e += 192) { \
    int up = e / w, side = e % w; \
    dst[base + up * w + side] = src[base + side * w + (w - 1 - up)] + 0.5f; \
  } \
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
#define FOUR(w) PHASE(w, a, b) PHASE(w, b, a) PHASE(w, a, b) PHASE(w, b, a)
__kernel void rotate_all(__global float *a, __global float *b, int turns)
{
  int t = get_local_id(0), base = get_group_id(0) * 10000;
  for (int f = 0; f < turns; f++) {
    FOUR(53) FOUR(43) FOUR(87) FOUR(27) FOUR(79) FOUR(59) FOUR(33) FOUR(71) FOUR(97)
  }
}
