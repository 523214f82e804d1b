//--local_size=64 --num_groups=64
// expect: verified
// stages: verify
// 120 rounds of 16 table look-ups each, written out, in a __local block of 16 words per thread;
// straight-line code of thousands of accesses, each is compared with each.
#define Q(i) s[l * 16 + ((i) & 15)] = s[l * 16 + ((i + 5) & 15)] ^ box[(s[l * 16 + ((i) & 15)] >> 3) & 255];
#define ROUND(r) Q(r) Q(r+1) Q(r+2) Q(r+3) Q(r+4) Q(r+5) Q(r+6) Q(r+7) Q(r+8) Q(r+9) Q(r+10) Q(r+11) Q(r+12) Q(r+13) Q(r+14) Q(r+15)
#define FIVE(r) ROUND(r) ROUND(r+3) ROUND(r+6) ROUND(r+9) ROUND(r+12)
#define MANY(r) FIVE(r) FIVE(r+1) FIVE(r+2) FIVE(r+3) FIVE(r+4) FIVE(r+5) FIVE(r+6) FIVE(r+7)
__kernel void scramble(__global uint *text, __constant uint *box)
{
  __local uint s[64 * 16];
  int l = get_local_id(0), g = get_global_id(0);
  for (int i = 0; i < 16; i++) s[l * 16 + i] = text[g * 16 + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  MANY(0) MANY(1) MANY(2)
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 16; i++) text[g * 16 + i] = s[l * 16 + i];
}
