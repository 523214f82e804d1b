//--local_size=128 --num_groups=4
// local atomics of OpenCL, missing barrier before the merge
// expect: race at line 11, 12
// expect-repair: repaired; add block; cost 1 -> 2

__kernel void histogram(__global const uint *data, __global uint *bins) {
  __local uint s[128];
  uint t = get_local_id(0);
  s[t] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&s[data[get_global_id(0)] & 127]);
  atomic_add(&bins[t], s[t]);
}
