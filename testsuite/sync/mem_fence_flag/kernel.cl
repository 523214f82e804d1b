//--local_size=64 --num_groups=1
// a fence and an atomic flag, in OpenCL: nothing acquires, and the flag holds anything at first
// expect: race at line 7, 12

__kernel void hand_over(__local int *data, __local int *flag, __global int *out) {
  if (get_local_id(0) == 0) {
    data[0] = 5;
    mem_fence(CLK_LOCAL_MEM_FENCE);
    atomic_xchg(flag, 1);
  } else {
    if (atomic_add(flag, 0) == 1)
      out[get_local_id(0)] = data[0];
  }
}
