//--local_size=64 --num_groups=4
// an asynchronous copy to global memory, waited for before its source changes
// expect: verified

__kernel void store(__global int *out, __local int *s) {
  int l = get_local_id(0);
  s[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(out + get_group_id(0) * 64, s, 64, 0);
  wait_group_events(1, &e);
  s[l] = -l;
}
