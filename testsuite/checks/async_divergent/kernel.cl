//--local_size=64 --num_groups=4
// not all work-items start the copy
// expect: async

__kernel void load(__global const int *in, __global int *out) {
  __local int s[64];
  int l = get_local_id(0);
  if (l < 32) {
    event_t e = async_work_group_copy(s, in, 64, 0);
    wait_group_events(1, &e);
  }
  out[get_global_id(0)] = l;
}
