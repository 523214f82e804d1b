//--local_size=64 --num_groups=1
// work-items behind the 48th have no element
// expect: null-pointer at line 8
// expect-repair: not-applicable

__kernel void set(__global int *v) {
  __global int *mine = get_local_id(0) < 48 ? v + get_local_id(0) : 0;
  *mine = 1;
}
