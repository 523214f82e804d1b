//--local_size=64 --num_groups=1
// the barrier orders global memory, and threads hand values on by local memory
// expect: race
// expect-repair: repaired; strengthen block at line 10; cost 1 -> 1
// expect-patch: verified
__kernel void swap(__global int *v, __local int *s) {
  int t = get_local_id(0);
  s[t] = v[t];

  barrier(CLK_GLOBAL_MEM_FENCE);
  v[t] = s[63 - t];
}
