//--local_size=64 --num_groups=4
// the wait is for the other copy
// expect: race at line 9, 12
// expect-repair: hoist block at line 13

__kernel void pipeline(__global const float *in, __global float *out) {
  __local float a[64], b[64];
  int t = get_local_id(0), base = get_group_id(0) * 128;
  event_t ea = async_work_group_copy(a, in + base, 64, 0);
  event_t eb = async_work_group_copy(b, in + base + 64, 64, 0);
  wait_group_events(1, &eb);
  float x = a[63 - t];
  wait_group_events(1, &ea);
  out[base / 2 + t] = x + b[63 - t];
}
