//--local_size=64 --num_groups=4
// the source of an asynchronous copy changes while it runs
// expect: race at line 10, 11
// expect-repair: hoist block at line 12

__kernel void store(__global int *out, __local int *s) {
  int l = get_local_id(0);
  s[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(out + get_group_id(0) * 64, s, 64, 0);
  s[l] = -l;
  wait_group_events(1, &e);
}
