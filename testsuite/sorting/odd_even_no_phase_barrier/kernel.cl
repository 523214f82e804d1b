//--local_size=64 --num_groups=4
// odd-even transposition without the barrier between the phases
// expect: race
// expect-repair: repaired; add block; cost 11 -> 21

__kernel void oddEven(__global int *data, __local int *s) {
  int t = get_local_id(0);
  data += get_group_id(0) * 128;
  s[t] = data[t];
  s[t + 64] = data[t + 64];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 64; ++k) {
    int a = s[2 * t], b = s[2 * t + 1];
    s[2 * t] = min(a, b);
    s[2 * t + 1] = max(a, b);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < 63) {
      a = s[2 * t + 1];
      b = s[2 * t + 2];
      s[2 * t + 1] = min(a, b);
      s[2 * t + 2] = max(a, b);
    }
  }
  data[t] = s[t];
  data[t + 64] = s[t + 64];
}
