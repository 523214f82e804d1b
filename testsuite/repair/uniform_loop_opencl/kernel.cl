//--local_size=64 --num_groups=1
// work_group_any asks whether any goes on; it orders no memory
// expect: divergence
// expect-repair: repaired; uniform-loop 1 block at line 11; add 1 block loop-end line 9; remove 1 block at line 13; cost 20 -> 20

__kernel void gather(__global int *out, __global const int *count) {
  __local int s[64];
  int t = get_local_id(0), sum = 0;
  for (int i = 0; i < count[t]; i++) {
    s[t] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += s[63 - t];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[t] = sum;
}
