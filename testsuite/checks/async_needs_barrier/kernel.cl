//--local_size=64 --num_groups=4 --async-needs-barrier
// by GPUVerify's rules a wait completes the copy for the waiting thread only
// expect: race at line 9, 11
// expect-repair: repaired; add block; cost 0 -> 1

__kernel void load(__global const int *in, __global int *out) {
  __local int s[64];
  int l = get_local_id(0);
  event_t e = async_work_group_copy(s, in + get_group_id(0) * 64, 64, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = s[l ^ 1];
}
